/** What lies under the pieces and stays: light squares, lines between nodes, goals, names of cells. */

import { svg } from "../dom.js";
import { NODE_RADIUS, POINT_RADIUS, UNIT, unitOf } from "./frame.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Node} Node */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("./frame.js").Frame} Frame */

const ARROW = UNIT * 0.2;
const BORDER = UNIT * 0.15;

/**
 * What lies between the dark squares of a draughts board: nodes that touch only at their corners.
 * @param {Board} board
 * @param {Frame} frame
 * @param {Theme} theme
 */
export function lightSquares(board, frame, theme) {
  const group = svg("g");
  const isDiagonal = board.nodes.every(
    (node) => node.outline.length && node.links.every((link) => Math.abs((link.direction % 90) - 45) < 1e-6),
  );
  if (!isDiagonal || !board.nodes.some((node) => node.links.length)) return group;
  const corners = board.nodes.flatMap((node) => node.outline).map(([x, y]) => frame.at(x, y));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const place = { x: Math.min(...xs), y: Math.min(...ys) };
  const size = { width: Math.max(...xs) - place.x, height: Math.max(...ys) - place.y };
  group.append(
    svg("rect", {
      ...place,
      ...size,
      fill: theme.shades[(board.nodes[0].shade + 1) % theme.shades.length],
      stroke: theme.line,
    }),
  );
  return group;
}

/**
 * Lines between nodes that have no outlines to touch each other, with an arrow where there is no way back.
 * @param {Board} board
 * @param {Frame} frame
 * @param {Theme} theme
 */
export function links(board, frame, theme) {
  const group = svg("g", { stroke: theme.coordinates, "stroke-width": 2 });
  board.nodes.forEach((node, start) => {
    for (const { to } of node.links) {
      const end = board.nodes[to];
      const hasWayBack = end.links.some((link) => link.to === start);
      const isDrawnAlready = hasWayBack && to < start;
      if (isDrawnAlready || !node.visible || !end.visible || (node.outline.length && end.outline.length)) continue;
      const [from, until] = [frame.middle(node), frame.middle(end)];
      group.append(svg("line", { x1: from[0], y1: from[1], x2: until[0], y2: until[1] }));
      if (!end.outline.length && !hasWayBack)
        group.append(arrowhead(from, until, UNIT * NODE_RADIUS, theme.coordinates));
    }
  });
  return group;
}

/**
 * Edges of the board in the colours of the seats that they belong to.
 * @param {import("../types.js").Border[]} borders
 * @param {Frame} frame
 * @param {Theme} theme
 */
export function borderLines(borders, frame, theme) {
  const group = svg("g", { "stroke-width": BORDER, "stroke-linecap": "round" });
  for (const { seat, sides } of borders)
    for (const [one, two] of sides) {
      const [[x1, y1], [x2, y2]] = [frame.at(...one), frame.at(...two)];
      group.append(svg("line", { x1, y1, x2, y2, stroke: theme.seats[seat].face }));
    }
  return group;
}

/**
 * Nodes to be reached: a ring in a round node, an arrow out of the board where pieces leave it, a frame in any other cell.
 * @param {Board} board
 * @param {number[]} goals
 * @param {boolean} leadOut
 * @param {Frame} frame
 * @param {Theme} theme
 */
export function goalMarks(board, goals, leadOut, frame, theme) {
  const group = svg("g", { stroke: theme.mark, "stroke-width": 3, fill: "none" });
  for (const index of goals) {
    const node = board.nodes[index];
    const [cx, cy] = frame.middle(node);
    if (!node.outline.length) {
      group.append(svg("circle", { cx, cy, r: UNIT * NODE_RADIUS * 0.8 }));
      continue;
    }
    const free = leadOut ? freeSides(board, index) : [];
    if (!free.length) group.append(svg("polygon", { points: frame.points(shrunk(node, 0.8)) }));
    for (const [one, two] of free) {
      const [[x1, y1], [x2, y2]] = [frame.at(...one), frame.at(...two)];
      group.append(svg("line", { x1, y1, x2, y2, "stroke-width": 5 }));
      group.append(arrowhead([cx, cy], [(x1 + x2) / 2, (y1 + y2) / 2], -ARROW, theme.mark));
    }
  }
  return group;
}

/**
 * How far the arrows of goals reach out of the board.
 * @param {Board} board
 * @param {number[]} goals
 * @returns {Point[]}
 */
export function goalTips(board, goals) {
  const out = (ARROW / UNIT) * unitOf(board);
  return goals.flatMap((index) => {
    const { x, y, outline } = board.nodes[index];
    const sides = outline.length ? freeSides(board, index) : [];
    return sides.map(([[x1, y1], [x2, y2]]) => {
      const [right, up] = [(x1 + x2) / 2 - x, (y1 + y2) / 2 - y];
      const share = 1 + out / (Math.hypot(right, up) || 1);
      return /** @type {Point} */ ([x + right * share, y + up * share]);
    });
  });
}

