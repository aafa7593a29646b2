/** Moves with what each of them is worth, the best first: by solutions, or by the chances that an analysis has found. */

import { BEST, bestOf, inWords, signOf, waste } from "../board/marks.js";
import { html } from "../dom.js";
import { moveNode } from "./notation.js";
import { phrase } from "../words.js";

/** @typedef {import("../types.js").ValuedMove} ValuedMove */

const MOST_SHOWN = 80;
const AS_GOOD = 0.05; // per cent

/**
 * What the server tells of the moves of a solved position, for who makes them.
 * @param {import("../types.js").ToldMove[]} moves
 * @returns {ValuedMove[]}
 */
export function solvedMoves(moves) {
  return moves.map(({ text, worth, ends_in, is_best, behind }) => ({
    text,
    value: worth,
    remoteness: ends_in,
    isBest: is_best,
    behind,
  }));
}

/**
 * The moves of an analysis, each with its chance, and how much less that is than the best one's.
 * @param {import("../types.js").Line[]} lines the best first
 * @returns {ValuedMove[]}
 */
export function gradedMoves(lines) {
  const most = lines[0]?.win_chance ?? 0;
  return lines.map(({ move, win_chance: chance, win_in: end, score_text: words }) => {
    const loss = Math.max(0, most - chance);
    const isBest = loss < AS_GOOD && (end === null || end === lines[0].win_in);
    return { text: move, value: null, remoteness: null, chance, loss, isBest, ...(end === null ? {} : { words }) };
  });
}

/**
 * The best first; those of which nobody knows anything are left out.
 * @param {ValuedMove[]} moves
 */
export function inOrder(moves) {
  const ordered = [];
  const left = moves.filter((move) => move.value || move.chance !== undefined);
  while (left.length) {
    const best = /** @type {ValuedMove} */ (bestOf(left));
    ordered.push(best);
    left.splice(left.indexOf(best), 1);
  }
  return ordered;
}

/**
 * @param {ValuedMove[]} moves
 * @param {{game: import("../types.js").Game, customary: (text: string) => string, play: ((text: string) => void)|null}} given
 * @returns {HTMLElement}
 */
export function valuesList(moves, { game, customary, play }) {
  const items = inOrder(moves).slice(0, MOST_SHOWN);
  const list = items.map((move) => {
    const words = wordsOf(move, moveNode(game, customary(move.text)));
    const shown = play
      ? html("button", { type: "button", onclick: () => play(move.text) }, ...words)
      : html("span", {}, ...words);
    return html("li", {}, shown);
  });
  return html("ul", { class: "values", "aria-label": phrase("values.list"), tabindex: "0" }, ...list);
}

/**
 * @param {ValuedMove} move
 * @param {Node|string} text
 */
function wordsOf(move, text) {
  const glyph = html("span", { class: `glyph ${move.value ?? "chance"}`, "aria-hidden": "true" }, signOf(move));
  glyph.style.setProperty("--waste", String(waste(move)));
  const star = html("span", { class: "star", role: "img", "aria-label": phrase("values.best") }, BEST);
  return [...(move.isBest ? [star, " "] : []), glyph, " ", text, " ", html("span", { class: "word" }, inWords(move))];
}
