/** Play the map at once: it is kept on the server under the name of its content, and a match begins on it. */

import { byId } from "../dom.js";
import { keepMade } from "../kept.js";
import { beginMatch } from "./server.js";
import { phrase } from "../words.js";

const COMPUTER = "ai:4";

/** @param {import("./bench.js").Bench} bench @param {import("./checking.js").Checking} checking */
export function bindPlay(bench, checking) {
  const button = byId("play");
  const error = byId("play-error");
  button.addEventListener("click", async () => {
    button.disabled = true;
    error.hidden = true;
    try {
      if (await checking.check()) await play(bench.map);
      else throw new Error(bench.map.nodes.length ? phrase("shop.has-faults") : phrase("shop.is-empty"));
    } catch (refusal) {
      error.textContent = /** @type {Error} */ (refusal).message;
      error.hidden = false;
    } finally {
      button.disabled = false;
    }
  });
}

/** @param {import("./model.js").MapData} map */
async function play(map) {
  const wanted = byId("opponents").value;
  const players = map.players.map((_, seat) => (wanted === "ais" || (wanted === "ai" && seat > 0) ? COMPUTER : "human"));
  const created = await beginMatch(map, players);
  keepMade(created, map.name || "nchess");
  location.assign(`match.html#${created.id}`);
}
