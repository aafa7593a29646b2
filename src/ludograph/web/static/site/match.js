/** A match in this page: its positions, who is to move, and the programs that play in it. */

import { draw, plainMove, plainView, won } from "../here/game.js";
import { gameNamed } from "./games.js";
import { toldLine } from "../here/insight.js";
import { chosen, HUMAN } from "../here/players.js";
import { Refusal } from "../here/refusal.js";
import { forgetOldest, store, stored } from "./stored.js";

/** @typedef {import("../here/game.js").Place} Place */
/** @typedef {import("../here/game.js").LocalGame} LocalGame */
/** @typedef {import("../here/game.js").ToldView} ToldView */
/** @typedef {import("./stored.js").StoredMatch} StoredMatch */
/** @typedef {import("../engine/types.js").ToldMove} ToldMove */
/** @typedef {{move: ToldMove, seat: number, place: Place}} Played */

const MOST_MATCHES = 60;
/** @type {Map<string, Promise<SiteMatch>>} */
const opened = new Map();

/** The match with this id, of which a page has one. @param {string} id */
export function matchNamed(id) {
  const known = opened.get(id) ?? SiteMatch.open(stored(id));
  opened.set(id, known);
  known.catch(() => opened.delete(id));
  return known;
}

/**
 * @param {{game: string, start?: string, moves?: string[], seats?: {player: string, name?: string, invite?: boolean}[], pace?: number, outcome?: any}} asked
 */
export async function newMatch({ game: name, start, moves = [], seats = [], pace = 0, outcome = null }) {
  const game = await gameNamed(name);
  if (seats.some(({ invite }) => invite))
    throw new Refusal({ code: "invalid-parameter", detail: "Nobody can be invited here: this site has no server that others could reach." });
  const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.replace(".", "");
  const now = Date.now() / 1000;
  const seated = game.seats.map((_, seat) => ({ player: seats[seat]?.player ?? HUMAN, name: seats[seat]?.name ?? "" }));
  const position = game.write(game.read(start));
  const kept = { id, game: game.about.id, start: position, moves, seats: seated, seed: Math.floor(Math.random() * 2 ** 31), outcome };
  const match = { ...kept, version: 0, rematch: null, is_paused: false, pace, created: now, changed: now };
  const made = await SiteMatch.open(match); // what can't be played isn't kept
  store(match);
  forgetOldest(MOST_MATCHES);
  opened.set(id, Promise.resolve(made));
  return made;
}

/** Events: `played` (detail: the message of a move), `changed`, `thinking` (detail: what a program thinks). */
export class SiteMatch extends EventTarget {
  /** @param {StoredMatch} row */
  static async open(row) {
    const game = await gameNamed(row.game);
    const match = new SiteMatch(row, game, await game.view(game.read(row.start)));
    for (const text of row.moves) await match._advance(game.find(match._view, text));
    return match;
  }

  /** @param {StoredMatch} row @param {LocalGame} game @param {ToldView} view */
  constructor(row, game, view) {
    super();
    this.row = row;
    this.game = game;
    this.played = /** @type {Played[]} */ ([]);
    this._view = view;
    this._thinkingAt = -1; // the version at which a program thinks
  }

  /** The positions, from the start to now. @returns {Place[]} */
  get places() {
    return [this.game.read(this.row.start), ...this.played.map(({ place }) => place)];
  }

  /** Those up to a number of moves. @param {number|string|undefined} ply */
  placesAt(ply) {
    return this.places.slice(0, (ply === undefined ? this.played.length : Number(ply)) + 1);
  }

  get place() {
    return this.places[this.played.length];
  }

  /** @returns {ToldView} */
  get view() {
    const { outcome } = this.row;
    return outcome && !this._view.outcome ? { ...this._view, outcome, turn: null, moves: [] } : this._view;
  }

  get ownSeats() {
    return this.row.seats.flatMap(({ player }, seat) => (player === HUMAN ? [seat] : []));
  }

  /** As the server tells a match. */
  get data() {
    const { row, game } = this;
    return {
      ...row,
      ply: this.played.length,
      tags: {},
      seats: row.seats.map((each, seat) => ({ ...each, seat, side: game.seats[seat], is_open: false })),
      view: plainView(this.view),
      moves: this.played.map(({ move, seat, place }, ply) => ({ ply: ply + 1, seat, text: move.text, customary: move.customary, position: game.write(place) })),
      last_move: this.played.length ? plainMove(this.played[this.played.length - 1].move) : null,
      offers: {},
      help: /** @type {const} */ ("free"),
      clock: null,
      watchers: 0,
      own_seats: this.ownSeats,
    };
  }

  // -- changes ---------------------------------------------------------------------------------------------------

