// What grows and stands on the land: trees, clay, sheep, wheat, rocks, sand. Drawn here, belongs to nobody else.

import { s } from "./dom.js";
import { dicing } from "./geometry.js";

/** Spots round the number chip, back to front. */
const SPOTS = [[0, -29], [-22, -24], [22, -24], [-31, -3], [31, -3], [-23, 22], [23, 22], [0, 35]];

const path = (d, fill, more = {}) => s("path", { d, fill, ...more });
const line = (d, stroke, width = 1) => path(d, "none", { stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });
const at = (x, y, scale, ...parts) => s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})` }, parts);
const shade = (rx, ry = rx / 3) => s("ellipse", { cx: 1.5, cy: 0.5, rx, ry, fill: "#000", opacity: 0.18 });

function fir() {
  return [
    shade(8),
    path("M-1.4 0V-5H1.4V0Z", "#5b3b20"),
    path("M0-13 9.5-3.5H-9.5Z", "#1d5a31"), path("M0-13 9.5-3.5H0Z", "#164626"),
    path("M0-19 8-9.5H-8Z", "#256b3a"), path("M0-19 8-9.5H0Z", "#1b5330"),
    path("M0-26 6-15.5H-6Z", "#2f7d45"), path("M0-26 6-15.5H0Z", "#226237"),
  ];
}

function oak() {
  return [
    shade(8),
    path("M-1.6 0V-8H1.6V0Z", "#5b3b20"),
    path("M-9-10a6 6 0 0 1 3-9 7 7 0 0 1 12 0 6 6 0 0 1 3 9 5 5 0 0 1-6 3 7 7 0 0 1-6 0 5 5 0 0 1-6-3Z", "#3c8446"),
    path("M-6-14a6 6 0 0 1 8-6", "none", { stroke: "#63a866", "stroke-width": 1.6, "stroke-linecap": "round" }),
  ];
}

function mound(tone) {
  return [
    shade(17, 4),
    path("M-18 0Q-11-17 0-18 11-17 18 0Z", tone[0]),
    path("M0-18Q11-17 18 0H6Q8-12 0-18Z", tone[1]),
    line("M-12-5H-4M-9-9.5H-1M-5-14H1", tone[2], 1.2),
  ];
}

function bricks() {
  const brick = (x, y) => s("rect", { x, y, width: 7.4, height: 4.2, rx: 0.8, fill: "#b4472a", stroke: "#6f2512", "stroke-width": 0.7 });
  return [shade(12, 3), brick(-11.6, -4.4), brick(-3.7, -4.4), brick(4.2, -4.4), brick(-7.6, -9), brick(0.3, -9), brick(-3.7, -13.6)];
}

function sheep() {
  const puff = (cx, cy, r) => s("circle", { cx, cy, r, fill: "#fdfbf3" });
  return [
    shade(9, 2.6),
    line("M-4.5 0V-4M-1.5 0V-4M3 0V-4M5.5 0V-4", "#3d352d", 1.5),
    s("circle", { cx: 0, cy: -7.6, r: 6.8, fill: "#c9c3b2" }),
    puff(-5, -7, 3.8), puff(-1.5, -9.6, 4.4), puff(3.4, -9.2, 4.2), puff(5.6, -6, 3.4), puff(0, -5.6, 4.6),
    s("ellipse", { cx: -8.8, cy: -8.6, rx: 3, ry: 2.3, fill: "#3d352d", transform: "rotate(-24 -8.8 -8.6)" }),
    s("circle", { cx: -9.6, cy: -9.1, r: 0.55, fill: "#fff" }),
  ];
}

function tuft() {
  return [line("M-3 0Q-4-4-5-6M0 0Q0-5 0-8M3 0Q4-4 5-6", "#4c8f2e", 1.4)];
}

function flowers() {
  return [tuft(), s("circle", { cx: -5, cy: -6.5, r: 1.5, fill: "#fff4c2" }), s("circle", { cx: 5, cy: -6.5, r: 1.5, fill: "#f6b8c8" })];
}

function ear(x, lean) {
  const grains = [-9, -12, -15, -18].map((y) => [
    s("ellipse", { cx: x + lean * -y * 0.06 - 1.7, cy: y, rx: 1.2, ry: 2.1, fill: "#f6d364", transform: `rotate(-24 ${x} ${y})` }),
    s("ellipse", { cx: x + lean * -y * 0.06 + 1.7, cy: y, rx: 1.2, ry: 2.1, fill: "#d79b1e", transform: `rotate(24 ${x} ${y})` }),
  ]);
  return [line(`M${x} 0Q${x} -9 ${x + lean} -18`, "#9a6b12", 1), grains];
}

function wheat() {
  return [shade(9, 2.4), ear(-6, -1), ear(0, 0), ear(6, 1)];
}

function sheaf() {
  return [
    shade(9, 2.6),
    path("M-7 0Q-3-7-7.5-16L0-19 7.5-16Q3-7 7 0Z", "#dda627"),
    path("M0-19 7.5-16Q3-7 7 0H1Q2-9 0-19Z", "#c18716"),
    line("M-4.8-7.5H4.8", "#7a4f10", 2),
    line("M-3-2-2-6M1-2V-6M-4-15-2.5-11M2.5-15 1.5-11", "#f3d06a", 0.9),
  ];
}

function peak(snow) {
  return [
    shade(19, 4),
    path("M-19 0-9-15-5-11 2-29 10-13 13-16 20 0Z", "#8d8b93"),
    path("M2-29 10-13 13-16 20 0H5L8-8 3-15Z", "#66646f"),
    snow && path("M2-29 6.4-20.2 3.6-17.6 1.4-20.4-1-17.4-2.6-18.6Z", "#fbfdff"),
    line("M-11-6-8-10M-4-4-1-9", "#b7b5bd", 1),
  ];
}

function boulder() {
  return [shade(8, 2.4), path("M-8 0-6-6-1-9 5-7 8 0Z", "#7c7a83"), path("M-1-9 5-7 8 0H2L1-5Z", "#5d5b65")];
}

function cactus() {
  return [
    shade(6, 2),
    path("M-2.4 0V-17a2.4 2.4 0 0 1 4.8 0V0Z", "#4f8a4b"),
    line("M-2-7H-6.5V-12M2-5H6.5V-11", "#4f8a4b", 3.4),
    line("M0-2V-16", "#7fb573", 0.9),
  ];
}

function dune() {
  return [path("M-18 0Q-7-12 2-9 10-6 18 0Z", "#d9b877"), path("M2-9Q10-6 18 0H4Q7-4 2-9Z", "#bf9a58")];
}

function bones() {
  return [shade(6, 1.8), path("M-5-1a4.6 5 0 1 1 9 0L2.5 0V-1.6H1V0H-1V-1.6H-2.5V0Z", "#f3ead4"), s("circle", { cx: -2.2, cy: -4, r: 1.2, fill: "#6d5a39" }), s("circle", { cx: 1.6, cy: -4, r: 1.2, fill: "#6d5a39" })];
}

const CLAY = [["#c96f3f", "#a4532c", "#e59a6b"], ["#b95c34", "#944524", "#d98a5c"]];

/** For each terrain: what stands at a spot, by a throw between 0 and 1; null leaves it empty. */
const GROWING = {
  Wald: (throwing) => [throwing < 0.72 ? fir() : oak(), 0.78 + throwing * 0.3],
  Hügelland: (throwing, spot) => (spot === 6 ? [bricks(), 0.9] : spot % 2 || throwing > 0.6 ? [mound(CLAY[spot % 2]), 0.62 + throwing * 0.2] : null),
  Weideland: (throwing, spot) => (spot === 0 || spot === 3 || spot === 6 ? [sheep(), 0.92] : throwing < 0.5 ? [tuft(), 1] : [flowers(), 0.9]),
  Ackerland: (throwing, spot) => (spot === 5 ? [sheaf(), 0.9] : [wheat(), 0.72 + throwing * 0.16]),
  Gebirge: (throwing, spot) => (spot < 3 ? [peak(true), spot ? 0.66 : 0.86] : spot > 6 || throwing < 0.4 ? [boulder(), 0.8] : [peak(false), 0.46]),
  Wüste: (throwing, spot) => (spot === 2 || spot === 5 ? [cactus(), 0.95] : spot === 6 ? [bones(), 1] : throwing < 0.75 ? [dune(), 0.62 + throwing * 0.3] : null),
};

/** The scenery of a field, round its middle; `few` draws half of it for small pictures. */
export function scenery(terrain, field, few) {
  const chance = dicing(field);
  const group = s("g", { class: "scenery" });
  SPOTS.forEach(([x, y], spot) => {
    const [throwing, shift, lift] = [chance(), chance() - 0.5, chance() - 0.5];
    if (few && spot % 2) return;
    const grown = GROWING[terrain](throwing, spot);
    if (grown) group.append(at(x + shift * 5, y + 6 + lift * 4, grown[1], ...grown[0]));
  });
  return group;
}

const furrows = (stroke) => [-28, -14, 0, 14, 28].map((y) => line(`M-34 ${y}Q-12 ${y - 8} 6 ${y}T36 ${y - 3}`, stroke, 2.2));

/** Lines on the ground under the scenery. */
export function ground(terrain) {
  if (terrain === "Ackerland") return s("g", { opacity: 0.35 }, furrows("#b67a12"));
  if (terrain === "Wüste") return s("g", { opacity: 0.35 }, furrows("#b08a4a"));
  if (terrain === "Weideland") return s("g", { opacity: 0.25 }, furrows("#4f8c2c"));
  return s("g");
}

/** Middle and edge colour of a field. */
export const GROUND = {
  Wald: ["#4f9a53", "#2f7440"],
  Hügelland: ["#e39a63", "#c0653a"],
  Weideland: ["#b4dc74", "#86bb4c"],
  Ackerland: ["#f7d768", "#e0a92c"],
  Gebirge: ["#c3c2c9", "#92919b"],
  Wüste: ["#f3dfae", "#dcbf80"],
};
