/** A built game in a worker of its own: the page goes on while it counts or thinks, and can stop it at any time. */

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Circumstances} Circumstances */
/** @typedef {import("./types.js").Description} Description */
/** @typedef {import("./types.js").Limits} Limits */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").State} State */

/**
 * @typedef {object} Asked
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {Report} [report]
 * @property {Analysis} [last] what was reported last
 */

/** What was asked is not answered any more. */
export class Stopped extends Error {
  name = "Stopped";
}

export class GameClient {
  /**
   * Load NAME.wasm and NAME.json, as `ludograph build` wrote them.
   * @param {string|URL} address without the ending
   */
  static load(address) {
    return GameClient.fetched(`${address}.wasm`, `${address}.json`);
  }

  /** The same from two addresses of any kind. @param {string} moduleAddress @param {string} descriptionAddress */
  static async fetched(moduleAddress, descriptionAddress) {
    const addresses = [moduleAddress, descriptionAddress];
    const [module, description] = await Promise.all(addresses.map((each) => fetch(each)));
    // Looked at in this order, whichever comes first: what is said doesn't depend on the network.
    checkFound(addresses[0], module);
    checkFound(addresses[1], description);
    return new GameClient(await WebAssembly.compile(await module.arrayBuffer()), await description.json());
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {Description} description
   */
  constructor(module, description) {
    this.description = description;
    this._module = module;
    this._worker = /** @type {Worker|null} */ (null);
    this._count = 0;
    /** @type {Map<number, Asked>} */
    this._asked = new Map();
  }

  /** The same game in another worker, which doesn't wait for this one. */
  another() {
    return new GameClient(this._module, this.description);
  }

  /** @returns {Promise<State>} */
  start() {
    return this._ask("start", []);
  }

  /** The codes of the legal moves. @param {State} state @returns {Promise<bigint[]>} */
  moves(state) {
    return this._ask("moves", [state]);
  }

  /** @param {State} state @param {bigint} code @returns {Promise<State>} */
  apply(state, code) {
    return this._ask("apply", [state, code]);
  }

  /** The seat to move. @param {State} state @returns {Promise<number>} */
  turn(state) {
    return this._ask("turn", [state]);
  }

  /** What stands on the board; null for twisty puzzles. @param {State} state @returns {Promise<Piece[]|null>} */
  pieces(state) {
    return this._ask("pieces", [state]);
  }

  /** What stands there, and the moves as people see them. @param {State} state @returns {Promise<import("./types.js").StateView>} */
  view(state) {
    return this._ask("view", [state]);
  }

  /**
   * The moves of a line as people see them.
   * @param {State} state
   * @param {bigint[]} codes
   * @returns {Promise<import("./types.js").ToldMove[]>}
   */
  line(state, codes) {
    return this._ask("line", [state, codes]);
  }

  /**
   * What is true of a state, where at most so many positions have to be looked at to know it; else null.
   * @param {State} state
   * @param {number} most
   * @returns {Promise<import("./types.js").Solved|null>}
   */
  solved(state, most) {
    return this._ask("solved", [state, most]);
  }

  /**
   * A state by chance, about as far from the end as this share of the longest way, or of one from a place by chance, then
   * with the moves to it; null where that isn't known.
   * @param {State} state
   * @param {number} share
   * @param {number} most positions to be looked at
   * @param {number} chance from 0 up to 1
   * @returns {Promise<{state: State, remoteness: number, codes?: bigint[]}|null>}
   */
  startAt(state, share, most, chance) {
    return this._ask("startAt", [state, share, most, chance]);
  }

  /** The seats that have won, in a state without moves. @param {State} state @returns {Promise<number[]>} */
  winners(state) {
    return this._ask("winners", [state]);
  }

  /** Whether a draw rule that needs no history ends the game here. @param {State} state @returns {Promise<boolean>} */
  drawn(state) {
    return this._ask("drawn", [state]);
  }

  /** Whether a puzzle is solved. @param {State} state @returns {Promise<boolean>} */
  isSolution(state) {
    return this._ask("isSolution", [state]);
  }

  /** The number of move sequences of a length. @param {State} state @param {number} depth @returns {Promise<bigint>} */
  perft(state, depth) {
    return this._ask("perft", [state, depth]);
  }

  /**
   * The best that alpha-beta finds.
   * @param {State} state
   * @param {Limits} limits
   * @param {Circumstances} [circumstances]
   * @param {Report} [report]
   * @returns {Promise<Analysis>}
   */
  search(state, limits, circumstances = {}, report) {
    return this._ask("search", [state, limits, circumstances], report);
  }

  /**
   * The best that tree search finds, also for other numbers of seats than two.
   * @param {State} state
   * @param {Limits} limits
   * @param {Circumstances} [circumstances]
   * @param {Report} [report]
   * @returns {Promise<Analysis>}
   */
  treeSearch(state, limits, circumstances = {}, report) {
    return this._ask("treeSearch", [state, limits, circumstances], report);
  }

  /**
   * End all that is going on, at once. Thinking gives the best that it has reported; what has reported nothing is
   * rejected as Stopped. A worker hears nothing while it runs WebAssembly, so this one is ended, and the next question
   * starts another: that takes milliseconds, but what it remembered of its searches is lost.
   */
  stop() {
    this._worker?.terminate();
    this._worker = null;
    this._end(new Stopped("It was stopped."));
  }

  /** @param {Error} why */
  _end(why) {
    const asked = [...this._asked.values()];
    this._asked.clear();
    for (const { resolve, reject, last } of asked) last ? resolve(last) : reject(why);
  }

  /**
   * @param {string} call
   * @param {any[]} given
   * @param {Report} [report]
   * @returns {Promise<any>}
   */
  _ask(call, given, report) {
    const worker = this._worker ?? this._started();
    return new Promise((resolve, reject) => {
      const id = ++this._count;
      this._asked.set(id, { resolve, reject, report });
      worker.postMessage({ id, call, arguments: given });
    });
  }

  _started() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this._heard(data));
    worker.addEventListener("error", ({ message }) => {
      if (this._worker !== worker) return; // it was stopped, and another one may be at work
      this._worker = null;
      this._end(new Error(`The worker can't run: ${message || "its script wasn't loaded"}.`));
    });
    worker.postMessage({ id: 0, call: "open", arguments: [this._module, this.description] });
    this._worker = worker;
    return worker;
  }

  /** @param {{id: number, result?: any, report?: Analysis, error?: {name: string, message: string}}} message */
  _heard({ id, result, report, error }) {
    const asked = this._asked.get(id);
    if (report && asked) {
      asked.last = report;
      asked.report?.(report);
      return;
    }
    this._asked.delete(id);
    if (error) asked?.reject(Object.assign(new Error(error.message), { name: error.name }));
    else asked?.resolve(result);
  }
}

/**
 * @param {string} address
 * @param {Response} response
 */
function checkFound(address, response) {
  if (!response.ok) throw new Error(`${address} can't be loaded: ${response.status} ${response.statusText}.`);
}
