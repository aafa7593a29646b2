/** While an earlier position is looked at: a note that says so, steps on, leads back to the game, or plays on from there. */

import { html } from "../dom.js";

/** @typedef {import("./model.js").Model} Model */

export class Looking {
  /**
   * @param {Model} model
   * @param {HTMLElement} place
   * @param {() => void} playOn
   */
  constructor(model, place, playOn) {
    this._model = model;
    this._place = place;
    this._words = html("span", { class: "where" });
    const button = (/** @type {Record<string, any>} */ given, /** @type {string} */ text) =>
      html("button", { type: "button", ...given }, text);
    const step = (/** @type {number} */ by) => () => model.look(model.ply + by);
    this._back = button({ onclick: step(-1), class: "step", "aria-label": "The move before" }, "‹");
    const next = button({ onclick: step(1), class: "step", "aria-label": "The move after" }, "›");
    place.append(
      html("div", { class: "steps" }, this._back, this._words, next),
      button({ onclick: () => model.look(model.match.moves.length), class: "main" }, "Back to the game"),
      button({ onclick: playOn }, "Play on from here"),
    );
  }

  show() {
    this._place.hidden = this._model.isNow;
    this._words.textContent = this._where;
    this._back.disabled = this._model.ply === 0;
  }

  get _where() {
    const { ply, match } = this._model;
    return ply ? `Move ${ply} of ${match.moves.length}` : "The start";
  }

  /** What is looked at, in words. */
  get words() {
    const { match, ply, isPuzzle } = this._model;
    const mover = isPuzzle ? undefined : match.moves[ply]?.seat;
    const turn = mover === undefined ? "" : ` ${match.seats[mover].side} is to move.`;
    const where = this._where;
    return `You look at ${where[0].toLowerCase()}${where.slice(1)}.${turn}`;
  }
}
