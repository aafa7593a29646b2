/** While an earlier position is looked at: a note that says so, the way back to the game, and a way to play on from there. */

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
    this._words = html("span", { class: "chooser-title" });
    const back = () => model.look(model.match.moves.length);
    place.append(
      this._words,
      html("button", { type: "button", class: "main", onclick: back }, "Back to the game"),
      html("button", { type: "button", onclick: playOn }, "Play on from here"),
    );
  }

  show() {
    this._place.hidden = this._model.isNow;
    this._words.textContent = this.words;
  }

  /** What is looked at, in words. */
  get words() {
    const { ply, match } = this._model;
    return ply ? `You look at move ${ply} of ${match.moves.length}.` : "You look at the start.";
  }
}
