/**
 * A board that is the surface of a solid, seen in space: cubes, the pyraminx, the skewb. A drag on a cell turns what can
 * be turned that way, a drag beside it the whole; so do the arrows, and the letters of the moves. It knows no rules: what
 * a move turns it is told, and it says which one a hand has made.
 *
 * A turn cuts the solid into two convex parts. Of each, what looks away is not drawn, and the part behind the cut is
 * drawn first: nothing else is needed for the right picture.
 */

import { svg } from "../dom.js";
import { coloursOf } from "./shapes.js";
import { applied, cross, dot, middle, minus, product, rotation, standing, times, unit } from "./space.js";
import { phrase } from "../words.js";

/** @typedef {import("./space.js").Space} Space */
/** @typedef {import("./space.js").Matrix} Matrix */
/** @typedef {import("../types.js").Solid} SolidFacts */
/** @typedef {import("../types.js").SolidTurn} SolidTurn */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {{axis: Space, degrees: number, cells: Set<number>}} Turning */

const SCALE = 100; // of the drawing, for 1 in space
const ROOM = 1.95; // from the middle to the edge of the drawing
const FAR = 9; // the eye, from the middle: what is nearer looks a little larger
const STICKER = 0.8; // of a cell
const BODY = "#16181d";
const LIGHT = unit([0.25, 0.75, 0.75]);
const DARKEST = 0.34;
const TURN_TIME = 220; // milliseconds of a quarter
const FULL_DRAG = 110; // pixels for a quarter, about
const BEGIN = 6; // pixels until a drag is one
const SURE = 0.5; // how well a drag must follow a turn
const OWN_FACE = 0.8; // a turn in the plane of the cell is meant less often
const STEP = 15; // degrees, by an arrow
const VIEW = { up: 24, aside: -40 };

export class Solid {
  /**
   * @param {SolidFacts} facts
   * @param {Theme} theme
   * @param {{label: string, move: (name: string) => void, canMove: () => boolean}} given
   */
  constructor(facts, theme, given) {
    this._facts = facts;
    this._theme = theme;
    this._given = given;
    this._view = product(
      product(rotation([1, 0, 0], VIEW.up), rotation([0, 1, 0], VIEW.aside)),
      standing(facts.up, facts.front),
    );
    this._cells = facts.outlines.map(shapeOf);
    this._pieces = /** @type {Piece[]} */ ([]);
    this._turning = /** @type {Turning|null} */ (null);
    this._hinted = /** @type {Set<number>} */ (new Set());
    this._frame = 0;
    const viewBox = [-ROOM, -ROOM, 2 * ROOM, 2 * ROOM].map((value) => value * SCALE).join(" ");
    const about = phrase("solid.keys");
    this.surface = /** @type {SVGSVGElement} */ (
      svg("svg", { viewBox, class: "board solid", role: "application", tabindex: "0", "aria-label": `${given.label}. ${about}` })
    );
    this._listen();
  }

  /**
   * @param {Piece[]} pieces
   * @param {string|null} move the last one, which is seen to happen
   * @param {boolean} isAnimated
   */
  show(pieces, move, isAnimated) {
    const turn = move ? this._facts.turns[move] : undefined;
    const follows = turn && this._pieces.length && isAfter(this._pieces, pieces, turn);
    const settle = () => {
      this._turning = null;
      this._pieces = pieces;
      this._draw();
    };
    this._hinted = new Set();
    if (!follows || !isAnimated || isStill()) return this._stop(settle);
    const from = this._turning && sameAxis(this._turning.axis, turn.axis) ? this._turning.degrees : 0;
    this._turnTo(turn, from, nearestTurn(turn.degrees, from), settle);
  }

  /** A move was refused: what was turned goes back. */
  letGo() {
    const { _turning: turning } = this;
    if (!turning || this._drag || this._frame) return;
    this._turnTo(turning, turning.degrees, 0, () => {
      this._turning = null;
      this._draw();
    });
  }

  /** @param {string|undefined} move a move to point out */
  set hint(move) {
    this._hinted = new Set((move && this._facts.turns[move]?.cells) || []);
    this._draw();
  }

  // -- turning ---------------------------------------------------------------------------------------------------

