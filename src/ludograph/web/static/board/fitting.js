/** Boards that lie across a narrow screen are turned: a rhombus of hexagons stands on its corner there, rows of pits on
 * their end, the first side's store below. */

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Border} Border */
/** @typedef {import("../types.js").Point} Point */

const HEXAGON = 6; // corners
const STEP = 60; // degrees, by which hexagons look the same
const MOST_CORNERS = 12; // an outline with more of them is round
const QUARTER = 90;
const WORTH_IT = 0.8; // of the width that it has as it lies

/**
 * The board as it is, or turned so that it is narrower; nodes keep their numbers and labels.
 * @param {Board} board
 * @param {Border[]} borders
 * @returns {{board: Board, borders: Border[]}}
 */
export function fittedTo(board, borders) {
  const corners = board.nodes.map(({ outline }) => outline.length);
  const step = corners.every((number) => number === HEXAGON) ? STEP : QUARTER;
  if (step === QUARTER && !corners.every((number) => number > MOST_CORNERS)) return { board, borders };
  const width = (/** @type {number} */ degrees) => {
    const xs = board.nodes.map(({ x, y }) => turned([x, y], degrees)[0]);
    return Math.max(...xs) - Math.min(...xs);
  };
  const best = [-step, step].reduce((one, two) => (width(two) < width(one) - 1e-6 ? two : one));
  return width(best) < width(0) * WORTH_IT ? turnedBy(board, borders, best) : { board, borders };
}

/**
 * @param {Board} board
 * @param {Border[]} borders
 * @param {number} degrees
 */
function turnedBy(board, borders, degrees) {
  const at = (/** @type {Point} */ point) => turned(point, degrees);
  const placed = (/** @type {any} */ thing) => {
    const [x, y] = at([thing.x, thing.y]);
    return { ...thing, x, y };
  };
  const nodes = board.nodes.map((node) => ({
    ...placed(node),
    outline: node.outline.map(at),
    links: node.links.map((link) => ({ ...link, direction: (link.direction + degrees + 360) % 360 })),
  }));
  const names = board.names?.map(placed);
  return {
    board: { ...board, nodes, names, turned_names: board.turned_names?.map(placed) },
    borders: borders.map((border) => ({ ...border, sides: border.sides.map(([one, two]) => /** @type {[Point, Point]} */ ([at(one), at(two)])) })),
  };
}

/**
 * @param {Point} point
 * @param {number} degrees
 * @returns {Point}
 */
function turned([x, y], degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [x * cos - y * sin, x * sin + y * cos];
}
