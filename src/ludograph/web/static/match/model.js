/** A match as this page knows it: the server's state, carried on by events, and which of its positions is looked at. */

import { get } from "../api.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Move} Move */

/** Events: `changed` (detail: `{kind}`), after anything has changed; `looked`, when another position is looked at. */
export class Model extends EventTarget {
  /**
   * @param {Match} match
   * @param {Game} game
   */
  constructor(match, game) {
    super();
    this.match = match;
    this.game = game;
    this._ply = /** @type {number|null} */ (null);
    this._views = /** @type {Map<string, Promise<View>>} */ (new Map());
  }

  get isPuzzle() {
    return this.game.seats.length === 1;
  }

  /** Whether the last position is looked at. */
  get isNow() {
    return this._ply === null;
  }

  /** The number of moves before the position that is looked at. */
  get ply() {
    return this._ply ?? this.match.moves.length;
  }

  /** The text of the position that is looked at. */
  get position() {
    return this.positionAt(this.ply);
  }

  /** The texts of the moves up to the position that is looked at. */
  get movesPlayed() {
    return this.match.moves.slice(0, this.ply).map((move) => move.text);
  }

  /** Whether somebody at this page has the move. */
  get isOwnTurn() {
    const { turn } = this.match.view;
    return turn !== null && this.match.own_seats.includes(turn);
  }

  get isOver() {
    return this.match.view.outcome !== null;
  }

  /** @param {number} ply */
  positionAt(ply) {
    return ply === 0 ? this.match.start : this.match.moves[ply - 1].position;
  }

  /**
   * @param {Match} match
   */
  replace(match) {
    this.match = match;
    if (this._ply !== null && this._ply >= match.moves.length) this._ply = null;
    this._tell("changed", { kind: "state" });
  }

  /**
   * A move that was just played by somebody.
   * @param {{ply: number, version: number, view: View, event: any}} message
   */
  played(message) {
    const { match } = this;
    const { seat, move, position } = message.event;
    const { draw } = match.offers; // it outlives a move only of who has offered it
    const offers = draw?.by === seat ? { draw } : {};
    match.moves.push({ ply: message.ply, seat, text: move.text, position });
    Object.assign(match, { view: message.view, ply: message.ply, version: message.version, last_move: move, offers });
    this._tell("changed", { kind: "move" });
  }

  /**
   * Look at the position after so many moves.
   * @param {number} ply
   */
  look(ply) {
    const last = this.match.moves.length;
    const chosen = Math.max(0, Math.min(last, ply));
    this._ply = chosen === last ? null : chosen;
    this._tell("looked", {});
  }

  /**
   * The position that is looked at, with the move that led to it.
   * @returns {Promise<{view: View, last: Move|null}>}
   */
  async shown() {
    const ply = this.ply;
    if (this.isNow) return { view: this.match.view, last: this.match.last_move };
    const view = await this._view(this.positionAt(ply));
    const before = ply ? await this._view(this.positionAt(ply - 1)) : null;
    const text = ply ? this.match.moves[ply - 1].text : "";
    return { view, last: before?.moves.find((move) => move.text === text) ?? null };
  }

  /** @param {string} position */
  _view(position) {
    /** @type {Promise<View>} */
    const known = this._views.get(position) ?? get("position", { game: this.match.game, position });
    this._views.set(position, known);
    known.catch(() => this._views.delete(position)); // the next one who looks asks again
    return known;
  }

  /**
   * @param {string} name
   * @param {any} detail
   */
  _tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
