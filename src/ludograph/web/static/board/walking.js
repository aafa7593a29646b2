/** From node to node with the keyboard: by the directions of the board, or to a label by its letters. */

/** @typedef {import("../types.js").Board} Board */

const DIRECTIONS = /** @type {Record<string, number>} */ ({
  ArrowRight: 0,
  ArrowUp: 90,
  ArrowLeft: 180,
  ArrowDown: 270,
});
// Degrees that a link may lie off the arrow: a slanting one leads to another row, and is not for staying in it.
const WIDEST_UP = 46;
const WIDEST_ACROSS = 31;
const WIDEST = 75;
const LETTERS_TOGETHER = 1200; // milliseconds between letters of one label

/**
 * The node that an arrow leads to: a neighbour if there is one that way, else the nearest node that way.
 * @param {Board} board
 * @param {number} from
 * @param {string} key
 * @param {boolean} isFlipped
 * @returns {number|undefined}
 */
export function stepTo(board, from, key, isFlipped) {
  if (!(key in DIRECTIONS)) return undefined;
  const wanted = DIRECTIONS[key] + (isFlipped ? 180 : 0);
  const linked = board.nodes[from].links.map((link) => link.to);
  const all = board.nodes.map((_, index) => index);
  const isAcross = DIRECTIONS[key] % 180 === 0;
  return (
    best(board, from, linked, wanted, isAcross ? WIDEST_ACROSS : WIDEST_UP) ?? best(board, from, all, wanted, WIDEST)
  );
}

/**
 * @param {Board} board
 * @param {number} from
 * @param {number[]} candidates
 * @param {number} wanted
 * @param {number} widest
 */
function best(board, from, candidates, wanted, widest) {
  const start = board.nodes[from];
  let found;
  let least = Infinity;
  for (const index of candidates) {
    const node = board.nodes[index];
    if (index === from || !node.visible) continue;
    const [x, y] = [node.x - start.x, node.y - start.y];
    const turn = Math.abs((((((Math.atan2(y, x) * 180) / Math.PI - wanted) % 360) + 540) % 360) - 180);
    const cost = Math.hypot(x, y) * (1 + turn / 30);
    if (turn <= widest && cost < least - 1e-9) [found, least] = [index, cost];
  }
  return found;
}

/** Letters and figures that were typed shortly one after the other. */
export class Typed {
  constructor() {
    this._text = "";
    this._at = 0;
  }

  /**
   * The node whose label the letters so far name, or begin.
   * @param {Board} board
   * @param {string} letter
   * @returns {number|undefined}
   */
  type(board, letter) {
    const now = Date.now();
    this._text = (now - this._at < LETTERS_TOGETHER ? this._text : "") + letter.toLowerCase();
    this._at = now;
    return this._found(board, this._text) ?? this._found(board, (this._text = letter.toLowerCase()));
  }

  /**
   * @param {Board} board
   * @param {string} text
   */
  _found(board, text) {
    const labels = board.nodes.map((node) => (node.visible ? node.label.toLowerCase() : ""));
    const index =
      labels.indexOf(text) >= 0 ? labels.indexOf(text) : labels.findIndex((label) => label.startsWith(text));
    return index >= 0 ? index : undefined;
  }
}
