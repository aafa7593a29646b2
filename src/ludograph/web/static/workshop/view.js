/**
 * The drawing of a map in the making: cells, links with their directions, nodes, pieces, rays. It shows what it is given
 * and knows where something was hit; what a hand means by it is for the tools.
 */

import { drawPiece } from "../board/shapes.js";
import { UNIT } from "../board/frame.js";
import { svg } from "../dom.js";
import { FIGURES, degreesText, hasLink, labelOf, linkedWith, nodeOf, pieceAt } from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapData} MapData */
/** @typedef {import("./model.js").MapNode} MapNode */
/** @typedef {{nodes: number[], action: "any" | "move" | "take" | "castle", jumps: boolean}} Way */

const LEAST_TARGET = 22; // pixels from the middle: a finger needs 44
const LINK_TARGET = 12;
const NODE_RADIUS = 0.3;
const MARGIN = 0.7;
const LEAST_CELLS = 1.5; // that a view may be wide
const MOST_CELLS = 400;
const EMPTY_VIEW = { left: -1, right: 7, bottom: -1, top: 5 };
const LAYERS = ["grid", "cells", "links", "rays", "nodes", "targets", "degrees", "hand"];
const WHITE_AND_BLACK = [0, 8]; // among the tile colours of a theme
const MOST_DEGREES = 600;

export class MapView {
  /** @param {SVGSVGElement} element */
  constructor(element) {
    this.element = element;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    element.append(...Object.values(this.layers));
    for (const name of LAYERS) if (name !== "nodes") this.layers[name].setAttribute("aria-hidden", "true");
    /** @type {Map<number, SVGGElement>} */
    this.groups = new Map();
    /** @type {WeakMap<MapNode, {look: string, element: SVGElement}>} */
    this.polygons = new WeakMap();
    /** @type {WeakMap<SVGGElement, string>} what a group shows */
    this.shown = new WeakMap();
    this.unit = 1; // the size of a cell
    this.step = 1; // how far apart new nodes are
    this.view = { ...EMPTY_VIEW };
    /** @type {any} */
    this.theme = null;
    this.showsAllDegrees = false;
    /** @type {Set<number>} */
    this.faulty = new Set();
    this.gridStep = 0;
    /** @type {number | null} the node that Tab leads to */
    this.tabStop = null;
  }

  // -- where things are ---------------------------------------------------------------------------------------------

  /** @param {{x: number, y: number}} place @returns {[number, number]} */
  at({ x, y }) {
    return [(x / this.unit) * UNIT, (-y / this.unit) * UNIT];
  }

