/** In a game between people nobody is helped before the end, unless all agree to it: the server sees to that. */

import { post } from "../api.js";
import { html, refill } from "../dom.js";
import { matchNamed } from "../kept.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./model.js").Model} Model */

export class FairPlay {
  /**
   * @param {Model} model
   * @param {(error: Error) => void} refused
   */
  constructor(model, refused) {
    this._model = model;
    this._refused = refused;
    this.element = html("div", { class: "fair-play" });
  }

  show() {
    const { match, hasHelp, isOver } = this._model;
    this.element.hidden = hasHelp && (match.help !== "agreed" || isOver);
    refill(this.element, this.element.hidden ? [] : this._shown());
  }

  _shown() {
    const { match, hasHelp } = this._model;
    if (hasHelp) return [html("p", { class: "used" }, phrase("fair.agreed"))];
    const { help: offer } = match.offers;
    const words = !offer
      ? phrase("fair.note")
      : match.own_seats.includes(offer.by)
        ? phrase("fair.you-ask")
        : phrase("fair.asks", { side: sideName(match.seats[offer.by].side) });
    return [html("p", { class: offer ? "" : "used" }, words), html("div", { class: "row" }, ...this._buttons(offer))];
  }

  /** @param {import("../types.js").Offer|undefined} offer */
  _buttons(offer) {
    const { own_seats: own } = this._model.match;
    const button = (/** @type {string} */ text, /** @type {string} */ reply) =>
      html("button", { type: "button", onclick: () => this._reply(reply) }, text);
    if (!own.length) return [];
    if (!offer) return [button(phrase("fair.ask"), "offer")];
    if (own.some((seat) => !offer.agreed.includes(seat))) return [button(phrase("fair.allow"), "accept"), button(phrase("decline"), "decline")];
    return [html("span", { class: "used" }, phrase("awaited")), button(phrase("fair.back"), "decline")];
  }

  /** @param {string} reply */
  async _reply(reply) {
    const { id } = this._model.match;
    try {
      await post(`matches/${id}/help`, { reply }, matchNamed(id)?.tokens[0]);
    } catch (error) {
      this._refused(/** @type {Error} */ (error));
    }
  }
}
