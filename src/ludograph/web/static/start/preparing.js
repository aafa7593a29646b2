/** Tells what is prepared before a game can begin, and how far it is; the server begins with it when it is asked. */

import { get } from "../api.js";
import { html } from "../dom.js";
import { phrase } from "../words.js";

const PAUSE = 250; // milliseconds between two questions

export class Preparing {
  constructor() {
    this._asked = 0;
    this._bar = html("progress", { max: "1", value: "0", "aria-label": phrase("prepared") });
    this._words = html("span", {}, phrase("preparing"));
    this.element = html("p", { class: "preparing", role: "status" }, this._bar, this._words);
  }

  /**
   * Follow the preparation of a game until it is ready, or until another one is asked for.
   * @param {string} game
   */
  async watch(game) {
    const asked = ++this._asked;
    try {
      while (asked === this._asked && this.element.isConnected) {
        const { is_ready: isReady, doing, done, steps } = await get("preparing", { game });
        if (asked !== this._asked) return;
        this._bar.max = String(steps);
        this._bar.value = String(done);
        this.element.classList.toggle("ready", isReady);
        this.say(isReady ? phrase("ready") : phrase("preparing.doing", { doing, done, steps }));
        if (isReady) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch {
      if (asked === this._asked) this.say(""); // what is wrong with the game is told elsewhere
    }
  }

  /** @param {string} words */
  say(words) {
    if (this._words.textContent !== words) this._words.textContent = words;
  }
}
