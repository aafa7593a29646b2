/** Draws a board and what is on it, and lets pieces travel. It is told everything, and decides nothing. */

import { svg } from "../dom.js";
import { BESIDE, Frame, LETTERS_ACROSS, MARGIN, namesInside, namesOf, UNIT } from "./frame.js";
import { borderLines, goalMarks, goalTips, lightSquares, links, nameTexts, outlineOf, pointOf } from "./ground.js";
import * as marks from "./marks.js";
import { journeys } from "./motion.js";
import { coloursOf, drawPiece, drawScenery, emptyPit, lifted } from "./shapes.js";
import { phrase } from "../words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */
/** @typedef {{pieces: Piece[], beside: Piece[]}} Pieces */
/** @typedef {{board: Board, theme: Theme, goals: number[], goalsLeadOut: boolean, borders: import("../types.js").Border[], isFlipped: boolean, hasNames: boolean, isNarrow: boolean, label: string}} Ground */

const STEP_TIME = 180; // milliseconds of one hop
const FADE_TIME = 220;
const NEVER_TAKEN = ["tower", "text"];
const FILLING = ["tile", "vehicle", "block", "tower", "bar"]; // their cells, to the corners
const LAYERS = ["cells", "last", "alerts", "chosen", "goals", "pieces", "names", "beside", "marks", "drawings", "cursor", "ghost"];
const READ = ["cells", "beside"]; // aloud: a cell says what stands on it

export class Painter {
  /**
   * @param {Ground} ground
   * @param {Pieces} pieces
   */
  constructor(ground, pieces) {
    const { board, theme, goals, goalsLeadOut, borders, isFlipped, hasNames, isNarrow } = ground;
    this.board = board;
    this.theme = theme;
    this.isFlipped = isFlipped;
    this.pieces = pieces;
    this.rows = rowsBeside(pieces).length;
    this.arePoints = arePoints(board, pieces);
    const isNamed = hasNames && !hasStickers(pieces);
    const written = isNarrow && !fillCells(pieces) ? namesInside : namesOf;
    const names = isNamed ? written(board, isFlipped) : [];
    const around = (board.scenery ?? []).flatMap(({ corners }) => corners);
    this.frame = new Frame(board, { names, marks: [...around, ...(goalsLeadOut ? goalTips(board, goals) : [])], rowsBeside: this.rows, isFlipped });
    const viewBox = `0 0 ${this.frame.width.toFixed(1)} ${this.frame.height.toFixed(1)}`;
    this.surface = /** @type {SVGSVGElement} */ (
      svg("svg", { viewBox, role: "group", "aria-label": ground.label, class: "board" })
    );
    this.layers = /** @type {Record<string, SVGGElement>} */ (
      Object.fromEntries(
        LAYERS.map((name) => [
          name,
          svg("g", { class: `layer-${name}`, "aria-hidden": READ.includes(name) ? undefined : "true" }),
        ]),
      )
    );
    this.surface.append(
      lightSquares(board, this.frame, theme),
      links(board, this.frame, theme),
      ...Object.values(this.layers),
    );
    this.layers.names.append(nameTexts(board, names, this.frame, theme, isNarrow ? this.frame.width / LETTERS_ACROSS : 0));
    this.layers.goals.append(...this._scenery());
    this.layers.goals.append(borderLines(borders, this.frame, theme), goalMarks(board, goals, goalsLeadOut, this.frame, theme));
    this.cells = /** @type {Map<number, SVGGElement>} */ (new Map());
    this.drawn = /** @type {Map<number, SVGGElement>} */ (new Map());
    board.nodes.forEach((node, index) => node.visible && this._addCell(index));
  }

  /** What lies about the board, each where it is. */
  _scenery() {
    return (this.board.scenery ?? []).map((each) => {
      const group = drawScenery(each, this.theme);
      group.setAttribute("transform", `translate(${this.frame.at(each.x, each.y).join(" ")})`);
      return group;
    });
  }

