/** The mistakes of a game: found move by move, counted and listed; a click goes to the move. */

import { html } from "../dom.js";
import { moveNode } from "../match/notation.js";
import { roundOf } from "./variations.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("../types.js").Judged} Judged */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

const FAULTS = /** @type {[import("../types.js").Fault, string][]} */ ([
  ["blunder", "??"],
  ["mistake", "?"],
  ["inaccuracy", "?!"],
  ["detour", "~"],
]);

export class Review {
  /**
   * @param {HTMLElement} place
   * @param {Tree} tree
   * @param {import("../types.js").Game} game
   * @param {import("./insight.js").Insight} insight
   */
  constructor(place, tree, game, insight) {
    this._insight = insight;
    this._place = place;
    this._tree = tree;
    this._game = game;
    this._line = /** @type {Node[]} */ ([]);
    this._judged = /** @type {Judged[]} */ ([]);
    this._isRunning = false;
    this._note = "";
  }

  /** Look at the main line, from its start to its end. */
  async begin() {
    this._line = this._tree.root.end.path;
    this._judged = [];
    this._note = "";
    this._isRunning = true;
    this.show();
    try {
      await this._read((judged) => {
        this._judged.push(judged);
        this._tree.judge(this._line, this._judged);
        this.show();
      });
    } catch (error) {
      this._note = /** @type {Error} */ (error).message;
    }
    this._isRunning = false;
    this.show();
  }

  /** @param {(judged: Judged) => void} tell */
  async _read(tell) {
    await this._insight.review(this._line, tell);
    if (this._judged.length < this._line.length) throw new Error(phrase("review.ended"));
  }

  show() {
    const length = this._tree.root.end.ply;
    const begin = { type: "button", class: "main", disabled: !length, onclick: () => this.begin() };
    const isDone = this._judged.length > 0 && !this._isRunning;
    const button = html("button", begin, isDone ? phrase("review.again") : phrase("review.begin"));
    const parts = [
      this._isRunning ? this._progress() : null,
      this._note ? html("p", { class: "refusal", role: "alert" }, this._note) : null,
      this._judged.length ? this._counts() : null,
      this._judged.length ? this._list() : null,
      this._isRunning ? null : button,
    ];
    this._place.replaceChildren(.../** @type {HTMLElement[]} */ (parts.filter(Boolean)));
  }

  _progress() {
    const bar = html("progress", { max: this._line.length, value: this._judged.length, "aria-label": phrase("review.looked") });
    return html("p", { class: "reviewing" }, phrase("review.looking"), bar, phrase("review.of", { n: this._judged.length, all: this._line.length }));
  }

  /** How many mistakes each side has made, and what they have cost. */
  _counts() {
    const faults = FAULTS.filter(([fault]) => fault !== "detour" || this._judged.some((judged) => judged.fault === fault));
    const named = faults.map(([fault, sign]) => [sign, phrase(`faults.${fault}`)]);
    const head = named.map(([sign, name]) => html("th", { scope: "col" }, html("span", { title: name }, sign, html("span", { class: "visually-hidden" }, ` ${name}`))));
    const isPuzzle = this._game.seats.length === 1;
    const rows = this._game.seats.map((side, seat) => {
      const own = this._judged.filter((judged) => judged.seat === seat);
      const lost = own.reduce((sum, { loss }) => sum + loss, 0) / Math.max(1, own.length);
      const numbers = faults.map(([fault]) => html("td", {}, String(own.filter((judged) => judged.fault === fault).length)));
      return html("tr", {}, html("th", { scope: "row" }, sideName(side)), ...numbers, isPuzzle ? null : html("td", {}, `${lost.toFixed(1)} %`));
    });
    const cost = isPuzzle ? null : html("th", { scope: "col" }, phrase("review.cost"));
    const top = html("thead", {}, html("tr", {}, html("th", { scope: "col" }, phrase("review.side")), ...head, cost));
    return html("table", { class: "review-counts" }, top, html("tbody", {}, ...rows));
  }

  _list() {
    const wrong = this._judged.filter(({ fault }) => fault);
    if (!wrong.length) return html("p", {}, this._isRunning ? phrase("review.none-yet") : phrase("review.none"));
    const items = wrong.map((judged) => {
      const node = this._line[judged.ply - 1];
      const sign = html("span", { class: `fault ${judged.fault}` }, judged.sign);
      const { round, isFirst } = roundOf(node, this._tree, this._game);
      const words = [`${round}${isFirst ? "." : "…"} `, moveNode(this._game, node.customary), sign];
      const why = html("span", { class: "why" }, judged.sentence);
      return html("li", {}, html("button", { type: "button", onclick: () => this._tree.go(node) }, ...words, why));
    });
    return html("ol", { class: "mistakes", "aria-label": phrase("faults.mistake") }, ...items);
  }
}
