/**
 * A map as the data of its JSON file, and every edit as a function from one map to the next: what was, stays as it was,
 * so that undoing is going back to it.
 *
 * @typedef {{id: number, label?: string, x: number, y: number, visible?: boolean, shade?: number,
 *            outline?: number[][]}} MapNode
 * @typedef {string | number} PlayerId
 * @typedef {{type: string, player: PlayerId, at: number}} MapPiece
 * @typedef {{name: string, player: PlayerId, king: number[], rook: number[], empty: number[],
 *            safe: number[]}} Castling
 * @typedef {number | {to: number[]} | {from: number[]}} Forward
 * @typedef {{name: string, max_turn: number, heading: string, nodes: MapNode[], links: number[][],
 *            players: PlayerId[], pieces: MapPiece[], pawns?: string, kings?: string,
 *            forward?: Record<string, Forward>, pawn_start?: Record<string, number[]>,
 *            promotion?: Record<string, number[]>, castling?: Castling[]}} MapData
 */

/** The types of pieces by the letters of texts, in the order in which they are offered. @type {Record<string, string>} */
export const TYPES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };
/** @type {Record<string, string>} */
export const FIGURES = { king: "♚", queen: "♛", rook: "♜", bishop: "♝", knight: "♞", pawn: "♟" };
export const MOST_NODES = 400;
export const MOST_BYTES = 256 * 1024;
export const MOST_PLAYERS = 16;
const DIGITS = 1e4;
const CORE = { name: "", max_turn: 45, heading: "fixed" };

/** @returns {MapData} */
export function emptyMap() {
  return { ...CORE, nodes: [], links: [], players: ["white", "black"], pieces: [] };
}

/** @param {MapNode} node */
export function labelOf(node) {
  return node.label ?? String(node.id);
}

/**
 * What is looked up again and again, made once for each map.
 * @typedef {{nodes: Map<number, MapNode>, pieces: Map<number, MapPiece>, linked: Map<number, Set<number>>,
 *            links: Set<string>}} Index
 * @type {WeakMap<MapData, Index>}
 */
const indexes = new WeakMap();

/** @param {MapData} map @returns {Index} */
function indexOf(map) {
  const known = indexes.get(map);
  if (known) return known;
  const linked = new Map(map.nodes.map(({ id }) => [id, new Set()]));
  for (const [from, to] of map.links) {
    linked.get(from)?.add(to);
    linked.get(to)?.add(from);
  }
  const index = {
    nodes: new Map(map.nodes.map((node) => [node.id, node])),
    pieces: new Map(map.pieces.map((piece) => [piece.at, piece])),
    linked,
    links: new Set(map.links.map(String)),
  };
  indexes.set(map, index);
  return index;
}

/** @param {MapData} map @param {number | null} id @returns {MapNode | undefined} */
export function nodeOf(map, id) {
  return id === null ? undefined : indexOf(map).nodes.get(id);
}

/** @param {MapData} map @param {string} label */
export function nodeLabelled(map, label) {
  return map.nodes.find((node) => labelOf(node) === label);
}

/** @param {MapData} map @param {number | null} id @returns {MapPiece | undefined} */
export function pieceAt(map, id) {
  return id === null ? undefined : indexOf(map).pieces.get(id);
}

/** What is said for a player, whatever his name is. @template T @param {Record<string, T> | undefined} by @param {PlayerId} player @returns {T | undefined} */
export function saidFor(by, player) {
  return by && Object.hasOwn(by, player) ? by[player] : undefined;
}

/** The letter of a piece's type, as requests for rays have it. @param {string} type */
export function letterOf(type) {
  return Object.keys(TYPES).find((letter) => TYPES[letter] === type);
}

/** The direction from one node to another in degrees, right 0, up 90. @param {MapNode} from @param {MapNode} to */
export function directionOf(from, to) {
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return ((Math.round(degrees * 100) / 100) + 360) % 360;
}

/** @param {MapNode} from @param {MapNode} to */
export function degreesText(from, to) {
  return `${Math.round(directionOf(from, to) * 10) / 10}°`;
}

/** @param {MapData} map @param {number} from @param {number} to */
export function hasLink(map, from, to) {
  return indexOf(map).links.has(String([from, to]));
}

/** The nodes that a node has a link to or from. @param {MapData} map @param {number} id @returns {MapNode[]} */
export function linkedWith(map, id) {
  const { nodes, linked } = indexOf(map);
  return [...(linked.get(id) ?? [])].map((other) => nodes.get(other)).filter((node) => node !== undefined);
}

/** What makes two maps the same for the rules: their lines don't depend on pieces and names. @param {MapData} map */
export function ruledPart(map) {
  const nodes = map.nodes.map(({ outline, shade, ...node }) => node);
  return { ...map, name: "", nodes, pieces: [], castling: [] };
}

// -- edits ----------------------------------------------------------------------------------------------------------

/** @param {number} value */
function rounded(value) {
  return Math.round(value * DIGITS) / DIGITS;
}

/** @param {MapData} map */
function freeId(map) {
  return 1 + Math.max(0, ...map.nodes.map((node) => node.id));
}

/** A label of a letter and a number that no node has. @param {MapData} map */
function freeLabel(map) {
  const taken = new Set(map.nodes.map(labelOf));
  for (let number = 1; ; number += 1) {
    const label = `n${number}`;
    if (!taken.has(label)) return label;
  }
}

/** @param {MapData} map @param {number} x @param {number} y @returns {[MapData, number]} */
export function withNode(map, x, y) {
  const id = freeId(map);
  const node = { id, label: freeLabel(map), x: rounded(x), y: rounded(y) };
  return [{ ...map, nodes: [...map.nodes, node] }, id];
}