  /** @param {number} index */
  _addCell(index) {
    const node = this.board.nodes[index];
    const cell = svg("g", {
      class: "cell",
      role: "button",
      "data-node": index,
      "data-label": node.label,
      tabindex: "-1",
    });
    const look = { class: "ground", fill: this._shade(index), stroke: this.theme.line };
    const reach = outlineOf(node, this.frame, { class: "reach", fill: "transparent" });
    cell.append(...(this.arePoints ? [pointOf(node, this.frame, look), reach] : [outlineOf(node, this.frame, look)]));
    this.cells.set(index, cell);
    this.layers.cells.append(cell);
  }

  /** @param {number} index */
  _shade(index) {
    return this.theme.shades[this.board.nodes[index].shade % this.theme.shades.length];
  }

  /**
   * Whether these pieces need another frame than this one.
   * @param {Pieces} pieces
   */
  fits(pieces) {
    const isSame = (/** @type {(one: Pieces) => boolean} */ fact) => fact(pieces) === fact(this.pieces);
    return rowsBeside(pieces).length === this.rows && isSame(hasStickers) && isSame(fillCells) && arePoints(this.board, pieces) === this.arePoints;
  }

  /**
   * @param {Pieces} pieces
   * @param {number[]} last the nodes of the last move
   */
  showPieces(pieces, last) {
    const { nodes } = this.board;
    this.pieces = pieces;
    const stickers = new Map(
      pieces.pieces.filter((piece) => piece.shape === "sticker").map((piece) => [piece.node, piece]),
    );
    for (const [node, cell] of this.cells) {
      const sticker = stickers.get(node);
      cell.firstElementChild?.setAttribute("fill", sticker ? coloursOf(this.theme, sticker).face : this._shade(node));
    }
    this.drawn.clear();
    this.layers.pieces.replaceChildren();
    const up = this.isFlipped ? -1 : 1; // stacks reach upwards: those further down are drawn in front
    const ordered = [...pieces.pieces].sort((one, two) => up * (nodes[two.node].y - nodes[one.node].y));
    for (const piece of ordered) this.drawn.set(piece.node, this._drawAt(piece, this.layers.pieces));
    if (ordered.some(({ shape }) => shape === "seeds"))
      for (const node of this.cells.keys())
        if (!this.drawn.has(node)) this.layers.pieces.append(emptyPit(this.middle(node), this.theme));
    const style = {
      fill: this.theme.last_move,
      "fill-opacity": 0.55,
      stroke: this.theme.coordinates,
      "stroke-width": 2,
    };
    this.layers.last.replaceChildren(
      ...last.map((node) => outlineOf(nodes[node], this.frame, { class: "last-move", ...style })),
    );
    this._showBeside();
  }

  /** @param {number[]} nodes what is in danger */
  showAlerts(nodes) {
    this.layers.alerts.replaceChildren(
      ...nodes.map((node) => outlineOf(this.board.nodes[node], this.frame, { class: "alert" })),
    );
  }

  /** @param {number[]} nodes what a move that is planned touches */
  showPlanned(nodes) {
    this.layers.chosen.replaceChildren(
      ...nodes.map((node) => outlineOf(this.board.nodes[node], this.frame, { class: "planned" })),
    );
  }

  /** The pieces off the board, a row below it for each seat; many lie one upon the other. */
  _showBeside() {
    this.layers.beside.replaceChildren();
    rowsBeside(this.pieces).forEach((seat, row) => {
      const pieces = this.pieces.beside.filter((piece) => piece.seat === seat);
      const room = this.frame.width - UNIT * (2 * MARGIN + BESIDE);
      const apart = Math.min(UNIT * BESIDE, room / Math.max(1, pieces.length - 1));
      pieces.forEach((piece, number) => {
        const drawn = drawPiece(piece, this.theme);
        drawn.setAttribute(
          "transform",
          `translate(${UNIT * (MARGIN + BESIDE / 2) + apart * number} ${this.frame.rowBeside(row)}) scale(${BESIDE})`,
        );
        drawn.append(svg("title", {}, phrase("board.beside", piece)));
        this.layers.beside.append(drawn);
      });
    });
  }

