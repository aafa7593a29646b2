/** What is drawn over the pieces for a while: targets, what is chosen, values, hints, the keyboard's place. */

import { svg } from "../dom.js";
import { UNIT } from "./frame.js";
import { arrowhead, outerSides, outlineOf } from "./ground.js";
import { phrase } from "../words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Theme} Theme */
/** @typedef {import("../types.js").ValuedMove} ValuedMove */
/** @typedef {import("./frame.js").Frame} Frame */

/** Each value has a colour, a sign and a word, so that no one of them is needed. */
export const VALUES = /** @type {Record<string, {sign: string, order: number}>} */ ({
  win: { sign: "✓", order: 0 },
  draw: { sign: "=", order: 1 },
  lose: { sign: "✕", order: 2 },
  unsolvable: { sign: "✕", order: 3 },
});

/** How much of the chance to win a move may give away until it is called so; `review.py` has the same bounds. */
const FAULTS = /** @type {[number, string][]} */ ([
  [20, "??"],
  [10, "?"],
  [5, "?!"],
]);
const MOST_LOSS = 25; // per cent: more is not told apart by colour

/** Before the signs of the best moves. */
export const BEST = "★";

/**
 * A dot where a move may go; a ring where something stands.
 * @param {[number, number]} at
 * @param {boolean} isTaken
 * @param {Theme} theme
 */
export function target([cx, cy], isTaken, theme) {
  return isTaken
    ? svg("circle", { class: "target", cx, cy, r: UNIT * 0.45, fill: "none", stroke: theme.mark, "stroke-width": 4 })
    : svg("circle", {
        class: "target",
        cx,
        cy,
        r: UNIT * 0.13,
        fill: theme.mark,
        stroke: theme.background,
        "stroke-width": 1.5,
      });
}

/**
 * A direction in which a group may go: an arrow from the piece that leads.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {Theme} theme
 */
export function direction(from, to, theme) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const start = [from[0] + x * UNIT * 0.3, from[1] + y * UNIT * 0.3];
  const line = { x1: start[0], y1: start[1], x2: to[0], y2: to[1], "stroke-linecap": "round" };
  const group = svg("g", { class: "target direction" });
  group.append(
    svg("line", { ...line, stroke: theme.background, "stroke-width": 9 }),
    arrowhead(from, to, -UNIT * 0.26, theme.background, UNIT * 0.48),
    svg("line", { ...line, stroke: theme.mark, "stroke-width": 6 }),
    arrowhead(from, to, -UNIT * 0.2, theme.mark, UNIT * 0.36),
  );
  return group;
}

/**
 * What is in hand, with one line around cells that touch: a car or a group of marbles is one thing.
 * @param {import("../types.js").Node[]} nodes
 * @param {Frame} frame
 * @param {Theme} theme
 */
export function chosen(nodes, frame, theme) {
  const group = svg("g", { class: "chosen-group", stroke: theme.mark, "stroke-width": 3, "stroke-linecap": "round" });
  for (const node of nodes) {
    const stroke = node.outline.length ? { stroke: "none" } : {};
    group.append(outlineOf(node, frame, { class: "chosen", fill: theme.mark, "fill-opacity": 0.28, ...stroke }));
  }
  for (const [one, two] of outerSides(nodes)) {
    const [[x1, y1], [x2, y2]] = [frame.at(...one), frame.at(...two)];
    group.append(svg("line", { x1, y1, x2, y2 }));
  }
  return group;
}

/**
 * The keyboard's place: dark on light and light on dark, so that it is seen on every ground.
 * @param {import("../types.js").Node} node
 * @param {Frame} frame
 * @param {Theme} theme
 */
export function cursor(node, frame, theme) {
  const group = svg("g", { class: "cursor", fill: "none" });
  group.append(
    outlineOf(node, frame, { stroke: theme.background, "stroke-width": 7 }),
    outlineOf(node, frame, { stroke: theme.cursor, "stroke-width": 3.5 }),
  );
  return group;
}

/**
 * The way of a move that is proposed.
 * @param {[number, number][]} points
 * @param {Theme} theme
 */
export function hint(points, theme) {
  const group = svg("g", { class: "hint", stroke: theme.mark, fill: "none", "stroke-width": 6, opacity: 0.85 });
  const [start, ...others] = points;
  const end = others.at(-1);
  if (!end) {
    group.append(svg("circle", { cx: start[0], cy: start[1], r: UNIT * 0.45 }));
    return group;
  }
  group.append(svg("circle", { cx: start[0], cy: start[1], r: UNIT * 0.3, "stroke-width": 4 }));
  const before = others.length > 1 ? others[others.length - 2] : start;
  group.append(
    svg("polyline", { points: points.map((point) => point.join(",")).join(" "), "stroke-linejoin": "round" }),
  );
  group.append(arrowhead(before, end, -UNIT * 0.12, theme.mark, UNIT * 0.32));
  return group;
}

