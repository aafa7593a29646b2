/** Questions before something that can't be taken back, in a dialog of our own. */

import { html } from "../dom.js";
import { phrase } from "../words.js";

/**
 * Ask; says whether the answer is yes. Esc and a click elsewhere mean no.
 * @param {string} question
 * @param {string} more
 * @param {string} yes the word on the button
 * @param {HTMLElement} [field] what is to be filled in
 * @returns {Promise<boolean>}
 */
export function ask(question, more, yes, field) {
  const dialog = html(
    "dialog",
    { class: "question", "aria-labelledby": "question" },
    html(
      "form",
      { method: "dialog" },
      html("h2", { id: "question" }, question),
      html("p", {}, more),
      field,
      html(
        "div",
        { class: "row end" },
        html("button", { value: "no", class: "quiet", autofocus: true }, phrase("cancel")),
        html("button", { value: "yes", class: "warn" }, yes),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    }),
  );
}
