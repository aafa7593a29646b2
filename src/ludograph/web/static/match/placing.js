/** Where a chooser stands: beside what it is about, never over the edge of the board. */

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const STEP = 8; // pixels from one place that is tried to the next
const COVERED = 100; // so many pixels further away is better than to cover one square pixel of what is needed

/**
 * The place of a box of some size near another one: within the bounds, and over nothing that is needed, if that can be.
 * @param {{width: number, height: number}} size
 * @param {Box} near
 * @param {Box[]} needed
 * @param {Box} bounds
 * @returns {{left: number, top: number}}
 */
export function placeBeside(size, near, needed, bounds) {
  const [x, y] = [near.left + near.width / 2, near.top + near.height / 2];
  let best = { left: bounds.left, top: bounds.top, cost: Infinity };
  for (const left of steps(bounds.left, bounds.width - size.width))
    for (const top of steps(bounds.top, bounds.height - size.height)) {
      const covered = [near, ...needed].reduce((sum, box) => sum + overlap({ ...size, left, top }, box), 0);
      const cost = covered * COVERED + Math.hypot(left + size.width / 2 - x, top + size.height / 2 - y);
      if (cost < best.cost) best = { left, top, cost };
    }
  return best;
}

/**
 * Figures from a start up to the end of a length, both of them included.
 * @param {number} start
 * @param {number} length
 */
function steps(start, length) {
  const count = Math.max(0, Math.floor(length / STEP));
  return [...Array.from({ length: count + 1 }, (_, number) => start + number * STEP), start + Math.max(0, length)];
}

/**
 * How much of one box another one covers.
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  const [width, height] = [
    shared(one.left, one.width, other.left, other.width),
    shared(one.top, one.height, other.top, other.height),
  ];
  return width * height;
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} other
 * @param {number} otherLength
 */
function shared(start, length, other, otherLength) {
  return Math.max(0, Math.min(start + length, other + otherLength) - Math.max(start, other));
}
