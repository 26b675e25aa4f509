// The stadium: stands, grass, zones, circle, rings and the 193 cells. Drawn once for each way the pitch lies.

import { s } from "./dom.js";
import { CELLS, RINGS, UNIT, keyOf, outline, zoneOf } from "./pitch.js";

let drawn = 0;

/** Draw the pitch as it lies and return {svg, cells: key -> element, layers}. */
export function drawField(lay, label) {
  const id = `pitch${(drawn += 1)}`;
  const cells = new Map();
  const layers = { cells: s("g", { class: "qcells" }), lines: s("g", { class: "qlines" }), cubes: s("g"), players: s("g"), balls: s("g"), effects: s("g", { class: "qeffects" }), marks: s("g", { class: "qmarks" }) };
  for (const [x, y] of CELLS) layers.cells.append(cells.set(keyOf(x, y), drawCell(lay, x, y)).get(keyOf(x, y)));
  const svg = s("svg", { class: "qpitch", viewBox: lay.box.join(" "), role: "group", "aria-label": label },
    s("defs", {}, s("clipPath", { id: `${id}-grass` }, s("path", { d: outline(0) })), s("radialGradient", { id: `${id}-light`, r: "62%" }, s("stop", { offset: "0%", class: "grass-near" }), s("stop", { offset: "100%", class: "grass-far" }))),
    s("g", { transform: lay.matrix }, stands(), grass(id), zones(), circle(), RINGS.map(([x, y]) => ring(x, y))),
    layers.cells, layers.lines, layers.cubes, layers.players, layers.balls, layers.marks, layers.effects);
  return { svg, cells, layers };
}

function stands() {
  return [
    s("path", { class: "stand", d: outline(18) }),
    s("path", { class: "stand-seats", d: outline(13.5) }),
    s("path", { class: "stand-seats", d: outline(8.5) }),
    s("path", { class: "stand-rail", d: outline(3) }),
  ];
}

function grass(id) {
  const stripes = Array.from({ length: 10 }, (_, i) => s("rect", { x: (2 * i - 2) * UNIT, y: -80, width: UNIT, height: 700, class: "grass-stripe" }));
  return s("g", { "clip-path": `url(#${id}-grass)` }, s("rect", { x: -60, y: -60, width: 800, height: 640, fill: `url(#${id}-light)` }), stripes);
}

function zones() {
  const paths = ["", ""];
  for (const [x, y] of CELLS) {
    const side = zoneOf(x, y);
    if (side !== null) paths[side] += `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}h${-UNIT}Z`;
  }
  return paths.map((d, side) => s("path", { class: `zone zone-${side}`, d }));
}

function circle() {
  const [x, y] = [8.5 * UNIT, 6.5 * UNIT];
  return s("g", { class: "chalk" },
    s("path", { d: `M${x} ${0.1 * UNIT}V${4.75 * UNIT}M${x} ${8.25 * UNIT}V${12.9 * UNIT}` }),
    s("circle", { cx: x, cy: y, r: 1.72 * UNIT }), s("circle", { cx: x, cy: y, r: 0.34 * UNIT }));
}

function ring(x, y) {
  const [cx, cy] = [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
  return s("g", { class: "ring" }, s("circle", { cx: cx + 1.5, cy: cy + 2.5, r: 17, class: "ring-shadow" }), s("circle", { cx, cy, r: 17, class: "ring-hoop" }), s("circle", { cx, cy, r: 17, class: "ring-shine" }));
}

function drawCell(lay, x, y) {
  const [cx, cy] = lay.place(x, y);
  return s("g", { class: "qcell", "data-cell": keyOf(x, y), transform: `translate(${cx} ${cy})` },
    s("rect", { x: -UNIT / 2 + 0.8, y: -UNIT / 2 + 0.8, width: UNIT - 1.6, height: UNIT - 1.6, rx: 5 }),
    s("text", { class: "qcell-text", "text-anchor": "middle", y: 5 }));
}