/**
 * A small shield with the sign of a value and how far the end is.
 * @param {[number, number]} at
 * @param {ValuedMove} valued
 * @param {boolean} [isBelow] at the lower edge of its cell
 */
export function badge([x, y], valued, isBelow = false) {
  const end = valued.remoteness === null || valued.value === "draw" ? "" : valued.remoteness;
  const told = valued.chance === undefined ? `${signOf(valued)}${end}` : `${Math.round(valued.chance)}%`;
  const text = `${valued.isBest ? BEST : ""}${told}`;
  const width = UNIT * ((valued.isBest ? 0.22 : 0.14) + 0.13 * text.length);
  const aside = Math.min(UNIT * 0.26, UNIT * 0.48 - width / 2); // within its cell
  const group = svg("g", {
    class: `badge ${valued.value ?? "chance"}${valued.isBest ? " best" : ""}`,
    transform: `translate(${x + aside} ${y + UNIT * (isBelow ? 0.34 : -0.3)})`,
  });
  group.append(
    svg("rect", { x: -width / 2, y: -UNIT * 0.14, width, height: UNIT * 0.28, rx: UNIT * 0.1 }),
    svg("text", { "text-anchor": "middle", dy: "0.35em", "font-size": UNIT * 0.21, "font-weight": "bold" }, text),
  );
  group.style.setProperty("--waste", String(waste(valued)));
  return group;
}

/**
 * What was wrong with the move that was made last, at the corner of where it has led.
 * @param {[number, number]} at
 * @param {{sign: string, fault: string}} verdict
 */
export function verdict([x, y], { sign, fault }) {
  const group = svg("g", { class: `verdict ${fault}`, transform: `translate(${x + UNIT * 0.36} ${y - UNIT * 0.36})` });
  group.append(
    svg("circle", { r: UNIT * 0.2 }),
    svg("text", { "text-anchor": "middle", dy: "0.35em", "font-size": UNIT * 0.24, "font-weight": "bold" }, sign),
  );
  return group;
}

/**
 * A sign for who doesn't see colours.
 * @param {{value: import("../types.js").Value|null, loss?: number}} valued
 */
export function signOf({ value, loss }) {
  if (loss === undefined) return VALUES[value ?? "draw"].sign;
  return FAULTS.find(([least]) => loss >= least)?.[1] ?? "✓";
}

/**
 * The best of some values for who moves: the quickest win, else a draw, else the slowest loss.
 * @param {ValuedMove[]} valued
 * @returns {ValuedMove|undefined}
 */
export function bestOf(valued) {
  const rank = (/** @type {ValuedMove} */ move) => {
    if (move.chance !== undefined) return [-move.chance, 0];
    const far = move.remoteness ?? 0;
    return [VALUES[move.value ?? "unsolvable"].order, move.value === "lose" ? -far : far];
  };
  return [...valued].sort((one, two) => rank(one)[0] - rank(two)[0] || rank(one)[1] - rank(two)[1])[0];
}

/**
 * How far a move is behind the best one of the same value, for its colour: 0 for that, never quite 1.
 * @param {ValuedMove} valued
 */
export function waste({ behind, loss }) {
  if (loss !== undefined) return Math.min(1, loss / MOST_LOSS);
  return behind ? behind / (behind + 2) : 0;
}

/**
 * "win in 5", "draw", "loss in 4"; "win in 9, 4 later" where 4 moves of it are wasted.
 * A chance, where nobody knows the end: "63 %", "48 % −15".
 * @param {{value: import("../types.js").Value|null, remoteness: number|null, behind?: number|null, chance?: number, loss?: number, words?: string}} valued
 */
export function inWords(valued) {
  if (valued.chance !== undefined) {
    const less = Math.round(valued.loss ?? 0);
    return `${valued.words ?? `${Math.round(valued.chance)} %`}${less ? ` −${less}` : ""}`;
  }
  const value = valued.value ?? "draw";
  if (valued.remoteness === null || (value !== "win" && value !== "lose")) return phrase(`value.${value}`);
  const late = { n: valued.behind ?? 0 };
  const waste = !late.n ? "" : value === "lose" ? phrase("value.sooner", late) : phrase("value.later", late);
  return phrase(`value.${value}-in`, { n: valued.remoteness }) + waste;
}
