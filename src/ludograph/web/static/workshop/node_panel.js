/** The chosen node or link: its place, its piece, its links with their directions. */

import { html } from "../dom.js";
import { checkBox, choice, labelled, numberInput, textInput } from "./fields.js";
import {
  TYPES,
  degreesText,
  directionOf,
  hasLink,
  labelOf,
  linkedWith,
  nodeOf,
  pieceAt,
  saidFor,
  withChangedNode,
  withLink,
  withMovedNode,
  withNodesOf,
  withPiece,
  withoutLink,
  withoutNode,
} from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./model.js").MapNode} MapNode */
/** @typedef {import("./bench.js").Bench} Bench */

/** @param {Bench} bench */
export function shownOfNode({ map, node, link }) {
  return [map, node, link];
}

/** @param {Bench} bench @returns {(Node | string | null | false)[]} */
export function nodePanel(bench) {
  const node = nodeOf(bench.map, bench.node);
  if (node) return [...placeOf(bench, node), pieceOf(bench, node), linksOf(bench, node), marksOf(bench, node), removal(bench, node)];
  if (bench.link) return linkPanel(bench, bench.link);
  return [html("p", { class: "hint" }, phrase("shop.choose"))];
}

/** @param {Bench} bench @param {MapNode} node */
function placeOf(bench, node) {
  const label = labelOf(node);
  const change = (/** @type {Partial<MapNode>} */ changes, /** @type {string} */ what) =>
    bench.change(withChangedNode(bench.map, node.id, changes), phrase("shop.did-of", { what, player: label }));
  const move = (/** @type {number} */ x, /** @type {number} */ y) =>
    bench.change(withMovedNode(bench.map, node.id, x, y), phrase("shop.did-move", { node: label }));
  return [
    html("h3", { class: "subject" }, phrase("shop.node-name", { node: label })),
    labelled("node-label", phrase("shop.label"), textInput(label, (value) => change({ label: value.trim() }, "label"), { maxLength: 16 })),
    html(
      "div",
      { class: "pair" },
      labelled("node-x", phrase("shop.x"), numberInput(node.x, (x) => move(x, node.y))),
      labelled("node-y", phrase("shop.y"), numberInput(node.y, (y) => move(node.x, y))),
    ),
    node.outline?.length &&
      labelled("node-shade", phrase("shop.shade"), numberInput(node.shade ?? 0, (shade) => change({ shade }, "shade"), { min: 0, max: 15 })),
    checkBox("node-visible", phrase("shop.visible"), node.visible !== false, (isVisible) =>
      change({ visible: isVisible ? undefined : false }, "visibility"),
    ),
  ];
}

/** @param {Bench} bench @param {MapNode} node */
function pieceOf(bench, node) {
  const piece = pieceAt(bench.map, node.id);
  const types = /** @type {[string, string][]} */ ([["", phrase("shop.none")], ...Object.values(TYPES).map((type) => [type, phrase(`piece.${type}`)])]);
  const players = /** @type {[string, string][]} */ (bench.map.players.map((player) => [String(player), String(player)]));
  const owner = String(piece?.player ?? bench.map.players[0]);
  const place = (/** @type {string} */ type, /** @type {string} */ name) => {
    const player = bench.map.players.find((each) => String(each) === name) ?? name;
    bench.change(withPiece(bench.map, node.id, type || null, player), phrase("shop.did-piece", { piece: type ? phrase(`piece.${type}`) : phrase("shop.no-piece"), node: labelOf(node) }));
  };
  return html(
    "div",
    { class: "pair" },
    labelled("node-piece", phrase("shop.piece"), choice(types, piece?.type ?? "", (type) => place(type, owner))),
    piece && labelled("node-player", phrase("shop.its-player"), choice(players, owner, (player) => place(piece.type, player))),
  );
}

/** @param {Bench} bench @param {MapNode} node */
function linksOf(bench, node) {
  const others = linkedWith(bench.map, node.id).sort((one, two) => directionOf(node, one) - directionOf(node, two));
  const rest = bench.map.nodes.filter((other) => other.id !== node.id && !others.includes(other));
  return html(
    "fieldset",
    { class: "links" },
    html("legend", {}, phrase("shop.links")),
    others.length ? html("ul", {}, ...others.map((other) => html("li", {}, linkRow(bench, node, other)))) : html("p", { class: "hint" }, phrase("none-yet")),
    rest.length > 0 && newLink(bench, node, rest),
  );
}

