/** The analysis board: free moves for all sides, variations, and what is known of each position. */

import { boardTheme, bindSettings, dress, solidOf } from "../appearance.js";
import { get, post, Refusal } from "../api.js";
import "../board/board-view.js";
import { byId, html, showFailure } from "../dom.js";
import { keepMade, matchNamed, settings } from "../kept.js";
import { Chooser } from "../match/chooser.js";
import { chartTitle, valueChart } from "../match/chart.js";
import { shownMove } from "../match/notation.js";
import { parsed, readMoves, written } from "./address.js";
import { showBar } from "./bar.js";
import { Findings } from "./findings.js";
import { Insight } from "./insight.js";
import { Review } from "./review.js";
import { Tree } from "./tree.js";
import { Variations } from "./variations.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../board/board-view.js").BoardView} BoardView */

/** In somebody else's page: `analysis.html?board#GAME//POSITION//MOVES`. */
const isBoardOnly = new URLSearchParams(location.search).has("board");
const board = /** @type {BoardView} */ (byId("board"));
const A_MOMENT = 200; // milliseconds that somebody stays at a position until it is thought about
const LONG = 5; // seconds
const STEPS = /** @type {Record<string, "first"|"back"|"forward"|"last"|"up"|"down">} */ ({
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
});

class AnalysisPage {
  /**
   * @param {Game} game
   * @param {Tree} tree
   * @param {Insight} insight
   * @param {Theme} theme
   */
  constructor(game, tree, insight, theme) {
    this.game = game;
    this.tree = tree;
    this.theme = theme;
    this.insight = insight;
    this.review = new Review(byId("review"), tree, game, this.insight);
    this.variations = new Variations(byId("variations"), byId("branch"), tree, game);
    const play = (/** @type {string[]} */ texts) => this.play(texts);
    this.findings = new Findings(byId("findings"), { game, play, longer: () => this._thinkLonger(), again: () => this._ask() });
    // What the chooser of a match asks of its model.
    const seats = game.seats.map((side, seat) => ({ seat, side }));
    const model = { game, match: { game: game.id, seats }, after: (/** @type {string} */ text) => this.insight.after(this.tree.now, text) };
    this.chooser = new Chooser(/** @type {any} */ (model), board, byId("chooser"));
    this._view = /** @type {View|null} */ (null);
    this._asked = 0;
    this._isPointed = false; // whether somebody came to the board by a pointer
  }

  begin() {
    const { game, tree } = this;
    byId("title").textContent = phrase("analysis.of", { title: game.full_title });
    document.title = `${byId("title").textContent} – Ludograph`;
    board.goals = game.goals;
    board.goalsLeadOut = game.goals_lead_out;
    board.borders = game.borders;
    board.hasNames = settings().hasCoordinates;
    board.addEventListener("move", (event) => this.play([/** @type {CustomEvent} */ (event).detail.text]));
    board.addEventListener("refused", (event) => this._explain(/** @type {CustomEvent} */ (event).detail.hops));
    board.addEventListener("hops", (event) => this.chooser.show(/** @type {CustomEvent} */ (event).detail));
    this.insight.addEventListener("told", (event) => this._told(/** @type {CustomEvent} */ (event).detail));
    tree.addEventListener("moved", () => this.show(true));
    tree.addEventListener("changed", () => this._changed());
    this._bind();
    this.variations.rebuild();
    this.review.show();
    this.show(false);
  }

  // -- showing ---------------------------------------------------------------------------------------------------

  /** @param {boolean} isAnimated */
  async show(isAnimated) {
    const asked = ++this._asked;
    const { now } = this.tree;
    byId("refusal").textContent = "";
    this.variations.show();
    this._showSteps();
    try {
      const view = await this.insight.view(now);
      const before = now.parent ? await this.insight.view(now.parent) : null;
      if (asked !== this._asked) return; // another one was asked for since
      this._view = view;
      board.show(view, before?.moves.find((move) => move.text === now.text) ?? null, { isAnimated });
      board.isPlayable = !view.outcome;
      byId("place").style.setProperty("--board-ratio", board.style.getPropertyValue("--board-ratio"));
      this._showWords(view);
      this._keepAddress();
      byId("position").value = now.position;
      await this._ask();
    } catch (error) {
      if (asked === this._asked) this.refuse(/** @type {Error} */ (error).message);
    }
  }

