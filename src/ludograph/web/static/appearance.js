/** Light or dark: as chosen, or as the system has it; the same for the page and for the boards on it, of the chosen kind. */

import { get } from "./api.js";
import { html } from "./dom.js";
import { changeSettings, settings } from "./kept.js";

const THEMES = [
  ["auto", "as the system"],
  ["light", "light"],
  ["dark", "dark"],
];
const CALM = "calm";
const BOARDS = [
  [CALM, "calm"],
  ["wood", "wood"],
  ["green", "green"],
  ["blue", "blue"],
  ["contrast", "high contrast"],
];
const dark = matchMedia("(prefers-color-scheme: dark)");
const PIECES = [
  ["usual", "usual"],
  ["wooden", "boxwood and rosewood"],
  ["safe", "told apart by everyone's eyes"],
];
/** By the kind of pieces. @type {Map<string, Promise<Record<string, import("./types.js").Theme>>>} */
const themes = new Map();

/** @returns {"light"|"dark"} */
export function themeName() {
  const { theme } = settings();
  return theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
}

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
 * Dress the page now and whenever the choice changes.
 * @param {() => void} [changed]
 */
export function dress(changed = () => {}) {
  const apply = () => {
    document.documentElement.dataset.theme = themeName();
    changed();
  };
  document.documentElement.dataset.theme = themeName();
  dark.addEventListener("change", apply);
  addEventListener("settings", apply);
  addEventListener("storage", apply);
}

/** Make the dialog of settings, which every page has, and bind it to its button. */
export function bindSettings() {
  const dialog = settingsDialog();
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const fields = /** @type {any} */ (form.elements);
  document.body.append(dialog);
  document.getElementById("open-settings")?.addEventListener("click", () => {
    const now = settings();
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
  form.addEventListener("change", () =>
    changeSettings({
      theme: fields.theme.value,
      board: fields.board.value,
      pieces: fields.pieces.value,
      hasCoordinates: fields.coordinates.checked,
      hasFigurines: fields.figurines.checked,
      hasSounds: fields.sounds.checked,
      hasNets: fields.nets.checked,
      hasRating: fields.rating.checked,
      name: fields.name.value.trim(),
    }),
  );
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
      html("h2", { id: "settings-title" }, "Settings"),
      choice("theme", "Colours", THEMES),
      choice("board", "Boards", BOARDS),
      choice("pieces", "Pieces", PIECES),
      check("coordinates", "Names of cells"),
      check("figurines", "Figurines in the moves of chess: ♞\uFE0Ef3 for Nf3"),
      check("sounds", "Sounds"),
      check("nets", "Cubes and other solids unfolded"),
      check("rating", "A rating in games with others who want one; this browser keeps the key to it", "switch with-server"),
      html("label", {}, "Your name", html("input", { name: "name", maxLength: 60, autocomplete: "nickname" })),
      html("div", { class: "row end" }, html("button", { value: "close" }, "Done")),
    ),
  );
}
