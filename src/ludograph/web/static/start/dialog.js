/** The dialog before a game: which variant, who plays, which side, which level. */

import { get, HAS_SERVER, post, Refusal } from "../api.js";
import { byId, html } from "../dom.js";
import { keepMade, ratingToken } from "../kept.js";
import { ClockChoice } from "./clock.js";
import { difficultyField, levelField, rateLevels } from "./challenges.js";
import { Preparing } from "./preparing.js";
import { SeatChoice } from "./seats.js";
import { phrase } from "../words.js";

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"integer"|"choice"|"file"|"text"} type
 * @property {any} default
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string[]} [choices]
 * @property {number[]} [rated] the fewest moves of each level
 * @property {string} description
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {boolean} is_puzzle
 * @property {string[]} seats
 * @property {{name: string, summary: string, seats: number}[]} variants
 * @property {string[]} other_names
 * @property {{name: string, game: string}[]} aliases
 * @property {boolean} takes_graphs
 * @property {Parameter[]} parameters
 * @property {{name: string}[]} players
 */

const WATCHED_PACE = 1; // seconds
/** The parameter that says how many play: it is asked for at once. */
export const PLAYERS = "players";

/**
 * @param {Entry} entry
 * @param {any} [game] what is chosen already: a variant, values of parameters, and what that is called
 */
