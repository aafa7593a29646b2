/** Starts of a wanted difficulty, where the page can solve a puzzle. */

import { gameNamed } from "./games.js";
import { MOST_POSITIONS } from "../here/insight.js";
import { Refusal } from "../here/refusal.js";

/** @param {Record<string, any>} asked */
export async function startOf({ game: name, difficulty }) {
  const game = await gameNamed(name);
  const { state, stickers } = game.start;
  const found = stickers ? null : await game.thinker.startAt(state, game.measures.difficulties[difficulty], MOST_POSITIONS, Math.random());
  if (!found) throw new Refusal({ code: "not-solved", detail: `${game.about.id} is too large to be solved in the page: its start is the usual one.` });
  return { position: game.write({ state: found.state, stickers: null }), remoteness: found.remoteness };
}
