/** Map files: read so far that they can be shown, everything else is for the server to judge; and written. */

import { download } from "../dom.js";
import { MOST_BYTES, MOST_NODES, TYPES, emptyMap } from "./model.js";

/** @typedef {import("./model.js").MapData} MapData */

/** What keeps a file from being shown at all, in sentences. */
export class MapRefused extends Error {
  /** @param {string[]} faults */
  constructor(faults) {
    super(faults.join(" "));
    this.faults = faults;
  }
}

const FORMAT = { format: "ludograph-map", version: 1 };
const MOST_TOLD = 8;

/** @param {string} text @returns {MapData} */
export function readMap(text) {
  const size = new Blob([text]).size;
  if (size > MOST_BYTES) throw tooLarge(size);
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new MapRefused([`The file is not JSON: ${/** @type {Error} */ (error).message}.`]);
  }
  const faults = faultsOf(data);
  if (faults.length) throw new MapRefused(faults.slice(0, MOST_TOLD));
  return normal(data);
}

/** @param {number} bytes */
export function tooLarge(bytes) {
  return new MapRefused([`The file has ${kibibytes(bytes)}; a map has at most ${kibibytes(MOST_BYTES)}.`]);
}

/** @param {number} bytes */
function kibibytes(bytes) {
  return `${Math.ceil(bytes / 1024).toLocaleString("en")} KiB`;
}

/** @param {any} data @returns {string[]} */
function faultsOf(data) {
  if (!isObject(data)) return ["The file is no map: it is no JSON object."];
  if (!Array.isArray(data.nodes)) return ["The file is no map: it has no list of nodes."];
  if (data.nodes.length > MOST_NODES) {
    const count = data.nodes.length.toLocaleString("en");
    return [`The map has ${count} nodes, and chess is played on ${MOST_NODES} at most.`];
  }
  return [...nodeFaults(data.nodes), ...linkFaults(data), ...otherFaults(data)];
}

/** @param {any[]} nodes */
function nodeFaults(nodes) {
  const ids = new Set();
  return nodes.flatMap((node, place) => {
    const where = `Node number ${place + 1}`;
    if (!isObject(node) || !Number.isSafeInteger(node.id)) return [`${where} has no id that is a whole number.`];
    if (ids.has(node.id)) return [`${where} has the id ${node.id}, which another node has.`];
    ids.add(node.id);
    const isPlaced = [node.x, node.y].every((value) => typeof value === "number" && Math.abs(value) <= 1e6);
    const { label = "", outline = [] } = node;
    return [
      !isPlaced && `The node ${node.id} has no place: x and y are numbers.`,
      typeof label !== "string" && `The node ${node.id} has a label that is no text.`,
      !(Array.isArray(outline) && outline.every(isPoint)) && `The node ${node.id} has an outline that is no list of points.`,
    ].filter((fault) => fault !== false);
  });
}

/** @param {any} data */
function linkFaults({ nodes, links }) {
  if (!Array.isArray(links)) return ["The map has no list of links."];
  const ids = new Set(nodes.map((/** @type {any} */ node) => node?.id));
  const isLink = (/** @type {any} */ link) => Array.isArray(link) && link.length === 2 && link.every((id) => ids.has(id));
  return links.flatMap((link, place) => (isLink(link) ? [] : [`Link number ${place + 1} is not from node to node.`]));
}

/** @param {any} data */
function otherFaults(data) {
  const faults = [];
  const { players = ["white", "black"], pieces = [], castling = [] } = data;
  const isPlayer = (/** @type {any} */ player) => typeof player === "string" || Number.isSafeInteger(player);
  if (!Array.isArray(players) || players.length < 2 || players.length > 16 || !players.every(isPlayer)) {
    faults.push("The players are not a list of 2 to 16 names or numbers.");
  }
  const ids = new Set(data.nodes.map((/** @type {any} */ node) => node?.id));
  const isPiece = (/** @type {any} */ piece) => isObject(piece) && typeName(piece.type) && ids.has(piece.at);
  if (!Array.isArray(pieces) || !pieces.every(isPiece)) {
    faults.push("The pieces are not a list of pieces, each with a type and at a node.");
  }
  for (const key of ["forward", "pawn_start", "promotion"]) {
    if (key in data && !isObject(data[key])) faults.push(`'${key}' says nothing about the players.`);
  }
  for (const key of ["pawn_start", "promotion"]) {
    if (isObject(data[key]) && !Object.values(data[key]).every(Array.isArray)) {
      faults.push(`'${key}' has no list of nodes for each player.`);
    }
  }
  const isWay = (/** @type {any} */ way) => typeof way === "number" || (isObject(way) && Object.values(way).every(isPoint));
  if (isObject(data.forward) && !Object.values(data.forward).every(isWay)) {
    faults.push("'forward' has no direction, and no point, for each player.");
  }
  const isCastling = (/** @type {any} */ each) => 
    isObject(each) && [each.king, each.rook, each.empty ?? [], each.safe ?? []].every(Array.isArray);
  if (!Array.isArray(castling) || !castling.every(isCastling)) {
    faults.push("'castling' is no list of ways to castle, each with the ways of king and rook.");
  }
  return faults;
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {any} value */
function isPoint(value) {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "number");
}

/** @param {any} type */
function typeName(type) {
  if (typeof type !== "string") return undefined;
  return TYPES[type.toUpperCase()] ?? Object.values(TYPES).find((name) => name === type.toLowerCase());
}

/** @param {any} data @returns {MapData} */
function normal({ format, version, ...data }) {
  const map = { ...emptyMap(), ...data };
  const listed = new Map(map.players.map((/** @type {any} */ player) => [String(player), player]));
  return {
    ...map,
    name: String(map.name),
    pieces: map.pieces.map((/** @type {any} */ piece) => ({
      type: typeName(piece.type),
      player: listed.get(String(piece.player)) ?? piece.player,
      at: piece.at,
    })),
    ...(map.castling && {
      castling: map.castling.map((/** @type {any} */ each) => ({ name: "", empty: [], safe: [], ...each })),
    }),
  };
}

/** The text of a map's file: one line for each node, as the other maps have it. @param {MapData} map */
function writeMap(map) {
  const lines = Object.entries({ ...FORMAT, ...map }).map(([key, value]) => {
    const text = key === "nodes" ? nodeLines(map) : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The same for the server: without blanks and new lines. @param {MapData} map */
export function sentMap(map) {
  return JSON.stringify({ ...FORMAT, ...map });
}

/** @param {MapData} map */
function nodeLines(map) {
  return `[\n${map.nodes.map((node) => `    ${JSON.stringify(node)}`).join(",\n")}\n  ]`;
}

/** Let the browser keep a map as a file. @param {MapData} map */
export function downloadMap(map) {
  const name = map.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "map";
  download(`${name}.json`, writeMap(map));
}
