/**
 * `<board-view>`: any board graph with its pieces, to look at and to make moves on. It knows no rules: it is told the
 * pieces and the moves that there are, and says which of them a hand has made.
 *
 *     view.theme = themes.light; view.board = game.board; view.goals = game.goals;
 *     view.isPlayable = true; view.show(position, lastMove);
 *
 * Events: `move` (detail: the Move), `refused` (detail: `{hops}`, what was tried and is no beginning of a move, called as
 * people see it, so that the answer calls it so, too), `hops` (detail: `{hops, choices, whole, isGroup}` whenever they change; `choices` are the next hops that are no cells,
 * each with the moves that it leads to: a promotion, a turn of a cube), `pick` (detail: `{node}`, a click or Enter while
 * the board is not playable), `planned` (detail: `{hops}`, whenever a move that is planned ahead changes).
 */

import { html } from "../dom.js";
import { Carrying } from "./carrying.js";
import { Dragging } from "./dragging.js";
import { Drawings } from "./drawings.js";
import { fittedTo } from "./fitting.js";
import { UNIT } from "./frame.js";
import { Keyboard } from "./keyboard.js";
import { bestOf } from "./marks.js";
import { Painter } from "./painter.js";
import { Scene } from "./scene.js";
import { Solid } from "./solid.js";
import { phrase } from "../words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */

const SOLID_CELLS = 4; // so many cells across is a solid as large as
const WIDE = 2.6; // times as wide as high: it needs the whole width of a page
const narrow = matchMedia("(max-width: 480px)"); // where each pixel of a cell counts

