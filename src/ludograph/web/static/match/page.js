/** The page of one match: the board in the middle, and everything that belongs to it. */

import { boardTheme, bindSettings, dress, solidOf } from "../appearance.js";
import { get, post, Refusal } from "../api.js";
import "../board/board-view.js";
import { byId, showFailure } from "../dom.js";
import { keepMade, keepMatch, matchNamed, ratingToken, settings } from "../kept.js";
import { Live } from "../live.js";
import * as sounds from "../sounds.js";
import { Actions } from "./actions.js";
import { capturedElement } from "./captured.js";
import { celebrate } from "./celebrating.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clocks.js";
import { Helps } from "./helps.js";
import { History } from "./history.js";
import { showInvites } from "./invites.js";
import { Looking } from "./looking.js";
import { Model } from "./model.js";
import { moveNode } from "./notation.js";
import { Programs } from "./programs.js";
import { alertWords, playerCard, standing } from "./players.js";
import { bindSaving } from "./saving.js";
import { bindSteps } from "./stepping.js";
import { Talk } from "./talk.js";
import { mixing, Tally } from "./tally.js";
import { Typing } from "./typing.js";
import { phrase, sideName } from "../words.js";

/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../board/board-view.js").BoardView} BoardView */

const board = /** @type {BoardView} */ (byId("board"));
const EMPTY_RECORD = { format: "ludograph-match", version: 1, tags: {}, result: "*", reason: "" };

class MatchPage {
  /**
   * @param {Model} model
   * @param {Theme} theme
   * @param {import("../types.js").View} usual the position that games of this kind begin with
   */
  constructor(model, theme, usual) {
    this.model = model;
    this.theme = theme;
    this.isConnected = true;
    this.lowSeat = lowSeat(model, usual);
    this._shown = "";
    this._asked = 0;
    this._written = ""; // the position that the page itself has put into its field
    this._sentAt = /** @type {number|null} */ (null); // the number of moves before one that is on its way
    const kept = matchNamed(model.match.id);
    this.tokens = kept?.tokens ?? [];
    const keys = kept?.owner ? [...this.tokens, kept.owner] : this.tokens;
    this.live = new Live(model.match.id, keys, settings().name);
    this._view = model.match.view; // the one that is shown
    this._wasOver = model.isOver;
    this._rematch = model.match.rematch; // what was there when the page was opened is a link, and no news
    this._isUnanswered = false;
    this._start = /** @type {import("../types.js").View|null} */ (null);
    const refused = (/** @type {Error} */ error) => this.refuse(error);
    this.actions = new Actions(model, this.live, {
      owner: kept?.owner,
      tokens: this.tokens,
      flip: () => this.flip(),
      again: () => this._playFrom(model.match.start),
      scramble: () => this._scramble(),
      refused,
    });
    this.history = new History(model, byId("moves"), byId("history"));
    this.helps = new Helps(model, board, { play: (text) => this.play(text), refused, say: (text) => board.say(text) });
    this.programs = new Programs(model, this.live, (thought) => this.helps.hear(thought));
    this.helps.attach(byId("helps"), byId("chart-section"));
    this.chooser = new Chooser(model, board, byId("chooser"));
    this.looking = new Looking(model, byId("looking"), () => this._playOn());
    this.clocks = new Clocks(model);
    this.tally = new Tally(model, byId("tally"), () => this.helps.wasUsed);
    this.talk = new Talk(model, this.live, refused);
    this.typing = new Typing(model, { canPlay: () => board.isPlayable, play: (text) => this.play(text) });
  }

