/** Starts of a wanted difficulty, where the page can solve a puzzle. */

import { gameNamed } from "./game.js";
import { MOST_POSITIONS } from "./insight.js";
import { Refusal } from "./refusal.js";

/** Of the longest way to the end; `routes/positions.py` has the same. @type {Record<string, number>} */
const SHARES = { easy: 0.25, medium: 0.5, hard: 0.75, hardest: 1 };

/** @param {Record<string, any>} asked */
export async function startOf({ game: name, difficulty }) {
  const game = await gameNamed(name);
  const { state, stickers } = game.start;
  const found = stickers ? null : await game.thinker.startAt(state, SHARES[difficulty], MOST_POSITIONS, Math.random());
  if (!found) throw new Refusal({ code: "not-solved", detail: `${game.about.id} is too large to be solved in the page: its start is the usual one.` });
  return { position: game.write({ state: found.state, stickers: null }), remoteness: found.remoteness };
}