export class BoardView extends HTMLElement {
  constructor() {
    super();
    this.scene = new Scene(null);
    this.painter = /** @type {Painter|null} */ (null);
    this._theme = /** @type {Theme|null} */ (null);
    this._goals = /** @type {number[]} */ ([]);
    this._goalsLeadOut = false;
    this._solidFacts = /** @type {import("../types.js").Solid|null} */ (null);
    this._solid = /** @type {Solid|null} */ (null);
    this._borders = /** @type {import("../types.js").Border[]} */ ([]);
    this._last = /** @type {Move|null} */ (null);
    this._values = /** @type {ValuedMove[]} */ ([]);
    this._hint = /** @type {Move|null} */ (null);
    this._verdict = /** @type {{sign: string, fault: string}|null} */ (null);
    this._isPlayable = false;
    this._isFlipped = false;
    this._hasNames = true;
    this._droppedAt = /** @type {number|undefined} */ (undefined);
    this._ahead = /** @type {number|null} */ (null);
    this._planned = /** @type {string[]} */ ([]);
    this._drawings = new Drawings(this);
    this._keyboard = new Keyboard(this);
    this._dragging = new Dragging(this, new Carrying(this));
    this._said = html("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
    this._rebuildWhenTurned = () => this._rebuild();
  }

  connectedCallback() {
    if (!this._said.isConnected) this.append(this._said);
    narrow.addEventListener("change", this._rebuildWhenTurned);
    this._rebuild();
  }

  disconnectedCallback() {
    narrow.removeEventListener("change", this._rebuildWhenTurned);
  }

  set board(board) {
    this.scene = new Scene(board);
    this._keyboard.place = board?.nodes.findIndex((node) => node.visible) ?? 0;
    this._rebuild();
  }

  get board() {
    return this.scene.board;
  }

  set theme(theme) {
    this._theme = theme;
    this._rebuild();
  }

  get theme() {
    return this._theme;
  }

  /** @param {boolean} leadOut whether pieces leave the board at its goals */
  set goalsLeadOut(leadOut) {
    this._goalsLeadOut = leadOut;
    this._rebuild();
  }

  /** @param {number[]} goals nodes that have to be reached */
  set goals(goals) {
    this._goals = goals;
    this._rebuild();
  }

  /** @param {import("../types.js").Solid|null} facts the same cells in space, to be shown instead of the net */
  set solid(facts) {
    this._solidFacts = facts;
    this._rebuild();
  }

  /** @param {import("../types.js").Border[]} borders edges of the board that belong to seats */
  set borders(borders) {
    this._borders = borders;
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
    if (!isPlayable && !this.scene.isAhead) this.letGo();
    this.toggleAttribute("playable", isPlayable);
    if (isPlayable && this._droppedAt !== undefined) this._refresh(); // the move was refused: the piece goes home
    if (isPlayable) this._solid?.letGo();
    this.changed();
  }

  get isPlayable() {
    return this._isPlayable;
  }

  /** @param {number|null} seat for whom hands may plan a move, while another seat is to move */
  set ahead(seat) {
    this._ahead = seat;
    this.toggleAttribute("ahead", seat !== null);
    if (seat === null ? this.scene.isAhead : !this.scene.isAhead) {
      this.scene.lookAhead(seat, this._planned);
      this.changed();
    }
  }

  /** Whether hands may touch anything. */
  get hasHand() {
    return this._isPlayable || this._ahead !== null;
  }

  /** @param {ValuedMove[]} values what each move is worth; an empty list hides them */
  set values(values) {
    this._values = values;
    this._drawMarks();
  }

  /** @param {Move|null} move a move to point out */
  set hint(move) {
    this._hint = move;
    if (this._solid) this._solid.hint = move?.text;
    this._drawMarks();
  }

  /** @param {{sign: string, fault: string}|null} verdict what was wrong with the last move */
  set verdict(verdict) {
    this._verdict = verdict;
    this._drawMarks();
  }

  /** What was touched so far for the move in hand. */
  get hops() {
    return [...this.scene.hand.hops];
  }

  /**
   * Show a position; what has changed since the last one travels, comes or goes.
   * @param {import("./scene.js").Shown} shown
   * @param {Move|null} [lastMove]
   * @param {{isAnimated?: boolean}} [how]
   */
  show(shown, lastMove = null, { isAnimated = true } = {}) {
    const before = this.scene.shown.pieces;
    this._dragging.stop();
    this.scene = new Scene(this.board, shown);
    if (this._ahead !== null) this.scene.lookAhead(this._ahead, this._planned);
    this._drawings.wipe();
    this._last = lastMove;
    this._hint = null;
    this._verdict = null;
    this._values = [];
    if (this.painter?.fits(shown)) this._refresh();
    else this._rebuild();
    this._solid?.show(shown.pieces, lastMove?.text ?? null, isAnimated);
    if (isAnimated && before.length && !this._solid) this.painter?.animate(before, lastMove, this._droppedAt);
    this._droppedAt = undefined;
    this._tellHops();
  }

  /** The keyboard goes to its place on the board. */
  focus() {
    this._keyboard.moveTo(this._keyboard.place, true);
  }

  /**
   * Announce something to those who listen instead of look.
   * @param {string} text
   */
  say(text) {
    this._said.textContent = text === this._said.textContent ? `${text}\u00a0` : text;
  }

  // -- the hand --------------------------------------------------------------------------------------------------

  /**
   * A click on a node.
   * @param {number} node
   */
  tap(node) {
    this._keyboard.moveTo(node, false);
    this.press(node);
  }

  /**
   * A click, or Enter.
   * @param {number} node
   */
  press(node) {
    const { hand } = this.scene;
    if (!this._isPlayable) {
      if (this.scene.isAhead) this.touched(hand.touch(this.scene.label(node)), this.scene.label(node));
      else this.dispatchEvent(new CustomEvent("pick", { detail: { node } }));
      return;
    }
    const label = this.scene.label(this.scene.meant(node));
    const isBare = !this.scene.pieceOn(node) && hand.isEmpty && !hand.next.has(label) && !this.scene.hasPlacements;
    const isNewGroup = this.scene.directions.length > 0 && hand.begins(label) && !hand.next.has(label);
    if (isNewGroup && !hand.hops.includes(label)) hand.clear();
    if (!isBare) this.touched(hand.touch(label), label);
  }

  /** Make the next hop by its name: what a button for a choice does. @param {string} label */
  choose(label) {
    this.touched(this.scene.hand.touch(label), label);
  }

  /** Make the whole move that the hops so far are, where it could also go on. */
  finish() {
    const { hand } = this.scene;
    const last = hand.hops.at(-1);
    if (hand.whole && last) this.touched(hand.touch(last), last);
  }

  /**
   * Make the move that was planned, if it is one. Says whether it may be.
   * @returns {boolean}
   */
  playPlanned() {
    const planned = this._planned;
    this._planned = [];
    this._tellPlanned();
    const { hand } = this.scene;
    for (const [number, hop] of planned.entries()) {
      const isLast = number === planned.length - 1;
      const touched = hand.touch(hop, isLast && planned.length > 1);
      if (touched.kind === "move" || (isLast && touched.kind === "goes-on")) this.touched(touched, hop);
      else if (touched.kind !== "goes-on") {
        this.letGo();
        return false;
      }
    }
    return true;
  }

  /** What is planned. */
  get planned() {
    return this._planned;
  }

  _tellPlanned() {
    this.dispatchEvent(new CustomEvent("planned", { detail: { hops: this._planned } }));
  }

  /** Take back the last hop. */
  back() {
    this.scene.hand.back();
    this.changed();
  }

  /** Let go of everything. */
  letGo() {
    this._dragging.stop();
    this.scene.hand.clear();
    this.changed();
  }

  /**
   * Something was touched; show and tell what it amounts to.
   * @param {import("./hand.js").Touched} touched
   * @param {string} label
   */
  touched(touched, label) {
    if (touched.kind === "refused") {
      this.refuse(touched.hops);
      if (touched.hops.length === 2) this.letGo();
      return;
    }
    if (touched.kind === "goes-on") this.say(`${this.scene.describe(label)} chosen. ${this.scene.saidNext}`);
    if (touched.kind === "let-go") this.say(phrase("board.let-go"));
    if (touched.kind === "planned") this.say(phrase("board.planned", { way: this.hops.join(" → ") }));
    this.changed();
    if (touched.kind === "move") this.dispatchEvent(new CustomEvent("move", { detail: touched.move }));
  }

  /** @param {string[]} hops */
  refuse(hops) {
    this.dispatchEvent(new CustomEvent("refused", { detail: { hops: hops.map((hop) => this.scene.name(hop)) } }));
  }

  /**
   * A piece stays where it was dropped, until the next position is shown.
   * @param {number} from
   * @param {number} to
   */
  hold(from, to) {
    this._droppedAt = to;
    this.painter?.hold(from, to);
  }

  /** What is in hand has changed. */
  changed() {
    const { hand, isAhead } = this.scene;
    const planned = isAhead && "isWhole" in hand && hand.isWhole ? [...hand.hops] : [];
    if (isAhead && planned.join() !== this._planned.join()) {
      this._planned = planned;
      this._tellPlanned();
    }
    this._drawMarks();
    this._labelCells();
    this._tellHops();
  }

  _tellHops() {
    const { hand } = this.scene;
    const labels = [...hand.next].filter((label) => this.scene.nodeNamed(label) === undefined);
    const choices = labels.map((label) => ({ label, moves: hand.leadingTo(label) }));
    const detail = { hops: this.hops, choices, whole: hand.whole ?? null, isGroup: this.scene.directions.length > 0 };
    this.dispatchEvent(new CustomEvent("hops", { detail }));
  }

  // -- drawing ---------------------------------------------------------------------------------------------------

  /** Draw everything anew. */
  _rebuild() {
    if (!this.board || !this._theme || !this.isConnected) return;
    const hadFocus = this.painter?.surface.contains(document.activeElement);
    const isNarrow = narrow.matches;
    const ground = {
      ...(isNarrow ? fittedTo(this.board, this._borders) : { board: this.board, borders: this._borders }),
      theme: this._theme,
      goals: this._goals,
      goalsLeadOut: this._goalsLeadOut,
      isFlipped: this._isFlipped,
      hasNames: this._hasNames,
      isNarrow,
      label: this.getAttribute("label") ?? phrase("board"),
    };
    this.painter?.surface.remove();
    this.painter = new Painter(ground, this.scene.shown);
    const { surface, frame } = this.painter;
    this._keyboard.listen(surface);
    this._dragging.listen(surface);
    this._drawings.listen(surface);
    this.prepend(surface);
    this._buildSolid(ground.label);
    const ratio = this._solid ? 1 : frame.width / frame.height;
    this.style.setProperty("--board-ratio", String(ratio));
    this.style.setProperty("--board-cells", String(this._solid ? SOLID_CELLS : frame.width / UNIT)); // across
    this.toggleAttribute("wide", ratio > WIDE);
    this.toggleAttribute("turnable", this._solid !== null);
    this._keyboard.moveTo(this._keyboard.place, Boolean(hadFocus));
    this._refresh();
  }

  /** In space, in place of the net. @param {string} label */
  _buildSolid(label) {
    this._solid?.surface.remove();
    this._solid = null;
    if (!this._solidFacts || !this._theme || !this.painter) return;
    const canMove = () => this._isPlayable;
    this._solid = new Solid(this._solidFacts, this._theme, { label, canMove, move: (name) => this.choose(name) });
    this._solid.show(this.scene.shown.pieces, null, false);
    this.painter.surface.replaceWith(this._solid.surface);
  }

  /** Draw what changes from position to position. */
  _refresh() {
    const last = this._last ? [this._last.from, ...this._last.hops, this._last.to] : [];
    this.painter?.showPieces(this.scene.shown, this.scene.nodesNamed(new Set(last)));
    this.painter?.showAlerts((this.scene.shown.alerts ?? []).flatMap(({ nodes }) => nodes));
    this._drawMarks();
    this._labelCells();
    this._keyboard.show();
  }

  _drawMarks() {
    const { hand, chosen, directions } = this.scene;
    if (this.scene.isAhead) {
      this.painter?.showHand([], [], [], []);
      this.painter?.showPlanned(this.scene.nodesNamed(hand.hops));
      return;
    }
    const next = this.scene.nodesNamed(hand.next);
    const isShown = this._isPlayable && !hand.isEmpty;
    this.painter?.showHand(this.scene.nodesNamed(hand.hops), chosen, isShown ? next : [], isShown ? directions : []);
    if (this._values.length) this.painter?.addValues(this._valuesOf(next));
    const proposed = this.scene.nodesNamed(this._hint?.hops ?? []);
    if (proposed.length) this.painter?.addHint(proposed);
    const [reached] = this.scene.nodesNamed([this._last?.to ?? this._last?.hops.at(-1) ?? ""]);
    if (this._verdict && reached !== undefined) this.painter?.addVerdict(reached, this._verdict);
  }

  /**
   * For each node the best value that a move over it has.
   * @param {number[]} nodes
   */
  _valuesOf(nodes) {
    const found = /** @type {Map<number, ValuedMove>} */ (new Map());
    for (const node of nodes) {
      const texts = new Set(this.scene.hand.leadingTo(this.scene.label(node)).map((move) => move.text));
      const best = bestOf(this._values.filter((valued) => (valued.value || valued.chance !== undefined) && texts.has(valued.text)));
      if (best) found.set(node, best);
    }
    return found;
  }

  /** Each cell says what stands on it, and what may be done with it. */
  _labelCells() {
    const { hand, chosen } = this.scene;
    const next = this.hasHand ? hand.next : new Set();
    for (const [node, cell] of this.painter?.cells ?? []) {
      const label = this.scene.label(node);
      const isChosen = chosen.includes(node);
      const canBe = next.has(label) ? (hand.isEmpty ? phrase("board.can-move") : phrase("board.target")) : "";
      const canBeTouched = next.has(label) || isChosen || this.scene.pieceOn(node) !== undefined;
      const alert = this.scene.alertOn(node);
      const danger = alert ? `, ${alert.toLowerCase()}` : "";
      cell.setAttribute("aria-label", `${this.scene.describe(label)}${danger}${isChosen ? phrase("board.chosen") : canBe}`);
      cell.setAttribute("aria-pressed", String(isChosen));
      cell.classList.toggle("touchable", this.hasHand && canBeTouched);
    }
  }
}

customElements.define("board-view", BoardView);
