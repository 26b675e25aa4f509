// Small drawings: signs of the roles, balls, fans and cubes, all in a box of 24 by 24 around the origin.

import { s } from "./dom.js";

const stroke = { fill: "none", stroke: "currentColor", "stroke-width": 2.2, "stroke-linecap": "round", "stroke-linejoin": "round" };

const ROLES = {
  seeker: () => [
    s("circle", { r: 3.4, fill: "currentColor" }),
    s("path", { ...stroke, d: "M-4-1C-7-7-11-6-11.5-2-9-2.500-7-1-4 1M4-1C7-7 11-6 11.500-2 9-2.500 7-1 4 1M-4 2.500C-6 6-9 6-10 4M4 2.500C6 6 9 6 10 4" }),
  ],
  keeper: () => [s("circle", { ...stroke, cy: -3.5, r: 6.2, "stroke-width": 2.8 }), s("path", { ...stroke, d: "M0 3V11", "stroke-width": 2.8 })],
  chaser: () => [s("circle", { cx: 3.5, cy: -3, r: 5.4, fill: "currentColor" }), s("path", { ...stroke, d: "M-10 1H-4M-9 5.500H-1M-6 10H3" })],
  beater: () => [s("path", { fill: "currentColor", d: "M-10 8.500-8.500 10-5 7.500C0 6 8-1 10.500-6 12-10 7-12 4-9-1-5.500-5.500 0-7.500 5Z" })],
};

export const roleOf = (player) => player.replace(/\d$/, "");

export function roleSign(player) {
  return s("g", { class: "qrole" }, ROLES[roleOf(player)]());
}

const BALLS = {
  quaffle: () => [
    s("circle", { r: 8.5, class: "ball-quaffle" }),
    s("path", { d: "M-6-5.500Q0-1 6-5.500M-8 2.500Q0 0 8 2.500M-2 8Q0 3 3.500 7.500", class: "ball-seam" }),
    s("ellipse", { cx: -2.8, cy: -3.6, rx: 2.4, ry: 1.6, class: "ball-shine" }),
  ],
  bludger: () => [
    s("circle", { r: 8, class: "ball-bludger" }),
    s("path", { d: "M-8 0A8 8 0 0 0 8 0M0-8A14 14 0 0 1 0 8", class: "ball-band" }),
    s("ellipse", { cx: -2.8, cy: -3.2, rx: 2.2, ry: 1.5, class: "ball-shine" }),
  ],
  snitch: () => [
    s("path", { class: "ball-wing", d: "M-4-1C-8-10-15-9-17-5-12-6-11-3-13-1-9-1.500-7 0-4 2ZM4-1C8-10 15-9 17-5 12-6 11-3 13-1 9-1.500 7 0 4 2Z" }),
    s("circle", { r: 5.6, class: "ball-snitch" }),
    s("ellipse", { cx: -1.8, cy: -2, rx: 1.7, ry: 1.1, class: "ball-shine" }),
  ],
};

export function ballSign(name) {
  return s("g", { class: "qball" }, BALLS[name.replace(/\d$/, "")]());
}

export function cubeSign() {
  return s("g", { class: "qcube" },
    s("path", { d: "M0-11 10-6V6L0 11-10 6V-6Z", class: "cube-body" }),
    s("path", { d: "M0-11 10-6 0-1-10-6Z", class: "cube-top" }),
    s("path", { d: "M0-1V11", class: "cube-edge" }));
}

const FAN_DRAWINGS = {
  goblin: () => [s("path", { ...stroke, d: "M-6-2-12-5-7 3M6-2 12-5 7 3M-6-2C-6-8 6-8 6-2 6 4 2 9 0 9-2 9-6 4-6-2Z" }), s("path", { ...stroke, d: "M-2.500 0V.5M2.500 0V.5M-2 5H2" })],
  troll: () => [s("path", { ...stroke, d: "M-8 9V-1C-8-11 8-11 8-1V9ZM-3 9V5H3V9M-3.500-1H-3M3-1H3.500" })],
  elf: () => [s("path", { ...stroke, d: "M-5-3-12-8-8 3C-7 4-6 4-5 3M5-3 12-8 8 3C7 4 6 4 5 3M-5-3C-4-8 4-8 5-3V3C4 9-4 9-5 3Z" })],
  niffler: () => [s("path", { ...stroke, d: "M-9 6C-9-4-2-9 4-7 9-5 11 1 12 5 9 7 5 6 3 5 1 9-9 10-9 6Z" }), s("path", { ...stroke, d: "M3-2H3.500M-9 6-12 8" })],
  wombat: () => [s("path", { ...stroke, d: "M-8-5-9-10-4-8H4L9-10 8-5C11 2 7 9 0 9-7 9-11 2-8-5ZM-3-1H-2.500M2.500-1H3M-2 4H2" })],
};

export function fanSign(kind) {
  return s("svg", { class: "qfan-sign", viewBox: "-14 -14 28 28", "aria-hidden": "true" }, FAN_DRAWINGS[kind]());
}

/** A sign as a picture of its own, for lists. */
export function picture(sign, name) {
  return s("svg", { class: `qsign ${name}`, viewBox: "-14 -14 28 28", "aria-hidden": "true" }, sign);
}
