/** The language of the page: the one that was chosen, or the first that the browser asks for. Whoever needs this module waits for its words. */

import { settings } from "./kept.js";
import { phrase, speak } from "./words.js";

/** What there is, each by its own name. */
export const LANGUAGES = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["es", "Español"],
  ["fr", "Français"],
  ["ru", "Русский"],
];
const ENGLISH = "en";
const ATTRIBUTES = ["title", "aria-label", "placeholder", "label"];

/** @returns {string} */
function wanted() {
  const known = LANGUAGES.map(([code]) => code);
  const asked = [settings().language, ...navigator.languages].map((name) => name.split("-")[0]);
  return asked.find((code) => known.includes(code)) ?? ENGLISH;
}

/** Put the words into the places that a page has for them: `data-say="KEY"`, `data-say-title="KEY"` and so on. */
function fill() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]")))
    place.textContent = phrase(place.dataset.say ?? "");
  for (const attribute of ATTRIBUTES)
    for (const place of document.querySelectorAll(`[data-say-${attribute}]`))
      place.setAttribute(attribute, phrase(place.getAttribute(`data-say-${attribute}`) ?? ""));
}

/** A language that can't be fetched, because the network is away, is English. @param {string} language */
async function learn(language) {
  try {
    const { words } = await import(`./words/${language}.js`);
    speak(language, words);
    document.documentElement.lang = language;
  } catch (error) {
    if (language === ENGLISH) throw error;
    await learn(ENGLISH);
  }
}

await learn(wanted());
fill();
