/** What is known of the positions of an analysis: from solutions, else from the AI, first quickly, then of every move. */

import { get, post, Refusal } from "../api.js";
import { puzzleKnown, searchedKnown, solvedKnown } from "../match/truth.js";
import { gradedMoves, solvedMoves } from "../match/values.js";
import { phrase } from "../words.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Truth} Truth */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../match/chart.js").Known} Known */

/**
 * `chance` is that of who is to move, in per cent; null where nobody knows, and for puzzles. `moves` are all that were judged.
 * @typedef {{truth: Truth|null, analysis: Analysis|null, every?: Line[], moves: ValuedMove[], chance: number|null, known: Omit<Known, "ply">|null, words: string}} Finding
 */

const EVERY_MOVE = 500;
const AGAIN = 1500; // milliseconds after which somebody who asks too often asks again
const FIRST = { time: 0.5 };
const SECOND = { time: 1, lines: EVERY_MOVE };
const NOTHING = { truth: null, analysis: null, moves: [], chance: null, known: null };

export class Insight {
  /**
   * @param {import("../types.js").Game} game
   * @param {string} start
   */
  constructor(game, start) {
    this._game = game;
    this._start = start;
    this._findings = /** @type {Map<Node, Finding>} */ (new Map());
    this._views = /** @type {Map<string, Promise<View>>} */ (new Map());
  }

  /** A position to be shown. @param {string} position */
  view(position) {
    /** @type {Promise<View>} */
    const known = this._views.get(position) ?? get("position", { game: this._game.id, position });
    this._views.set(position, known);
    known.catch(() => this._views.delete(position)); // the next one who looks asks again
    return known;
  }

  /** What was found there so far. @param {Node} node */
  at(node) {
    return this._findings.get(node) ?? null;
  }

  /**
   * Find out about a place; told more and more, as long as it is wanted.
   * @param {Node} node
   * @param {{lines: number, isWanted: () => boolean, tell: (finding: Finding) => void}} given
   */
  async ask(node, { lines, isWanted, tell }) {
    const keep = (/** @type {Finding} */ finding) => {
      this._findings.set(node, finding);
      if (isWanted()) tell(finding);
    };
    const before = this.at(node);
    const enough = Math.min(lines, before?.every?.length || Infinity);
    if (before?.truth || (before?.analysis && before.analysis.lines.length >= enough)) return tell(before);
    const view = await this.view(node.position);
    if (view.outcome) return keep({ ...NOTHING, ...this._over(view), words: view.outcome.text });
    const asked = { game: this._game.id, position: node.position, if_known: "true" };
    const truth = /** @type {Truth|null} */ (await get("position/value", asked));
    if (truth) return keep(this._solvedFinding(truth, view));
    if (this._game.seats.length === 1)
      return keep({ ...NOTHING, words: phrase("unsolved") });
    const quick = await this._analysis(node, { ...FIRST, lines }, isWanted);
    if (quick) keep(this._searchedFinding(quick, [], view));
    const every = quick && (await this._analysis(node, SECOND, isWanted));
    if (!every) return;
    const deeper = every.depth > quick.depth ? { ...every, lines: every.lines.slice(0, lines) } : quick;
    keep(this._searchedFinding(deeper, every.lines, view));
  }

  /** Ask about it anew, with more time. @param {Node} node @param {number} lines @param {number} time */
  async askLonger(node, lines, time) {
    const longer = await this._analysis(node, { time, lines }, () => true);
    const before = this.at(node);
    const view = await this.view(node.position);
    if (!longer) return;
    this._findings.set(node, this._searchedFinding(longer, before?.every ?? [], view));
  }

  /**
   * @param {Node} node
   * @param {{time: number, lines: number}} budget
   * @param {() => boolean} isWanted
   * @returns {Promise<Analysis|null>}
   */
  async _analysis(node, budget, isWanted) {
    const moves = node.path.map(({ text }) => text);
    while (isWanted()) {
      try {
        return await post("position/analysis", { game: this._game.id, position: this._start, moves, ...budget });
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "too-many-requests") throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
    return null;
  }

  /** 1 when the first seat is to move, -1 when the second is; of three, a number can't tell it. @param {View} view */
  _side({ turn }) {
    return turn === 0 ? 1 : this._game.seats.length > 2 ? NaN : -1;
  }

  /** @param {Truth} truth @param {View} view @returns {Finding} */
  _solvedFinding(truth, view) {
    const isPuzzle = this._game.seats.length === 1;
    const known = isPuzzle ? puzzleKnown(truth) : solvedKnown(truth, this._side(view));
    const chance = isPuzzle ? null : { win: 100, draw: 50, lose: 0, unsolvable: 0 }[truth.value];
    return { truth, analysis: null, moves: solvedMoves(truth.moves), chance, known, words: truth.words };
  }

  /** @param {Analysis} analysis @param {Line[]} every of another search @param {View} view @returns {Finding} */
  _searchedFinding(analysis, every, view) {
    const moves = gradedMoves(inOneOrder(analysis.lines, every));
    const known = searchedKnown(analysis, this._side(view));
    const words = phrase("insight.searched", { n: analysis.depth, nodes: analysis.nodes });
    return { truth: null, analysis, every, moves, chance: analysis.win_chance, known, words };
  }

  /** The end, as the chart has it. @param {View} view */
  _over({ outcome, turn }) {
    const seats = this._game.seats.length;
    if (!outcome) return {};
    if (seats === 1) return { known: { number: 0, word: outcome.text } };
    const share = outcome.winners.length === 1 ? (outcome.winners[0] === 0 ? 100 : 0) : 50;
    const truth = { winner: Math.sign(share - 50), remoteness: 0 };
    return seats === 2 ? { known: { number: share, word: outcome.text, truth }, chance: turn === 1 ? 100 - share : share } : {};
  }
}

/**
 * The lines of the deeper search, and behind them the moves that only the other one has judged. That the first are the
 * best says of the others that they are no better than the last of those, whatever a shallower search thought.
 * @param {Line[]} deeper the best first
 * @param {Line[]} every
 * @returns {Line[]}
 */
export function inOneOrder(deeper, every) {
  const found = new Set(deeper.map(({ move }) => move));
  const most = deeper.at(-1)?.win_chance ?? 100;
  const others = every.filter(({ move }) => !found.has(move));
  return [...deeper, ...others.map((line) => (line.win_chance > most ? { ...line, win_chance: most, win_in: null } : line))];
}