  /** The server has told a position that was shown already: its words are the better ones. @param {Node} node */
  async _told(node) {
    this.variations.rebuild();
    if (node !== this.tree.now || !this._view) return;
    const view = await this.insight.view(node);
    const isOther = JSON.stringify(view.pieces) !== JSON.stringify(this._view.pieces);
    if (node !== this.tree.now) return;
    if (isOther) return this.show(false);
    this._view = view;
    this._showWords(view);
    this._showFinding();
    byId("position").value = node.position;
  }

  /** @param {View} view */
  _showWords({ outcome, turn }) {
    const { now } = this.tree;
    const { seats } = this.game;
    const stands = outcome ? outcome.text : seats.length === 1 ? phrase("your-move") : phrase("standing.to-move", { side: sideName(seats[turn ?? 0]) });
    const text = now.parent ? `${phrase("analysis.after", { move: shownMove(this.game, now.customary) })} ` : "";
    byId("status").textContent = `${text}${stands}`;
    const judged = now.judged;
    byId("verdict").hidden = !judged?.fault;
    byId("verdict").textContent = judged?.sentence ?? "";
    board.verdict = judged?.fault ? { sign: judged.sign, fault: judged.fault } : null;
  }

  /** Ask what is known of the position that is looked at; a board in another page is only a board. */
  async _ask() {
    if (isBoardOnly) return;
    const { now } = this.tree;
    const isWanted = () => now === this.tree.now;
    this._showFinding();
    if (!this.insight.at(now)) await new Promise((resolve) => setTimeout(resolve, A_MOMENT));
    if (!isWanted()) return;
    try {
      await this.insight.ask(now, { lines: this.findings.lines, isWanted, tell: () => this._showFinding() });
    } catch (error) {
      if (isWanted()) this.findings.show(null, String, /** @type {Error} */ (error).message);
    }
  }

  async _thinkLonger() {
    const { now } = this.tree;
    this.findings.isThinking = true;
    this._showFinding();
    try {
      await this.insight.askLonger(now, this.findings.lines, LONG);
    } catch (error) {
      this.refuse(/** @type {Error} */ (error).message);
    }
    this.findings.isThinking = false;
    this._showFinding();
  }

  _showFinding() {
    const finding = this.insight.at(this.tree.now);
    const moves = this._view?.moves ?? [];
    const customary = (/** @type {string} */ text) => moves.find((move) => move.text === text)?.customary ?? text;
    this.findings.show(finding, customary);
    if (board.isPlayable) board.values = finding?.moves ?? [];
    this._showBar();
    this._showChart();
  }

  _showBar() {
    const { game, theme } = this;
    const chance = this.insight.at(this.tree.now)?.chance ?? this._judgedChance(this.tree.now);
    showBar(byId("bar"), { game, theme, isFlipped: board.isFlipped, turn: this._view?.turn ?? 0, chance });
  }

  /** The chance of who is to move, as the review has found it. @param {Node} node @returns {number|null} */
  _judgedChance(node) {
    return node.children[0]?.judged?.chance_before ?? null;
  }

  /** What is known along the line through this place, with its mistakes. */
  _showChart() {
    const { game, tree } = this;
    const line = [tree.root, ...tree.line];
    const known = line.flatMap((node, ply) => {
      const found = this.insight.at(node)?.known ?? this._reviewed(node);
      return found && !Number.isNaN(found.number) ? [{ ...found, ply, fault: node.judged?.fault }] : [];
    });
    const pick = (/** @type {number} */ ply) => tree.go(line[ply]);
    const drawn = valueChart(known, { plies: line.length - 1, now: tree.now.ply, seats: game.seats, pick });
    byId("chart").replaceChildren(html("p", { class: "chart-title" }, chartTitle(known, game.seats)), drawn);
  }

