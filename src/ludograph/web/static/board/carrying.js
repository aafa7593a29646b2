/** A piece, or a group of them, that a pointer carries: lifted, held over the board, dropped, flown back. */

/** @typedef {import("./board-view.js").BoardView} BoardView */
/** @typedef {import("./painter.js").Painter} Painter */

export class Carrying {
  /** @param {BoardView} view */
  constructor(view) {
    this._view = view;
    /** @type {{ghost: SVGGElement, from: number, isFree: boolean, isGroup: boolean}|null} */
    this._carried = null;
  }

  /**
   * The piece leaves its place. Says whether there is one that may be lifted.
   * @param {number} node
   * @returns {boolean}
   */
  lift(node) {
    const { scene, hasHand } = this._view;
    const { hand } = scene;
    const piece = scene.pieceOn(node) ?? scene.pieceInHand(node);
    const label = scene.label(node);
    if (!hasHand || !piece || (scene.isAhead && !hand.begins(label))) return false;
    const isGroup = scene.directions.length > 0 && scene.chosen.includes(node);
    let isFree = false; // to be carried anywhere, only to be told why it may not go there
    if (!isGroup && hand.hops.at(-1) !== label) {
      hand.clear();
      isFree = hand.touch(label).kind !== "goes-on";
    }
    this._view.changed();
    const others = isGroup ? scene.chosen.filter((other) => other !== node).map((other) => scene.pieceOn(other)) : [];
    const ghost = /** @type {Painter} */ (this._view.painter).lift(
      piece,
      others.filter((other) => other !== undefined),
    );
    this._carried = { ghost, from: node, isFree, isGroup };
    return true;
  }

  /**
   * The piece follows the pointer.
   * @param {number} clientX
   * @param {number} clientY
   * @param {number|undefined} over
   */
  carry(clientX, clientY, over) {
    if (!this._carried) return;
    const { painter, scene } = this._view;
    painter?.carry(this._carried.ghost, clientX, clientY);
    painter?.showOver(over !== undefined && scene.hand.next.has(this._target(over)) ? over : undefined);
  }

  /**
   * The end of a drag, over a node or beside the board. What may not go there flies back.
   * @param {number|null} node
   */
  drop(node) {
    const carried = this._carried;
    if (!carried) return;
    const { painter, scene } = this._view;
    const { ghost, from, isFree, isGroup } = carried;
    const isHome = node === null || node === from;
    const label = isHome ? "" : this._target(node);
    this._carried = null;
    painter?.putDown();
    const touched = isHome || isFree ? null : scene.hand.touch(label, true);
    if (touched && touched.kind !== "refused") {
      ghost.remove();
      this._view.touched(touched, label);
      if (touched.kind === "move" && node !== null && !isGroup)
        this._view.hold(scene.nodeNamed(touched.move.hops[0]) ?? from, node);
      return;
    }
    painter?.flyBack(ghost, from);
    if (!isHome) this._view.refuse(isFree ? [scene.label(from), label] : [...scene.hand.hops, label]);
    if (isFree || scene.hand.hops.length === 1) this._view.letGo();
  }

  /**
   * What a node means for what is carried: for a group the direction counts, whichever piece of it is held.
   * @param {number} node
   */
  _target(node) {
    const { scene } = this._view;
    const carried = this._carried;
    const direction = carried?.isGroup ? scene.directionOf(carried.from, node) : undefined;
    return scene.label(direction ?? node);
  }
}
