/** The puzzle of the day. Its link, `./#today`, begins it. */

import { get, post } from "../api.js";
import { byId } from "../dom.js";
import { keepMade } from "../kept.js";
import { sentence } from "./dialog.js";
import { pictureOf } from "./pictures.js";

/** @typedef {{date: string, game: string, title: string, summary: string, position: string}} Daily */

export const TODAY = "today";
/** @type {Daily|undefined} */
let daily;

export async function showDaily() {
  daily = /** @type {Daily} */ (await get("puzzle-of-the-day"));
  byId("daily-name").textContent = daily.title;
  byId("daily-summary").textContent = sentence(daily.summary);
  byId("daily").prepend(pictureOf(daily.game, daily.position));
  byId("daily").hidden = false;
}

/** Begin it, and go there. */
export async function playDaily() {
  const { game, position, title } = daily ?? /** @type {Daily} */ (await get("puzzle-of-the-day"));
  const made = await post("matches", { game, position, seats: [{ player: "human" }] });
  keepMade(made, title);
  location.href = `match.html#${made.id}`;
}
