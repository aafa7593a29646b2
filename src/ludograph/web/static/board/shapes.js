/** The forms of pieces, each drawn around the point 0,0: the same as in the server's drawings (draw/svg.py). */

import { svg } from "../dom.js";
import { UNIT } from "./frame.js";

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Colours} Colours */

const TILE_COLOURED = ["vehicle", "block", "tile", "token", "bar", "sticker", "lamp", "lit-lamp"];
const DISK_COLOURS = [5, 4, 1, 2, 3, 6]; // from the smallest
const HEADLIGHT = "#fff3b0";
const FILLED = { "♔": "♚", "♕": "♛", "♖": "♜", "♗": "♝", "♘": "♞", "♙": "♟" };
const CROWN = "#e8b923";
const MOST_SEEDS = 16;
const SEEDS_NUMBER = 0.3; // how far it is below the middle of a pit, in units
const GOLDEN_ANGLE = (137.508 / 180) * Math.PI;

/**
 * The colours to draw a piece with.
 * @param {Theme} theme
 * @param {Pick<Piece, "seat"|"tint"|"shape">} piece
 * @returns {Colours}
 */
export function coloursOf(theme, piece) {
  const ink = theme.coordinates;
  if (piece.shape === "text") return { face: ink, side: ink, rim: ink, text: ink };
  if (piece.tint !== null && piece.tint !== undefined) return theme.tiles[piece.tint % theme.tiles.length];
  const palette = TILE_COLOURED.includes(piece.shape) ? theme.tiles : theme.seats;
  const colours = palette[piece.seat % palette.length];
  return piece.shape === "tower" ? { ...colours, rim: ink } : colours;
}

/**
 * A piece as a group; a vehicle or a block reaches over `across` and `down`, in units of the drawing.
 * @param {Piece} piece
 * @param {Theme} theme
 * @param {[number, number]} [reach]
 * @returns {SVGGElement}
 */
export function drawPiece(piece, theme, reach = [0, 0]) {
  const group = svg("g", { class: `piece ${piece.shape}` });
  const parts = theme.forms?.[piece.shape];
  if (parts) group.append(...parts.map((part) => drawPart(part, coloursOf(theme, piece))));
  else (SHAPES[piece.shape] ?? disc)(group, piece, coloursOf(theme, piece), reach, theme);
  return group;
}

/**
 * What lies about a board, around its point.
 * @param {import("../types.js").Scenery} scenery
 * @param {Theme} theme
 */
export function drawScenery({ tint, parts }, theme) {
  return svg("g", { class: "scenery" }, ...parts.map((part) => drawPart(part, theme.tiles[tint])));
}

/**
 * What a hand lifts: of a tower the uppermost disk, else the piece itself.
 * @param {Piece} piece
 * @returns {Piece}
 */
export function lifted(piece) {
  return piece.shape === "tower" ? { ...piece, parts: piece.parts.slice(-1) } : piece;
}

/** @param {number} size */
const barWidth = (size) => 0.5 + 0.25 * size;

/**
 * A part of a form: numbers are in units, but for opacities and widths of lines; colours are told by their roles.
 * @param {Record<string, any>} part
 * @param {Colours} colours
 */
function drawPart({ tag, ...given }, colours) {
  const attributes = Object.entries(given).map(([name, value]) => {
    if (name === "points") return [name, value.map((/** @type {number[]} */ [x, y]) => `${x * UNIT},${y * UNIT}`).join(" ")];
    if (typeof value === "string") return [name, /** @type {any} */ (colours)[value] ?? value];
    return [name, ["opacity", "stroke-width"].includes(name) ? value : value * UNIT];
  });
  return svg(tag, Object.fromEntries(attributes));
}

/** @typedef {(group: SVGGElement, piece: Piece, colours: Colours, reach: [number, number], theme: Theme) => void} Draw */

/** @type {Draw} */
function disc(group, piece, colours) {
  const r = UNIT * 0.36;
  group.append(
    svg("circle", { cy: 2.5, r, fill: colours.rim, opacity: 0.35 }),
    svg("circle", { r, fill: colours.face, stroke: colours.rim, "stroke-width": 2 }),
    svg("circle", { r: r * 0.7, fill: "none", stroke: colours.side, "stroke-width": 3 }),
  );
}

