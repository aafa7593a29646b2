/** A game in this page: its rules in a worker, its positions as texts, and what the page shows of them. */

import { Refusal } from "./refusal.js";
import { following, refusal } from "./refusals.js";

/** @typedef {import("../engine/types.js").State} State */
/** @typedef {import("../engine/types.js").ToldMove} ToldMove */
/** @typedef {import("../types.js").Outcome} Outcome */
/** @typedef {import("../types.js").View} View */

/**
 * A position: the words of its state and, where only the rules know what stands where, which sticker is on each node.
 * @typedef {{state: State, stickers: number[]|null}} Place
 * @typedef {Omit<View, "moves"> & {moves: ToldMove[]}} ToldView
 *
 * What is the same for all games: how strong players are, what a fault costs, how far starts are from the end.
 * @typedef {object} Measures
 * @property {Record<string, {nodes: number|null, time: number|null, carelessness: number}>} levels of the AI
 * @property {number} usual_level
 * @property {number} positions_of_a_round about so many are looked at in one round of tree search
 * @property {Record<string, number>} least_loss of the chance to win, by fault, the worst first
 * @property {Record<string, number>} difficulties shares of the longest way to the end
 */

const WORDS = /^[0-9a-f]+(\.[0-9a-f]+)*(~[0-9,]+)?$/;
const KEPT_VIEWS = 200;

export class LocalGame {
  /** @param {import("../engine/client.js").GameClient} client @param {Measures} measures */
  constructor(client, measures) {
    this.rules = client; // answers at once
    this.thinker = client.another(); // while this one may be busy
    this.measures = measures;
    this._views = /** @type {Map<string, Promise<ToldView>>} */ (new Map());
  }

  get description() {
    return this.rules.description;
  }

  /** @returns {any} */
  get about() {
    return this.description.about;
  }

  get seats() {
    return this.description.seats;
  }

  get isPuzzle() {
    return this.seats.length === 1;
  }

  // -- positions as texts ----------------------------------------------------------------------------------------

  /** @returns {Place} */
  get start() {
    const { start_pieces: pieces } = this.about;
    return { state: this.description.state.start.map(BigInt), stickers: pieces ? pieces.map(likeFirst) : null };
  }

  /** The words in hexadecimal, between dots. @param {Place} place */
  write({ state, stickers }) {
    return state.map((word) => word.toString(16)).join(".") + (stickers ? `~${stickers.join()}` : "");
  }

  /** @param {string|null|undefined} text @returns {Place} */
  read(text) {
    if (text === null || text === undefined) return this.start;
    const fault = (/** @type {string} */ why) => new Refusal({ code: "position-syntax", detail: `The position can't be read: ${why}.` });
    const wanted = this.description.state.fields.length;
    if (!WORDS.test(text)) throw fault(`on this site a position is written in ${wanted} hexadecimal numbers with dots between them`);
    const [words, stickers] = text.split("~");
    const state = words.split(".").map((word) => BigInt(`0x${word}`));
    if (state.length !== wanted) throw fault(`it has ${state.length} numbers, not ${wanted}`);
    const { start } = this;
    if (!start.stickers) return { state, stickers: null };
    const numbers = (stickers ?? "").split(",").map(Number);
    const isWhole = numbers.length === start.stickers.length && numbers.every((number) => number < numbers.length);
    if (!isWhole) throw fault(`it must tell the ${start.stickers.length} stickers behind ~`);
    return { state, stickers: numbers };
  }

  // -- what is shown ---------------------------------------------------------------------------------------------

  /**
   * A position as the page shows it; ``before`` are the earlier ones of a match.
   * @param {Place} place
   * @param {Place[]} [before]
   * @returns {Promise<ToldView>}
   */
  async view(place, before = []) {
    const view = await this._view(place);
    if (view.outcome || !this._isRepeated(place, before)) return view;
    const limit = this.description.repetition_limit;
    return { ...view, turn: null, moves: [], outcome: draw(this.seats.length, "repetition", `A draw: the position has occurred ${limit} times.`) };
  }

  /** @param {Place} place @returns {Promise<ToldView>} */
  _view(place) {
    const text = this.write(place);
    const known = this._views.get(text) ?? this._asked(place, text);
    this._views.delete(text);
    this._views.set(text, known); // the newest last
    known.catch(() => this._views.delete(text));
    for (const oldest of [...this._views.keys()].slice(0, -KEPT_VIEWS)) this._views.delete(oldest);
    return known;
  }

  /** @param {Place} place @param {string} text @returns {Promise<ToldView>} */
  async _asked(place, text) {
    const { state } = place;
    const told = await this.rules.view(state);
    const outcome = await this._outcome(state, told.turn, told.moves.length === 0);
    const pieces = told.pieces ?? this._stuck(place.stickers ?? []);
    const shared = { position: text, outcome, alerts: this._alerts(told), pieces: /** @type {any[]} */ (pieces), beside: /** @type {any[]} */ (told.beside) };
    return { ...shared, turn: outcome ? null : told.turn, moves: outcome ? [] : told.moves };
  }

  /** @param {import("../engine/types.js").StateView} told */
  _alerts({ turn, endangered }) {
    return endangered === null ? [] : [{ seat: turn, nodes: [endangered], word: this.description.alert_word }];
  }

