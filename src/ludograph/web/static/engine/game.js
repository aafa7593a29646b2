/** A game that was built for pages: rules, counting, thinking. Its calls block, so that it belongs into a worker. */

import { AlphaBeta } from "./alpha_beta.js";
import { advance, seeded } from "./chance.js";
import { shortestWay } from "./meeting.js";
import { MoveTexts } from "./moves.js";
import { Program } from "./program.js";
import { Explored } from "./solving.js";
import { switchedWay } from "./switching.js";
import { TreeSearch } from "./tree_search.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Circumstances} Circumstances */
/** @typedef {import("./types.js").Description} Description */
/** @typedef {import("./types.js").Limits} Limits */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").State} State */

const MOST_SECONDS = 3600;
const MOST_TRIED = 500_000; // positions that a game may have, not all of which can be reached, to be looked at whole
const MIXED = 60; // moves by chance, after which a puzzle is as mixed as it can be
const MIXINGS = 4; // of which the one is taken that is furthest from the end
const MOST_WAYS = 1000; // that are remembered
const MOST_TOUCHED = 4096; // words that a game may work in to tell what a hand touches

export class BuiltGame {
  /**
   * @param {WebAssembly.Module} module
   * @param {Description} description
   */
  constructor(module, description) {
    this.description = description;
    this._program = new Program(module, description);
    this._moves = this._program.words(description.max_moves);
    this._stack = this._moves;
    this._touched = this._program.words(MOST_TOUCHED);
    this._texts = new MoveTexts(description.about);
    this._alphaBeta = /** @type {AlphaBeta|null} */ (null);
    this._treeSearch = /** @type {TreeSearch|null} */ (null);
    this._explored = /** @type {Explored|null} */ (null);
    this._ways = /** @type {Map<string, State[]|null>} */ (new Map()); // from states whose game is too large
    this._isLarge = this._seemsLarge; // to be looked at whole
  }

  /** @returns {State} */
  start() {
    return this.description.state.start.map(BigInt);
  }

  /** The codes of the legal moves, in the kernel's order. @param {State} state */
  moves(state) {
    const number = Number(this._program.call("generate", state, this._moves, 0));
    return [...this._moves.first(number).view];
  }

  /**
   * @param {State} state
   * @param {bigint} code
   * @returns {State}
   */
  apply(state, code) {
    if (!this.moves(state).includes(code)) throw new RangeError(`${code} is the code of no move in this position.`);
    return this._program.call("apply", state, code);
  }

  /**
   * A state as the server tells positions: what stands where, and the moves as people see them. What has ended a game
   * is told by ``moves``, ``winners`` and ``drawn``; pieces are null where only the rules know them.
   * @param {State} state
   * @returns {import("./types.js").StateView}
   */
  view(state) {
    const told = this._told(state);
    const moves = this.moves(state).map((code) => this._texts.move(code, told));
    return { turn: told.turn, pieces: this.pieces(state), beside: this._beside(state, told.turn), moves, endangered: this._endangered(state) };
  }

  /** The node of what is in danger, as a king in check; null where there is none. @param {State} state */
  _endangered(state) {
    const found = "endangered" in this.description.entries ? Number(this._program.call("endangered", state)) : 0;
    return found ? found - 1 : null;
  }

  /** The moves of a line as people see them. @param {State} state @param {bigint[]} codes */
  line(state, codes) {
    return codes.map((code) => {
      const move = this._texts.move(code, this._told(state));
      state = this._program.call("apply", state, code);
      return move;
    });
  }

  /** @param {State} state */
  _told(state) {
    return {
      turn: this.turn(state),
      seats: this.description.seats.length,
      before: this._contents(state),
      after: (/** @type {bigint} */ code) => this._contents(this._program.call("apply", state, code)),
      hasTouched: "touched" in this.description.entries,
      touched: (/** @type {bigint} */ code, /** @type {number} */ way) => {
        const number = Number(this._program.call("touched", state, code, way, this._touched));
        return [...this._touched.first(number).view].map(Number);
      },
    };
  }

  /** The number of what stands on each node; none where only the rules know. @param {State} state */
  _contents(state) {
    if (!("content" in this.description.entries)) return [];
    return this.description.about.board.nodes.map((_, node) => Number(this._program.call("content", state, node)));
  }

  /**
   * The pieces in hand or lost, seat by seat.
   * @param {State} state
   * @param {number} turn
   */
  _beside(state, turn) {
    const { contents, state: words } = this.description.about;
    const held = words.fields.flatMap(({ is, whose, piece }, place) => {
      if (is !== "hand") return [];
      const seat = whose === "mover" ? turn : whose === "other" ? 1 - turn : Number(whose);
      const like = contents.find((content) => content.seat === seat && content.name.endsWith(piece ?? ""));
      return like ? Array.from({ length: Number(state[place]) }, () => like) : [];
    });
    return held.sort((one, two) => one.seat - two.seat);
  }

