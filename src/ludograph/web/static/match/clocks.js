/** The clocks on the page: they count down from what the server has said, and it alone decides when time is over. */

import { html } from "../dom.js";
import * as sounds from "../sounds.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./model.js").Model} Model */

const TICK = 100; // milliseconds
const DAY = 86_400; // seconds
const TENTHS_BELOW = 10; // seconds
const LOW_MOST = 20; // seconds that are few in the longest game
const LOW_PART = 0.2; // of the time that somebody had at the beginning

export class Clocks {
  /** @param {Model} model */
  constructor(model) {
    this._model = model;
    this._wasLow = new Set();
    setInterval(() => this.tick(), TICK);
  }

  /**
   * The clock of a seat, for its card; nothing when there are none.
   * @param {number} seat
   */
  element(seat) {
    if (!this._model.match.clock) return null;
    const { side } = this._model.match.seats[seat];
    const time = html("span", { class: "time", role: "timer", "aria-label": phrase("clock.of", { side: sideName(side) }) });
    const made = html("span", { class: "clock", "data-seat": String(seat) }, html("span", { class: "low-word" }), time);
    this._write(made, seat);
    return made;
  }

  tick() {
    if (this._model.match.clock?.running === null) return;
    for (const shown of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock")))
      this._write(shown, Number(shown.dataset.seat));
  }

  /**
   * The seconds that a seat has left now.
   * @param {number} seat
   */
  left(seat) {
    const { match, clockAt } = this._model;
    if (!match.clock) return Infinity;
    const passed = match.clock.running === seat ? (performance.now() - clockAt) / 1000 : 0;
    return Math.max(0, match.clock.left[seat] - passed);
  }

  /**
   * @param {HTMLElement} shown
   * @param {number} seat
   */
  _write(shown, seat) {
    const { match, isOver } = this._model;
    const left = this.left(seat);
    const isRunning = match.clock?.running === seat;
    const isLow = !isOver && left < lowBelow(match.clock?.control ?? "");
    shown.classList.toggle("running", isRunning);
    shown.classList.toggle("low", isLow);
    const [word, time] = /** @type {Iterable<HTMLElement>} */ (shown.children);
    put(word, isOver && left === 0 ? phrase("clock.over") : isLow ? phrase("clock.low") : "");
    put(time, timeText(left));
    if (isRunning && isLow && !this._wasLow.has(seat) && match.own_seats.includes(seat)) sounds.play("low");
    if (isLow) this._wasLow.add(seat);
    else this._wasLow.delete(seat);
  }
}

/**
 * @param {HTMLElement} place
 * @param {string} text
 */
function put(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * The seconds below which time is short.
 * @param {string} control
 */
function lowBelow(control) {
  return Math.min(LOW_MOST, Number(control.split("/").at(-1)?.split("+")[0]) * LOW_PART);
}

/**
 * "2 d 3 h", "1:02:03", "5:00", and with tenths "9.4". What is shown as 0:00 is over.
 * @param {number} seconds
 */
export function timeText(seconds) {
  if (seconds < TENTHS_BELOW) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.ceil(seconds - 1e-6);
  if (whole >= DAY) return phrase("clock.days", { days: Math.floor(whole / DAY), hours: Math.floor(whole / 3600) % 24 });
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
