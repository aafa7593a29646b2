/** The rules of the game that the address names, `rules.html#draughts/english`, or of a match, `rules.html?match=ID`. */

import { address, get } from "../api.js";
import { bindSettings, boardTheme, drawnLook, dress } from "../appearance.js";
import { byId, html } from "../dom.js";
import { Trying } from "./trying.js";
import { phrase } from "../words.js";

/** @typedef {{kind: "text", html: string}} TextPart */
/** @typedef {{kind: "figure", number: number, game: string, position: string|null, caption: string, description: string, outcome: string|null, refused: {move: string, reason: string}[]}} FigurePart */
/** @typedef {TextPart|FigurePart} Part */
/** @typedef {{title: string, is_taught: boolean, parts: Part[]}} Section */
/** @typedef {{game: string, title: string, lead: Part[], sections: Section[], variants: {game: string, title: string}[]}} Rules */

const RULES_FILE = /(?:^|\/)(\w+)(?:\.(\w+))?\.rules\.md$/;
/** @type {Trying[]} */
let tried = [];
let shown = "";

/** @param {Rules} rules */
function show(rules) {
  byId("title").textContent = phrase("rules.of", rules);
  document.title = `${byId("title").textContent}: Ludograph`;
  byId("play").href = `./#${rules.game}`;
  byId("ways").hidden = false;
  showVariants(rules);
  tried = [];
  const toLookUp = rules.sections.filter((section) => !section.is_taught);
  byId("rules").replaceChildren(
    ...(rules.lead.length ? [html("section", { "aria-label": phrase("rules.short") }, ...parts(rules.game, rules.lead))] : []),
    ...rules.sections.filter((section) => section.is_taught).map((section) => sectionOf(rules.game, section)),
    ...(toLookUp.length ? [more(rules.game, toLookUp)] : []),
  );
}

/** @param {Rules} rules */
function showVariants({ game, variants }) {
  const place = byId("variants");
  place.hidden = variants.length < 2;
  const isThis = (/** @type {string} */ name) => name === game || name === `${game}/${name.split("/")[1]}`;
  const chosen = variants.find((variant) => variant.game === game) ?? variants.find((variant) => isThis(variant.game));
  const options = variants.map((variant) =>
    html("option", { value: variant.game, selected: variant === chosen }, variant.title),
  );
  const select = html(
    "select",
    { onchange: (/** @type {Event} */ event) => go(/** @type {HTMLSelectElement} */ (event.target).value) },
    ...options,
  );
  place.querySelector("select").replaceWith(select);
}

/** @param {string} game */
function go(game) {
  location.hash = game;
}

/**
 * @param {string} game
 * @param {Section} section
 */
function sectionOf(game, section) {
  const id = `section-${section.title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
  return html("section", { "aria-labelledby": id }, html("h2", { id }, section.title), ...parts(game, section.parts));
}

/**
 * What is not needed to play: notation, parameters, numbers.
 * @param {string} game
 * @param {Section[]} sections
 */
function more(game, sections) {
  const titles = sections.map(({ title }) => title).join(", ");
  return html(
    "details",
    { class: "more" },
    html("summary", {}, phrase("rules.look-up", { titles })),
    ...sections.map((section) => sectionOf(game, section)),
  );
}

/**
 * Step by step: a text, and beside it the figures that follow.
 * @param {string} game
 * @param {Part[]} given
 */
function parts(game, given) {
  const steps = /** @type {HTMLElement[]} */ ([]);
  const step = (/** @type {HTMLElement} */ first) => steps.push(html("div", { class: "step" }, first));
  for (const part of given) {
    if (part.kind === "text") {
      step(prose(part));
      continue;
    }
    let figures = steps.at(-1)?.querySelector(".figures");
    if (!figures) {
      figures = html("div", { class: "figures" });
      if (steps.length) steps.at(-1)?.append(/** @type {Element} */ (figures));
      else step(/** @type {HTMLElement} */ (figures));
    }
    figures?.append(figure(game, part));
  }
  return steps;
}

/** @param {TextPart} part */
function prose(part) {
  const made = html("div", { class: "prose" });
  made.innerHTML = part.html; // the server has made it of Markdown, in which HTML is text
  for (const table of made.querySelectorAll("table")) {
    const scroller = html("div", { class: "scroller", tabIndex: 0, role: "group", "aria-label": phrase("rules.table") });
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const block of made.querySelectorAll("pre")) block.tabIndex = 0;
  for (const link of made.querySelectorAll("a")) {
    const found = RULES_FILE.exec(link.getAttribute("href") ?? "");
    if (found) link.href = `#${[found[1].replaceAll("_", "-"), found[2]].filter(Boolean).join("/")}`;
    else link.replaceWith(...link.childNodes); // a page of the docs, which is not here
  }
  return made;
}