/** @param {MapData} map @param {number} id @param {Partial<MapNode>} changes @returns {MapData} */
export function withChangedNode(map, id, changes) {
  return { ...map, nodes: map.nodes.map((node) => (node.id === id ? { ...node, ...changes } : node)) };
}

/** A node somewhere else; its outline goes with it. @param {MapData} map @param {number} id @param {number} x @param {number} y */
export function withMovedNode(map, id, x, y) {
  const node = nodeOf(map, id);
  if (!node) return map;
  const [right, up] = [rounded(x) - node.x, rounded(y) - node.y];
  const outline = node.outline?.map(([px, py]) => [rounded(px + right), rounded(py + up)]);
  return withChangedNode(map, id, { x: rounded(x), y: rounded(y), ...(outline ? { outline } : {}) });
}

/** @param {MapData} map @param {number} id @returns {MapData} */
export function withoutNode(map, id) {
  const isOther = (/** @type {number} */ each) => each !== id;
  const lists = (/** @type {Record<string, number[]> | undefined} */ by) =>
    by && Object.fromEntries(Object.entries(by).map(([player, ids]) => [player, ids.filter(isOther)]));
  return dropUndefined({
    ...map,
    nodes: map.nodes.filter((node) => isOther(node.id)),
    links: map.links.filter((link) => link.every(isOther)),
    pieces: map.pieces.filter((piece) => isOther(piece.at)),
    pawn_start: lists(map.pawn_start),
    promotion: lists(map.promotion),
    castling: map.castling
      ?.filter(({ king, rook }) => [...king, ...rook].every(isOther))
      .map((each) => ({ ...each, empty: each.empty.filter(isOther), safe: each.safe.filter(isOther) })),
  });
}

/** @param {MapData} map @param {number} from @param {number} to @param {boolean} isTwoWay @returns {MapData} */
export function withLink(map, from, to, isTwoWay) {
  const wanted = isTwoWay ? [[from, to], [to, from]] : [[from, to]];
  const added = wanted.filter(([start, end]) => start !== end && !hasLink(map, start, end));
  return added.length ? { ...map, links: [...map.links, ...added] } : map;
}

/** @param {MapData} map @param {number} from @param {number} to @param {boolean} isTwoWay @returns {MapData} */
export function withoutLink(map, from, to, isTwoWay) {
  const links = map.links.filter(
    ([start, end]) => !((start === from && end === to) || (isTwoWay && start === to && end === from)),
  );
  return links.length < map.links.length ? { ...map, links } : map;
}

/** A piece on a node instead of what stood there; no type takes it away.
 * @param {MapData} map @param {number} id @param {string | null} type @param {PlayerId} player @returns {MapData} */
export function withPiece(map, id, type, player) {
  const others = map.pieces.filter((piece) => piece.at !== id);
  return { ...map, pieces: type ? [...others, { type, player, at: id }] : others };
}

/** The map with a value under a key; undefined takes the key away. @param {MapData} map @param {string} key @param {unknown} value @returns {MapData} */
export function withValue(map, key, value) {
  return dropUndefined({ ...map, [key]: value });
}

/** The nodes of a player in a list by players such as pawn_start; undefined takes his list away.
 * @param {MapData} map @param {"pawn_start" | "promotion"} key @param {PlayerId} player @param {number[] | undefined} ids */
export function withNodesOf(map, key, player, ids) {
  const by = dropUndefined({ ...map[key], [player]: ids });
  return withValue(map, key, Object.keys(by).length ? by : undefined);
}

/** @param {MapData} map @param {number} place @param {string} name @returns {MapData} */
export function withRenamedPlayer(map, place, name) {
  const old = map.players[place];
  const renamed = (/** @type {PlayerId} */ player) => (String(player) === String(old) ? name : player);
  const keys = (/** @type {Record<string, any> | undefined} */ by) =>
    by && Object.fromEntries(Object.entries(by).map(([player, value]) => [renamed(player), value]));
  return dropUndefined({
    ...map,
    players: map.players.map((player, at) => (at === place ? name : player)),
    pieces: map.pieces.map((piece) => ({ ...piece, player: renamed(piece.player) })),
    forward: keys(map.forward),
    pawn_start: keys(map.pawn_start),
    promotion: keys(map.promotion),
    castling: map.castling?.map((each) => ({ ...each, player: renamed(each.player) })),
  });
}

/** @param {MapData} map @returns {MapData} */
export function withOneMorePlayer(map) {
  const names = ["white", "black", "red", "blue", "green", "yellow"];
  const taken = new Set(map.players.map(String));
  const name = names.find((each) => !taken.has(each)) ?? `player ${map.players.length + 1}`;
  const forward = map.forward && { ...map.forward, [name]: 90 };
  return dropUndefined({ ...map, players: [...map.players, name], forward, kings: undefined });
}

/** @param {MapData} map @param {number} place @returns {MapData} */
export function withoutPlayer(map, place) {
  const gone = String(map.players[place]);
  const keys = (/** @type {Record<string, any> | undefined} */ by) =>
    by && Object.fromEntries(Object.entries(by).filter(([player]) => player !== gone));
  return dropUndefined({
    ...map,
    players: map.players.filter((_, at) => at !== place),
    pieces: map.pieces.filter((piece) => String(piece.player) !== gone),
    forward: keys(map.forward),
    pawn_start: keys(map.pawn_start),
    promotion: keys(map.promotion),
    castling: map.castling?.filter((each) => String(each.player) !== gone),
  });
}

/** @template {object} T @param {T} data @returns {T} */
function dropUndefined(data) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)));
}
