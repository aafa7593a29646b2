/** Who plays: one of the usual ways for all seats at once, or each seat by itself. */

import { HAS_SERVER } from "../api.js";
import { html } from "../dom.js";
import { settings } from "../kept.js";
import { phrase, sideName } from "../words.js";

/** @typedef {{player: string, name?: string, invite?: boolean}} NewSeat */

const LEVELS = 10;
const USUAL_LEVEL = 3;
const PROGRAMS = ["mcts", "greedy", "random"];

export class SeatChoice {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this._form = form;
    this.asked = 0; // how often the server was asked for the seats; only its last answer counts
    this._sides = /** @type {string[]} */ ([]);
    this._who = html("div", { class: "options" });
    this._side = html("div", { class: "options" });
    this._levels = html("div", { class: "levels" });
    this._each = html("div", { class: "fields" });
    this._parts = {
      side: fieldset(phrase("seat.side"), this._side),
      levels: fieldset(phrase("seat.strength"), this._levels),
      each: fieldset(phrase("seat.each"), this._each),
    };
    this.element = html(
      "div",
      { class: "seats" },
      fieldset(phrase("seat.who"), this._who),
      this._parts.side,
      this._parts.levels,
      this._parts.each,
    );
    form.addEventListener("change", () => this._refresh());
  }

  /**
   * Offer the seats of a game; what was chosen for seats that it has, too, stays.
   * @param {string[]} sides
   * @param {string[]} programs by name
   */
  show(sides, programs) {
    if (sides.join() === this._sides.join()) return;
    const chosen = new FormData(this._form);
    this._sides = sides;
    const kept = (/** @type {string} */ name, /** @type {string} */ usual) => String(chosen.get(name) ?? usual);
    const kinds = kindsFor(sides.length);
    this._who.replaceChildren(...kinds.map((kind) => option("kind", kind, kept("kind", "ai"))));
    const own = sides.map((side, seat) => [String(seat), sideName(side), seat === 0 ? phrase("seat.first") : ""]);
    this._side.replaceChildren(
      ...[...own, ["any", phrase("seat.any"), phrase("seat.lot")]].map((side) => option("side", side, kept("side", "0"))),
    );
    this._levels.replaceChildren(
      levelField("level", phrase("seat.level"), kept("level", String(USUAL_LEVEL))),
      ...sides.map((side, seat) => levelField(`level-${seat}`, sideName(side), kept(`level-${seat}`, String(USUAL_LEVEL)))),
    );
    this._each.replaceChildren(
      ...sides.map((side, seat) =>
        seatField(`seat-${seat}`, sideName(side), programs, kept(`seat-${seat}`, seat ? `ai:${USUAL_LEVEL}` : "here")),
      ),
    );
    this._refresh();
  }

  /** Hide what the chosen way doesn't need. */
  _refresh() {
    const kind = this._kind;
    this._parts.side.hidden = !["ai", "invite", "lobby"].includes(kind);
    this._parts.levels.hidden = !["ai", "programs"].includes(kind);
    this._parts.each.hidden = kind !== "each";
    [...this._levels.children].forEach((field, number) => {
      /** @type {HTMLElement} */ (field).hidden = (number === 0) !== (kind === "ai");
    });
  }

  get _kind() {
    return String(new FormData(this._form).get("kind"));
  }

  /** Whether anybody may take the other seats. */
  get isListed() {
    return this._kind === "lobby";
  }

  /** Whether it is one of two people who may play for a rating. */
  get mayBeRated() {
    return ["invite", "lobby"].includes(this._kind) && this._sides.length === 2;
  }

  /** Whether only programs play, which somebody wants to watch. */
  get isWatched() {
    return this.seats().every(({ player }) => player !== "human");
  }

  /** The seats as the server is asked for them. @returns {NewSeat[]} */
  seats() {
    const chosen = new FormData(this._form);
    const count = this._sides.length;
    const own = chosen.get("side") === "any" ? Math.floor(Math.random() * count) : Number(chosen.get("side") ?? 0);
    return this._sides.map((_, seat) => seatOf(this._kind, seat, own, (name) => String(chosen.get(name))));
  }
}

/**
 * @param {string} kind
 * @param {number} seat
 * @param {number} own
 * @param {(name: string) => string} chosen
 * @returns {NewSeat}
 */
function seatOf(kind, seat, own, chosen) {
  const me = { player: "human", name: settings().name };
  const invited = { player: "human", invite: true };
  if (kind === "programs") return { player: `ai:${chosen(`level-${seat}`)}` };
  if (kind === "same") return { player: "human" };
  if (kind === "ai") return seat === own ? me : { player: `ai:${chosen("level")}` };
  if (kind === "invite" || kind === "lobby") return seat === own ? me : invited;
  const one = chosen(`seat-${seat}`);
  return one === "link" ? invited : { player: one === "here" ? "human" : one };
}

/** @param {number} count */
function kindsFor(count) {
  const people = phrase("seat.people");
  const here = phrase("seat.here");
  return [
    ["ai", count === 2 ? phrase("seat.ai") : phrase("seat.ais", { n: count - 1 }), here],
    ["same", people, here],
    ["invite", people, count === 2 ? phrase("seat.link") : phrase("seat.links")],
    ["lobby", phrase("seat.lobby"), phrase("seat.lobby-how")],
    ["programs", phrase("seat.programs"), phrase("seat.watch")],
    ["each", phrase("seat.mixed"), phrase("seat.by-seat")],
  ].filter(([kind]) => HAS_SERVER || !["invite", "lobby"].includes(kind));
}

/**
 * @param {string} legend
 * @param {HTMLElement} content
 */
function fieldset(legend, content) {
  return html("fieldset", {}, html("legend", {}, legend), content);
}

/**
 * @param {string} name
 * @param {string[]} words the value, its title and more about it
 * @param {string} chosen
 */
function option(name, [value, title, more], chosen) {
  const input = html("input", { type: "radio", name, value, checked: value === chosen });
  return html("label", { class: "option" }, input, html("span", {}, title, more && html("small", {}, more)));
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} chosen
 */
function levelField(name, title, chosen) {
  const shown = html("output", {}, chosen);
  const oninput = () => (shown.textContent = range.value);
  const range = html("input", { type: "range", name, min: "1", max: String(LEVELS), value: chosen, oninput });
  return html("label", { class: "level" }, html("span", {}, title), " ", shown, phrase("seat.of-levels", { n: LEVELS }), range);
}

/**
 * @param {string} name
 * @param {string} side
 * @param {string[]} programs
 * @param {string} chosen
 */
function seatField(name, side, programs, chosen) {
  const choice = (/** @type {string[]} */ [value, text]) => html("option", { value, selected: value === chosen }, text);
  const levels = Array.from({ length: LEVELS }, (_, below) => [`ai:${below + 1}`, phrase("seat.ai-level", { n: below + 1 })]);
  const others = PROGRAMS.filter((program) => programs.includes(program)).map((program) => [program, phrase(`seat.${program}`)]);
  const people = [
    ["here", phrase("seat.human-here")],
    ...(HAS_SERVER ? [["link", phrase("seat.human-link")]] : []),
  ];
  return html("label", {}, side, html("select", { name }, ...[...people, ...levels, ...others].map(choice)));
}
