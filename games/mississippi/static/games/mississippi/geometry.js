// The hex grid on the screen: pointed hexes in horizontal rows, rows with even y shifted half a field to the right.

export const SIZE = 24;
export const WIDTH = Math.sqrt(3) * SIZE;
export const ROW = 1.5 * SIZE;

export const DIRECTIONS = ["RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT"];

const EVEN = [[1, 0], [1, -1], [0, -1], [-1, 0], [0, 1], [1, 1]];
const ODD = [[1, 0], [0, -1], [-1, -1], [-1, 0], [-1, 1], [0, 1]];

/** The middle of a field, in units of the picture. */
export function centre(x, y) {
  return { x: WIDTH * (x + (y % 2 === 0 ? 0.5 : 0)), y: ROW * y };
}

/** The field next to another in a direction. */
export function neighbour(x, y, direction) {
  const [dx, dy] = (y % 2 === 0 ? EVEN : ODD)[direction];
  return { x: x + dx, y: y + dy };
}

/** The corners of a hex about a point, as a polygon's attribute. */
export function hexagon({ x, y }, size = SIZE) {
  const corners = [];
  for (let corner = 0; corner < 6; corner++) {
    const angle = (Math.PI / 180) * (60 * corner - 90);
    corners.push(`${round(x + size * Math.cos(angle))},${round(y + size * Math.sin(angle))}`);
  }
  return corners.join(" ");
}

/** Degrees on the screen of a direction: counter-clockwise directions, clockwise angles. */
export function angle(direction) {
  return -60 * direction;
}

export function directionNumber(name) {
  return typeof name === "number" ? name : DIRECTIONS.indexOf(name);
}

export function cellKey(x, y) {
  return `${x},${y}`;
}

/** A number that is the same for a field every time: scenery looks natural but never flickers. */
export function chance(x, y, salt = 0) {
  const value = Math.sin(x * 127.1 + y * 311.7 + salt * 74.7) * 43758.5453;
  return value - Math.floor(value);
}

export function round(value) {
  return Math.round(value * 100) / 100;
}

/** The smallest box round some points, with a margin. */
export function boxOf(points, margin) {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return { x: left, y: top, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - top };
}
