/** What is known of positions: from solutions, else from the AI; in this page where it can, if help is allowed. */

import { get, post } from "../api.js";
import { TRUTH_PATIENCE, within } from "../here/loading.js";
import { bestOf, inWords } from "../board/marks.js";
import { gradedMoves, solvedMoves } from "./values.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Truth} Truth */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./chart.js").Known} Known */

const QUICK_NODES = 30000;
const EVERY_MOVE = 500;
const SECONDS = 0.8;
const CHANCES = { win: 100, draw: 50, lose: 0, unsolvable: 0 };

/** @typedef {{kind: "truth", truth: Truth, moves: ValuedMove[]} | {kind: "analysis", analysis: Analysis, moves: ValuedMove[]} | {kind: "unknown", why: string}} Finding */

export class Knowledge {
  /** @param {Model} model */
  constructor(model) {
    this._model = model;
    this._isSolved = /** @type {boolean|null} */ (null); // not asked yet
    this._forgotten = 0; // how often: what was asked before says nothing of the solutions there are now
    this._findings = /** @type {Map<number, {position: string, known: Known}>} */ (new Map());
  }

  /** Ask for solutions again: one was made. */
  forget() {
    this._isSolved = null;
    this._forgotten++;
  }

  /**
   * What is known of the position after so many moves.
   * @param {number} ply
   * @param {{isQuick?: boolean}} [how]
   * @returns {Promise<Finding>}
   */
  async at(ply, { isQuick = false } = {}) {
    const { match, isPuzzle } = this._model;
    const position = this._model.positionAt(ply);
    const side = turnAt(this._model, ply);
    const here = this._model.hasHelp ? await this._model.here() : null;
    const solved = await this._truth(ply, here);
    if (solved) {
      this._keep(ply, position, isPuzzle ? puzzleKnown(solved) : solvedKnown(solved, side));
      return { kind: "truth", truth: solved, moves: solvedMoves(solved.moves) };
    }
    if (isPuzzle) return { kind: "unknown", why: phrase("unsolved") };
    const budget = isQuick ? { nodes: QUICK_NODES } : { time: SECONDS, lines: EVERY_MOVE };
    const own = await here?.analysis(this._model.movesTo(ply), budget, { position, moves: [] }).catch(() => null);
    const analysis = own ?? (await post(`matches/${match.id}/analysis`, { ply, ...budget }));
    this._keep(ply, position, searchedKnown(analysis, side));
    return { kind: "analysis", analysis, moves: gradedMoves(analysis.lines) };
  }

  /**
   * The best move of a position, with a word about it.
   * @param {number} ply
   * @returns {Promise<{text: string, word: string}|null>}
   */
  async best(ply) {
    const finding = await this.at(ply);
    if (finding.kind === "analysis")
      return { text: finding.analysis.move, word: phrase("ai-says", { score: finding.analysis.score_text }) };
    if (finding.kind === "unknown") return null;
    const best = bestOf(finding.moves.filter((move) => move.value && move.value !== "unsolvable"));
    return best ? { text: best.text, word: inWords(best) } : null;
  }

  /** What is known of the positions of this game, in their order. @returns {Known[]} */
  get through() {
    const known = [...this._findings].filter(
      ([ply, { position }]) => ply <= this._model.match.moves.length && position === this._model.positionAt(ply),
    );
    return known.sort(([one], [two]) => one - two).map(([, finding]) => finding.known);
  }

  /**
   * What is true, if somebody knows: the server, which has large solutions, or else this page.
   * @param {number} ply
   * @param {import("../here/here.js").Here|null} here
   * @returns {Promise<Truth|null>}
   */
  async _truth(ply, here) {
    const served = this._isSolved === false ? Promise.resolve(null) : this._solved(ply);
    if (!here) return served;
    const first = await within(served.catch(() => null), TRUTH_PATIENCE);
    return first ?? here.truth(this._model.movesTo(ply)).catch(() => null);
  }

  /** @param {number} ply */
  async _solved(ply) {
    const forgotten = this._forgotten;
    const truth = /** @type {Truth|null} */ (await get(`matches/${this._model.match.id}/value`, { ply: String(ply) }));
    if (forgotten === this._forgotten) this._isSolved = truth !== null;
    return truth;
  }

  /**
   * @param {number} ply
   * @param {string} position
   * @param {Omit<Known, "ply">} known
   */
  _keep(ply, position, known) {
    if (Number.isNaN(known.number)) return;
    this._findings.set(ply, { position, known: { ply, ...known } });
  }
}

/**
 * What is told of a solved position, for a chart; `side` is 1 when the first seat moves there, -1 when the second does.
 * @param {Truth} truth
 * @param {number} side
 * @returns {Omit<Known, "ply">}
 */
export function solvedKnown(truth, side) {
  const number = 50 + side * (CHANCES[truth.value] - 50);
  return { number, word: inWords(truth), truth: { winner: Math.sign(number - 50), remoteness: truth.remoteness ?? 0 } };
}

/**
 * @param {Truth} truth of a puzzle's position
 * @returns {Omit<Known, "ply">}
 */
export function puzzleKnown(truth) {
  return { number: truth.remoteness ?? NaN, word: inWords(truth) };
}

/**
 * @param {{win_chance: number, score_text: string}} found
 * @param {number} side
 * @returns {Omit<Known, "ply">}
 */
export function searchedKnown({ win_chance: chance, score_text: score }, side) {
  const number = 50 + side * (chance - 50);
  return { number, word: phrase("chance-words", { score, chance: Math.round(chance) }) };
}

/**
 * 1 when the first seat moves after so many moves, else -1: charts are drawn for the first seat. Of three, what is
 * good for another one is not simply bad for the first: then it is no number.
 * @param {Model} model
 * @param {number} ply
 */
function turnAt(model, ply) {
  const { moves, view } = model.match;
  const seat = moves[ply]?.seat ?? view.turn ?? 1 - (moves.at(-1)?.seat ?? 1);
  return seat === 0 ? 1 : model.match.seats.length > 2 ? NaN : -1;
}
