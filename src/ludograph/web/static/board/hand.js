/** A move that is made hop by hop, by the moves that the server listed. No rules: only beginnings of lists. */

/** @typedef {import("../types.js").Move} Move */

/**
 * What touching something amounts to.
 * @typedef {{kind: "move", move: Move} | {kind: "goes-on"} | {kind: "let-go"} | {kind: "nothing"} | {kind: "planned"} | {kind: "refused", hops: string[]}} Touched
 */

const BETWEEN = "\u0000";

export class Hand {
  /**
   * @param {Move[]} moves
   * @param {(label: string) => string[]} [sameThing] all cells that the thing on this one covers
   */
  constructor(moves, sameThing = (label) => [label]) {
    this._following = /** @type {Map<string, Set<string>>} */ (new Map([["", new Set()]]));
    this._whole = /** @type {Map<string, Move>} */ (new Map());
    this._sameThing = sameThing;
    this._beginnings = /** @type {string[][]} */ ([[]]);
    for (const move of moves) for (const way of move.ways) this._add(way, move);
  }

  /**
   * @param {string[]} way
   * @param {Move} move
   */
  _add(way, move) {
    way.forEach((hop, length) => this._at(way.slice(0, length)).add(hop));
    this._at(way);
    const key = way.join(BETWEEN);
    if (!this._whole.has(key)) this._whole.set(key, move);
  }

  /** @param {string[]} hops */
  _at(hops) {
    const key = hops.join(BETWEEN);
    const known = this._following.get(key) ?? new Set();
    this._following.set(key, known);
    return known;
  }

  /** What was touched so far. */
  get hops() {
    return this._beginnings[0];
  }

  get isEmpty() {
    return this.hops.length === 0;
  }

  /** What may be touched next. */
  get next() {
    return new Set(this._beginnings.flatMap((hops) => [...(this._following.get(hops.join(BETWEEN)) ?? [])]));
  }

  /** The whole move that the hops so far are, if they are one. */
  get whole() {
    return this._beginnings.map((hops) => this._whole.get(hops.join(BETWEEN))).find(Boolean);
  }

  /**
   * The moves that may still become of it by touching this next.
   * @param {string} label
   * @returns {Move[]}
   */
  leadingTo(label) {
    const found = new Set();
    for (const beginning of this._extended(label)) {
      const key = beginning.join(BETWEEN);
      for (const [way, move] of this._whole) if (way === key || way.startsWith(key + BETWEEN)) found.add(move);
    }
    return [...found];
  }

  /**
   * Touch a cell or a choice. A drag that ends in a whole move makes it; a click waits where the move could go on.
   * @param {string} label
   * @param {boolean} [isDrag]
   * @returns {Touched}
   */
  touch(label, isDrag = false) {
    const last = this.hops.at(-1);
    const extended = this._extended(label);
    if (extended.length) {
      this._beginnings = extended;
      const move = this.whole;
      if (move && (isDrag || this.next.size === 0)) return this._made(move);
      return { kind: "goes-on" };
    }
    if (!this.isEmpty && (label === last || this._sameThing(label).includes(String(last)))) return this._again();
    if (!isDrag && this.hops.length === 1 && this.begins(label)) {
      this.clear();
      return this.touch(label);
    }
    if (!isDrag && this.hops.includes(label)) return this._letGo();
    return { kind: "refused", hops: [...this.hops, label] };
  }

  /** The last cell was touched once more: that ends a whole move, else it lets go. */
  _again() {
    const move = this.whole;
    return move ? this._made(move) : this._letGo();
  }

  _letGo() {
    this.clear();
    return /** @type {Touched} */ ({ kind: "let-go" });
  }

  /** @param {Move} move */
  _made(move) {
    this.clear();
    return /** @type {Touched} */ ({ kind: "move", move });
  }

  /** Take back the last hop. */
  back() {
    const shorter = this._beginnings.map((hops) => hops.slice(0, -1));
    this._beginnings = shorter.length ? shorter : [[]];
    if (this.isEmpty) this.clear();
  }

  clear() {
    this._beginnings = [[]];
  }

  /** Whether moves begin with this. @param {string} label */
  begins(label) {
    return this._sameThing(label).some((other) => this._following.has(other));
  }

  /** @param {string} label */
  _extended(label) {
    const labels = this.isEmpty && !this._following.has(label) ? this._sameThing(label) : [label];
    return this._beginnings
      .flatMap((hops) => labels.map((other) => [...hops, other]))
      .filter((hops) => this._following.has(hops.join(BETWEEN)));
  }
}
