// The pitch: its cells, rings and zones, and where they lie in the picture.

export const UNIT = 40;
const WIDTH = 17;
const HEIGHT = 13;
const ROWS = [[3, 13], [2, 14], [1, 15], [1, 15], [0, 16], [0, 16], [0, 16], [0, 16], [0, 16], [1, 15], [1, 15], [2, 14], [3, 13]];
const ZONE_WIDTHS = [0, 1, 3, 3, 5, 5, 5, 5, 5, 3, 3, 1, 0];

export const keyOf = (x, y) => `${x},${y}`;
export const isCell = (x, y) => y >= 0 && y < HEIGHT && x >= ROWS[y][0] && x <= ROWS[y][1];
export const isRing = (x, y) => (x === 2 || x === 14) && (y === 4 || y === 6 || y === 8);
export const RINGS = [2, 14].flatMap((x) => [4, 6, 8].map((y) => [x, y]));
export const CELLS = ROWS.flatMap(([first, last], y) => Array.from({ length: last - first + 1 }, (_, i) => [first + i, y]));

/** 0 or 1 for a cell of that side's keeper zone, null outside. */
export function zoneOf(x, y) {
  if (x < ROWS[y][0] + ZONE_WIDTHS[y]) return 0;
  return x > ROWS[y][1] - ZONE_WIDTHS[y] ? 1 : null;
}

/** The key of a position in the standard's form, null when it is not on the pitch. */
export function keyAt(position) {
  return position && position.xPos !== null && position.xPos !== undefined ? keyOf(position.xPos, position.yPos) : null;
}

export const cellOf = (key) => key.split(",").map(Number);

/** The cells a throw passes over, without its start: those whose inside the straight line cuts. */
export function crossed([ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  return CELLS.filter(([x, y]) =>
    (x !== ax || y !== ay) && x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by) &&
    2 * Math.abs(dx * (y - ay) - dy * (x - ax)) < Math.abs(dx) + Math.abs(dy));
}

const LONG = WIDTH * UNIT;
const SHORT = HEIGHT * UNIT;
const RIM = [40, 40];

/** How the pitch lies: across, or upright for narrow screens with the viewer's own rings at the bottom. */
export function layOf(upright, seat) {
  if (!upright) {
    return { upright, matrix: "matrix(1 0 0 1 0 0)", box: [-RIM[0], -RIM[1], LONG + 2 * RIM[0], SHORT + 2 * RIM[1]], place: (x, y) => [(x + 0.5) * UNIT, (y + 0.5) * UNIT] };
  }
  const box = [-RIM[1], -RIM[0], SHORT + 2 * RIM[1], LONG + 2 * RIM[0]];
  if (seat === 1) return { upright, matrix: `matrix(0 1 -1 0 ${SHORT} 0)`, box, place: (x, y) => [SHORT - (y + 0.5) * UNIT, (x + 0.5) * UNIT] };
  return { upright, matrix: `matrix(0 -1 1 0 0 ${LONG})`, box, place: (x, y) => [(y + 0.5) * UNIT, LONG - (x + 0.5) * UNIT] };
}

/** The nearest of places ({at: [x, y]}) in a direction, for arrow keys; null when there is none. */
export function nearest(places, from, [dx, dy]) {
  let best = null;
  for (const entry of places) {
    const [x, y] = [entry.at[0] - from[0], entry.at[1] - from[1]];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along <= 1 || aside > along * 1.5) continue;
    const cost = along + 2 * aside;
    if (!best || cost < best.cost) best = { entry, cost };
  }
  return best?.entry ?? null;
}

/** The outline of the stadium: between an ellipse and a rectangle, so that the corners of the cells fit in. */
export function outline(grow) {
  const [a, b] = [9 * UNIT + grow, 7 * UNIT + grow];
  const power = 2 / 3.2;
  const points = Array.from({ length: 96 }, (_, i) => {
    const angle = (i / 96) * 2 * Math.PI;
    const [c, d] = [Math.cos(angle), Math.sin(angle)];
    return `${(LONG / 2 + a * Math.sign(c) * Math.abs(c) ** power).toFixed(1)} ${(SHORT / 2 + b * Math.sign(d) * Math.abs(d) ** power).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