  /**
   * @param {{axis: Space, cells: Iterable<number>}} turn
   * @param {number} from
   * @param {number} to
   * @param {() => void} done
   */
  _turnTo({ axis, cells }, from, to, done) {
    this._stop();
    const turned = new Set(cells);
    const duration = isStill() ? 0 : Math.max(60, (TURN_TIME * Math.abs(to - from)) / 90);
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = duration ? Math.min(1, Math.max(0, (now - begun) / duration)) : 1;
      this._turning = { axis, cells: turned, degrees: from + (to - from) * (share * (2 - share)) };
      this._draw();
      if (share < 1) this._frame = requestAnimationFrame(step);
      else {
        this._frame = 0;
        done();
      }
    };
    this._done = done;
    this._frame = requestAnimationFrame(step);
  }

  /** What is under way is there at once. @param {() => void} [then] */
  _stop(then) {
    if (this._frame) {
      cancelAnimationFrame(this._frame);
      this._frame = 0;
      this._done?.();
    }
    then?.();
  }

  // -- hands and keys ----------------------------------------------------------------------------------------------

  _listen() {
    const { surface } = this;
    surface.addEventListener("pointerdown", (event) => this._down(event));
    surface.addEventListener("pointermove", (event) => this._move(event));
    surface.addEventListener("pointerup", () => this._up());
    surface.addEventListener("pointercancel", () => this._up());
    surface.addEventListener("keydown", (event) => this._key(event));
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (event.button > 0) return;
    const cell = /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell");
    this.surface.setPointerCapture(event.pointerId);
    this._stop();
    this._drag = {
      cell: cell === null || cell === undefined ? null : Number(cell),
      x: event.clientX,
      y: event.clientY,
      view: this._view,
      turn: /** @type {{axis: Space, cells: Set<number>, way: [number, number]}|null} */ (null),
      isWhole: false,
    };
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const drag = this._drag;
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.turn && !drag.isWhole) {
      if (Math.hypot(x, y) < BEGIN) return;
      drag.turn = drag.cell === null || !this._given.canMove() ? null : this._turnMeant(drag.cell, [x, y]);
      drag.isWhole = !drag.turn;
    }
    if (drag.turn) {
      const { axis, cells, way } = drag.turn;
      this._turning = { axis, cells, degrees: ((x * way[0] + y * way[1]) / FULL_DRAG) * 90 };
    } else {
      this._view = product(product(rotation([1, 0, 0], y / 2), rotation([0, 1, 0], x / 2)), drag.view);
    }
    this._draw();
  }

  _up() {
    const drag = this._drag;
    this._drag = null;
    const turning = this._turning;
    if (!drag?.turn || !turning) return;
    const name = this._nameOf(turning);
    if (name) this._given.move(name);
    else this.letGo();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = /** @type {Record<string, [Space, number]>} */ ({
      ArrowLeft: [[0, 1, 0], -STEP],
      ArrowRight: [[0, 1, 0], STEP],
      ArrowUp: [[1, 0, 0], -STEP],
      ArrowDown: [[1, 0, 0], STEP],
    });
    const name = event.key.toUpperCase() + (event.shiftKey ? "'" : "");
    if (ways[event.key]) {
      this._view = product(rotation(...ways[event.key]), this._view);
      this._draw();
    } else if (name in this._facts.turns && this._given.canMove()) this._given.move(name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The turn that a drag of a cell follows, and in which direction of the screen it goes forwards.
   * @param {number} cell
   * @param {[number, number]} drag
   */
  _turnMeant(cell, drag) {
    const { centre, normal } = this._cells[cell];
    const length = Math.hypot(...drag);
    let best = null;
    let most = SURE;
    for (const turn of Object.values(this._facts.turns)) {
      if (!turn.cells.includes(cell)) continue;
      const [x, y] = applied(this._view, cross(unit(turn.axis), centre));
      const far = Math.hypot(x, y);
      if (far < 0.1) continue;
      const along = (x * drag[0] - y * drag[1]) / far / length;
      const fits = Math.abs(along) * (Math.abs(dot(unit(turn.axis), normal)) > 0.9 ? OWN_FACE : 1);
      if (fits <= most + 1e-6) continue;
      most = fits;
      best = { axis: turn.axis, cells: new Set(turn.cells), way: /** @type {[number, number]} */ ([x / far, -y / far]) };
    }
    return best;
  }

  /** The move that a turn by hand is nearest to. @param {Turning} turning */
  _nameOf({ axis, degrees }) {
    const same = Object.entries(this._facts.turns).filter(([, turn]) => sameAxis(turn.axis, axis));
    const off = (/** @type {SolidTurn} */ turn) => Math.abs(nearestTurn(turn.degrees, degrees) - degrees);
    const [name, turn] = same.reduce((one, two) => (off(two[1]) < off(one[1]) ? two : one));
    return off(turn) < Math.abs(degrees) ? name : null;
  }

  // -- drawing ---------------------------------------------------------------------------------------------------

  _draw() {
    const { _turning: turning } = this;
    if (!turning) return this.surface.replaceChildren(...this._part(() => true, this._view, null));
    const moved = product(this._view, rotation(turning.axis, turning.degrees));
    const cut = this._cut(turning.cells);
    const towards = applied(this._view, unit(turning.axis));
    const at = applied(this._view, middle(cut));
    const isNear = dot(towards, minus([0, 0, FAR], at)) > 0; // the turned part lies on the tip's side of the cut
    const turned = this._part((cell) => turning.cells.has(cell), moved, { points: cut, normal: times(turning.axis, -1) });
    const rest = this._part((cell) => !turning.cells.has(cell), this._view, { points: cut, normal: turning.axis });
    this.surface.replaceChildren(...(isNear ? [...rest, ...turned] : [...turned, ...rest]));
  }

  /**
   * What is seen of a part: its cells, and the plane where it is cut.
   * @param {(cell: number) => boolean} belongs
   * @param {Matrix} matrix
   * @param {{points: Space[], normal: Space}|null} cut
   */
  _part(belongs, matrix, cut) {
    const drawn = [];
    if (cut) {
      const points = cut.points.map((point) => applied(matrix, point));
      if (looksAtUs(points[0], applied(matrix, cut.normal))) drawn.push(svg("polygon", { points: onScreen(points), fill: BODY }));
    }
    const byNode = new Map(this._pieces.map((piece) => [piece.node, piece]));
    this._cells.forEach((cell, number) => {
      if (!belongs(number)) return;
      const normal = applied(matrix, cell.normal);
      const outline = cell.outline.map((point) => applied(matrix, point));
      if (!looksAtUs(outline[0], normal)) return;
      const sticker = cell.sticker.map((point) => applied(matrix, point));
      const piece = byNode.get(number);
      const face = piece ? coloursOf(this._theme, piece).face : BODY;
      const lit = 1 - DARKEST * (1 - Math.max(0, dot(normal, LIGHT)));
      const fill = `color-mix(in srgb, ${face} ${(lit * 100).toFixed(1)}%, black)`;
      const isHinted = this._hinted.has(number);
      const group = svg("g", { "data-cell": number, class: "solid-cell" });
      const edge = isHinted ? { stroke: this._theme.mark, "stroke-width": 7 } : { stroke: fill, "stroke-width": 7 };
      group.append(
        svg("polygon", { points: onScreen(outline), fill: BODY, stroke: BODY, "stroke-width": 2, "stroke-linejoin": "round" }),
        svg("polygon", { points: onScreen(sticker), fill, ...edge, "stroke-linejoin": "round", class: "solid-sticker" }),
      );
      drawn.push(group);
    });
    return drawn;
  }

  /** Where a turn cuts the solid: the corners that cells of both parts have, around the middle. @param {Set<number>} cells */
  _cut(cells) {
    const name = (/** @type {Space} */ point) => point.map((value) => value.toFixed(4) + 0).join();
    const corners = (/** @type {boolean} */ isTurned) =>
      new Map(
        this._cells
          .filter((_, number) => cells.has(number) === isTurned)
          .flatMap(({ outline }) => outline.map((point) => [name(point), point])),
      );
    const others = corners(false);
    const shared = [...corners(true)].filter(([key]) => others.has(key)).map(([, point]) => point);
    const centre = middle(shared);
    const first = unit(minus(shared[0], centre));
    const aside = shared.map((point) => minus(point, centre)).find((point) => Math.hypot(...cross(first, point)) > 0.1);
    const second = cross(unit(cross(first, aside ?? first)), first);
    const angle = (/** @type {Space} */ point) =>
      Math.atan2(dot(minus(point, centre), second), dot(minus(point, centre), first));
    return shared.toSorted((one, two) => angle(one) - angle(two));
  }
}

/** A cell: its corners, its middle, what is drawn of it, and where it looks. @param {Space[]} outline */
function shapeOf(outline) {
  const centre = middle(outline);
  const across = cross(minus(outline[1], outline[0]), minus(outline[2], outline[0]));
  const normal = unit(times(across, Math.sign(dot(across, centre)) || 1));
  const sticker = outline.map((point) => minus(centre, times(minus(centre, point), STICKER)));
  return { outline, centre, normal, sticker };
}

/** @param {Space} point @param {Space} normal both as they are seen */
function looksAtUs(point, normal) {
  return dot(normal, minus([0, 0, FAR], point)) > 1e-6;
}

/** @param {Space[]} points */
function onScreen(points) {
  return points
    .map(([x, y, z]) => {
      const share = (SCALE * FAR) / (FAR - z);
      return `${(x * share).toFixed(2)},${(-y * share).toFixed(2)}`;
    })
    .join(" ");
}

/** @param {Space} one @param {Space} two */
function sameAxis(one, two) {
  return Math.hypot(...minus(one, two)) < 1e-6;
}

/** The same turn by fewer or more rounds, nearest to where a hand has got. @param {number} degrees @param {number} from */
function nearestTurn(degrees, from) {
  if (!from) return degrees < -180 ? degrees + 360 : degrees;
  return degrees + 360 * Math.round((from - degrees) / 360);
}

/**
 * Whether a turn leads from some pieces to others.
 * @param {Piece[]} before
 * @param {Piece[]} after
 * @param {SolidTurn} turn
 */
function isAfter(before, after, turn) {
  const was = new Map(before.map((piece) => [piece.node, piece.seat]));
  return after.every((piece) => was.get(turn.sources[piece.node]) === piece.seat);
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
