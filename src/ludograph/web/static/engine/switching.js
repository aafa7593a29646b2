/**
 * A shortest solution of a puzzle of switches: where each move flips the same bits in every state, the order of moves says
 * nothing, and each is made once or not at all. Which ones is told by linear algebra over the field of two elements.
 */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./game.js").BuiltGame} BuiltGame */
/** @typedef {{flips: bigint, moves: bigint}} Combination bits that some moves flip together; a bit for each of these */

const WORD = 64n;
const MOST_QUIET = 12; // combinations that flip nothing, and are independent of each other

/**
 * The states of a shortest way from one to a solution, both included; null where moves are no switches, or none leads there.
 * @param {BuiltGame} game
 * @param {State} start
 * @param {State[]} solutions
 * @returns {State[]|null}
 */
export function switchedWay(game, start, solutions) {
  const flips = flipsIn(game, start);
  const areSwitches = game.following(start).every((next) => String(flipsIn(game, next)) === String(flips));
  if (!flips.length || !areSwitches) return null;
  const ways = solutions.map((solution) => fewest(flips, bitsOf(start) ^ bitsOf(solution))).filter((found) => found !== null);
  const [best] = ways.sort((one, two) => one.length - two.length);
  if (!best) return null;
  const way = [start];
  for (const move of best) {
    const next = game.following(way[way.length - 1])[move];
    if (!next) return null;
    way.push(next);
  }
  // Only the first two moves were looked at: where later ones flip otherwise, the way doesn't end as foretold.
  const end = bitsOf(way[way.length - 1]);
  return solutions.some((solution) => bitsOf(solution) === end) ? way : null;
}

/** What each move flips in a state. @param {BuiltGame} game @param {State} state */
function flipsIn(game, state) {
  return game.following(state).map((next) => bitsOf(state) ^ bitsOf(next));
}

/** All words of a state as one number. @param {State} state */
function bitsOf(state) {
  return state.reduce((bits, word) => (bits << WORD) | word, 0n);
}

/**
 * The places of the fewest moves that together flip what is wanted.
 * @param {bigint[]} flips
 * @param {bigint} wanted
 * @returns {number[]|null}
 */
function fewest(flips, wanted) {
  const basis = /** @type {Combination[]} */ ([]);
  const quiet = [0n];
  for (const [move, flipped] of flips.entries()) {
    const rest = reduced({ flips: flipped, moves: 1n << BigInt(move) }, basis);
    if (rest.flips) basis.push(rest);
    else if (quiet.length < 2 ** MOST_QUIET) quiet.push(...quiet.map((moves) => moves ^ rest.moves));
    else return null;
  }
  const found = reduced({ flips: wanted, moves: 0n }, basis);
  if (found.flips) return null;
  const all = quiet.map((moves) => placesIn(moves ^ found.moves));
  return all.reduce((best, each) => (each.length < best.length ? each : best));
}

/** Without the highest bits of a basis, in its order. @param {Combination} given @param {Combination[]} basis @returns {Combination} */
function reduced({ flips, moves }, basis) {
  for (const each of basis)
    if ((flips ^ each.flips) < flips) {
      flips ^= each.flips;
      moves ^= each.moves;
    }
  return { flips, moves };
}

/** @param {bigint} moves */
function placesIn(moves) {
  return [...moves.toString(2)].reverse().flatMap((bit, place) => (bit === "1" ? [place] : []));
}
