/** Light or dark, at once and whenever the choice changes: a page is dressed before its words are there. */

import { settings } from "./kept.js";

const DARK = "(prefers-color-scheme: dark)";

/** To listen to, never to read: Chromium tells no change to a list that was read after it, but before it was told. */
export const dark = matchMedia(DARK);

/** @returns {"light"|"dark"} */
export function themeName() {
  const { theme } = settings();
  return theme === "auto" ? (matchMedia(DARK).matches ? "dark" : "light") : theme;
}

function wear() {
  document.documentElement.dataset.theme = themeName();
}

wear();
dark.addEventListener("change", wear);
addEventListener("settings", wear);
addEventListener("storage", wear);
