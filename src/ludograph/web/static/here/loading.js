/** Whether this page thinks by itself: no game is fetched for it before the first board is there. */

/** @typedef {import("./here.js").Here} Here */

/** Milliseconds that a server gets to tell what it has solved, before this page solves by itself. */
export const TRUTH_PATIENCE = 300;
const PATIENCE = 1500; // milliseconds, after which the server is asked; what comes later is used from then on

/** @template Found @param {Promise<Found>} promise @param {number} time @returns {Promise<Found|null>} */
export function within(promise, time) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, time, null))]);
}

/** One game from one position on, in this page; there may be none. */
export class Loading {
  /**
   * @param {import("../types.js").Game} game
   * @param {string} start
   */
  constructor(game, start) {
    this.now = /** @type {Here|null} */ (null); // as far as it is there
    const isPossible = game.has_module && typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";
    this._coming = isPossible ? this._load(game, start) : Promise.resolve(null);
  }

  /** What is to be had within a moment. @returns {Promise<Here|null>} */
  soon() {
    return within(this._coming, PATIENCE);
  }

  /** However long it takes. */
  get whole() {
    return this._coming;
  }

  /** @param {import("../types.js").Game} game @param {string} start */
  async _load(game, start) {
    try {
      const { hereFrom } = await import("./here.js");
      this.now = await hereFrom(game, start);
    } catch {
      // The server does it all.
    }
    return this.now;
  }
}
