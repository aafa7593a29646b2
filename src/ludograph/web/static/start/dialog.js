/** The dialog before a game: which variant, who plays, which side, which level. */

import { get, post, Refusal } from "../api.js";
import { byId, html } from "../dom.js";
import { keepMatch, settings } from "../kept.js";

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {"integer"|"choice"|"file"|"text"} type
 * @property {any} default
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string[]} [choices]
 * @property {string} description
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {boolean} is_puzzle
 * @property {string[]} seats
 * @property {{name: string, summary: string}[]} variants
 * @property {Parameter[]} parameters
 * @property {{name: string}[]} players
 */

const KINDS = [
  ["ai", "Human v AI", "on this screen"],
  ["same", "Human v human", "on this screen"],
  ["invite", "Human v human", "by a link, on two devices"],
  ["programs", "AI v AI", "to watch"],
];
const LEVEL = 3;
const WATCHED_PACE = 1; // seconds

/** @param {Entry} entry */
export function openDialog(entry) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("new-game"));
  const refusal = html("p", { class: "refusal", role: "alert" });
  const form = html("form", { method: "dialog" });
  const begin = html("button", { type: "submit", class: "main" }, entry.is_puzzle ? "Begin" : "Play");
  form.append(
    html("h2", { id: "new-game-title" }, entry.title),
    html("p", { class: "summary" }, sentence(entry.summary)),
    ...variantField(entry),
    ...(entry.is_puzzle ? [] : playerFields(entry, form)),
    ...parameterFields(entry),
    refusal,
    html(
      "div",
      { class: "row end" },
      html("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
      begin,
    ),
  );
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    begin.disabled = true;
    try {
      await create(entry, new FormData(form));
    } catch (error) {
      refusal.textContent = /** @type {Error} */ (error).message;
      begin.disabled = false;
    }
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

/**
 * A summary as a sentence.
 * @param {string} summary
 */
export function sentence(summary) {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${/[.!?]$/.test(summary) ? "" : "."}`;
}

/** @param {Entry} entry */
function variantField(entry) {
  if (!entry.variants.length) return [];
  const options = entry.variants.map((variant) =>
    html("option", { value: variant.name }, `${variant.name}: ${variant.summary}`),
  );
  return [html("label", {}, "Variant", html("select", { name: "variant" }, ...options))];
}

/**
 * Who plays, which side, which level; what isn't needed is hidden.
 * @param {Entry} entry
 * @param {HTMLFormElement} form
 */
function playerFields(entry, form) {
  const kinds = KINDS.map(([value, title, where], index) => option("kind", value, title, where, index === 0));
  const sides = [
    ...entry.seats.map((side, seat) => option("side", String(seat), side, seat === 0 ? "moves first" : "", seat === 0)),
    option("side", "any", "Either", "by lot", false),
  ];
  const side = html("fieldset", {}, html("legend", {}, "Your side"), html("div", { class: "options" }, ...sides));
  const levels = [0, 1].map((number) => levelField(`level${number}`));
  const levelSet = html("fieldset", {}, html("legend", {}, "Strength of the AI"), ...levels);
  const refresh = () => {
    const kind = String(new FormData(form).get("kind"));
    side.hidden = kind === "same" || kind === "programs";
    levelSet.hidden = kind === "same" || kind === "invite";
    levels[1].hidden = kind !== "programs";
    const names = kind === "programs" ? entry.seats : ["Level", ""];
    levels.forEach((field, number) => {
      field.querySelector(".level-name").textContent = names[number];
    });
  };
  form.addEventListener("change", refresh);
  queueMicrotask(refresh);
  return [
    html("fieldset", {}, html("legend", {}, "Who plays?"), html("div", { class: "options" }, ...kinds)),
    side,
    levelSet,
  ];
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} title
 * @param {string} more
 * @param {boolean} isChecked
 */
function option(name, value, title, more, isChecked) {
  const input = html("input", { type: "radio", name, value, checked: isChecked });
  return html("label", { class: "option" }, input, html("span", {}, title, more && html("small", {}, more)));
}

/** @param {string} name */
function levelField(name) {
  const shown = html("output", {}, String(LEVEL));
  const range = html("input", {
    type: "range",
    name,
    min: "1",
    max: "10",
    value: String(LEVEL),
    oninput: () => (shown.textContent = range.value),
  });
  return html("label", { class: "level" }, html("span", { class: "level-name" }, "Level"), " ", shown, " of 10", range);
}

/** @param {Entry} entry */
function parameterFields(entry) {
  const fields = entry.parameters.map(parameterField);
  if (!fields.length) return [];
  const together = html("div", { class: "fields" }, ...fields);
  return [entry.is_puzzle ? together : html("details", {}, html("summary", {}, "More rules"), together)];
}

/** @param {Parameter} parameter */
function parameterField(parameter) {
  const name = `parameter-${parameter.name}`;
  const words = [title(parameter.name), html("small", {}, parameter.description)];
  const value = parameter.default === null || parameter.default === undefined ? "" : String(parameter.default);
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

/** @param {string} name */
function title(name) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Create the match and go to it.
 * @param {Entry} entry
 * @param {FormData} chosen
 */
async function create(entry, chosen) {
  const name = await gameName(entry, chosen);
  const { id: game, seats: sides } = await get("game", { game: name }); // a variant may have other seats
  const kind = entry.is_puzzle ? "puzzle" : String(chosen.get("kind"));
  const own = chosen.get("side") === "any" ? Math.floor(Math.random() * sides.length) : Number(chosen.get("side") ?? 0);
  const seats = sides.map((/** @type {string} */ _, /** @type {number} */ seat) => seatFor(kind, seat, own, chosen));
  const made = await post("matches", { game, seats, pace: kind === "programs" ? WATCHED_PACE : 0 });
  const tokens = made.seats.map((/** @type {any} */ seat) => seat.token).filter(Boolean);
  const invites = Object.fromEntries(
    made.seats
      .filter((/** @type {any} */ seat) => seat.invite)
      .map((/** @type {any} */ seat) => [seat.seat, seat.invite]),
  );
  keepMatch({ id: made.id, game, title: entry.title, tokens, owner: made.owner_token, invites, created: Date.now() });
  location.href = `match.html#${made.id}`;
}

/**
 * @param {string} kind
 * @param {number} seat
 * @param {number} own
 * @param {FormData} chosen
 */
function seatFor(kind, seat, own, chosen) {
  const level = (/** @type {number} */ number) => ({ player: `ai:${chosen.get(`level${number}`) ?? LEVEL}` });
  if (kind === "programs") return level(seat % 2);
  if (kind === "ai" && seat !== own) return level(0);
  const me = { player: "human", name: kind === "same" ? "" : settings().name };
  return kind === "invite" && seat !== own ? { player: "human", invite: true } : me;
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