  /** The place on the map under a point of the screen. @param {{clientX: number, clientY: number}} point */
  placeUnder({ clientX, clientY }) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const found = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x: (found.x / UNIT) * this.unit, y: (-found.y / UNIT) * this.unit };
  }

  /** How many units of the map a pixel is. */
  get pixel() {
    const matrix = this.element.getScreenCTM();
    return matrix ? this.unit / (UNIT * matrix.a) : 0.02;
  }

  /** The nearest node, if a finger may have meant it. @param {MapData} map @param {{x: number, y: number}} place */
  nodeNear(map, place) {
    const within = Math.max(0.45 * this.unit, LEAST_TARGET * this.pixel);
    const distance = (/** @type {MapNode} */ node) => Math.hypot(node.x - place.x, node.y - place.y);
    const near = map.nodes.filter((node) => distance(node) <= within);
    return near.sort((one, two) => distance(one) - distance(two))[0];
  }

  /** The link that passes nearest, if a finger may have meant it. @param {MapData} map @param {{x: number, y: number}} place @returns {[number, number] | null} */
  linkNear(map, place) {
    const nodes = new Map(map.nodes.map((node) => [node.id, node]));
    let [found, least] = [/** @type {[number, number] | null} */ (null), LINK_TARGET * this.pixel];
    for (const [from, to] of map.links) {
      const distance = distanceToSegment(place, nodes.get(from), nodes.get(to));
      if (distance < least) [found, least] = [[from, to], distance];
    }
    return found;
  }

  /** Show the whole map, with cells of a size that fits it. @param {MapData} map */
  fit(map) {
    this.unit = unitOf(map);
    this.step = handy(this.unit);
    this.showWhole(map);
  }

  /** @param {MapData} map */
  showWhole(map) {
    const margin = MARGIN * this.unit;
    const points = map.nodes.flatMap((node) => (node.outline?.length ? node.outline : around(node, margin)));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    this.view = points.length
      ? spread({
          left: Math.min(...xs) - margin / 3,
          right: Math.max(...xs) + margin / 3,
          bottom: Math.min(...ys) - margin / 3,
          top: Math.max(...ys) + margin / 3,
        }, 6 * this.unit)
      : { ...EMPTY_VIEW };
    this.showView();
  }

  /** @param {{x: number, y: number}} place */
  isHidden({ x, y }) {
    const { left, right, bottom, top } = this.view;
    return x < left || x > right || y < bottom || y > top;
  }

  /**
   * A node that got out of sight is shown: with the whole map, or where one looks closer by going there.
   * @param {MapData} map @param {number} id
   */
  reveal(map, id) {
    const node = nodeOf(map, id);
    if (!node || !this.isHidden(node)) return;
    const { left, right, bottom, top } = this.view;
    if (map.nodes.every((other) => other.id === id || !this.isHidden(other))) this.showWhole(map);
    else this.pan(node.x - (left + right) / 2, node.y - (bottom + top) / 2);
  }

  /** Another map may have quite another size, or be elsewhere. @param {MapData} map */
  fitIfOther(map) {
    const ratio = unitOf(map) / this.unit;
    if (ratio > 2 || ratio < 0.5) this.fit(map);
    else if (map.nodes.length && map.nodes.every((node) => this.isHidden(node))) this.showWhole(map);
  }

  /**
   * Larger or smaller around a place of the map; a factor below 1 shows things larger.
   * @param {number} factor @param {{x: number, y: number}} [around]
   */
  zoom(factor, around) {
    const { left, right, bottom, top } = this.view;
    const width = (right - left) * factor;
    if (width < LEAST_CELLS * this.unit || width > MOST_CELLS * this.unit) return;
    const { x, y } = around ?? { x: (left + right) / 2, y: (bottom + top) / 2 };
    const moved = (/** @type {number} */ edge, /** @type {number} */ middle) => middle + (edge - middle) * factor;
    this.view = { left: moved(left, x), right: moved(right, x), bottom: moved(bottom, y), top: moved(top, y) };
    this.showView();
  }

  /** @param {number} right @param {number} up in units of the map */
  pan(right, up) {
    const view = this.view;
    this.view = { left: view.left + right, right: view.right + right, bottom: view.bottom + up, top: view.top + up };
    this.showView();
  }

  showView() {
    const [x, y] = this.at({ x: this.view.left, y: this.view.top });
    const [right, bottom] = this.at({ x: this.view.right, y: this.view.bottom });
    this.element.setAttribute("viewBox", `${x} ${y} ${right - x} ${bottom - y}`);
    this.drawGrid();
  }

  // -- drawing ------------------------------------------------------------------------------------------------------

  /** @param {import("./bench.js").Bench} bench */
  draw(bench) {
    const { map } = bench;
    this.drawCells(map);
    this.drawLinks(map, bench.link);
    this.drawDegrees(map, bench);
    this.drawNodes(map, bench.node);
  }

  drawGrid() {
    this.layers.grid.replaceChildren();
    const rectangle = this.element.getBoundingClientRect();
    const { x: left, y: top } = this.placeUnder({ clientX: rectangle.left, clientY: rectangle.top });
    const { x: right, y: bottom } = this.placeUnder({ clientX: rectangle.right, clientY: rectangle.bottom });
    const step = this.gridStep * this.step;
    if (!step || (right - left) * (top - bottom) > 4000 * step * step) return;
    const dots = [];
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
      for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
        const [px, py] = this.at({ x, y });
        dots.push(`M${px.toFixed(1)} ${py.toFixed(1)}h0`);
      }
    }
    this.layers.grid.append(svg("path", { d: dots.join("") }));
  }

  /** @param {MapData} map */
  drawCells(map) {
    const cells = map.nodes.filter((node) => node.outline?.length && node.visible !== false);
    this.layers.cells.replaceChildren(...cells.map((node) => this.polygon(node)));
  }

  /** The cell of a node; one that has not changed is not made again. @param {MapNode} node @returns {SVGElement} */
  polygon(node) {
    const look = `${this.unit} ${this.theme?.shades}`;
    const known = this.polygons.get(node);
    if (known?.look === look) return known.element;
    const shades = this.theme?.shades ?? ["none"];
    const points = (node.outline ?? []).map(([x, y]) => this.at({ x, y }).map((each) => each.toFixed(1)).join());
    const element = svg("polygon", { points: points.join(" "), fill: shades[(node.shade ?? 0) % shades.length] });
    this.polygons.set(node, { look, element });
    return element;
  }

  /** @param {MapData} map @param {[number, number] | null} chosen */
  drawLinks(map, chosen) {
    const nodes = new Map(map.nodes.map((node) => [node.id, node]));
    const linked = new Set(map.links.map(String));
    /** @type {string[][]} */
    const [both, single] = [[], []];
    for (const [from, to] of map.links) {
      const line = this.line(nodes.get(from), nodes.get(to));
      if (!linked.has(String([to, from]))) single.push(line + this.arrowHead(nodes.get(from), nodes.get(to)));
      else if (from < to) both.push(line);
    }
    const paths = [svg("path", { class: "both", d: both.join("") }), svg("path", { class: "single", d: single.join("") })];
    if (chosen) paths.push(svg("path", { class: "chosen", d: this.line(nodes.get(chosen[0]), nodes.get(chosen[1])) }));
    this.layers.links.replaceChildren(...paths);
  }

  /** @param {{x: number, y: number}} [from] @param {{x: number, y: number}} [to] */
  line(from, to) {
    if (!from || !to) return "";
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    return `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`;
  }

  /** The head of an arrow, behind the middle of its line. @param {MapNode} [from] @param {MapNode} [to] */
  arrowHead(from, to) {
    if (!from || !to) return "";
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y, size] = [x1 + dx * length * 0.6, y1 + dy * length * 0.6, UNIT * 0.14];
    const corner = (/** @type {number} */ side) =>
      `${(x - size * dx + side * size * dy).toFixed(1)} ${(y - size * dy - side * size * dx).toFixed(1)}`;
    return `M${corner(1)}L${x.toFixed(1)} ${y.toFixed(1)}L${corner(-1)}`;
  }

  /** @param {MapData} map @param {{node: number | null, link: [number, number] | null}} chosen */
  drawDegrees(map, { node, link }) {
    const nodes = new Map(map.nodes.map((each) => [each.id, each]));
    const isShown = (/** @type {number} */ from, /** @type {number} */ to) =>
      this.showsAllDegrees || from === node || (link && link.includes(from) && link.includes(to));
    const shown = map.links.filter(([from, to]) => isShown(from, to)).slice(0, MOST_DEGREES);
    this.layers.degrees.setAttribute("class", classes({ degrees: true, all: this.showsAllDegrees }));
    this.layers.degrees.replaceChildren(
      ...shown.map(([from, to]) => this.degrees(/** @type {any} */ (nodes.get(from)), /** @type {any} */ (nodes.get(to)))),
    );
  }

  /** @param {MapNode} from @param {MapNode} to */
  degrees(from, to) {
    const share = this.showsAllDegrees ? 0.33 : 0.5;
    const [x, y] = this.at({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
    return svg("text", { x, y, dy: "0.35em" }, degreesText(from, to));
  }

  /** @param {MapData} map @param {number | null} chosen */
  drawNodes(map, chosen) {
    const ids = new Set(map.nodes.map((node) => node.id));
    for (const [id, group] of this.groups) {
      if (ids.has(id)) continue;
      group.remove();
      this.groups.delete(id);
    }
    const reachable = ids.has(this.tabStop ?? NaN) ? this.tabStop : (chosen ?? map.nodes[0]?.id);
    for (const node of map.nodes) this.drawNode(map, node, node.id === chosen, node.id === reachable);
  }

  /** @param {MapData} map @param {MapNode} node @param {boolean} isChosen @param {boolean} isReachable */
  drawNode(map, node, isChosen, isReachable) {
    const group = this.groups.get(node.id) ?? this.newGroup(node.id);
    const [x, y] = this.at(node);
    const piece = pieceAt(map, node.id);
    const hasCell = Boolean(node.outline?.length);
    const isFaulty = this.faulty.has(node.id);
    set(group, {
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      tabindex: isReachable ? "0" : "-1",
      "aria-pressed": String(isChosen),
      "aria-label": describe(map, node, isFaulty),
      class: classes({ node: true, cell: hasCell, hidden: node.visible === false }),
    });
    const look = JSON.stringify([labelOf(node), piece, map.players, hasCell, isFaulty, this.theme?.background]);
    if (this.shown.get(group) === look) return;
    this.shown.set(group, look);
    const parts = [
      svg("circle", { class: "ring", r: UNIT * 0.44 }),
      svg("circle", { class: "dot", r: UNIT * (hasCell ? 0.1 : NODE_RADIUS) }),
    ];
    if (piece) parts.push(this.figure(map, piece));
    parts.push(svg("text", { class: "label", y: UNIT * (hasCell ? 0.4 : 0.52) }, labelOf(node)));
    if (isFaulty) parts.push(svg("text", { class: "fault", x: UNIT * 0.3, y: -UNIT * 0.22 }, "!"));
    group.replaceChildren(...parts);
  }

  /** @param {MapData} map @param {import("./model.js").MapPiece} piece */
  figure(map, piece) {
    const seat = Math.max(0, map.players.map(String).indexOf(String(piece.player)));
    const tint = String(map.players).toLowerCase() === "white,black" ? WHITE_AND_BLACK[seat] : null;
    const drawn = { shape: "figure", sign: FIGURES[piece.type], seat, tint, size: 1, parts: [] };
    return this.theme ? drawPiece(/** @type {any} */ (drawn), this.theme) : svg("text", {}, FIGURES[piece.type]);
  }

  /** @param {number} id */
  newGroup(id) {
    const group = svg("g", { role: "button", "data-node": String(id) });
    this.groups.set(id, group);
    this.layers.nodes.append(group);
    return group;
  }

  /** @param {number} id */
  focus(id) {
    if (this.tabStop !== id) this.groups.get(this.tabStop ?? NaN)?.setAttribute("tabindex", "-1");
    this.tabStop = id;
    const group = this.groups.get(id);
    group?.setAttribute("tabindex", "0");
    group?.focus({ preventScroll: true });
  }

  // -- rays and the hand --------------------------------------------------------------------------------------------

  /** @param {MapData} map @param {number | null} from @param {Way[]} ways */
  showRays(map, from, ways) {
    const start = nodeOf(map, from);
    const nodes = new Map(map.nodes.map((node) => [node.id, node]));
    /** @type {SVGElement[][]} */
    const [lines, targets] = [[], []];
    for (const way of ways) {
      const places = [start, ...way.nodes.map((id) => nodes.get(id))].filter((node) => node !== undefined);
      const points = places.map((node) => this.at(node).map((each) => each.toFixed(1)).join());
      const ends = way.jumps ? places.slice(-1) : places.slice(1);
      lines.push(svg("polyline", { class: classes({ way: true, jumps: way.jumps, [way.action]: true }), points: points.join(" ") }));
      targets.push(...ends.map((node) => this.target(node, way.action, Boolean(pieceAt(map, node.id)))));
    }
    this.layers.rays.replaceChildren(...lines);
    this.layers.targets.replaceChildren(...targets);
  }

  /** A dot, or a ring around a piece that stands there. @param {MapNode} node @param {string} action @param {boolean} isOccupied */
  target(node, action, isOccupied) {
    const [cx, cy] = this.at(node);
    const isRing = isOccupied || action === "take";
    return svg("circle", {
      class: classes({ target: true, ring: isRing, [action]: true }),
      cx,
      cy,
      r: UNIT * (isRing ? 0.36 : 0.14),
      "data-target": String(node.id),
    });
  }

  /** A link that is being drawn. @param {MapNode | undefined} from @param {{x: number, y: number} | null} to */
  showHand(from, to) {
    this.layers.hand.replaceChildren(...(from && to ? [svg("path", { d: this.line(from, to) })] : []));
  }
}

/** Set only what is new. @param {Element} element @param {Record<string, string>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** @param {Record<string, boolean>} names */
function classes(names) {
  return Object.keys(names).filter((name) => names[name]).join(" ");
}

/** A node in words. @param {MapData} map @param {MapNode} node @param {boolean} isFaulty */
function describe(map, node, isFaulty) {
  const piece = pieceAt(map, node.id);
  const links = linkedWith(map, node.id).map((other) => {
    const values = { node: labelOf(other), degrees: degreesText(node, other) };
    if (!hasLink(map, other.id, node.id)) return phrase("shop.only-to", values);
    return hasLink(map, node.id, other.id) ? phrase("shop.both-ways", values) : phrase("shop.only-from", values);
  });
  const parts = [
    labelOf(node),
    piece && `${piece.player} ${phrase(`piece.${piece.type}`)}`,
    node.visible === false && phrase("shop.invisible"),
    isFaulty && phrase("shop.has-fault"),
    links.length ? phrase("shop.linked-with", { nodes: links.join(", ") }) : phrase("shop.no-links"),
  ];
  return parts.filter(Boolean).join("; ");
}

/** @param {{x: number, y: number}} place @param {MapNode} [from] @param {MapNode} [to] */
function distanceToSegment(place, from, to) {
  if (!from || !to) return Infinity;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((place.x - from.x) * dx + (place.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(place.x - from.x - share * dx, place.y - from.y - share * dy);
}

/** @param {MapNode} node @param {number} margin */
function around({ x, y }, margin) {
  return [[x - margin, y - margin], [x + margin, y + margin]];
}

/** How large a cell is: most links are not much shorter. @param {MapData} map */
function unitOf(map) {
  const nodes = new Map(map.nodes.map((node) => [node.id, node]));
  const lengths = map.links.map(([from, to]) => {
    const [start, end] = [/** @type {MapNode} */ (nodes.get(from)), /** @type {MapNode} */ (nodes.get(to))];
    return Math.hypot(end.x - start.x, end.y - start.y);
  });
  const sorted = lengths.filter((length) => length > 0).sort((one, two) => one - two);
  return sorted[Math.floor(sorted.length / 10)] ?? 1;
}

/** The number 1, 2 or 5, or tens of it, that is nearest. @param {number} value */
function handy(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  const off = (/** @type {number} */ one) => Math.abs(Math.log(one / value));
  return [1, 2, 5, 10].map((digit) => digit * power).sort((one, two) => off(one) - off(two))[0];
}

/** A view that is not smaller than some cells. @param {typeof EMPTY_VIEW} view @param {number} least */
function spread(view, least) {
  const wider = Math.max(0, least - (view.right - view.left)) / 2;
  const higher = Math.max(0, least - (view.top - view.bottom)) / 2;
  return { left: view.left - wider, right: view.right + wider, bottom: view.bottom - higher, top: view.top + higher };
}
