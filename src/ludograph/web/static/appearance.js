/** Light or dark: as chosen, or as the system has it; the same for the page and for the boards on it, of the chosen kind. */

import { get } from "./api.js";
import { html } from "./dom.js";
import { changeSettings, settings } from "./kept.js";
import { LANGUAGES } from "./language.js";
import { dark, themeName } from "./theme.js";
import { phrase } from "./words.js";

const THEMES = ["auto", "light", "dark"];
const CALM = "calm";
const BOARDS = [CALM, "wood", "green", "blue", "contrast"];
const PIECES = ["usual", "wooden", "safe"];
/** By the kind of pieces. @type {Map<string, Promise<Record<string, import("./types.js").Theme>>>} */
const themes = new Map();

/** The colours for boards. @returns {Promise<import("./types.js").Theme>} */
export async function boardTheme() {
  const { pieces } = settings();
  const asked = themes.get(pieces) ?? get("themes", { pieces });
  themes.set(pieces, asked);
  const known = await asked;
  return known[boardName()] ?? known[themeName()];
}

/** What to ask the server for, so that its drawings look like the boards of the page. */
export function drawnLook() {
  return { theme: boardName(), pieces: settings().pieces };
}

/** The server's name for the kind of board that is chosen, by day or by night. */
function boardName() {
  const { board } = settings();
  if (board === CALM) return themeName();
  return themeName() === "dark" ? `${board}-dark` : board;
}

/**
 * A game's solid, unless solids are to be unfolded.
 * @param {import("./types.js").Game} game
 */
export function solidOf(game) {
  return settings().hasNets ? null : (game.solid ?? null);
}

/**
 * What is to be drawn anew when the choice changes; the page itself is dressed by then.
 * @param {() => void} changed
 */
export function dress(changed) {
  dark.addEventListener("change", changed);
  addEventListener("settings", changed);
  addEventListener("storage", changed);
}

/** Make the dialog of settings, which every page has, and bind it to its button. */
export function bindSettings() {
  const dialog = settingsDialog();
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const fields = /** @type {any} */ (form.elements);
  document.body.append(dialog);
  document.getElementById("open-settings")?.addEventListener("click", () => {
    const now = settings();
    fields.language.value = now.language;
    fields.theme.value = now.theme;
    fields.board.value = now.board;
    fields.pieces.value = now.pieces;
    fields.coordinates.checked = now.hasCoordinates;
    fields.figurines.checked = now.hasFigurines;
    fields.sounds.checked = now.hasSounds;
    fields.nets.checked = now.hasNets;
    fields.rating.checked = now.hasRating;
    fields.name.value = now.name;
    dialog.showModal();
  });
  form.addEventListener("change", () => {
    const before = settings().language;
    changeSettings({
      language: fields.language.value,
      theme: fields.theme.value,
      board: fields.board.value,
      pieces: fields.pieces.value,
      hasCoordinates: fields.coordinates.checked,
      hasFigurines: fields.figurines.checked,
      hasSounds: fields.sounds.checked,
      hasNets: fields.nets.checked,
      hasRating: fields.rating.checked,
      name: fields.name.value.trim(),
    });
    if (settings().language !== before) location.reload();
  });
}

/** Values with what they are called. @param {string} setting @param {string[]} values */
function named(setting, values) {
  return values.map((value) => [value, phrase(`settings.${setting}.${value}`)]);
}

/** @returns {HTMLDialogElement} */
function settingsDialog() {
  const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string[][]} */ offered) =>
    html(
      "label",
      {},
      label,
      html("select", { name }, ...offered.map(([value, text]) => html("option", { value }, text))),
    );
  const check = (/** @type {string} */ name, /** @type {string} */ text, looks = "switch") =>
    html("label", { class: looks }, html("input", { type: "checkbox", name }), text);
  return html(
    "dialog",
    { id: "settings", "aria-labelledby": "settings-title" },
    html(
      "form",
      { method: "dialog" },
      html("h2", { id: "settings-title" }, phrase("settings")),
      choice("language", phrase("settings.language"), [["", phrase("settings.language.auto")], ...LANGUAGES]),
      choice("theme", phrase("settings.theme"), named("theme", THEMES)),
      choice("board", phrase("settings.board"), named("board", BOARDS)),
      choice("pieces", phrase("settings.pieces"), named("pieces", PIECES)),
      check("coordinates", phrase("settings.coordinates")),
      check("figurines", phrase("settings.figurines")),
      check("sounds", phrase("settings.sounds")),
      check("nets", phrase("settings.nets")),
      check("rating", phrase("settings.rating"), "switch with-server"),
      html("label", {}, phrase("settings.name"), html("input", { name: "name", maxLength: 60, autocomplete: "nickname" })),
      html("div", { class: "row end" }, html("button", { value: "close" }, phrase("done"))),
    ),
  );
}