  /**
   * What stands on the board; null where only its own rules know (twisty puzzles: follow ``about.carries``).
   * @param {State} state
   * @returns {Piece[]|null}
   */
  pieces(state) {
    if (!("content" in this.description.entries)) return null;
    const { contents, content_is_parts } = this.description.about;
    return this._contents(state).flatMap((number, node) => {
      if (number === 0) return [];
      if (content_is_parts) return [{ ...contents[0], node, parts: bits(number - 1).reverse() }];
      const piece = contents[number - 1];
      return [{ ...piece, node, also: piece.also.map((other) => other + node) }];
    });
  }

  /** The seat to move. @param {State} state */
  turn(state) {
    return Number(this._program.call("turn", state));
  }

  /** The seats that have won, in a state without moves; none: it is a draw. @param {State} state */
  winners(state) {
    const bits = BigInt(this._program.call("winners", state));
    return this.description.seats.map((_, seat) => seat).filter((seat) => (bits >> BigInt(seat)) & 1n);
  }

  /** Whether a draw rule that needs no history ends the game here. @param {State} state */
  drawn(state) {
    return Boolean(this._program.call("drawn", state));
  }

  /** Whether a puzzle is solved. @param {State} state */
  isSolution(state) {
    return Boolean(this._program.call("is_solution", state));
  }

  /** The states after the moves, in their order. @param {State} state @returns {State[]} */
  following(state) {
    return this.moves(state).map((code) => this._program.call("apply", state, code));
  }

  /**
   * What is true of a state and its moves, where all positions that can be reached from it are at most so many; else, of a
   * puzzle whose solutions are described and whose moves can be taken back, a shortest way, if the positions to be
   * looked at are at most so many. Null where nobody knows.
   * @param {State} state
   * @param {number} most
   * @returns {import("./types.js").Solved|null}
   */
  solved(state, most) {
    if (this.description.seats.length > 2) return null;
    return this._exploredFrom(state, most)?.of(state) ?? this._nearest(state, most);
  }

  /** All that can be reached from a state; null where that is too much. @param {State} state @param {number} most */
  _exploredFrom(state, most) {
    if (this._explored?.of(state)) return this._explored;
    if (!this._isLarge) this._explored = Explored.from(this, state, most);
    this._isLarge ||= !this._explored; // the next position of such a game isn't asked in vain
    return this._explored;
  }

  /**
   * A state by chance, about as far from the end as this share of the longest way there is. Where there are too many to
   * know that, as this share of the shortest way from the furthest of some places by chance, and with the moves to it;
   * null where nobody knows.
   * @param {State} state from which it can be reached
   * @param {number} share
   * @param {number} most positions to be looked at
   * @param {number} chance from 0 up to 1
   */
  startAt(state, share, most, chance) {
    const explored = this._exploredFrom(state, most);
    return explored ? explored.start(share, chance) : this._startOnAWay(state, share, most, seeded(Math.floor(chance * 2 ** 32)));
  }

  /** @param {State} state @param {number} share @param {number} most @param {bigint} chance */
  _startOnAWay(state, share, most, chance) {
    let found = /** @type {{walk: State[], way: State[]}|null} */ (null);
    for (let tried = 0; this._solutions.length && tried < MIXINGS; tried++) {
      const walk = /** @type {State[]} */ ([]);
      for (let at = state; walk.length < MIXED; walk.push(at)) {
        chance = advance(chance);
        const next = this.following(at);
        at = next[Number(chance % BigInt(next.length))];
      }
      const way = this._wayFrom(walk[MIXED - 1], most);
      if (!way) return null;
      if (way.length > (found?.way.length ?? 1)) found = { walk, way };
    }
    if (!found) return null;
    const { walk, way } = found;
    const remoteness = Math.max(1, Math.round(share * (way.length - 1)));
    const whole = [state, ...walk, ...way.slice(1, way.length - remoteness)];
    const codes = whole.slice(1).map((next, at) => this._leading(whole[at], next));
    return { state: whole[whole.length - 1], remoteness, codes };
  }

  /** The code of the move from one state to the next. @param {State} state @param {State} next */
  _leading(state, next) {
    return this.moves(state)[this.following(state).findIndex((after) => String(after) === String(next))];
  }

  /** Where a puzzle ends, if that is described. @returns {State[]} */
  get _solutions() {
    return (this.description.solutions ?? []).map((words) => words.map(BigInt));
  }

  /** Of a puzzle of which nobody knows how large it is, and to which no other way leads, it is tried. */
  get _seemsLarge() {
    const { most_positions: most, solutions, seats } = this.description;
    const isOpen = seats.length === 1 && !solutions?.length;
    return !isOpen && (most === null || most > MOST_TRIED);
  }