/**
 * @param {Board} board
 * @param {import("../types.js").Name[]} names
 * @param {Frame} frame
 * @param {Theme} theme
 * @param {number} least the height of names beside the board, at least
 */
export function nameTexts(board, names, frame, theme, least) {
  const group = svg("g", { class: "names", fill: theme.coordinates, "text-anchor": "middle", "aria-hidden": "true" });
  for (const name of names) {
    const [x, y] = frame.at(name.x, name.y);
    const around = halo(board, name, theme);
    const height = Math.max(name.height * frame.scale, around ? 0 : least);
    group.append(svg("text", { x, y, dy: "0.35em", "font-size": height, ...around }, name.text));
  }
  return group;
}

/**
 * A name in a cell lies over a piece that reaches so far, and brings the cell's colour along.
 * @param {Board} board
 * @param {import("../types.js").Name} name
 * @param {Theme} theme
 * @returns {Record<string, string|number>|null} null for a name beside the board
 */
function halo(board, name, theme) {
  const cell = board.nodes.find((node) => node.visible && isInside(name, node.outline));
  if (!cell) return null;
  const stroke = theme.shades[cell.shade % theme.shades.length];
  return { stroke, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke" };
}

/**
 * Whether a line from the place to the right leaves the outline once more than it enters it.
 * @param {{x: number, y: number}} place
 * @param {Point[]} outline
 */
function isInside({ x, y }, outline) {
  const crossed = outline.filter(([x1, y1], index) => {
    const [x2, y2] = outline[(index + 1) % outline.length];
    return y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1);
  });
  return crossed.length % 2 === 1;
}

/**
 * The outline of a node: its polygon, or a circle.
 * @param {Node} node
 * @param {Frame} frame
 * @param {Record<string, string|number|undefined>} attributes
 * @returns {SVGElement}
 */
export function outlineOf(node, frame, attributes) {
  if (node.outline.length) return svg("polygon", { points: frame.points(node.outline), ...attributes });
  const [cx, cy] = frame.middle(node);
  return svg("circle", { cx, cy, r: UNIT * NODE_RADIUS, ...attributes });
}

/**
 * A point where lines meet.
 * @param {Node} node
 * @param {Frame} frame
 * @param {Record<string, string|number|undefined>} attributes
 */
export function pointOf(node, frame, attributes) {
  const [cx, cy] = frame.middle(node);
  return svg("circle", { cx, cy, r: UNIT * POINT_RADIUS, ...attributes });
}

/**
 * An arrow's head on the way from point to point, so much short of its end.
 * @param {Point} start
 * @param {Point} end
 * @param {number} short
 * @param {string} fill
 * @param {number} [length]
 */
export function arrowhead(start, end, short, fill, length = ARROW) {
  const distance = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const [x, y] = [(end[0] - start[0]) / distance, (end[1] - start[1]) / distance];
  const tip = [end[0] - short * x, end[1] - short * y];
  const back = [tip[0] - length * x, tip[1] - length * y];
  const aside = length * 0.45;
  const corners = [tip, [back[0] - aside * y, back[1] + aside * x], [back[0] + aside * y, back[1] - aside * x]];
  return svg("polygon", {
    points: corners.map((point) => point.map((value) => value.toFixed(2)).join(",")).join(" "),
    fill,
    stroke: "none",
  });
}

/**
 * The sides of a cell's outline that no other cell has.
 * @param {Board} board
 * @param {number} index
 * @returns {[Point, Point][]}
 */
function freeSides(board, index) {
  const taken = new Set(board.nodes.flatMap((node, other) => (other === index ? [] : sidesOf(node).map(nameOfSide))));
  return sidesOf(board.nodes[index]).filter((side) => !taken.has(nameOfSide(side)));
}

/**
 * The sides of some cells that only one of them has.
 * @param {Node[]} nodes
 * @returns {[Point, Point][]}
 */
export function outerSides(nodes) {
  const sides = nodes.flatMap(sidesOf);
  const names = sides.map(nameOfSide);
  return sides.filter((_, number) => names.indexOf(names[number]) === names.lastIndexOf(names[number]));
}

/**
 * @param {Node} node
 * @returns {[Point, Point][]}
 */
function sidesOf(node) {
  return node.outline.map((corner, number) => [corner, node.outline[(number + 1) % node.outline.length]]);
}

/** @param {[Point, Point]} side */
function nameOfSide(side) {
  return side
    .map((corner) => corner.map((value) => value.toFixed(6)).join(","))
    .sort()
    .join(" ");
}

/**
 * @param {Node} node
 * @param {number} share
 * @returns {Point[]}
 */
function shrunk(node, share) {
  return node.outline.map(([x, y]) => [node.x + (x - node.x) * share, node.y + (y - node.y) * share]);
}
