/** What is true of a small game or puzzle: every position that can be reached is looked at, then the ends are told backwards. */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Solved} Solved */
/** @typedef {import("./game.js").BuiltGame} BuiltGame */

const UNKNOWN = 0;
const WIN = 1;
const LOSE = 2;
const DRAW = 3;
const VALUES = /** @type {const} */ (["draw", "win", "lose", "draw"]); // who can't be made to win or lose goes on for ever

export class Explored {
  /**
   * Null when there are more positions than wanted.
   * @param {BuiltGame} game
   * @param {State} start
   * @param {number} most
   * @returns {Explored|null}
   */
  static from(game, start, most) {
    const explored = new Explored(game);
    if (!explored._explore(start, most)) return null;
    explored._tellBackwards();
    return explored;
  }

  /** @param {BuiltGame} game */
  constructor(game) {
    this._game = game;
    this._isPuzzle = game.description.seats.length === 1;
    this._numbers = /** @type {Map<string|bigint, number>} */ (new Map());
    this._states = /** @type {State[]} */ ([]);
    this._children = /** @type {number[][]} */ ([]);
    this._turns = /** @type {number[]} */ ([]);
    this._values = new Uint8Array(0);
    this._remoteness = new Int32Array(0);
  }

  /** @param {State} state */
  _key(state) {
    return state.length === 1 ? state[0] : state.join();
  }

  /** @param {State} state */
  _numberOf(state) {
    const key = this._key(state);
    const known = this._numbers.get(key);
    if (known !== undefined) return known;
    this._numbers.set(key, this._states.length);
    this._states.push(state);
    return this._states.length - 1;
  }

  /** @param {State} start @param {number} most */
  _explore(start, most) {
    this._numberOf(start);
    const ends = [];
    for (let number = 0; number < this._states.length; number++) {
      if (this._states.length > most) return false;
      const state = this._states[number];
      const end = this._endOf(state);
      const next = end === UNKNOWN ? this._game.following(state) : [];
      ends.push(end === UNKNOWN && !next.length ? this._lastValue(state) : end);
      this._turns.push(this._game.turn(state));
      this._children.push(next.map((after) => this._numberOf(after)));
    }
    this._values = Uint8Array.from(ends);
    return true;
  }

  /** An end that needs no list of moves. @param {State} state */
  _endOf(state) {
    if (this._isPuzzle) return this._game.isSolution(state) ? WIN : UNKNOWN;
    return this._game.drawn(state) ? DRAW : UNKNOWN;
  }

  /** Of a state without moves, for who would have to move. @param {State} state */
  _lastValue(state) {
    if (this._isPuzzle) return LOSE;
    const winners = this._game.winners(state);
    return winners.length !== 1 ? DRAW : winners[0] === this._game.turn(state) ? WIN : LOSE;
  }

  /** Level by level: who reaches a good end wins, who reaches only bad ones loses. */
  _tellBackwards() {
    const size = this._states.length;
    const parents = /** @type {number[][]} */ (Array.from({ length: size }, () => []));
    this._children.forEach((children, number) => children.forEach((child) => parents[child].push(number)));
    const open = this._children.map((children) => children.length);
    this._remoteness = new Int32Array(size);
    const waiting = this._states.map((_, number) => number).filter((number) => [WIN, LOSE].includes(this._values[number]));
    for (let place = 0; place < waiting.length; place++) {
      const child = waiting[place];
      for (const parent of parents[child]) {
        if (this._values[parent] !== UNKNOWN) continue;
        const isGood = (this._values[child] === WIN) === (this._turns[child] === this._turns[parent]);
        if (!isGood && --open[parent] > 0) continue;
        this._values[parent] = isGood ? WIN : LOSE;
        this._remoteness[parent] = this._remoteness[child] + 1;
        waiting.push(parent);
      }
    }
  }

  /**
   * What is true of a state that was looked at, and of all its moves, for who makes them; null for other states.
   * @param {State} state
   * @returns {Solved|null}
   */
  of(state) {
    const number = this._numbers.get(this._key(state));
    if (number === undefined) return null;
    const turn = this._turns[number];
    const codes = this._children[number].length ? this._game.moves(state) : [];
    const moves = codes.map((code, place) => {
      const child = this._children[number][place];
      const { value, remoteness } = this._meaning(child);
      const isSame = this._turns[child] === turn;
      const worth = isSame || value === "draw" ? value : value === "win" ? "lose" : "win";
      return { code, worth, ends_in: remoteness === null ? null : remoteness + 1 };
    });
    return { ...this._meaning(number), moves };
  }

  /**
   * One of the states that can be won, or solved, about as far from the end as this share of the longest way there is.
   * @param {number} share
   * @param {number} chance from 0 up to 1
   * @returns {{state: State, remoteness: number}|null}
   */
  start(share, chance) {
    const won = this._states.map((_, number) => number).filter((number) => this._values[number] === WIN && this._remoteness[number] > 0);
    const longest = won.reduce((most, number) => Math.max(most, this._remoteness[number]), 0);
    const off = (/** @type {number} */ number) => Math.abs(this._remoteness[number] - share * longest);
    const least = won.reduce((most, number) => Math.min(most, off(number)), Infinity);
    const nearest = won.filter((number) => off(number) === least);
    const chosen = nearest[Math.floor(chance * nearest.length)];
    return chosen === undefined ? null : { state: this._states[chosen], remoteness: this._remoteness[chosen] };
  }

  /** @param {number} number @returns {{value: "win"|"lose"|"draw"|"unsolvable", remoteness: number|null}} */
  _meaning(number) {
    const value = VALUES[this._values[number]];
    if (this._isPuzzle && value !== "win") return { value: "unsolvable", remoteness: null };
    return { value, remoteness: value === "draw" ? null : this._remoteness[number] };
  }
}
