/** The games of the site, each loaded once. */

import { GameClient } from "../engine/client.js";
import { LocalGame } from "../here/game.js";
import { catalogue, fileAddress, fileOf } from "./files.js";

/** @type {Map<string, Promise<LocalGame>>} */
const loaded = new Map();

/** The game with this name. @param {string} name */
export async function gameNamed(name) {
  const file = await fileOf(name);
  const asked = loaded.get(file) ?? load(file);
  loaded.set(file, asked);
  asked.catch(() => loaded.delete(file));
  return asked;
}

/** @param {string} file */
async function load(file) {
  const [client, measures] = await Promise.all([GameClient.load(fileAddress(`games/${file}`)), catalogue()]);
  return new LocalGame(client, measures);
}

/** What the page asks a server for. @param {string} name */
export async function factsOf(name) {
  const [game, { players }] = await Promise.all([gameNamed(name), catalogue()]);
  return { ...game.about, players: players[await fileOf(name)], start: game.write(game.start) };
}
