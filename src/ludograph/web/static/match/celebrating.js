/** A little joy over a won game: paper that falls over the board, for those who like motion. */

import { html } from "../dom.js";

const PAPERS = 60;
const COLOURS = ["#e6b422", "#d8483e", "#3d7edb", "#2f9e5b", "#9b59c9"];
const LONGEST = 2600; // milliseconds

/** @param {HTMLElement} place */
export function celebrate(place) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const papers = Array.from({ length: PAPERS }, () => html("span", { class: "paper" }));
  const rain = html("div", { class: "celebration", "aria-hidden": "true" }, ...papers);
  place.append(rain);
  const height = place.clientHeight;
  const falls = papers.map((paper, number) => {
    paper.style.left = `${Math.random() * 100}%`;
    paper.style.background = COLOURS[number % COLOURS.length];
    const [aside, turn] = [(Math.random() - 0.5) * 120, 360 + Math.random() * 720];
    const transform = ["translate(0, -10%) rotate(0)", `translate(${aside}px, ${height}px) rotate(${turn}deg)`];
    const timing = { duration: LONGEST * (0.6 + 0.4 * Math.random()), delay: Math.random() * 400, fill: "both" };
    return paper.animate({ transform, opacity: [1, 1, 0] }, { ...timing, easing: "cubic-bezier(.2,.6,.6,1)" }).finished;
  });
  const remove = () => rain.remove();
  Promise.all(falls).then(remove, remove);
}
