// Where things lie in the picture. Pointy hexes as in the protocol: x to the right, y to the upper right.

export const SIZE = 50;
const WIDTH = Math.sqrt(3) * SIZE;
const AROUND = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/** The middle of a field {x, y}, in units of the picture. */
export function centre({ x, y }) {
  return [(x + y / 2) * WIDTH, -y * 1.5 * SIZE];
}

/** The middle of several fields: of two a path, of three a crossing. */
export function middle(fields) {
  const points = fields.map(centre);
  return [sum(points.map((point) => point[0])) / points.length, sum(points.map((point) => point[1])) / points.length];
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The two ends of the path between two fields: where a common neighbour joins them. */
export function ends([one, two]) {
  return AROUND.map(([dx, dy]) => ({ x: one.x + dx, y: one.y + dy }))
    .filter((field) => AROUND.some(([dx, dy]) => field.x === two.x + dx && field.y === two.y + dy))
    .map((field) => middle([one, two, field]));
}

/** A bar of some width along the path between two fields, as the points of a polygon; `short` is left out at each end. */
export function bar(place, short, width) {
  const [[ax, ay], [bx, by]] = ends(place);
  const [dx, dy] = [bx - ax, by - ay];
  const [px, py] = [(-dy / Math.hypot(dx, dy)) * (width / 2), (dx / Math.hypot(dx, dy)) * (width / 2)];
  const corner = (share, side) => `${(ax + dx * share + px * side).toFixed(2)},${(ay + dy * share + py * side).toFixed(2)}`;
  return [corner(short, 1), corner(1 - short, 1), corner(1 - short, -1), corner(short, -1)].join(" ");
}

/** A name for a place (one field, or a list of them) that does not depend on the order. */
export function keyOf(place) {
  const fields = Array.isArray(place) ? place : [place];
  return [...fields].sort((a, b) => b.y - a.y || a.x - b.x).map(({ x, y }) => `${x},${y}`).join(";");
}

/** The corners of a hex of the given size, as the points of a polygon. */
export function hexPoints([cx, cy], size = SIZE) {
  const corners = [...Array(6).keys()].map((corner) => (Math.PI / 3) * corner + Math.PI / 6);
  return corners.map((angle) => `${(cx + size * Math.cos(angle)).toFixed(2)},${(cy + size * Math.sin(angle)).toFixed(2)}`).join(" ");
}

/** The frame [x, y, width, height] round the fields, with room for harbours. */
export function frame(fields) {
  const points = fields.map(centre);
  const room = SIZE + 44;
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  return [left - room, top - room, right - left + 2 * room, bottom - top + 2 * room];
}

/** The place nearest to `from` in a direction (unit vector); null when there is none. Places: [{at: [x, y]}]. */
export function nearest(places, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const [x, y] = [place.at[0] - from[0], place.at[1] - from[1]];
    const along = x * dx + y * dy;
    if (along < 1) continue;
    const cost = along + 2.5 * Math.abs(x * dy - y * dx);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** Repeatable randomness for a field, so that the same island always looks the same. */
export function dicing({ x, y }) {
  let seed = ((x + 20) * 7919 + (y + 20) * 104729) >>> 0;
  return () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 4294967296;
  };
}
