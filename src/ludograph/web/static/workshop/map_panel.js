/** What the map says beside its graph: lines, kings, pawns, players, castling. */

import { html } from "../dom.js";
import { checkBox, choice, labelled, numberInput, textInput } from "./fields.js";
import {
  MOST_PLAYERS,
  labelOf,
  nodeLabelled,
  nodeOf,
  saidFor,
  withNodesOf,
  withOneMorePlayer,
  withRenamedPlayer,
  withValue,
  withoutPlayer,
} from "./model.js";
import { phrase } from "../words.js";

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./model.js").MapData} MapData */
/** @typedef {import("./model.js").Forward} Forward */
/** @typedef {[string, string][]} Options */

const FORWARD_FIRST = [90, 270];

/** @param {MapData} map */
export function shownOfMap({ pieces, links, ...map }) {
  return map;
}

/** @param {Bench} bench @param {(text: string) => void} say @returns {(Node | string | null | false)[]} */
export function mapPanel(bench, say) {
  return [...linesOf(bench), modes(bench), ...playersOf(bench, say), castlings(bench, say)];
}

/** @param {Bench} bench */
function linesOf(bench) {
  const { map } = bench;
  const set = (/** @type {string} */ key) => (/** @type {unknown} */ value) =>
    bench.change(withValue(bench.map, key, value), phrase("shop.did-map", { what: key }));
  const headings = /** @type {Options} */ ([["fixed", phrase("shop.fixed")], ["follow", phrase("shop.follow")]]);
  return [
    labelled("field-name", phrase("shop.name"), textInput(map.name, set("name"), { maxLength: 200 })),
    html(
      "div",
      { class: "pair" },
      labelled("field-max_turn", phrase("shop.max-turn"), numberInput(map.max_turn, set("max_turn"), { min: 0, max: 180 })),
      labelled("field-heading", phrase("shop.lines"), choice(headings, map.heading, set("heading"))),
    ),
  ];
}

/** @param {Bench} bench */
function modes(bench) {
  const { map } = bench;
  const set = (/** @type {string} */ key) => (/** @type {string} */ value) =>
    bench.change(withValue(bench.map, key, value || undefined), phrase("shop.did-map", { what: key }));
  const usualPawns = map.forward ? "standard" : "free";
  const pawns = /** @type {Options} */ ([
    ["", phrase("shop.usual", { what: usualPawns })],
    ["standard", phrase("shop.pawns-standard")],
    ["adjacent", phrase("shop.pawns-adjacent")],
    ["free", phrase("shop.pawns-free")],
  ]);
  const kings = /** @type {Options} */ ([
    ["", phrase("shop.usual", { what: map.players.length === 2 ? "check" : "capture" })],
    ["check", phrase("shop.kings-check")],
    ["capture", phrase("shop.kings-capture")],
  ]);
  return html(
    "div",
    { class: "pair" },
    labelled("field-pawns", phrase("shop.pawns"), choice(pawns, map.pawns ?? "", set("pawns"))),
    labelled("field-kings", phrase("shop.kings"), choice(kings, map.kings ?? "", set("kings"))),
  );
}

/** @param {Bench} bench @param {(text: string) => void} say */
function playersOf(bench, say) {
  const { map } = bench;
  const setForward = (/** @type {boolean} */ has) => {
    const ways = Object.fromEntries(map.players.map((player, place) => [player, FORWARD_FIRST[place % 2]]));
    bench.change(withValue(bench.map, "forward", has ? ways : undefined), phrase("shop.did-forward"));
  };
  const add = () => bench.change(withOneMorePlayer(bench.map), phrase("shop.did-add-player"));
  return [
    checkBox("field-forward", phrase("shop.has-forward"), Boolean(map.forward), setForward),
    html("p", { class: "error", id: "field-forward-error", hidden: true }),
    html("div", { id: "field-players", tabIndex: -1 }, ...map.players.map((_, place) => playerFields(bench, place, say))),
    html("p", { class: "error", id: "field-players-error", hidden: true }),
    map.players.length < MOST_PLAYERS && html("button", { type: "button", id: "add-player", onclick: add }, phrase("shop.add-player")),
  ];
}

/** @param {Bench} bench @param {number} place @param {(text: string) => void} say */
function playerFields(bench, place, say) {
  const { map } = bench;
  const player = map.players[place];
  const remove = () => bench.change(withoutPlayer(bench.map, place), phrase("shop.did-remove-player", { player }));
  const rename = (/** @type {string} */ name) => {
    const isTaken = map.players.some((other, at) => at !== place && String(other) === name.trim());
    if (name.trim() && !isTaken) bench.change(withRenamedPlayer(bench.map, place, name.trim()), phrase("shop.did-rename", { player }));
    else say(isTaken ? phrase("shop.name-taken") : phrase("shop.name-needed"));
  };
  return html(
    "fieldset",
    {},
    html("legend", {}, phrase("shop.player-n", { n: place + 1, player })),
    labelled(`player-${place}`, phrase("shop.player-name"), textInput(String(player), rename, { maxLength: 40 })),
    map.forward && forwardFields(bench, place),
    nodesField(bench, place, "pawn_start", phrase("shop.pawn-start"), say),
    nodesField(bench, place, "promotion", phrase("shop.promotion"), say, phrase("shop.promotion-hint")),
    map.players.length > 2 && html("button", { type: "button", id: `remove-player-${place}`, onclick: remove }, phrase("shop.remove-player", { player })),
  );
}

