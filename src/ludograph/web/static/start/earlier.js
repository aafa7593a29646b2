/** Games to go on with: those that this browser has the keys to, and the last one that isn't over, as it stands. */

import { get, post } from "../api.js";
import { byId, html } from "../dom.js";
import { forgetMatch, matches } from "../kept.js";
import { pictureOf } from "./pictures.js";
import { phrase } from "../words.js";

/** @typedef {import("./dialog.js").Entry} Entry */
/** @typedef {{match: import("../kept.js").KeptMatch, now: any}} Earlier */

const MOST_EARLIER = 12;
const SHOWN_AT_ONCE = 5; // with more of them, what one looks for would be far below

/** @param {Entry[]} catalogue */
export async function showEarlier(catalogue) {
  const kept = matches().slice(0, MOST_EARLIER * 2);
  const keys = kept.map((match) => match.tokens[0] ?? match.owner).filter((key) => key !== undefined);
  if (!keys.length) return;
  const found = await post("matches/mine", { tokens: keys });
  const shown = kept
    .map((match) => ({ match, now: found.find((/** @type {any} */ one) => one.id === match.id) }))
    .filter(({ now }) => now)
    .sort((one, two) => Number(Boolean(one.now.outcome)) - Number(Boolean(two.now.outcome)) || changed(two, one));
  byId("earlier").hidden = !shown.length;
  const items = shown.slice(0, MOST_EARLIER).map((earlier) => item(earlier, catalogue));
  byId("earlier-list").replaceChildren(...items);
  offerAll(items);
  const [last] = shown;
  if (last && !last.now.outcome) await showPicture(last);
}

/**
 * Those that were played longer ago are shown to who asks for them.
 * @param {HTMLElement[]} items
 */
function offerAll(items) {
  const rest = items.slice(SHOWN_AT_ONCE);
  for (const one of rest) one.hidden = true;
  const more = byId("earlier-all");
  more.hidden = !rest.length;
  more.textContent = phrase("earlier.all", { n: items.length });
  more.onclick = () => {
    for (const one of rest) one.hidden = false;
    more.hidden = true;
    rest[0].querySelector("a")?.focus();
  };
}

/**
 * @param {Earlier} one
 * @param {Earlier} two
 */
function changed(one, two) {
  return one.now.changed - two.now.changed;
}

/**
 * The board of the game that was played last. @param {Earlier} last
 */
async function showPicture({ match }) {
  const { view } = await get(`matches/${match.id}`);
  const link = byId("earlier-list").querySelector("a");
  link?.prepend(pictureOf(match.game, view.position));
  link?.closest("li")?.classList.add("last");
}

/**
 * @param {Earlier} earlier
 * @param {Entry[]} catalogue
 */
function item({ match, now }, catalogue) {
  const entry = catalogue.find(({ name }) => name === match.game.split(/[/?]/)[0]);
  const isOwnTurn = now.turn !== null && match.tokens.length > 0 && (now.seat === now.turn || match.tokens.length > 1);
  const played = { n: now.ply };
  const running =
    isOwnTurn && !entry?.is_puzzle
      ? phrase("earlier.yours", played)
      : phrase("earlier.played", played);
  const state = now.outcome?.text ?? running;
  const { title } = match;
  const forget = () => {
    forgetMatch(match.id);
    made.remove();
    byId("earlier").hidden = !byId("earlier-list").children.length;
  };
  const words = html("div", {}, html("strong", {}, title), html("span", {}, state));
  const made = html(
    "li",
    {},
    html("a", { href: `match.html#${match.id}` }, words),
    html(
      "button",
      { type: "button", title: phrase("earlier.forget"), "aria-label": phrase("earlier.forget-of", { title }), onclick: forget },
      "✕",
    ),
  );
  return made;
}
