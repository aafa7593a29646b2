/** Buttons for what players do beside moving: take back, resign, offer draws, pause programs. */

import { post } from "../api.js";
import { html, refill } from "../dom.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../live.js").Live} Live */

const SPEEDS = /** @type {[string, number][]} */ ([
  ["Slow", 3],
  ["Usual", 1],
  ["Fast", 0.25],
  ["At once", 0],
]);

export class Actions {
  /**
   * @param {Model} model
   * @param {Live} live
   * @param {{owner?: string, tokens: string[], flip: () => void, refused: (error: Error) => void}} given
   */
  constructor(model, live, given) {
    this._model = model;
    this._live = live;
    this._given = given;
  }

  /** @param {HTMLElement} place */
  show(place) {
    const { match, isPuzzle, isOver, isNow } = this._model;
    const isPlaying = match.own_seats.length > 0;
    const hasPrograms = match.seats.some((seat) => seat.player !== "human");
    const humans = match.seats.filter((seat) => seat.player === "human").length;
    const canUndo = isNow && match.moves.length > 0 && !match.offers.undo;
    const buttons = [
      isPlaying && this._button("Undo", () => this.undo(), !canUndo),
      this._button("Flip", this._given.flip),
      isPlaying &&
        !isPuzzle &&
        humans === match.seats.length &&
        this._button("Offer draw", () => this._draw(), isOver || Boolean(match.offers.draw)),
      isPlaying && !isPuzzle && this._button("Resign", () => this._resign(), isOver),
    ];
    if (hasPrograms && this._key && !isOver && !isPlaying) buttons.push(...this._pacing());
    keepFocus(place, () => refill(place, /** @type {Element[]} */ (buttons.filter(Boolean))));
  }

  /** Pause, step and speed of programs. */
  _pacing() {
    const { match } = this._model;
    const speed = html("select", { "aria-label": "Speed", onchange: () => this._pace({ pace: Number(speed.value) }) });
    for (const [word, seconds] of SPEEDS)
      speed.append(html("option", { value: String(seconds), defaultSelected: match.pace === seconds }, word));
    return [
      this._button(match.is_paused ? "Go on" : "Pause", () => this._pace({ is_paused: !match.is_paused })),
      this._button("Step", () => this._act(post(`matches/${match.id}/step`, {}, this._key)), !match.is_paused),
      speed,
    ];
  }

  get _key() {
    return this._given.owner ?? this._given.tokens[0];
  }

  /** @param {{is_paused?: boolean, pace?: number}} pace */
  _pace(pace) {
    return this._act(post(`matches/${this._model.match.id}/pace`, pace, this._key));
  }

  /** Take back one's own last move; who plays both sides takes back the last one. */
  async undo() {
    const { match, isPuzzle } = this._model;
    const own = match.own_seats;
    const isAlone = own.length === match.seats.length || isPuzzle;
    const by = isAlone ? (match.moves.at(-1)?.seat ?? own[0]) : own[0];
    await this._agree("undo", by, isAlone ? { plies: 1 } : {});
  }

  _draw() {
    const { match } = this._model;
    const by = match.own_seats.includes(match.view.turn ?? -1) ? match.view.turn : match.own_seats[0];
    return this._agree("draw", by ?? 0, {});
  }

  /**
   * Offer something; other seats at this page agree by the same hand.
   * @param {"undo"|"draw"} type
   * @param {number} by
   * @param {object} more
   */
  async _agree(type, by, more) {
    try {
      await this._live.send({ type, reply: "offer", seat: by, ...more });
      for (const seat of this._model.match.own_seats)
        if (seat !== by) await this._live.send({ type, reply: "accept", seat });
    } catch (error) {
      this._given.refused(/** @type {Error} */ (error));
    }
  }

  _resign() {
    const { match } = this._model;
    const seat = match.own_seats.includes(match.view.turn ?? -1) ? match.view.turn : match.own_seats[0];
    if (confirm(`Resign as ${match.seats[seat ?? 0].side}?`)) this._act(this._live.send({ type: "resign", seat }));
  }

  /**
   * What others ask for, with the answers to it.
   * @param {HTMLElement} place
   */
  showOffers(place) {
    const { match } = this._model;
    const shown = Object.entries(match.offers).map(([type, offer]) => this._offer(type, offer));
    refill(place, shown);
  }

  /**
   * @param {string} type
   * @param {import("../types.js").Offer} offer
   */
  _offer(type, offer) {
    const { match } = this._model;
    const side = match.seats[offer.by].side;
    const what =
      type === "draw" ? "offers a draw" : `asks to take back ${offer.plies === 1 ? "a move" : `${offer.plies} moves`}`;
    if (this._waiting(type) === undefined) return html("p", { class: "offer" }, `${side} ${what}; the answer is awaited.`);
    const answer = (/** @type {string} */ reply) => () =>
      this._act(this._live.send({ type, reply, seat: this._waiting(type) }));
    return html(
      "p",
      { class: "offer" },
      `${side} ${what}. `,
      this._button("Accept", answer("accept")),
      this._button("Decline", answer("decline")),
    );
  }

  /** The next seat at this page that has not agreed yet. @param {string} type */
  _waiting(type) {
    const { offers, own_seats } = this._model.match;
    return own_seats.find((seat) => !offers[type]?.agreed.includes(seat));
  }

  /**
   * @param {string} text
   * @param {() => void} onclick
   * @param {boolean} [isDisabled]
   */
  _button(text, onclick, isDisabled = false) {
    return html("button", { type: "button", onclick, disabled: isDisabled }, text);
  }

  /** @param {Promise<any>} promise */
  _act(promise) {
    return promise.catch(this._given.refused);
  }
}

/**
 * Replace buttons so that the one with the focus has it afterwards, too.
 * @param {HTMLElement} place
 * @param {() => void} replace
 */
export function keepFocus(place, replace) {
  const index = [...place.children].indexOf(/** @type {Element} */ (document.activeElement));
  replace();
  if (index >= 0) /** @type {HTMLElement|undefined} */ (place.children[index])?.focus();
}
