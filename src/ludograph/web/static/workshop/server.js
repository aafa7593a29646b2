/** What the workshop asks the server. */

import { get, post } from "../api.js";
import { MapRefused, sentMap } from "./files.js";
import { letterOf, ruledPart } from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapData} MapData */
/** @typedef {import("./view.js").Way} Way */

const MOST_KEPT = 500;

/** All faults of a map, in words. @param {MapData} map @returns {Promise<string[]>} */
export async function faultsOf(map) {
  return (await post("nchess/check", sentMap(map))).faults;
}

/** The maps that come with the game. @returns {Promise<{name: string, summary: string}[]>} */
export function namedMaps() {
  return get("nchess/maps");
}

/** @param {string} name @returns {Promise<string>} the text of its file */
export async function namedMap(name) {
  return JSON.stringify(await get(`nchess/maps/${encodeURIComponent(name)}`));
}

/** A map that was played before. @param {string} hash @returns {Promise<string>} the text of its file */
export async function keptMap(hash) {
  return JSON.stringify(await get(`maps/${encodeURIComponent(hash)}`));
}

/** The text of the map that a picture cuts out of a tiling; MapRefused when it is none.
 * @param {{tiling: string, picture: string, name: string, forward: number[] | null}} asked @returns {Promise<string>} */
export async function cutMap(asked) {
  const { map, faults } = await post("nchess/cut", asked);
  if (!map) throw new MapRefused(faults.map((/** @type {string} */ fault) => `This can't be cut out: ${fault}.`));
  return JSON.stringify(map);
}

/** Keep a map on the server and begin a match on it; Error if it would be over at once. @param {MapData} map @param {string[]} players */
export async function beginMatch(map, players) {
  const { hash } = await post("maps", sentMap(map));
  const game = `nchess?map=${hash}`;
  const { outcome } = await get("position", { game });
  if (outcome) throw new Error(phrase("shop.over", { outcome: outcome.text }));
  return post("matches", { game, seats: players.map((player) => ({ player })) });
}

/** The rays of pieces, asked for once as long as the lines of the map stay the same. */
export class Rays {
  constructor() {
    this.ruled = "";
    /** @type {Map<string, Promise<Way[] | null>>} */
    this.known = new Map();
  }

  /** None, if the map has faults. @param {MapData} map @param {number} node @param {string} type @param {import("./model.js").PlayerId} player @returns {Promise<Way[] | null>} */
  of(map, node, type, player) {
    const ruled = ruledPart(map);
    const text = JSON.stringify(ruled);
    if (text !== this.ruled || this.known.size > MOST_KEPT) this.known.clear();
    this.ruled = text;
    const key = JSON.stringify([node, type, player]);
    const found = this.known.get(key) ?? this.asked({ map: ruled, node, type: letterOf(type), player });
    this.known.set(key, found);
    found.catch(() => this.known.delete(key));
    return found;
  }

  /** @param {object} asked @returns {Promise<Way[] | null>} */
  async asked(asked) {
    const { ways, faults } = await post("nchess/rays", asked);
    return faults.length ? null : ways;
  }
}
