/** What a puzzler counts: the moves, the time from the first of them, and the best of both that this browser has seen. */

import { bestOf, keepBest } from "../kept.js";
import { timeText } from "./clocks.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */

const TICK = 250; // milliseconds
const MIXED = 30; // turns of a scramble

export class Tally {
  /**
   * @param {Model} model
   * @param {HTMLElement} place
   * @param {() => boolean} isHelped whether somebody was shown moves: that is no best
   */
  constructor(model, place, isHelped) {
    this._model = model;
    this._place = place;
    this._isHelped = isHelped;
    this._begun = /** @type {number|null} */ (null);
    this._ended = /** @type {number|null} */ (null);
    this._note = "";
    this._wasSeenRunning = false;
    place.hidden = !model.isPuzzle;
    if (model.isPuzzle) setInterval(() => this._write(), TICK);
  }

  /** Something has changed. */
  show() {
    const { match, isOver, isPuzzle } = this._model;
    if (!isPuzzle) return;
    if (!isOver) {
      this._wasSeenRunning = true; // else it had ended before anybody looked
      this._begun = match.moves.length ? (this._begun ?? performance.now()) : null;
      this._ended = null;
    } else if (this._wasSeenRunning && this._ended === null) this._end();
    this._write();
  }

  _end() {
    this._ended = performance.now();
    this._begun ??= this._ended;
    const { match } = this._model;
    if (this._isHelped() || !match.view.outcome?.winners.length) return;
    const isBest = keepBest(this._key, { moves: match.moves.length, seconds: this._seconds });
    this._note = isBest ? ` ${phrase("tally.best")}` : "";
  }

  /** What is compared: the same puzzle from the same start, its own as a rule; a scrambled solid is as good as another. */
  get _key() {
    const { game, match } = this._model;
    return game.solid || match.start === game.start ? game.id : `${game.id} ${match.start}`;
  }

  get _seconds() {
    return this._begun === null ? 0 : ((this._ended ?? performance.now()) - this._begun) / 1000;
  }

  _write() {
    const best = bestOf(this._key);
    const moves = phrase("moves.count", { n: this._model.match.moves.length });
    const time = this._begun === null ? "0:00" : clockText(this._seconds);
    const known = best ? ` ${phrase("tally.known", { moves: phrase("moves.count", { n: best.moves }), time: clockText(best.seconds) })}` : "";
    const text = `${time}, ${moves}.${this._note}${known}`;
    if (this._place.textContent !== text) this._place.textContent = text;
  }
}

/** @param {number} seconds */
function clockText(seconds) {
  return timeText(Math.max(10, seconds)) === "0:10" && seconds < 10 ? `0:0${Math.floor(seconds)}` : timeText(seconds);
}

/**
 * Turns by chance that mix a solid.
 * @param {import("../types.js").Game} game
 * @returns {string[]}
 */
export function mixing({ solid }) {
  const turns = Object.keys(solid?.turns ?? {});
  return Array.from({ length: MIXED }, () => turns[Math.floor(Math.random() * turns.length)]);
}
