/** Looking closer and elsewhere: by wheel, by two fingers, by the middle button. */

/** @typedef {import("./view.js").MapView} MapView */
/** @typedef {{clientX: number, clientY: number}} Point */

const WHEEL_STEP = 1.15;
const NOTCH = 60; // pixels of a wheel
const MIDDLE_BUTTON = 1;

export class Gestures {
  /**
   * @param {MapView} view
   * @param {() => void} begins what a single hand was doing ends when a gesture begins
   */
  constructor(view, begins) {
    this._view = view;
    this._begins = begins;
    this._fingers = /** @type {Map<number, Point>} */ (new Map());
    this._dragged = /** @type {number|null} */ (null); // the pointer with the middle button
    const { element } = view;
    const options = { capture: true }; // before the tools
    element.addEventListener("pointerdown", (event) => this._down(event), options);
    element.addEventListener("pointermove", (event) => this._moved(event), options);
    for (const end of ["pointerup", "pointercancel"])
      element.addEventListener(end, (event) => this._up(/** @type {PointerEvent} */ (event)), options);
    element.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
  }

  get _isGesture() {
    return this._fingers.size > 1 || this._dragged !== null;
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.pointerType === "touch" || event.button === MIDDLE_BUTTON) this._fingers.set(event.pointerId, event);
    if (event.button === MIDDLE_BUTTON) this._dragged = event.pointerId;
    if (!this._isGesture) return;
    this._begins();
    this._view.element.setPointerCapture(event.pointerId);
    this._take(event);
  }

  /** @param {PointerEvent} event */
  _moved(event) {
    const before = this._fingers.get(event.pointerId);
    if (!before) return;
    if (this._isGesture) {
      const others = [...this._fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      this._follow(before, event, others[0]);
      this._take(event);
    }
    this._fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const wasGesture = this._isGesture && this._fingers.has(event.pointerId);
    this._fingers.delete(event.pointerId);
    if (this._dragged === event.pointerId) this._dragged = null;
    if (wasGesture) this._take(event);
  }

  /**
   * What is under the pointer stays under it; with another finger, what is between both.
   * @param {Point} before
   * @param {Point} now
   * @param {Point} [other]
   */
  _follow(before, now, other) {
    const [from, to] = other ? [between(before, other), between(now, other)] : [before, now];
    const [start, end] = [this._view.placeUnder(from), this._view.placeUnder(to)];
    this._view.pan(start.x - end.x, start.y - end.y);
    if (other) this._view.zoom(apart(before, other) / Math.max(1, apart(now, other)), this._view.placeUnder(to));
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    event.preventDefault();
    const steps = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / NOTCH : event.deltaY;
    const factor = WHEEL_STEP ** Math.max(-1, Math.min(1, steps));
    this._view.zoom(factor, this._view.placeUnder(event));
  }

  /** Nobody else gets it. @param {PointerEvent} event */
  _take(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

/**
 * @param {Point} one
 * @param {Point} two
 * @returns {Point}
 */
function between(one, two) {
  return { clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 };
}

/**
 * @param {Point} one
 * @param {Point} two
 */
function apart(one, two) {
  return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
}
