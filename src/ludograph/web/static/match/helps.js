/** Help to understand: values of moves, the AI's opinion, hints, a puzzle played out, the chart. */

import { get, HAS_SERVER, post, Refusal } from "../api.js";
import { html, refill } from "../dom.js";
import { keepFocus } from "./actions.js";
import { chartTitle, valueChart } from "./chart.js";
import { FairPlay } from "./fair_play.js";
import { shownMove } from "./notation.js";
import { bestLine, Thinking } from "./thinking.js";
import { Knowledge } from "./truth.js";
import { valuesList } from "./values.js";
import { numberText, phrase } from "../words.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./truth.js").Finding} Finding */
/** @typedef {import("../board/board-view.js").BoardView} BoardView */

const BETWEEN_MOVES = 550; // milliseconds, when a puzzle is played out
const ASK_AGAIN = 800;
const TOO_LARGE = ["too-large", "not-here"]; // for the server; a site has solved what it can already

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
    this.wasUsed = false; // whether a move was shown
    this._best = /** @type {number|null} */ (null); // the least number of moves from the start
    this._solve = /** @type {any} */ (null);
    this._isAsked = false; // whether a solution is known
    this._place = html("div", { class: "help-buttons" });
    this._told = html("div", { class: "told", "aria-live": "polite" });
    this._thinking = new Thinking(model);
    this._fairPlay = new FairPlay(model, given.refused);
  }

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} chartSection
   */
  attach(place, chartSection) {
    place.append(this._place, this._fairPlay.element, this._thinking.element, this._told);
    this._chartSection = chartSection;
    chartSection.querySelector("button")?.addEventListener("click", () => this._lookAtAll());
    this._model.addEventListener("changed", () => this._draw()); // an agreement changes no position
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

  /** This page can solve by itself now: what the server doesn't know is looked for here. */
  learn() {
    if (this._model.isPuzzle && this._best === null && !this._solve) this._findBest();
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
      this._board.values = finding.kind === "unknown" ? [] : finding.moves;
    } catch (error) {
      if (asked !== this._asked || !this._isOn) return;
      this._note = /** @type {Error} */ (error).message;
    }
    this._draw();
  }

  _draw() {
    const { isPuzzle, isOver, isNow, match, hasHelp } = this._model;
    this._fairPlay.show();
    if (!hasHelp) this._isOn = false;
    const canPlay = match.own_seats.length > 0 && !isOver;
    const isOn = html("input", {
      type: "checkbox",
      role: "switch",
      checked: this._isOn,
      onchange: () => this._switch(isOn.checked),
    });
    const isKnown = this._best !== null;
    const analysis = html("a", { class: "button", href: this._analysisAddress }, isOver ? phrase("help.analyse") : phrase("help.analysis"));
    const buttons = hasHelp && [
      html("label", { class: "switch" }, isOn, isPuzzle ? phrase("help.values") : phrase("help.values-analysis")),
      canPlay &&
        html(
          "button",
          { type: "button", onclick: () => this._hint(), disabled: !isNow },
          isPuzzle ? phrase("help.next") : phrase("help.hint"),
        ),
      isPuzzle &&
        canPlay &&
        html("button", { type: "button", onclick: () => this._playOut() }, this._playing ? phrase("help.stop") : phrase("help.play-out")),
      isPuzzle &&
        this._isAsked &&
        !isKnown &&
        !this._solve &&
        HAS_SERVER &&
        html("button", { type: "button", onclick: () => this._order() }, phrase("help.solve")),
      analysis,
    ];
    keepFocus(this._place, () => refill(this._place, /** @type {Element[]} */ ((buttons || []).filter(Boolean))));
    const told = [this._used(), this._noted(), this._progress(), this._isOn && this._told_()];
    refill(this._told, /** @type {Element[]} */ (told.filter(Boolean)));
    this._thinking.show(this._isOn);
    this._drawChart();
  }

  get _analysisAddress() {
    return `analysis.html#matches/${this._model.match.id}`;
  }

  _noted() {
    return this._note && html("p", { class: "note" }, this._note);
  }

  /** The number of moves used, against the best. */
  _used() {
    if (!this._model.isPuzzle || this._best === null) return null;
    const used = phrase("help.used", { n: this._model.match.moves.length });
    const enough = phrase("help.enough", { n: this._best });
    return html("p", { class: "used" }, `${used}; ${enough}.`);
  }

  /** What was found, in words. */
  _told_() {
    const finding = this._finding;
    if (!finding) return html("p", { class: "note" }, this._note ? "" : phrase("thinking"));
    if (finding.kind === "unknown") return html("p", {}, finding.why);
    const isPlayable = this._model.isNow && this._model.isOwnTurn && !this._model.isOver;
    const list = valuesList(finding.moves, {
      game: this._model.game,
      customary: (text) => this._model.customary(text),
      play: isPlayable ? (text) => this._given.play(text) : null,
    });
    return html("div", {}, finding.kind === "truth" ? html("p", {}, finding.truth.words) : this._thought(finding), list);
  }

  /** What the AI thinks. @param {{analysis: import("../types.js").Analysis}} finding */
  _thought({ analysis: { score_text, win_chance, line, customary, depth } }) {
    const chance = `${score_text}, ${Math.round(win_chance)} %`;
    const words = [html("strong", {}, chance), phrase("help.thought", { depth })];
    return html("p", { class: "analysis" }, ...words, bestLine(this._model.game, customary ?? line));
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
    this._note = phrase("thinking");
    this._draw();
    try {
      const best = await this._knownBest(this._model.ply);
      if (isOld()) return;
      const move = this._model.match.view.moves.find((known) => known.text === best?.text);
      if (!best || !move) {
        if (this._note === phrase("thinking")) this._note = phrase("help.no-solution"); // else it says why
      } else {
        this._board.hint = move;
        this._note = phrase("help.next-is", { move: shownMove(this._model.game, move.customary ?? move.text), word: best.word });
      }
    } catch (error) {
      if (isOld()) return;
      this._note = /** @type {Error} */ (error).message;
    }
    this._draw();
  }

  /** The best move; a puzzle that nobody has solved is solved for it. @param {number} ply */
  async _knownBest(ply) {
    this.wasUsed = true;
    const best = await this._knowledge.best(ply);
    if (best || !this._model.isPuzzle || this._best !== null || this._solve) return best;
    await this._order();
    return this._best === null ? null : this._knowledge.best(ply);
  }

  /** Play the best moves until it is solved, or somebody says stop. */
  async _playOut() {
    const hand = this._playing ? null : {};
    this._playing = hand;
    this._draw();
    while (hand && this._playing === hand && !this._model.isOver) {
      const { length } = this._model.match.moves;
      const best = await this._knownBest(length).catch(() => null);
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
      const isTooLarge = error instanceof Refusal && TOO_LARGE.includes(error.code);
      this._note = isTooLarge ? phrase("help.too-large") : /** @type {Error} */ (error).message;
    }
    this._solve = null;
    this._knowledge.forget();
    if (this._isOn) this._ask();
    await this._findBest();
  }

  _progress() {
    if (!this._solve) return null;
    const { done, total, status } = this._solve;
    const bar = html("progress", { max: Math.max(1, total), value: done, "aria-label": phrase("help.solving-label") });
    return html(
      "p",
      { class: "solving" },
      status === "queued" ? phrase("help.queued") : phrase("help.solving"),
      bar,
      ` ${numberText(done)}`,
    );
  }

  // -- the chart -------------------------------------------------------------------------------------------------

  _drawChart() {
    const section = this._chartSection;
    if (!section) return;
    const { match, ply, game } = this._model;
    section.hidden = !this._isOn;
    const known = this._knowledge.through;
    const pick = (/** @type {number} */ chosen) => this._model.look(chosen);
    const drawn = valueChart(known, { plies: match.moves.length, now: ply, seats: game.seats, pick });
    const title = html("p", { class: "chart-title" }, chartTitle(known, game.seats));
    section.querySelector("div")?.replaceChildren(title, drawn);
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
