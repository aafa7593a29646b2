/** What a hand does on the map, with mouse, finger or keys, by the tool that is chosen. */

import { stepTo } from "../board/walking.js";
import { Gestures } from "./gestures.js";
import {
  MOST_NODES,
  TYPES,
  labelOf,
  nodeOf,
  pieceAt,
  withLink,
  withMovedNode,
  withNode,
  withPiece,
  withoutLink,
  withoutNode,
} from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapNode} MapNode */
/** @typedef {{x: number, y: number}} Place */
/** @typedef {{tool: string, type: string | null, player: import("./model.js").PlayerId, snap: number,
 *            linksNear: boolean}} Choices what is chosen beside the map; a snap of 0 is none */
/** @typedef {{kind: "move" | "link" | "pan" | "press", id?: number, from: Place, moved: boolean, key: string}} Drag */

const DRAG_PIXELS = 5;
const NEAR = 1.25;
const FINE_STEP = 0.1;
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowLeft: [-1, 0], ArrowDown: [0, -1] };

/** What a drag does with each tool, where it is not only a press. @type {Record<string, Drag["kind"]>} */
const DRAGS = {
  "node select": "move",
  "node node": "move",
  "node link-two": "link",
  "node link-one": "link",
  "ground select": "pan",
};

export class Tools {
  /**
   * @param {import("./bench.js").Bench} bench
   * @param {import("./view.js").MapView} view
   * @param {() => Choices} choices
   * @param {{say: (text: string) => void, hover: (node: number | null) => void, choosePlayer: (place: number) => void}} outside
   */
  constructor(bench, view, choices, outside) {
    this.bench = bench;
    this.view = view;
    this.choices = choices;
    this.outside = outside;
    /** @type {Drag | null} */
    this.drag = null;
    /** @type {{from: number, isTwoWay: boolean} | null} a link that waits for its other end */
    this.pending = null;
    this.drags = 0;
    new Gestures(view, () => this.cancel());
    const { element } = view;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => this.cancel());
    element.addEventListener("pointerleave", () => outside.hover(null));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusin", (event) => this.focused(/** @type {Element} */ (event.target)));
  }

  get map() {
    return this.bench.map;
  }

  /** @param {number} id */
  label(id) {
    const node = nodeOf(this.map, id);
    return node ? labelOf(node) : "";
  }

  // -- pointers -----------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    const from = this.view.placeUnder(event);
    const node = this.view.nodeNear(this.map, from);
    const { tool } = this.choices();
    this.drags += 1;
    this.view.element.setPointerCapture(event.pointerId);
    const drag = { from, moved: false, key: `drag ${this.drags}`, id: node?.id };
    if (node) this.view.focus(node.id);
    if (node && (tool === "select" || tool === "node")) this.bench.select(node.id);
    this.drag = { ...drag, kind: DRAGS[`${node ? "node" : "ground"} ${tool}`] ?? "press" };
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const place = this.view.placeUnder(event);
    const { drag } = this;
    if (!drag) {
      if (event.pointerType !== "touch") this.outside.hover(this.view.nodeNear(this.map, place)?.id ?? null);
      if (this.pending) this.view.showHand(nodeOf(this.map, this.pending.from), place);
      return;
    }
    const way = Math.hypot(place.x - drag.from.x, place.y - drag.from.y) / this.view.pixel;
    drag.moved ||= way > DRAG_PIXELS;
    if (!drag.moved) return;
    if (drag.kind === "move") this.moveNode(/** @type {number} */ (drag.id), this.snapped(place), drag.key);
    if (drag.kind === "link") this.view.showHand(nodeOf(this.map, drag.id ?? null), place);
    if (drag.kind === "pan") this.view.pan(drag.from.x - place.x, drag.from.y - place.y);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    const place = this.view.placeUnder(event);
    const node = this.view.nodeNear(this.map, place);
    if (drag.kind === "link") this.endLink(/** @type {number} */ (drag.id), node, drag.moved);
    else if (drag.kind === "pan" && !drag.moved) this.chooseLink(place);
    else if (drag.kind === "press" && !drag.moved) this.pressed(place, node);
  }

  cancel() {
    this.drag = null;
    this.pending = null;
    this.view.showHand(undefined, null);
  }

  /** @param {Place} place */
  chooseLink(place) {
    this.bench.select(null, this.view.linkNear(this.map, place));
  }

  /** @param {Place} place @param {MapNode | undefined} node */
  pressed(place, node) {
    const { tool } = this.choices();
    if (node) this.use(node.id);
    else if (tool === "node") this.addNode(this.snapped(place));
    else if (tool === "erase") this.eraseLink(this.view.linkNear(this.map, place));
    else this.cancel();
  }

  /** @param {number} from @param {MapNode | undefined} node @param {boolean} isDrag */
  endLink(from, node, isDrag) {
    if (!isDrag) this.use(from);
    else if (node && node.id !== from) this.addLink(from, node.id, this.choices().tool === "link-two");
    if (isDrag) this.cancel();
  }

  /** @param {Place} place */
  snapped(place) {
    const step = this.choices().snap * this.view.step;
    return step ? { x: Math.round(place.x / step) * step, y: Math.round(place.y / step) * step } : place;
  }

  // -- the tools ----------------------------------------------------------------------------------------------------

  /** Use the chosen tool on a node. @param {number} id */
  use(id) {
    const { tool, type, player } = this.choices();
    if (this.pending) this.endPending(id);
    else if (tool === "link-two" || tool === "link-one") this.beginLink(id, tool === "link-two");
    else if (tool === "piece") this.place(id, type, player);
    else if (tool === "erase") this.eraseNode(id);
    else this.bench.select(id);
  }

  /** @param {number} id @param {boolean} isTwoWay */
  beginLink(id, isTwoWay) {
    this.pending = { from: id, isTwoWay };
    this.bench.select(id);
    this.outside.say(isTwoWay ? phrase("shop.link-from", { node: this.label(id) }) : phrase("shop.one-way-from", { node: this.label(id) }));
  }

  /** @param {number} id */
  endPending(id) {
    const { from, isTwoWay } = /** @type {{from: number, isTwoWay: boolean}} */ (this.pending);
    this.cancel();
    if (id === from) this.outside.say(phrase("shop.no-link"));
    else this.addLink(from, id, isTwoWay);
  }

  /** @param {number} from @param {number} to @param {boolean} isTwoWay */
  addLink(from, to, isTwoWay) {
    const ends = { from: this.label(from), to: this.label(to) };
    const what = isTwoWay ? phrase("shop.did-link", ends) : phrase("shop.did-one-way", ends);
    const linked = withLink(this.map, from, to, isTwoWay);
    if (linked === this.map) this.outside.say(phrase("shop.link-there"));
    this.bench.change(linked, what);
  }

  /** @param {Place} place @param {number[]} [partners] nodes to link it with @returns {number | null} the new node */
  addNode(place, partners = []) {
    if (this.map.nodes.length >= MOST_NODES) {
      this.outside.say(phrase("shop.most-nodes", { n: MOST_NODES }));
      return null;
    }
    const [added, id] = withNode(this.map, place.x, place.y);
    const reach = NEAR * this.view.step;
    const near = this.map.nodes.filter(({ x, y }) => Math.hypot(x - place.x, y - place.y) <= reach).map((node) => node.id);
    const others = [...partners, ...(this.choices().linksNear ? near : [])];
    const linked = others.reduce((map, other) => withLink(map, id, other, true), added);
    this.bench.change(linked, phrase("shop.did-add", { node: labelOf(/** @type {MapNode} */ (nodeOf(linked, id))) }));
    this.bench.select(id);
    this.goTo(id);
    return id;
  }

  /** A node beside the chosen one, or in the middle. */
  addBeside() {
    const chosen = nodeOf(this.map, this.bench.node) ?? this.map.nodes.at(-1);
    if (!chosen) return this.addNode(this.snapped({ x: 0, y: 0 }));
    const { step } = this.view;
    for (let distance = 1; ; distance += 1) {
      for (const [right, up] of Object.values(ARROWS)) {
        const place = { x: chosen.x + right * distance * step, y: chosen.y + up * distance * step };
        if (!this.nodeAt(place)) return this.addNode(place);
      }
    }
  }

  /** @param {Place} place */
  nodeAt({ x, y }) {
    return this.map.nodes.find((node) => Math.hypot(node.x - x, node.y - y) < 0.3 * this.view.unit);
  }

  /** @param {number} id @param {Place} place @param {string} key */
  moveNode(id, { x, y }, key) {
    const node = nodeOf(this.map, id);
    if (!node || (node.x === x && node.y === y)) return;
    this.bench.change(withMovedNode(this.map, id, x, y), phrase("shop.did-move", { node: this.label(id) }), key);
  }

  /** @param {number} id @param {string | null} type @param {import("./model.js").PlayerId} player */
  place(id, type, player) {
    const standing = pieceAt(this.map, id);
    const isSame = standing && standing.type === type && String(standing.player) === String(player);
    if (!standing && !type) return;
    const what = phrase("shop.did-piece", { piece: type && !isSame ? `${player} ${phrase(`piece.${type}`)}` : phrase("shop.no-piece"), node: this.label(id) });
    this.bench.change(withPiece(this.map, id, isSame ? null : type, player), what);
    this.bench.select(id);
  }

  /** @param {number} id */
  eraseNode(id) {
    const next = this.walked(id, "ArrowLeft") ?? this.walked(id, "ArrowRight") ?? this.map.nodes.find((node) => node.id !== id)?.id;
    this.cancel();
    const hadFocus = this.view.groups.get(id) === document.activeElement;
    this.bench.change(withoutNode(this.map, id), phrase("shop.did-remove", { node: this.label(id) }));
    if (hadFocus && next !== undefined) this.view.focus(next);
  }

  /** @param {[number, number] | null} link */
  eraseLink(link) {
    if (!link) return;
    const [from, to] = link;
    const what = phrase("shop.did-unlink", { from: this.label(from), to: this.label(to) });
    this.bench.change(withoutLink(this.map, from, to, true), what);
  }

  /** The keyboard goes to a node, which comes into sight. @param {number} id */
  goTo(id) {
    this.view.reveal(this.map, id);
    this.view.focus(id);
  }

  // -- keys ---------------------------------------------------------------------------------------------------------

  /** @param {Element} target */
  focused(target) {
    const id = this.idOf(target);
    if (id === null) return;
    this.view.tabStop = id;
    this.outside.hover(null); // what has the focus counts from now on
  }

  /** @param {Element | null} target */
  idOf(target) {
    const text = target?.closest("[data-node]")?.getAttribute("data-node");
    return text ? Number(text) : null;
  }

  /** @param {number} id @param {string} key @returns {number | undefined} the node that an arrow leads to */
  walked(id, key) {
    const places = new Map(this.map.nodes.map((node, place) => [node.id, place]));
    const nodes = this.map.nodes.map((node) => ({
      ...node,
      visible: true,
      links: this.map.links.filter(([from]) => from === node.id).map(([, to]) => ({ to: places.get(to) })),
    }));
    const found = stepTo(/** @type {any} */ ({ nodes }), places.get(id) ?? 0, key, false);
    return found === undefined ? undefined : this.map.nodes[found].id;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const id = this.idOf(/** @type {Element} */ (event.target));
    if (event.altKey || id === null) return;
    const handled = event.key in ARROWS ? this.arrow(id, event) : event.ctrlKey || event.metaKey ? false : this.letter(id, event.key);
    if (handled) event.preventDefault();
  }

  /** @param {number} id @param {KeyboardEvent} event */
  arrow(id, event) {
    if (event.shiftKey) this.nudge(id, event.key);
    else if (event.ctrlKey || event.metaKey) this.grow(id, event.key);
    else this.goTo(this.walked(id, event.key) ?? id);
    return true;
  }

  /** Move a node a bit. @param {number} id @param {string} key */
  nudge(id, key) {
    const node = /** @type {MapNode} */ (nodeOf(this.map, id));
    const step = (this.choices().snap || FINE_STEP) * this.view.step;
    const [right, up] = ARROWS[key];
    this.bench.select(id);
    this.moveNode(id, { x: node.x + right * step, y: node.y + up * step }, `nudge ${id}`);
    this.goTo(id);
  }

  /** A linked node in a direction, or a link to the one that is there. @param {number} id @param {string} key */
  grow(id, key) {
    const node = /** @type {MapNode} */ (nodeOf(this.map, id));
    const [right, up] = ARROWS[key];
    const place = { x: node.x + right * this.view.step, y: node.y + up * this.view.step };
    const there = this.nodeAt(place);
    if (there) {
      this.addLink(id, there.id, true);
      this.goTo(there.id);
      return;
    }
    this.addNode(place, [id]);
  }

  /** @param {number} id @param {string} key @returns {boolean} whether the key means something */
  letter(id, key) {
    const type = TYPES[key.toUpperCase()];
    const { player } = this.choices();
    if (key === "Enter" || key === " ") this.use(id);
    else if (key === "Escape") this.cancel();
    else if (key === "+" || key === "-") this.view.zoom(key === "+" ? 0.8 : 1.25, nodeOf(this.map, id));
    else if (key === "Home") this.view.showWhole(this.map);
    else if (key === "Delete" || key === "Backspace") this.eraseNode(id);
    else if (key === "." || key === "0") this.place(id, null, player);
    else if (key === "l" || key === "o") this.beginLink(id, key === "l");
    else if (/^[1-9]$/.test(key)) this.outside.choosePlayer(Number(key) - 1);
    else if (type) this.place(id, type, player);
    else return false;
    return true;
  }
}
