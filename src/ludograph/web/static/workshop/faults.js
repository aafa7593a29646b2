/** Faults in the server's words, and what they are about, so that they can be shown beside it. */

import { labelOf, nodeOf } from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapData} MapData */
/** @typedef {{text: string, nodes: number[], field: string | null}} Fault */

/** How faults begin, and what they are then about. @type {[RegExp, (found: string[], map: MapData) => Partial<Fault>][]} */
const KINDS = [
  [/\bthe nodes (-?\d+) and (-?\d+)/, ([, one, two]) => ({ nodes: [Number(one), Number(two)] })],
  [/^link number (\d+)/, ([, number], map) => ({ nodes: map.links[Number(number) - 1] ?? [] })],
  [/^piece number (\d+)/, ([, number], map) => ({ nodes: [map.pieces[Number(number) - 1]?.at] })],
  [/^(\S+) holds \d+ pieces/, ([, label], map) => ({ nodes: map.nodes.filter((node) => labelOf(node) === label).map(({ id }) => id) })],
  [/^(.+) has (\d+) kings$/, ([, player], map) => ({ nodes: kingsOf(map, player) })],
  [/^'(forward|pawn_start|promotion)' of (.+?) (?:is|has)\b/, ([, key, player], map) => ({ field: fieldOfPlayer(map, key, player) })],
  [/^'forward'/, () => ({ field: "forward" })],
  [/^'(name|max_turn|heading|pawns|kings|players)'/, ([, key]) => ({ field: key })],
  [/^(pawns|kings) are/, ([, key]) => ({ field: key })],
  [/castling/, () => ({ field: "castling" })],
  [/\bthe node (-?\d+)/, ([, id]) => ({ nodes: [Number(id)] })],
];

/** @param {string} text @param {MapData} map @returns {Fault} */
export function faultIn(text, map) {
  for (const [pattern, about] of KINDS) {
    const found = pattern.exec(text);
    if (found) {
      const { nodes = [], field = null } = about([...found], map);
      return { text, field, nodes: nodes.filter((id) => nodeOf(map, id)) };
    }
  }
  return { text, nodes: [], field: null };
}

/** What is allowed, but hardly meant. @param {MapData} map @returns {string[]} */
export function hints(map) {
  if (!map.nodes.length) return [phrase("shop.hint-begin")];
  const found = [];
  const linked = new Set(map.links.flat());
  const lonely = map.nodes.filter((node) => !linked.has(node.id)).map(labelOf);
  if (lonely.length && map.nodes.length > 1) found.push(phrase("shop.hint-lonely", { nodes: shortened(lonely) }));
  const kingless = map.players.filter((player) => !kingsOf(map, String(player)).length).map(String);
  if (!map.pieces.length) found.push(phrase("shop.hint-pieces"));
  else if (kingless.length) found.push(phrase("shop.hint-kings", { players: shortened(kingless) }));
  return found;
}

/** @param {MapData} map @param {string} player */
function kingsOf(map, player) {
  return map.pieces.filter((piece) => piece.type === "king" && String(piece.player) === player).map(({ at }) => at);
}

/** @param {MapData} map @param {string} key @param {string} player */
function fieldOfPlayer(map, key, player) {
  return `${key}-${map.players.map(String).indexOf(player)}`;
}

/** @param {string[]} texts */
function shortened(texts) {
  return texts.length > 6 ? phrase("shop.and-more", { some: texts.slice(0, 6).join(", "), n: texts.length - 6 }) : texts.join(", ");
}
