/** A match as this page knows it: the server's state, carried on by events, and which of its positions is looked at. */

import { get, post, Refusal } from "../api.js";
import { Loading } from "../here/loading.js";

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
    this.clockAt = performance.now(); // when the server's clocks were as the match says
    this._ply = /** @type {number|null} */ (null);
    this._views = /** @type {Map<string, Promise<View>>} */ (new Map());
    if (!match.moves.length) this._views.set(match.start, Promise.resolve(match.view));
    this._shownMoves = match.view.moves;
    this._here = /** @type {Loading|null} */ (null);
  }

  /** Let this page work out what it can; whoever looks at the match is not to wait for that. */
  thinkHere() {
    this._here = new Loading(this.game, this.match.start);
    return this._here.whole;
  }

  /** The game in this page, if it is to be had. */
  async here() {
    return (await this._here?.soon()) ?? null;
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
    return this.movesTo(this.ply);
  }

  /** The texts of the first moves. @param {number} ply */
  movesTo(ply) {
    return this.match.moves.slice(0, ply).map((move) => move.text);
  }

  /** Whether somebody at this page has the move. */
  get isOwnTurn() {
    const { turn } = this.match.view;
    return turn !== null && this.match.own_seats.includes(turn);
  }

  /** Who of this page's players is to move next, after the one who is. @returns {number|null} */
  get nextOwnSeat() {
    const { own_seats: own, seats, view } = this.match;
    const after = (/** @type {number} */ seat) => (seat - (view.turn ?? 0) + seats.length) % seats.length;
    return own.toSorted((one, two) => after(one) - after(two))[0] ?? null;
  }

  get isOver() {
    return this.match.view.outcome !== null;
  }

  /**
   * The text that people write for a move of the position that is looked at.
   * @param {string} text
   */
  customary(text) {
    return this._shownMoves.find((move) => move.text === text)?.customary ?? text;
  }

  /** Whether values and hints are told: in a game between people not before the end, unless all have agreed. */
  get hasHelp() {
    return this.match.help !== "off" || this.isOver;
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
    this.clockAt = performance.now();
    if (this._ply !== null && this._ply >= match.moves.length) this._ply = null;
    this._tell("changed", { kind: "state" });
  }

  /**
   * A move that was just played by somebody.
   * @param {{ply: number, version: number, view: View, clock: import("../types.js").Clock|null, event: any}} message
   */
  played(message) {
    const { match } = this;
    const { seat, move, position } = message.event;
    const { draw } = match.offers; // it outlives a move only of who has offered it
    const { help } = match.offers; // it holds until the end
    const offers = { ...(draw?.by === seat && { draw }), ...(help && { help }) };
    match.moves.push({ ply: message.ply, seat, text: move.text, customary: move.customary, position });
    const { view, ply, version, clock } = message;
    Object.assign(match, { view, ply, version, clock, last_move: move, offers });
    this.clockAt = performance.now();
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
    if (this.isNow) {
      this._shownMoves = this.match.view.moves;
      return { view: this.match.view, last: this.match.last_move };
    }
    const view = await this._soonest(ply);
    if (ply === this._ply) this._shownMoves = view.moves;
    const before = ply ? await this._soonest(ply - 1) : null;
    const text = ply ? this.match.moves[ply - 1].text : "";
    return { view, last: before?.moves.find((move) => move.text === text) ?? null };
  }

  /**
   * The position after so many moves, as this page finds it, or the server tells it; that one's words are the better.
   * @param {number} ply
   * @returns {Promise<View>}
   */
  _soonest(ply) {
    const position = this.positionAt(ply);
    const told = this.view(position);
    const own = this._here?.now?.view(this.movesTo(ply)).then((view) => ({ ...view, position }));
    told.then((view) => ply === this._ply && (this._shownMoves = view.moves)).catch(() => {});
    return own ? Promise.any([told, own]).catch(() => told) : told;
  }

  /** What would stand there after a move from the position that is looked at. @param {string} text @returns {Promise<View>} */
  after(text) {
    const { match, position, movesPlayed } = this;
    const ask = () => post("position/play", { game: match.game, position, moves: [text] });
    return this._here?.now?.view([...movesPlayed, text]).catch(ask) ?? ask();
  }

  /** Why a hand can't go on so: the server knows the rule, this page at least what it can do. @param {string[]} hops */
  async why(hops) {
    const { match, position, movesPlayed } = this;
    try {
      return new Error((await post("position/partial", { game: match.game, position, hops })).message);
    } catch (error) {
      const isSilent = error instanceof Refusal && error.code === "no-answer";
      const own = isSilent && (await this._here?.now?.partial(movesPlayed, hops).catch(() => null));
      return own ? new Error(own.message) : /** @type {Error} */ (error);
    }
  }

  /**
   * A position as it is drawn.
   * @param {string} position
   */
  view(position) {
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
