/** The clock of a new game: one of the usual ones, or one's own. */

import { html } from "../dom.js";
import { phrase } from "../words.js";

const DAY = 86_400; // seconds
const USUAL = ["60", "180+2", "300+3", "600", "900+10", "1/30", "1/86400", "1/259200", "1/604800"];
/** What a clock is called that somebody may choose. @type {() => string[][]} */
const offered = () => [
  ["", phrase("clock.none")],
  ...USUAL.map((control) => [control, inShort(control)]),
  ["game", phrase("clock.other-game")],
  ["move", phrase("clock.other-move")],
];

export class ClockChoice {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this._form = form;
    const options = offered().map(([value, text]) => html("option", { value }, text));
    this._own = html(
      "div",
      { class: "row" },
      number("clock-minutes", phrase("clock.minutes"), 5, 180, "0.5"),
      number("clock-increment", phrase("clock.increment"), 0, 600, "1"),
      number("clock-seconds", phrase("clock.seconds"), 60, 86_400, "1"),
    );
    this.element = html("div", { class: "clock-choice" }, html("label", {}, phrase("clock"), html("select", { name: "clock" }, ...options)), this._own);
    form.addEventListener("change", () => this._refresh());
    this._refresh();
  }

  _refresh() {
    const kind = this.element.querySelector("select")?.value;
    const [minutes, increment, seconds] = this._own.children;
    this._own.hidden = kind !== "game" && kind !== "move";
    minutes.hidden = increment.hidden = kind !== "game";
    seconds.hidden = kind !== "move";
    for (const field of this._own.querySelectorAll("input")) field.disabled = field.closest("[hidden]") !== null;
  }

  /** The time control as the server is asked for it; null without clocks. @returns {string|null} */
  text() {
    const chosen = new FormData(this._form);
    const figure = (/** @type {string} */ name) => Math.round(Number(chosen.get(name)));
    const kind = String(chosen.get("clock"));
    if (kind === "move") return `1/${figure("clock-seconds")}`;
    if (kind !== "game") return kind || null;
    const seconds = Math.round(Number(chosen.get("clock-minutes")) * 60);
    return figure("clock-increment") ? `${seconds}+${figure("clock-increment")}` : String(seconds);
  }
}

/** A time control in short: "3 minutes + 2 seconds a move". @param {string} control */
export function inShort(control) {
  const [seconds, increment] = control.split("/").at(-1)?.split("+").map(Number) ?? [];
  if (control.includes("/")) return phrase("clock.each-move", { time: span(seconds) });
  const time = span(seconds);
  return increment ? phrase("clock.short", { time, increment: span(increment) }) : time;
}

/** @param {number} seconds */
function span(seconds) {
  if (seconds % 60) return phrase("seconds", { n: seconds });
  return seconds % DAY ? phrase("minutes", { n: seconds / 60 }) : phrase("days", { n: seconds / DAY });
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} value
 * @param {number} max
 * @param {string} step
 */
function number(name, text, value, max, step) {
  const field = html("input", { type: "number", name, min: name === "clock-increment" ? "0" : step, max, step, required: true });
  field.value = String(value);
  return html("label", {}, text, field);
}
