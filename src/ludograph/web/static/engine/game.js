/** A game that was built for pages: rules, counting, thinking. Its calls block, so that it belongs into a worker. */

import { AlphaBeta } from "./alpha_beta.js";
import { Program } from "./program.js";
import { TreeSearch } from "./tree_search.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Circumstances} Circumstances */
/** @typedef {import("./types.js").Description} Description */
/** @typedef {import("./types.js").Limits} Limits */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").State} State */

const MOST_SECONDS = 3600;

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
    this._alphaBeta = /** @type {AlphaBeta|null} */ (null);
    this._treeSearch = /** @type {TreeSearch|null} */ (null);
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
   * What stands on the board; null where only its own rules know (twisty puzzles: follow ``about.carries``).
   * @param {State} state
   * @returns {Piece[]|null}
   */
  pieces(state) {
    if (!("content" in this.description.entries)) return null;
    const { board, contents, content_is_parts } = this.description.about;
    return board.nodes.flatMap((_, node) => {
      const number = Number(this._program.call("content", state, node));
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
    const playable = (/** @type {Analysis} */ found) => ({ ...found, line: this._playable(state, found.line) });
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
