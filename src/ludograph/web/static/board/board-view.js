/**
 * `<board-view>`: any board graph with its pieces, to look at and to make moves on. It knows no rules: it is told the
 * pieces and the moves that there are, and says which of them a hand has made.
 *
 *     view.theme = themes.light; view.board = game.board; view.goals = game.goals;
 *     view.isPlayable = true; view.show(position, lastMove);
 *
 * Events: `move` (detail: the Move), `refused` (detail: `{hops}`, what was tried and is no beginning of a move),
 * `hops` (detail: `{hops, choices, whole}` whenever they change; `choices` are next hops that are no cells: a promotion,
 * a turn of a cube), `pick` (detail: `{node}`, a click or Enter while the board is not playable).
 */

import { html } from "../dom.js";
import { Dragging } from "./dragging.js";
import { Hand } from "./hand.js";
import { bestOf } from "./marks.js";
import { Painter } from "./painter.js";
import { stepTo, Typed } from "./walking.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */

export class BoardView extends HTMLElement {
  constructor() {
    super();
    this._board = /** @type {Board|null} */ (null);
    this._theme = /** @type {Theme|null} */ (null);
    this._goals = /** @type {number[]} */ ([]);
    this._view = /** @type {Pick<View, "pieces"|"beside"|"moves">} */ ({ pieces: [], beside: [], moves: [] });
    this._last = /** @type {Move|null} */ (null);
    this._values = /** @type {ValuedMove[]} */ ([]);
    this._hint = /** @type {Move|null} */ (null);
    this._isPlayable = false;
    this._isFlipped = false;
    this._hasNames = true;
    this._place = 0; // of the keyboard
    this._hand = new Hand([]);
    this._dragging = new Dragging(this);
    this._typed = new Typed();
    this._painter = /** @type {Painter|null} */ (null);
    this._nodes = /** @type {Map<string, number>} */ (new Map());
    this._carried = /** @type {{ghost: SVGGElement, from: number, isFree: boolean}|null} */ (null);
    this._droppedAt = /** @type {number|undefined} */ (undefined);
    this._said = html("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  }

  connectedCallback() {
    if (!this._said.isConnected) this.append(this._said);
    this._rebuild();
  }

  set board(board) {
    this._board = board;
    this._place = board?.nodes.findIndex((node) => node.visible) ?? 0;
    this._nodes = new Map(board?.nodes.map((node, index) => [node.label, index]));
    this._view = { pieces: [], beside: [], moves: [] };
    this._hand = new Hand([]);
    this._rebuild();
  }

  get board() {
    return this._board;
  }

  set theme(theme) {
    this._theme = theme;
    this._rebuild();
  }

  get theme() {
    return this._theme;
  }

  /** @param {number[]} goals nodes that have to be reached */
  set goals(goals) {
    this._goals = goals;
    this._rebuild();
  }

  /** @param {boolean} isFlipped seen from the other side */
  set isFlipped(isFlipped) {
    this._isFlipped = isFlipped;
    this._rebuild();
  }

  get isFlipped() {
    return this._isFlipped;
  }

  /** @param {boolean} hasNames whether the names of cells are written */
  set hasNames(hasNames) {
    this._hasNames = hasNames;
    this._rebuild();
  }

  /** @param {boolean} isPlayable whether hands may make moves */
  set isPlayable(isPlayable) {
    this._isPlayable = isPlayable;
    if (!isPlayable) this.letGo();
    this.toggleAttribute("playable", isPlayable);
    if (isPlayable && this._droppedAt !== undefined) this._refresh(); // the move was refused: the piece goes home
    this._changed();
  }

  get isPlayable() {
    return this._isPlayable;
  }

  /** @param {ValuedMove[]} values what each move is worth; an empty list hides them */
  set values(values) {
    this._values = values;
    this._drawMarks();
  }

  /** @param {Move|null} move a move to point out */
  set hint(move) {
    this._hint = move;
    this._drawMarks();
  }

  /** What was touched so far for the move in hand. */
  get hops() {
    return [...this._hand.hops];
  }

  /**
   * Show a position; what has changed since the last one travels, comes or goes.
   * @param {Pick<View, "pieces"|"beside"|"moves">} view
   * @param {Move|null} [lastMove]
   * @param {{isAnimated?: boolean}} [how]
   */
  show(view, lastMove = null, { isAnimated = true } = {}) {
    const before = this._view.pieces;
    this._dragging.stop();
    this._view = view;
    this._last = lastMove;
    this._hint = null;
    this._values = [];
    this._hand = new Hand(view.moves, (label) => this._sameThing(label));
    if (this._painter?.fits(view)) this._refresh();
    else this._rebuild();
    if (isAnimated && before.length) this._painter?.animate(before, lastMove, this._droppedAt);
    this._droppedAt = undefined;
    this._tellHops();
  }

  /**
   * Announce something to those who listen instead of look.
   * @param {string} text
   */
  say(text) {
    this._said.textContent = text === this._said.textContent ? `${text}\u00a0` : text;
  }

  /** Make the next hop by its name: what a button for a choice does. @param {string} label */
  choose(label) {
    this._touched(this._hand.touch(label), label);
  }

  /** Make the whole move that the hops so far are, where it could also go on. */
  finish() {
    const last = this._hand.hops.at(-1);
    if (this._hand.whole && last) this._touched(this._hand.touch(last), last);
  }

  /** Take back the last hop. */
  back() {
    this._hand.back();
    this._changed();
  }

  /** Let go of everything. */
  letGo() {
    this._dragging.stop();
    this._hand.clear();
    this._changed();
  }

  // -- the hand --------------------------------------------------------------------------------------------------

  /**
   * A click on a node.
   * @param {number} node
   */
  tap(node) {
    this._setPlace(node, false);
    this._press(node);
  }

  /**
   * A click, or Enter.
   * @param {number} node
   */
  _press(node) {
    if (!this._isPlayable) {
      this.dispatchEvent(new CustomEvent("pick", { detail: { node } }));
      return;
    }
    const label = this._label(node);
    const isBare = !this._pieceOn(node) && this._hand.isEmpty && !this._hand.next.has(label);
    if (!isBare) this._touched(this._hand.touch(label), label);
  }

  /**
   * Begin to drag: the piece leaves its place. Says whether there is one that may be lifted.
   * @param {number} node
   * @returns {boolean}
   */
  lift(node) {
    const piece = this._pieceOn(node) ?? this._pieceInHand(node);
    if (!this._isPlayable || !piece) return false;
    const label = this._label(node);
    let isFree = false; // to be carried anywhere, only to be told why it may not go there
    if (this._hand.hops.at(-1) !== label) {
      this._hand.clear();
      isFree = this._hand.touch(label).kind !== "goes-on";
    }
    this._changed();
    const ghost = /** @type {Painter} */ (this._painter).lift(piece);
    this._carried = { ghost, from: node, isFree };
    return true;
  }

  /**
   * The piece follows the pointer.
   * @param {number} clientX
   * @param {number} clientY
   * @param {number|undefined} over
   */
  carry(clientX, clientY, over) {
    if (!this._carried) return;
    this._painter?.carry(this._carried.ghost, clientX, clientY);
    this._painter?.showOver(over !== undefined && this._hand.next.has(this._label(over)) ? over : undefined);
  }

  /**
   * The end of a drag, over a node or beside the board. What may not go there flies back.
   * @param {number|null} node
   */
  drop(node) {
    const carried = this._carried;
    this._carried = null;
    this._painter?.putDown();
    if (!carried) return;
    const { ghost, from, isFree } = carried;
    const isHome = node === null || node === from;
    const label = isHome ? "" : this._label(node);
    const touched = isHome || isFree ? null : this._hand.touch(label, true);
    if (touched && touched.kind !== "refused") {
      ghost.remove();
      const start = this._nodeNamed(this._firstOf(touched)) ?? from;
      this._touched(touched, label);
      if (touched.kind === "move" && node !== null) {
        this._droppedAt = node;
        this._painter?.hold(start, node);
      }
      return;
    }
    this._painter?.flyBack(ghost, from);
    if (!isHome) this._refuse(isFree ? [this._label(from), label] : [...this._hand.hops, label]);
    if (isFree || this._hand.hops.length === 1) this.letGo();
  }

  /**
   * @param {import("./hand.js").Touched} touched
   * @param {string} label
   */
  _touched(touched, label) {
    if (touched.kind === "refused") {
      this._refuse(touched.hops);
      if (touched.hops.length === 2) this.letGo();
      return;
    }
    if (touched.kind === "goes-on") this.say(`${this._describe(label)} chosen. ${this._saidNext()}`);
    if (touched.kind === "let-go") this.say("Let go.");
    this._changed();
    if (touched.kind === "move") this.dispatchEvent(new CustomEvent("move", { detail: touched.move }));
  }

  /** @param {import("./hand.js").Touched} touched */
  _firstOf(touched) {
    return touched.kind === "move" ? touched.move.hops[0] : "";
  }

  /** @param {string[]} hops */
  _refuse(hops) {
    this.dispatchEvent(new CustomEvent("refused", { detail: { hops } }));
  }

  _saidNext() {
    const next = [...this._hand.next];
    const whole = this._hand.whole ? " Enter again makes the move." : "";
    return next.length ? `Goes to ${next.join(", ")}.${whole}` : whole;
  }

  _changed() {
    this._drawMarks();
    this._labelCells();
    this._tellHops();
  }

  _tellHops() {
    const choices = [...this._hand.next].filter((label) => this._nodeNamed(label) === undefined);
    const detail = { hops: this.hops, choices, whole: this._hand.whole ?? null };
    this.dispatchEvent(new CustomEvent("hops", { detail }));
  }

  // -- the keyboard ----------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this._board) return;
    const step = stepTo(this._board, this._place, event.key, this._isFlipped);
    if (step !== undefined) this._setPlace(step, true);
    else if (event.key === "Enter" || event.key === " ") this._press(this._place);
    else if (event.key === "Escape" && !this._hand.isEmpty) this.back();
    else if (event.key === "PageDown" || event.key === "PageUp") this._jump(event.key === "PageDown" ? 1 : -1);
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
      const found = this._typed.type(this._board, event.key);
      if (found !== undefined) this._setPlace(found, true);
    } else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  }

