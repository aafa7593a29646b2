/** Moves as people see them, from their codes: what a hand touches, what is taken, and the text of the command line. */

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").ToldMove} ToldMove */

const MOST_WAYS = 12;
const NO_CONTENT = 0;
const DROPPED = "@"; // behind what is dropped, which is written before the cell

/**
 * What a game tells about one state and its moves.
 * @typedef {object} Told
 * @property {(code: bigint, way: number) => number[]} touched none: there is no such way
 * @property {boolean} hasTouched
 * @property {(code: bigint) => number[]} after what stands on the nodes after a move
 * @property {number[]} before
 * @property {number} turn
 * @property {number} seats
 */

/** @typedef {{ways: string[][], nodes: number[], choice: number|null, source: number|null, target: number|null, signs: string[]}} Hand */

export class MoveTexts {
  /** @param {About} about */
  constructor({ board, moves, contents }) {
    this._labels = board.nodes.map(({ label }) => label);
    this._names = board.nodes.map(({ label, name }) => name ?? label);
    this._contents = contents;
    this._facts = moves;
    this._signsTaking = new Set(moves.fields.map(({ sign }) => sign)).has("x");
  }

  /**
   * @param {bigint} code
   * @param {Told} told
   * @returns {ToldMove}
   */
  move(code, told) {
    const named = this._facts.named[String(code)];
    if (named !== undefined && !told.hasTouched)
      return { code, text: named, customary: named, from: null, to: null, kind: "forward", captures: [], hops: [named], ways: [[named]] };
    const hand = told.hasTouched ? this._touched(code, told) : this._declared(code);
    const taken = this._taken(code, hand, told);
    const text = (/** @type {string[]} */ words) => named ?? this._text(words, hand, taken.length > 0);
    return {
      code,
      text: text(this._labels),
      customary: text(this._names),
      from: hand.source === null ? null : this._labels[hand.source],
      to: hand.target === null ? null : this._labels[hand.target],
      kind: "forward",
      captures: taken.map((node) => this._labels[node]),
      hops: hand.ways[0],
      ways: hand.ways,
    };
  }

  /** What the module itself tells. @param {bigint} code @param {Told} told @returns {Hand} */
  _touched(code, told) {
    const numbers = [];
    for (let way = 0; way < MOST_WAYS; way++) {
      const found = told.touched(code, way);
      if (!found.length) break;
      numbers.push(found);
    }
    const words = [...this._labels, ...this._facts.choices];
    const ways = new Map(numbers.map((way) => [String(way), way.map((hop) => words[hop])]));
    const nodes = numbers[0].filter((hop) => hop < this._labels.length);
    const choice = numbers[0].find((hop) => hop >= this._labels.length);
    return {
      ways: [...ways.values()],
      nodes,
      choice: choice === undefined ? null : choice - this._labels.length,
      source: nodes.length > 1 ? nodes[0] : null,
      target: nodes.at(-1) ?? null,
      signs: [],
    };
  }

  /** What the fields of the code tell; what is the target once more says nothing. @param {bigint} code @returns {Hand} */
  _declared(code) {
    const part = (/** @type {any} */ { shift, bits }) => Number((code >> BigInt(shift)) & ((1n << BigInt(bits)) - 1n));
    const { fields } = this._facts;
    const target = fields.find(({ name }) => name === "target");
    const end = target ? part(target) : null;
    const said = fields.filter((field) => field.is === "node" && (field === target || part(field) !== end));
    const choices = fields.filter(({ is }) => is === "choice").map((field) => (field.texts ?? [])[part(field)]);
    const nodes = said.map(part);
    const source = said.find(({ name }) => name === "source");
    return {
      ways: [[...nodes.map((node) => this._labels[node]), ...choices.filter(Boolean)]],
      nodes,
      choice: null,
      source: source ? part(source) : null,
      target: end,
      signs: [...said.map(({ sign, name }) => (name === "target" ? "target" : (sign ?? ""))), ...choices],
    };
  }

  /**
   * @param {string[]} words of the nodes
   * @param {Hand} hand
   * @param {boolean} isCapture
   */
  _text(words, { nodes, choice, signs, ways }, isCapture) {
    const { between, takes, choices, written, fields } = this._facts;
    if (!signs.length) {
      const chosen = choice === null ? "" : (written[choice] ?? choices[choice]);
      const cells = nodes.map((node) => words[node]).join((isCapture && takes) || between);
      return chosen.endsWith(DROPPED) ? chosen + cells : cells + chosen; // P@e4, but e7e8q
    }
    const own = fields.find(({ name }) => name === "target")?.sign ?? "";
    const sign = (/** @type {number} */ place) =>
      signs[place] !== "target" ? signs[place] : isCapture && !this._signsTaking ? "x" : own;
    const cells = nodes.map((node, place) => (place ? sign(place) : "") + words[node]).join("");
    return cells + ways[0].slice(nodes.length).join("");
  }

  /**
   * The nodes on which a piece of another seat disappears; one that changes its owner where it stands doesn't.
   * @param {bigint} code
   * @param {Hand} hand
   * @param {Told} told
   */
  _taken(code, { source, target }, { before, after, turn, seats }) {
    if (!this._facts.has_captures || seats < 2) return [];
    const owner = (/** @type {number} */ content) => (content === NO_CONTENT ? null : this._contents[content - 1].seat);
    const isOther = (/** @type {number} */ content) => {
      const seat = owner(content);
      return seat !== null && seat !== turn && seat < seats;
    };
    const then = after(code);
    const number = (/** @type {number[]} */ contents) => contents.filter(isOther).length;
    if (number(then) >= number(before)) return [];
    const isTaken = (/** @type {number} */ content, /** @type {number} */ node) =>
      isOther(content) &&
      !isOther(then[node]) &&
      (owner(then[node]) !== turn || (node === target && source !== null));
    return before.flatMap((content, node) => (isTaken(content, node) ? [node] : []));
  }
}
