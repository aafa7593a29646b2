/** Thinking by Monte-Carlo tree search: players/tree_search.py, which finds the same. */

import { seeded } from "./chance.js";
import { KernelFailed } from "./program.js";

/** @typedef {import("./alpha_beta.js").Task} Task */
/** @typedef {import("./program.js").Program} Program */
/** @typedef {import("./program.js").Words} Words */
/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TreeSearchFacts} TreeSearchFacts */

const ROOT = 0;
const FIRST_ROUNDS = 100; // as long as the speed isn't known
const REPORT_EVERY = 0.25; // seconds
const SHORTEST = 0.005; // parts of the work, in seconds

export class TreeSearch {
  /**
   * @param {Program} program
   * @param {TreeSearchFacts} facts
   */
  constructor(program, facts) {
    this._program = program;
    this._facts = facts;
    this._stack = program.words(2 * program.description.max_moves);
    this._memory = program.words(facts.memory_size);
    this._whole = /** @type {Words|null} */ (null); // the tree with all the room that it ever had
    this._tree = this._memory;
    this._root = ROOT;
    this._match = /** @type {State[]} */ ([]); // leads to the root
  }

  /**
   * @param {Task} task
   * @param {Report} report told now and then
   * @returns {Analysis}
   */
  think(task, report) {
    const { FEWER } = this._facts.places;
    try {
      return this._thought(task, report);
    } catch (error) {
      if (!(error instanceof KernelFailed) || this._memory.number(FEWER) === this._facts.never) throw error;
      // Perhaps because the game was over: only whether moves fill a board is tried out beyond its end.
      this._memory.put({ [FEWER]: this._facts.never });
      this._match = [];
      return this._thought(task, report);
    }
  }

  /**
   * @param {Task} task
   * @param {Report} report
   * @returns {Analysis}
   */
  _thought(task, report) {
    this._prepare(task);
    const { ROUND_LIMIT, ROUNDS } = this._facts.places;
    const { time = Infinity, nodes: most = this._program.description.most_nodes, depth } = task.limits;
    const state = task.match[task.match.length - 1];
    const began = performance.now();
    for (let seconds = 0, rounds = 0; ; ) {
      // Rounds may be done in parts: the tree grows in the same way. A depth, though, is reached within a part.
      const span = Math.min(REPORT_EVERY, Math.max(SHORTEST, (time - seconds) / 2));
      const more = rounds < FIRST_ROUNDS ? FIRST_ROUNDS : Math.max(1, Math.ceil((rounds / seconds) * span));
      const limit = depth !== undefined && time === Infinity ? most : Math.min(most, rounds + more);
      this._memory.put({ [ROUND_LIMIT]: limit });
      this._program.call("grow", state, this._root, this._stack, this._memory, this._tree);
      rounds = this._memory.number(ROUNDS);
      seconds = (performance.now() - began) / 1000;
      const found = { ...this._found(task), nodes: rounds, seconds };
      report(found);
      if (rounds < limit || rounds >= most || seconds >= time) return found;
    }
  }

  // -- the tree ------------------------------------------------------------------------------------------

  /** @param {Task} task */
  _prepare({ match, limits, repeated, seed = 0 }) {
    const { places, stride, tree_words, least_tree_words, most_repeated, cut_off, has_evaluation } = this._facts;
    let size = tree_words;
    const { nodes } = limits;
    while (nodes && size > least_tree_words && size > 64 * stride * nodes) size /= 2;
    if (limits.time === undefined || !this._follow(match, size)) {
      if (!this._whole || this._whole.length < size) this._whole = this._program.words(size);
      this._tree = this._whole.first(size);
      this._tree.clear(0, stride); // the root; other nodes are cleared when they come into being
      this._root = ROOT;
      this._memory.put({ [places.USED]: 1, [places.GOES_ON]: 0, [places.CHANCE]: seeded(seed) });
    }
    this._match = match;
    repeated = repeated.slice(-most_repeated);
    this._memory.put({
      [places.STOP]: 0,
      [places.ROUNDS]: 0,
      [places.DEPTH_LIMIT]: limits.depth ?? 0,
      [places.CUT_OFF]: cut_off,
      [places.SEATS]: this._program.description.seats.length,
      [places.HAS_EVALUATION]: Number(has_evaluation),
      [places.REPEATED]: repeated.length,
    });
    this._memory.view.set(repeated, places.REPEATED_KEYS);
  }