  /**
   * To the next node that may be touched.
   * @param {number} by
   */
  _jump(by) {
    const nodes = [...this._hand.next].map((label) => this._nodeNamed(label)).filter((node) => node !== undefined);
    const ordered = nodes.sort((one, two) => one - two);
    const after = by > 0 ? ordered.find((node) => node > this._place) : ordered.findLast((node) => node < this._place);
    const chosen = after ?? ordered.at(by > 0 ? 0 : -1);
    if (chosen !== undefined) this._setPlace(chosen, true);
  }

  /**
   * @param {number} node
   * @param {boolean} takesFocus
   */
  _setPlace(node, takesFocus) {
    this._cell(this._place)?.setAttribute("tabindex", "-1");
    this._place = node;
    const cell = this._cell(node);
    cell?.setAttribute("tabindex", "0");
    if (takesFocus) cell?.focus();
    this._drawCursor();
  }

  // -- words -----------------------------------------------------------------------------------------------------

  /** @param {number} node */
  _label(node) {
    return this._board?.nodes[node].label ?? "";
  }

  /** @param {number} node */
  _cell(node) {
    return this._painter?.cells.get(node);
  }

  /** @param {string} label */
  _nodeNamed(label) {
    return this._nodes.get(label);
  }

  /** @param {number} node */
  _pieceOn(node) {
    return this._view.pieces.find((piece) => piece.node === node || piece.also?.includes(node));
  }

