/**
 * Programs of one's own match that think in this page: it tells the server so, which then waits for their moves, and thinks
 * itself where this page can't, or is closed. Between people, and with a clock, the server doesn't allow it.
 */

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../live.js").Live} Live */
/** @typedef {import("../here/here.js").Here} Here */

export class Programs {
  /**
   * @param {Model} model
   * @param {Live} live
   * @param {(thought: import("./thinking.js").Thought) => void} hear told what a program thinks
   */
  constructor(model, live, hear) {
    this._model = model;
    this._live = live;
    this._hear = hear;
    this._here = /** @type {Here|null} */ (null);
    this._seats = /** @type {number[]} */ ([]); // that the server has left to us
    this._thinksAt = -1; // the version of the match that is thought about
  }

  /** @param {Here} here */
  begin(here) {
    this._here = here;
    this._model.addEventListener("changed", () => this._turn());
    this._live.addEventListener("connection", (event) => this._connected(/** @type {CustomEvent} */ (event).detail));
    this._connected(true);
  }

  /** @param {boolean} isConnected */
  _connected(isConnected) {
    this._seats = [];
    const able = this._model.match.seats.filter(({ player }) => player !== "human" && this._here?.canBe(player));
    if (isConnected && able.length) this._promise(able.map(({ seat }) => seat));
  }

  /** @param {number[]} seats */
  async _promise(seats) {
    try {
      await this._live.send({ type: "think", seats });
      this._seats = seats;
      this._turn();
    } catch {
      this._seats = []; // the server thinks
    }
  }

  /** Let the program think whose turn it is, if it is one's of this page. */
  async _turn() {
    const { match, isOver } = this._model;
    const { version, is_paused: isPaused, view } = match;
    if (this._thinksAt === version) return;
    if (this._thinksAt >= 0) this._here?.stopPlaying(); // nobody waits for it any longer
    this._thinksAt = -1;
    if (isOver || isPaused || view.turn === null || !this._seats.includes(view.turn)) return;
    this._thinksAt = version;
    const began = performance.now();
    const text = await this._choice(view.turn);
    await new Promise((resolve) => setTimeout(resolve, 1000 * match.pace - (performance.now() - began)));
    if (this._thinksAt !== version) return;
    this._thinksAt = -1;
    if (text === null) this._promise([]);
    else this._play(text, view.turn);
  }

  /** @param {number} seat */
  _choice(seat) {
    const { match } = this._model;
    const ply = match.moves.length;
    const tell = (/** @type {any} */ analysis) => this._hear({ seat, ply, analysis });
    const moves = match.moves.map(({ text }) => text);
    return /** @type {Here} */ (this._here).choice(moves, match.seats[seat].player, tell).catch(() => null);
  }

  /** @param {string} text @param {number} seat */
  async _play(text, seat) {
    try {
      await this._live.send({ type: "move", move: text, ply: this._model.match.moves.length, seat });
    } catch {
      this._promise([]); // somebody was first, or it took too long: the server goes on
    }
  }
}