/** @param {Bench} bench @param {MapNode} node @param {MapNode[]} rest */
function newLink(bench, node, rest) {
  const options = /** @type {[string, string][]} */ ([["", phrase("shop.choose-one")], ...rest.map((other) => [String(other.id), labelOf(other)])]);
  const link = (/** @type {string} */ value) => {
    const other = nodeOf(bench.map, value ? Number(value) : null);
    if (other) bench.change(withLink(bench.map, node.id, other.id, true), phrase("shop.did-link", { from: labelOf(node), to: labelOf(other) }));
  };
  return labelled("new-link", phrase("shop.link-with"), choice(options, "", link));
}

/** @param {Bench} bench @param {MapNode} node @param {MapNode} other */
function linkRow(bench, node, other) {
  const [goes, comes] = [hasLink(bench.map, node.id, other.id), hasLink(bench.map, other.id, node.id)];
  const [here, there] = [labelOf(node), labelOf(other)];
  const change = (/** @type {string} */ way) => {
    const without = withoutLink(bench.map, node.id, other.id, true);
    const [from, to] = way === "comes" ? [other.id, node.id] : [node.id, other.id];
    bench.change(way ? withLink(without, from, to, way === "both") : without, phrase("shop.did-between", { from: here, to: there }));
  };
  const ways = /** @type {[string, string][]} */ ([
    ["both", `${here} ⇄ ${there}`],
    ["goes", `${here} → ${there}`],
    ["comes", `${here} ← ${there}`],
    ["", phrase("shop.drop-link")],
  ]);
  const select = choice(ways, goes && comes ? "both" : goes ? "goes" : "comes", change);
  select.id = `link-${node.id}-${other.id}`;
  select.setAttribute("aria-label", phrase("shop.between", { from: here, to: there }));
  return html("div", { class: "link-row" }, html("span", { class: "degrees" }, degreesText(node, other)), select);
}

/** @param {Bench} bench @param {MapNode} node */
function marksOf(bench, node) {
  const boxes = bench.map.players.flatMap((player) => [
    markBox(bench, node, "pawn_start", player, phrase("shop.starts-here", { player })),
    markBox(bench, node, "promotion", player, phrase("shop.promote-here", { player })),
  ]);
  return html("details", { class: "marks", id: "node-marks" }, html("summary", {}, phrase("shop.pawns-here")), ...boxes);
}

/** @param {Bench} bench @param {MapNode} node @param {"pawn_start" | "promotion"} key @param {import("./model.js").PlayerId} player @param {string} text */
function markBox(bench, node, key, player, text) {
  const ids = saidFor(bench.map[key], player) ?? [];
  return checkBox(`${key}-here-${player}`, text, ids.includes(node.id), (isIn) => {
    const others = ids.filter((id) => id !== node.id);
    bench.change(withNodesOf(bench.map, key, player, isIn ? [...others, node.id] : others), phrase("shop.did-of", { what: key, player }));
  });
}

/** @param {Bench} bench @param {MapNode} node */
function removal(bench, node) {
  const remove = () => bench.change(withoutNode(bench.map, node.id), phrase("shop.did-remove", { node: labelOf(node) }));
  return html("button", { type: "button", id: "remove-node", onclick: remove }, phrase("shop.remove-node"));
}

/** @param {Bench} bench @param {[number, number]} link */
function linkPanel(bench, [from, to]) {
  const [node, other] = [nodeOf(bench.map, from), nodeOf(bench.map, to)];
  if (!node || !other) return [];
  const remove = () => bench.change(withoutLink(bench.map, from, to, true), phrase("shop.did-unlink", { from: labelOf(node), to: labelOf(other) }));
  return [
    html("h3", { class: "subject" }, phrase("shop.between", { from: labelOf(node), to: labelOf(other) })),
    linkRow(bench, node, other),
    html("p", { class: "hint" }, phrase("shop.directions", { from: labelOf(node), to: labelOf(other), there: degreesText(node, other), back: degreesText(other, node) })),
    html("button", { type: "button", id: "remove-link", onclick: remove }, phrase("shop.remove-link")),
  ];
}