/** @param {Bench} bench @param {number} place */
function forwardFields(bench, place) {
  const player = bench.map.players[place];
  const way = saidFor(bench.map.forward, player) ?? 90;
  const kind = typeof way === "number" ? "direction" : Object.hasOwn(way, "to") ? "to" : "from";
  const point = typeof way === "number" ? [0, 0] : (Object.values(way ?? {})[0] ?? [0, 0]);
  const set = (/** @type {Forward} */ value) =>
    bench.change(withValue(bench.map, "forward", { ...bench.map.forward, [player]: value }), phrase("shop.did-of", { what: "forward", player }));
  const pointed = (/** @type {string} */ key, /** @type {number[]} */ at) => /** @type {any} */ ({ [key]: at });
  const kinds = /** @type {Options} */ ([["direction", phrase("shop.in-direction")], ["to", phrase("shop.towards")], ["from", phrase("shop.away")]]);
  const id = `field-forward-${place}`;
  return html(
    "div",
    { class: "pair" },
    labelled(id, phrase("shop.forward-is"), choice(kinds, kind, (value) => set(value === "direction" ? 90 : pointed(value, point)))),
    typeof way === "number"
      ? labelled(`${id}-degrees`, phrase("shop.degrees"), numberInput(way, set))
      : html(
          "div",
          { class: "pair" },
          labelled(`${id}-x`, "x", numberInput(point[0], (x) => set(pointed(kind, [x, point[1]])))),
          labelled(`${id}-y`, "y", numberInput(point[1], (y) => set(pointed(kind, [point[0], y])))),
        ),
  );
}

/** @param {Bench} bench @param {number} place @param {"pawn_start" | "promotion"} key @param {string} label @param {(text: string) => void} say @param {string} [hint] */
function nodesField(bench, place, key, label, say, hint) {
  const player = bench.map.players[place];
  const shown = labelsOf(bench.map, saidFor(bench.map[key], player) ?? []);
  const changed = (/** @type {string} */ text) => {
    const ids = idsIn(bench.map, text, say);
    if (ids) bench.change(withNodesOf(bench.map, key, player, ids.length ? ids : undefined), phrase("shop.did-of", { what: key, player }));
  };
  return labelled(`field-${key}-${place}`, label, textInput(shown, changed), hint);
}

/** @param {Bench} bench @param {(text: string) => void} say */
function castlings(bench, say) {
  const { castling = [] } = bench.map;
  const set = (/** @type {import("./model.js").Castling[]} */ value) =>
    bench.change(withValue(bench.map, "castling", value.length ? value : undefined), phrase("shop.did-castling"));
  const add = () => {
    const [first, second = first, third = first] = bench.map.nodes.map((node) => node.id);
    if (first === undefined) return say(phrase("shop.castling-needs"));
    const name = [..."KQkqabcdefghijklmnop"].find((each) => castling.every((other) => other.name !== each)) ?? "";
    const player = bench.map.players[0];
    return set([...castling, { name, player, king: [first, third], rook: [second, first], empty: [], safe: [] }]);
  };
  return html(
    "details",
    { class: "castling", id: "field-castling", tabIndex: -1 },
    html("summary", {}, phrase("shop.castlings", { n: castling.length })),
    html("p", { class: "error", id: "field-castling-error", hidden: true }),
    ...castling.map((each, place) => castlingFields(bench, castling, place, set, say)),
    html("button", { type: "button", id: "add-castling", onclick: add }, phrase("shop.add-castling")),
  );
}

/** @param {Bench} bench @param {import("./model.js").Castling[]} all @param {number} place
 * @param {(value: import("./model.js").Castling[]) => void} set @param {(text: string) => void} say */
function castlingFields(bench, all, place, set, say) {
  const each = all[place];
  const change = (/** @type {object} */ changes) => set(all.map((other, at) => (at === place ? { ...other, ...changes } : other)));
  const nodes = (/** @type {"king" | "rook" | "empty" | "safe"} */ key, /** @type {string} */ label) =>
    labelled(`castling-${place}-${key}`, label, textInput(labelsOf(bench.map, each[key]), (text) => {
      const ids = idsIn(bench.map, text, say);
      if (ids) change({ [key]: ids });
    }));
  const players = /** @type {Options} */ (bench.map.players.map((player) => [String(player), String(player)]));
  return html(
    "fieldset",
    {},
    html("legend", {}, phrase("shop.castling-name", each)),
    html(
      "div",
      { class: "pair" },
      labelled(`castling-${place}-name`, phrase("shop.letter"), textInput(each.name, (name) => change({ name: name.trim() }), { maxLength: 1 })),
      labelled(`castling-${place}-player`, phrase("side.player"), choice(players, String(each.player), (player) => change({ player }))),
    ),
    html("div", { class: "pair" }, nodes("king", phrase("shop.king-way")), nodes("rook", phrase("shop.rook-way"))),
    html("div", { class: "pair" }, nodes("empty", phrase("shop.must-empty")), nodes("safe", phrase("shop.must-safe"))),
    html("button", { type: "button", id: `castling-${place}-remove`, onclick: () => set(all.filter((_, at) => at !== place)) }, phrase("shop.remove-castling", each)),
  );
}

/** @param {MapData} map @param {number[]} ids */
function labelsOf(map, ids) {
  return ids.map((id) => nodeOf(map, id)).filter((node) => node !== undefined).map(labelOf).join(" ");
}

/** The nodes with these labels; null, and a word about it, when there is one without a node. @param {MapData} map @param {string} text @param {(text: string) => void} say */
function idsIn(map, text, say) {
  const labels = text.split(/[\s,]+/).filter(Boolean);
  const unknown = labels.filter((label) => !nodeLabelled(map, label));
  if (unknown.length) {
    say(phrase("shop.no-node", { nodes: unknown.join(", ") }));
    return null;
  }
  return [...new Set(labels.map((label) => /** @type {any} */ (nodeLabelled(map, label)).id))];
}