/** @type {Draw} */
function crowned(group, piece, colours) {
  const r = UNIT * 0.36;
  const edge = { stroke: colours.rim, "stroke-width": 2 };
  const corners = [
    [-1, 0.55],
    [-1, -0.5],
    [-0.5, 0.05],
    [0, -0.8],
    [0.5, 0.05],
    [1, -0.5],
    [1, 0.55],
  ];
  const points = corners.map(([x, y]) => `${x * r * 0.55},${y * r * 0.55}`).join(" ");
  group.append(
    svg("circle", { cy: UNIT * 0.09, r, fill: colours.side, ...edge }),
    svg("circle", { r, fill: colours.face, ...edge }),
    svg("polygon", { points, fill: CROWN, stroke: colours.rim, "stroke-width": 1.5, "stroke-linejoin": "round" }),
  );
}

/** @type {Draw} */
function stack(group, piece, colours) {
  const rx = UNIT * Math.min(0.4, 0.24 + 0.045 * piece.size);
  const ry = UNIT * 0.12;
  const thick = UNIT * Math.min(0.13, 0.52 / piece.size);
  const bottom = (thick * piece.size) / 2;
  const edge = { stroke: colours.rim, "stroke-width": 1.5 };
  for (let level = 0; level < piece.size; level++) {
    const y = bottom - level * thick;
    group.append(
      svg("path", {
        d: `M${-rx} ${y - thick} v${thick} a${rx} ${ry} 0 0 0 ${2 * rx} 0 v${-thick} z`,
        fill: colours.side,
        ...edge,
      }),
      svg("ellipse", { cy: y - thick, rx, ry, fill: colours.face, ...edge }),
    );
  }
  write(group, String(piece.size), colours.text, 13, { y: -bottom });
}

/** @type {Draw} */
function tower(group, piece, colours, reach, { tiles }) {
  const bottom = UNIT * 0.4;
  const height = UNIT * 0.84;
  const widest = UNIT * 0.9;
  const thick = Math.min(UNIT * 0.2, height / piece.size);
  bar(group, bottom - height, UNIT * 0.07, height, { fill: colours.rim });
  bar(group, bottom, widest, UNIT * 0.06, { fill: colours.rim });
  piece.parts.forEach((size, level) => {
    const width = widest * (0.25 + (0.75 * size) / piece.size);
    const { face } = tiles[DISK_COLOURS[(size - 1) % DISK_COLOURS.length]];
    bar(group, bottom - thick * (level + 1), width, thick, { fill: face, stroke: colours.rim, "stroke-width": 1.5 });
  });
}

/** @type {Draw} */
function block(group, piece, colours, reach) {
  const [width, height] = body(group, colours, reach, { end: 0.1, gap: 0.06 }).map((side) => side - UNIT * 0.2);
  const place = { x: -width / 2, y: -height / 2, width, height, rx: UNIT * 0.06 };
  group.append(svg("rect", { ...place, fill: "none", stroke: colours.side, "stroke-width": 3 }));
}

/** @type {Draw} */
function vehicle(group, piece, colours, reach) {
  const [across, down] = reach;
  body(group, colours, reach, { end: 0.32, gap: 0.16 });
  nose(group, colours, across, down);
  write(group, piece.sign, colours.text, UNIT * 0.42);
}

/**
 * A body over all cells of a piece; its width and its height.
 * @param {SVGGElement} group
 * @param {Colours} colours
 * @param {[number, number]} reach
 * @param {{end: number, gap: number}} form how round its ends are, and how far it is from the next, in units
 */
function body(group, colours, [across, down], { end, gap }) {
  const [width, height] = [across + UNIT * (1 - gap), down + UNIT * (1 - gap)];
  const place = { x: -width / 2, width, height, rx: UNIT * end };
  group.append(
    svg("rect", { ...place, y: 2.5 - height / 2, fill: colours.side }),
    svg("rect", { ...place, y: -height / 2, fill: colours.face, stroke: colours.rim, "stroke-width": 2 }),
  );
  return [width, height];
}

/**
 * Windscreen and headlights at the end where a vehicle drives forwards: to the right, or upwards.
 * @param {SVGGElement} group
 * @param {Colours} colours
 * @param {number} across
 * @param {number} down
 */
function nose(group, colours, across, down) {
  const front = Math.max(across, down) / 2 + UNIT * 0.42;
  const at = (/** @type {number} */ ahead, /** @type {number} */ aside) =>
    across ? [front - UNIT * ahead, UNIT * aside] : [UNIT * aside, UNIT * ahead - front];
  const screen = [at(0.2, -0.25), at(0.2, 0.25), at(0.36, 0.29), at(0.36, -0.29)];
  group.append(svg("polygon", { points: screen.map((point) => point.join()).join(" "), fill: colours.rim, opacity: 0.55 }));
  for (const side of [-0.24, 0.24]) {
    const [cx, cy] = at(0.09, side);
    group.append(svg("circle", { cx, cy, r: UNIT * 0.06, fill: HEADLIGHT, opacity: 0.95 }));
  }
}

