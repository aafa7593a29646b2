/** The start page: every game and puzzle, games to go on with, and the dialog that begins a new one. */

import { get } from "../api.js";
import { bindSettings, dress } from "../appearance.js";
import { byId } from "../dom.js";
import { showCards } from "./cards.js";
import { playDaily, showDaily, TODAY } from "./daily.js";
import { openDialog } from "./dialog.js";
import { showEarlier } from "./earlier.js";
import { showLobby } from "./lobby.js";
import { bindOpening } from "./opening.js";
import { redrawPictures } from "./pictures.js";

/** @typedef {import("./dialog.js").Entry} Entry */

/** The game that the page's address names, as in ``/#chess/glinski``, is offered at once; ``/#today`` begins the puzzle of
 * the day. @param {Entry[]} catalogue */
async function offerNamed(catalogue) {
  const text = decodeURIComponent(location.hash.slice(1));
  if (!text) return;
  if (text === TODAY) {
    history.replaceState(null, "", "./"); // who comes back finds the start page, and not the puzzle once more
    await playDaily();
    return;
  }
  const game = await get("game", { game: text });
  const entry = catalogue.find(({ name }) => name === game.name);
  if (entry && !byId("new-game").open) openDialog(entry, game); // who has opened another one meanwhile wants that
}

/** What goes wrong is told; the rest of the page goes on. @param {() => Promise<void>} part */
async function told(part) {
  try {
    await part();
  } catch (error) {
    byId("refusal").textContent = /** @type {Error} */ (error).message;
  }
}

dress(redrawPictures);
bindSettings();
bindOpening();
told(showDaily);
told(async () => {
  const catalogue = /** @type {Entry[]} */ (await get("games").finally(() => byId("found").replaceChildren()));
  showCards(catalogue);
  addEventListener("hashchange", () => told(() => offerNamed(catalogue)));
  await Promise.all([told(() => showEarlier(catalogue)), told(() => offerNamed(catalogue)), told(() => showLobby(catalogue))]);
});