  /**
   * What a hand has touched, and may touch next.
   * @param {number[]} hops
   * @param {number[]} chosen the same, with what lies between the ends of a group
   * @param {number[]} next
   * @param {import("./scene.js").Direction[]} directions where a group may go
   */
  showHand(hops, chosen, next, directions) {
    const { nodes } = this.board;
    const isDirection = new Set(directions.map(({ to }) => to));
    const together = [...new Set(chosen)].map((node) => nodes[node]);
    this.layers.chosen.replaceChildren(marks.chosen(together, this.frame, this.theme));
    const targets = next.map((node) => {
      const isTaken = !NEVER_TAKEN.includes(this._pieceOn(node)?.shape ?? "text");
      return isTaken || !isDirection.has(node) ? marks.target(this.middle(node), isTaken, this.theme) : null;
    });
    const arrows = directions.map(({ from, to }) => marks.direction(this.middle(from), this.middle(to), this.theme));
    this.layers.marks.replaceChildren(...targets.filter((target) => target !== null), ...arrows);
    this._travel(hops);
  }

  /**
   * A piece that hops over free nodes stands where it has got to.
   * @param {number[]} hops
   */
  _travel(hops) {
    const last = hops.at(-1);
    for (const [node, drawn] of this.drawn) {
      const piece = this._pieceOn(node);
      if (!piece) continue;
      const isTravelling = node === hops[0] && last !== undefined && !this._pieceOn(last);
      const [x, y] = isTravelling ? this.middle(last) : this._placeOf(piece);
      drawn.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    }
  }

  /** @param {Map<number, ValuedMove>} values by node */
  addValues(values) {
    for (const [node, valued] of values) {
      const isStack = this._pieceOn(node)?.shape === "stack"; // whose number is above
      this.layers.marks.append(marks.badge(this.middle(node), valued, isStack));
    }
  }

  /** @param {number[]} nodes the way of a move that is proposed */
  addHint(nodes) {
    this.layers.marks.append(
      marks.hint(
        nodes.map((node) => this.middle(node)),
        this.theme,
      ),
    );
  }

  /**
   * @param {number} node where the last move has led
   * @param {{sign: string, fault: string}} verdict
   */
  addVerdict(node, verdict) {
    this.layers.marks.append(marks.verdict(this.middle(node), verdict));
  }

  /** @param {number|null} node where the keyboard is */
  showCursor(node) {
    this.layers.cursor.replaceChildren(
      ...(node === null ? [] : [marks.cursor(this.board.nodes[node], this.frame, this.theme)]),
    );
  }

  // -- carrying a piece ------------------------------------------------------------------------------------------

  /**
   * A piece, with others of its group, leaves its place; returns what follows the pointer.
   * @param {Piece} piece
   * @param {Piece[]} others
   */
  lift(piece, others) {
    const ghost = this._drawAt(lifted(piece), this.layers.ghost);
    ghost.classList.add("ghost");
    const [x, y] = this.middle(piece.node);
    for (const other of others) {
      const [otherX, otherY] = this.middle(other.node);
      this._drawAt(other, ghost).setAttribute("transform", `translate(${otherX - x} ${otherY - y})`);
    }
    for (const each of [piece, ...others]) this.drawn.get(each.node)?.classList.add("lifted");
    return ghost;
  }

