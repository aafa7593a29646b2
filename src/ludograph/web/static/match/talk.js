/** What goes on around a match between people: who watches, what players say to each other, and reports to the owner. */

import { get, post } from "../api.js";
import { byId, html, refill } from "../dom.js";
import { matchNamed } from "../kept.js";
import { ask } from "./asking.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{number: number, seat: number, text: string}} Line */

export class Talk {
  /**
   * @param {Model} model
   * @param {EventTarget} live
   * @param {(error: Error) => void} refused
   */
  constructor(model, live, refused) {
    this._model = model;
    this._refused = refused;
    this._lines = /** @type {Line[]} */ ([]);
    this._wasOn = false;
    byId("chat-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this._say();
    });
    live.addEventListener("chat", (event) => this._heard(/** @type {CustomEvent} */ (event).detail));
    live.addEventListener("spectators", (event) => showSpectators(/** @type {CustomEvent} */ (event).detail));
    live.addEventListener("connection", (event) => /** @type {CustomEvent} */ (event).detail && this._catchUp());
  }

  /** Whether there is a chat, and whether it is on, may change with every event. */
  show() {
    const { chat, own_seats: own } = this._model.match;
    byId("talk").hidden = !chat;
    if (!chat) return;
    const isPlayer = own.length > 0;
    byId("chat-form").hidden = !chat.is_on || !isPlayer;
    byId("chat-off").textContent = chat.is_on ? "" : this._offWords(chat.off_by);
    if (chat.is_on && !this._wasOn) this._catchUp();
    if (!chat.is_on) this._keep([]);
    this._wasOn = chat.is_on;
    refill(byId("chat-actions"), isPlayer ? this._buttons() : []);
  }

  /** @param {number[]} seats */
  _offWords(seats) {
    const { match } = this._model;
    const isOwn = seats.some((seat) => match.own_seats.includes(seat));
    return isOwn ? phrase("chat.off-own") : phrase("chat.off-other", { side: sideName(match.seats[seats[0]].side) });
  }

  _buttons() {
    const { chat, own_seats: own, seats } = this._model.match;
    const isOff = chat?.off_by.some((seat) => own.includes(seat)) ?? false;
    const others = seats.filter((seat) => seat.player === "human" && !seat.is_open && !own.includes(seat.seat));
    return [
      html("button", { type: "button", class: "quiet", onclick: () => this._switch() }, phrase(isOff ? "chat.switch-on" : "chat.switch-off")),
      ...others.map(({ seat, side }) => html("button", { type: "button", class: "quiet", onclick: () => this._report(seat, sideName(side)) }, phrase("chat.report", { side: sideName(side) }))),
    ];
  }

  get _token() {
    return matchNamed(this._model.match.id)?.tokens[0];
  }

  /**
   * @param {string} what
   * @param {object} data
   */
  async _ask(what, data) {
    try {
      return await post(`matches/${this._model.match.id}/${what}`, data, this._token);
    } catch (error) {
      this._refused(/** @type {Error} */ (error));
    }
  }

  async _say() {
    const field = byId("chat-text");
    const text = field.value.trim();
    if (text && (await this._ask("chat", { text })) && field.value.trim() === text) field.value = "";
  }

  async _switch() {
    const { chat, own_seats: own } = this._model.match;
    await this._ask("chat/switch", { is_on: chat?.off_by.some((seat) => own.includes(seat)) ?? false });
  }

  /**
   * @param {number} seat
   * @param {string} side
   */
  async _report(seat, side) {
    const text = html("textarea", { rows: 3, maxLength: 500, "aria-label": phrase("chat.report-what") });
    const isSent = await ask(phrase("chat.report-ask", { side }), phrase("chat.report-more"), phrase("chat.report-do"), text);
    if (isSent && text.value.trim()) {
      const words = text.value.trim().replaceAll(/\s+/g, " ");
      if (await this._ask("report", { seat, text: words })) byId("chat-off").textContent = phrase("chat.reported");
    }
  }

  /** @param {Line} line */
  _heard(line) {
    const last = this._lines.at(-1)?.number ?? 0;
    if (line.number <= last) return;
    if (last && line.number > last + 1) this._catchUp(); // something was missed
    else this._keep([...this._lines, line]);
  }

  /** Ask for what was said, and who watches. */
  async _catchUp() {
    const { id, chat } = this._model.match;
    if (!chat) return;
    try {
      showSpectators(await get(`matches/${id}/spectators`));
      if (chat.is_on) this._caughtUp(await get(`matches/${id}/chat`));
    } catch {
      // It comes with the next connection.
    }
  }

  /** What was asked for may be older than what was heard meanwhile. @param {Line[]} lines */
  _caughtUp(lines) {
    const isNew = (lines.at(-1)?.number ?? 0) >= (this._lines.at(-1)?.number ?? 0);
    if (isNew && this._model.match.chat?.is_on) this._keep(lines);
  }

  /** @param {Line[]} lines */
  _keep(lines) {
    this._lines = lines;
    const place = byId("chat-lines");
    const { seats } = this._model.match;
    const name = (/** @type {number} */ seat) => seats[seat].name || sideName(seats[seat].side);
    refill(place, lines.map(({ seat, text }) => html("li", {}, html("strong", {}, `${name(seat)}: `), text)));
    place.scrollTop = place.scrollHeight;
  }
}

/** @param {{count: number, names: string[]}} spectators */
function showSpectators({ count, names }) {
  const place = byId("spectators");
  place.hidden = !count;
  const others = count - names.length;
  const all = [...names, ...(others && names.length ? [phrase("others", { n: others })] : [])].join(", ");
  place.textContent = `${phrase("spectators", { n: count })}${all ? `: ${all}` : ""}`;
}
