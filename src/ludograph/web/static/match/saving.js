/** A match as a file: in the notation that other programs read, or as our own record, which keeps everything. */

import { get, HAS_SERVER } from "../api.js";
import { download, html } from "../dom.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */

/**
 * Fill a place with a button for each format; the one that is usual for the game comes first.
 * @param {Model} model
 * @param {HTMLElement} place
 * @param {(error: Error) => void} refused
 */
export function bindSaving(model, place, refused) {
  for (const format of [...(HAS_SERVER ? [model.game.file_format] : []), "record"]) {
    const save = () => saved(model, format).catch(refused);
    place.append(html("button", { type: "button", "data-format": format, onclick: save }, format === "record" ? phrase("save.record") : phrase("save.as", { format: format.toUpperCase() })));
  }
}

/**
 * @param {Model} model
 * @param {string} format
 */
async function saved({ match, game }, format) {
  const answer = await get(`matches/${match.id}/export`, { format });
  const text = typeof answer === "string" ? answer : JSON.stringify(answer, null, 2);
  download(`${game.name}-${match.id.slice(0, 8)}.${format === "record" ? "json" : format}`, text);
}
