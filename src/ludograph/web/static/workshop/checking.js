/** Asks the server for the faults of the map whenever it has changed, and shows them beside what they are about. */

import { byId, html } from "../dom.js";
import { faultIn, hints } from "./faults.js";
import { showError } from "./fields.js";
import { faultsOf } from "./server.js";
import { phrase } from "../words.js";

const PAUSE = 250; // milliseconds without a change

export class Checking {
  /** @param {import("./bench.js").Bench} bench @param {import("./view.js").MapView} view */
  constructor(bench, view) {
    this.bench = bench;
    this.view = view;
    this.waiting = 0;
    /** @type {import("./faults.js").Fault[]} */
    this.faults = [];
    /** @type {Set<string>} fields that show an error */
    this.shown = new Set();
  }

  /** Check when nothing was changed for a moment. */
  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check().catch(() => {}), PAUSE);
    byId("hints").replaceChildren(...hints(this.bench.map).map((text) => html("li", {}, text)));
  }

  /** @returns {Promise<boolean>} whether the map, as it is now, has no fault */
  async check() {
    clearTimeout(this.waiting);
    const { map } = this.bench;
    let found;
    try {
      found = map.nodes.length ? await faultsOf(map) : [];
    } catch (error) {
      if (map === this.bench.map) this.judge(/** @type {Error} */ (error).message, "");
      throw error;
    }
    if (map !== this.bench.map) return this.check(); // it was changed meanwhile
    this.faults = found.map((text) => faultIn(text, map));
    if (!map.nodes.length) this.judge(phrase("shop.empty"), "");
    else if (!found.length) this.judge(phrase("shop.no-fault"), "good");
    else this.judge(phrase("shop.fault-count", { n: found.length }), "bad");
    this.list();
    this.show();
    return map.nodes.length > 0 && !found.length;
  }

  /** @param {string} text @param {string} kind good, bad or neither */
  judge(text, kind) {
    byId("verdict").textContent = text;
    byId("verdict").className = `verdict ${kind}`;
  }

  list() {
    byId("faults").replaceChildren(
      ...this.faults.map((fault) => {
        const isPlaced = fault.nodes.length || fault.field;
        const lead = html("button", { type: "button", class: "quiet", onclick: () => this.lead(fault) }, fault.text);
        return html("li", {}, isPlaced ? lead : fault.text);
      }),
    );
  }

  /** Go to what a fault is about. @param {import("./faults.js").Fault} fault */
  lead({ nodes, field }) {
    if (nodes.length) {
      this.bench.select(nodes[0]);
      this.view.reveal(this.bench.map, nodes[0]);
      this.view.focus(nodes[0]);
    } else {
      const element = document.getElementById(`field-${field}`);
      element?.focus();
      element?.scrollIntoView({ block: "center" });
    }
  }

  /** Mark nodes and fields. */
  show() {
    this.view.faulty = new Set(this.faults.flatMap((fault) => fault.nodes));
    this.view.drawNodes(this.bench.map, this.bench.node);
    const fields = new Map(this.faults.filter((fault) => fault.field).map(({ field, text }) => [`field-${field}`, text]));
    for (const id of this.shown) if (!fields.has(id)) showError(id, "");
    for (const [id, text] of fields) showError(id, text);
    this.shown = new Set(fields.keys());
    const ofChosen = this.faults.filter(({ nodes }) => nodes.includes(this.bench.node ?? NaN));
    byId("chosen-error").textContent = ofChosen.map(({ text }) => text).join("; ");
    byId("chosen-error").hidden = !ofChosen.length;
  }
}
