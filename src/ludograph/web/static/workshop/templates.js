/** Maps to begin with: bare shapes, the maps of the game, pictures of one's own. */

import { html } from "../dom.js";
import { readMap } from "./files.js";
import { emptyMap } from "./model.js";
import { cutMap, namedMap, namedMaps } from "./server.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapData} MapData */

/** @param {number} side */
function hexagon(side) {
  const widths = Array.from({ length: 2 * side - 1 }, (_, row) => 2 * side - 1 - Math.abs(row - side + 1));
  return widths.map((width) => `${" ".repeat(2 * side - 1 - width)}${". ".repeat(width)}`).join("\n");
}

/** @param {number} rows */
function triangle(rows) {
  return Array.from({ length: rows }, (_, row) => `${" ".repeat(rows - 1 - row)}${".".repeat(2 * row + 1)}`).join("\n");
}

/** Bare shapes that pictures cut out. @type {Record<string, {tiling: string, picture: string}>} */
const SHAPES = {
  squares: { tiling: "square", picture: Array(8).fill("........").join("\n") },
  hexagon: { tiling: "hex-files", picture: turned(hexagon(4)) },
  triangle: { tiling: "triangle", picture: triangle(7) },
};

/** Lines become columns. @param {string} picture */
function turned(picture) {
  const lines = picture.split("\n");
  const width = Math.max(...lines.map((line) => line.length));
  return Array.from({ length: width }, (_, column) => lines.map((line) => line[column] ?? " ").join("")).join("\n");
}

/** Fill the list of templates. @param {HTMLSelectElement} select */
export async function offerTemplates(select) {
  const shapes = Object.keys(SHAPES).map((name) => html("option", { value: `shape:${name}` }, phrase(`shop.shape-${name}`)));
  select.append(html("optgroup", { label: phrase("shop.bare") }, html("option", { value: "empty" }, phrase("shop.nothing")), ...shapes));
  const maps = await namedMaps();
  const named = maps.map(({ name, summary }) => html("option", { value: `map:${name}` }, `${name}: ${summary}`));
  select.append(html("optgroup", { label: phrase("shop.maps") }, ...named));
}

/** @param {string} choice @param {boolean} hasPieces @returns {Promise<MapData>} */
export async function template(choice, hasPieces) {
  const [kind, name] = choice.split(":");
  if (kind === "shape") {
    const { tiling, picture } = SHAPES[name];
    return readMap(await cutMap({ tiling, picture, name: phrase(`shop.shape-${name}`), forward: null }));
  }
  if (kind !== "map") return emptyMap();
  const map = readMap(await namedMap(name));
  return hasPieces ? map : { ...map, pieces: [] };
}

/** @param {string} tiling @param {string} picture @param {boolean} isForward @returns {Promise<MapData>} */
export async function fromPicture(tiling, picture, isForward) {
  return readMap(await cutMap({ tiling, picture, name: "", forward: isForward ? [90, 270] : null }));
}