  /**
   * The piece that has hopped to this node.
   * @param {number} node
   */
  _pieceInHand(node) {
    const first = this._nodeNamed(this._hand.hops[0]);
    return first !== undefined && this._hand.hops.at(-1) === this._label(node) ? this._pieceOn(first) : undefined;
  }

  /** @param {string} label */
  _sameThing(label) {
    const node = this._nodeNamed(label);
    const piece = node === undefined ? undefined : this._pieceOn(node);
    return piece ? [piece.node, ...(piece.also ?? [])].map((other) => this._label(other)) : [label];
  }

  /** @param {string} label */
  _describe(label) {
    const node = this._nodeNamed(label);
    if (node === undefined) return label;
    const piece = this._pieceOn(node);
    return `${label}, ${piece ? piece.name : "empty"}`;
  }

  _labelCells() {
    const next = this._isPlayable ? this._hand.next : new Set();
    for (const [node, cell] of this._painter?.cells ?? []) {
      const label = this._label(node);
      const isChosen = this._hand.hops.includes(label);
      const canBe = next.has(label) ? (this._hand.isEmpty ? ", can move" : ", possible target") : "";
      cell.setAttribute("aria-label", `${this._describe(label)}${isChosen ? ", chosen" : canBe}`);
      cell.setAttribute("aria-pressed", String(isChosen));
      cell.classList.toggle(
        "touchable",
        this._isPlayable && (next.has(label) || Boolean(this._pieceOn(node)) || isChosen),
      );
    }
  }

