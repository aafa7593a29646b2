/** Thinking by alpha-beta search, deeper and deeper: players/alpha_beta.py with one thread, which finds the same. */

import { advance, seeded } from "./chance.js";

/** @typedef {import("./program.js").Program} Program */
/** @typedef {import("./program.js").Words} Words */
/** @typedef {import("./types.js").AlphaBetaFacts} AlphaBetaFacts */
/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Limits} Limits */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").State} State */

/**
 * @typedef {object} Task
 * @property {State[]} match its positions, of which the last is to be thought about
 * @property {Limits} limits
 * @property {bigint[]} moves the legal ones
 * @property {bigint[]} [only] those that are looked at
 * @property {bigint[]} repeated keys of positions that are drawn when they occur once more
 * @property {number} [seed]
 * @property {number} [contempt]
 * @property {number} [lines] how many of the best moves are wanted, each with its line
 */

/** @typedef {import("./types.js").Line} Line */

/**
 * Nothing can be told to a worker while WebAssembly runs in it. A search that has a limit of time is therefore given as
 * many nodes as it will need for the rest of that time, by its speed so far. If they end too early, it searches the
 * same depth again, which the table makes short.
 */
const FIRST_NODES = 10_000; // as long as the speed isn't known
const LEAST_SECONDS = 0.005; // what is left of the time below this isn't used

export class AlphaBeta {
  /**
   * @param {Program} program
   * @param {AlphaBetaFacts} facts
   */
  constructor(program, facts) {
    this._program = program;
    this._facts = facts;
    this._stack = program.words(2 * program.description.max_moves * (facts.longest + 2));
    this._memory = program.words(facts.memory_size);
    this._whole = /** @type {Words|null} */ (null); // the table with all the room that it ever had
    this._table = this._memory;
    this._repeated = /** @type {bigint[]} */ ([]);
    this._generation = 0;
    this._seed = /** @type {number|null} */ (null);
    this._differences = new BigUint64Array(facts.memory_size - facts.places.HISTORY);
  }

  /**
   * @param {Task} task
   * @param {Report} report told after every depth
   * @returns {Analysis}
   */
  think(task, report) {
    this._prepare(task);
    return new Thinking(this._program, this._facts, [this._stack, this._memory, this._table], task).deepen(report);
  }

  /** @param {Task} task */
  _prepare({ limits, repeated, seed = 0, contempt = 0 }) {
    const { places, table_words, least_table_words, most_repeated } = this._facts;
    const nodes = limits.nodes ?? this._program.description.most_nodes;
    repeated = repeated.slice(-most_repeated);
    if (limits.time === undefined) {
      // A fresh table, so that the answer depends on nothing but position, seed and limits.
      let size = table_words;
      while (size > least_table_words && size > 8 * nodes) size /= 2;
      this._renewTable(size);
    } else if (this._table.length !== table_words || String(repeated) !== String(this._repeated)) {
      // What was found before is kept, unless it didn't know that some positions are draws now.
      this._renewTable(table_words);
    }
    this._repeated = repeated;
    this._generation = (this._generation + 1) & 255;
    this._memory.clear(0, places.PATH);
    this._memory.clear(places.KILLERS, places.LINES);
    this._memory.view.set(this._littleDifferences(seed), places.HISTORY);
    this._memory.put({
      [places.NODE_LIMIT]: nodes,
      [places.GENERATION]: this._generation,
      [places.IS_SELECTIVE]: 1,
      [places.REPETITIONS_DRAW]: Number(this._program.description.repetition_limit > 0),
      [places.CONTEMPT]: contempt,
      [places.REPEATED]: repeated.length,
    });
    this._memory.view.set(repeated, places.REPEATED_KEYS);
  }

  /** @param {number} size */
  _renewTable(size) {
    if (!this._whole || this._whole.length < size) this._whole = this._program.words(size);
    this._table = this._whole.first(size);
    this._table.clear();
  }

  /**
   * What the history begins with, so that of equal moves the seed decides which is found first.
   * @param {number} seed
   */
  _littleDifferences(seed) {
    if (this._seed !== seed) {
      let word = seeded(seed);
      this._differences = this._differences.map(() => (word = advance(word)) >> 61n);
      this._seed = seed;
    }
    return this._differences;
  }
}

/** One position, deeper and deeper. */
class Thinking {
  /**
   * @param {Program} program
   * @param {AlphaBetaFacts} facts
   * @param {[stack: Words, memory: Words, table: Words]} arrays
   * @param {Task} task
   */
  constructor(program, facts, arrays, { match, limits, moves, only = moves, lines = 1 }) {
    this._program = program;
    this._facts = facts;
    this._arrays = arrays;
    this._memory = arrays[1];
    this._state = match[match.length - 1];
    this._limits = limits;
    this._began = performance.now();
    this._lines = Math.min(lines, only.length);
    this._others = moves.filter((move) => !only.includes(move));
    this._best = /** @type {Line[]} */ (only.slice(0, this._lines).map((move) => ({ line: [move], score: 0, depth: 0 })));
  }

