/** Making elements. Text always becomes text, never markup. */

import { phrase } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const TIME_TO_READ = 60_000; // milliseconds: a busy browser begins to read a download after the click

/**
 * An HTML element: properties that begin with "on" listen, `class` and `data-…`/`aria-…` are attributes.
 * @param {string} tag
 * @param {Record<string, any>} [given]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any}
 */
export function html(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class" || name === "for" || name === "role" || name.includes("-"))
      made.setAttribute(name, value);
    else /** @type {any} */ (made)[name] = value;
  }
  made.append(.../** @type {(Node|string)[]} */ (children.filter(Boolean)));
  return made;
}

/**
 * An SVG element with its attributes; numbers are shortened.
 * @param {string} tag
 * @param {Record<string, string|number|undefined>} [attributes]
 * @param {...(Node|string)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined)
      made.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  made.append(...children);
  return made;
}

/**
 * Put children into a place. Where they would look the same as those there, these stay: a button that is replaced while
 * it is pressed never hears of its click. So what a button does may depend only on what is seen, or be looked up then.
 * @param {Element} place
 * @param {Element[]} children
 */
export function refill(place, children) {
  const old = [...place.children];
  const isSame = old.length === children.length && old.every((child, index) => child.isEqualNode(children[index]));
  if (!isSame) place.replaceChildren(...children);
}

/**
 * Let the browser keep a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const link = html("a", { href: URL.createObjectURL(new Blob([text], { type: name.endsWith(".json") ? "application/json" : "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TIME_TO_READ);
}

/**
 * The element with this id, which the page must have.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * A page that can't show what was asked for says why, and leads back.
 * @param {HTMLElement} main
 * @param {Error} error
 */
export function showFailure(main, error) {
  main.classList.add("alone");
  document.getElementById("title")?.replaceChildren(phrase("failure.title"));
  main.replaceChildren(
    html("h1", {}, phrase("failure.head")),
    html("p", { class: "refusal", role: "alert" }, error.message),
    html("p", {}, html("a", { class: "button main", href: "./" }, phrase("to-all-games"))),
  );
}
