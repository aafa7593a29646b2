/** The page of one match: the board in the middle, and everything that belongs to it. */

import { boardTheme, bindSettings, dress } from "../appearance.js";
import { get, post, Refusal } from "../api.js";
import "../board/board-view.js";
import { byId, download, html, refill } from "../dom.js";
import { keepMade, keepMatch, matchNamed, settings } from "../kept.js";
import { Live } from "../live.js";
import * as sounds from "../sounds.js";
import { Actions } from "./actions.js";
import { Chooser } from "./chooser.js";
import { Helps } from "./helps.js";
import { History } from "./history.js";
import { Looking } from "./looking.js";
import { Model } from "./model.js";
import { playerCard, standing } from "./players.js";

/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../board/board-view.js").BoardView} BoardView */

const board = /** @type {BoardView} */ (byId("board"));
const EMPTY_RECORD = { format: "ludograph-match", version: 1, tags: {}, result: "*", reason: "" };

class MatchPage {
  /**
   * @param {Model} model
   * @param {Theme} theme
   */
  constructor(model, theme) {
    this.model = model;
    this.theme = theme;
    this.isConnected = true;
    this.lowSeat = lowSeat(model);
    this._shown = "";
    this._asked = 0;
    this._written = ""; // the position that the page itself has put into its field
    this._sentAt = /** @type {number|null} */ (null); // the number of moves before one that is on its way
    const kept = matchNamed(model.match.id);
    this.tokens = kept?.tokens ?? [];
    this.live = new Live(model.match.id, this.tokens);
    const refused = (/** @type {Error} */ error) => this.refuse(error.message);
    this.actions = new Actions(model, this.live, {
      owner: kept?.owner,
      tokens: this.tokens,
      flip: () => this.flip(),
      refused,
    });
    this.history = new History(model, byId("moves"), byId("history"));
    this.helps = new Helps(model, board, { play: (text) => this.play(text), refused, say: (text) => board.say(text) });
    this.helps.attach(byId("helps"), byId("chart-section"));
    this.chooser = new Chooser(model, board, byId("chooser"));
    this.looking = new Looking(model, byId("looking"), () => this._playOn());
  }

