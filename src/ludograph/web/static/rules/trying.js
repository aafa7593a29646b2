/** A figure that can be tried: a board in its place, moves made and refused with the reason, and a way back to its start. */

import { get, post } from "../api.js";
import { boardTheme, solidOf } from "../appearance.js";
import "../board/board-view.js";
import { html, refill } from "../dom.js";
import { settings } from "../kept.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {{game: string, position: string, caption: string}} Tried */

const BECOMES = "=";

export class Trying {
  /** @param {Tried} tried */
  constructor(tried) {
    this._tried = tried;
    this._position = tried.position;
    this._asked = 0;
    this._seats = /** @type {string[]} */ ([]);
    this.board = /** @type {import("../board/board-view.js").BoardView} */ (
      html("board-view", { label: phrase("rules.board", tried) })
    );
    this.state = html("p", { class: "try-state", role: "status" });
    this.refusal = html("p", { class: "refusal", role: "alert" });
    this.choices = html("div", { class: "choices", role: "group", "aria-label": phrase("goes-on") });
    this.board.addEventListener("move", (event) => this._play(/** @type {CustomEvent} */ (event).detail));
    this.board.addEventListener("refused", (event) => this._explain(/** @type {CustomEvent} */ (event).detail.hops));
    this.board.addEventListener("hops", (event) => this._offer(/** @type {CustomEvent} */ (event).detail));
  }

  /** Fetch the board and the position. */
  async begin() {
    const { game } = this._tried;
    const [facts, theme] = await Promise.all([get("game", { game }), boardTheme()]);
    this._seats = facts.seats;
    this.board.hasNames = settings().hasCoordinates;
    this.board.theme = theme;
    this.board.board = facts.board;
    this.board.solid = solidOf(facts);
    this.board.goals = facts.goals;
    this.board.goalsLeadOut = facts.goals_lead_out;
    this.board.borders = facts.borders;
    await this.reset();
  }

  /** Back to the position of the figure. */
  async reset() {
    const { game, position } = this._tried;
    await this._show(() => get("position", { game, position }));
  }

  /** @param {Move} move */
  async _play(move) {
    const { game } = this._tried;
    await this._show(() => post("position/play", { game, position: this._position, moves: [move.text] }), move);
  }

  /**
   * @param {() => Promise<View>} ask
   * @param {Move|null} [move]
   */
  async _show(ask, move = null) {
    const asked = ++this._asked;
    this.board.isPlayable = false;
    try {
      const view = await ask();
      if (asked !== this._asked) return; // somebody has begun anew meanwhile
      this._position = view.position;
      this.board.show(view, move);
      this.refusal.textContent = "";
      this.state.textContent = this._words(view);
      this.board.isPlayable = view.moves.length > 0;
    } catch (error) {
      if (asked === this._asked) this._refuse(/** @type {Error} */ (error).message);
    }
  }

  /** The rule that forbids what was tried. @param {string[]} hops */
  async _explain(hops) {
    const asked = this._asked;
    try {
      const { message } = await post("position/partial", { game: this._tried.game, position: this._position, hops });
      if (asked === this._asked) this._refuse(message);
    } catch (error) {
      this._refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} message */
  _refuse(message) {
    this.refusal.textContent = message;
    this.board.say(message);
  }

  /** @param {View} view */
  _words(view) {
    if (view.outcome) return view.outcome.text;
    if (this._seats.length < 2) return phrase("your-move");
    return phrase("rules.both", { side: sideName(this._seats[view.turn ?? 0]) });
  }

  /** What can't be touched on the board: promotions, turns of a cube. @param {any} detail */
  _offer({ hops, choices, whole }) {
    const labels = choices.map((/** @type {{label: string}} */ { label }) => label);
    const buttons = labels.map((/** @type {string} */ label) =>
      html("button", { type: "button", onclick: () => this.board.choose(label) }, label.replace(BECOMES, "")),
    );
    if (whole && hops.length > 1)
      buttons.push(html("button", { type: "button", class: "main", onclick: () => this.board.finish() }, phrase("done")));
    refill(this.choices, this.board.isPlayable ? buttons : []);
  }
}
