/** Buttons for what can't be touched on the board: promotions, turns of a cube, the end of a move that could go on. */

import { drawPiece } from "../board/shapes.js";
import { UNIT } from "../board/frame.js";
import { html, refill, svg } from "../dom.js";
import { shownMove } from "./notation.js";
import { placeBeside } from "./placing.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../board/board-view.js").BoardView} BoardView */
/** @typedef {{label: string, moves: Move[]}} Choice */
/** @typedef {{hops: string[], choices: Choice[], whole: Move|null, isGroup: boolean}} Hops */

const BECOMES = "=";
const USUAL_ORDER = ["=Q", "=R", "=B", "=N"];

export class Chooser {
  /**
   * @param {Model} model
   * @param {BoardView} board
   * @param {HTMLElement} place
   */
  constructor(model, board, place) {
    this._model = model;
    this._board = board;
    this._place = place;
    this._asked = 0;
    this._hops = /** @type {string[]} */ ([]);
    addEventListener("resize", () => this._stand());
    this._focused = -1; // the place among the buttons of the one that the keyboard has used
  }

  /** @param {Hops} touched */
  async show({ hops, choices, whole, isGroup }) {
    const asked = ++this._asked;
    const isShown = this._board.isPlayable && (choices.length > 0 || hops.length > 1);
    const isBecoming = choices.some(({ label }) => label.startsWith(BECOMES));
    const pieces = isShown && isBecoming ? await this._pieces(choices) : [];
    if (asked !== this._asked) return;
    const had = [...this._place.children].indexOf(/** @type {Element} */ (document.activeElement));
    if (had >= 0) this._focused = had;
    this._place.hidden = !isShown;
    this._hops = hops;
    this._place.classList.toggle("beside", hops.length > 0);
    this._place.classList.toggle("becoming", isBecoming);
    const place = (/** @type {Choice} */ { label }) => (USUAL_ORDER.indexOf(label) + 1 || Infinity);
    const ordered = choices
      .map((choice, number) => ({ choice, piece: pieces[number] }))
      .sort((one, two) => place(one.choice) - place(two.choice) || 0);
    const buttons = ordered.map(({ choice, piece }) => this._button(choice.label, piece));
    if (whole && hops.length) buttons.push(button(phrase("chooser.play", { move: shownMove(this._model.game, whole.customary ?? whole.text) }), "main", () => this._board.finish()));
    const back = () => {
      this._board.back();
      this._board.focus();
    };
    if (hops.length) buttons.push(button(phrase("chooser.back"), "quiet", back));
    const named = hops.map((hop) => this._board.scene.name(hop));
    const title = isBecoming ? phrase("chooser.becomes") : isGroup ? phrase("chooser.way", { cells: named.join(", ") }) : named.join(" → ") || phrase("chooser.move");
    refill(this._place, isShown ? [html("span", { class: "chooser-title" }, title), ...buttons] : []);
    this._stand();
    if (isBecoming) this._place.querySelector("button")?.focus({ preventScroll: true });
    else if (isShown) this._giveBackFocus(hops.length > 0);
  }

  /** Beside the last cell that was touched, away from where the move may go on. */
  _stand() {
    const { scene, painter } = this._board;
    const touched = scene.nodesNamed(this._hops);
    const last = touched.at(-1);
    if (this._place.hidden || last === undefined || !painter) return;
    const place = /** @type {HTMLElement} */ (this._place.offsetParent);
    const { left, top } = place.getBoundingClientRect();
    const boxOf = (/** @type {Element|undefined} */ element) => {
      const box = element?.getBoundingClientRect() ?? new DOMRect();
      return { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
    };
    const { next } = scene.hand;
    const isNeeded = (/** @type {number} */ node) => touched.includes(node) || next.has(scene.label(scene.meant(node)));
    const stand = placeBeside(
      boxOf(this._place),
      boxOf(painter.cells.get(last)),
      [...painter.cells].filter(([node]) => isNeeded(node)).map(([, cell]) => boxOf(cell)),
      boxOf(painter.surface),
    );
    this._place.style.left = `${stand.left}px`;
    this._place.style.top = `${stand.top}px`;
  }

  /**
   * Who turns a cube by keyboard goes on with the same buttons; who was on the board is there again.
   * @param {boolean} isOnBoard
   */
  _giveBackFocus(isOnBoard) {
    if (this._focused < 0 || document.activeElement !== document.body) return;
    if (isOnBoard) this._board.focus();
    else /** @type {HTMLElement|undefined} */ (this._place.children[this._focused])?.focus();
    this._focused = -1;
  }

  /**
   * What stands at the end of each choice.
   * @param {Choice[]} choices
   * @returns {Promise<(Piece|undefined)[]>}
   */
  _pieces(choices) {
    const { nodes } = this._model.game.board;
    return Promise.all(
      choices.map(async ({ moves: [move] }) => {
        try {
          const { pieces } = await this._model.after(move.text);
          return pieces.find((/** @type {Piece} */ piece) => nodes[piece.node].label === move.to);
        } catch {
          return undefined; // its letter will do
        }
      }),
    );
  }

  /**
   * @param {string} label
   * @param {Piece|undefined} piece
   */
  _button(label, piece) {
    const choose = () => {
      this._board.choose(label);
      if (label.startsWith(BECOMES)) this._board.focus();
    };
    const { theme } = this._board;
    if (!piece || !theme) return button(label.replace(BECOMES, ""), "", choose);
    const side = this._model.match.seats[piece.seat]?.side ?? "";
    const name = piece.name.startsWith(`${side} `) ? piece.name.slice(side.length + 1) : piece.name;
    const viewBox = [-UNIT / 2, -UNIT / 2, UNIT, UNIT].join(" ");
    const drawing = svg("svg", { viewBox, class: "piece-sample", "aria-hidden": "true" }, drawPiece(piece, theme));
    drawing.style.background = theme.shades[0];
    return button(name, "piece-choice", choose, drawing);
  }
}

/**
 * @param {string} text
 * @param {string} className
 * @param {() => void} onclick
 * @param {Node} [drawing]
 */
function button(text, className, onclick, drawing) {
  return html("button", { type: "button", class: className, onclick }, drawing, html("span", {}, text));
}
