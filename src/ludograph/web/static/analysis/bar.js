/** The evaluation bar: whose chances are how good, beside the board. */

import { coloursOf } from "../board/shapes.js";
import { html } from "../dom.js";
import { phrase, sideName } from "../words.js";

/**
 * @param {HTMLElement} place
 * @param {{game: import("../types.js").Game, theme: import("../types.js").Theme, isFlipped: boolean, turn: number|null, chance: number|null}} given
 */
export function showBar(place, { game, theme, isFlipped, turn, chance }) {
  place.hidden = game.seats.length === 1;
  if (place.hidden) return;
  const isForTwo = game.seats.length === 2;
  // Of two the first one's share is shown, at the side where its pieces are; of more, that of who is to move.
  const seat = isForTwo ? 0 : (turn ?? 0);
  const share = chance === null ? null : isForTwo && turn === 1 ? 100 - chance : chance;
  const colour = (/** @type {number} */ one) =>
    coloursOf(theme, { seat: one, tint: game.tints[one], shape: "disc" }).face;
  const isLower = !isFlipped;
  place.style.setProperty("--lower-seat", colour(isLower ? seat : 1));
  place.style.setProperty("--upper-seat", isForTwo ? colour(isLower ? 1 : seat) : "var(--line)");
  const lower = share === null ? 50 : isLower ? share : 100 - share;
  place.style.setProperty("--share", `${lower}%`);
  const words = share === null ? phrase("nothing-known") : phrase("per-cent", { n: Math.round(share) });
  const side = sideName(game.seats[seat]);
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", `${phrase("chart.chances", { side })}: ${words}`);
  place.title = share === null ? "" : `${side}: ${Math.round(share)} %`;
  const isLowerTold = isForTwo ? lower >= 50 : isLower; // of two, who is ahead
  const number = share === null ? "" : String(Math.round(isLowerTold ? lower : 100 - lower));
  place.replaceChildren(
    html("div", { class: "share" }),
    isForTwo ? html("div", { class: "middle" }) : "",
    html("div", { class: `number ${isLowerTold ? "lower" : "upper"}` }, number),
  );
}
