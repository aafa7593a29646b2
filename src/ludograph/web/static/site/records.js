/** Matches as files: the record that `ludograph` writes and reads, as far as its start is one that this site can read. */

import { draw, won } from "../here/game.js";
import { gameNamed } from "./games.js";
import { HUMAN } from "../here/players.js";
import { Refusal } from "../here/refusal.js";

const FORMAT = "ludograph-match";

/** @param {import("./match.js").SiteMatch} match */
export function recordOf({ row, game, view, played }) {
  const isUsual = row.start === game.write(game.start);
  return {
    format: FORMAT,
    version: 1,
    game: row.game,
    start: isUsual ? game.about.start : row.start,
    moves: played.map(({ move }) => move.text),
    tags: {},
    result: view.outcome?.result ?? "*",
    reason: view.outcome?.reason ?? "",
  };
}

/** @param {string} text */
export async function readRecord(text) {
  const record = parsed(text);
  if (record?.format !== FORMAT || record.version !== 1 || !Array.isArray(record.moves))
    throw new Refusal({ code: "record-syntax", detail: "This is no game that was saved here: other files need a server to be read." });
  const game = await gameNamed(String(record.game));
  const isUsual = record.start === undefined || record.start === game.about.start;
  const start = isUsual ? undefined : String(record.start);
  const seats = game.seats.map(() => ({ player: HUMAN }));
  return { game: game.about.id, start, moves: record.moves.map(String), seats, result: String(record.result ?? "*"), outcome: endOf(game, record) };
}

/** An end that no rule tells: somebody has given up, or all have agreed. @param {import("../here/game.js").LocalGame} game @param {any} record */
function endOf({ seats }, { result, reason }) {
  if (!["resignation", "agreement"].includes(reason)) return null;
  if (reason === "agreement") return draw(seats.length, reason, "A draw by agreement.");
  const winners = String(result).split("-").flatMap((share, seat) => (share === "0" ? [] : [seat]));
  return won(seats, winners, reason);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
