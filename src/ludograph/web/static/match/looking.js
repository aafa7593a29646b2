/** While an earlier position is looked at: a note that says so, steps on, leads back to the game, or plays on from there. */

import { html } from "../dom.js";
import { phrase, sideName } from "../words.js";

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
    this._back = button({ onclick: step(-1), class: "step", "aria-label": phrase("looking.before") }, "‹");
    const next = button({ onclick: step(1), class: "step", "aria-label": phrase("looking.after") }, "›");
    place.append(
      html("div", { class: "steps" }, this._back, this._words, next),
      button({ onclick: () => model.look(model.match.moves.length), class: "main" }, phrase("looking.back")),
      button({ onclick: playOn }, phrase("play-on")),
    );
  }

  show() {
    this._place.hidden = this._model.isNow;
    this._words.textContent = this._where;
    this._back.disabled = this._model.ply === 0;
  }

  get _where() {
    const { ply, match } = this._model;
    return ply ? phrase("looking.move", { n: ply, all: match.moves.length }) : phrase("looking.start");
  }

  /** What is looked at, in words. */
  get words() {
    const { match, ply, isPuzzle } = this._model;
    const mover = isPuzzle ? undefined : match.moves[ply]?.seat;
    const turn = mover === undefined ? "" : ` ${phrase("looking.turn", { side: sideName(match.seats[mover].side) })}`;
    const all = match.moves.length;
    const where = ply ? phrase("looking.at-move", { n: ply, all }) : phrase("looking.at-start");
    return `${where}${turn}`;
  }
}
