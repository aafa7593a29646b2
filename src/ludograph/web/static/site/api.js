/** What the page's own api.js answers by asking a server, answered by the site itself: same paths, same answers, same refusals. */

import { startOf } from "./challenges.js";
import { puzzleOfTheDay, startNamed } from "./daily.js";
import { catalogue, fileAddress, fileOf, json } from "./files.js";
import { plainMove, plainView } from "../here/game.js";
import { factsOf, gameNamed } from "./games.js";
import { analysisOf, judged, truthOf } from "../here/insight.js";
import { matchNamed, newMatch } from "./match.js";
import { keepOffline } from "./offline.js";
import { Refusal } from "../here/refusal.js";
import { readRecord, recordOf } from "./records.js";

export { Refusal };

/** Whether there is a server: others who can be reached, clocks, files of other programs. */
export const HAS_SERVER = false;

/** @typedef {Record<string, any>} Asked */
/** @typedef {(asked: Asked, id: string) => any} Answer */

/** @type {Record<string, Answer>} */
const ANSWERS = {
  games: async () => (await catalogue()).entries,
  game: async ({ game }) => factsOf(game),
  themes: async ({ pieces }) => (await json("data/themes.json"))[pieces ?? "usual"],
  preparing: async ({ game }) => ({ game: (await gameNamed(game)).about.id, is_ready: true, doing: "", done: 1, steps: 1 }),
  "puzzle-of-the-day": puzzleOfTheDay,
  rules: async ({ game }) => {
    const file = await fileOf(game);
    return json(`book/${(await catalogue()).books[file] ?? file}.json`);
  },
  position: async ({ game, position }) => plainView((await shown(game, position)).view),
  "position/play": played,
  "position/partial": async ({ game: name, position, hops }) => {
    const { game, view } = await shown(name, position);
    return game.partial(view, hops);
  },
  "position/value": async ({ game: name, position }) => {
    const { game, place } = await shown(name, position);
    return truthOf(game, place);
  },
  "position/start": startOf,
  "position/analysis": async ({ game: name, position, moves = [], ...budget }) => {
    const { game, places } = await followed(name, position, moves);
    return analysisOf(game, places, budget);
  },
  matches: async (asked) => made(await newMatch({ ...asked, game: asked.game, start: await startNamed(await gameNamed(asked.game), asked.position) ?? undefined })),
  "matches/mine": mine,
  "matches/import": async ({ text, seats }) => made(await newMatch({ ...(await readRecord(text)), ...(seats && { seats }) })),
  "game-files": async ({ text }) => ({ format: "record", games: [await listed(text)], is_all: true }),
};

/** Questions about one match. @type {Record<string, Answer>} */
const OF_MATCHES = {
  "": async (_, id) => (await matchNamed(id)).data,
  value: async ({ ply }, id) => {
    const match = await matchNamed(id);
    return truthOf(match.game, match.placesAt(ply).at(-1) ?? match.place);
  },
  analysis: async ({ ply, ...budget }, id) => {
    const match = await matchNamed(id);
    return analysisOf(match.game, match.placesAt(ply), budget);
  },
  export: async (_, id) => recordOf(await matchNamed(id)),
  pace: async (asked, id) => (await matchNamed(id)).pace(asked),
  step: async (_, id) => (await matchNamed(id)).letProgramsMove(true),
};

/** @param {string} path @param {Asked} [asked] @param {string} [_token] @returns {Promise<any>} */
export function get(path, asked = {}, _token) {
  return answer(path, asked);
}

/** @param {string} path @param {any} [body] @param {string} [_token] @returns {Promise<any>} */
export function post(path, body = {}, _token) {
  return answer(path, body);
}

/**
 * Answers that come one after the other.
 * @param {string} path
 * @param {any} body
 * @param {(answer: any) => void} tell
 */
export async function postForLines(path, { game: name, position, moves }, tell) {
  if (path !== "position/review") throw unknown(path);
  const { game, places, line } = await followed(name, position, moves);
  for (const [ply, move] of line.entries())
    tell(await judged(game, places.slice(0, ply + 1), move, ply + 1));
}

/** A drawing: on this site those of starts and of figures, by day or by night. @param {string} path @param {Asked} [asked] */
export function address(path, { game = "", number = "", theme = "light" } = {}) {
  const name = game.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const shade = theme.endsWith("dark") ? "dark" : "light";
  return fileAddress(path === "rules/figure" ? `book/${name}-${number}.${shade}.svg` : `pictures/${name}.${shade}.svg`);
}

/** @param {string} path @param {Asked} asked @returns {Promise<any>} */
async function answer(path, asked) {
  if (ANSWERS[path]) return ANSWERS[path](asked, "");
  const [kind, id, what = ""] = path.split("/");
  if (kind !== "matches" || !OF_MATCHES[what]) throw unknown(path);
  return OF_MATCHES[what](asked, decodeURIComponent(id));
}

/** @param {string} path */
function unknown(path) {
  return new Refusal({ code: "not-here", detail: `This needs a server, which this site doesn't have (${path}).` });
}

/** @param {string} name @param {string|undefined} position */
async function shown(name, position) {
  const game = await gameNamed(name);
  const place = game.read(position);
  return { game, place, view: await game.view(place) };
}

/** @param {string} name @param {string|undefined} position @param {string[]} moves */
async function followed(name, position, moves) {
  const { game, place } = await shown(name, position);
  const places = [place];
  const line = [];
  for (const text of moves) {
    const now = places[places.length - 1];
    const move = game.find(await game.view(now), text);
    line.push(move);
    places.push(await game.after(now, move));
  }
  return { game, places, line };
}

/** @param {Asked} asked */
async function played({ game: name, position, moves }) {
  const { game, places, line } = await followed(name, position, moves);
  const last = line[line.length - 1];
  return { ...plainView(await game.view(places[places.length - 1])), last_move: last ? plainMove(last) : null };
}

/** What who has begun a match is told. @param {import("./match.js").SiteMatch} match */
function made(match) {
  const { id } = match.row;
  const seats = match.row.seats.map((_, seat) => (match.ownSeats.includes(seat) ? { seat, token: `${id}/${seat}` } : { seat }));
  return { id, owner_token: `${id}/owner`, seats, match: match.data };
}

/** @param {Asked} asked */
async function mine({ tokens }) {
  const ids = [...new Set(/** @type {string[]} */ (tokens).map((token) => token.split("/")[0]))];
  const found = await Promise.allSettled(ids.map(matchNamed));
  return found.flatMap((each) => {
    if (each.status === "rejected") return [];
    const { row, played: moves, view, ownSeats } = each.value;
    return [{ id: row.id, outcome: view.outcome, ply: moves.length, turn: view.turn, seat: ownSeats[0] ?? null, changed: row.changed }];
  });
}

/** @param {string} text */
async function listed(text) {
  const { game, moves, result, outcome } = await readRecord(text);
  const { about } = await gameNamed(game);
  return { number: 1, title: about.full_title, players: [], about: "", result: outcome ? result : "*", moves: moves.length, fault: null };
}

keepOffline();