  /**
   * @param {SVGGElement} ghost
   * @param {number} clientX
   * @param {number} clientY
   */
  carry(ghost, clientX, clientY) {
    const matrix = this.surface.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    ghost.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(1.12)`);
  }

  /** @param {number|undefined} node the target that something is held over */
  showOver(node) {
    for (const [other, cell] of this.cells) cell.classList.toggle("over", other === node);
  }

  putDown() {
    this.showOver(undefined);
    for (const drawn of this.drawn.values()) drawn.classList.remove("lifted");
  }

  /**
   * A piece stays where a hand has put it, until the next position is shown.
   * @param {number} from
   * @param {number} to
   */
  hold(from, to) {
    const piece = this._pieceOn(from);
    const drawn = piece && piece.shape !== "tower" ? this.drawn.get(piece.node) : undefined;
    const [x, y] = this.middle(to);
    if (!drawn || piece?.also?.length) return;
    drawn.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    this.layers.pieces.append(drawn);
  }

  /**
   * What may not be where it was dropped flies back.
   * @param {SVGGElement} ghost
   * @param {number} to
   */
  flyBack(ghost, to) {
    const [x, y] = this.middle(to);
    const now = (ghost.getAttribute("transform") ?? "").match(/translate\((\S+) ([^)]+)\)/);
    if (!now || isStill()) return ghost.remove();
    const transform = [`translate(${now[1]}px, ${now[2]}px)`, `translate(${x}px, ${y}px)`];
    return removeAfter(ghost, ghost.animate({ transform }, { duration: STEP_TIME, easing: "ease-out" }));
  }

  // -- motion ----------------------------------------------------------------------------------------------------

  /**
   * What has changed since another position travels, comes or goes.
   * @param {Piece[]} before
   * @param {Move|null} move
   * @param {number|undefined} droppedAt where a hand has carried a piece already
   */
  animate(before, move, droppedAt) {
    if (isStill()) return;
    const { journeys: found, gone, come } = journeys(this.board, before, this.pieces.pieces, move);
    for (const { piece, path } of found) if (path.at(-1) !== droppedAt) this._journey(piece, path);
    for (const piece of gone) {
      const drawn = this._drawAt(piece, this.layers.ghost);
      removeAfter(drawn, drawn.animate({ opacity: [1, 0] }, { duration: FADE_TIME }));
    }
    for (const piece of come)
      if (piece.shape !== "tower") this.drawn.get(piece.node)?.animate({ opacity: [0, 1] }, { duration: FADE_TIME });
  }

  /**
   * @param {Piece} piece
   * @param {number[]} path
   */
  _journey(piece, path) {
    const [x, y] = this._placeOf(piece);
    const end = this.middle(piece.node);
    const transform = path
      .map((node) => this.middle(node))
      .map((at) => `translate(${at[0] + x - end[0]}px, ${at[1] + y - end[1]}px)`);
    const drawn = this.drawn.get(piece.node);
    drawn?.animate({ transform, easing: "ease-in-out" }, { duration: STEP_TIME * (path.length - 1) });
  }

  // -- places ----------------------------------------------------------------------------------------------------

  /**
   * @param {Piece} piece
   * @param {SVGGElement} layer
   */
  _drawAt(piece, layer) {
    const [x, y, reach] = this._placeOf(piece);
    const drawn = drawPiece(piece, this.theme, reach);
    drawn.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    layer.append(drawn);
    return drawn;
  }

  /**
   * The middle of a piece, and how far it reaches over several nodes.
   * @param {Piece} piece
   * @returns {[number, number, [number, number]]}
   */
  _placeOf(piece) {
    const [[x1, y1], [x2, y2]] = [piece.node, piece.also?.at(-1) ?? piece.node].map((node) => this.middle(node));
    return [(x1 + x2) / 2, (y1 + y2) / 2, [Math.abs(x2 - x1), Math.abs(y2 - y1)]];
  }

  /** @param {number} node */
  middle(node) {
    return this.frame.middle(this.board.nodes[node]);
  }

  /** @param {number} node */
  _pieceOn(node) {
    return this.pieces.pieces.find((piece) => piece.node === node || piece.also?.includes(node));
  }
}

/** @param {Pieces} pieces */
function rowsBeside({ beside }) {
  return [...new Set(beside.map((piece) => piece.seat))].sort();
}

/** @param {Pieces} pieces */
function hasStickers({ pieces }) {
  return pieces.some((piece) => piece.shape === "sticker");
}

/** Whether pieces reach into the corners of their cells. @param {Pieces} pieces */
function fillCells({ pieces }) {
  return pieces.some((piece) => FILLING.includes(piece.shape));
}

/**
 * Whether nodes are points where lines meet, drawn small: all alike, without outlines, and not for figures, which stand
 * out from a ground only.
 * @param {Board} board
 * @param {Pieces} shown
 */
function arePoints({ nodes }, { pieces, beside }) {
  const areAlike = nodes.every((node) => !node.outline.length && node.shade === nodes[0].shade);
  return areAlike && ![...pieces, ...beside].some(({ shape }) => shape === "figure" || shape === "text");
}

function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {Element} drawn
 * @param {Animation} animation
 */
function removeAfter(drawn, animation) {
  const remove = () => drawn.remove();
  animation.finished.then(remove, remove);
}
