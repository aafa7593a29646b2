/** Form fields with labels, and lists of them that are made anew only when what they show has changed. */

import { html } from "../dom.js";

/** @param {string} id @param {string} label @param {HTMLElement} input @param {string} [hint] */
export function labelled(id, label, input, hint) {
  input.id = id;
  const error = html("p", { class: "error", id: `${id}-error`, hidden: true });
  if (hint) input.setAttribute("aria-describedby", `${id}-hint`);
  return html(
    "div",
    { class: "field" },
    html("label", { for: id }, label),
    input,
    hint && html("p", { class: "hint", id: `${id}-hint` }, hint),
    error,
  );
}

/** @param {[string, string][]} options values with their texts @param {string} value @param {(value: string) => void} changed */
export function choice(options, value, changed) {
  const made = html("select", {}, ...options.map(([each, text]) => html("option", { value: each }, text)));
  made.value = value;
  made.addEventListener("change", () => changed(made.value));
  return made;
}

/** @param {string} value @param {(value: string) => void} changed @param {Record<string, any>} [more] */
export function textInput(value, changed, more = {}) {
  const made = html("input", { type: "text", value, "data-built": value, autocomplete: "off", spellcheck: false, ...more });
  made.addEventListener("change", () => changed(made.value));
  return made;
}

/** @param {number} value @param {(value: number) => void} changed @param {Record<string, any>} [more] */
export function numberInput(value, changed, more = {}) {
  const made = html("input", { type: "number", step: "any", value: String(value), "data-built": String(value), ...more });
  made.addEventListener("change", () => {
    if (Number.isFinite(made.valueAsNumber)) changed(made.valueAsNumber);
    else made.value = String(value);
  });
  return made;
}

/** @param {string} id @param {string} label @param {boolean} isChecked @param {(isChecked: boolean) => void} changed */
export function checkBox(id, label, isChecked, changed) {
  const box = html("input", { type: "checkbox", id, checked: isChecked });
  box.addEventListener("change", () => changed(box.checked));
  return html("label", { class: "switch" }, box, html("span", {}, label));
}

/** Show an error beside a field, or none. @param {string} id @param {string} text */
export function showError(id, text) {
  const [input, error] = [document.getElementById(id), document.getElementById(`${id}-error`)];
  if (!input || !error) return;
  error.textContent = text;
  error.hidden = !text;
  const described = [document.getElementById(`${id}-hint`) && `${id}-hint`, text && `${id}-error`].filter(Boolean);
  if (!input.matches("input, select")) return;
  if (text) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  if (described.length) input.setAttribute("aria-describedby", described.join(" "));
  else input.removeAttribute("aria-describedby");
}

/**
 * Parts of the page that show the map. What is being clicked on or typed into is not taken away under the hand: new
 * elements wait until the pointer is up, and the focus stays on the element with the same id.
 */
export class Sections {
  constructor() {
    /** @type {{element: HTMLElement, sign: () => string, build: () => (Node | string | null | false)[], shown: string}[]} */
    this.sections = [];
    this.isPressed = false;
    this.isWaiting = false;
    addEventListener("pointerdown", () => (this.isPressed = true), true);
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => setTimeout(() => this.released()), true);
    }
  }

  /** @param {HTMLElement} element @param {() => unknown} shows what it depends on @param {() => (Node | string | null | false)[]} build */
  add(element, shows, build) {
    this.sections.push({ element, sign: () => JSON.stringify(shows()), build, shown: "" });
  }

  released() {
    this.isPressed = false;
    if (this.isWaiting) this.refresh();
  }

  /** Soon, and once for many changes. */
  refresh() {
    this.isWaiting = true;
    setTimeout(() => {
      if (!this.isWaiting || this.isPressed) return;
      this.isWaiting = false;
      this.sections.forEach((section) => this.show(section));
      dispatchEvent(new CustomEvent("sections-shown"));
    });
  }

  /** @param {Sections["sections"][number]} section */
  show(section) {
    const sign = section.sign();
    if (sign === section.shown) return;
    section.shown = sign;
    const focused = section.element.contains(document.activeElement) ? document.activeElement : null;
    const opened = [...section.element.querySelectorAll("details[open]")].map((details) => details.id);
    section.element.replaceChildren(.../** @type {Node[]} */ (section.build().filter(Boolean)));
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    if (focused) takeOver(focused, document.getElementById(focused.id));
  }
}

/** Go on in a new element where one was in the old one: with what was typed, and all of it selected, as after Tab.
 * @param {Element} old @param {HTMLElement | null} made */
function takeOver(old, made) {
  made?.focus();
  if (!(old instanceof HTMLInputElement && made instanceof HTMLInputElement) || old.dataset.built === undefined) return;
  if (old.value !== old.dataset.built) made.value = old.value;
  made.select();
}
