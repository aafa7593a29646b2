/** Light or dark, at once: a page is dressed before its words are there. */

import { settings } from "./kept.js";

export const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light"|"dark"} */
export function themeName() {
  const { theme } = settings();
  return theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
}

document.documentElement.dataset.theme = themeName();
