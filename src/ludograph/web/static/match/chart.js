/** A chart of what a game was worth from move to move, with its scale: chances, moves to the solution, or moves to the end. */

import { svg } from "../dom.js";
import { phrase, sideName } from "../words.js";

const WIDTH = 340;
const HEIGHT = 170;
const EDGE = { left: 46, right: 10, top: 10, bottom: 24 };
const MOST_STEPS = 6;

/**
 * What is known after so many moves: the chance of the first seat in per cent, or the moves to the solution of a puzzle.
 * `truth` is there where it is sure: who wins, 1 for the first seat, and after how many moves.
 * @typedef {{ply: number, number: number, word: string, truth?: {winner: number, remoteness: number}, fault?: string|null}} Known
 * @typedef {{at: number, text: string}} Tick
 * @typedef {{least: number, most: number, ticks: Tick[], numberOf: (known: Known) => number}} Scale
 */

/**
 * What a chart of these shows.
 * @param {Known[]} known
 * @param {string[]} seats
 */
export function chartTitle(known, seats) {
  if (seats.length === 1) return phrase("chart.solution");
  return isSure(known, seats) ? phrase("chart.sure") : phrase("chart.chances", { side: sideName(seats[0]) });
}

/**
 * @param {Known[]} known by ply
 * @param {{plies: number, now: number, seats: string[], pick?: (ply: number) => void}} given
 * @returns {SVGSVGElement}
 */
export function valueChart(known, { plies, now, seats, pick }) {
  const scale = scaleFor(known, seats);
  const x = (/** @type {number} */ ply) => EDGE.left + ((WIDTH - EDGE.left - EDGE.right) * ply) / Math.max(1, plies);
  const high = HEIGHT - EDGE.top - EDGE.bottom;
  const y = (/** @type {number} */ number) => EDGE.top + (high * (scale.most - number)) / (scale.most - scale.least);
  const words = known.map(({ ply, word }) => phrase("chart.after", { n: ply, word })).join("; ") || phrase("nothing-known");
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${chartTitle(known, seats)}: ${words}` });
  for (const { at, text } of scale.ticks) {
    drawn.append(svg("line", { class: "axis", x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y(at), y2: y(at) }));
    drawn.append(svg("text", { class: "tick", x: EDGE.left - 5, y: y(at), "text-anchor": "end", dy: "0.35em" }, text));
  }
  for (const ply of steps(plies)) {
    const anchor = ply && ply === plies ? "end" : "middle";
    drawn.append(svg("text", { class: "tick", x: x(ply), y: HEIGHT - 7, "text-anchor": anchor }, String(ply)));
  }
  drawn.append(svg("line", { class: "now", x1: x(now), x2: x(now), y1: EDGE.top / 2, y2: HEIGHT - EDGE.bottom }));
  const places = known.map((one) => [x(one.ply), y(scale.numberOf(one))]);
  drawn.append(svg("polyline", { class: "line", points: places.map((place) => place.map(short).join(",")).join(" ") }));
  for (const [index, { ply, word, fault }] of known.entries()) {
    const [cx, cy] = places[index];
    drawn.append(svg("circle", { class: fault ?? "", cx, cy, r: fault ? 4.5 : 3 }, svg("title", {}, phrase("chart.after", { n: ply, word }))));
  }
  if (pick) {
    drawn.classList.add("pickable");
    drawn.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const { left, width } = drawn.getBoundingClientRect();
      const at = ((event.clientX - left) / width) * WIDTH;
      pick(Math.round(Math.max(0, Math.min(1, (at - EDGE.left) / (WIDTH - EDGE.left - EDGE.right))) * plies));
    });
  }
  return drawn;
}

/**
 * @param {Known[]} known
 * @param {string[]} seats
 * @returns {Scale}
 */
function scaleFor(known, seats) {
  if (seats.length === 1) return movesScale(known);
  return isSure(known, seats) ? endScale(known, seats) : chanceScale();
}

/**
 * Whether the end is known from every position that is shown.
 * @param {Known[]} known
 * @param {string[]} seats
 */
function isSure(known, seats) {
  return known.length > 0 && seats.length === 2 && known.every(({ truth }) => truth);
}

/** Chances in per cent. @returns {Scale} */
function chanceScale() {
  const ticks = [0, 25, 50, 75, 100].map((at) => ({ at, text: `${at} %` }));
  return { least: 0, most: 100, ticks, numberOf: ({ number }) => number };
}

/** Moves to the solution. @param {Known[]} known @returns {Scale} */
function movesScale(known) {
  const most = Math.max(1, ...known.map(({ number }) => number));
  const ticks = steps(most).map((at) => ({ at, text: String(at) }));
  return { least: 0, most, ticks, numberOf: ({ number }) => number };
}

/**
 * Who wins, and how soon: the nearer the end, the further from the middle, where draws are.
 * @param {Known[]} known
 * @param {string[]} seats
 * @returns {Scale}
 */
function endScale(known, seats) {
  const longest = Math.max(2, ...known.map(({ truth }) => (truth?.winner ? truth.remoteness : 0)));
  const far = (/** @type {number} */ remoteness) => longest + 2 - remoteness;
  const sooner = [0, Math.round(longest / 2), longest];
  const ticks = [
    ...[1, -1].flatMap((side) =>
      sooner.map((remoteness) => ({
        at: side * far(remoteness),
        text: remoteness ? String(remoteness) : shortName(sideName(seats[side > 0 ? 0 : 1])),
      })),
    ),
    { at: 0, text: phrase("value.draw") },
  ];
  const numberOf = (/** @type {Known} */ { truth }) => (truth?.winner ? truth.winner * far(truth.remoteness) : 0);
  return { least: -far(0), most: far(0), ticks, numberOf };
}

/** Whole numbers from 0 to the last one, not too many. @param {number} last */
function steps(last) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => last / size <= MOST_STEPS) ?? last;
  const found = [];
  for (let at = 0; at <= last - step * 0.6; at += step) found.push(at);
  return [...found, last];
}

/** @param {string} name */
function shortName(name) {
  return name.length > 6 ? `${name.slice(0, 5)}…` : name;
}

/** @param {number} number */
function short(number) {
  return number.toFixed(1);
}
