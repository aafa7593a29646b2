/** Light or dark, at once and whenever the choice changes: a page is dressed before its words are there. */

import { settings } from "./kept.js";

export const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light"|"dark"} */
export function themeName() {
  const { theme } = settings();
  return theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
}

function wear() {
  document.documentElement.dataset.theme = themeName();
}

wear();
dark.addEventListener("change", wear);
addEventListener("settings", wear);
addEventListener("storage", wear);
