/** The clock of a new game: one of the usual ones, or one's own. */

import { html } from "../dom.js";

const USUAL = [
  ["", "No clock"],
  ["60", "1 minute"],
  ["180+2", "3 minutes + 2 seconds a move"],
  ["300+3", "5 minutes + 3 seconds a move"],
  ["600", "10 minutes"],
  ["900+10", "15 minutes + 10 seconds a move"],
  ["1/30", "30 seconds for each move"],
  ["1/86400", "1 day for each move"],
  ["1/259200", "3 days for each move"],
  ["1/604800", "7 days for each move"],
  ["game", "Another one, for the game…"],
  ["move", "Another one, for each move…"],
];

export class ClockChoice {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this._form = form;
    const options = USUAL.map(([value, text]) => html("option", { value }, text));
    this._own = html(
      "div",
      { class: "row" },
      number("clock-minutes", "Minutes", 5, 180, "0.5"),
      number("clock-increment", "Seconds more with each move", 0, 600, "1"),
      number("clock-seconds", "Seconds for each move", 60, 86_400, "1"),
    );
    this.element = html("div", { class: "clock-choice" }, html("label", {}, "Clock", html("select", { name: "clock" }, ...options)), this._own);
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
