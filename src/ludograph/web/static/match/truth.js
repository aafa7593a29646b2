/** What is known of positions: from solutions, else from the AI. */

import { get, post } from "../api.js";
import { bestOf, inWords } from "../board/marks.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Truth} Truth */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./chart.js").Known} Known */

const QUICK_NODES = 30000;
const SURE = 1000; // a score, in hundredths of the usual unit, that is as good as won

/** @typedef {{kind: "truth", truth: Truth, moves: ValuedMove[]} | {kind: "analysis", analysis: Analysis} | {kind: "unknown", why: string}} Finding */

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
    const solved = this._isSolved === false ? null : await this._solved(position);
    if (solved) {
      const moves = solved.moves.map(forMover);
      this._keep(ply, position, isPuzzle ? (solved.remoteness ?? 0) : worth(solved.value) * side, inWords(solved));
      return { kind: "truth", truth: solved, moves };
    }
    if (isPuzzle) return { kind: "unknown", why: "Nobody has solved this puzzle yet." };
    const moves = match.moves.slice(0, ply).map((move) => move.text);
    const budget = isQuick ? { nodes: QUICK_NODES } : { time: 0.5 };
    const analysis = await post("position/analysis", { game: match.game, position: match.start, moves, ...budget });
    const score = analysis.win_in === null ? analysis.score : Math.sign(analysis.score) * SURE;
    this._keep(ply, position, Math.tanh(score / 300) * side, analysis.score_text);
    return { kind: "analysis", analysis };
  }

  /**
   * The best move of a position, with a word about it.
   * @param {number} ply
   * @returns {Promise<{text: string, word: string}|null>}
   */
  async best(ply) {
    const finding = await this.at(ply);
    if (finding.kind === "analysis")
      return { text: finding.analysis.move, word: `the AI says ${finding.analysis.score_text}` };
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

  /** @param {string} position */
  async _solved(position) {
    const forgotten = this._forgotten;
    const truth = /** @type {Truth|null} */ (
      await get("position/value", { game: this._model.match.game, position, if_known: "true" })
    );
    if (forgotten === this._forgotten) this._isSolved = truth !== null;
    return truth;
  }

  /**
   * @param {number} ply
   * @param {string} position
   * @param {number} number
   * @param {string} word
   */
  _keep(ply, position, number, word) {
    if (Number.isNaN(number)) return;
    this._findings.set(ply, { position, known: { ply, number, word } });
  }
}

/**
 * What the server tells of a move, for who makes it.
 * @param {import("../types.js").ToldMove} move
 * @returns {ValuedMove}
 */
function forMover({ text, worth, ends_in, is_best, behind }) {
  return { text, value: worth, remoteness: ends_in, isBest: is_best, behind };
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

/** @param {import("../types.js").Value} value */
function worth(value) {
  return value === "win" ? 1 : value === "lose" ? -1 : 0;
}
