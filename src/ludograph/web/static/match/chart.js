/** A small chart of numbers through the game. */

import { svg } from "../dom.js";

const WIDTH = 320;
const HEIGHT = 110;
const EDGE = 10;

/** @typedef {{ply: number, number: number, word: string}} Known */

/**
 * @param {Known[]} known by ply
 * @param {{plies: number, least: number, most: number, now: number, title: string}} given
 * @returns {SVGSVGElement}
 */
export function lineChart(known, { plies, least, most, now, title }) {
  const x = (/** @type {number} */ ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, plies);
  const y = (/** @type {number} */ number) =>
    HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (number - least)) / Math.max(1e-9, most - least);
  const words = known.map(({ ply, word }) => `after ${ply}: ${word}`).join("; ");
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}: ${words}` });
  const middle = least < 0 ? y(0) : y(least);
  drawn.append(svg("line", { class: "axis", x1: EDGE, x2: WIDTH - EDGE, y1: middle, y2: middle }));
  drawn.append(svg("line", { class: "now", x1: x(now), x2: x(now), y1: EDGE / 2, y2: HEIGHT - EDGE / 2 }));
  const points = known.map(({ ply, number }) => `${x(ply).toFixed(1)},${y(number).toFixed(1)}`);
  drawn.append(svg("polyline", { class: "line", points: points.join(" ") }));
  for (const { ply, number, word } of known) {
    drawn.append(svg("circle", { cx: x(ply), cy: y(number), r: 3.2 }, svg("title", {}, `After ${ply}: ${word}`)));
  }
  return drawn;
}
