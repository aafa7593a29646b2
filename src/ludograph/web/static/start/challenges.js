/** Levels in sets by their rating, with what was solved of them in this browser, and starts of a wanted difficulty. */

import { html } from "../dom.js";
import { bestOf } from "../kept.js";
import { phrase } from "../words.js";

/** @typedef {import("./dialog.js").Entry} Entry */
/** @typedef {import("./dialog.js").Parameter} Parameter */

const DIFFICULTIES = ["easy", "medium", "hard", "hardest"];

/** Where a puzzle begins: at its usual start, or at one by chance. */
export function difficultyField() {
  const options = ["", ...DIFFICULTIES].map((value) => html("option", { value }, phrase(`difficulty.${value || "usual"}`)));
  return html("label", {}, phrase("difficulty"), html("select", { name: "difficulty" }, ...options));
}

/**
 * The levels of a puzzle, a set for each quarter of what the hardest needs.
 * @param {Entry} entry
 * @param {Parameter} parameter
 * @param {(Node|string|false)[]} words
 * @param {string} chosen
 */
export function levelField({ name }, parameter, words, chosen) {
  const rated = parameter.rated ?? [];
  const hardest = Math.max(...rated);
  const levels = rated.map((moves, place) => ({ level: place + 1, moves, set: Math.min(3, Math.floor((4 * moves) / (hardest + 1))) }));
  const option = (/** @type {{level: number, moves: number}} */ { level, moves }) => {
    const best = bestOf(level === parameter.default ? name : `${name}?${parameter.name}=${level}`);
    const values = { n: moves, level };
    const text = best ? phrase("level.solved", { ...values, best: best.moves }) : phrase("level.open", values);
    return html("option", { value: String(level), selected: String(level) === chosen }, text);
  };
  const sets = DIFFICULTIES.map((difficulty, set) => {
    const own = levels.filter((level) => level.set === set);
    return own.length ? html("optgroup", { label: phrase(`difficulty.${difficulty}`) }, ...own.map(option)) : null;
  });
  const usual = (parameter.minimum ?? 1) < 1 && html("option", { value: String(parameter.default) }, phrase("level.given"));
  return html("label", {}, ...words, html("select", { name: `parameter-${parameter.name}` }, usual, ...sets));
}
