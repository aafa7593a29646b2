/** A card for every game and puzzle; which of them are shown: by words in any language, and by kinds. */

import { byId, html } from "../dom.js";
import { openDialog, PLAYERS, sentence } from "./dialog.js";
import { pictureOf } from "./pictures.js";
import { phrase } from "../words.js";

/** @typedef {import("./dialog.js").Entry} Entry */
/** @typedef {"all"|"two"|"one"|"many"|"graphs"} Kind */
/**
 * @typedef {object} Card
 * @property {Entry} entry
 * @property {string} title
 * @property {string} summary
 * @property {string} game what it begins, and what its picture shows
 * @property {string} [picture] another game to be shown
 * @property {string} [variant]
 * @property {string[]} names what it may be looked for by, beside its title
 * @property {number[]} seats how many may play
 * @property {boolean} isVariant shown only to those who look for it
 * @property {HTMLElement} [element]
 */

const EAGER = 4; // pictures that are fetched at once
/** @type {Card[]} */
let cards = [];

/** @param {Entry[]} catalogue */
export function showCards(catalogue) {
  const fame = (/** @type {Card} */ card) => card.entry.other_names.length; // what many know has names in many languages
  cards = catalogue
    .flatMap(cardsOf)
    .sort((one, two) => fame(two) - fame(one) || one.title.localeCompare(two.title));
  let made = 0;
  for (const card of cards) card.element = element(card, !card.isVariant && made++ < EAGER);
  for (const [id, isPuzzle] of /** @type {[string, boolean][]} */ ([
    ["games", false],
    ["puzzles", true],
  ]))
    byId(id).replaceChildren(
      ...cards.filter(({ entry }) => entry.is_puzzle === isPuzzle).map((card) => card.element ?? ""),
    );
  const form = byId("finder");
  form.addEventListener("input", find);
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (byId("search").value) found()[0]?.element?.querySelector("button")?.click();
  });
  find();
}

/**
 * The game itself, what people call one of its variants by a name of its own, and all variants for who looks for them.
 * @param {Entry} entry
 * @returns {Card[]}
 */
function cardsOf(entry) {
  const { name, summary, variants, aliases } = entry;
  const named = aliases.map((alias) => alias.game.split("/")[1] ?? variants[0]?.name);
  const own = variants.find((variant) => !named.includes(variant.name));
  const [first] = variants;
  const choices = entry.parameters.find((parameter) => parameter.name === PLAYERS)?.choices?.map(Number);
  const seats = choices ?? [entry.seats.length];
  return [
    {
      entry,
      title: entry.title,
      summary,
      game: name,
      picture: own && `${name}/${own.name}`,
      names: [name, ...entry.other_names],
      seats,
      isVariant: false,
    },
    ...aliases.map((alias) => {
      const variant = variants.find((one) => one.name === alias.game.split("/")[1]) ?? first;
      return {
        entry,
        title: titled(alias.name),
        summary: variant?.summary ?? summary,
        game: alias.game,
        variant: variant?.name,
        names: [alias.name, ...(alias.game === name ? entry.other_names : [])],
        seats,
        isVariant: false,
      };
    }),
    ...variants.map((variant) => ({
      entry,
      title: `${entry.title}: ${titled(variant.name)}`,
      summary: variant.summary,
      game: `${name}/${variant.name}`,
      variant: variant.name,
      names: [],
      seats: [variant.seats],
      isVariant: true,
    })),
  ];
}

/** @param {string} name as `russian-draughts` */
export function titled(name) {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @param {Card} card
 * @param {boolean} isEager
 */
function element(card, isEager) {
  const { entry, variant } = card;
  const picture = pictureOf(card.picture ?? card.game, undefined, isEager ? "eager" : "lazy");
  const open = html("button", { type: "button", onclick: () => openDialog(entry, { variant, full_title: card.title }) }, card.title);
  const also = html("p", { class: "also" });
  const text = html("div", { class: "card-text" }, html("h3", {}, open), also, html("p", {}, sentence(card.summary)));
  return html("li", {}, html("div", { class: "card" }, html("div", { class: "picture" }, picture), text));
}

/** Show what is looked for, and say how much it is. */
function find() {
  const shown = new Set(found());
  const words = plain(byId("search").value);
  for (const card of cards) {
    const place = /** @type {HTMLElement} */ (card.element);
    place.hidden = !shown.has(card);
    const also = /** @type {HTMLElement} */ (place.querySelector(".also"));
    const name = words && !plain(card.title).includes(words) && card.names.find((one) => plain(one).includes(words));
    also.textContent = name || "";
    also.hidden = !name;
  }
  for (const id of ["games", "puzzles"])
    byId(id).closest("section").hidden = !byId(id).querySelector("li:not([hidden])");
  const isLooking = words || kind() !== "all";
  document.body.classList.toggle("looking", Boolean(isLooking)); // what else there is would push it out of sight
  const count = phrase("found", { n: shown.size });
  byId("found").textContent = !isLooking ? "" : shown.size ? count : phrase("found.none");
}

/** @returns {Card[]} */
function found() {
  const words = plain(byId("search").value).split(/\s+/).filter(Boolean);
  const asked = kind();
  const fits = cards.filter((card) => isOf(card, asked) && words.every((word) => textOf(card).includes(word)));
  const whole = fits.filter((card) => !card.isVariant);
  const isLooking = words.length > 0 || asked !== "all";
  const isNew = (/** @type {Card} */ card) =>
    !whole.some(({ entry, variant }) => entry === card.entry && (variant ?? card.variant) === card.variant);
  const begins = (/** @type {Card} */ card) => Number(plain(card.title).startsWith(words.join(" ")));
  return [...whole, ...fits.filter((card) => card.isVariant && isLooking && isNew(card))].sort(
    (one, two) => begins(two) - begins(one),
  );
}

/** @returns {Kind} */
function kind() {
  return /** @type {Kind} */ (new FormData(byId("finder")).get("kind") ?? "all");
}

/**
 * @param {Card} card
 * @param {Kind} asked
 */
function isOf({ seats, entry, isVariant }, asked) {
  if (asked === "one") return seats.includes(1);
  if (asked === "two") return seats.includes(2);
  if (asked === "many") return Math.max(...seats) > 2;
  return asked === "all" || (entry.takes_graphs && !isVariant);
}

/** @param {Card} card */
function textOf({ title, summary, names }) {
  return plain([title, summary, ...names].join(" "));
}

/** Without what people leave out when they type: capitals and accents. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
