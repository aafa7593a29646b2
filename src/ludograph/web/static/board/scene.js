/** What stands on the board and what a hand has touched of it: names, pieces, groups, and the words for them. */

import { Ahead } from "./ahead.js";
import { Hand } from "./hand.js";
import { phrase } from "../words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").View} View */
/** @typedef {Pick<View, "pieces"|"beside"|"moves"> & {alerts?: import("../types.js").Alert[]}} Shown */
/** @typedef {{from: number, to: number}} Direction a piece of a group that was picked, and the node where it may go */

const CLOSE = 1e-3; // of the board's plane
/** @type {Shown} */
const NOTHING = { pieces: [], beside: [], moves: [] };

export class Scene {
  /**
   * @param {Board|null} board
   * @param {Shown} [shown]
   */
  constructor(board, shown = NOTHING) {
    this.board = board;
    this.shown = shown;
    this.hand = /** @type {Hand|Ahead} */ (this._newHand());
    this._nodes = new Map(board?.nodes.map((node, index) => [node.label, index]));
  }

  _newHand() {
    return new Hand(this.shown.moves, (label) => this._sameThing(label));
  }

  /** Whether a move is planned, and not made. */
  get isAhead() {
    return this.hand instanceof Ahead;
  }

  /**
   * Moves are planned for a seat that is not to move, or made by the list again. A plan touches as many cells as the
   * longest move of the list; where moves have only one, any cell begins one.
   * @param {number|null} seat
   * @param {string[]} planned
   */
  lookAhead(seat, planned) {
    if (seat === null) {
      if (this.isAhead) this.hand = this._newHand();
      return;
    }
    const cells = new Set(this.board?.nodes.filter((node) => node.visible).map((node) => node.label));
    const ways = this.shown.moves.flatMap((move) => move.ways);
    const lengths = ways.map((way) => way.filter((hop) => this._nodes.has(hop)).length);
    const most = lengths.reduce((longest, length) => Math.max(longest, length), 0);
    const own = this.shown.pieces.filter((piece) => piece.seat === seat).map((piece) => this.label(piece.node));
    const ahead = new Ahead(most === 1 ? cells : new Set(own), cells, Math.max(1, most));
    this.hand = ahead;
    if (planned.length && ahead.begins(planned[0])) ahead.hops = [...planned];
  }

  /** What is in danger on a node, in a word. @param {number} node */
  alertOn(node) {
    return this.shown.alerts?.find(({ nodes }) => nodes.includes(node))?.word;
  }

  /** @param {number} node */
  label(node) {
    return this.board?.nodes[node].label ?? "";
  }

  /** @param {string|null} label */
  nodeNamed(label) {
    return this._nodes.get(label ?? "");
  }

  /** @param {Iterable<string|null>} labels those that are no cells are left out */
  nodesNamed(labels) {
    return Array.from(labels, (label) => this.nodeNamed(label)).filter((node) => node !== undefined);
  }

  /** @param {number} node */
  pieceOn(node) {
    return this.shown.pieces.find((piece) => piece.node === node || piece.also?.includes(node));
  }

  /** Whether moves begin on empty nodes, where something is put: then a touch of another one is meant as a move, too. */
  get hasPlacements() {
    return this.nodesNamed(this.hand.next).some((node) => !this.pieceOn(node));
  }

  /**
   * The piece that has hopped to this node.
   * @param {number} node
   */
  pieceInHand(node) {
    const first = this.nodeNamed(this.hand.hops[0]);
    return first !== undefined && this.hand.hops.at(-1) === this.label(node) ? this.pieceOn(first) : undefined;
  }

  /** The nodes that were touched, and what lies between the ends of a group. */
  get chosen() {
    const touched = this.nodesNamed(this.hand.hops);
    if (this._isGroup(touched)) return this._between(touched[0], touched[touched.length - 1]);
    return this.nodesNamed(this.hand.hops.flatMap((label) => this._sameThing(label)));
  }

  /** Where a group that was picked may go; nothing when a single piece is in hand. @returns {Direction[]} */
  get directions() {
    const touched = this.nodesNamed(this.hand.hops);
    if (!this._isGroup(touched)) return [];
    const seat = this.pieceOn(touched[0])?.seat;
    const targets = this.nodesNamed(this.hand.next).filter((node) => this.pieceOn(node)?.seat !== seat);
    return targets.map((to) => ({ from: this._nearest(touched, to), to }));
  }

  /**
   * Where a group goes whose piece is carried from one node to another; undefined when it can't go that way.
   * @param {number} from
   * @param {number} to
   */
  directionOf(from, to) {
    const [x, y] = this._way(from, to);
    const isSame = (/** @type {Direction} */ each) => {
      const [otherX, otherY] = this._way(each.from, each.to);
      return Math.hypot(x - otherX, y - otherY) < CLOSE;
    };
    return this.directions.find(isSame)?.to;
  }

  /**
   * What a click on a node means: for a group also the new place of any other piece of it, where that is clear.
   * @param {number} node
   */
  meant(node) {
    if (this.hand.next.has(this.label(node))) return node;
    const { chosen, directions } = this;
    const fitting = new Set(chosen.map((from) => this.directionOf(from, node)).filter((to) => to !== undefined));
    return directions.length && fitting.size === 1 ? [...fitting][0] : node;
  }

  /** @param {string} label */
  describe(label) {
    const node = this.nodeNamed(label);
    if (node === undefined) return label;
    return `${this.name(label)}, ${this.pieceOn(node)?.name ?? phrase("board.empty")}`;
  }

  /** What people call a cell, or a choice. @param {string} label */
  name(label) {
    const node = this.nodeNamed(label);
    return (node === undefined ? null : this.board?.nodes[node].name) ?? label;
  }

  /** What may be touched next, in words. */
  get saidNext() {
    const next = Array.from(this.hand.next, (label) => this.name(label));
    const whole = this.hand.whole ? ` ${phrase("board.enter")}` : "";
    return next.length ? phrase("board.goes-to", { cells: next.join(", ") }) + whole : whole;
  }

  /** @param {number[]} touched */
  _isGroup(touched) {
    const seats = touched.map((node) => this.pieceOn(node)?.seat);
    return touched.length > 1 && seats[0] !== undefined && seats.every((seat) => seat === seats[0]);
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  _between(first, last) {
    const [x, y] = this._way(first, last);
    const isOnTheWay = (/** @type {number} */ node) => {
      const [ownX, ownY] = this._way(first, node);
      const share = (ownX * x + ownY * y) / (x * x + y * y);
      return share > -CLOSE && share < 1 + CLOSE && Math.hypot(ownX - share * x, ownY - share * y) < CLOSE;
    };
    return [...this._nodes.values()].filter(isOnTheWay);
  }

  /**
   * @param {number[]} nodes
   * @param {number} to
   */
  _nearest(nodes, to) {
    const far = (/** @type {number} */ node) => Math.hypot(...this._way(node, to));
    return nodes.reduce((best, node) => (far(node) < far(best) - CLOSE ? node : best));
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {[number, number]}
   */
  _way(from, to) {
    const { nodes } = /** @type {Board} */ (this.board);
    return [nodes[to].x - nodes[from].x, nodes[to].y - nodes[from].y];
  }

  /** @param {string} label */
  _sameThing(label) {
    const node = this.nodeNamed(label);
    const piece = node === undefined ? undefined : this.pieceOn(node);
    return piece ? [piece.node, ...(piece.also ?? [])].map((other) => this.label(other)) : [label];
  }
}
