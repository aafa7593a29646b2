/** One match, live, with the interface of the page's own live.js: here it is in the page itself. */

import { matchNamed } from "./match.js";
import { Refusal } from "../here/refusal.js";

/** @typedef {import("./match.js").SiteMatch} SiteMatch */

/** Events: `state` (detail: the match), `event`, `thinking`, `connection`. */
export class Live extends EventTarget {
  /**
   * @param {string} id
   * @param {string[]} _tokens
   */
  constructor(id, _tokens) {
    super();
    this._match = matchNamed(id);
    this._match.then((match) => this._join(match)).catch(() => this._tell("connection", false));
  }

  /** @param {SiteMatch} match */
  _join(match) {
    match.addEventListener("played", (event) => this._tell("event", /** @type {CustomEvent} */ (event).detail));
    match.addEventListener("thinking", (event) => this._tell("thinking", /** @type {CustomEvent} */ (event).detail));
    match.addEventListener("changed", () => this.resync());
    for (const name of ["played", "changed"]) match.addEventListener(name, () => match.letProgramsMove());
    this._tell("state", match.data);
    this._tell("connection", true);
    match.letProgramsMove();
  }

  /** There is nobody else. @param {string[]} _tokens */
  joinAs(_tokens) {}

  async resync() {
    this._tell("state", (await this._match).data);
  }

  close() {}

  /**
   * A change; the answer comes when it is kept.
   * @param {{type: string, [more: string]: any}} message
   * @returns {Promise<any>}
   */
  async send({ type, reply, move, ply, seat, plies }) {
    const match = await this._match;
    if (type === "move") await match.play(move, ply, seat);
    else if (type === "resign") match.resign(seat);
    else if (reply !== "offer") return { version: match.row.version }; // one hand agrees with the other
    else if (type === "undo") await match.undo(seat, plies);
    else if (type === "draw") match.agreeOnDraw();
    else if (type === "rematch") await match.playAgain();
    else throw new Refusal({ code: "invalid-parameter", detail: `This site knows no ${type}.` });
    return { version: match.row.version };
  }

  /** @param {string} name @param {any} detail */
  _tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
