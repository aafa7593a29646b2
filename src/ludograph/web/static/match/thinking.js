/** What a program thinks while it does, as the server mentions it now and then. */

import { html } from "../dom.js";
import { moveNode } from "./notation.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {{seat: number, ply: number, analysis: Analysis}} Thought */

const LONGEST_LINE = 12;

export class Thinking {
  /** @param {Model} model */
  constructor(model) {
    this._model = model;
    this._thought = /** @type {Thought|null} */ (null);
    // Not a live region: that the program thinks was said once, and its numbers change all the time.
    this.element = html("p", { class: "thinking", hidden: true });
  }

  /** @param {Thought} thought */
  hear(thought) {
    this._thought = thought;
  }

  /** @param {boolean} isOn whether somebody wants to know */
  show(isOn) {
    const { match, isNow, isOver } = this._model;
    const thought = this._thought;
    const isFresh = thought !== null && thought.ply === match.moves.length && !isOver && isNow;
    this.element.hidden = !isOn || !isFresh;
    if (!thought || this.element.hidden) return;
    const { score_text, depth, nodes, line, customary } = thought.analysis;
    const words = phrase("thinking.how", { depth, nodes });
    this.element.replaceChildren(
      html("strong", {}, phrase("thinking.says", { side: sideName(match.seats[thought.seat].side), score: score_text })),
      words,
      bestLine(this._model.game, customary ?? line),
    );
  }
}

/**
 * Moves one after the other; none is broken over two lines.
 * @param {import("../types.js").Game} game
 * @param {string[]} line customary texts
 */
export function bestLine(game, line) {
  const moves = line.slice(0, LONGEST_LINE).flatMap((move) => [html("span", {}, moveNode(game, move)), " "]);
  return html("span", { class: "best-line" }, ...moves);
}
