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

import { html, svg } from "../dom.js";
import { Dragging } from "./dragging.js";
import { BESIDE, Frame, namesOf, UNIT } from "./frame.js";
import { goalMarks, lightSquares, links, nameTexts, outlineOf } from "./ground.js";
import { Hand } from "./hand.js";
import * as marks from "./marks.js";
import { journeys } from "./motion.js";
import { coloursOf, drawPiece, lifted } from "./shapes.js";
import { stepTo, Typed } from "./walking.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */

const STEP_TIME = 180; // milliseconds of one hop
const FADE_TIME = 220;
const NEVER_TAKEN = ["tower", "text"];

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
    this._layers = /** @type {Record<string, SVGGElement>} */ ({});
    this._cells = /** @type {Map<number, SVGGElement>} */ (new Map());
    this._drawn = /** @type {Map<number, SVGGElement>} */ (new Map());
    this._said = html("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  }

  connectedCallback() {
    if (!this._said.isConnected) this.append(this._said);
    this._rebuild();
  }

  set board(board) {
    this._board = board;
    this._place = board?.nodes.findIndex((node) => node.visible) ?? 0;
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
    this._refresh();
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
    const rows = this._rowsBeside().length;
    this._view = view;
    this._last = lastMove;
    this._hint = null;
    this._values = [];
    this._hand = new Hand(view.moves, (label) => this._sameThing(label));
    if (this._rowsBeside().length !== rows) this._rebuild();
    else this._refresh();
    if (isAnimated && before.length) this._animate(before);
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
    if (this._hand.hops.at(-1) !== label) {
      this._hand.clear();
      this._isFree = this._hand.touch(label, false).kind !== "goes-on";
    } else this._isFree = false;
    this._liftedFrom = node;
    this._ghost = this._drawAt(lifted(piece), this._layers.ghost);
    this._ghost.classList.add("ghost");
    this._drawn.get(piece.node)?.classList.add("lifted");
    this._changed();
    return true;
  }

  /**
   * The piece follows the pointer.
   * @param {number} clientX
   * @param {number} clientY
   * @param {number|undefined} over
   */
  carry(clientX, clientY, over) {
    const matrix = this._surface?.getScreenCTM();
    if (!matrix || !this._ghost) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    this._ghost.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
    for (const [node, cell] of this._cells) cell.classList.toggle("over", node === over && this._hand.next.has(this._label(node)));
  }

  /**
   * The end of a drag, over a node or beside the board. What may not go there flies back.
   * @param {number|null} node
   */
  drop(node) {
    const ghost = this._ghost;
    const from = this._liftedFrom;
    this._ghost = undefined;
    for (const cell of this._cells.values()) cell.classList.remove("over");
    for (const drawn of this._drawn.values()) drawn.classList.remove("lifted");
    if (!ghost || from === undefined) return;
    const label = node === null ? null : this._label(node);
    const hops = this._hand.hops;
    if (label === null || node === from) {
      this._flyBack(ghost, from);
      if (this._isFree || hops.length === 1) this.letGo();
      return;
    }
    if (this._isFree) {
      this._flyBack(ghost, from);
      this._refuse([this._label(from), label]);
      return;
    }
    const touched = this._hand.touch(label, true);
    if (touched.kind === "move") this._droppedAt = node;
    if (touched.kind === "refused") this._flyBack(ghost, from);
    else ghost.remove();
    this._touched(touched, label);
    if (touched.kind === "refused" && hops.length === 1) this.letGo();
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
    this._droppedAt = undefined;
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
    this._drawHops();
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
    this._cells.get(this._place)?.setAttribute("tabindex", "-1");
    this._place = node;
    const cell = this._cells.get(node);
    cell?.setAttribute("tabindex", "0");
    if (takesFocus) cell?.focus();
    this._drawCursor();
  }

  // -- words -----------------------------------------------------------------------------------------------------

  /** @param {number} node */
  _label(node) {
    return this._board?.nodes[node].label ?? "";
  }

  /** @param {string} label */
  _nodeNamed(label) {
    return this._nodes?.get(label);
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
    for (const [node, cell] of this._cells) {
      const label = this._label(node);
      const isChosen = this._hand.hops.includes(label);
      const canBe = next.has(label) ? (this._hand.isEmpty ? ", can move" : ", possible target") : "";
      cell.setAttribute("aria-label", `${this._describe(label)}${isChosen ? ", chosen" : canBe}`);
      cell.setAttribute("aria-pressed", String(isChosen));
      cell.classList.toggle("touchable", this._isPlayable && (next.has(label) || Boolean(this._pieceOn(node)) || isChosen));
    }
  }

  // -- drawing ---------------------------------------------------------------------------------------------------

  _rowsBeside() {
    return [...new Set(this._view.beside.map((piece) => piece.seat))].sort();
  }

  /** Draw everything anew. */
  _rebuild() {
    if (!this._board || !this._theme || !this.isConnected) return;
    const [board, theme] = [this._board, this._theme];
    const hadFocus = this._surface?.contains(document.activeElement);
    const names = this._hasNames && !this._view.pieces.some((piece) => piece.shape === "sticker") ? namesOf(board) : [];
    const frame = new Frame(board, { names, rowsBeside: this._rowsBeside().length, isFlipped: this._isFlipped });
    this._frame = frame;
    this._nodes = new Map(board.nodes.map((node, index) => [node.label, index]));
    const viewBox = `0 0 ${frame.width.toFixed(1)} ${frame.height.toFixed(1)}`;
    const surface = svg("svg", { viewBox, role: "group", "aria-label": this.getAttribute("label") ?? "Board", class: "board" });
    for (const name of ["cells", "last", "names", "pieces", "beside", "marks", "cursor", "ghost"]) {
      this._layers[name] = svg("g", { class: `layer-${name}` });
    }
    surface.append(lightSquares(board, frame, theme), links(board, frame, theme));
    surface.append(this._layers.cells, this._layers.last, nameTexts(names, frame, theme));
    surface.append(goalMarks(board, this._goals, frame, theme));
    for (const name of ["pieces", "beside", "marks", "cursor", "ghost"]) surface.append(this._layers[name]);
    this._cells = new Map();
    board.nodes.forEach((node, index) => node.visible && this._addCell(index));
    surface.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this._key(event));
    surface.addEventListener("focusin", () => this._drawCursor());
    surface.addEventListener("focusout", () => this._layers.cursor.replaceChildren());
    this._dragging.listen(surface);
    this._surface?.remove();
    this._surface = /** @type {SVGSVGElement} */ (surface);
    this.prepend(surface);
    this.style.setProperty("--board-ratio", String(frame.width / frame.height));
    this._refresh();
    if (hadFocus) this._cells.get(this._place)?.focus();
  }

  /** @param {number} index */
  _addCell(index) {
    if (!this._board || !this._frame || !this._theme) return;
    const node = this._board.nodes[index];
    const tabindex = index === this._place ? "0" : "-1";
    const cell = svg("g", { class: "cell", role: "button", "data-node": index, "data-label": node.label, tabindex });
    const fill = this._theme.shades[node.shade % this._theme.shades.length];
    cell.append(outlineOf(node, this._frame, { class: "ground", fill, stroke: this._theme.line }));
    this._cells.set(index, cell);
    this._layers.cells.append(cell);
  }

  /** Draw what changes from position to position. */
  _refresh() {
    if (!this._board || !this._theme || !this._frame || !this._layers.pieces) return;
    const [board, theme] = [this._board, this._theme];
    for (const [node, cell] of this._cells) {
      const sticker = this._view.pieces.find((piece) => piece.node === node && piece.shape === "sticker");
      const fill = sticker ? coloursOf(theme, sticker).face : theme.shades[board.nodes[node].shade % theme.shades.length];
      cell.firstElementChild?.setAttribute("fill", fill);
    }
    this._drawn = new Map();
    this._layers.pieces.replaceChildren();
    const up = this._isFlipped ? -1 : 1; // stacks reach upwards: those further down are drawn in front
    const ordered = [...this._view.pieces].sort((one, two) => up * (board.nodes[two.node].y - board.nodes[one.node].y));
    for (const piece of ordered) this._drawn.set(piece.node, this._drawAt(piece, this._layers.pieces));
    this._drawLast();
    this._drawBeside();
    this._drawHops();
    this._drawMarks();
    this._labelCells();
    this._drawCursor();
  }

  /**
   * @param {Piece} piece
   * @param {SVGGElement} layer
   */
  _drawAt(piece, layer) {
    const [x, y, reach] = this._placeOf(piece);
    const drawn = drawPiece(piece, /** @type {Theme} */ (this._theme), reach);
    drawn.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    drawn.dataset.on = this._label(piece.node);
    layer.append(drawn);
    return drawn;
  }

  /**
   * The middle of a piece, and how far it reaches over several nodes.
   * @param {Piece} piece
   * @returns {[number, number, [number, number]]}
   */
  _placeOf(piece) {
    const [[x1, y1], [x2, y2]] = [piece.node, piece.also?.at(-1) ?? piece.node].map((node) => this._middle(node));
    return [(x1 + x2) / 2, (y1 + y2) / 2, [Math.abs(x2 - x1), Math.abs(y2 - y1)]];
  }

  /**
   * @param {number} node
   * @returns {[number, number]}
   */
  _middle(node) {
    return /** @type {Frame} */ (this._frame).middle(/** @type {Board} */ (this._board).nodes[node]);
  }

  _drawLast() {
    const labels = this._last ? [this._last.from, ...this._last.hops, this._last.to] : [];
    const nodes = new Set(labels.map((label) => (label ? this._nodeNamed(label) : undefined)).filter((node) => node !== undefined));
    const [board, frame, theme] = [/** @type {Board} */ (this._board), /** @type {Frame} */ (this._frame), /** @type {Theme} */ (this._theme)];
    const style = { fill: theme.last_move, "fill-opacity": 0.55, stroke: theme.coordinates, "stroke-width": 2 };
    this._layers.last.replaceChildren(...[...nodes].map((node) => outlineOf(board.nodes[node], frame, { class: "last-move", ...style })));
  }

  /** The pieces off the board, a row below it for each seat; many lie one upon the other. */
  _drawBeside() {
    const frame = /** @type {Frame} */ (this._frame);
    this._layers.beside.replaceChildren();
    this._rowsBeside().forEach((seat, row) => {
      const pieces = this._view.beside.filter((piece) => piece.seat === seat);
      const apart = Math.min(UNIT * BESIDE, (frame.width - UNIT) / Math.max(1, pieces.length - 1));
      pieces.forEach((piece, number) => {
        const drawn = drawPiece(piece, /** @type {Theme} */ (this._theme));
        drawn.setAttribute("transform", `translate(${UNIT * 0.45 + apart * number} ${frame.rowBeside(row)}) scale(${BESIDE})`);
        drawn.append(svg("title", {}, `${piece.name}, off the board`));
        this._layers.beside.append(drawn);
      });
    });
  }

  /** A piece that hops stands where it has got to. */
  _drawHops() {
    const first = this._nodeNamed(this._hand.hops[0]);
    const last = this._nodeNamed(this._hand.hops.at(-1) ?? "");
    for (const [node, drawn] of this._drawn) {
      const isTravelling = node === first && last !== undefined && last !== node && !this._pieceOn(last);
      const piece = this._pieceOn(node);
      if (!piece) continue;
      const [x, y] = isTravelling ? this._middle(last) : this._placeOf(piece);
      drawn.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    }
  }

  _drawMarks() {
    if (!this._frame || !this._theme || !this._board || !this._layers.marks) return;
    const [frame, theme] = [this._frame, this._theme];
    const drawn = [];
    const nodeOf = (/** @type {string} */ label) => this._nodeNamed(label);
    for (const label of this._hand.hops) {
      const node = nodeOf(label);
      if (node !== undefined) drawn.push(marks.chosen(this._board.nodes[node], frame, theme));
    }
    const next = [...this._hand.next].map(nodeOf).filter((node) => node !== undefined);
    for (const node of this._isPlayable && !this._hand.isEmpty ? next : []) {
      const piece = this._pieceOn(node);
      drawn.push(marks.target(this._middle(node), Boolean(piece) && !NEVER_TAKEN.includes(piece?.shape ?? ""), theme));
    }
    for (const node of this._values.length ? next : []) {
      const texts = new Set(this._hand.leadingTo(this._label(node)).map((move) => move.text));
      const best = marks.bestOf(this._values.filter((valued) => valued.value && texts.has(valued.text)));
      if (best) drawn.push(marks.badge(this._middle(node), best));
    }
    const proposed = (this._hint?.hops ?? []).map(nodeOf).filter((node) => node !== undefined);
    if (proposed.length) drawn.push(marks.hint(proposed.map((node) => this._middle(node)), theme));
    this._layers.marks.replaceChildren(...drawn);
  }

  _drawCursor() {
    if (!this._frame || !this._theme || !this._board || !this._layers.cursor) return;
    const isShown = this._cells.get(this._place)?.matches(":focus-visible");
    const node = this._board.nodes[this._place];
    this._layers.cursor.replaceChildren(...(isShown ? [marks.cursor(node, this._frame, this._theme)] : []));
  }

  // -- motion ----------------------------------------------------------------------------------------------------

  get _isStill() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** @param {Piece[]} before */
  _animate(before) {
    if (this._isStill || !this._board || !this._frame) return;
    const { journeys: found, gone, come } = journeys(this._board, before, this._view.pieces, this._last);
    for (const { piece, path } of found) {
      if (path.at(-1) === this._droppedAt) continue; // it was carried there
      const here = this._placeOf(piece);
      const end = this._middle(piece.node);
      const places = path.map((node) => this._middle(node)).map(([x, y]) => `translate(${x + here[0] - end[0]}px, ${y + here[1] - end[1]}px)`);
      const drawn = this._drawn.get(piece.node);
      drawn?.parentNode?.append(drawn);
      drawn?.animate({ transform: places, easing: "ease-in-out" }, { duration: STEP_TIME * (path.length - 1) });
    }
    for (const piece of gone) this._fade(this._drawAt(piece, this._layers.ghost), [1, 0], true);
    for (const piece of come) if (piece.shape !== "tower") this._fade(this._drawn.get(piece.node), [0, 1], false);
  }

  /**
   * @param {SVGGElement|undefined} drawn
   * @param {number[]} opacity
   * @param {boolean} isRemoved
   */
  _fade(drawn, opacity, isRemoved) {
    const fading = drawn?.animate({ opacity }, { duration: FADE_TIME });
    if (isRemoved && drawn) fading?.finished.then(() => drawn.remove(), () => drawn.remove());
  }

  /**
   * @param {SVGGElement} ghost
   * @param {number} from
   */
  _flyBack(ghost, from) {
    const [x, y] = this._middle(from);
    const until = `translate(${x}px, ${y}px)`;
    const now = (ghost.getAttribute("transform") ?? "").match(/translate\((\S+) ([^)]+)\)/);
    if (!now || this._isStill) ghost.remove();
    else ghost.animate({ transform: [`translate(${now[1]}px, ${now[2]}px)`, until] }, { duration: STEP_TIME, easing: "ease-out" }).finished.then(() => ghost.remove(), () => ghost.remove());
  }
}

customElements.define("board-view", BoardView);