  // -- drawing ---------------------------------------------------------------------------------------------------

  /** Draw everything anew. */
  _rebuild() {
    if (!this._board || !this._theme || !this.isConnected) return;
    const hadFocus = this._painter?.surface.contains(document.activeElement);
    const label = this.getAttribute("label") ?? "Board";
    const ground = {
      board: this._board,
      theme: this._theme,
      goals: this._goals,
      isFlipped: this._isFlipped,
      hasNames: this._hasNames,
      label,
    };
    this._painter?.surface.remove();
    this._painter = new Painter(ground, this._view);
    const { surface, frame } = this._painter;
    surface.addEventListener("keydown", (event) => this._key(event));
    surface.addEventListener("focusin", () => this._drawCursor());
    surface.addEventListener("focusout", () => this._painter?.showCursor(null));
    this._dragging.listen(surface);
    this.prepend(surface);
    this.style.setProperty("--board-ratio", String(frame.width / frame.height));
    this._setPlace(this._place, Boolean(hadFocus));
    this._refresh();
  }

  /** Draw what changes from position to position. */
  _refresh() {
    const last = this._last ? [this._last.from, ...this._last.hops, this._last.to] : [];
    this._painter?.showPieces(this._view, this._nodesNamed(new Set(last)));
    this._drawMarks();
    this._labelCells();
    this._drawCursor();
  }

  /** @param {Iterable<string|null>} labels those that are no cells are left out */
  _nodesNamed(labels) {
    return Array.from(labels, (label) => this._nodes.get(label ?? "")).filter((node) => node !== undefined);
  }

  _drawMarks() {
    const next = this._nodesNamed(this._hand.next);
    this._painter?.showHand(this._nodesNamed(this._hand.hops), this._isPlayable && !this._hand.isEmpty ? next : []);
    if (this._values.length) this._painter?.addValues(this._valuesOf(next));
    const proposed = this._nodesNamed(this._hint?.hops ?? []);
    if (proposed.length) this._painter?.addHint(proposed);
  }

  /**
   * For each node the best value that a move over it has.
   * @param {number[]} nodes
   */
  _valuesOf(nodes) {
    const found = /** @type {Map<number, ValuedMove>} */ (new Map());
    for (const node of nodes) {
      const texts = new Set(this._hand.leadingTo(this._label(node)).map((move) => move.text));
      const best = bestOf(this._values.filter((valued) => valued.value && texts.has(valued.text)));
      if (best) found.set(node, best);
    }
    return found;
  }

  _drawCursor() {
    this._painter?.showCursor(this._cell(this._place)?.matches(":focus-visible") ? this._place : null);
  }
}

customElements.define("board-view", BoardView);
