/** In a game between people nobody is helped before the end, unless all agree to it: the server sees to that. */

import { post } from "../api.js";
import { html, refill } from "../dom.js";
import { matchNamed } from "../kept.js";

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
    if (hasHelp) return [html("p", { class: "used" }, "All players have agreed to values and hints in this game.")];
    const { help: offer } = match.offers;
    const who = offer && (match.own_seats.includes(offer.by) ? "You ask" : `${match.seats[offer.by].side} asks`);
    const note = "Fair play: values and hints come after the game.";
    const words = offer ? `${who} to allow values and hints for all players.` : note;
    return [html("p", { class: offer ? "" : "used" }, words), html("div", { class: "row" }, ...this._buttons(offer))];
  }

  /** @param {import("../types.js").Offer|undefined} offer */
  _buttons(offer) {
    const { own_seats: own } = this._model.match;
    const button = (/** @type {string} */ text, /** @type {string} */ reply) =>
      html("button", { type: "button", onclick: () => this._reply(reply) }, text);
    if (!own.length) return [];
    if (!offer) return [button("Ask to allow them", "offer")];
    if (own.some((seat) => !offer.agreed.includes(seat))) return [button("Allow", "accept"), button("Decline", "decline")];
    return [html("span", { class: "used" }, "The answer is awaited."), button("Take it back", "decline")];
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
