/** Who sits where, whose turn it is, and the sentence that says how the game stands. */

import { html } from "../dom.js";
import { coloursOf } from "../board/shapes.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Theme} Theme */

const THINKS = "thinks…";

/**
 * Whom a seat is taken by, in words.
 * @param {Seat} seat
 * @param {boolean} isOwn
 */
function playerName(seat, isOwn) {
  const isNamed = seat.name && seat.name !== seat.side && seat.name !== seat.player;
  if (seat.player !== "human") return isNamed ? `${seat.name} (${programName(seat.player)})` : programName(seat.player);
  if (seat.is_open) return "waiting for somebody…";
  return isNamed ? seat.name : isOwn ? "you" : "human";
}

/** @param {string} player */
function programName(player) {
  const [name, level] = player.split(":");
  const words = /** @type {Record<string, string>} */ ({
    ai: "AI",
    mcts: "Tree search",
    greedy: "Greedy",
    random: "Random",
  });
  const known = words[name] ?? name;
  return level && /^\d+$/.test(level) ? `${known}, level ${level}` : known;
}

/**
 * @param {Model} model
 * @param {number} seat
 * @param {Theme} theme
 * @returns {HTMLElement}
 */
export function playerCard(model, seat, theme) {
  const { match, game } = model;
  const isTurn = match.view.turn === seat;
  const hasWon = match.view.outcome?.winners.includes(seat);
  const swatch = html("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = coloursOf(theme, { seat, tint: game.tints[seat], shape: "disc" }).face;
  const waits = match.seats[seat].player === "human" ? "to move" : match.is_paused ? "paused" : THINKS;
  const state = hasWon ? "won" : isTurn ? waits : "";
  const name = playerName(match.seats[seat], match.own_seats.includes(seat));
  return html(
    "div",
    { class: isTurn ? "player turn" : "player" },
    swatch,
    html("span", { class: "side" }, match.seats[seat].side),
    html("span", { class: "name" }, name),
    html("span", { class: state === THINKS ? "state busy" : "state" }, state),
  );
}

/**
 * How the game stands, in one sentence.
 * @param {Model} model
 */
export function standing(model) {
  const { match } = model;
  const { outcome, turn } = match.view;
  if (outcome) return outcome.text;
  if (turn === null) return "";
  if (model.isPuzzle) return match.ply ? `${counted(match.ply, "move")} so far.` : "Your move.";
  const side = match.seats[turn].side;
  const isOnlyOwn = match.own_seats.length === 1 && match.own_seats[0] === turn;
  if (isOnlyOwn) return `Your move, ${side}.`;
  return match.seats[turn].player === "human"
    ? `${side} to move.`
    : match.is_paused
      ? `Paused; ${side} to move.`
      : `${side} thinks…`;
}

/**
 * @param {number} number
 * @param {string} word
 */
export function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
