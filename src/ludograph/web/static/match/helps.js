/** Help to understand: values of moves, the AI's opinion, hints, a puzzle played out, the chart. */

import { get, post, Refusal } from "../api.js";
import { BEST, bestOf, inWords, VALUES, waste } from "../board/marks.js";
import { html, refill } from "../dom.js";
import { keepFocus } from "./actions.js";
import { lineChart } from "./chart.js";
import { counted } from "./players.js";
import { bestLine, Thinking } from "./thinking.js";
import { Knowledge } from "./truth.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./truth.js").Finding} Finding */
/** @typedef {import("../board/board-view.js").BoardView} BoardView */

const BETWEEN_MOVES = 550; // milliseconds, when a puzzle is played out
const ASK_AGAIN = 800;

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Helps {
  /**
   * @param {Model} model
   * @param {BoardView} board
   * @param {{play: (text: string) => Promise<boolean>, refused: (error: Error) => void, say: (text: string) => void}} given
   */
  constructor(model, board, given) {
    this._model = model;
    this._board = board;
    this._given = given;
    this._knowledge = new Knowledge(model);
    this._isOn = false;
    this._playing = /** @type {object|null} */ (null); // the hand that plays a puzzle out
    this._asked = 0;
    this._finding = /** @type {Finding|null} */ (null);
    this._note = "";
    this._best = /** @type {number|null} */ (null); // the least number of moves from the start
    this._solve = /** @type {any} */ (null);
    this._isAsked = false; // whether a solution is known
    this._place = html("div", { class: "help-buttons" });
    this._told = html("div", { class: "told", "aria-live": "polite" });
    this._thinking = new Thinking(model);
  }

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} chartSection
   */
  attach(place, chartSection) {
    place.append(this._place, this._thinking.element, this._told);
    this._chartSection = chartSection;
    chartSection.querySelector("button")?.addEventListener("click", () => this._lookAtAll());
    if (this._model.isPuzzle) this._findBest();
  }

  /** A program tells what it thinks. @param {import("./thinking.js").Thought} thought */
  hear(thought) {
    this._thinking.hear(thought);
    this._thinking.show(this._isOn);
  }

  /** Another position is shown. */
  async refresh() {
    this._note = "";
    this._finding = null;
    this._draw();
    if (this._isOn) await this._ask();
  }

  async _findBest() {
    try {
      const finding = await this._knowledge.at(0);
      if (finding.kind === "truth") this._best = finding.truth.remoteness;
    } catch {
      // Not knowing the best is no reason to disturb anybody.
    }
    this._isAsked = true;
    this._draw();
  }

  /** Ask what is known of the position that is shown. */
  async _ask() {
    const asked = ++this._asked;
    const { ply, isOver, isNow } = this._model;
    if (isOver && isNow && !this._model.isPuzzle) return this._draw();
    try {
      const finding = await this._knowledge.at(ply);
      if (asked !== this._asked || !this._isOn) return;
      this._finding = finding;
      this._board.values = finding.kind === "truth" ? finding.moves : [];
    } catch (error) {
      if (asked !== this._asked || !this._isOn) return;
      this._note = /** @type {Error} */ (error).message;
    }
    this._draw();
  }

  _draw() {
    const { isPuzzle, isOver, isNow, match } = this._model;
    const canPlay = match.own_seats.length > 0 && !isOver;
    const isOn = html("input", {
      type: "checkbox",
      role: "switch",
      checked: this._isOn,
      onchange: () => this._switch(isOn.checked),
    });
    const isKnown = this._best !== null;
    const buttons = [
      html("label", { class: "switch" }, isOn, isPuzzle ? "Values of moves" : "Values and analysis"),
      canPlay &&
        html(
          "button",
          { type: "button", onclick: () => this._hint(), disabled: !isNow },
          isPuzzle ? "Show me the next move" : "Hint",
        ),
      isPuzzle &&
        canPlay &&
        isKnown &&
        html("button", { type: "button", onclick: () => this._playOut() }, this._playing ? "Stop" : "Play it out"),
      isPuzzle &&
        this._isAsked &&
        !isKnown &&
        !this._solve &&
        html("button", { type: "button", onclick: () => this._order() }, "Solve this puzzle"),
    ];
    keepFocus(this._place, () => refill(this._place, /** @type {Element[]} */ (buttons.filter(Boolean))));
    const told = [this._used(), this._noted(), this._progress(), this._isOn && this._told_()];
    refill(this._told, /** @type {Element[]} */ (told.filter(Boolean)));
    this._thinking.show(this._isOn);
    this._drawChart();
  }

  _noted() {
    return this._note && html("p", { class: "note" }, this._note);
  }

  /** The number of moves used, against the best. */
  _used() {
    if (!this._model.isPuzzle || this._best === null) return null;
    const used = this._model.match.moves.length;
    return html(
      "p",
      { class: "used" },
      `${counted(used, "move")} used; from the start ${counted(this._best, "move")} ${this._best === 1 ? "is" : "are"} enough.`,
    );
  }

  /** What was found, in words. */
  _told_() {
    const finding = this._finding;
    if (!finding) return html("p", { class: "note" }, this._note ? "" : "Thinking…");
    if (finding.kind === "unknown") return html("p", {}, finding.why);
    if (finding.kind === "analysis") {
      const { score_text, line, depth } = finding.analysis;
      return html(
        "p",
        { class: "analysis" },
        html("strong", {}, score_text),
        ` for the side to move, ${depth} deep: `,
        bestLine(line),
      );
    }
    const ordered = [];
    const left = finding.moves.filter((move) => move.value);
    while (left.length) {
      const best = /** @type {any} */ (bestOf(left));
      ordered.push(best);
      left.splice(left.indexOf(best), 1);
    }
    const list = ordered.map((move) => this._valued(move));
    return html(
      "div",
      {},
      html("p", {}, finding.truth.words),
      html("ul", { class: "values", "aria-label": "Moves by their values" }, ...list),
    );
  }

  /** @param {import("../types.js").ValuedMove} move */
  _valued(move) {
    const glyph = html("span", { class: `glyph ${move.value}`, "aria-hidden": "true" }, VALUES[move.value ?? "draw"].sign);
    glyph.style.setProperty("--waste", String(waste(move)));
    const words = [
      ...(move.isBest ? [html("span", { class: "star", role: "img", "aria-label": "best" }, BEST), " "] : []),
      glyph,
      ` ${move.text} `,
      html("span", { class: "word" }, inWords(move)),
    ];
    const isPlayable = this._model.isNow && this._model.isOwnTurn && !this._model.isOver;
    return html(
      "li",
      {},
      isPlayable
        ? html("button", { type: "button", onclick: () => this._given.play(move.text) }, ...words)
        : html("span", {}, ...words),
    );
  }

  /** @param {boolean} isOn */
  _switch(isOn) {
    this._isOn = isOn;
    this._finding = null;
    if (!isOn) this._board.values = [];
    this._draw();
    if (isOn) this._ask();
  }

  /** Point out the best move. */
  async _hint() {
    const { position } = this._model;
    const isOld = () => position !== this._model.position;
    try {
      const best = await this._knowledge.best(this._model.ply);
      if (isOld()) return;
      const move = this._model.match.view.moves.find((known) => known.text === best?.text);
      if (!best || !move)
        this._note =
          this._best === null && this._model.isPuzzle
            ? "Nobody has solved this puzzle yet."
            : "From here there is no solution.";
      else {
        this._board.hint = move;
        this._note = `Next: ${best.text} (${best.word}).`;
      }
    } catch (error) {
      if (isOld()) return;
      this._note = /** @type {Error} */ (error).message;
    }
    this._draw();
  }

  /** Play the best moves until it is solved, or somebody says stop. */
  async _playOut() {
    const hand = this._playing ? null : {};
    this._playing = hand;
    this._draw();
    while (hand && this._playing === hand && !this._model.isOver) {
      const { length } = this._model.match.moves;
      const best = await this._knowledge.best(length).catch(() => null);
      if (this._playing !== hand) return; // somebody has said stop, and perhaps that it goes on
      if (length !== this._model.match.moves.length) continue;
      if (!best || !(await this._given.play(best.text))) break;
      await pause(BETWEEN_MOVES);
    }
    if (this._playing === hand) this._playing = null;
    this._draw();
  }

  // -- ordering a solution ---------------------------------------------------------------------------------------

  async _order() {
    try {
      this._solve = await post("solves", { game: this._model.match.game });
      this._draw();
      while (["queued", "running"].includes(this._solve.status)) {
        await pause(ASK_AGAIN);
        this._solve = await get(`solves/${this._solve.id}`);
        this._draw();
      }
      if (this._solve.error) this._note = this._solve.error.detail;
    } catch (error) {
      this._note = /** @type {Error} */ (error).message;
    }
    this._solve = null;
    this._knowledge.forget();
    if (this._isOn) this._ask();
    await this._findBest();
  }

  _progress() {
    if (!this._solve) return null;
    const { done, total, status } = this._solve;
    const bar = html("progress", { max: Math.max(1, total), value: done, "aria-label": "Solving" });
    return html(
      "p",
      { class: "solving" },
      status === "queued" ? "Waiting to be solved… " : "Solving… ",
      bar,
      ` ${done.toLocaleString("en")}`,
    );
  }

  // -- the chart -------------------------------------------------------------------------------------------------

  _drawChart() {
    const section = this._chartSection;
    if (!section) return;
    const { isPuzzle, match, ply } = this._model;
    const known = this._knowledge.through;
    section.hidden = !this._isOn;
    const most = isPuzzle ? Math.max(1, ...known.map(({ number }) => number)) : 1;
    const title = isPuzzle ? "Moves to the solution" : `Value for ${this._model.game.seats[0]}`;
    const drawn = lineChart(known, { plies: match.moves.length, least: isPuzzle ? 0 : -1, most, now: ply, title });
    section.querySelector("div")?.replaceChildren(html("p", { class: "chart-title" }, title), drawn);
  }

  async _lookAtAll() {
    for (let ply = 0; ply <= this._model.match.moves.length && this._isOn; ply++) {
      if (this._knowledge.through.some((known) => known.ply === ply)) continue;
      try {
        await this._knowledge.at(ply, { isQuick: true });
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "too-many-requests") continue; // the end has no value to ask for
        await pause(ASK_AGAIN * 2);
        ply--;
      }
      this._drawChart();
    }
  }
}
