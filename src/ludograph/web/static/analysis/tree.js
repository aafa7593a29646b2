/** The moves of an analysis: a line with variations, and the place in it that is looked at. */

/** @typedef {import("../types.js").Judged} Judged */

export class Node {
  /**
   * @param {Node|null} parent
   * @param {{text: string, customary: string, position: string}} given the move that leads here
   */
  constructor(parent, { text, customary, position }) {
    this.parent = parent;
    this.text = text;
    this.customary = customary;
    this.position = position;
    this.children = /** @type {Node[]} */ ([]);
    this.judged = /** @type {Judged|null} */ (null);
  }

  /** The number of moves before. @returns {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** From the start to here, without the start. @returns {Node[]} */
  get path() {
    return this.parent ? [...this.parent.path, this] : [];
  }

  /** Whether the main line leads here. @returns {boolean} */
  get isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain);
  }

  /** The last one of the line that goes on from here. @returns {Node} */
  get end() {
    return this.children.length ? this.children[0].end : this;
  }
}

/** Events: `moved`, when another place is looked at; `changed`, when moves have come or gone, or were judged. */
export class Tree extends EventTarget {
  /**
   * @param {string} position the one that it begins with
   * @param {number} firstSeat who is to move there
   */
  constructor(position, firstSeat) {
    super();
    this.firstSeat = firstSeat;
    this.root = new Node(null, { text: "", customary: "", position });
    this.now = this.root;
  }

  /** The line through the place that is looked at, from the start to its end. @returns {Node[]} */
  get line() {
    return this.now.end.path;
  }

  /** @param {Node} node */
  go(node) {
    if (node === this.now) return;
    this.now = node;
    this._tell("moved");
  }

  /**
   * A move from a place: one that is there already, or a new variation.
   * @param {Node} parent
   * @param {{text: string, customary: string, position: string}} given
   */
  add(parent, given) {
    const known = parent.children.find((child) => child.text === given.text);
    if (known) return known;
    const made = new Node(parent, given);
    parent.children.push(made);
    this._tell("changed");
    return made;
  }

  /** @param {"first"|"back"|"forward"|"last"|"up"|"down"} to */
  step(to) {
    const { now, root } = this;
    const beside = (/** @type {number} */ by) => {
      const others = now.parent?.children ?? [now];
      return others[others.indexOf(now) + by] ?? now;
    };
    const places = {
      first: () => root,
      back: () => now.parent ?? root,
      forward: () => now.children[0] ?? now,
      last: () => now.end,
      up: () => beside(-1),
      down: () => beside(1),
    };
    this.go(places[to]());
  }

  /** The variation that is looked at becomes the main line of where it branches off. */
  promote() {
    const branch = this.branch;
    if (!branch?.parent) return;
    const { children } = branch.parent;
    children.splice(children.indexOf(branch), 1);
    children.unshift(branch);
    this._tell("changed");
  }

  /** Take away the move that is looked at, with all that follows. */
  remove() {
    const { now } = this;
    if (!now.parent) return;
    now.parent.children.splice(now.parent.children.indexOf(now), 1);
    this.now = now.parent;
    this._tell("changed");
    this._tell("moved");
  }

  /** Where the variation that is looked at begins; null on the main line. @returns {Node|null} */
  get branch() {
    return this.now.path.findLast((node) => node.parent?.children[0] !== node) ?? null;
  }

  /** All places, each line before its variations. @returns {Node[]} */
  get all() {
    const found = /** @type {Node[]} */ ([]);
    const visit = (/** @type {Node} */ node) => {
      found.push(node);
      node.children.forEach(visit);
    };
    visit(this.root);
    return found;
  }

  /** @param {Judged[]} judged of the moves of a line, in their order @param {Node[]} line */
  judge(line, judged) {
    judged.forEach((one, index) => (line[index].judged = one));
    this._tell("changed");
  }

  /** @param {string} name */
  _tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
