/**
 * What this page works out by itself where a server keeps the match: the game's module runs in a worker, so that moves,
 * values and thoughts wait for nobody. Where that can't be, nothing is here, and the server is asked.
 */

import { address, get, post } from "../api.js";
import { GameClient } from "../engine/client.js";
import { LocalGame, plainMove, plainView } from "./game.js";
import { analysisOf, judged, toldLine, truthOf } from "./insight.js";
import { within } from "./loading.js";
import { chosen, wayOf } from "./players.js";

/** @typedef {import("./game.js").Place} Place */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Truth} Truth */
/** @typedef {import("../types.js").View} View */

/** A position that is known, and what was played since. @typedef {{position: string, moves: string[]}} Known */
/** @typedef {{place: Place, next: Map<string, Promise<Reached>>}} Reached */

const SPELL_PATIENCE = 400; // milliseconds that the server gets to write moves as people do
const SEEDED = /^(random|greedy):/; // the server's chance: whoever names a seed wants the same game again
const OVERTIME = 8000; // milliseconds after which a search that doesn't end is given up

/**
 * The game from a position on; whatever fails is thrown.
 * @param {import("../types.js").Game} game
 * @param {string} start
 */
export async function hereFrom(game, start) {
  const { digest, spells, ...measures } = await get("built", { game: game.id });
  const file = (/** @type {string} */ what) => String(address(`built/${what}`, { game: game.id, digest }));
  const client = await GameClient.fetched(file("module"), file("description"));
  const words = start === game.start ? null : (await get("position/words", { game: game.id, position: start })).words;
  const here = new Here(client, { game: game.id, measures, isSpelled: spells, words });
  await here.view([]); // whether the worker runs
  document.documentElement.dataset.thinks = "here"; // for who wants to know
  return here;
}

export class Here {
  /**
   * @param {GameClient} client
   * @param {{game: string, measures: import("./game.js").Measures, isSpelled: boolean, words: string|null}} given
   */
  constructor(client, { game, measures, isSpelled, words }) {
    this._name = game;
    this._isSpelled = isSpelled;
    // Each has workers of its own: who looks at a position doesn't wait for who plays, nor for a review.
    this._shown = new LocalGame(client, measures);
    this._player = new LocalGame(client.another(), measures);
    this._reviewer = new LocalGame(client.another(), measures);
    this._root = /** @type {Reached} */ ({ place: this._shown.read(words), next: new Map() });
    this._isLost = false;
    this._thinking = 0; // how many analyses are being made: one that was stopped may end after the next has begun
  }

  // -- moves -----------------------------------------------------------------------------------------------------

  /** The position after some moves. @param {string[]} moves @returns {Promise<View>} */
  async view(moves) {
    const places = await this._places(moves);
    return plainView(await this._shown.view(places[places.length - 1], places.slice(0, -1)));
  }

  /** The move that a text means after some others. @param {string[]} moves @param {string} text */
  async move(moves, text) {
    const places = await this._places(moves);
    return plainMove(this._shown.find(await this._shown.view(places[places.length - 1]), text));
  }

  /** Why a hand can't go on so. @param {string[]} moves @param {string[]} hops */
  async partial(moves, hops) {
    const places = await this._places(moves);
    return this._shown.partial(await this._shown.view(places[places.length - 1]), hops);
  }

  /** The positions from the start to the one after these moves, each found once. @param {string[]} moves */
  async _places(moves) {
    let at = this._root;
    const places = [at.place];
    for (const text of moves) {
      const next = at.next.get(text) ?? this._reached(at.place, text);
      at.next.set(text, next);
      next.catch(at.next.delete.bind(at.next, text));
      at = await next;
      places.push(at.place);
    }
    return places;
  }

  /** @param {Place} place @param {string} text @returns {Promise<Reached>} */
  async _reached(place, text) {
    const move = this._shown.find(await this._shown.view(place), text);
    return { place: await this._shown.after(place, move), next: new Map() };
  }

  // -- what is true and what is thought --------------------------------------------------------------------------

  /** @param {string[]} moves @returns {Promise<Truth|null>} */
  async truth(moves) {
    return truthOf(this._shown, (await this._places(moves))[moves.length]);
  }

  /**
   * What a search finds; null where it doesn't end in time.
   * @param {string[]} moves
   * @param {{time?: number, nodes?: number, lines?: number}} budget
   * @param {Known} known where that is, to the server
   */
  async analysis(moves, budget, known) {
    if (this._isLost) return null;
    const places = await this._places(moves);
    this._thinking++;
    try {
      const found = await within(analysisOf(this._shown, places, budget, this._spelling(known)), 1000 * (budget.time ?? 0) + OVERTIME);
      if (!found) this._lose();
      return found;
    } finally {
      this._thinking--;
    }
  }

  /** A search that doesn't end isn't begun again: the server is asked. */
  _lose() {
    this._isLost = true;
    this._shown.thinker.stop();
  }

  /** Nobody waits for an analysis any longer. */
  stop() {
    if (this._thinking) this._shown.thinker.stop();
  }

  /**
   * The moves of a game looked at again, one after the other.
   * @param {string[]} moves
   * @param {(ply: number) => Known} known
   * @param {(judged: import("../types.js").Judged) => void} tell
   */
  async review(moves, known, tell) {
    const places = await this._places(moves);
    for (const [ply, text] of moves.entries()) {
      const before = places.slice(0, ply + 1);
      const move = this._reviewer.find(await this._reviewer.view(places[ply]), text);
      tell(await judged(this._reviewer, before, move, ply + 1, this._spelling(known(ply))));
    }
  }

  /** @param {Known} known @returns {import("./insight.js").Spell|undefined} */
  _spelling({ position, moves }) {
    if (!this._isSpelled) return undefined;
    return (lines) => {
      const spelled = post("position/customary", { game: this._name, position, moves, lines }).then((told) => told.lines);
      return within(spelled, SPELL_PATIENCE).catch(() => null); // then as the module writes them
    };
  }

  // -- programs --------------------------------------------------------------------------------------------------

  /** Whether a program can think in this page. @param {string} name */
  canBe(name) {
    if (SEEDED.test(name)) return false;
    const { description, measures } = this._player;
    try {
      const { call } = wayOf(name, description, measures);
      return call === null || Boolean(call === "search" ? description.alpha_beta : description.tree_search);
    } catch {
      return false;
    }
  }

  /**
   * The move that a program makes after some moves; null when it was stopped.
   * @param {string[]} moves
   * @param {string} name
   * @param {(analysis: Omit<Analysis, "lines">) => void} tell
   * @returns {Promise<string|null>}
   */
  async choice(moves, name, tell) {
    const game = this._player;
    const places = await this._places(moves);
    const view = await game.view(places[places.length - 1], places.slice(0, -1));
    const { state } = places[places.length - 1];
    const report = async (/** @type {import("../engine/types.js").Analysis} */ found) =>
      tell({ ...(await toldLine(game, state, found, true)), nodes: found.nodes });
    const codes = view.moves.map(({ code }) => code);
    const code = await chosen(game, places, codes, { name, seed: Math.floor(Math.random() * 2 ** 31), report });
    return view.moves.find((move) => move.code === code)?.text ?? null;
  }

  stopPlaying() {
    this._player.thinker.stop();
  }
}
