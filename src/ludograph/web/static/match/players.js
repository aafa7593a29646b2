/** Who sits where, whose turn it is, and the sentence that says how the game stands. */

import { html } from "../dom.js";
import { coloursOf } from "../board/shapes.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").View} View */

const UNSURE = 110; // a deviation above it says that little is known
const PROGRAMS = ["ai", "mcts", "greedy", "random"];

/**
 * Whom a seat is taken by, in words.
 * @param {Seat} seat
 * @param {boolean} isOwn
 */
function playerName(seat, isOwn) {
  const isNamed = seat.name && seat.name !== seat.side && seat.name !== seat.player;
  if (seat.player !== "human") return isNamed ? `${seat.name} (${programName(seat.player)})` : programName(seat.player);
  if (seat.is_open) return phrase("player.waiting");
  return isNamed ? seat.name : isOwn ? phrase("player.you") : phrase("player.human");
}

/**
 * A rating behind a name: " 1512", with a question mark while little is known, and what the match has changed.
 * @param {import("../types.js").SeatRating|null|undefined} rating
 */
export function ratingText(rating) {
  if (!rating) return "";
  const gained = rating.gained === null ? "" : ` ${rating.gained < 0 ? "−" : "+"}${Math.abs(Math.round(rating.gained))}`;
  return ` ${Math.round(rating.rating)}${rating.deviation > UNSURE ? "?" : ""}${gained}`;
}

/** @param {string} player */
function programName(player) {
  const [name, level] = player.split(":");
  const known = PROGRAMS.includes(name) ? phrase(`player.${name}`) : name;
  return level && /^\d+$/.test(level) ? phrase("player.level", { name: known, n: Number(level) }) : known;
}

/**
 * The card of a seat at the position that is looked at: earlier ones mark whose move it was then.
 * @param {Model} model
 * @param {number} seat
 * @param {{theme: Theme, view: View, captured: Element|null, clock: Element|null}} given
 * @returns {HTMLElement}
 */
export function playerCard(model, seat, { theme, view, captured, clock }) {
  const { match, game, isNow } = model;
  const isTurn = view.turn === seat;
  const hasWon = view.outcome?.winners.includes(seat);
  const swatch = html("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = coloursOf(theme, { seat, tint: game.tints[seat], shape: "disc" }).face;
  const isThinking = match.seats[seat].player !== "human" && !match.is_paused && isTurn && isNow && !view.outcome;
  const waits = match.seats[seat].player === "human" ? phrase("state.to-move") : match.is_paused ? phrase("state.paused") : phrase("state.thinks");
  const alert = view.alerts.find((one) => one.seat === seat);
  const state = hasWon ? phrase("state.won") : view.outcome?.winners.length ? phrase("state.lost") : isTurn ? (isNow ? waits : phrase("state.then")) : "";
  const name = playerName(match.seats[seat], match.own_seats.includes(seat));
  return html(
    "div",
    { class: isTurn ? "player turn" : "player" },
    swatch,
    html("span", { class: "side" }, sideName(match.seats[seat].side)),
    html("span", { class: "name" }, `${name}${ratingText(match.seats[seat].rating)}`),
    alert && html("span", { class: "danger" }, alert.word),
    captured,
    html("span", { class: isThinking ? "state busy" : "state" }, state),
    clock,
  );
}

/**
 * What is in danger, in a word or two: "Check!"; with more seats whose it is.
 * @param {Model} model
 * @param {View} view
 */
export function alertWords(model, view) {
  if (view.outcome) return "";
  const isPlain = (/** @type {number} */ seat) => seat === view.turn && model.match.seats.length === 2;
  return view.alerts
    .map(({ seat, word }) => (isPlain(seat) ? `${word}!` : phrase("alert.to", { word, side: sideName(model.match.seats[seat].side) })))
    .join(" ");
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
  if (model.isPuzzle) return phrase("your-move"); // how many there were is told beside the time
  const side = sideName(match.seats[turn].side);
  const isOnlyOwn = match.own_seats.length === 1 && match.own_seats[0] === turn;
  if (isOnlyOwn) return phrase("standing.yours", { side });
  return match.seats[turn].player === "human"
    ? phrase("standing.to-move", { side })
    : match.is_paused
      ? phrase("standing.paused", { side })
      : phrase("standing.thinks", { side });
}
