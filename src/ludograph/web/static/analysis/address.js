/**
 * The address of an analysis: `#GAME//POSITION//MOVES//PLACE`, of which all but the game may be missing, or `#matches/ID`.
 * MOVES are texts between commas; behind a move stand, in round brackets, the variations in which another one is made
 * instead: `e2e4,(d2d4,d7d5),e7e5`. PLACE is the number of the move that is looked at, in the order in which they are written.
 */

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{game: string, position: string|null, tokens: string[], place: number|null, match: string|null}} Address */

const MATCHES = "matches/";
const OPEN = "(";
const CLOSE = ")";

/**
 * @param {string} hash
 * @returns {Address}
 */
export function parsed(hash) {
  const [game = "", position = "", moves = "", place = ""] = hash.replace(/^#/, "").split("//");
  const nothing = { position: null, tokens: [], place: null };
  if (game.startsWith(MATCHES)) return { ...nothing, game: "", match: game.slice(MATCHES.length) };
  return {
    game: decodeURIComponent(game),
    position: position ? decodeURIComponent(position) : null,
    tokens: moves.split(/,|(?<=\()|(?=\))/).filter(Boolean).map(decoded),
    place: place ? Number(place) : null,
    match: null,
  };
}

/**
 * @param {string} game
 * @param {import("./tree.js").Tree} tree
 */
export function written(game, tree) {
  const order = /** @type {Node[]} */ ([]);
  const moves = textOf(tree.root, order);
  const place = order.indexOf(tree.now) + 1;
  return `#${[game, tree.root.position].map(encodeURIComponent).join("//")}//${moves}//${place}`;
}

/**
 * What follows a place: its main move comes first, then in brackets the others, then what follows the main move.
 * @param {Node} node
 * @param {Node[]} order
 * @returns {string}
 */
function textOf(node, order) {
  const [main, ...others] = node.children;
  if (!main) return "";
  const first = moveText(main, order);
  const variations = others.map((other) => {
    const own = moveText(other, order);
    const rest = textOf(other, order);
    return `(${rest ? `${own},${rest}` : own})`;
  });
  const rest = textOf(main, order);
  return [first, ...variations, rest].filter(Boolean).join(",");
}

/**
 * @param {Node} node
 * @param {Node[]} order
 */
function moveText(node, order) {
  order.push(node);
  return encodeURIComponent(node.text).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/**
 * Read moves with variations: each is told with the number of the one that it follows, 0 for the start.
 * @param {string[]} tokens
 * @returns {{text: string, after: number}[]}
 */
export function readMoves(tokens) {
  const found = /** @type {{text: string, after: number}[]} */ ([]);
  const waiting = /** @type {number[]} */ ([]);
  let last = 0;
  for (const token of tokens) {
    if (token === OPEN) {
      waiting.push(last);
      last = last ? found[last - 1].after : 0;
    } else if (token === CLOSE) last = waiting.pop() ?? 0;
    else {
      found.push({ text: token, after: last });
      last = found.length;
    }
  }
  return found;
}

/** @param {string} token */
function decoded(token) {
  return token === OPEN || token === CLOSE ? token : decodeURIComponent(token);
}
