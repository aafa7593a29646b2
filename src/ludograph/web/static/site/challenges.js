/** Starts of a wanted difficulty, where the page can solve a puzzle. */

import { gameNamed } from "./games.js";
import { MOST_POSITIONS } from "../here/insight.js";
import { Refusal } from "../here/refusal.js";

/** @param {Record<string, any>} asked */
export async function startOf({ game: name, difficulty }) {
  const game = await gameNamed(name);
  const { start } = game;
  const found = await game.thinker.startAt(start.state, game.measures.difficulties[difficulty], MOST_POSITIONS, Math.random());
  if (!found) throw new Refusal({ code: "not-solved", detail: `${game.about.id} is too large to be solved in the page: its start is the usual one.` });
  const place = start.stickers ? await led(game, start, found.codes ?? []) : { state: found.state, stickers: null };
  return { position: game.write(place), remoteness: found.remoteness };
}

/**
 * Where moves lead to, and the stickers with them.
 * @param {import("../here/game.js").LocalGame} game
 * @param {import("../here/game.js").Place} place
 * @param {bigint[]} codes
 */
async function led(game, place, codes) {
  for (const wanted of codes) {
    const move = (await game.view(place)).moves.find(({ code }) => code === wanted);
    if (move) place = await game.after(place, move);
  }
  return place;
}
