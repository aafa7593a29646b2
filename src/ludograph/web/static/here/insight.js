/** What is true or thought of a position: solved in the worker where that is possible, else searched. */

import { Refusal } from "./refusal.js";

/** @typedef {import("./game.js").Place} Place */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("../engine/types.js").Line} Line */
/** @typedef {import("../types.js").Truth} Truth */
/** @typedef {import("../types.js").Judged} Judged */
/** @typedef {(lines: string[][]) => Promise<string[][]|null>} Spell */

export const MOST_POSITIONS = 250_000; // that are looked at to know the truth
const WHOLE_LINES = 5; // are told whole, further ones by their first move
const FURTHEST = 30; // scales away from even, nobody can tell the difference any more
const USUAL = { time: 0.5 };
const REVIEW = { time: 0.15 }; // of each move that is looked at again
const ORDER = ["win", "draw", "lose", "unsolvable"];
const SIGNS = /** @type {Record<string, string>} */ ({ blunder: "??", mistake: "?", inaccuracy: "?!", detour: "~" });
const CHANCES = /** @type {Record<string, number>} */ ({ win: 100, draw: 50, lose: 0, unsolvable: 0 });
const NOUNS = /** @type {Record<string, string>} */ ({ win: "win", draw: "draw", lose: "loss", unsolvable: "unsolvable" });

/** @param {LocalGame} game @param {Place} place @returns {Promise<Truth|null>} */
export async function truthOf(game, place) {
  const solved = await game.thinker.solved(place.state, MOST_POSITIONS);
  if (!solved) return null;
  const { moves, turn } = await game.view(place);
  const told = moves.map((move) => {
    const known = solved.moves.find(({ code }) => code === move.code);
    return { text: move.text, worth: known?.worth ?? null, ends_in: known?.ends_in ?? null };
  });
  const { value, remoteness } = solved;
  return { value, remoteness, source: "solved", words: sentence(game, turn, value, remoteness), moves: graded(told) };
}

/** @param {{text: string, worth: import("../types.js").Value|null, ends_in: number|null}[]} moves */
function graded(moves) {
  const late = (/** @type {{worth: any, ends_in: number|null}} */ { worth, ends_in }) => (worth === "lose" ? -1 : 1) * (ends_in ?? 0);
  const soonest = (/** @type {any} */ worth) => Math.min(...moves.filter((move) => move.worth === worth).map(late));
  const best = ORDER.find((value) => moves.some(({ worth }) => worth === value));
  return moves.map((move) => {
    const behind = move.ends_in === null ? null : late(move) - soonest(move.worth);
    return { ...move, behind, is_best: move.worth === best && best !== "unsolvable" && !behind };
  });
}

/** @param {LocalGame} game @param {number|null} turn @param {string} value @param {number|null} remoteness */
function sentence(game, turn, value, remoteness) {
  const moves = `${remoteness} ${remoteness === 1 ? "move" : "moves"}`;
  if (value === "unsolvable") return "This can't be solved any more.";
  if (game.isPuzzle) return `${moves} to a solution.`;
  if (turn === null) return "The game is over.";
  if (remoteness === null) return "With best play this is a draw.";
  return `${game.seats[turn]} ${value === "win" ? "wins" : "loses"} in ${moves} with best play.`;
}

/**
 * What a search finds in the last of some positions.
 * @param {LocalGame} game
 * @param {Place[]} match
 * @param {{time?: number, nodes?: number, depth?: number, lines?: number, only?: bigint[]}} budget ``only``: codes of moves
 * @param {Spell} [spell] lines as people write them, where the module can't tell
 * @returns {Promise<import("../types.js").Analysis>}
 */
export async function analysisOf(game, match, { time, nodes, depth, lines = 1, only }, spell) {
  if (game.isPuzzle) throw new Refusal({ code: "invalid-parameter", detail: "A puzzle has nobody to play against." });
  const states = match.map(({ state }) => state);
  const state = states[states.length - 1];
  const given = Object.fromEntries(Object.entries({ time, nodes, depth }).filter(([, value]) => value));
  const limits = Object.keys(given).length ? given : USUAL;
  const { alpha_beta, is_judged } = game.description;
  const call = alpha_beta && is_judged ? "search" : "treeSearch";
  const found = await game.thinker[call](state, limits, { before: states.slice(0, -1), lines, only });
  const every = (found.lines ?? [found]).filter(({ line }) => line.length);
  const told = await Promise.all(every.map((line, place) => toldLine(game, state, line, place < WHOLE_LINES)));
  const spelled = (await spell?.(told.slice(0, WHOLE_LINES).map(({ line }) => line))) ?? [];
  const written = told.map((line, place) => ({ ...line, customary: spelled[place] ?? line.customary }));
  return { ...written[0], nodes: found.nodes, lines: written };
}

