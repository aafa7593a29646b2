/**
 * A board in a notebook (adapters/notebook): the page's board-view, which Python tells what there is to show and which
 * moves there are. What a hand has made goes to Python as a message; what comes of it comes back as traits.
 */

import { html, refill } from "../static/dom.js";
import "../static/board/board-view.js";
import { speak } from "../static/words.js";
import { words } from "../static/words/en.js";

/** @typedef {import("../static/board/board-view.js").BoardView} BoardView */
/**
 * The part of anywidget's model that is used.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(content: object) => void} send
 * @property {(event: string, call: () => void) => void} on
 * @property {(event: string, call: () => void) => void} off
 */

speak("en", words);

/** @param {{model: Model, el: HTMLElement}} given */
export function render({ model, el }) {
  const view = /** @type {BoardView} */ (document.createElement("board-view"));
  const choices = html("div", { class: "ludograph-choices" });
  const says = html("div", { class: "ludograph-says", role: "status" });
  const button = (/** @type {string} */ text, /** @type {object} */ message) =>
    html("button", { type: "button", onclick: () => model.send(message) }, text);
  const buttons = [button("Take back", { undo: 1 }), button("Begin anew", { anew: true }), button("Values", { values: true })];

  view.addEventListener("move", (event) => model.send({ move: /** @type {CustomEvent} */ (event).detail.text }));
  view.addEventListener("refused", (event) => model.send({ hops: /** @type {CustomEvent} */ (event).detail.hops }));
  view.addEventListener("hops", (event) => {
    const told = /** @type {CustomEvent} */ (event).detail;
    const named = told.choices.map((/** @type {{label: string}} */ { label }) =>
      html("button", { type: "button", onclick: () => view.choose(label) }, label),
    );
    if (told.whole) named.push(html("button", { type: "button", onclick: () => view.finish() }, "This is all"));
    refill(choices, named);
  });

  const showGame = () => {
    const game = model.get("game");
    view.theme = model.get("theme");
    view.board = game.board;
    view.goals = game.goals;
    view.goalsLeadOut = game.goals_lead_out;
    view.borders = game.borders;
    view.solid = game.solid;
    view.setAttribute("label", game.full_title);
  };
  const showView = () => {
    const shown = model.get("view");
    view.show(shown, model.get("last_move"));
    view.isPlayable = shown.moves.length > 0;
    view.values = model.get("values");
  };
  const showValues = () => {
    view.values = model.get("values");
  };
  const say = () => {
    says.textContent = model.get("says");
  };

  const listeners = { "change:game": showGame, "change:view": showView, "change:values": showValues, "change:says": say };
  el.classList.add("ludograph-board");
  el.append(view, choices, says, html("div", { class: "ludograph-buttons" }, ...buttons));
  for (const show of Object.values(listeners)) show();
  for (const [event, show] of Object.entries(listeners)) model.on(event, show);
  return () => {
    for (const [event, show] of Object.entries(listeners)) model.off(event, show);
  };
}
