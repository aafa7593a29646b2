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
  return [html("p", { class: "hint" }, "Choose a node or a link on the map.")];
}

/** @param {Bench} bench @param {MapNode} node */
function placeOf(bench, node) {
  const label = labelOf(node);
  const change = (/** @type {Partial<MapNode>} */ changes, /** @type {string} */ what) =>
    bench.change(withChangedNode(bench.map, node.id, changes), `${what} of ${label}`);
  const move = (/** @type {number} */ x, /** @type {number} */ y) =>
    bench.change(withMovedNode(bench.map, node.id, x, y), `moved ${label}`);
  return [
    html("h3", { class: "subject" }, `Node ${label}`),
    labelled("node-label", "Label", textInput(label, (value) => change({ label: value.trim() }, "label"), { maxLength: 16 })),
    html(
      "div",
      { class: "pair" },
      labelled("node-x", "x, to the right", numberInput(node.x, (x) => move(x, node.y))),
      labelled("node-y", "y, upwards", numberInput(node.y, (y) => move(node.x, y))),
    ),
    node.outline?.length &&
      labelled("node-shade", "Shade of its cell", numberInput(node.shade ?? 0, (shade) => change({ shade }, "shade"), { min: 0, max: 15 })),
    checkBox("node-visible", "Visible: pieces can stand here", node.visible !== false, (isVisible) =>
      change({ visible: isVisible ? undefined : false }, "visibility"),
    ),
  ];
}

/** @param {Bench} bench @param {MapNode} node */
function pieceOf(bench, node) {
  const piece = pieceAt(bench.map, node.id);
  const types = /** @type {[string, string][]} */ ([["", "none"], ...Object.values(TYPES).map((type) => [type, type])]);
  const players = /** @type {[string, string][]} */ (bench.map.players.map((player) => [String(player), String(player)]));
  const owner = String(piece?.player ?? bench.map.players[0]);
  const place = (/** @type {string} */ type, /** @type {string} */ name) => {
    const player = bench.map.players.find((each) => String(each) === name) ?? name;
    bench.change(withPiece(bench.map, node.id, type || null, player), `${type || "no piece"} on ${labelOf(node)}`);
  };
  return html(
    "div",
    { class: "pair" },
    labelled("node-piece", "Piece", choice(types, piece?.type ?? "", (type) => place(type, owner))),
    piece && labelled("node-player", "Its player", choice(players, owner, (player) => place(piece.type, player))),
  );
}

/** @param {Bench} bench @param {MapNode} node */
function linksOf(bench, node) {
  const others = linkedWith(bench.map, node.id).sort((one, two) => directionOf(node, one) - directionOf(node, two));
  const rest = bench.map.nodes.filter((other) => other.id !== node.id && !others.includes(other));
  return html(
    "fieldset",
    { class: "links" },
    html("legend", {}, "Links"),
    others.length ? html("ul", {}, ...others.map((other) => html("li", {}, linkRow(bench, node, other)))) : html("p", { class: "hint" }, "None yet."),
    rest.length > 0 && newLink(bench, node, rest),
  );
}

/** @param {Bench} bench @param {MapNode} node @param {MapNode[]} rest */
function newLink(bench, node, rest) {
  const options = /** @type {[string, string][]} */ ([["", "choose"], ...rest.map((other) => [String(other.id), labelOf(other)])]);
  const link = (/** @type {string} */ value) => {
    const other = nodeOf(bench.map, value ? Number(value) : null);
    if (other) bench.change(withLink(bench.map, node.id, other.id, true), `linked ${labelOf(node)} with ${labelOf(other)}`);
  };
  return labelled("new-link", "Link with", choice(options, "", link));
}

/** @param {Bench} bench @param {MapNode} node @param {MapNode} other */
function linkRow(bench, node, other) {
  const [goes, comes] = [hasLink(bench.map, node.id, other.id), hasLink(bench.map, other.id, node.id)];
  const [here, there] = [labelOf(node), labelOf(other)];
  const change = (/** @type {string} */ way) => {
    const without = withoutLink(bench.map, node.id, other.id, true);
    const [from, to] = way === "comes" ? [other.id, node.id] : [node.id, other.id];
    bench.change(way ? withLink(without, from, to, way === "both") : without, `link between ${here} and ${there}`);
  };
  const ways = /** @type {[string, string][]} */ ([
    ["both", `${here} ⇄ ${there}`],
    ["goes", `${here} → ${there}`],
    ["comes", `${here} ← ${there}`],
    ["", "remove the link"],
  ]);
  const select = choice(ways, goes && comes ? "both" : goes ? "goes" : "comes", change);
  select.id = `link-${node.id}-${other.id}`;
  select.setAttribute("aria-label", `Link between ${here} and ${there}`);
  return html("div", { class: "link-row" }, html("span", { class: "degrees" }, degreesText(node, other)), select);
}

/** @param {Bench} bench @param {MapNode} node */
function marksOf(bench, node) {
  const boxes = bench.map.players.flatMap((player) => [
    markBox(bench, node, "pawn_start", player, `${player}: pawns may step two from here`),
    markBox(bench, node, "promotion", player, `${player}: pawns promote here`),
  ]);
  return html("details", { class: "marks", id: "node-marks" }, html("summary", {}, "Pawns on this node"), ...boxes);
}

/** @param {Bench} bench @param {MapNode} node @param {"pawn_start" | "promotion"} key @param {import("./model.js").PlayerId} player @param {string} text */
function markBox(bench, node, key, player, text) {
  const ids = saidFor(bench.map[key], player) ?? [];
  return checkBox(`${key}-here-${player}`, text, ids.includes(node.id), (isIn) => {
    const others = ids.filter((id) => id !== node.id);
    bench.change(withNodesOf(bench.map, key, player, isIn ? [...others, node.id] : others), `${key} of ${player}`);
  });
}

/** @param {Bench} bench @param {MapNode} node */
function removal(bench, node) {
  const remove = () => bench.change(withoutNode(bench.map, node.id), `removed the node ${labelOf(node)}`);
  return html("button", { type: "button", id: "remove-node", onclick: remove }, "Remove this node");
}

/** @param {Bench} bench @param {[number, number]} link */
function linkPanel(bench, [from, to]) {
  const [node, other] = [nodeOf(bench.map, from), nodeOf(bench.map, to)];
  if (!node || !other) return [];
  const remove = () => bench.change(withoutLink(bench.map, from, to, true), `removed the link between ${labelOf(node)} and ${labelOf(other)}`);
  return [
    html("h3", { class: "subject" }, `Link between ${labelOf(node)} and ${labelOf(other)}`),
    linkRow(bench, node, other),
    html("p", { class: "hint" }, `${labelOf(node)} to ${labelOf(other)} is ${degreesText(node, other)}, back ${degreesText(other, node)}.`),
    html("button", { type: "button", id: "remove-link", onclick: remove }, "Remove this link"),
  ];
}
