/** A hand that plans a move while another one thinks: any way from an own piece, of which nobody knows yet if it will be one. */

/** @typedef {import("./hand.js").Touched} Touched */
/** @typedef {import("../types.js").Move} Move */

export class Ahead {
  /**
   * @param {Set<string>} own the cells that a move of one's own may begin at
   * @param {Set<string>} cells all of them
   * @param {number} most cells that a move touches
   */
  constructor(own, cells, most) {
    this._own = own;
    this._cells = cells;
    this._most = most;
    this.hops = /** @type {string[]} */ ([]);
  }

  get isEmpty() {
    return this.hops.length === 0;
  }

  /** Whether the plan is as long as a move can be. */
  get isWhole() {
    return this.hops.length >= this._most;
  }

  get next() {
    return this.isEmpty || this.isWhole ? this._own : this._cells;
  }

  /** No move of a list, ever. @returns {Move|undefined} */
  get whole() {
    return undefined;
  }

  /** @returns {Move[]} */
  leadingTo() {
    return [];
  }

  /** @param {string} label */
  begins(label) {
    return this._own.has(label);
  }

  /**
   * @param {string} label
   * @returns {Touched}
   */
  touch(label) {
    const isAgain = label === this.hops.at(-1);
    const hadPlan = !this.isEmpty;
    if (this.isWhole || isAgain || (this.hops.length === 1 && this.begins(label))) this.clear();
    if (isAgain || (this.isEmpty && !this.begins(label))) return { kind: hadPlan ? "let-go" : "nothing" };
    this.hops.push(label);
    return { kind: this.isWhole ? "planned" : "goes-on" };
  }

  /** A plan is given up as a whole. */
  back() {
    this.clear();
  }

  clear() {
    this.hops = [];
  }
}