  /** Keeps the best of every depth; also of one that wasn't finished, if only one line is asked for. @param {Report} report */
  deepen(report) {
    let scores = this._best.map(() => 0);
    const deepest = this._limits.depth ?? this._program.description.most_depth;
    for (let depth = 1; depth <= deepest; depth++) {
      scores = this._look(depth, scores, report);
      if (this._isStopped || scores.every((score) => this._isDecided(score, depth))) break;
    }
    return this._analysis;
  }

  /**
   * Find and report the best move, then the best one of the others, and so on; returns their scores.
   * @param {number} depth
   * @param {number[]} scores
   * @param {Report} report
   */
  _look(depth, scores, report) {
    const found = /** @type {Line[]} */ ([]);
    for (let number = 0; number < this._lines; number++) {
      const told = [...this._others, ...found.map(({ line }) => line[0])];
      const { score, line } = this._searchNear(depth, scores[number], told);
      if (this._isStopped && number > 0) break;
      if (line.length) found.push({ line, score: this._isStopped ? this._best[0].score : score, depth });
    }
    if (this._isStopped && this._lines > 1 && this._best[0].depth) return this._best.map(({ score }) => score);
    found.sort((one, two) => two.score - one.score);
    this._keep(found);
    if (found.length) report(this._analysis);
    return this._best.map(({ score }) => score);
  }

  get _analysis() {
    const lines = this._lines > 1 ? { lines: this._best } : {};
    return { ...this._best[0], ...lines, nodes: this._nodes, seconds: this._seconds };
  }

  get _seconds() {
    return (performance.now() - this._began) / 1000;
  }

  get _nodes() {
    return this._memory.number(this._facts.places.NODES);
  }

  get _isStopped() {
    return this._memory.number(this._facts.places.STOP) !== 0;
  }

  /** The line that the last search found. */
  get _line() {
    const { LINES } = this._facts.places;
    const [length, ...codes] = this._memory.view.slice(LINES, LINES + this._facts.longest);
    return codes.slice(0, Number(length));
  }

  /** What was found goes before what was known. @param {Line[]} found */
  _keep(found) {
    const told = found.map(({ line }) => line[0]);
    this._best = [...found, ...this._best.filter(({ line }) => !told.includes(line[0]))].slice(0, this._lines);
  }

  /**
   * The score, first looked for near the last one, then on the side where it lies, then anywhere; and the line. A move
   * that was better than expected is not forgotten if thinking ends before it is known how good it is.
   * @param {number} depth
   * @param {number} score
   * @param {bigint[]} without moves that aren't looked at
   */
  _searchNear(depth, score, without) {
    const { infinite, sure_win, window } = this._facts;
    let low = infinite;
    let high = infinite;
    if (depth >= 5 && Math.abs(score) < sure_win) [low, high] = [window - score, score + window];
    let line = /** @type {bigint[]} */ ([]);
    for (;;) {
      const found = this._search(depth, -low, high, without);
      if (this._line.length || !this._isStopped) line = this._line;
      if (this._isStopped || (-low < found && found < high)) return { score: found, line };
      if (found >= high) high = this._wider(high, score);
      else low = this._wider(low, -score);
    }
  }

  /**
   * An edge of the window four times as far away, or at the end of all scores.
   * @param {number} edge
   * @param {number} score
   */
  _wider(edge, score) {
    const away = 4 * (edge - score);
    return away <= 8 * this._facts.window ? score + away : this._facts.infinite;
  }

  /**
   * @param {number} depth
   * @param {number} alpha
   * @param {number} beta
   * @param {bigint[]} without
   * @returns {number}
   */
  _search(depth, alpha, beta, without) {
    for (;;) {
      this._giveNodes();
      this._arrays[0].put({ ...without });
      const found = this._program.call("search", this._state, depth, alpha, beta, 0, without.length, ...this._arrays);
      if (!this._isStopped || this._isAtItsLimit) return found;
      if (!without.length && this._line.length) this._keep([{ line: this._line, score: this._best[0].score, depth }]);
      this._memory.put({ [this._facts.places.STOP]: 0 });
    }
  }

  /** Let the search go on as long as there is time. */
  _giveNodes() {
    const { time, nodes: most = this._program.description.most_nodes } = this._limits;
    if (time === undefined) return;
    const [nodes, seconds] = [this._nodes, this._seconds];
    const more = nodes < FIRST_NODES ? FIRST_NODES : Math.max(1, (nodes / seconds) * (time - seconds));
    this._memory.put({ [this._facts.places.NODE_LIMIT]: Math.min(most, Math.ceil(nodes + more)) });
  }

  get _isAtItsLimit() {
    const { time = Infinity, nodes = this._program.description.most_nodes } = this._limits;
    return this._nodes >= nodes || time - this._seconds < LEAST_SECONDS;
  }

  /**
   * Whether deeper search can change nothing: the end was seen, nearer than the depth.
   * @param {number} score
   * @param {number} depth
   */
  _isDecided(score, depth) {
    const { sure_win, win } = this._facts;
    return Math.abs(score) >= sure_win && win - Math.abs(score) <= depth;
  }
}
