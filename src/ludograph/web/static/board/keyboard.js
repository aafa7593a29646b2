/** Play by keyboard: a place on the board that arrows and letters move, and keys that do there what a click does. */

import { stepTo, Typed } from "./walking.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */

export class Keyboard {
  /** @param {BoardView} view */
  constructor(view) {
    this._view = view;
    this._typed = new Typed();
    this.place = 0;
  }

  /** @param {SVGSVGElement} surface */
  listen(surface) {
    surface.addEventListener("keydown", (event) => this._key(event));
    surface.addEventListener("focusin", () => this.show());
    surface.addEventListener("focusout", () => this._view.painter?.showCursor(null));
  }

  /**
   * @param {number} node
   * @param {boolean} takesFocus
   */
  moveTo(node, takesFocus) {
    this._cell?.setAttribute("tabindex", "-1");
    this.place = node;
    this._cell?.setAttribute("tabindex", "0");
    if (takesFocus) this._cell?.focus();
    this.show();
  }

  /** Mark the place, as long as somebody uses the keyboard. */
  show() {
    this._view.painter?.showCursor(this._cell?.matches(":focus-visible") ? this.place : null);
  }

  get _cell() {
    return this._view.painter?.cells.get(this.place);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const { isFlipped, hops, painter } = this._view;
    const board = painter?.board; // as it lies on the screen
    if (event.ctrlKey || event.metaKey || event.altKey || !board) return;
    const step = stepTo(board, this.place, event.key, isFlipped);
    if (step !== undefined) this.moveTo(step, true);
    else if (event.key === "Enter" || event.key === " ") this._view.press(this.place);
    else if (event.key === "Escape" && hops.length) this._view.back();
    else if (event.key === "PageDown" || event.key === "PageUp") this._jump(event.key === "PageDown" ? 1 : -1);
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
      const found = this._typed.type(board, event.key);
      if (found !== undefined) this.moveTo(found, true);
    } else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  }

  /**
   * To the next node that may be touched.
   * @param {number} by
   */
  _jump(by) {
    const { scene } = this._view;
    const ordered = scene.nodesNamed(scene.hand.next).sort((one, two) => one - two);
    const after = by > 0 ? ordered.find((node) => node > this.place) : ordered.findLast((node) => node < this.place);
    const chosen = after ?? ordered.at(by > 0 ? 0 : -1);
    if (chosen !== undefined) this.moveTo(chosen, true);
  }
}
