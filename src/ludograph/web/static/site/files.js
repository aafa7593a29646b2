/** The files of the site: the catalogue, colours, rules and games, each fetched once. */

import { Refusal } from "../here/refusal.js";

/**
 * @typedef {import("../here/game.js").Measures & Listed} Catalogue
 * @typedef {object} Listed
 * @property {any[]} entries as the server's list of games
 * @property {Record<string, string>} files the name of each game's files, by all names that it is called by
 * @property {Record<string, {name: string, form: string, summary: string}[]>} players who can play each game, by its file
 * @property {Record<string, string>} books by the file of a level, that of the puzzle whose rules it has
 * @property {string[]} daily the files of the puzzles from which the one of the day is taken
 */

const ROOT = new URL("../", import.meta.url);
const NOT_THERE = "This part of the site was never loaded, and the network doesn't answer.";
/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** @param {string} path */
export function fileAddress(path) {
  return new URL(path, ROOT);
}

/** @param {string} path @returns {Promise<any>} */
export function json(path) {
  const asked = fetched.get(path) ?? fetchedJson(path);
  fetched.set(path, asked);
  asked.catch(() => fetched.delete(path)); // the next one who asks tries again
  return asked;
}

/** @param {string} path */
async function fetchedJson(path) {
  const response = await fetch(fileAddress(path)).catch(() => null);
  if (!response) throw new Refusal({ code: "no-answer", detail: NOT_THERE });
  if (!response.ok) throw new Refusal({ code: "not-found", detail: `There is no ${path} on this site.` });
  return response.json();
}

/** @returns {Promise<Catalogue>} */
export function catalogue() {
  return json("data/catalogue.json");
}

/** The name of a game's files. @param {string} game */
export async function fileOf(game) {
  const { files } = await catalogue();
  const found = files[game] ?? files[game.replace(/\?$/, "")];
  if (found) return found;
  throw new Refusal({ code: "unknown-game", detail: `There is no game “${game}” on this site.` });
}