  /** A shortest way to a solution; who goes it is told the rest of it. @param {State} state @param {number} most */
  _wayFrom(state, most) {
    const known = this._ways.get(String(state));
    if (known !== undefined) return known;
    const { _solutions: solutions } = this;
    const way = solutions.length ? (switchedWay(this, state, solutions) ?? shortestWay(this, state, solutions, most)) : null;
    if (this._ways.size > MOST_WAYS) this._ways.clear();
    this._ways.set(String(state), way);
    way?.forEach((at, number) => this._ways.set(String(at), way.slice(number)));
    return way;
  }

  /** @param {State} state @param {number} most @returns {import("./types.js").Solved|null} */
  _nearest(state, most) {
    const way = this._wayFrom(state, most);
    if (!way) return null;
    const remoteness = way.length - 1;
    const best = remoteness ? [this._leading(state, way[1])] : [];
    const moves = best.map((code) => ({ code, worth: /** @type {const} */ ("win"), ends_in: remoteness }));
    return { value: "win", remoteness, moves };
  }

  /**
   * The number of move sequences of this length.
   * @param {State} state
   * @param {number} depth
   * @returns {bigint}
   */
  perft(state, depth) {
    checkWhole("depth", depth, 0, this.description.most_depth);
    if (depth === 0) return 1n;
    const size = this.description.max_moves * (depth + 1);
    if (this._stack.length < size) this._stack = this._program.words(size);
    return BigInt(this._program.call("perft", state, this._stack, 0, depth));
  }

  /**
   * The best that alpha-beta finds; without a limit of time it is what `ai` of the command finds with the same limits.
   * @param {State} state
   * @param {Limits} limits
   * @param {Circumstances} [circumstances]
   * @param {Report} [report]
   */
  search(state, limits, circumstances = {}, report) {
    const facts = this.description.alpha_beta;
    if (!facts) throw new Error(`${this.description.game} isn't for two seats that move in turn: use treeSearch.`);
    this._alphaBeta ??= new AlphaBeta(this._program, facts);
    return this._think(this._alphaBeta, state, limits, circumstances, report);
  }

  /**
   * The best that Monte-Carlo tree search finds; nodes are its rounds.
   * @param {State} state
   * @param {Limits} limits
   * @param {Circumstances} [circumstances]
   * @param {Report} [report]
   */
  treeSearch(state, limits, circumstances = {}, report) {
    const facts = this.description.tree_search;
    if (!facts) throw new Error(`${this.description.game} has nobody to play against.`);
    this._treeSearch ??= new TreeSearch(this._program, facts);
    return this._think(this._treeSearch, state, limits, circumstances, report);
  }

  /**
   * @param {AlphaBeta|TreeSearch} thinker
   * @param {State} state
   * @param {Limits} limits
   * @param {Circumstances} circumstances
   * @param {Report} [report]
   */
  _think(thinker, state, limits, circumstances, report) {
    const { time, nodes, depth } = limits;
    if (time !== undefined && !(time > 0 && time <= MOST_SECONDS))
      throw new RangeError(`time=${time} is not above 0 and at most ${MOST_SECONDS}.`);
    if (nodes !== undefined) checkWhole("nodes", nodes, 1, this.description.most_nodes);
    if (depth !== undefined) checkWhole("depth", depth, 1, this.description.most_depth);
    const moves = this.moves(state);
    if (!moves.length) throw new RangeError("There is no move to think about: the game is over.");
    const match = [...(circumstances.before ?? []), state];
    const task = { match, limits, moves, repeated: this._notToRepeat(match), ...circumstances };
    const played = (/** @type {import("./types.js").Line} */ found) => ({ ...found, line: this._playable(state, found.line) });
    const playable = (/** @type {Analysis} */ found) => ({
      ...found,
      ...played(found),
      ...(found.lines && { lines: found.lines.map(played) }),
    });
    return playable(thinker.think(task, (found) => report?.(playable(found))));
  }

  /** The keys of the positions that are drawn when they occur once more. @param {State[]} match */
  _notToRepeat(match) {
    const limit = this.description.repetition_limit;
    if (limit < 2) return [];
    const occurrences = /** @type {Map<bigint, number>} */ (new Map());
    for (const state of match) {
      const key = BigInt(this._program.call("position_key", state));
      occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
    }
    return [...occurrences].filter(([, number]) => number >= limit - 1).map(([key]) => key);
  }

  /**
   * As much of a line as can be played.
   * @param {State} state
   * @param {bigint[]} line
   */
  _playable(state, line) {
    const end = line.findIndex((code) => {
      if (!this.moves(state).includes(code)) return true;
      state = this._program.call("apply", state, code);
      return false;
    });
    return end < 0 ? line : line.slice(0, end);
  }
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function checkWhole(name, value, least, most) {
  if (!(Number.isInteger(value) && value >= least && value <= most))
    throw new RangeError(`${name}=${value} is no whole number from ${least} to ${most}.`);
}

/** The numbers of the bits in a set, from 1 on. @param {number} set */
function bits(set) {
  return Array.from({ length: 31 }, (_, bit) => bit).filter((bit) => (set >> bit) & 1).map((bit) => bit + 1);
}