  /** @param {number[]} stickers */
  _stuck(stickers) {
    const pieces = /** @type {any[]} */ (this.about.start_pieces);
    return stickers.map((number, node) => ({ ...pieces[number], node }));
  }

  /** @param {State} state @param {number} turn @param {boolean} hasNoMoves @returns {Promise<Outcome|null>} */
  async _outcome(state, turn, hasNoMoves) {
    if (this.isPuzzle) {
      if (await this.rules.isSolution(state)) return { result: "1", winners: [0], reason: "solved", text: "Solved!" };
      return hasNoMoves ? { result: "0", winners: [], reason: "stuck", text: "There is no move left, and the puzzle is not solved." } : null;
    }
    const count = this.seats.length;
    if (await this.rules.drawn(state)) return draw(count, "drawn", "A draw by the rules.");
    if (!hasNoMoves) return null;
    const winners = await this.rules.winners(state);
    return winners.length ? won(this.seats, winners, "win") : draw(count, "draw", `A draw: ${this.seats[turn]} can't move.`);
  }

  /** @param {Place} place @param {Place[]} before */
  _isRepeated(place, before) {
    const limit = this.description.repetition_limit;
    if (limit < 2) return false;
    const fields = /** @type {{is: string}[]} */ (this.about.state.fields);
    const key = ({ state } = place) => state.filter((_, word) => fields[word].is !== "counter").join();
    const now = key();
    return before.filter((earlier) => key(earlier) === now).length >= limit - 1;
  }

  // -- moves -----------------------------------------------------------------------------------------------------

  /** @param {Place} place @param {ToldMove} move @returns {Promise<Place>} */
  async after(place, move) {
    const state = await this.rules.apply(place.state, move.code);
    const carried = /** @type {number[]|undefined} */ (this.about.carries?.[move.text]);
    return { state, stickers: place.stickers && carried ? carried.map((from) => (place.stickers ?? [])[from]) : null };
  }

  /**
   * The move that a text means: as it is written, as people write it, or the hops with dashes between them.
   * @param {ToldView} view
   * @param {string} text
   * @returns {ToldMove}
   */
  find(view, text) {
    const plain = (/** @type {string} */ one) => one.toLowerCase();
    const spellings = (/** @type {ToldMove} */ move) => [move.text, move.customary, ...move.ways.flatMap((way) => [way.join("-"), way.join("x"), way.join("")])];
    const found = view.moves.find((move) => move.text === text) ?? view.moves.find((move) => spellings(move).map(plain).includes(plain(text)));
    if (found) return found;
    throw this.why(view, this._hopsIn(text)) ?? new Refusal({ code: "illegal-move", detail: `“${text}” is no whole move.` });
  }

  /** @param {string} text */
  _hopsIn(text) {
    return text.split(/[-x:/]/).map((hop) => this._label(hop));
  }

  /** A cell's label, whatever it was called by. @param {string} hop @returns {string} */
  _label(hop) {
    const isMeant = (/** @type {any} */ { label, name }) => [label, name].some((one) => one?.toLowerCase() === hop.toLowerCase());
    return this.about.board.nodes.find(isMeant)?.label ?? hop;
  }

  /** @param {ToldView} view @param {string[]} hops */
  why(view, hops) {
    return refusal(this.about.board, this.seats, /** @type {any} */ (view), hops);
  }

  /** A move that is entered hop by hop. @param {ToldView} view @param {string[]} hops */
  partial(view, hops) {
    hops = hops.map((hop) => this._label(hop));
    const next = following(/** @type {any} */ (view), hops);
    const move = view.moves.find(({ ways }) => ways.some((way) => way.join() === hops.join())) ?? null;
    const why = this.why(view, hops);
    const message = why?.message ?? (move ? `${move.text} is a move.` : `Go on with ${(next ?? []).join(" or ")}.`);
    return { hops, valid: next !== null, complete: move !== null, next: next ?? [], message, move: move && plainMove(move) };
  }
}

/** A view without what only the worker needs. @param {ToldView} view @returns {View} */
export function plainView(view) {
  return { ...view, moves: view.moves.map(plainMove) };
}

/** @param {ToldMove} move @returns {import("../types.js").Move} */
export function plainMove({ code: _, ...move }) {
  return move;
}

/** @param {string[]} seats @param {number[]} winners @param {string} reason @param {string} [text] @returns {Outcome} */
export function won(seats, winners, reason, text) {
  const share = `1/${winners.length}`.replace("1/1", "1");
  const result = seats.map((_, seat) => (winners.includes(seat) ? share : "0")).join("-");
  const names = winners.map((seat) => seats[seat]).join(" and ");
  return { result, winners, reason, text: text ?? `${names} ${winners.length > 1 ? "win" : "wins"}.` };
}

/** @param {number} seats @param {string} reason @param {string} text @returns {Outcome} */
export function draw(seats, reason, text) {
  return { result: Array.from({ length: seats }, () => `1/${seats}`).join("-"), winners: [], reason, text };
}

/** The first piece that looks like this one. @param {any} piece @param {number} _ @param {any[]} pieces */
function likeFirst(piece, _, pieces) {
  return pieces.findIndex(({ palette, colour, sign }) => palette === piece.palette && colour === piece.colour && sign === piece.sign);
}
