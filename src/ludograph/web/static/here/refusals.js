/** Why a move is refused, told from the list of moves and from what stands on the board, as engine/declared/refusals.py does. */

import { Refusal } from "./refusal.js";

/** @typedef {import("../types.js").View} View */

const MOST_OFFERED = 8;

/**
 * The reason against a move that begins with these hops; null when a listed move does.
 * @param {{nodes: {label: string, name?: string}[]}} board
 * @param {string[]} seats
 * @param {View} view
 * @param {string[]} hops
 * @returns {Refusal|null}
 */
export function refusal(board, seats, view, hops) {
  const { moves, turn } = view;
  if (view.outcome || !moves.length) return told("game-over", view.outcome?.text ?? "The game is over.");
  if (following(view, hops) !== null) return null;
  const begun = hops.slice(0, -1);
  const earlier = hops.length > 1 ? refusal(board, seats, view, begun) : null;
  if (earlier) return earlier;
  const next = following(view, begun) ?? [];
  const index = board.nodes.findIndex(({ label }) => label === hops.at(-1));
  const called = (/** @type {string} */ hop) => board.nodes.find(({ label }) => label === hop)?.name ?? hop;
  const [last, before] = [called(hops[hops.length - 1]), called(begun.at(-1) ?? "")];
  const offered = offer(next.map(called));
  const isNode = (/** @type {string} */ hop) => board.nodes.some(({ label }) => label === hop);
  if (index < 0 && next.every(isNode)) return told("no-cell", `“${last}” is no cell of the board.`);
  const mover = seats[turn ?? 0];
  if (!next.length) return told("too-long", `A move ends with ${before}, and “${last}” is too much.`);
  if (begun.length) return told("no-target", `From ${before} ${mover} can go to ${offered}, not to ${last}.`);
  const piece = view.pieces.find(({ node, also }) => node === index || also.includes(index));
  if (!moves.some(({ from }) => from))
    return piece
      ? told("occupied", `${last} holds ${named(piece, seats)}.`)
      : told("no-place", `${mover} can't play on ${last}, but on ${offered}.`);
  if (!piece) return told("empty-source", `${last} is empty.`);
  if (piece.seat !== turn && seats.length > 1)
    return told("not-your-side", `${last} holds ${named(piece, seats)}, but ${mover} is to move.`);
  return told("stuck", `${last} holds ${named(piece, seats)} that can't move now; ${offered} can.`);
}

/**
 * The hops that may follow a beginning; null when no move begins so.
 * @param {View} view
 * @param {string[]} hops
 */
export function following({ moves }, hops) {
  const begins = (/** @type {string[]} */ way) => hops.every((hop, place) => way[place] === hop);
  const ways = moves.flatMap((move) => move.ways).filter(begins);
  if (!ways.length) return null;
  return [...new Set(ways.map((way) => way[hops.length]).filter((hop) => hop !== undefined))];
}

/** With its article and its owner: an arrow, a stone of Red. @param {import("../types.js").Piece} piece @param {string[]} seats */
function named({ seat, name }, seats) {
  const owner = seats.length > 1 ? (seats[seat] ?? "") : "";
  const noun = owner && name.startsWith(`${owner} `) ? name.slice(owner.length + 1) : name;
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}${owner && ` of ${owner}`}`;
}

/** @param {string[]} next */
function offer(next) {
  const listed = [...next].sort();
  if (listed.length > MOST_OFFERED) return `one of ${listed.length} other cells`;
  const last = listed.pop();
  return listed.length ? `${listed.join(", ")} or ${last}` : last;
}

/** @param {string} reason @param {string} detail */
function told(reason, detail) {
  return new Refusal({ code: "illegal-move", detail, reason });
}
