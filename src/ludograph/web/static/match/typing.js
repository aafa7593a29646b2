/** Moves that are typed: each is played when its turn comes, however quickly they were typed one after the other. */

import { byId, html } from "../dom.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */

const MOST_LISTED = 200;

export class Typing {
  /**
   * @param {Model} model
   * @param {{canPlay: () => boolean, play: (text: string) => Promise<boolean>}} given
   */
  constructor(model, given) {
    this._model = model;
    this._given = given;
    this._waiting = /** @type {string[]} */ ([]);
    this._isPlaying = false;
    this._field = /** @type {HTMLInputElement} */ (byId("typed-move"));
    byId("typed").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this._enter();
    });
    this._field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this._waiting.length) return;
      event.preventDefault();
      this._waiting = [];
      this._showWaiting();
    });
  }

  /** @param {import("../types.js").Move[]} moves that there are for who sits here */
  show(moves) {
    const { match, isOver, isNow } = this._model;
    byId("typed").hidden = isOver || !match.own_seats.length;
    this._field.disabled = !isNow;
    byId("typed").querySelector("button").disabled = !isNow;
    byId("legal-moves").replaceChildren(
      ...moves.slice(0, MOST_LISTED).map((move) => html("option", { value: move.customary ?? move.text })),
    );
    if (isOver) this._waiting = [];
    this._showWaiting();
    this.goOn();
  }

  _enter() {
    const text = this._field.value.trim();
    this._field.value = ""; // now, so that the next move can be typed before the answer to this one is there
    if (text) this._waiting.push(text);
    this._showWaiting();
    this.goOn();
  }

  /** Play what waits, as far as it is one's turn. */
  async goOn() {
    if (this._isPlaying || !this._waiting.length || !this._given.canPlay()) return;
    this._isPlaying = true;
    const text = this._waiting.shift() ?? "";
    const isTaken = await this._given.play(text);
    this._isPlaying = false;
    if (!isTaken) {
      this._waiting = []; // what came behind it was meant for another position
      this._field.value ||= text;
    }
    if (document.activeElement === document.body) this._field.focus(); // not away from where somebody went meanwhile
    this._showWaiting();
    this.goOn();
  }

  _showWaiting() {
    const place = byId("typed-waiting");
    place.hidden = !this._waiting.length;
    place.textContent = this._waiting.length ? phrase("typed.next", { moves: this._waiting.join(", ") }) : "";
  }
}
