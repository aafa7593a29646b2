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
export function levelField(entry, parameter, words, chosen) {
  const name = `parameter-${parameter.name}`;
  const select = html("select", { name }, ...levels(entry, parameter));
  select.value = chosen;
  return html("label", {}, ...words, select);
}

/**
 * What other parameters than the usual ones make of the levels hasn't been rated.
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 */
export function rateLevels(form, entry) {
  const values = new FormData(form);
  const isUsual = (/** @type {Parameter} */ { name, default: usual, rated }) =>
    rated || String(values.get(`parameter-${name}`) ?? usual) === String(usual);
  for (const parameter of entry.parameters.filter(({ rated }) => rated)) {
    const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem(`parameter-${parameter.name}`));
    const { value } = select;
    select.replaceChildren(...(entry.parameters.every(isUsual) ? levels(entry, parameter) : numbers(parameter)));
    select.value = value;
  }
}

/** @param {Parameter} parameter */
function numbers({ rated = [] }) {
  return rated.map((_, place) => html("option", { value: String(place + 1) }, String(place + 1)));
}

/** @param {Entry} entry @param {Parameter} parameter */
function levels({ name }, parameter) {
  const rated = parameter.rated ?? [];
  const hardest = Math.max(...rated);
  const all = rated.map((moves, place) => ({ level: place + 1, moves, set: Math.min(3, Math.floor((4 * moves) / (hardest + 1))) }));
  const option = (/** @type {{level: number, moves: number}} */ { level, moves }) => {
    const best = bestOf(level === parameter.default ? name : `${name}?${parameter.name}=${level}`);
    const values = { n: moves, level };
    const text = best ? phrase("level.solved", { ...values, best: best.moves }) : phrase("level.open", values);
    return html("option", { value: String(level) }, text);
  };
  const sets = DIFFICULTIES.map((difficulty, set) => {
    const own = all.filter((level) => level.set === set);
    return own.length ? html("optgroup", { label: phrase(`difficulty.${difficulty}`) }, ...own.map(option)) : "";
  });
  const usual = (parameter.minimum ?? 1) < 1 ? html("option", { value: String(parameter.default) }, phrase("level.given")) : "";
  return [usual, ...sets];
}