export function openDialog(entry, game = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
  const refusal = html("p", { class: "refusal", role: "alert" });
  const form = html("form", { method: "dialog" });
  const choice = entry.is_puzzle ? null : new SeatChoice(form);
  const preparing = new Preparing();
  const rules = html("a", { target: "_blank", rel: "noopener" }, phrase("dialog.rules"));
  const clock = entry.is_puzzle || !HAS_SERVER ? null : new ClockChoice(form);
  const begin = html("button", { type: "submit", class: "main" }, entry.is_puzzle ? phrase("dialog.begin") : phrase("play"));
  form.append(
    html("h2", { id: "new-game-title" }, game.full_title ?? entry.title),
    html("p", { class: "summary" }, game.variant ? "" : `${sentence(entry.summary)} `, rules), // a variant tells its own
    ...variantField(entry, game.variant),
    ...(choice ? [choice.element] : []),
    ...(clock ? [clock.element] : []),
    ...parameterFields(entry, game.values),
    ...(entry.is_puzzle ? [difficultyField()] : []),
    refusal,
    html(
      "div",
      { class: "row end" },
      preparing.element,
      html("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, phrase("cancel")),
      begin,
    ),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    begin.disabled = true;
    preparing.say(phrase("setting-up"));
    try {
      await create(entry, new FormData(form), choice, clock?.text(), () => dialog.open && form.isConnected);
    } catch (error) {
      refusal.textContent = /** @type {Error} */ (error).message;
      begin.disabled = false;
      preparing.say("");
    }
  });
  const prepare = async () => {
    const chosen = new FormData(form);
    const variant = chosen.get("variant");
    rules.href = `rules.html#${entry.name}${variant ? `/${variant}` : ""}`;
    const hasFile = [...chosen.values()].some((value) => value instanceof File && value.size > 0);
    if (!hasFile) await preparing.watch(await gameName(entry, chosen));
  };
  choice?.show(game.seats ?? entry.seats, programsOf(game.players ?? entry.players));
  form.addEventListener("change", (/** @type {Event} */ { target }) => {
    const isRule = /^(variant$|parameter-)/.test(/** @type {HTMLInputElement} */ (target).name);
    if (isRule) rateLevels(form, entry);
    if (choice && isRule) offerSeats(entry, form, choice, refusal);
    if (isRule) prepare();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
  prepare();
  if (choice && game.variant && !game.seats) offerSeats(entry, form, choice, refusal);
}

/**
 * A variant or a map may have other seats.
 * @param {Entry} entry
 * @param {HTMLFormElement} form
 * @param {SeatChoice} choice
 * @param {HTMLElement} refusal
 */
async function offerSeats(entry, form, choice, refusal) {
  const asked = ++choice.asked;
  try {
    const { seats, players } = await get("game", { game: await gameName(entry, new FormData(form)) });
    if (asked !== choice.asked) return;
    choice.show(seats, programsOf(players));
    refusal.textContent = "";
  } catch (error) {
    if (asked !== choice.asked) return;
    refusal.textContent = /** @type {Error} */ (error).message;
  }
}

/**
 * A summary as a sentence.
 * @param {string} summary
 */
export function sentence(summary) {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${/[.!?]$/.test(summary) ? "" : "."}`;
}

/**
 * @param {Entry} entry
 * @param {string} [chosen]
 */
function variantField(entry, chosen) {
  if (!entry.variants.length) return [];
  const options = entry.variants.map(({ name, summary }) =>
    html("option", { value: name, selected: name === chosen }, sentence(summary).startsWith(title(name)) ? sentence(summary) : `${title(name)}: ${summary}`),
  );
  return [html("label", {}, phrase("variant"), html("select", { name: "variant" }, ...options))];
}

/**
 * @param {Entry} entry
 * @param {Record<string, any>} [values]
 */
function parameterFields(entry, values = {}) {
  const isFirst = (/** @type {Parameter} */ { name }) => entry.is_puzzle || name === PLAYERS;
  const [first, others] = [true, false].map((wanted) =>
    entry.parameters
      .filter((parameter) => isFirst(parameter) === wanted)
      .map((parameter) => parameterField(entry, parameter, values[parameter.name] ?? parameter.default ?? "")),
  );
  const fields = (/** @type {HTMLElement[]} */ some) => html("div", { class: "fields" }, ...some);
  return [
    ...(first.length ? [fields(first)] : []),
    ...(others.length ? [html("details", {}, html("summary", {}, phrase("dialog.more")), fields(others))] : []),
  ];
}

/**
 * @param {Entry} entry
 * @param {Parameter} parameter
 * @param {any} chosen
 */
function parameterField(entry, parameter, chosen) {
  const name = `parameter-${parameter.name}`;
  const words = parameterWords(parameter);
  const value = String(chosen);
  if (parameter.rated) return levelField(entry, parameter, words, value);
  if (parameter.type === "choice") {
    const options = (parameter.choices ?? []).map((choice) =>
      html("option", { value: choice, selected: choice === value }, choice),
    );
    return html("label", {}, ...words, html("select", { name }, ...options));
  }
  if (parameter.type === "integer") {
    return html(
      "label",
      {},
      ...words,
      html("input", {
        type: "number",
        name,
        min: String(parameter.minimum),
        max: String(parameter.maximum),
        value,
        required: true,
      }),
    );
  }
  if (parameter.type === "file")
    return html("label", {}, ...words, html("input", { type: "file", name, accept: ".json,.txt,application/json" }));
  return html("label", {}, ...words, html("input", { name, value }));
}

/**
 * Its name and what it means; where one of them says nothing by itself, as "n" or "columns: columns", the other one.
 * @param {Parameter} parameter
 */
function parameterWords({ name, description }) {
  if (name.length === 1) return [title(description)];
  return [title(name), description !== name && html("small", {}, description)];
}

/** @param {string} name */
function title(name) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Create the match and go to it.
 * @param {Entry} entry
 * @param {FormData} chosen
 * @param {SeatChoice|null} choice nothing for a puzzle
 * @param {string|null|undefined} clock
 * @param {() => boolean} isWanted no more when the dialog was left before the server had answered
 */
async function create(entry, chosen, choice, clock, isWanted) {
  if (choice) choice.asked++; // what is shown now is what is asked for
  const game = await get("game", { game: await gameName(entry, chosen) });
  if (!isWanted()) return;
  choice?.show(game.seats, programsOf(game.players)); // a file that was just read may have other seats
  const pace = choice?.isWatched ? WATCHED_PACE : 0;
  const seats = choice?.seats() ?? [{ player: "human" }];
  const others = { is_listed: choice?.isListed || undefined, rating_token: choice?.mayBeRated ? ratingToken() : undefined };
  const difficulty = chosen.get("difficulty");
  const start = difficulty ? await get("position/start", { game: game.id, difficulty: String(difficulty) }) : null;
  if (!isWanted()) return;
  const made = await post("matches", { game: game.id, position: start?.position, seats, pace, clock, ...others });
  keepMade(made, game.full_title); // whoever didn't wait for it finds it among the earlier ones
  if (isWanted()) location.href = `match.html#${made.id}`;
}

/** @param {{name: string}[]} players */
function programsOf(players) {
  return players.map(({ name }) => name);
}

/**
 * The game's whole name; files are uploaded first, and named by their content.
 * @param {Entry} entry
 * @param {FormData} chosen
 */
async function gameName(entry, chosen) {
  const values = [];
  for (const parameter of entry.parameters) {
    const value = chosen.get(`parameter-${parameter.name}`);
    if (value instanceof File) {
      if (value.size) values.push([parameter.name, (await upload(entry, parameter, await value.text())).hash]);
    } else if (value !== null && String(value) !== String(parameter.default ?? ""))
      values.push([parameter.name, String(value)]);
  }
  const variant = chosen.get("variant");
  const asked = values.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  return `${entry.name}${variant ? `/${variant}` : ""}${asked ? `?${asked}` : ""}`;
}

/**
 * @param {Entry} entry
 * @param {Parameter} parameter
 * @param {string} text
 */
async function upload(entry, parameter, text) {
  try {
    return await post(
      `files?game=${encodeURIComponent(entry.name)}&parameter=${encodeURIComponent(parameter.name)}`,
      text,
    );
  } catch (error) {
    if (error instanceof Refusal && error.problem.faults) throw new Error(error.problem.faults.join(" "));
    throw error;
  }
}
