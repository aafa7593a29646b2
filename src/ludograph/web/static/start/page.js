/** The start page: every game and puzzle, games to go on with, and the dialog that begins a new one. */

import { address, get, post } from "../api.js";
import { bindSettings, dress, themeName } from "../appearance.js";
import { byId, html } from "../dom.js";
import { forgetMatch, keepMade, matches } from "../kept.js";
import { openDialog, sentence } from "./dialog.js";

/** @typedef {import("./dialog.js").Entry} Entry */

const MOST_EARLIER = 12;

/** @param {Entry[]} catalogue */
function showCatalogue(catalogue) {
  for (const [id, isPuzzle] of /** @type {[string, boolean][]} */ ([
    ["games", false],
    ["puzzles", true],
  ])) {
    byId(id).replaceChildren(
      ...catalogue
        .filter((entry) => entry.is_puzzle === isPuzzle)
        .map((entry, index) => card(entry, index > 3 || isPuzzle)),
    );
  }
}

/**
 * @param {Entry} entry
 * @param {boolean} isLazy
 */
function card(entry, isLazy) {
  const picture = html("img", {
    src: pictureOf(entry),
    alt: "",
    loading: isLazy ? "lazy" : "eager",
    "data-game": entry.name,
  });
  const open = html("button", { type: "button", onclick: () => openDialog(entry) }, entry.title);
  const text = html("div", { class: "card-text" }, html("h3", {}, open), html("p", {}, sentence(entry.summary)));
  return html("li", {}, html("div", { class: "card" }, html("div", { class: "picture" }, picture), text));
}

/** @param {Entry} entry */
function pictureOf(entry) {
  return address("position/svg", { game: entry.name, theme: themeName() }).href;
}

/** Games that this browser has the keys to. @param {Entry[]} catalogue */
async function showEarlier(catalogue) {
  const kept = matches().slice(0, MOST_EARLIER * 2);
  const keys = kept.map((match) => match.tokens[0] ?? match.owner).filter((key) => key !== undefined);
  if (!keys.length) return;
  const found = await post("matches/mine", { tokens: keys });
  const shown = kept
    .map((match) => ({ match, now: found.find((/** @type {any} */ one) => one.id === match.id) }))
    .filter(({ now }) => now);
  byId("earlier").hidden = !shown.length;
  byId("earlier-list").replaceChildren(
    ...shown.slice(0, MOST_EARLIER).map(({ match, now }) => earlier(match, now, catalogue)),
  );
}

/**
 * @param {import("../kept.js").KeptMatch} match
 * @param {any} now
 * @param {Entry[]} catalogue
 */
function earlier(match, now, catalogue) {
  const entry = catalogue.find(({ name }) => name === match.game.split(/[/?]/)[0]);
  const isOwnTurn = now.turn !== null && match.tokens.length > 0 && (now.seat === now.turn || match.tokens.length > 1);
  const state =
    now.outcome?.text ??
    `${now.ply} ${now.ply === 1 ? "move" : "moves"} played${isOwnTurn && !entry?.is_puzzle ? ", your turn" : ""}`;
  const title = entry?.title ?? match.title;
  const forget = () => {
    forgetMatch(match.id);
    item.remove();
    byId("earlier").hidden = !byId("earlier-list").children.length;
  };
  const link = html("a", { href: `match.html#${match.id}` }, html("strong", {}, title), html("span", {}, state));
  const item = html(
    "li",
    {},
    link,
    html(
      "button",
      { type: "button", title: "Forget this game", "aria-label": `Forget this game of ${title}`, onclick: forget },
      "✕",
    ),
  );
  return item;
}

/** @param {Event} event */
async function importFile(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  try {
    const made = await post("matches/import", { format: "record", text: await file.text() });
    keepMade(made, made.match.game);
    location.href = `match.html#${made.id}`;
  } catch (error) {
    byId("refusal").textContent = /** @type {Error} */ (error).message;
  }
}

/** The game that the page's address names, as in ``/#chess/glinski``, is offered at once. @param {Entry[]} catalogue */
async function offerNamed(catalogue) {
  const text = decodeURIComponent(location.hash.slice(1));
  if (!text) return;
  const game = await get("game", { game: text });
  const entry = catalogue.find(({ name }) => name === game.name);
  if (entry && !byId("new-game").open) openDialog(entry, game); // who has opened another one meanwhile wants that
}

async function start() {
  try {
    const catalogue = /** @type {Entry[]} */ (await get("games"));
    showCatalogue(catalogue);
    await showEarlier(catalogue);
    await offerNamed(catalogue);
  } catch (error) {
    byId("refusal").textContent = /** @type {Error} */ (error).message;
  }
}

dress(() => {
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-game]"))) {
    picture.src = address("position/svg", { game: picture.dataset.game, theme: themeName() }).href;
  }
});
bindSettings();
byId("import").addEventListener("change", importFile);
byId("import").disabled = false;
start();
