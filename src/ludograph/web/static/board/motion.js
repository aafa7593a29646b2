/** Which piece went where, found by comparing two positions. */

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Move} Move */

const STILL = ["sticker", "text", "tower", "seeds"]; // these change, but nobody sees them travel

/** @typedef {{piece: Piece, path: number[]}} Journey a piece of the new position, and the nodes that it came along */

/**
 * @param {Board} board
 * @param {Piece[]} before
 * @param {Piece[]} after
 * @param {Move|null} move
 * @returns {{journeys: Journey[], gone: Piece[], come: Piece[]}}
 */
export function journeys(board, before, after, move) {
  const isSame = (/** @type {Piece} */ one, /** @type {Piece} */ two) =>
    one.node === two.node && keyOf(one) === keyOf(two);
  const gone = before.filter((piece) => !after.some((other) => isSame(piece, other)));
  const come = after.filter((piece) => !before.some((other) => isSame(piece, other)));
  const found = /** @type {Journey[]} */ ([]);
  for (const piece of [...come]) {
    if (STILL.includes(piece.shape)) continue;
    const from = nearest(board, piece, gone);
    if (!from) continue;
    remove(gone, from);
    remove(come, piece);
    found.push(...chain(board, from, piece, after));
  }
  const hops = (move?.hops ?? []).map((label) => board.nodes.findIndex((node) => node.label === label));
  for (const journey of found) {
    const isMover =
      hops.length > 2 && hops.indexOf(-1) < 0 && journey.path[0] === hops[0] && journey.path.at(-1) === hops.at(-1);
    if (isMover) journey.path = hops;
  }
  return { journeys: found, gone, come };
}

/** @param {Piece} piece */
function keyOf(piece) {
  return [piece.shape, piece.seat, piece.sign, piece.size, piece.tint, piece.parts].join("|");
}

/**
 * The piece that is gone from the nearest place and looks the same, or only changed its form: promotion, growth.
 * @param {Board} board
 * @param {Piece} piece
 * @param {Piece[]} gone
 */
function nearest(board, piece, gone) {
  const distance = (/** @type {Piece} */ other) =>
    Math.hypot(
      board.nodes[piece.node].x - board.nodes[other.node].x,
      board.nodes[piece.node].y - board.nodes[other.node].y,
    );
  const [closest] = gone
    .filter((other) => keyOf(other) === keyOf(piece))
    .sort((one, two) => distance(one) - distance(two));
  return closest;
}

/**
 * A row of equal pieces that all went one step looks as if the last had jumped to the front: let each go its step.
 * @param {Board} board
 * @param {Piece} from
 * @param {Piece} to
 * @param {Piece[]} after
 * @returns {Journey[]}
 */
function chain(board, from, to, after) {
  const [start, end] = [board.nodes[from.node], board.nodes[to.node]];
  const [x, y] = [end.x - start.x, end.y - start.y];
  const share = (/** @type {number} */ node) =>
    ((board.nodes[node].x - start.x) * x + (board.nodes[node].y - start.y) * y) / (x * x + y * y);
  const aside = (/** @type {number} */ node) =>
    Math.abs((board.nodes[node].x - start.x) * y - (board.nodes[node].y - start.y) * x) / (x * x + y * y);
  const isBetween = (/** @type {number} */ node) => share(node) > 1e-6 && share(node) < 1 - 1e-6 && aside(node) < 1e-3;
  const between = board.nodes.map((_, index) => index).filter(isBetween);
  const row = after.filter((piece) => keyOf(piece) === keyOf(to) && isBetween(piece.node));
  if (row.length === 0 || row.length !== between.length) return [{ piece: to, path: [from.node, to.node] }];
  const ordered = [...row, to].sort((one, two) => share(one.node) - share(two.node));
  const places = [from.node, ...ordered.map((piece) => piece.node)];
  return ordered.map((piece, index) => ({ piece, path: [places[index], piece.node] }));
}

/**
 * @template T
 * @param {T[]} list
 * @param {T} item
 */
function remove(list, item) {
  list.splice(list.indexOf(item), 1);
}
