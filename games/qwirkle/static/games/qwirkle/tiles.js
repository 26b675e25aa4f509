// What tiles look like. A tile is drawn in a box of 100 by 100 around the origin.
//
// The first six colours were chosen so that any two of them stay clearly apart for people with protanopia, deuteranopia or
// tritanopia, too. Twelve colours cannot: from seven on the mark in the corner (a letter for the colour) is on by itself.

import { s } from "./dom.js";

const COLORS = ["#e23f24", "#f5a11f", "#f9f24a", "#45dcae", "#4877ff", "#b25fa6", "#ffffff", "#ff9fd0", "#8fd0ff", "#9c5f2c", "#9ad12f", "#9aa3ad"];
const COLOR_NAMES = ["red", "orange", "yellow", "green", "blue", "purple", "white", "pink", "sky blue", "brown", "lime", "grey"];
const SHAPE_NAMES = ["circle", "square", "diamond", "clover", "star", "sun", "triangle", "hexagon", "heart", "moon", "cross", "drop"];
const LETTERS = "ABCDEFGHIJKL";

/** Points round the origin, one radius after the other, as a path. */
function spikes(radii, count, turn = -90) {
  const step = 360 / count;
  const points = Array.from({ length: count }, (_, index) => {
    const angle = ((turn + index * step) * Math.PI) / 180;
    const radius = radii[index % radii.length];
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

function discs(centres, radius) {
  return centres.map(([x, y]) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`).join("");
}

const SHAPES = [
  discs([[0, 0]], 31),
  "M-27 -27H27V27H-27Z",
  spikes([37], 4),
  discs([[0, -17], [17, 0], [0, 17], [-17, 0]], 16.5) + "M-14 -14V14H14V-14Z",
  spikes([39, 12], 8),
  spikes([37, 22], 20),
  "M0 -33L34 27H-34Z",
  spikes([35], 6),
  "M0 33C-42 4 -37 -29 -17 -29C-7 -29 -1 -22 0 -16C1 -22 7 -29 17 -29C37 -29 42 4 0 33Z",
  "M11 -35A35 35 0 1 0 33 17A28 28 0 1 1 11 -35Z",
  "M-11 -35H11V-11H35V11H11V35H-11V11H-35V-11H-11Z",
  "M0 -38C20 -10 28 0 28 12A28 28 0 0 1 -28 12C-28 0 -20 -10 0 -38Z",
];

/** The tile as an SVG group. */
export function drawTile(color, shape) {
  return s("g", { class: "q-tile", "data-color": color, "data-shape": shape },
    s("rect", { class: "q-edge", x: -47, y: -45, width: 94, height: 94, rx: 13 }),
    s("rect", { class: "q-face", x: -47, y: -47, width: 94, height: 94, rx: 13 }),
    s("path", { class: "q-shape", d: SHAPES[shape], fill: COLORS[color], stroke: COLORS[color] }),
    s("text", { class: "q-mark", x: 31, y: 41, "aria-hidden": "true", fill: COLORS[color] }, LETTERS[color]));
}

/** The tile as a picture of its own, for the hand. */
export function tilePicture(color, shape) {
  return s("svg", { class: "q-picture", viewBox: "-50 -50 100 102", "aria-hidden": "true" }, drawTile(color, shape));
}

/** The tile in words. */
export function tileName(t, color, shape) {
  return t("{color} {shape}", { color: t(COLOR_NAMES[color]), shape: t(SHAPE_NAMES[shape]) });
}
