/** Matches that this browser keeps: their games, players and moves, nothing that can be worked out from these. */

import { Refusal } from "../here/refusal.js";

/** @typedef {{player: string, name: string}} StoredSeat */
/**
 * @typedef {object} StoredMatch
 * @property {string} id
 * @property {string} game
 * @property {string} start
 * @property {string[]} moves
 * @property {StoredSeat[]} seats
 * @property {number} seed of the programs' choices between equal moves
 * @property {number} version
 * @property {import("../types.js").Outcome|null} outcome
 * @property {string|null} rematch
 * @property {boolean} is_paused
 * @property {number} pace
 * @property {number} created
 * @property {number} changed
 */

const PREFIX = "ludograph.match.";

/** @param {string} id @returns {StoredMatch} */
export function stored(id) {
  const text = localStorage.getItem(PREFIX + id);
  if (text) return JSON.parse(text);
  throw new Refusal({ code: "unknown-match", detail: "This browser keeps no such match: on this site matches are kept where they are played." });
}

/** @param {StoredMatch} match */
export function store(match) {
  try {
    localStorage.setItem(PREFIX + match.id, JSON.stringify(match));
  } catch {
    throw new Refusal({ code: "no-room", detail: "This browser can't keep the match: there is no room for it, or it keeps nothing." });
  }
}

/** All that are kept. @returns {StoredMatch[]} */
function everyMatch() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  return names.map((name) => JSON.parse(localStorage.getItem(name) ?? "null")).filter(Boolean);
}

/** Those that nobody has touched for longest make room. @param {number} most */
export function forgetOldest(most) {
  const oldest = everyMatch().sort((one, two) => two.changed - one.changed).slice(most);
  for (const { id } of oldest) localStorage.removeItem(PREFIX + id);
}
