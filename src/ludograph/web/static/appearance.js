/** Light or dark: as chosen, or as the system has it; the same for the page and for the boards on it. */

import { get } from "./api.js";
import { html } from "./dom.js";
import { changeSettings, settings } from "./kept.js";

const THEMES = [
  ["auto", "as the system"],
  ["light", "light"],
  ["dark", "dark"],
];
const dark = matchMedia("(prefers-color-scheme: dark)");
/** @type {Promise<Record<string, import("./types.js").Theme>>|undefined} */
let themes;

/** @returns {"light"|"dark"} */
export function themeName() {
  const { theme } = settings();
  return theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
}

/** The colours for boards. @returns {Promise<import("./types.js").Theme>} */
export async function boardTheme() {
  themes ??= get("themes");
  return (await themes)[themeName()];
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
    fields.coordinates.checked = now.hasCoordinates;
    fields.sounds.checked = now.hasSounds;
    fields.name.value = now.name;
    dialog.showModal();
  });
  form.addEventListener("change", () =>
    changeSettings({
      theme: fields.theme.value,
      hasCoordinates: fields.coordinates.checked,
      hasSounds: fields.sounds.checked,
      name: fields.name.value.trim(),
    }),
  );
}

/** @returns {HTMLDialogElement} */
function settingsDialog() {
  const colours = THEMES.map(([value, text]) => html("option", { value }, text));
  const check = (/** @type {string} */ name, /** @type {string} */ text) =>
    html("label", { class: "switch" }, html("input", { type: "checkbox", name }), text);
  return html(
    "dialog",
    { id: "settings", "aria-labelledby": "settings-title" },
    html(
      "form",
      { method: "dialog" },
      html("h2", { id: "settings-title" }, "Settings"),
      html("label", {}, "Colours", html("select", { name: "theme" }, ...colours)),
      check("coordinates", "Names of cells"),
      check("sounds", "Sounds"),
      html("label", {}, "Your name", html("input", { name: "name", maxLength: 60, autocomplete: "nickname" })),
      html("div", { class: "row end" }, html("button", { value: "close" }, "Done")),
    ),
  );
}
