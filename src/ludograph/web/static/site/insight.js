/** What is true or thought of a position: solved in the worker where that is possible, else searched. */

import { Refusal } from "./refusal.js";

/** @typedef {import("./game.js").Place} Place */
/** @typedef {import("./game.js").SiteGame} SiteGame */
/** @typedef {import("../engine/types.js").Line} Line */
/** @typedef {import("../types.js").Truth} Truth */
/** @typedef {import("../types.js").Judged} Judged */

export const MOST_POSITIONS = 250_000; // that are looked at to know the truth
const WHOLE_LINES = 5; // are told whole, further ones by their first move
const FURTHEST = 30; // scales away from even, nobody can tell the difference any more
const USUAL = { time: 0.5 };
const ORDER = ["win", "draw", "lose", "unsolvable"];
/** A move that loses so much of the chance is called so. @type {[import("../types.js").Fault, number, string][]} */
const FAULTS = [
  ["blunder", 30, "??"],
  ["mistake", 15, "?"],
  ["inaccuracy", 7, "?!"],
];

/** @param {SiteGame} game @param {Place} place @returns {Promise<Truth|null>} */
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

/** @param {SiteGame} game @param {number|null} turn @param {string} value @param {number|null} remoteness */
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
 * @param {SiteGame} game
 * @param {Place[]} match
 * @param {{time?: number, nodes?: number, depth?: number, lines?: number}} budget
 * @returns {Promise<import("../types.js").Analysis>}
 */
export async function analysisOf(game, match, { time, nodes, depth, lines = 1 }) {
  if (game.isPuzzle) throw new Refusal({ code: "invalid-parameter", detail: "A puzzle has nobody to play against." });
  const states = match.map(({ state }) => state);
  const state = states[states.length - 1];
  const given = Object.fromEntries(Object.entries({ time, nodes, depth }).filter(([, value]) => value));
  const limits = Object.keys(given).length ? given : USUAL;
  const { alpha_beta, is_judged } = game.description;
  const call = alpha_beta && is_judged ? "search" : "treeSearch";
  const found = await game.thinker[call](state, limits, { before: states.slice(0, -1), lines });
  const every = (found.lines ?? [found]).filter(({ line }) => line.length);
  const told = await Promise.all(every.map((line, place) => toldLine(game, state, line, place < WHOLE_LINES)));
  return { ...told[0], nodes: found.nodes, lines: told };
}

/**
 * @param {SiteGame} game
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

/** @param {SiteGame} game @param {number} score */
function winIn(game, score) {
  const facts = game.description.alpha_beta;
  if (!facts || Math.abs(score) < facts.sure_win) return null;
  return Math.sign(score) * (facts.win - Math.abs(score));
}

/** In per cent. @param {SiteGame} game @param {number} score */
function chanceOf(game, score) {
  if (winIn(game, score) !== null) return score > 0 ? 100 : 0;
  const away = Math.max(-FURTHEST, Math.min(score / game.description.chance_scale, FURTHEST));
  return 100 / (1 + Math.exp(-away));
}

/**
 * One move of a game that is looked at again.
 * @param {SiteGame} game
 * @param {Place[]} match the positions up to the one in which it was made
 * @param {import("../engine/types.js").ToldMove} move
 * @param {Place} after
 * @param {number} ply
 * @param {number} time
 * @returns {Promise<Judged>}
 */
export async function judged(game, match, move, after, ply, time) {
  const place = match[match.length - 1];
  const { turn } = await game.view(place);
  const nothing = { ply, seat: turn ?? 0, fault: null, sign: "", chance_before: null, chance_after: null, loss: 0, best_line: [], customary_line: [], sentence: "" };
  const truth = await truthOf(game, place);
  if (truth) return { ...nothing, ...solvedFault(truth, move) };
  if (game.isPuzzle) return nothing;
  const best = await analysisOf(game, match, { time });
  const then = await game.view(after, match);
  const next = then.outcome ? null : await analysisOf(game, [...match, after], { time });
  const share = then.outcome ? (then.outcome.winners.length === 1 ? (then.outcome.winners[0] === turn ? 100 : 0) : 50) : 50;
  const reached = next ? (then.turn === turn ? next.win_chance : 100 - next.win_chance) : share;
  const isBest = best.move === move.text;
  const loss = isBest ? 0 : Math.max(0, best.win_chance - reached);
  const fault = FAULTS.find(([, least]) => loss >= least);
  const words = fault ? `Better was ${best.customary?.[0] ?? best.move} (${best.score_text}).` : "";
  return { ...nothing, chance_before: best.win_chance, chance_after: reached, loss, fault: fault?.[0] ?? null, sign: fault?.[2] ?? "", best_line: best.line, customary_line: best.customary ?? best.line, sentence: words };
}

/** @param {Truth} truth @param {{text: string}} move @returns {Partial<Judged>} */
function solvedFault({ moves }, { text }) {
  const made = moves.find((each) => each.text === text);
  const best = moves.find(({ is_best }) => is_best);
  if (!made?.worth || !best || made.is_best) return {};
  const chances = /** @type {Record<string, number>} */ ({ win: 100, draw: 50, lose: 0, unsolvable: 0 });
  const loss = chances[best.worth ?? "draw"] - chances[made.worth];
  const better = `Better was ${best.text} (${best.worth}${best.ends_in === null ? "" : ` in ${best.ends_in}`}).`;
  const whole = { chance_before: chances[best.worth ?? "draw"], chance_after: chances[made.worth], loss, best_line: [best.text], customary_line: [best.text] };
  if (loss > 0) return { ...whole, fault: "blunder", sign: "??", sentence: better };
  return made.behind ? { ...whole, fault: "detour", sign: "~", sentence: better } : {};
}
