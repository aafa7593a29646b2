/** What is known of the position that is looked at, in words: the best lines, and every move graded. */

import { html, refill } from "../dom.js";
import { moveNode } from "../match/notation.js";
import { valuesList } from "../match/values.js";
import { phrase } from "../words.js";

/** @typedef {import("./insight.js").Finding} Finding */
/** @typedef {import("../types.js").Line} Line */

const NUMBERS = [1, 2, 3, 4, 5];
const LONGEST_LINE = 14;

export class Findings {
  /**
   * @param {HTMLElement} place
   * @param {{game: import("../types.js").Game, play: (texts: string[]) => void, longer: () => void, again: () => void}} given
   */
  constructor(place, given) {
    this._place = place;
    this._given = given;
    this.lines = 3;
    this._isThinking = false;
  }

  /** @param {boolean} isThinking whether somebody thinks longer */
  set isThinking(isThinking) {
    this._isThinking = isThinking;
  }

  /**
   * @param {Finding|null} finding
   * @param {(text: string) => string} customary
   * @param {string} [refusal]
   */
  show(finding, customary, refusal = "") {
    if (refusal) return refill(this._place, [html("p", { class: "note" }, refusal)]);
    if (!finding) return refill(this._place, [html("p", { class: "note", role: "status" }, phrase("thinking"))]);
    const { game } = this._given;
    const parts = [finding.analysis ? this._head(finding) : html("p", {}, finding.words)];
    if (finding.analysis) parts.push(this._lines(finding.analysis.lines.slice(0, this.lines)));
    if (finding.moves.length) {
      const what = finding.truth ? phrase("findings.every") : phrase("findings.by-chance");
      parts.push(html("p", { class: "values-title" }, what));
      parts.push(valuesList(finding.moves, { game, customary, play: (text) => this._given.play([text]) }));
    }
    refill(this._place, parts);
  }

  /** @param {Finding} finding */
  _head({ words }) {
    const options = NUMBERS.map((number) =>
      html("option", { value: String(number), defaultSelected: number === this.lines }, String(number)),
    );
    const select = html("select", { "aria-label": phrase("findings.lines"), onchange: () => this._choose(Number(select.value)) }, ...options);
    const longer = { type: "button", onclick: this._given.longer, disabled: this._isThinking };
    return html(
      "div",
      { class: "found-head" },
      html("span", {}, this._isThinking ? phrase("findings.thinking") : words),
      html("span", { class: "row" }, html("label", {}, phrase("findings.lines"), select), html("button", longer, phrase("findings.longer"))),
    );
  }

  /** @param {number} lines */
  _choose(lines) {
    this.lines = lines;
    this._given.again();
  }

  /** @param {Line[]} lines */
  _lines(lines) {
    return html("ol", { class: "lines", "aria-label": phrase("findings.best") }, ...lines.map((line) => this._line(line)));
  }

  /** @param {Line} line */
  _line({ line, customary, win_chance: chance, score_text: score }) {
    const { game, play } = this._given;
    const texts = (customary ?? line).slice(0, LONGEST_LINE);
    const shown = texts.flatMap((text, index) => [
      html("span", { class: index ? "" : "first" }, moveNode(game, text)),
      " ",
    ]);
    const numbers = html("span", { class: "chance" }, `${Math.round(chance)} %`, html("span", { class: "score" }, score));
    const whole = {
      type: "button",
      "aria-label": phrase("findings.add-of", { move: texts[0] }),
      title: phrase("findings.add"),
      onclick: () => play(line),
    };
    return html(
      "li",
      {},
      html("button", { type: "button", class: "line", onclick: () => play(line.slice(0, 1)) }, numbers, html("span", { class: "texts" }, ...shown)),
      html("button", whole, "+"),
    );
  }
}