  /** @param {ToldMove} move */
  async _advance(move) {
    const seat = this._view.turn ?? 0;
    const before = this.places;
    const place = await this.game.after(this.place, move);
    this._view = await this.game.view(place, before);
    this.played.push({ move, seat, place });
  }

  /** @param {string} text @param {number} ply the number of moves that the player has seen @param {number} seat */
  async play(text, ply, seat) {
    const { view } = this;
    if (view.outcome) throw new Refusal({ code: "game-over", detail: view.outcome.text });
    if (ply !== this.played.length || view.turn !== seat) throw new Refusal({ code: "stale-ply", detail: "Another move was made meanwhile." });
    const move = this.game.find(view, text);
    await this._advance(move);
    this.row.moves.push(move.text);
    this._keep();
    const event = { kind: "move", seat, move: plainMove(move), position: this.game.write(this.place) };
    this._tell("played", { version: this.row.version, ply: this.played.length, view: plainView(this.view), clock: null, event });
  }

  /** Take back moves, up to the last one of a seat if it isn't said how many. @param {number} seat @param {number} [plies] */
  async undo(seat, plies) {
    const own = this.played.findLastIndex((each) => each.seat === seat);
    const number = plies ?? (own < 0 ? 0 : this.played.length - own);
    if (!number) throw new Refusal({ code: "nothing-to-undo", detail: "There is no move to take back." });
    this.played.splice(-number);
    this.row.moves.splice(-number);
    this.row.outcome = null;
    this._view = await this.game.view(this.place, this.places.slice(0, -1));
    this._change();
  }

  /** @param {number} seat */
  resign(seat) {
    const others = this.game.seats.map((_, other) => other).filter((other) => other !== seat);
    const text = `${this.game.seats[seat]} resigns.`;
    this.row.outcome = this.game.isPuzzle ? { result: "0", winners: [], reason: "resignation", text } : won(this.game.seats, others, "resignation", text);
    this._change();
  }

  agreeOnDraw() {
    if (this.ownSeats.length < this.row.seats.length) throw new Refusal({ code: "declined", detail: "The AI goes on: a draw is agreed upon only between people." });
    this.row.outcome = draw(this.game.seats.length, "agreement", "A draw by agreement.");
    this._change();
  }

  /** The same players once more, with sides exchanged. */
  async playAgain() {
    const { game, start, seats, pace } = this.row;
    const next = await newMatch({ game, start, seats: [...seats.slice(1), seats[0]], pace });
    this.row.rematch = next.row.id;
    this._change();
  }

  /** @param {{is_paused?: boolean, pace?: number}} asked */
  pace(asked) {
    Object.assign(this.row, asked);
    this._change();
  }

  _change() {
    this._keep();
    this._tell("changed", null);
  }

  _keep() {
    this.row.version++;
    this.row.changed = Date.now() / 1000;
    if (this._thinkingAt >= 0) this.game.thinker.stop(); // nobody waits for what it thinks
    store(this.row);
  }

  // -- programs --------------------------------------------------------------------------------------------------

  /** Let programs move as long as it is their turn; ``isOnce``: one move, also when they are paused. */
  async letProgramsMove(isOnce = false) {
    while (this._thinkingAt !== this.row.version && this._isProgramsTurn && (isOnce || !this.row.is_paused)) {
      const { version } = this.row;
      this._thinkingAt = version;
      const began = performance.now();
      const code = await this._choice().catch(() => null);
      const left = 1000 * this.row.pace - (performance.now() - began);
      if (left > 0 && !isOnce) await new Promise((resolve) => setTimeout(resolve, left));
      this._thinkingAt = -1;
      if (code === null || version !== this.row.version) continue;
      const move = this.view.moves.find((each) => each.code === code);
      if (!move || (this.row.is_paused && !isOnce)) return;
      await this.play(move.text, this.played.length, this.view.turn ?? 0);
      if (isOnce) return;
    }
  }

  get _isProgramsTurn() {
    const { turn } = this.view;
    return turn !== null && this.row.seats[turn].player !== HUMAN;
  }

  async _choice() {
    const seat = this.view.turn ?? 0;
    const ply = this.played.length;
    const { state } = this.place;
    const report = async (/** @type {import("../engine/types.js").Analysis} */ found) => {
      const analysis = { ...(await toldLine(this.game, state, found, true)), nodes: found.nodes };
      this._tell("thinking", { seat, ply, analysis });
    };
    const codes = this.view.moves.map(({ code }) => code);
    return chosen(this.game, this.places, codes, { name: this.row.seats[seat].player, seed: this.row.seed, report });
  }

  /** @param {string} name @param {any} detail */
  _tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
