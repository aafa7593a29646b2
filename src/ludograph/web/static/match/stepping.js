/** ← → Home End go through the moves, wherever these keys have no other meaning. */

/** @typedef {import("./model.js").Model} Model */

const OTHERS = "board-view, input, textarea, select, dialog, [contenteditable], .moves, summary";

/** @param {Model} model */
export function bindSteps(model) {
  document.addEventListener("keydown", (event) => {
    const { ply, match } = model;
    const to = /** @type {Record<string, number>} */ ({
      ArrowLeft: ply - 1,
      ArrowRight: ply + 1,
      Home: 0,
      End: match.moves.length,
    })[event.key];
    const isElsewhere = /** @type {Element} */ (event.target).closest?.(OTHERS) || document.querySelector("dialog[open]");
    if (to === undefined || isElsewhere || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
      return;
    event.preventDefault();
    model.look(to);
  });
}
