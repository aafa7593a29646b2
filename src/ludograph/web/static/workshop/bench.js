/** The map that is worked on, with what was before it and what was undone. A reload of the page finds it again. */

import { emptyMap } from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapData} MapData */
/** @typedef {{map: MapData, what: string}} Step */

const KEPT_AS = "ludograph-workshop";
const MOST_STEPS = 200;
const MOST_KEPT = 20;
const KEEP_AFTER = 200; // milliseconds

/** Tells "change" after each change of the map, "turn" after undo and redo, "select" when another thing is chosen. */
export class Bench extends EventTarget {
  constructor() {
    super();
    /** @type {MapData} */
    this.map = emptyMap();
    /** @type {Step[]} */
    this.past = [];
    /** @type {Step[]} */
    this.future = [];
    /** @type {number | null} the chosen node */
    this.node = null;
    /** @type {[number, number] | null} the chosen link */
    this.link = null;
    this.mergeKey = "";
    this.waiting = 0;
    this.restore();
    addEventListener("pagehide", () => this.keep());
  }

  /**
   * Go on to the next map. Changes with one merge key after each other are undone together.
   * @param {MapData} map @param {string} what @param {string} [mergeKey]
   */
  change(map, what, mergeKey = "") {
    if (map === this.map) return;
    if (!mergeKey || mergeKey !== this.mergeKey) this.past.push({ map: this.map, what });
    this.past.splice(0, this.past.length - MOST_STEPS);
    this.future = [];
    this.mergeKey = mergeKey;
    this.show(map, what);
  }

  undo() {
    this.swap(this.past, this.future, "shop.undone");
  }

  redo() {
    this.swap(this.future, this.past, "shop.redone");
  }

  /** @param {Step[]} from @param {Step[]} to @param {string} word */
  swap(from, to, word) {
    const step = from.pop();
    if (!step) return;
    to.push({ map: this.map, what: step.what });
    this.mergeKey = "";
    this.show(step.map, phrase(word, { what: step.what }));
    this.dispatchEvent(new CustomEvent("turn"));
  }

  /** @param {MapData} map @param {string} what */
  show(map, what) {
    this.map = map;
    this.forgetGone();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.keep(), KEEP_AFTER); // not at every step of a drag
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }

  /** @param {number | null} node @param {[number, number] | null} [link] */
  select(node, link = null) {
    if (this.node === node && String(this.link) === String(link)) return;
    this.node = node;
    this.link = link;
    this.mergeKey = "";
    this.dispatchEvent(new CustomEvent("select"));
  }

  forgetGone() {
    const ids = new Set(this.map.nodes.map((node) => node.id));
    if (this.node !== null && !ids.has(this.node)) this.node = null;
    const isThere = (/** @type {[number, number]} */ [a, b]) =>
      this.map.links.some(([from, to]) => (from === a && to === b) || (from === b && to === a));
    if (this.link && !isThere(this.link)) this.link = null;
  }

  keep() {
    clearTimeout(this.waiting);
    const { map, past, future } = this;
    for (const steps of [MOST_KEPT, 0]) {
      try {
        const kept = { map, past: steps ? past.slice(-steps) : [], future: steps ? future.slice(-steps) : [] };
        localStorage.setItem(KEPT_AS, JSON.stringify(kept));
        return;
      } catch {
        // There is not enough room, or none at all: then with less, or only until the page is closed.
      }
    }
  }

  restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT_AS) ?? "null");
      if (!kept?.map?.nodes) return;
      this.map = kept.map;
      this.past = kept.past;
      this.future = kept.future;
    } catch {
      // What can't be read is as good as nothing.
    }
  }
}
