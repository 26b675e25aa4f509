// What stands on a field: islands, logs, sandbanks, passengers with their piers, the goal.

import { s } from "./dom.js";
import { SIZE, WIDTH, angle, centre, chance, round } from "./geometry.js";

function at(x, y, turn, ...children) {
  const point = centre(x, y);
  return s("g", { transform: `translate(${round(point.x)} ${round(point.y)}) rotate(${round(turn)})` }, ...children);
}

function tree(dx, dy, size) {
  return [
    s("ellipse", { class: "mq-shade", cx: dx + 1.5, cy: dy + size * 0.8, rx: size * 0.9, ry: size * 0.4 }),
    s("rect", { class: "mq-trunk", x: dx - 0.9, y: dy + size * 0.2, width: 1.8, height: size * 0.7 }),
    s("circle", { class: "mq-leaf", cx: dx, cy: dy - size * 0.1, r: size * 0.75 }),
    s("circle", { class: "mq-leaf-light", cx: dx - size * 0.22, cy: dy - size * 0.34, r: size * 0.36 }),
  ];
}

function shore(x, y, className, size) {
  // An irregular blob: six bends about the middle.
  const points = [];
  for (let bend = 0; bend < 6; bend++) {
    const radius = size * (0.86 + 0.2 * chance(x, y, bend));
    const turn = (Math.PI / 3) * bend + 0.4 * chance(y, x, bend);
    points.push([radius * Math.cos(turn), radius * Math.sin(turn)]);
  }
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const start = middle(points[5], points[0]);
  let path = `M${round(start[0])} ${round(start[1])}`;
  points.forEach((point, index) => {
    const end = middle(point, points[(index + 1) % 6]);
    path += `Q${round(point[0])} ${round(point[1])} ${round(end[0])} ${round(end[1])}`;
  });
  return s("path", { class: className, d: `${path}Z` });
}

function island(x, y) {
  const first = chance(x, y, 1) * 6 - 3;
  return at(x, y, 0,
    shore(x, y, "mq-foam", SIZE * 0.88), shore(x, y, "mq-beach", SIZE * 0.8), shore(x, y, "mq-grass", SIZE * 0.66),
    tree(-5 + first, -3, 6.5), tree(5, 1 + first, 5.5), chance(x, y, 3) > 0.45 ? tree(-2, 7, 4.5) : []);
}

function log(x, y) {
  return at(x, y, chance(x, y) * 120 - 60,
    s("ellipse", { class: "mq-foam", cx: 0, cy: 1, rx: 19, ry: 8.5 }),
    s("rect", { class: "mq-log", x: -16, y: -5, width: 32, height: 10, rx: 4 }),
    s("path", { class: "mq-bark", d: "M-11-2h16M-8 1.5h17M-12 3.6h7" }),
    s("ellipse", { class: "mq-cut", cx: 15, cy: 0, rx: 3, ry: 5 }),
    s("ellipse", { class: "mq-ring", cx: 15, cy: 0, rx: 1.4, ry: 2.6 }),
    s("path", { class: "mq-twig", d: "M-4-5l-3-5" }));
}

function sandbank(x, y) {
  const dots = [];
  for (let number = 0; number < 7; number++) {
    dots.push(s("circle", { class: "mq-grain", cx: round(chance(x, y, number) * 22 - 11), cy: round(chance(y, x, number) * 18 - 9), r: 0.9 }));
  }
  return at(x, y, 0, shore(x, y, "mq-foam", SIZE * 0.92), shore(x, y, "mq-sand", SIZE * 0.84), shore(y, x, "mq-sand-light", SIZE * 0.5), dots);
}

function goal(x, y) {
  const squares = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      if ((row + column) % 2 === 0) squares.push(s("rect", { class: "mq-check", x: -12 + 6 * column, y: -12 + 6 * row, width: 6, height: 6 }));
    }
  }
  return at(x, y, 0, s("rect", { class: "mq-finish", x: -12, y: -12, width: 24, height: 24, rx: 2 }), squares);
}

/** An island with somebody on it, and planks to the field where a ship must stop. */
function passenger(x, y, direction) {
  return [
    at(x, y, 0, shore(x, y, "mq-foam", SIZE * 0.88), shore(x, y, "mq-beach", SIZE * 0.8), shore(x, y, "mq-grass", SIZE * 0.64)),
    at(x, y, angle(direction),
      s("rect", { class: "mq-plank", x: 8, y: -5, width: WIDTH - 22, height: 10, rx: 1.5 }),
      s("path", { class: "mq-plank-line", d: `M13-5v10M18-5v10M23-5v10` })),
    at(x, y, 0,
      s("ellipse", { class: "mq-shade", cx: 1, cy: 11, rx: 8, ry: 3 }),
      s("path", { class: "mq-coat", d: "M-7 11c0-9 2.6-13 7-13s7 4 7 13Z" }),
      s("circle", { class: "mq-face", cx: 0, cy: -6, r: 4.6 }),
      s("path", { class: "mq-hat", d: "M-7.5-8.4h15v2h-15ZM-4.4-14.5h8.8v6.4h-8.8Z" })),
  ];
}

/** The scenery of a field; nothing for plain water. */
export function scenery(type, x, y) {
  if (type === "BLOCKED") return island(x, y);
  if (type === "LOG") return log(x, y);
  if (type === "SANDBANK") return sandbank(x, y);
  if (type === "GOAL") return goal(x, y);
  if (type.startsWith("PASSENGER")) return passenger(x, y, Number(type.slice(9)));
  if (chance(x, y, 8) < 0.3) return at(x, y, 0, s("path", { class: "mq-wave", d: "M-9 2q3-3 6 0t6 0t6 0" }));
  return null;
}

/** Where ships pick the passenger up: a ring on the water. */
export function pier(type, x, y, neighbour) {
  const place = neighbour(x, y, Number(type.slice(9)));
  const point = centre(place.x, place.y);
  return s("circle", { class: "mq-pier", cx: round(point.x), cy: round(point.y), r: 15 });
}