/**
 * @param {LocalGame} game
 * @param {import("../engine/types.js").State} state
 * @param {Line} found
 * @param {boolean} isWhole
 * @returns {Promise<import("../types.js").Line>}
 */
export async function toldLine(game, state, { line, score, depth }, isWhole) {
  const moves = await game.rules.line(state, isWhole ? line : line.slice(0, 1));
  const win = winIn(game, score);
  const words = win === null ? `${score < 0 ? "-" : "+"}${(Math.abs(score) / 100).toFixed(2)}` : win > 0 ? `win in ${win}` : `lose in ${-win}`;
  return {
    move: moves[0].text,
    line: moves.map(({ text }) => text),
    customary: moves.map(({ customary }) => customary),
    score,
    score_text: words,
    win_in: win,
    win_chance: Math.round(10 * chanceOf(game, score)) / 10,
    depth,
  };
}

/** @param {LocalGame} game @param {number} score */
function winIn(game, score) {
  const facts = game.description.alpha_beta;
  if (!facts || Math.abs(score) < facts.sure_win) return null;
  return Math.sign(score) * (facts.win - Math.abs(score));
}

/** In per cent. @param {LocalGame} game @param {number} score */
function chanceOf(game, score) {
  if (winIn(game, score) !== null) return score > 0 ? 100 : 0;
  const away = Math.max(-FURTHEST, Math.min(score / game.description.chance_scale, FURTHEST));
  return 100 / (1 + Math.exp(-away));
}

/**
 * One move of a game that is looked at again, as players/review.py does.
 * @param {LocalGame} game
 * @param {Place[]} match the positions up to the one in which it was made
 * @param {import("../engine/types.js").ToldMove} move
 * @param {number} ply
 * @param {Spell} [spell]
 * @returns {Promise<Judged>}
 */
export async function judged(game, match, move, ply, spell) {
  const place = match[match.length - 1];
  const { turn } = await game.view(place);
  const known = solvedLosses(await truthOf(game, place), move);
  const losses = known ?? (game.isPuzzle ? null : await searchedLosses(game, match, move, spell));
  const nothing = { ply, seat: turn ?? 0, fault: null, sign: "", loss: 0, sentence: "" };
  if (!losses) return { ...nothing, chance_before: null, chance_after: null, best_line: [], customary_line: [] };
  const { words, bestWords, isLate, ...told } = losses;
  const loss = Math.max(0, told.chance_before - told.chance_after);
  const worst = Object.entries(game.measures.least_loss).find(([, least]) => loss >= least);
  const fault = /** @type {import("../types.js").Fault|null} */ (worst?.[0] ?? (isLate ? "detour" : null));
  if (!fault) return { ...nothing, ...told, loss };
  const sentence = `${fault === "inaccuracy" ? "An" : "A"} ${fault}: ${words}; best was ${told.customary_line[0]}, ${bestWords}.`;
  return { ...nothing, ...told, loss, fault, sign: SIGNS[fault], sentence };
}

/** @param {LocalGame} game @param {Place[]} match @param {import("../engine/types.js").ToldMove} move @param {Spell} [spell] */
async function searchedLosses(game, match, move, spell) {
  const best = await analysisOf(game, match, REVIEW, spell);
  const own = best.move === move.text ? best : await analysisOf(game, match, { ...REVIEW, only: [move.code] });
  const words = (/** @type {import("../types.js").Line} */ { score_text, win_chance }) => `${score_text}, ${Math.round(win_chance)} %`;
  const lines = { best_line: best.line, customary_line: best.customary ?? best.line };
  return { chance_before: best.win_chance, chance_after: own.win_chance, ...lines, words: words(own), bestWords: words(best), isLate: false };
}

/** Null where nobody knows. @param {Truth|null} truth @param {{text: string}} move */
function solvedLosses(truth, { text }) {
  const made = truth?.moves.find((each) => each.text === text);
  const best = truth?.moves.find(({ is_best }) => is_best) ?? made;
  if (!made?.worth || !best?.worth) return null;
  const words = (/** @type {import("../types.js").ToldMove} */ { worth, ends_in }) => `${NOUNS[worth ?? ""]}${ends_in === null ? "" : ` in ${ends_in}`}`;
  const isLate = made.worth === "win" && best.worth === "win" && Boolean(made.behind);
  const late = made.worth === "win" && made.behind ? `, ${made.behind} later` : "";
  const lines = { best_line: [best.text], customary_line: [best.text] };
  return { chance_before: CHANCES[best.worth], chance_after: CHANCES[made.worth], ...lines, words: words(made) + late, bestWords: words(best), isLate };
}
