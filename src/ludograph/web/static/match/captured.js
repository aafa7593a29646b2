/** What was taken: the pieces of the start that are not there any more, beside who plays; no rules are needed for that. */

import { drawPiece } from "../board/shapes.js";
import { UNIT } from "../board/frame.js";
import { html, svg } from "../dom.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {Pick<View, "pieces"|"beside">} Pieces */

const NO_PIECES = ["text", "tower", "sticker", "seeds"];
const MOST_DRAWN = 16;

/**
 * The pieces that a seat has lost. Those that became others (a pawn a queen) are not lost; nor is anything where pieces
 * only come, or change hands.
 * @param {Pieces} start
 * @param {Pieces} now
 * @param {number} seat
 * @returns {Piece[]}
 */
export function lost(start, now, seat) {
  if (all(now).length >= all(start).length) return [];
  const before = byKind(all(start).filter((piece) => piece.seat === seat));
  const after = byKind(all(now).filter((piece) => piece.seat === seat));
  const missing = [...before].map(([kind, pieces]) => pieces.slice(after.get(kind)?.length ?? 0));
  const extra = [...after].map(([kind, pieces]) => Math.max(0, pieces.length - (before.get(kind)?.length ?? 0)));
  const most = missing.toSorted((one, two) => two.length - one.length)[0] ?? [];
  most.splice(
    0,
    extra.reduce((sum, number) => sum + number, 0),
  ); // what has become others is of the kind that is missed most
  return missing.flat();
}

/** @param {Pieces} pieces */
function all({ pieces, beside }) {
  return [...pieces, ...beside].filter((piece) => !NO_PIECES.includes(piece.shape));
}

/**
 * @param {Piece[]} pieces
 * @param {(piece: Piece) => string} [kind]
 */
function byKind(pieces, kind = (piece) => piece.name) {
  const found = /** @type {Map<string, Piece[]>} */ (new Map());
  for (const piece of pieces) found.set(kind(piece), [...(found.get(kind(piece)) ?? []), piece]);
  return found;
}

/**
 * By how much a seat's pieces are customarily worth more than those of the one that has most beside it.
 * @param {Model} model
 * @param {Pieces} now
 * @param {number} seat
 */
export function ahead(model, now, seat) {
  const worth = (/** @type {number} */ one) =>
    all(now)
      .filter((piece) => piece.seat === one)
      .reduce((sum, piece) => sum + (model.game.piece_values[kindOf(model, piece)] ?? 0), 0);
  const others = model.match.seats.map((other) => other.seat).filter((other) => other !== seat);
  return worth(seat) - Math.max(...others.map(worth));
}

/**
 * @param {Model} model
 * @param {Piece} piece
 */
function kindOf(model, piece) {
  return piece.name.replace(`${model.match.seats[piece.seat]?.side} `, "");
}

/**
 * For a player's card: of two players what this one has taken, of more what this one has lost.
 * @param {Model} model
 * @param {Pieces} start
 * @param {Pieces} now
 * @param {number} seat
 * @param {Theme} theme
 */
export function capturedElement(model, start, now, seat, theme) {
  const isPair = model.match.seats.length === 2;
  const pieces = lost(start, now, isPair ? 1 - seat : seat);
  const lead = pieces.length || isPair ? ahead(model, now, seat) : 0;
  if (!pieces.length && lead <= 0) return null;
  const kinds = byKind(pieces, (piece) => kindOf(model, piece));
  const pieceList = [...kinds].map(([kind, { length }]) => `${length} × ${kind}`).join(", ");
  const made = html("span", { class: "captured" });
  if (pieces.length) {
    const groups = [...kinds.values()].map((group) => html("span", { class: "kind" }, ...drawn(group, theme)));
    const label = isPair ? phrase("captured.taken", { pieces: pieceList }) : phrase("captured.lost", { pieces: pieceList });
    const taken = html("span", { class: "taken", role: "img", "aria-label": label, title: label }, ...groups);
    taken.style.background = theme.shades[0]; // every piece stands out from a cell, but not from every page
    made.append(taken);
  }
  if (lead > 0) made.append(html("span", { class: "lead", title: phrase("captured.lead") }, `+${lead}`));
  return made;
}

/**
 * @param {Piece[]} pieces
 * @param {Theme} theme
 */
function drawn(pieces, theme) {
  const [corner, side] = [-UNIT * 0.43, UNIT * 0.86]; // no piece reaches to the edge of its cell
  const viewBox = [corner, corner, side, side].join(" ");
  return pieces
    .slice(0, MOST_DRAWN)
    .map((piece) => svg("svg", { viewBox, "aria-hidden": "true" }, drawPiece(piece, theme)));
}
