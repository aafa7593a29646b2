/** The list of moves with its variations; a click goes to a place. */

import { html } from "../dom.js";
import { moveNode } from "../match/notation.js";
import { phrase } from "../words.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

export class Variations {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} branch
   * @param {Tree} tree
   * @param {import("../types.js").Game} game
   */
  constructor(place, branch, tree, game) {
    this._place = place;
    this._branch = branch;
    this._tree = tree;
    this._game = game;
    this._buttons = /** @type {Map<Node, HTMLElement>} */ (new Map());
  }

  /** The moves have changed. */
  rebuild() {
    const hadFocus = this._place.contains(document.activeElement);
    this._buttons.clear();
    const { root } = this._tree;
    const moves = this._line(root, true);
    this._place.replaceChildren(...(moves.length ? moves : [html("p", { class: "none" }, phrase("variations.none"))]));
    this.show();
    if (hadFocus) this._place.focus();
  }

  /** Another place is looked at. */
  show() {
    for (const [node, button] of this._buttons) {
      if (node === this._tree.now) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const button = this._buttons.get(this._tree.now);
    if (button) this._place.scrollTop = button.offsetTop - this._place.offsetTop - this._place.clientHeight / 2;
    else this._place.scrollTop = 0;
    const { now, branch } = this._tree;
    this._branch.replaceChildren(
      ...(branch ? [this._action(phrase("variations.main"), () => this._tree.promote())] : []),
      ...(now.parent ? [this._action(branch ? phrase("variations.delete") : phrase("variations.delete-all"), () => this._tree.remove())] : []),
    );
  }

  /**
   * @param {string} text
   * @param {() => void} onclick
   */
  _action(text, onclick) {
    return html("button", { type: "button", onclick }, text);
  }

  /**
   * What follows a place: the main move, the others as variations, then what follows the main move.
   * @param {Node} start
   * @param {boolean} isNumbered whether the first move needs its number, although another side makes it
   * @returns {HTMLElement[]}
   */
  _line(start, isNumbered) {
    const found = /** @type {HTMLElement[]} */ ([]);
    let node = start;
    while (node.children.length) {
      const [main, ...others] = node.children;
      found.push(...this._move(main, isNumbered));
      isNumbered = others.length > 0;
      for (const other of others) {
        found.push(html("div", { class: "variation" }, ...this._move(other, true), ...this._line(other, false)));
      }
      node = main;
    }
    return found;
  }

  /**
   * @param {Node} node
   * @param {boolean} isNumbered
   */
  _move(node, isNumbered) {
    const { round, isFirst } = roundOf(node, this._tree, this._game);
    const number = isFirst ? `${round}.` : isNumbered ? `${round}…` : "";
    const judged = node.judged;
    const fault = judged?.fault && html("span", { class: `fault ${judged.fault}`, role: "img", "aria-label": phrase(`fault.${judged.fault}`) }, judged.sign);
    const onclick = () => this._tree.go(node);
    const button = html("button", { type: "button", class: "move", onclick }, moveNode(this._game, node.customary), fault);
    this._buttons.set(node, button);
    return number ? [html("span", { class: "number" }, number), button] : [button];
  }
}

/**
 * In which round of all seats a move is made, and whether it is the first one of that.
 * @param {Node} node
 * @param {Tree} tree
 * @param {import("../types.js").Game} game
 */
export function roundOf(node, tree, game) {
  const turns = node.ply - 1 + tree.firstSeat;
  const seats = game.seats.length;
  return { round: Math.floor(turns / seats) + 1, isFirst: turns % seats === 0 };
}
