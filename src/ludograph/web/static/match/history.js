/** The list of moves; a click goes back to the position after one. */

import { html, refill } from "../dom.js";
import { timeText } from "./clocks.js";
import { saidMove, shownMove } from "./notation.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */

const MOST_COLUMNS = 3; // a round of more seats takes two rows

export class History {
  /**
   * @param {Model} model
   * @param {HTMLElement} list
   * @param {HTMLElement} buttons
   */
  constructor(model, list, buttons) {
    this._model = model;
    this._list = list;
    this._buttons = buttons;
    buttons.addEventListener("click", ({ target }) =>
      this._step(/** @type {HTMLElement} */ (target).closest("button")?.dataset.to),
    );
    list.addEventListener("keydown", (event) => this._key(event));
  }

  show() {
    const { match, ply, isPuzzle, isNow, game } = this._model;
    const rows = [];
    const seats = match.seats.length;
    this._list.style.setProperty("--columns", String(seats > MOST_COLUMNS ? Math.ceil(seats / 2) : Math.max(2, seats)));
    let row;
    let column = 0;
    for (const [index, move] of match.moves.entries()) {
      if (!row || isPuzzle || move.seat < column) {
        rows.push((row = html("li", {}, html("span", { class: "number" }, `${rows.length + 1}.`))));
        column = 0;
      }
      // Some seats are passed over: those that are out, and those before the one that began.
      for (; column < move.seat; column++) row.append(html("span", { class: "skipped" }, "…"));
      column = move.seat + 1;
      const isShown = ply === index + 1;
      const text = move.customary ?? move.text;
      const shown = shownMove(game, text);
      const given = {
        type: "button",
        "aria-label": game.figurines.length ? saidMove(game, text) : undefined,
        class: "move",
        "data-ply": String(index + 1),
        title: typeof move.left === "number" ? phrase("clock.left", { time: timeText(move.left) }) : undefined,
        "aria-current": isShown ? "true" : undefined,
      };
      row.append(html("button", { ...given, onclick: () => this._model.look(index + 1) }, shown));
    }
    const isAtEnd = this._list.scrollTop + this._list.clientHeight >= this._list.scrollHeight - 40;
    refill(this._list, rows.length ? rows : [html("li", { class: "none" }, phrase("none-yet"))]);
    const shown = this._list.querySelector("[aria-current]");
    if (isNow ? isAtEnd : shown) scrollInside(this._list, /** @type {HTMLElement|null} */ (shown));
    for (const button of this._buttons.querySelectorAll("button")) {
      button.disabled = ["first", "back"].includes(button.dataset.to ?? "") ? ply === 0 : isNow;
    }
  }

  /** @param {string|undefined} to */
  _step(to) {
    const { ply, match } = this._model;
    const places = /** @type {Record<string, number>} */ ({
      first: 0,
      back: ply - 1,
      forward: ply + 1,
      last: match.moves.length,
    });
    if (to) this._model.look(places[to]);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const to = /** @type {Record<string, string>} */ ({
      ArrowLeft: "back",
      ArrowRight: "forward",
      Home: "first",
      End: "last",
    })[event.key];
    if (!to) return;
    event.preventDefault();
    this._step(to);
    this._list.focus();
  }
}

/**
 * Scroll a list, and nothing around it.
 * @param {HTMLElement} list
 * @param {HTMLElement|null} item
 */
function scrollInside(list, item) {
  if (item) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
}