  /** @param {Node} node */
  _reviewed(node) {
    const judged = node.children[0]?.judged;
    if (judged?.chance_before === undefined || judged.chance_before === null || this.game.seats.length !== 2) return null;
    const number = judged.seat === 0 ? judged.chance_before : 100 - judged.chance_before;
    return { number, word: `${Math.round(number)} %` };
  }

  _showSteps() {
    const { now, root } = this.tree;
    for (const button of byId("steps").querySelectorAll("button"))
      button.disabled = ["first", "back"].includes(button.dataset.to) ? now === root : !now.children.length;
  }

  /** Moves have come or gone, or were judged. */
  _changed() {
    this.variations.rebuild();
    this._showSteps();
    if (this._view) this._showWords(this._view);
    this._showChart();
    this._keepAddress();
  }

  _keepAddress() {
    history.replaceState(null, "", written(this.game.id, this.tree));
  }

  // -- moves -----------------------------------------------------------------------------------------------------

  /** Play moves one after the other from here; the first one is looked at, or the last one of a line. @param {string[]} texts */
  async play(texts) {
    let node = this.tree.now;
    try {
      for (const text of texts) node = await added(this.insight, this.tree, node, text);
      this.tree.go(node);
      return true;
    } catch (error) {
      this.refuse(/** @type {Error} */ (error).message);
      board.isPlayable = board.isPlayable; // the piece goes home
      return false;
    }
  }

  /** Ask which rule forbids it. @param {string[]} hops */
  async _explain(hops) {
    const { now } = this.tree;
    const why = await this.insight.why(now, hops);
    if (now === this.tree.now) this.refuse(why);
  }

  /** @param {string} sentence */
  refuse(sentence) {
    byId("refusal").textContent = sentence;
  }

  // -- buttons, fields and keys --------------------------------------------------------------------------------------

  _bind() {
    byId("steps").addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
      const to = /** @type {HTMLElement} */ (target).closest("button")?.dataset.to;
      if (to) this.tree.step(/** @type {any} */ (to));
    });
    board.addEventListener("pointerdown", () => (this._isPointed = true));
    document.addEventListener("keydown", (event) => this._key(event), { capture: true });
    byId("typed").addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      const field = byId("typed-move");
      const text = field.value.trim();
      field.value = "";
      if (text && !(await this.play([text]))) field.value ||= text;
    });
    byId("flip").addEventListener("click", () => {
      board.isFlipped = !board.isFlipped;
      this._showBar();
    });
    byId("copy-position").addEventListener("click", () => copy(byId("position").value));
    byId("copy-address").addEventListener("click", () => copy(location.href));
    byId("play-on").addEventListener("click", () => this._playOn());
    byId("position-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this._analyse(byId("position").value.trim());
    });
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const to = STEPS[event.key];
    if (event.key === "Tab") this._isPointed = false;
    if (!to || event.altKey || event.ctrlKey || event.metaKey || hasOwnKeys(event.target, to, this._isPointed)) return;
    event.preventDefault();
    event.stopPropagation();
    this.tree.step(to);
  }

  /** Another position of the same game. @param {string} position */
  async _analyse(position) {
    try {
      const view = await get("position", { game: this.game.id, position });
      location.hash = `${encodeURIComponent(this.game.id)}//${encodeURIComponent(view.position)}`;
      location.reload();
    } catch (error) {
      const faults = error instanceof Refusal ? (error.problem.faults ?? []) : [];
      this.refuse(faults.length > 1 ? faults.join(" ") : /** @type {Error} */ (error).message);
    }
  }

  /** A new match from here: who is to move plays against the AI. */
  async _playOn() {
    const { game, tree } = this;
    const turn = this._view?.turn ?? 0;
    const seats = game.seats.map((_, seat) => ({ player: seat === turn || game.seats.length === 1 ? "human" : "ai" }));
    const moves = tree.now.path.map(({ text }) => text);
    const record = { format: "ludograph-match", version: 1, tags: {}, result: "*", reason: "" };
    const text = JSON.stringify({ ...record, game: game.id, start: tree.root.position, moves });
    try {
      const made = await post("matches/import", { format: "record", text, seats });
      keepMade(made, game.full_title);
      location.href = `match.html#${made.id}`;
    } catch (error) {
      this.refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Theme} theme */
  dressAnew(theme) {
    this.theme = theme;
    board.theme = theme;
    board.solid = solidOf(this.game);
    board.hasNames = settings().hasCoordinates;
    this.variations.rebuild();
    this._showFinding();
  }
}