  begin() {
    const { model } = this;
    byId("title").textContent = model.game.full_title;
    board.theme = this.theme;
    board.hasNames = settings().hasCoordinates;
    board.goals = model.game.goals;
    board.goalsLeadOut = model.game.goals_lead_out;
    board.borders = model.game.borders;
    board.isFlipped = this._isSeenFromAbove();
    board.addEventListener("move", (event) => this.play(/** @type {CustomEvent} */ (event).detail.text));
    board.addEventListener("refused", (event) => this._explain(/** @type {CustomEvent} */ (event).detail.hops));
    board.addEventListener("hops", (event) => this.chooser.show(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("planned", (event) => showPlanned(/** @type {CustomEvent} */ (event).detail.hops));
    model.addEventListener("changed", (event) => this.show(/** @type {CustomEvent} */ (event).detail.kind));
    model.addEventListener("looked", () => this.show("looked"));
    this.live.addEventListener("state", (event) => model.replace(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("event", (event) => this._happened(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("thinking", (event) => this.helps.hear(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("connection", (event) => this._setConnected(/** @type {CustomEvent} */ (event).detail));
    this._bindForms();
    bindSteps(model);
    this.show("state");
    this._thinkHere();
  }

  /** The first board is there: now this page may fetch what it needs to think by itself. */
  async _thinkHere() {
    const here = await this.model.thinkHere();
    if (!here) return;
    this.helps.learn();
    if (matchNamed(this.model.match.id)) this.programs.begin(here); // somebody plays here, or has begun the match
  }

  /** One's own pieces belong at the near side. */
  _isSeenFromAbove() {
    const { match } = this.model;
    return this.tokens.length === 1 && match.seats.length === 2 && match.own_seats[0] !== this.lowSeat;
  }

  flip() {
    board.isFlipped = !board.isFlipped;
    this._showPlayers();
  }

  /** @param {string} kind */
  async show(kind) {
    const asked = ++this._asked;
    try {
      const { view, last } = await this.model.shown();
      if (asked === this._asked) await this._showView(kind, view, last); // else another one was asked for since
    } catch (error) {
      if (asked === this._asked) this.refuse(/** @type {Error} */ (error));
    }
  }

  /**
   * @param {string} kind
   * @param {import("../types.js").View} view
   * @param {import("../types.js").Move|null} last
   */
  async _showView(kind, view, last) {
    const { model } = this;
    const shown = `${model.ply} ${model.isOver} ${view.position}`;
    const isNew = shown !== this._shown; // the state may come once more while a hand is on its way
    this._shown = shown;
    if (isNew) {
      byId("refusal").textContent = "";
      board.show(view, last, { isAnimated: kind !== "state" });
    }
    this._view = view;
    this._setPlayable();
    this._showPlayers();
    const said = [alertWords(model, view), model.isNow ? standing(model) : this.looking.words].filter(Boolean).join(" ");
    this.looking.show();
    byId("status").replaceChildren(...(kind === "move" ? this._saidMove() : []), said);
    this._showTitle();
    this.tally.show();
    if (kind === "move" || model.isOver !== this._wasOver) this._sound();
    this._end();
    if (!this._follow()) this._playPlanned();
    if (kind === "looked") board.scrollIntoView({ block: "nearest" }); // on a phone the list is far below
    this.history.show();
    this.actions.show(byId("actions"));
    this.actions.showOffers(byId("offers"));
    showInvites(byId("invites"), model.match, copy);
    this.talk.show();
    this.typing.show(board.isPlayable ? view.moves : []);
    this._writePosition(kind === "looked");
    this._learnStart();
    if (isNew) await this.helps.refresh();
  }

  /**
   * The position, to be copied. What somebody types there stays, whatever is played meanwhile, until they look elsewhere.
   * @param {boolean} isWanted
   */
  _writePosition(isWanted) {
    const field = byId("position");
    if (!isWanted && field.value.trim() && field.value !== this._written) return;
    field.value = this._written = this.model.position;
  }

  /** The last move, and who has played it. */
  _saidMove() {
    const { match, game, isPuzzle } = this.model;
    const last = match.moves.at(-1);
    if (!last) return [];
    const who = isPuzzle ? "" : `${phrase("says.plays", { side: sideName(match.seats[last.seat].side) })} `;
    return [who, moveNode(game, last.customary ?? last.text), ". "];
  }

  _sound() {
    const { match, isOver } = this.model;
    const isTaken = match.last_move?.captures.length;
    if (isOver) sounds.play(this._hasWon ? "won" : "end");
    else sounds.play(match.view.alerts.length ? "alert" : isTaken ? "capture" : "move");
  }

  /** Whether somebody at this page has won. */
  get _hasWon() {
    const { own_seats: own, view } = this.model.match;
    return own.some((seat) => view.outcome?.winners.includes(seat));
  }

  /** What happens once, when the game ends before one's eyes. */
  _end() {
    const hasEnded = this.model.isOver && !this._wasOver;
    this._wasOver = this.model.isOver;
    if (hasEnded && this._hasWon) celebrate(byId("place"));
  }

  /** In the tab: who is awaited sees it there, whatever else is looked at. */
  _showTitle() {
    const { match, game, isOwnTurn, isOver, isPuzzle } = this.model;
    const isAlone = isPuzzle || match.own_seats.length === match.seats.length;
    const note = isOver ? phrase("title.over") : isOwnTurn && !isAlone ? phrase("title.yours") : "";
    document.title = `${note}${game.full_title} – Ludograph`;
  }

  /** The players have begun their next match: whoever plays is led there. */
  _follow() {
    const { rematch, id } = this.model.match;
    const kept = matchNamed(id);
    if (!rematch || this._rematch !== null || !kept) {
      this._rematch = rematch;
      return false;
    }
    keepMatch({ ...kept, id: rematch, created: Date.now() });
    byId("match").inert = true;
    location.hash = rematch;
    return true;
  }

  /** What was planned while the other one thought is played now, if it can be. */
  _playPlanned() {
    if (!board.isPlayable || !board.planned.length) return;
    const words = board.planned.map((hop) => board.scene.name(hop)).join(" → ");
    if (!board.playPlanned()) this.refuse(new Error(phrase("planned.impossible", { words })));
  }

  _showPlayers() {
    const { model } = this;
    const [upper, lower] = [byId("upper"), byId("lower")];
    upper.hidden = lower.hidden = model.isPuzzle;
    if (model.isPuzzle) return;
    const seats = model.match.seats.map(({ seat }) => seat);
    const near = board.isFlipped ? seats.find((seat) => seat !== this.lowSeat) : this.lowSeat;
    const cards = (/** @type {boolean} */ isNear) =>
      seats.filter((seat) => (seat === near) === isNear).map((seat) => this._card(seat));
    upper.parentElement?.style.setProperty("--board-ratio", board.style.getPropertyValue("--board-ratio")); // as wide as it
    upper.replaceChildren(...cards(false));
    lower.replaceChildren(...cards(true));
  }

  /** @param {number} seat */
  _card(seat) {
    const { model, theme, _view: view } = this;
    const captured = this._start && capturedElement(model, this._start, view, seat, theme);
    return playerCard(model, seat, { theme, view, captured, clock: this.clocks.element(seat) });
  }

  /** The pieces that there were at the start, to know which ones are missing. */
  async _learnStart() {
    if (this._start || this.model.isPuzzle || !this.model.match.moves.length) return;
    try {
      this._start = await this.model.view(this.model.match.start);
      this._showPlayers();
    } catch {
      // What was taken is shown with the next move.
    }
  }

  // -- moves -----------------------------------------------------------------------------------------------------

  /**
   * Play a move; says whether the server took it.
   * @param {string} text
   */
  async play(text) {
    const { match } = this.model;
    byId("refusal").textContent = "";
    this._sentAt = match.moves.length;
    this._setPlayable();
    try {
      const sent = { type: "move", move: text, ply: match.moves.length, seat: match.view.turn };
      const { version } = await this.live.send(sent);
      if (this.model.match.version >= version) this._sentAt = null; // it may have been taken back already
      this._setPlayable();
      return true;
    } catch (error) {
      this.refuse(/** @type {Error} */ (error));
      this._sentAt = null;
      this._setPlayable();
      return false;
    }
  }

  /**
   * Ask which rule forbids it.
   * @param {string[]} hops
   */
  async _explain(hops) {
    const { position } = this.model;
    const why = await this.model.why(hops);
    if (position === this.model.position) this.refuse(why);
  }

  /** @param {Error} error */
  refuse(error) {
    byId("refusal").textContent = error.message;
    this._isUnanswered = error instanceof Refusal && error.code === "no-answer";
    sounds.play("refused");
  }

  /** @param {any} message */
  _happened(message) {
    if (message.event.kind === "move") this.model.played(message);
    if (message.event.kind !== "move" || message.event.ratings) this.live.resync();
  }

  // -- the connection, and who else is there -----------------------------------------------------------------------

  /** @param {boolean} isConnected */
  _setConnected(isConnected) {
    this.isConnected = isConnected;
    byId("connection").hidden = isConnected;
    this._setPlayable();
    if (!isConnected || !this._isUnanswered) return;
    this._isUnanswered = false; // the server answers again: what is shown is asked for once more
    byId("refusal").textContent = "";
    this.show("state");
  }

  _setPlayable() {
    const { isNow, isOwnTurn, isOver, match } = this.model;
    if (this._sentAt !== match.moves.length) this._sentAt = null; // it has arrived
    const isRunning = isNow && !isOver && this.isConnected;
    const isWaiting = isRunning && !isOwnTurn && !this.model.isPuzzle;
    board.ahead = isWaiting ? this.model.nextOwnSeat : null;
    board.isPlayable = isRunning && isOwnTurn && this._sentAt === null;
  }

  // -- texts -----------------------------------------------------------------------------------------------------

  _bindForms() {
    byId("copy-position").addEventListener("click", () => copy(byId("position").value));
    byId("position-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this._playFrom(byId("position").value.trim());
    });
    bindSaving(this.model, byId("saving"), (error) => this.refuse(error));
    document.addEventListener("keydown", (event) => {
      if (
        event.key === "Escape" &&
        !event.defaultPrevented &&
        board.hops.length &&
        !document.querySelector("dialog[open]")
      )
        board.back();
    });
  }

  /** A new match from another position, with the same players. @param {string} position */
  _playFrom(position) {
    return this._branch("matches", { game: this.model.match.game, position });
  }

  /** A new match that begins with a solid which many turns have mixed. */
  async _scramble() {
    const { match, game } = this.model;
    try {
      const { position } = await post("position/play", { game: match.game, position: game.start, moves: mixing(game) });
      await this._playFrom(position);
    } catch (error) {
      this.refuse(/** @type {Error} */ (error));
    }
  }

  /** A new match that begins with the moves up to the position that is looked at. */
  _playOn() {
    const { match, movesPlayed } = this.model;
    const { game, start } = match;
    const record = { ...EMPTY_RECORD, game, start, moves: movesPlayed };
    return this._branch("matches/import", { format: "record", text: JSON.stringify(record) });
  }

  /**
   * @param {string} path
   * @param {object} asked
   */
  async _branch(path, asked) {
    const { match, game } = this.model;
    const isElsewhere = (/** @type {number} */ seat) => match.own_seats.length > 0 && !match.own_seats.includes(seat);
    const seats = match.seats.map(({ seat, player, name }) =>
      player === "human" ? { player, name, invite: isElsewhere(seat) } : { player },
    );
    try {
      const made = await post(path, { ...asked, seats, pace: match.pace, clock: match.clock?.control });
      keepMade(made, game.full_title);
      byId("match").inert = true; // the address is that of another match from now on
      location.hash = made.id;
    } catch (error) {
      const faults = error instanceof Refusal ? (error.problem.faults ?? []) : [];
      this.refuse(faults.length > 1 ? new Error(faults.join(" ")) : /** @type {Error} */ (error));
    }
  }

  /** @param {Theme} theme */
  dressAnew(theme) {
    this.theme = theme;
    board.theme = theme;
    board.solid = solidOf(this.model.game);
    board.hasNames = settings().hasCoordinates;
    this._showPlayers();
    this.actions.show(byId("actions"));
    this.history.show();
  }
}

/**
 * The seat whose pieces stand lower at the beginning, wherever they are now.
 * @param {Model} model
 * @param {import("../types.js").View} usual
 */
function lowSeat({ game }, usual) {
  const height = (/** @type {number} */ seat) => {
    const own = usual.pieces.filter((piece) => piece.seat === seat).map((piece) => game.board.nodes[piece.node].y);
    return own.reduce((sum, value) => sum + value, 0) / Math.max(1, own.length);
  };
  return height(0) <= height(1) ? 0 : 1;
}

/** @param {string[]} hops what is played as soon as it is one's turn */
function showPlanned(hops) {
  const place = byId("planned");
  place.hidden = !hops.length;
  const words = hops.map((hop) => board.scene.name(hop)).join(" → ");
  place.textContent = hops.length ? phrase("planned", { words }) : "";
}

/** @param {string} text */
function copy(text) {
  navigator.clipboard?.writeText(text).then(
    () => board.say(phrase("copied")),
    () => {},
  );
}

/**
 * Take the seat that an invite is for.
 * @param {string} id
 * @param {string} invite
 */
async function join(id, invite) {
  if (!matchNamed(id)) {
    const name = settings().name;
    const joined = await post(`matches/${id}/join`, { invite, name, rating_token: ratingToken() });
    keepMatch({ id, game: joined.match.game, title: joined.match.game, tokens: [joined.token], created: Date.now() });
  }
  history.replaceState(null, "", `#${id}`);
}

/**
 * Who has joined a match, or opened a file, has kept it before its game was known by more than an id.
 * @param {string} id
 * @param {string} title
 */
function keepTitle(id, title) {
  const kept = matchNamed(id);
  if (kept && kept.title !== title) keepMatch({ ...kept, title });
}

async function start() {
  const [id, invite] = location.hash.slice(1).split("/");
  try {
    if (!id) throw new Refusal({ code: "unknown-match", detail: phrase("no-match") });
    const theme = boardTheme();
    if (invite) await join(id, invite);
    const match = await get(`matches/${encodeURIComponent(id)}`, {}, matchNamed(id)?.tokens[0]);
    const game = await get("game", { game: match.game });
    board.theme = await theme;
    board.board = game.board;
    board.solid = solidOf(game);
    const model = new Model(match, game);
    const page = new MatchPage(model, await theme, await model.view(game.start));
    dress(async () => page.dressAnew(await boardTheme()));
    keepTitle(id, game.full_title);
    page.begin();
  } catch (error) {
    showFailure(byId("match"), /** @type {Error} */ (error));
  }
  byId("match").inert = false;
}

bindSettings();
addEventListener("hashchange", () => {
  byId("match").inert = true;
  location.reload();
});
start();
