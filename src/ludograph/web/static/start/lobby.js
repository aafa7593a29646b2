/** The lobby: seats that wait for anybody, to be taken from here. */

import { get, HAS_SERVER, post } from "../api.js";
import { byId, html, refill } from "../dom.js";
import { keepMatch, matchNamed, ratingToken, settings } from "../kept.js";
import { ratingText } from "../match/players.js";
import { titled } from "./cards.js";
import { inShort } from "./clock.js";
import { phrase } from "../words.js";

/** @typedef {import("./dialog.js").Entry} Entry */
/** @typedef {{match: string, game: string, clock: string|null, open_seats: number[], players: any[], is_rated: boolean}} Waiting */

const AGAIN = 10_000; // milliseconds

/** @param {Entry[]} catalogue */
export async function showLobby(catalogue) {
  if (!HAS_SERVER) return;
  await look(catalogue);
  setInterval(() => {
    if (document.visibilityState === "visible") look(catalogue);
  }, AGAIN);
}

/** A server may have no lobby, or be away for a moment: then nothing is shown. @param {Entry[]} catalogue */
async function look(catalogue) {
  const found = /** @type {Waiting[]} */ (await get("lobby").catch(() => []));
  byId("lobby").hidden = !found.length;
  refill(byId("lobby-list"), found.map((waiting) => item(waiting, catalogue)));
}

/**
 * @param {Waiting} waiting
 * @param {Entry[]} catalogue
 */
function item(waiting, catalogue) {
  const title = titleOf(waiting.game, catalogue);
  const people = waiting.players.map((/** @type {any} */ player) => `${player.name}${ratingText(player.rating)}`).join(", ");
  const facts = [people, waiting.clock ? inShort(waiting.clock) : phrase("lobby.no-clock"), waiting.is_rated && phrase("lobby.rated")];
  const words = html("div", {}, html("strong", {}, title), html("span", {}, facts.filter(Boolean).join(" · ")));
  const isOwn = matchNamed(waiting.match) !== undefined;
  const href = `match.html#${waiting.match}`;
  const take = () => join(waiting, title).catch((error) => (byId("refusal").textContent = error.message));
  return html(
    "li",
    {},
    html("a", { href, "aria-label": isOwn ? undefined : phrase("lobby.look", { title, people }) }, words),
    isOwn
      ? html("span", { class: "own" }, phrase("lobby.yours"))
      : html("button", { type: "button", class: "main", "aria-label": phrase("lobby.play-with", { title, people }), onclick: take }, phrase("lobby.play")),
  );
}

/**
 * @param {Waiting} waiting
 * @param {string} title
 */
async function join({ match: id, game }, title) {
  const { name } = settings();
  const joined = await post(`matches/${id}/join`, { name, rating_token: ratingToken() });
  keepMatch({ id, game, title, tokens: [joined.token], created: Date.now() });
  location.href = `match.html#${id}`;
}

/**
 * @param {string} id
 * @param {Entry[]} catalogue
 */
function titleOf(id, catalogue) {
  const [path, parameters] = id.split("?");
  const [name, variant] = path.split("/");
  const entry = catalogue.find((each) => each.name === name);
  const played = variant ?? entry?.variants[0]?.name; // the usual one is left out of the id
  const words = [entry?.title ?? name, played && titled(played)].filter(Boolean).join(": ");
  return parameters && !parameters.includes("sha256") ? `${words} (${parameters.replaceAll("&", ", ")})` : words;
}
