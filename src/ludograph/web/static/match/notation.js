/** Moves as people write them; with figurines, if these are chosen; in words, for who listens. */

import { html } from "../dom.js";
import { settings } from "../kept.js";
import { phrase } from "../words.js";

/** @typedef {import("../types.js").Game} Game */

const TEXT_SIGN = "\uFE0E"; // behind a figurine: it is a letter, not a coloured picture
const CASTLING = /** @type {Record<string, string>} */ ({ "O-O": "said.castles-short", "O-O-O": "said.castles-long" });
const SIGNS = /** @type {[RegExp, string][]} */ ([
  [/x/, "said.takes"],
  [/=/, "said.becomes"],
  [/\+$/, "said.check"],
  [/#$/, "said.mate"],
]);

/**
 * What is shown of a move.
 * @param {Game} game
 * @param {string} customary
 */
export function shownMove(game, customary) {
  if (!settings().hasFigurines) return customary;
  return replaced(game, customary, ({ sign }) => sign + TEXT_SIGN);
}

/**
 * The same in words, where letters stand for pieces.
 * @param {Game} game
 * @param {string} customary
 */
export function saidMove(game, customary) {
  if (!game.figurines.length) return customary;
  const castling = CASTLING[customary.replace(/[+#]$/, "")];
  let words = castling ? customary.replace(/O-O(-O)?/, phrase(castling)) : replaced(game, customary, ({ name }) => `${name} `);
  for (const [sign, key] of SIGNS) words = words.replace(sign, () => phrase(key));
  return words.replace(/ +/g, " ").trim();
}

/**
 * A move in a sentence: figurines are read aloud as words.
 * @param {Game} game
 * @param {string} customary
 * @returns {Node|string}
 */
export function moveNode(game, customary) {
  const shown = shownMove(game, customary);
  return shown === customary ? customary : html("span", { role: "img", "aria-label": saidMove(game, customary) }, shown);
}

/**
 * @param {Game} game
 * @param {string} customary
 * @param {(figurine: import("../types.js").Figurine) => string} by
 */
function replaced(game, customary, by) {
  return Array.from(customary, (letter) => {
    const figurine = game.figurines.find((known) => known.letter === letter);
    return figurine ? by(figurine) : letter;
  }).join("");
}
