// The island: sea, beach, fields with their scenery, number chips and harbours. Drawn once a match.

import { s } from "./dom.js";
import { SIZE, centre, dicing, ends, frame, hexPoints, keyOf, middle } from "./geometry.js";
import { drawnAt } from "./icons.js";
import { GROUND, ground, scenery } from "./scenery.js";

const RESOURCE_OF = { "Holz Hafen": "Holz", "Lehm Hafen": "Lehm", "Wolle Hafen": "Wolle", "Getreide Hafen": "Getreide", "Erz Hafen": "Erz" };
let drawn = 0;

/** Draw the map (the protocol's Karte) and return the picture: {svg, layers, land, chips}. */
export function drawIsland(map, mini, label) {
  const prefix = `catan${(drawn += 1)}`;
  const land = map.Felder.filter((field) => field.Typ !== "Meer");
  const box = frame(land.map((field) => field.Ort));
  const layers = { roads: s("g"), houses: s("g"), robber: s("g"), targets: s("g", { class: "targets" }) };
  const chips = new Map();
  const svg = s("svg", { class: "island", viewBox: box.map((number) => number.toFixed(1)).join(" "), role: "group", "aria-label": label },
    s("defs", {}, gradients(prefix)),
    sea(prefix, box, mini),
    coast(land),
    s("g", {}, land.map((field) => tile(prefix, field, mini))),
    s("g", { class: "harbours" }, map.Häfen.map((harbour) => drawHarbour(harbour, mini))),
    s("g", { class: "chips" }, land.filter((field) => field.Zahl).map((field) => chips.set(keyOf(field.Ort), drawChip(field)).get(keyOf(field.Ort)))),
    layers.roads, layers.houses, layers.robber, layers.targets);
  return { svg, layers, land, chips };
}

function gradients(prefix) {
  const tones = Object.entries(GROUND).map(([terrain, [inner, outer]], number) =>
    s("radialGradient", { id: `${prefix}-${number}`, "data-terrain": terrain, r: "62%" }, s("stop", { offset: "35%", "stop-color": inner }), s("stop", { offset: "100%", "stop-color": outer })));
  return [...tones, s("radialGradient", { id: `${prefix}-sea`, r: "32%" }, s("stop", { offset: "35%", class: "sea-near" }), s("stop", { offset: "100%", class: "sea-far" }))];
}

function toneOf(prefix, terrain) {
  return `url(#${prefix}-${Object.keys(GROUND).indexOf(terrain)})`;
}

function sea(prefix, [x, y, width, height], mini) {
  const chance = dicing({ x: 1, y: 1 });
  const waves = [...Array(mini ? 16 : 60)].map(() => {
    const [left, top, long] = [x - 150 + chance() * (width + 300), y + chance() * height, 5 + chance() * 5];
    return `M${left.toFixed(0)} ${top.toFixed(0)}q${long / 2} ${-long / 1.6} ${long} 0q${long / 2} ${-long / 1.6} ${long} 0`;
  });
  // Wider than the frame: where the picture's place has another shape, there is more sea to see.
  const water = s("rect", { x: x - 500, y: y - 500, width: width + 1000, height: height + 1000, fill: `url(#${prefix}-sea)` });
  return s("g", {}, water, s("path", { class: "waves", d: waves.join("") }));
}

/** Shallow water, surf and beach: the land's hexes drawn again with ever narrower rims. */
function coast(land) {
  const rims = [["shallow", 40], ["surf", 21], ["beach", 15]];
  return s("g", {}, rims.map(([name, width]) =>
    s("g", { class: name, "stroke-width": width, "stroke-linejoin": "round" }, land.map((field) => s("polygon", { points: hexPoints(centre(field.Ort)) })))));
}

function tile(prefix, field, mini) {
  const [x, y] = centre(field.Ort);
  return s("g", { class: "tile", "data-field": keyOf(field.Ort), "data-terrain": field.Typ },
    s("polygon", { points: hexPoints([x, y], SIZE - 2.2), fill: toneOf(prefix, field.Typ), class: "tile-ground" }),
    s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ground(field.Typ), scenery(field.Typ, field.Ort, mini)));
}

/** How many of the 36 throws show the number. */
export function pips(number) {
  return 6 - Math.abs(7 - number);
}

function drawChip(field) {
  const [x, y] = centre(field.Ort);
  const count = pips(field.Zahl);
  const dots = [...Array(count).keys()].map((dot) => s("circle", { cx: (dot - (count - 1) / 2) * 4.1, cy: 9.4, r: 1.45 }));
  return s("g", { class: `chip${count === 5 ? " hot" : ""}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-number": field.Zahl, "data-field": keyOf(field.Ort) },
    s("circle", { class: "chip-glow", r: 21 }),
    s("circle", { cx: 0.8, cy: 1.6, r: 16.4, fill: "#000", opacity: 0.28 }),
    s("circle", { class: "chip-face", r: 16 }),
    s("circle", { class: "chip-rim", r: 13.9 }),
    s("text", { y: 4.6, "text-anchor": "middle", class: "chip-number" }, String(field.Zahl)),
    s("g", { class: "chip-pips" }, dots));
}

function drawHarbour(harbour, mini) {
  const [seaField, landField] = harbour.Ort;
  const [mx, my] = middle(harbour.Ort);
  const [sx, sy] = centre(seaField);
  const [lx, ly] = centre(landField);
  const length = Math.hypot(sx - lx, sy - ly);
  const [x, y] = [mx + ((sx - lx) / length) * 29, my + ((sy - ly) / length) * 27];
  const resource = RESOURCE_OF[harbour.Typ];
  return s("g", { class: "harbour", "data-harbour": harbour.Typ },
    ends(harbour.Ort).map(([ex, ey]) => [
      s("path", { class: "pier-shadow", d: `M${ex} ${ey}L${x} ${y + 6}` }), s("path", { class: "pier", d: `M${ex} ${ey}L${x} ${y + 6}` }), s("path", { class: "pier-planks", d: `M${ex} ${ey}L${x} ${y + 6}` }),
    ]),
    s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, boat(), resource ? drawnAt(resource, 0, -9.5, mini ? 17 : 15) : s("text", { y: -5.5, "text-anchor": "middle", class: "harbour-any" }, "?"),
      s("text", { y: 5.4, "text-anchor": "middle", class: "harbour-rate" }, resource ? "2:1" : "3:1")));
}

function boat() {
  return [
    s("path", { d: "M-18 10H18L12 19H-11Z", fill: "#6b3f1d", stroke: "#3c210c", "stroke-width": 1.2, "stroke-linejoin": "round" }),
    s("path", { d: "M-16 13.5H15", stroke: "#a56a36", "stroke-width": 1.3 }),
    s("path", { d: "M0-22V11", stroke: "#3c210c", "stroke-width": 1.8 }),
    s("path", { class: "sail", d: "M-15-17Q0-21 15-17 19-3 15 10 0 6.5-15 10-19-3-15-17Z" }),
  ];
}
