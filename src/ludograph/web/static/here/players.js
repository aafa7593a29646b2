/** Players by their names, as players/named.py has them: which of them thinks how, and what it chooses. */

import { Refusal } from "./refusal.js";

/** @typedef {import("./game.js").Place} Place */
/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("../engine/types.js").Analysis} Analysis */
/** @typedef {import("../engine/types.js").Limits} Limits */
/** @typedef {{call: "search"|"treeSearch"|null, limits: Limits, carelessness: number}} Way ``call`` is null for any move */

export const HUMAN = "human";
const USUAL_LIMITS = { time: 1 };

/**
 * How a player with this name thinks about a game.
 * @param {string} name
 * @param {import("../engine/types.js").Description} description
 * @param {import("./game.js").Measures} facts
 * @returns {Way}
 */
export function wayOf(name, description, facts) {
  const [kind, rest = ""] = name.split(":");
  const isJudged = Boolean(description.alpha_beta && description.is_judged);
  const call = isJudged ? "search" : "treeSearch";
  if (kind === "random") return { call: null, limits: {}, carelessness: 1 };
  if (kind === "greedy") return { call: "search", limits: { depth: 1 }, carelessness: 0 };
  if (kind === "mcts") return { call: "treeSearch", limits: rest ? limitsIn(name, rest) : USUAL_LIMITS, carelessness: 0 };
  if (kind !== "ai") throw unknown(name);
  if (rest.includes("=")) return { call, limits: limitsIn(name, rest), carelessness: 0 };
  const level = facts.levels[rest || facts.usual_level];
  if (!level) throw unknown(name);
  const nodes = level.nodes && (isJudged ? level.nodes : Math.floor(level.nodes / facts.positions_of_a_round));
  const limits = { ...(nodes && { nodes }), ...(level.time && { time: level.time }) };
  return { call, limits, carelessness: level.carelessness };
}

/** @param {string} name @param {string} text as ``time=0.5,nodes=1000`` @returns {Limits} */
function limitsIn(name, text) {
  const pairs = text.split(",").map((part) => part.split("="));
  if (pairs.some(([key, value]) => !["time", "nodes", "depth"].includes(key) || !(Number(value) > 0))) throw unknown(name);
  return Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)]));
}

/** @param {string} name */
function unknown(name) {
  return new Refusal({ code: "invalid-parameter", detail: `There is no player “${name}” in this page.` });
}

/**
 * The code of the move that a player chooses.
 * @param {LocalGame} game
 * @param {Place[]} match its positions
 * @param {bigint[]} codes of the legal moves
 * @param {{name: string, seed: number, report: (analysis: Analysis) => void}} player
 * @returns {Promise<bigint>}
 */
export async function chosen(game, match, codes, { name, seed, report }) {
  const { call, limits, carelessness } = wayOf(name, game.description, game.measures);
  const any = codes[Math.floor(Math.random() * codes.length)];
  if (call === null || codes.length === 1 || Math.random() < carelessness) return any;
  const states = match.map(({ state }) => state);
  const state = states[states.length - 1];
  const circumstances = { before: states.slice(0, -1), seed, contempt: game.description.contempt };
  const found = await game.thinker[call](state, limits, circumstances, report);
  return found.line[0] ?? any;
}
