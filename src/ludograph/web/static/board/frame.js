/** From the board's plane, with y upwards, to the drawing's, with y downwards. */

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Name} Name */

export const UNIT = 60; // of the drawing, for the smallest cell
export const NODE_RADIUS = 0.4; // of the circle that stands for a node without an outline, in units
export const POINT_RADIUS = 0.13; // of a node where lines meet
export const BESIDE = 0.6; // the scale of pieces off the board
export const LETTERS_ACROSS = 32; // in the whole width of a narrow screen: smaller ones can't be read
export const MARGIN = 0.12;
const LETTER_WIDTH = 0.62;
const ROW_BESIDE = 0.8;

export class Frame {
  /**
   * @param {Board} board
   * Marks are points that have to be in sight, too.
   * @param {{names: Name[], marks: Point[], rowsBeside: number, isFlipped: boolean}} shown
   */
  constructor(board, { names, marks, rowsBeside, isFlipped }) {
    const unit = unitOf(board);
    const points = board.nodes.filter((node) => node.visible).flatMap((node) => cornersOf(node, unit));
    points.push(...marks);
    for (const name of names) {
      const right = (LETTER_WIDTH * name.height * name.text.length) / 2;
      points.push([name.x - right, name.y - name.height / 2], [name.x + right, name.y + name.height / 2]);
    }
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const margin = MARGIN * unit;
    this.scale = UNIT / unit;
    this.isFlipped = isFlipped;
    this.left = Math.min(...xs) - margin;
    this.right = Math.max(...xs) + margin;
    this.bottom = Math.min(...ys) - margin;
    this.top = Math.max(...ys) + margin;
    this.width = (this.right - this.left) * this.scale;
    this.boardHeight = (this.top - this.bottom) * this.scale;
    this.height = this.boardHeight + rowsBeside * ROW_BESIDE * UNIT;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Point}
   */
  at(x, y) {
    return this.isFlipped
      ? [(this.right - x) * this.scale, (y - this.bottom) * this.scale]
      : [(x - this.left) * this.scale, (this.top - y) * this.scale];
  }

  /** @param {Node} node */
  middle(node) {
    return this.at(node.x, node.y);
  }

  /** @param {Iterable<Point>} corners */
  points(corners) {
    return Array.from(corners, ([x, y]) =>
      this.at(x, y)
        .map((value) => value.toFixed(2))
        .join(","),
    ).join(" ");
  }

  /**
   * The middle of a row below the board.
   * @param {number} row
   */
  rowBeside(row) {
    return this.boardHeight + (row + 0.5) * ROW_BESIDE * UNIT;
  }
}

/**
 * The width of the smallest cell; the server knows it, a board in the making has the distance of its nearest nodes.
 * @param {Board} board
 */
export function unitOf(board) {
  if (board.unit) return board.unit;
  let nearest = Infinity;
  board.nodes.forEach((node, index) => {
    for (const other of board.nodes.slice(index + 1))
      nearest = Math.min(nearest, Math.hypot(node.x - other.x, node.y - other.y));
  });
  return Number.isFinite(nearest) && nearest > 0 ? nearest : 1;
}

/**
 * The texts to write: the server's, or each node's label at its foot.
 * @param {Board} board
 * @param {boolean} isFlipped
 * @returns {Name[]}
 */
export function namesOf(board, isFlipped) {
  if (board.names) return isFlipped ? (board.turned_names ?? board.names) : board.names;
  const unit = unitOf(board);
  return board.nodes
    .filter((node) => node.visible)
    .map((node) => ({
      text: node.label,
      x: node.x,
      y: node.y - unit * (node.outline.length ? 0.38 : 0.56),
      height: unit * 0.18,
    }));
}

/**
 * The same texts without a margin at the sides: what stands there is written in the nearest corner of a square cell, and
 * what stands below likewise. Names that take no width stay.
 * @param {Board} board
 * @param {boolean} isFlipped
 * @returns {Name[]}
 */
export function namesInside(board, isFlipped) {
  const unit = unitOf(board);
  const names = namesOf(board, isFlipped);
  const cells = board.nodes.filter((node) => node.visible && node.outline.length === 4);
  const [left, right] = extent(cells.map(({ x }) => x));
  const [bottom, top] = extent(cells.map(({ y }) => y));
  if (!names.some(({ x }) => x < left - unit / 2 || x > right + unit / 2)) return names;
  const least = (right - left + unit) / LETTERS_ACROSS;
  const up = isFlipped ? -1 : 1;
  return names.map((name) => {
    const away = (/** @type {Point} */ [x, y]) => Math.hypot(name.x - x, name.y - y);
    // Between the dark squares of a draughts board there are others, which are no nodes.
    const within = /** @type {Point} */ ([clamped(name.x, left, right), clamped(name.y, bottom, top)]);
    const places = cells.map(({ x, y }) => /** @type {Point} */ ([x, y]));
    const [nearest] = isFull(board, cells) ? [within] : places.toSorted((one, two) => away(one) - away(two));
    if (!nearest || away(nearest) < unit / 2 || away(nearest) > unit * 1.2) return name;
    const isBelow = Math.abs(name.x - nearest[0]) < unit / 4;
    const [x, y] = isBelow
      ? [up * 0.4, Math.sign(name.y - nearest[1]) * 0.39]
      : [Math.sign(name.x - nearest[0]) * 0.4, up * 0.39];
    return { ...name, x: nearest[0] + unit * x, y: nearest[1] + unit * y, height: Math.max(name.height, least) };
  });
}

/** @param {number[]} values */
function extent(values) {
  return [Math.min(...values), Math.max(...values)];
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamped(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

/**
 * Whether cells, with those between them, are a whole rectangle: all of it, or the squares of one colour.
 * @param {Board} board
 * @param {Node[]} cells
 */
function isFull(board, cells) {
  const [left, right] = extent(cells.map(({ x }) => x));
  const [bottom, top] = extent(cells.map(({ y }) => y));
  const unit = unitOf(board);
  const room = Math.round(((right - left) / unit + 1) * ((top - bottom) / unit + 1));
  return cells.length === board.nodes.length && [room, Math.floor(room / 2)].includes(cells.length);
}

/**
 * @param {Node} node
 * @param {number} unit
 * @returns {Point[]}
 */
function cornersOf(node, unit) {
  const around = NODE_RADIUS * unit;
  return [...node.outline, [node.x - around, node.y - around], [node.x + around, node.y + around]];
}