/** @type {Draw} */
function tile(group, piece, colours) {
  const side = UNIT * 0.88;
  bar(group, -side / 2, side, side, { fill: colours.side });
  bar(group, -side / 2, side, side * 0.94, { fill: colours.face, stroke: colours.rim, "stroke-width": 2 });
  write(group, capital(piece.sign), colours.text, UNIT * (piece.sign.length < 3 ? 0.46 : 0.3));
}

/** @type {Draw} */
function token(group, piece, colours) {
  group.append(svg("circle", { r: UNIT * 0.42, fill: colours.face, stroke: colours.rim, "stroke-width": 2 }));
  write(group, capital(piece.sign), colours.text, UNIT * (piece.sign.length < 3 ? 0.46 : 0.3));
}

/** @type {Draw} */
function flatBar(group, piece, colours) {
  const width = UNIT * barWidth(piece.size);
  const thick = UNIT * 0.7;
  bar(group, -thick / 2, width, thick, { fill: colours.side, stroke: colours.rim, "stroke-width": 2, rx: thick / 2 });
  bar(group, -thick / 2, width, thick * 0.72, { fill: colours.face, rx: thick * 0.36 });
  write(group, piece.sign, colours.text, UNIT * 0.36, { y: -thick * 0.12 });
}

/** @type {Draw} */
function sticker(group, piece, colours) {
  write(group, piece.sign, colours.text, UNIT * 0.56);
}

/** @type {Draw} */
function figure(group, piece, colours) {
  const sign = /** @type {Record<string, string>} */ (FILLED)[piece.sign] ?? capital(piece.sign);
  // The sign that follows asks for letters instead of a coloured picture.
  const rim = { stroke: colours.rim, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke" };
  write(group, `${sign}\uFE0E`, colours.face, UNIT * 0.8, { ...rim, class: "chess" });
}

/** A piece's letter as it is cut into wood: small ones are the other side's in texts only. @param {string} sign */
function capital(sign) {
  return /^\+?[a-z]$/.test(sign) ? sign.toUpperCase() : sign;
}

/** @type {Draw} */
function seeds(group, piece, colours) {
  for (let number = 0; number < Math.min(piece.size, MOST_SEEDS); number++) {
    const far = UNIT * 0.088 * Math.sqrt(number + 0.5);
    const cx = far * Math.cos(GOLDEN_ANGLE * number);
    const cy = far * Math.sin(GOLDEN_ANGLE * number) - UNIT * 0.09;
    const edge = { stroke: colours.rim, "stroke-width": 1.5 };
    group.append(svg("circle", { cx, cy, r: UNIT * 0.07, fill: colours.face, ...edge }));
  }
  const rim = { stroke: colours.rim, "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke" };
  write(group, piece.sign, colours.face, UNIT * 0.24, { y: UNIT * SEEDS_NUMBER, ...rim });
}

/** A nought where other pits have the number of their seeds. @param {[number, number]} at @param {Theme} theme */
export function emptyPit([x, y], theme) {
  const group = svg("g", { class: "empty-pit" });
  write(group, "0", theme.coordinates, UNIT * 0.24, { x, y: y + UNIT * SEEDS_NUMBER });
  return group;
}

/** @type {Draw} */
function line(group, piece, colours) {
  const size = UNIT * 0.48 * Math.min(1, piece.size / Math.max(1, piece.sign.length));
  write(group, piece.sign, colours.text, size, { class: "line", "font-weight": "normal" });
}

/** @type {Record<string, Draw>} */
const SHAPES = { disc, crowned, stack, tower, vehicle, block, tile, token, bar: flatBar, sticker, figure, seeds, text: line };

/**
 * A rectangle with round corners in the middle of x.
 * @param {SVGGElement} group
 * @param {number} top
 * @param {number} width
 * @param {number} height
 * @param {Record<string, string|number>} more
 */
function bar(group, top, width, height, more) {
  group.append(svg("rect", { x: -width / 2, y: top, width, height, rx: Math.min(width, height) * 0.3, ...more }));
}

/**
 * @param {SVGGElement} group
 * @param {string} text
 * @param {string} fill
 * @param {number} size
 * @param {Record<string, string|number>} [more]
 */
function write(group, text, fill, size, more = {}) {
  const place = { "font-size": size, "text-anchor": "middle", dy: "0.35em", "font-weight": "bold" };
  group.append(svg("text", { ...place, fill, ...more }, text));
}