  begin() {
    const { model } = this;
    byId("title").textContent = model.game.title;
    document.title = `${model.game.title} – Ludograph`;
    board.theme = this.theme;
    board.hasNames = settings().hasCoordinates;
    board.goals = model.game.goals;
    board.borders = model.game.borders;
    board.isFlipped = this._isSeenFromAbove();
    board.addEventListener("move", (event) => this.play(/** @type {CustomEvent} */ (event).detail.text));
    board.addEventListener("refused", (event) => this._explain(/** @type {CustomEvent} */ (event).detail.hops));
    board.addEventListener("hops", (event) => this.chooser.show(/** @type {CustomEvent} */ (event).detail));
    model.addEventListener("changed", (event) => this.show(/** @type {CustomEvent} */ (event).detail.kind));
    model.addEventListener("looked", () => this.show("looked"));
    this.live.addEventListener("state", (event) => model.replace(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("event", (event) => this._happened(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("thinking", (event) => this.helps.hear(/** @type {CustomEvent} */ (event).detail));
    this.live.addEventListener("connection", (event) => this._setConnected(/** @type {CustomEvent} */ (event).detail));
    this._bindForms();
    this.show("state");
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
      if (asked === this._asked) this.refuse(/** @type {Error} */ (error).message);
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
    this._setPlayable();
    this._showPlayers();
    const said = model.isNow ? standing(model) : this.looking.words;
    this.looking.show();
    byId("status").textContent = kind === "move" ? `${this._saidMove()} ${said}` : said;
    if (kind === "move") this._sound();
    if (kind === "looked") board.scrollIntoView({ block: "nearest" }); // on a phone the list is far below
    this.history.show();
    this.actions.show(byId("actions"));
    this.actions.showOffers(byId("offers"));
    this._showInvites();
    byId("legal-moves").replaceChildren(
      ...(board.isPlayable ? view.moves : []).slice(0, 200).map((move) => html("option", { value: move.text })),
    );
    byId("typed-move").disabled = !board.isPlayable;
    byId("typed").hidden = !model.match.own_seats.length;
    this._writePosition(kind === "looked");
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

  _saidMove() {
    const last = this.model.match.moves.at(-1);
    return last
      ? this.model.isPuzzle
        ? `${last.text}.`
        : `${this.model.match.seats[last.seat].side} plays ${last.text}.`
      : "";
  }

  _sound() {
    sounds.play(this.model.isOver ? "end" : this.model.match.last_move?.captures.length ? "capture" : "move");
  }

  _showPlayers() {
    const { model } = this;
    const [upper, lower] = [byId("upper"), byId("lower")];
    upper.hidden = lower.hidden = model.isPuzzle;
    if (model.isPuzzle) return;
    const seats = model.match.seats.map(({ seat }) => seat);
    const near = board.isFlipped ? seats.find((seat) => seat !== this.lowSeat) : this.lowSeat;
    const cards = (/** @type {boolean} */ isNear) =>
      seats.filter((seat) => (seat === near) === isNear).map((seat) => playerCard(model, seat, this.theme));
    upper.replaceChildren(...cards(false));
    lower.replaceChildren(...cards(true));
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
      this.refuse(/** @type {Error} */ (error).message);
      this._sentAt = null;
      this._setPlayable();
      return false;
    }
  }

  /**
   * Ask the server which rule forbids it.
   * @param {string[]} hops
   */
  async _explain(hops) {
    const { match, position } = this.model;
    const asked = post("position/partial", { game: match.game, position, hops });
    const why = await asked.then(
      (found) => found.message,
      (error) => error.message,
    );
    if (position === this.model.position) this.refuse(why);
  }

  /** @param {string} sentence */
  refuse(sentence) {
    byId("refusal").textContent = sentence;
    sounds.play("refused");
  }

  /** @param {any} message */
  _happened(message) {
    if (message.event.kind === "move") this.model.played(message);
    else this.live.resync();
  }

  // -- the connection, and who else is there -----------------------------------------------------------------------

  /** @param {boolean} isConnected */
  _setConnected(isConnected) {
    this.isConnected = isConnected;
    byId("connection").hidden = isConnected;
    this._setPlayable();
  }

  _setPlayable() {
    const { isNow, isOwnTurn, isOver, match } = this.model;
    if (this._sentAt !== match.moves.length) this._sentAt = null; // it has arrived
    board.isPlayable = isNow && isOwnTurn && !isOver && this.isConnected && this._sentAt === null;
  }

  _showInvites() {
    const { match } = this.model;
    const invites = matchNamed(match.id)?.invites ?? {};
    const open = match.seats.filter((seat) => seat.is_open && invites[seat.seat]);
    const shown = open.map((seat) => this._invite(seat.side, invites[seat.seat]));
    refill(byId("invites"), shown);
  }

  /**
   * @param {string} side
   * @param {string} invite
   */
  _invite(side, invite) {
    const link = `${location.href.split("#")[0]}#${this.model.match.id}/${invite}`;
    const field = html("input", {
      readOnly: true,
      value: link,
      "aria-label": `Link for ${side}`,
      class: "invite-link",
      onfocus: () => field.select(),
    });
    return html(
      "div",
      { class: "invite" },
      html("p", {}, `Send this link to who plays ${side}:`),
      html("div", { class: "row" }, field, html("button", { type: "button", onclick: () => copy(link) }, "Copy link")),
    );
  }

  // -- texts -----------------------------------------------------------------------------------------------------

  _bindForms() {
    byId("typed").addEventListener("submit", async (/** @type {Event} */ event) => {
      event.preventDefault();
      const field = byId("typed-move");
      const text = field.value.trim();
      field.value = ""; // now, so that the next move can be typed before the answer to this one is there
      if (text && !(await this.play(text))) field.value ||= text;
      if (document.activeElement === document.body) field.focus(); // not away from where somebody went meanwhile
    });
    byId("copy-position").addEventListener("click", () => copy(byId("position").value));
    byId("position-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this._playFrom(byId("position").value.trim());
    });
    byId("export").addEventListener("click", () => this._export());
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
      const made = await post(path, { ...asked, seats, pace: match.pace });
      keepMade(made, game.title);
      byId("match").inert = true; // the address is that of another match from now on
      location.hash = made.id;
    } catch (error) {
      const faults = error instanceof Refusal ? (error.problem.faults ?? []) : [];
      this.refuse(faults.length > 1 ? faults.join(" ") : /** @type {Error} */ (error).message);
    }
  }

  async _export() {
    const { id } = this.model.match;
    try {
      const record = await get(`matches/${id}/export`, { format: "record" });
      const text = typeof record === "string" ? record : JSON.stringify(record, null, 2);
      download(`${this.model.game.name}-${id.slice(0, 8)}.json`, text);
    } catch (error) {
      this.refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Theme} theme */
  dressAnew(theme) {
    this.theme = theme;
    board.theme = theme;
    board.hasNames = settings().hasCoordinates;
    this._showPlayers();
  }
}

/**
 * The seat whose pieces stand lower.
 * @param {Model} model
 */
function lowSeat({ match, game }) {
  const height = (/** @type {number} */ seat) => {
    const own = match.view.pieces.filter((piece) => piece.seat === seat).map((piece) => game.board.nodes[piece.node].y);
    return own.reduce((sum, value) => sum + value, 0) / Math.max(1, own.length);
  };
  return height(0) <= height(1) ? 0 : 1;
}

/** @param {string} text */
function copy(text) {
  navigator.clipboard?.writeText(text).then(
    () => board.say("Copied."),
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
    const joined = await post(`matches/${id}/join`, { invite, name });
    keepMatch({ id, game: joined.match.game, title: joined.match.game, tokens: [joined.token], created: Date.now() });
  }
  history.replaceState(null, "", `#${id}`);
}

async function start() {
  const [id, invite] = location.hash.slice(1).split("/");
  try {
    if (!id) throw new Refusal({ code: "unknown-match", detail: "This address names no match." });
    const theme = boardTheme();
    if (invite) await join(id, invite);
    const match = await get(`matches/${encodeURIComponent(id)}`, {}, matchNamed(id)?.tokens[0]);
    const game = await get("game", { game: match.game });
    board.theme = await theme;
    board.board = game.board;
    const page = new MatchPage(new Model(match, game), await theme);
    dress(async () => page.dressAnew(await boardTheme()));
    page.begin();
  } catch (error) {
    const sentence = /** @type {Error} */ (error).message;
    byId("match").replaceChildren(
      html("p", { class: "refusal", role: "alert" }, sentence),
      html("p", {}, html("a", { href: "./" }, "To all games")),
    );
  }
  byId("match").inert = false;
}

dress();
bindSettings();
addEventListener("hashchange", () => {
  byId("match").inert = true;
  location.reload();
});
start();
