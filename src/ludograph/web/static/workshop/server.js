/** What the workshop asks the server. */

import { letterOf, ruledPart } from "./model.js";
import { writeMap } from "./files.js";

/** @typedef {import("./model.js").MapData} MapData */

const API = "api/v1";
const MOST_KEPT = 500;

/** A refusal in the server's words. */
export class Refused extends Error {
  /** @param {string} detail @param {string[]} faults */
  constructor(detail, faults) {
    super(detail);
    this.faults = faults;
  }
}

/** @param {string} path @param {string} [body] */
async function ask(path, body) {
  const sent = body === undefined ? {} : { method: "POST", body, headers: { "content-type": "application/json" } };
  let answer;
  try {
    answer = await fetch(`${API}${path}`, sent);
  } catch {
    throw new Refused("The server can't be reached. Your map is kept in this browser.", []);
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(data?.detail ?? `The server answered ${answer.status}.`, data?.faults ?? []);
  return data;
}

/** @param {MapData} map @returns {Promise<string[]>} */
export async function faultsOf(map) {
  return (await ask("/nchess/check", writeMap(map))).faults;
}

/** @returns {Promise<{name: string, summary: string}[]>} */
export async function namedMaps() {
  return ask("/nchess/maps");
}

/** @param {string} name */
export async function namedMap(name) {
  return JSON.stringify(await ask(`/nchess/maps/${encodeURIComponent(name)}`));
}

/** @param {{tiling: string, picture: string, name: string, forward: [number, number] | null}} asked */
export async function cutMap(asked) {
  return JSON.stringify(await ask("/nchess/cut", JSON.stringify(asked)));
}

/** Keeps a map; its name by content. @param {MapData} map @returns {Promise<string>} */
export async function upload(map) {
  return (await ask("/maps", writeMap(map))).hash;
}

/** @param {string} game @param {string[]} players */
export async function beginMatch(game, players) {
  return ask("/matches", JSON.stringify({ game, seats: players.map((player) => ({ player })) }));
}

export async function themes() {
  return ask("/themes");
}

/** The rays of pieces, asked for once as long as the lines of the map stay the same. */
export class Rays {
  constructor() {
    this.ruled = "";
    /** @type {Map<string, Promise<import("./view.js").Way[]>>} */
    this.known = new Map();
  }

  /** @param {MapData} map @param {number} node @param {string} type @param {import("./model.js").PlayerId} player */
  of(map, node, type, player) {
    const ruled = ruledPart(map);
    const text = JSON.stringify(ruled);
    if (text !== this.ruled || this.known.size > MOST_KEPT) this.known.clear();
    this.ruled = text;
    const key = JSON.stringify([node, type, player]);
    const found = this.known.get(key) ?? ask("/nchess/rays", JSON.stringify({ map: ruled, node, type: letterOf(type), player })).then((answer) => answer.ways);
    this.known.set(key, found);
    found.catch(() => this.known.delete(key));
    return found;
  }
}
