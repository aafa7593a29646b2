/** Buttons for what players do beside moving: take back, resign, offer draws, pause programs. */

import { post } from "../api.js";
import { html, refill } from "../dom.js";
import { changeSettings, settings } from "../kept.js";
import { ask } from "./asking.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../live.js").Live} Live */

const SPEEDS = /** @type {[string, number][]} */ ([
  ["slow", 3],
  ["usual", 1],
  ["fast", 0.25],
  ["at-once", 0],
]);

export class Actions {
  /**
   * @param {Model} model
   * @param {Live} live
   * @param {{owner?: string, tokens: string[], flip: () => void, again: () => void, scramble: () => void, refused: (error: Error) => void}} given
   */
  constructor(model, live, given) {
    this._model = model;
    this._live = live;
    this._given = given;
  }

  /** @param {HTMLElement} place */
  show(place) {
    const { match, game, isPuzzle, isOver, isNow } = this._model;
    const isPlaying = match.own_seats.length > 0;
    const hasPrograms = match.seats.some((seat) => seat.player !== "human");
    const humans = match.seats.filter((seat) => seat.player === "human").length;
    const isLate = match.view.outcome?.reason === "time";
    const canUndo = isNow && match.moves.length > 0 && !match.offers.undo && !isLate;
    const areAllHuman = humans === match.seats.length;
    const running = [
      !isPuzzle && areAllHuman && this._button(phrase("draw.offer"), () => this._draw(), Boolean(match.offers.draw)),
      !isPuzzle && this._button(phrase("resign"), () => this._resign()),
    ];
    const buttons = [
      isPlaying && this._button(phrase("undo"), () => this.undo(), !canUndo),
      game.solid ? this._unfold() : this._button(phrase("flip"), this._given.flip),
      game.solid && isPlaying && this._button(phrase("scramble"), this._given.scramble),
      ...(isPlaying && !isOver ? running : []),
      ...(isOver ? this._next(isPlaying) : []),
    ];
    if (hasPrograms && this._key && !isOver && !isPlaying) buttons.push(...this._pacing());
    keepFocus(place, () => refill(place, /** @type {Element[]} */ (buttons.filter(Boolean))));
  }

  /** From the solid to its net, and back. */
  _unfold() {
    const { hasNets } = settings();
    return this._button(hasNets ? phrase("solid.show") : phrase("net.show"), () => changeSettings({ hasNets: !settings().hasNets }));
  }

  /**
   * What there is to do after the end.
   * @param {boolean} isPlaying
   */
  _next(isPlaying) {
    const { match, game, isPuzzle } = this._model;
    const next = match.rematch
      ? html("a", { class: "button main", href: `#${match.rematch}` }, phrase("rematch.to"))
      : isPuzzle
        ? this._button(phrase("again"), this._given.again)
        : this._button(phrase("rematch"), () => this._agree("rematch", match.own_seats[0], {}), Boolean(match.offers.rematch));
    if (next.tagName === "BUTTON") next.classList.add("main");
    const another = html("a", { class: "button", href: `./#${encodeURIComponent(game.id)}` }, phrase("new-game"));
    return [(isPlaying || match.rematch) && next, another];
  }

  /** Pause, step and speed of programs. */
  _pacing() {
    const { match } = this._model;
    const speed = html("select", { "aria-label": phrase("speed"), onchange: () => this._pace({ pace: Number(speed.value) }) });
    for (const [word, seconds] of SPEEDS)
      speed.append(html("option", { value: String(seconds), defaultSelected: match.pace === seconds }, phrase(`speed.${word}`)));
    return [
      this._button(match.is_paused ? phrase("go-on") : phrase("pause"), () => this._pace({ is_paused: !match.is_paused })),
      this._button(phrase("step"), () => this._act(post(`matches/${match.id}/step`, {}, this._key)), !match.is_paused),
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

  async _draw() {
    const { match } = this._model;
    const isAlone = match.own_seats.length === match.seats.length;
    const more = isAlone ? phrase("draw.alone") : phrase("draw.if");
    if (await ask(isAlone ? phrase("draw.agree-ask") : phrase("draw.offer-ask"), more, isAlone ? phrase("draw.agree") : phrase("draw.offer")))
      await this._agree("draw", this._own, {});
  }

  /** The seat at this page that is meant: who is to move, or else the first. */
  get _own() {
    const { own_seats: own, view } = this._model.match;
    return own.includes(view.turn ?? -1) ? (view.turn ?? 0) : own[0];
  }

  /**
   * Offer something; other seats at this page agree by the same hand.
   * @param {"undo"|"draw"|"rematch"} type
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

  async _resign() {
    const seat = this._own;
    const { side } = this._model.match.seats[seat];
    if (await ask(phrase("resign.ask", { side: sideName(side) }), phrase("resign.more"), phrase("resign")))
      await this._act(this._live.send({ type: "resign", seat }));
  }

  /**
   * What others ask for, with the answers to it.
   * @param {HTMLElement} place
   */
  showOffers(place) {
    const { match } = this._model;
    const offers = Object.entries(match.offers).filter(([type]) => type !== "help"); // stands with the helps
    const shown = offers.map(([type, offer]) => this._offer(type, offer));
    refill(place, shown);
  }

  /**
   * @param {string} type
   * @param {import("../types.js").Offer} offer
   */
  _offer(type, offer) {
    const { match } = this._model;
    const values = { side: sideName(match.seats[offer.by].side), n: offer.plies ?? 0 };
    const what =
      type === "draw"
        ? phrase("offer.draw", values)
        : type === "rematch"
          ? phrase("offer.rematch", values)
          : phrase("offer.undo", values);
    if (this._waiting(type) === undefined) return html("p", { class: "offer" }, `${what} ${phrase("awaited")}`);
    const answer = (/** @type {string} */ reply) => () =>
      this._act(this._live.send({ type, reply, seat: this._waiting(type) }));
    return html(
      "p",
      { class: "offer" },
      `${what} `,
      this._button(phrase("accept"), answer("accept")),
      this._button(phrase("decline"), answer("decline")),
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
