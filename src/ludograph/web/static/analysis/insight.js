/** What is known of the positions of an analysis: from solutions, else from the AI, first quickly, then of every move. */

import { get, post, postForLines, Refusal } from "../api.js";
import { Loading, TRUTH_PATIENCE, within } from "../here/loading.js";
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

/** Event: `told` (detail: the node), when the server has told a position that this page had found by itself. */
export class Insight extends EventTarget {
  /**
   * @param {import("../types.js").Game} game
   * @param {string} start
   */
  constructor(game, start) {
    super();
    this._game = game;
    this._here = new Loading(game, start);
    this._findings = /** @type {Map<Node, Finding>} */ (new Map());
    this._views = /** @type {Map<Node, Promise<View>>} */ (new Map());
    this._told = /** @type {Map<Node, Promise<View>>} */ (new Map());
  }

  // -- positions -------------------------------------------------------------------------------------------------

  /** A position to be shown: as this page finds it at once; the server's words come after it. @param {Node} node */
  view(node) {
    const known = this._views.get(node) ?? this._soonest(node);
    this._views.set(node, known);
    known.catch(() => this._views.delete(node)); // the next one who looks asks again
    return known;
  }

  /** @param {Node} node @returns {Promise<View>} */
  _soonest(node) {
    const told = this.told(node);
    const here = this._here.now;
    if (!here) return told;
    told.then(
      (view) => {
        this._views.set(node, Promise.resolve(view));
        this.dispatchEvent(new CustomEvent("told", { detail: node }));
      },
      () => {}, // what was found here stays
    );
    return here.view(textsTo(node)).catch(() => told);
  }

  /** The position as the server tells it, which gives it its text. @param {Node} node */
  told(node) {
    const known = this._told.get(node) ?? this._asked(node);
    this._told.set(node, known);
    known.catch(() => this._told.delete(node));
    return known;
  }

  /** @param {Node} node @returns {Promise<View>} */
  async _asked(node) {
    if (node.position) return get("position", { game: this._game.id, position: node.position });
    const view = await post("position/play", { game: this._game.id, ...knownOf(node) });
    node.position = view.position;
    node.customary = view.last_move.customary ?? node.customary;
    return view;
  }

  /** The move that a text means there. @param {Node} node @param {string} text @returns {Promise<import("../types.js").Move>} */
  async move(node, text) {
    const { moves } = await this.view(node);
    const found = moves.find((move) => move.text === text);
    if (found) return found;
    const { position, moves: since } = knownOf(node);
    return (await post("position/play", { game: this._game.id, position, moves: [...since, text] })).last_move;
  }

  /** What would stand there after a move. @param {Node} node @param {string} text @returns {Promise<View>} */
  after(node, text) {
    const { position, moves } = knownOf(node);
    const ask = () => post("position/play", { game: this._game.id, position, moves: [...moves, text] });
    return this._here.now?.view([...textsTo(node), text]).catch(ask) ?? ask();
  }

  /** Why a hand can't go on so: the server knows the rule, this page at least what it can do. @param {Node} node @param {string[]} hops */
  async why(node, hops) {
    try {
      const { position } = await this.told(node);
      return (await post("position/partial", { game: this._game.id, position, hops })).message;
    } catch (error) {
      const isSilent = error instanceof Refusal && error.code === "no-answer";
      const own = isSilent && (await this._here.now?.partial(textsTo(node), hops).catch(() => null));
      return own ? own.message : /** @type {Error} */ (error).message;
    }
  }

  // -- what is known of them -------------------------------------------------------------------------------------

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
    this._here.now?.stop(); // nobody waits for what was thought of another position
    const view = await this.view(node);
    if (view.outcome) return keep({ ...NOTHING, ...this._over(view), words: view.outcome.text });
    const truth = await this._truth(node, (late) => keep(this._solvedFinding(late, view)));
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

  /**
   * The truth, where somebody knows it. The server has large solutions and is asked first; if it keeps us waiting, this
   * page solves what it can, and what comes late is told, too.
   * @param {Node} node
   * @param {(truth: Truth) => void} tellLate
   * @returns {Promise<Truth|null>}
   */
  async _truth(node, tellLate) {
    const here = await this._here.soon();
    const served = this._servedTruth(node);
    if (!here) return served;
    const quiet = served.catch(() => null);
    const first = await within(quiet, TRUTH_PATIENCE);
    if (first) return first;
    quiet.then((late) => late && late !== first && tellLate(late));
    return here.truth(textsTo(node)).catch(() => null);
  }

  /** @param {Node} node @returns {Promise<Truth|null>} */
  async _servedTruth(node) {
    const { position } = await this.told(node);
    return get("position/value", { game: this._game.id, position, if_known: "true" });
  }

  /**
   * Look at the moves of a line again, one after the other.
   * @param {Node[]} line
   * @param {(judged: import("../types.js").Judged) => void} tell
   */
  async review(line, tell) {
    if (!line.length) return;
    const moves = line.map(({ text }) => text);
    const here = await this._here.soon();
    let number = 0;
    const count = (/** @type {import("../types.js").Judged} */ judged) => tell((number++, judged));
    const known = (/** @type {number} */ ply) => knownOf(line[ply].parent ?? line[ply]);
    try {
      if (here) return await here.review(moves, known, count);
    } catch (error) {
      if (number) throw error; // else the server may do it
    }
    await postForLines("position/review", { game: this._game.id, position: rootOf(line[0]), moves }, tell);
  }

  /** Ask about it anew, with more time. @param {Node} node @param {number} lines @param {number} time */
  async askLonger(node, lines, time) {
    const longer = await this._analysis(node, { time, lines }, () => true);
    const before = this.at(node);
    const view = await this.view(node);
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
    const here = await this._here.soon();
    const own = await here?.analysis(textsTo(node), budget, knownOf(node)).catch(() => null);
    if (own && isWanted()) return own; // else it may have been stopped
    while (isWanted()) {
      try {
        return await post("position/analysis", { game: this._game.id, position: rootOf(node), moves: textsTo(node), ...budget });
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

/** The texts of the moves from the start to a place. @param {Node} node */
function textsTo(node) {
  return node.path.map(({ text }) => text);
}

/** @param {Node} node @returns {string} */
function rootOf(node) {
  return node.parent ? rootOf(node.parent) : node.position;
}

/** A place as the server can find it: the last position on the way whose text is known, and the moves since. @param {Node} node */
function knownOf(node) {
  const moves = /** @type {string[]} */ ([]);
  let at = node;
  while (!at.position && at.parent) {
    moves.unshift(at.text);
    at = at.parent;
  }
  return { position: at.position, moves };
}
