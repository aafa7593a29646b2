/**
 * The worker that runs a built game. It is told `{id, call, arguments}` and answers `{id, result}` or
 * `{id, error: {name, message}}`; while it thinks, also `{id, report}`. The first call is `open`, with the module and
 * its description; all others are those of BuiltGame. `client.js` does the telling.
 */

import { BuiltGame } from "./game.js";

/** @typedef {{id: number, call: string, arguments: any[]}} Message */

const CALLS = ["start", "moves", "apply", "turn", "winners", "drawn", "isSolution", "pieces", "view", "line", "solved", "startAt", "perft"];
const THINKING = ["search", "treeSearch"];

/** @type {any} */
let game = null;

addEventListener("message", (/** @type {MessageEvent<Message>} */ { data }) => {
  const { id } = data;
  try {
    postMessage({ id, result: answer(data) });
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    postMessage({ id, error: { name, message } });
  }
});

/** @param {Message} message */
function answer({ id, call, arguments: given }) {
  if (call === "open") {
    game = new BuiltGame(given[0], given[1]);
    return undefined;
  }
  if (!game) throw new Error("No game was opened.");
  if (CALLS.includes(call)) return game[call](...given);
  if (!THINKING.includes(call)) throw new Error(`A built game has no ${call}.`);
  const [state, limits, circumstances] = given;
  return game[call](state, limits, circumstances, (/** @type {any} */ report) => postMessage({ id, report }));
}