  /**
   * Go on with the part of the tree that the moves since then lead to, while half of the tree is free.
   * @param {State[]} match
   * @param {number} size
   */
  _follow(match, size) {
    const before = this._match;
    const used = this._memory.number(this._facts.places.USED);
    const goesOn = before.length > 0 && before.every((state, place) => isSame(state, match[place]));
    if (!goesOn || this._tree.length !== size || 2 * used * this._facts.stride > size) return false;
    let node = this._root;
    for (let place = before.length; place < match.length; place++) {
      const leadsOn = (/** @type {number} */ child) =>
        isSame(this._program.call("apply", match[place - 1], this._move(child)), match[place]);
      const next = this._children(node).find(leadsOn);
      if (next === undefined) return false;
      node = next;
    }
    this._root = node;
    return true;
  }

  /** @param {number} node */
  _children(node) {
    const { FIRST, NUMBER } = this._facts.fields;
    const first = this._field(node, FIRST);
    return Array.from({ length: this._field(node, NUMBER) }, (_, place) => first + place);
  }

  /**
   * @param {number} node
   * @param {number} field
   */
  _field(node, field) {
    return this._tree.number(node * this._facts.stride + field);
  }

  /** @param {number} node */
  _move(node) {
    return this._tree.view[node * this._facts.stride + this._facts.fields.MOVE];
  }

  // -- what was found ------------------------------------------------------------------------------------

  /** The lines of the moves that were visited most. @param {Task} task */
  _found({ moves, only = moves, lines = 1 }) {
    const children = this._byVisits(this._root).filter((child) => only.includes(this._move(child))).slice(0, lines);
    const found = children.map((child) => ({ line: this._lineFrom(child), score: this._score(child) }));
    if (!found.length) found.push({ line: [only[0]], score: 0 });
    const told = found.map((each) => ({ ...each, depth: each.line.length }));
    return { ...told[0], ...(told.length > 1 ? { lines: told } : {}) };
  }

  /** Those that were visited, the most visited first, of these who won most. @param {number} node */
  _byVisits(node) {
    const { VISITS, SUM } = this._facts.fields;
    const visits = (/** @type {number} */ child) => this._field(child, VISITS);
    return this._children(node)
      .filter(visits)
      .sort((one, two) => visits(two) - visits(one) || this._field(two, SUM) - this._field(one, SUM));
  }

  /** @param {number} node */
  _lineFrom(node) {
    const line = [this._move(node)];
    for (let [next] = this._byVisits(node); next !== undefined; [next] = this._byVisits(next)) line.push(this._move(next));
    return line;
  }

  /**
   * The share that was won, as an advantage in hundredths of a piece: the evaluation's way back.
   * @param {number} node
   */
  _score(node) {
    const { whole, halfway, best_score, fields } = this._facts;
    const share = this._field(node, fields.SUM) / (whole * this._field(node, fields.VISITS));
    const even = 1 / Math.max(this._program.description.seats.length, 2);
    const away = Math.min(share >= even ? (share - even) / (1 - even) : (even - share) / even, 0.99);
    const advantage = Math.min(Math.trunc((halfway * away) / (1 - away)), best_score);
    return share >= even ? advantage : -advantage;
  }
}

/**
 * @param {State} one
 * @param {State|undefined} other
 */
function isSame(one, other) {
  return other !== undefined && one.every((word, place) => word === other[place]);
}
