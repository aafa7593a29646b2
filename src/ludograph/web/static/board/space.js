/** Points in space: x to the right, y upwards, z towards the viewer. A matrix is three rows. */

/** @typedef {[number, number, number]} Space */
/** @typedef {[Space, Space, Space]} Matrix */

/** @param {Space} a @param {Space} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Space} a @param {Space} b @returns {Space} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** @param {Space} a @param {Space} b @returns {Space} */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** @param {Space} a @param {number} share @returns {Space} */
export const times = (a, share) => [a[0] * share, a[1] * share, a[2] * share];

/** @param {Space} a @returns {Space} */
export const unit = (a) => times(a, 1 / Math.hypot(...a));

/** @param {Space[]} points @returns {Space} */
export function middle(points) {
  const sum = points.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
  return times(sum, 1 / points.length);
}

/** @param {Matrix} matrix @param {Space} point @returns {Space} */
export const applied = (matrix, point) => [dot(matrix[0], point), dot(matrix[1], point), dot(matrix[2], point)];

/** One after the other: the second matrix first. @param {Matrix} one @param {Matrix} two @returns {Matrix} */
export function product(one, two) {
  const columns = [0, 1, 2].map((column) => /** @type {Space} */ (two.map((row) => row[column])));
  return /** @type {Matrix} */ (one.map((row) => columns.map((column) => dot(row, column))));
}

/**
 * Counter-clockwise, as seen from the tip of the axis.
 * @param {Space} axis
 * @param {number} degrees
 * @returns {Matrix}
 */
export function rotation(axis, degrees) {
  const [x, y, z] = unit(axis);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const rest = 1 - cos;
  return [
    [cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin],
    [y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin],
    [z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest],
  ];
}

/**
 * What brings a direction up and another one to the front.
 * @param {Space} up
 * @param {Space} front
 * @returns {Matrix}
 */
export function standing(up, front) {
  const upwards = unit(up);
  const towards = unit(minus(front, times(upwards, dot(front, upwards))));
  return [cross(upwards, towards), upwards, towards];
}
