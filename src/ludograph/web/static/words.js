/**
 * The words of the page. A catalogue, `words/en.js` and others like it, has a phrase for each key; `{name}` in it is a place for
 * a value. Where a number decides about the form, there are several phrases, by the categories of `Intl.PluralRules`, for the
 * value `n`. What a server or a game tells is shown as it comes.
 */

/** @typedef {string|Partial<Record<Intl.LDMLPluralRule, string>>} Phrase */
/** @typedef {Record<string, Phrase>} Catalogue */

/** @type {Catalogue} */
let spoken = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** From now on this language is spoken. @param {string} language @param {Catalogue} catalogue */
export function speak(language, catalogue) {
  spoken = catalogue;
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
}

/** @param {string} key @param {Record<string, any>} [values] */
export function phrase(key, values = {}) {
  const known = spoken[key] ?? key;
  const text = typeof known === "string" ? known : (known[plurals.select(values.n)] ?? known.other ?? key);
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? numberText(values[name]) : String(values[name])));
}

/** @param {number} number */
export function numberText(number) {
  return numbers.format(number);
}

/** What a side of a game is called: usual ones have a word in every language. @param {string} side as the game calls it */
export function sideName(side) {
  const key = `side.${side.toLowerCase()}`;
  return key in spoken ? phrase(key) : side;
}
