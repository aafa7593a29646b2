/** Pointers on the board: a press that stays is a click, a press that travels carries the piece along. */

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./carrying.js").Carrying} Carrying */

const SLOP = 7; // pixels that a finger may slip in a click

export class Dragging {
  /**
   * @param {BoardView} view
   * @param {Carrying} carrying
   */
  constructor(view, carrying) {
    this._view = view;
    this._carrying = carrying;
    /** @type {{id: number, node: number, x: number, y: number, isDrag: boolean}|null} */
    this._press = null;
  }

  /** @param {SVGSVGElement} surface */
  listen(surface) {
    // A finger on something that can be carried must not scroll the page; browsers differ in touch-action inside of SVG.
    surface.addEventListener("touchstart", (event) => canBeCarried(event) && event.preventDefault(), {
      passive: false,
    });
    surface.addEventListener("pointerdown", (event) => this._down(event, surface));
    surface.addEventListener("pointermove", (event) => this._moved(event));
    surface.addEventListener("pointerup", (event) => this._up(event));
    surface.addEventListener("pointercancel", () => this.stop());
    surface.addEventListener("lostpointercapture", () => this.stop());
  }

  /** Let go without a move. */
  stop() {
    if (this._press?.isDrag) this._carrying.drop(null);
    this._press = null;
  }

  /**
   * @param {PointerEvent} event
   * @param {SVGSVGElement} surface
   */
  _down(event, surface) {
    const node = nodeUnder(event);
    if (this._press || node === undefined || event.button > 0) return;
    this._press = { id: event.pointerId, node, x: event.clientX, y: event.clientY, isDrag: false };
    surface.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  _moved(event) {
    const press = this._press;
    if (!press || press.id !== event.pointerId) return;
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP;
    if (!press.isDrag && isFar) press.isDrag = this._carrying.lift(press.node);
    if (press.isDrag) {
      this._carrying.carry(event.clientX, event.clientY, nodeUnder(event));
      event.preventDefault();
    }
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const press = this._press;
    if (!press || press.id !== event.pointerId) return;
    this._press = null;
    const node = nodeUnder(event);
    if (press.isDrag) this._carrying.drop(node ?? null);
    else if (node === press.node) this._view.tap(node);
  }
}

/** @param {TouchEvent} event */
function canBeCarried(event) {
  return event.cancelable && event.target instanceof Element && event.target.closest("[playable] .touchable, [ahead] .touchable") !== null;
}

/**
 * The node under a pointer, whatever has captured it.
 * @param {PointerEvent} event
 */
function nodeUnder(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-node]");
  return found instanceof SVGElement ? Number(found.dataset.node) : undefined;
}