/**
 * @param {string} game
 * @param {FigurePart} part
 */
function figure(game, part) {
  const picture = html("img", { alt: part.description, loading: "lazy", "data-number": String(part.number) });
  picture.src = pictureOf(game, part.number);
  const place = html("div", { class: "picture" }, picture);
  const actions = html("div", { class: "row" });
  const made = html(
    "figure",
    {},
    place,
    html(
      "figcaption",
      {},
      html("p", {}, part.caption),
      ...(part.outcome ? [html("p", { class: "outcome" }, part.outcome)] : []),
      ...part.refused.map(({ move, reason }) =>
        html("p", { class: "refused-move" }, html("code", {}, move), phrase("rules.refused", { reason })),
      ),
      actions,
    ),
  );
  const { position } = part;
  if (position === null) return made; // it can't be had here
  const name = phrase("rules.try-figure", part);
  actions.append(
    html("button", { type: "button", "aria-label": name, onclick: () => tryOut(made, place, actions, { ...part, position }) }, phrase("rules.try")),
  );
  return made;
}

/**
 * A board takes the picture's place.
 * @param {HTMLElement} made
 * @param {HTMLElement} place
 * @param {HTMLElement} actions
 * @param {import("./trying.js").Tried} part
 */
async function tryOut(made, place, actions, part) {
  const picture = /** @type {HTMLElement} */ (place.firstElementChild);
  const old = [...actions.children];
  const trying = new Trying(part);
  const close = () => {
    tried = tried.filter((one) => one !== trying);
    made.classList.remove("tried");
    place.replaceChildren(picture);
    trying.state.remove();
    trying.refusal.remove();
    trying.choices.remove();
    actions.replaceChildren(...old);
    /** @type {HTMLElement} */ (old[0]).focus();
  };
  tried.push(trying);
  made.classList.add("tried");
  place.replaceChildren(trying.board);
  actions.before(trying.choices, trying.state, trying.refusal);
  actions.replaceChildren(
    html("button", { type: "button", onclick: () => trying.reset() }, phrase("rules.reset")),
    html("button", { type: "button", class: "quiet", onclick: close }, phrase("rules.picture")),
  );
  trying.state.textContent = phrase("rules.preparing");
  try {
    await trying.begin();
    trying.board.focus();
  } catch (error) {
    trying.refusal.textContent = /** @type {Error} */ (error).message;
  }
}

/**
 * @param {string} game
 * @param {number} number
 */
function pictureOf(game, number) {
  return address("rules/figure", { game, number: String(number), ...drawnLook() }).href;
}

/** The game that the address asks for. */
async function asked() {
  const match = new URLSearchParams(location.search).get("match");
  if (location.hash.length > 1) return decodeURIComponent(location.hash.slice(1));
  return match ? (await get(`matches/${encodeURIComponent(match)}`)).game : "";
}

async function start() {
  try {
    const game = await asked();
    if (!game) {
      location.replace("./");
      return;
    }
    const rules = await get("rules", { game });
    shown = rules.game;
    show(rules);
    scrollTo(0, 0);
    byId("refusal").textContent = "";
  } catch (error) {
    byId("refusal").textContent = /** @type {Error} */ (error).message;
    if (!shown) byId("rules").replaceChildren(); // nothing is on its way any more
  }
}

dress(async () => {
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-number]")))
    picture.src = pictureOf(shown, Number(picture.dataset.number));
  const theme = await boardTheme();
  for (const trying of tried) trying.board.theme = theme;
});
bindSettings();
addEventListener("hashchange", start);
start();
