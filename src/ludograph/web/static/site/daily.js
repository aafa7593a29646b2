/** The puzzle of the day, from the date alone: the same for everybody who has the same site. */

import { advance, seeded } from "../engine/chance.js";
import { catalogue, json } from "./files.js";

/** @typedef {import("../here/game.js").LocalGame} LocalGame */

const FEWEST_STEPS = 30;
const MOST_STEPS = 80;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PREFIX = "daily:";

export async function puzzleOfTheDay() {
  const date = new Date().toISOString().slice(0, 10);
  const { daily } = await catalogue();
  if (!daily.length) throw new Error("This site has no puzzles.");
  const file = daily[Number(chanceOf(date) % BigInt(daily.length))];
  const { game, about } = await json(`games/${file}.json`);
  return { date, game, title: about.full_title, summary: about.summary, position: PREFIX + date };
}

/** A position that isn't written as one: a day's. @param {LocalGame} game @param {string|undefined|null} text */
export async function startNamed(game, text) {
  const date = text?.startsWith(PREFIX) ? text.slice(PREFIX.length) : "";
  return DAY.test(date) ? game.write(await shuffled(game, chanceOf(date))) : text;
}

/** Shuffled where all moves can be taken back, else its start. @param {LocalGame} game @param {bigint} chance */
async function shuffled(game, chance) {
  let place = game.start;
  if (!game.description.solutions?.length) return place;
  let steps = FEWEST_STEPS + Number(chance % BigInt(MOST_STEPS - FEWEST_STEPS + 1));
  for (let view = await game.view(place); steps > 0 || view.outcome; view = await game.view(place), steps--) {
    chance = advance(chance);
    const moves = view.outcome ? (await game.view(game.start)).moves : view.moves;
    const from = view.outcome ? game.start : place; // solved on the way: begin anew
    place = await game.after(from, moves[Number(chance % BigInt(moves.length))]);
  }
  return place;
}

/** @param {string} date */
function chanceOf(date) {
  return advance(advance(seeded(Number(date.replaceAll("-", "")))));
}