/**
 * Play a move from a place; it may be there already.
 * @param {Insight} insight
 * @param {Tree} tree
 * @param {Node} node
 * @param {string} text
 */
async function added(insight, tree, node, text) {
  const known = node.children.find((child) => child.text === text);
  if (known) return known;
  const move = await insight.move(node, text);
  return tree.add(node, { text: move.text, customary: move.customary ?? move.text, position: "" });
}

/**
 * Whether a key means something else there. On the board arrows walk, but only for those who came by keyboard: who has
 * clicked there goes through the moves.
 * @param {EventTarget|null} target
 * @param {string} to
 * @param {boolean} isPointed
 */
function hasOwnKeys(target, to, isPointed) {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  if (target.closest("board-view")) return !isPointed;
  return ["up", "down"].includes(to) && target.closest(".values, .mistakes") !== null;
}

/** @param {string} text */
function copy(text) {
  navigator.clipboard?.writeText(text).then(
    () => board.say(phrase("copied")),
    () => {},
  );
}

/**
 * The moves of a match, with all that it says of them.
 * @param {string} id
 * @returns {Promise<{game: Game, tree: Tree, insight: Insight, isOver: boolean}>}
 */
async function ofMatch(id) {
  const match = /** @type {import("../types.js").Match} */ (
    await get(`matches/${encodeURIComponent(id)}`, {}, matchNamed(id)?.tokens[0])
  );
  const isOver = match.view.outcome !== null;
  if (match.help === "off" && !isOver)
    throw new Refusal({ code: "help-off", detail: phrase("analysis.not-yet") });
  const game = await get("game", { game: match.game });
  const tree = new Tree(match.start, match.moves[0]?.seat ?? match.view.turn ?? 0);
  let node = tree.root;
  for (const { text, customary, position } of match.moves)
    node = tree.add(node, { text, customary: customary ?? text, position });
  if (!isOver) tree.now = node;
  return { game, tree, insight: new Insight(game, tree.root.position), isOver };
}

/**
 * @param {import("./address.js").Address} asked
 * @returns {Promise<{game: Game, tree: Tree, insight: Insight, isOver: boolean}>}
 */
async function ofAddress(asked) {
  if (!asked.game) throw new Refusal({ code: "unknown-game", detail: phrase("analysis.no-game") });
  const game = await get("game", { game: asked.game });
  const view = await get("position", { game: game.id, position: asked.position ?? game.start });
  const tree = new Tree(view.position, view.turn ?? 0);
  const insight = new Insight(game, tree.root.position);
  const nodes = [tree.root];
  for (const { text, after } of readMoves(asked.tokens)) nodes.push(await added(insight, tree, nodes[after], text));
  tree.now = nodes[asked.place ?? 0] ?? tree.root;
  return { game, tree, insight, isOver: false };
}

async function start() {
  const asked = parsed(location.hash);
  try {
    const theme = await boardTheme();
    const { game, tree, insight, isOver } = asked.match ? await ofMatch(asked.match) : await ofAddress(asked);
    board.theme = theme;
    board.board = game.board;
    board.solid = solidOf(game);
    const page = new AnalysisPage(game, tree, insight, theme);
    dress(async () => page.dressAnew(await boardTheme()));
    page.begin();
    if (isOver && tree.root.children.length) page.review.begin();
  } catch (error) {
    showFailure(byId("match"), /** @type {Error} */ (error));
  }
  byId("match").inert = false;
}

document.documentElement.classList.toggle("board-only", isBoardOnly);
bindSettings();
addEventListener("hashchange", () => location.reload());
start();
