/** Pictures of positions, in the colours of the chosen board. */

import { address } from "../api.js";
import { drawnLook } from "../appearance.js";
import { html } from "../dom.js";

/**
 * @param {string} game
 * @param {string} [position] the start, when left out
 * @param {"eager"|"lazy"} [loading]
 * @returns {HTMLImageElement}
 */
export function pictureOf(game, position, loading = "eager") {
  const picture = html("img", { alt: "", loading, "data-game": game, "data-position": position ?? "" });
  draw(picture);
  return picture;
}

/** All of them anew: the colours have changed. */
export function redrawPictures() {
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-game]")))
    draw(picture);
}

/** @param {HTMLImageElement} picture */
function draw(picture) {
  const { game, position } = picture.dataset;
  const asked = { game, position: position || undefined, ...drawnLook(), names: "false" }; // names would be specks
  picture.src = address("position/svg", asked).href;
}
