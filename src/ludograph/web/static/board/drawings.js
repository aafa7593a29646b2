/** Arrows and circles that somebody draws on the board with the right button; a click with the left one wipes them off. */

import { svg } from "../dom.js";
import { UNIT } from "./frame.js";
import { arrowhead } from "./ground.js";

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {{from: number, to: number}} Drawing a circle where both are the same node */

const RIGHT = 2;

export class Drawings {
  /** @param {BoardView} view */
  constructor(view) {
    this._view = view;
    this._drawn = /** @type {Drawing[]} */ ([]);
    this._begun = /** @type {Drawing|null} */ (null);
  }

  /** @param {SVGSVGElement} surface */
  listen(surface) {
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("pointerdown", (event) => this._down(event));
    surface.addEventListener("pointermove", (event) => this._moved(event));
    surface.addEventListener("pointerup", (event) => event.button === RIGHT && this._end());
    surface.addEventListener("pointerleave", () => this._stop());
    this._show();
  }

  wipe() {
    this._drawn = [];
    this._stop();
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.button !== RIGHT) return this.wipe();
    const node = nodeOf(event);
    if (this._view.hops.length) return this._view.letGo();
    if (node !== undefined) this._begun = { from: node, to: node };
    return this._show();
  }

  /** @param {PointerEvent} event */
  _moved(event) {
    const node = nodeOf(event);
    if (!this._begun || node === undefined || node === this._begun.to) return;
    this._begun.to = node;
    this._show();
  }

  /** What was drawn before is wiped off by drawing it again. */
  _end() {
    const begun = this._begun;
    if (!begun) return;
    const others = this._drawn.filter(({ from, to }) => from !== begun.from || to !== begun.to);
    this._drawn = others.length < this._drawn.length ? others : [...others, begun];
    this._stop();
  }

  _stop() {
    this._begun = null;
    this._show();
  }

  _show() {
    const painter = this._view.painter;
    const all = this._begun ? [...this._drawn, this._begun] : this._drawn;
    painter?.layers.drawings.replaceChildren(
      ...all.map(({ from, to }) => drawing(painter.middle(from), painter.middle(to))),
    );
  }
}

/** @param {PointerEvent} event */
function nodeOf(event) {
  const found = /** @type {Element|null} */ (event.target)?.closest("[data-node]");
  return found instanceof SVGElement ? Number(found.dataset.node) : undefined;
}

/**
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function drawing(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (!length) return svg("circle", { class: "drawing", cx: from[0], cy: from[1], r: UNIT * 0.44 });
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [near, far] = [UNIT * 0.32, length - UNIT * 0.3];
  const line = { x1: from[0] + x * near, y1: from[1] + y * near, x2: from[0] + x * far, y2: from[1] + y * far };
  const head = arrowhead(from, to, UNIT * 0.06, "currentColor", UNIT * 0.4);
  return svg("g", { class: "drawing" }, svg("line", line), head);
}
