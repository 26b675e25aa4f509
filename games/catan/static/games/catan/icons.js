// Icons of resources, cards and pieces, each in a square of 24 units; drawn here.

import { s } from "./dom.js";

const path = (d, fill, more = {}) => s("path", { d, fill, ...more });
const line = (d, stroke, width = 1.4) => path(d, "none", { stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });

const DRAWN = {
  Holz: () => [
    path("M3 15.5 15.5 8a4 4 0 0 1 4.4 6.7L7.6 22Z", "#7a4a22"),
    s("ellipse", { cx: 5.6, cy: 18.6, rx: 3.4, ry: 4.2, fill: "#e2b77a", stroke: "#5b3616", "stroke-width": 1.2, transform: "rotate(-30 5.6 18.6)" }),
    line("M5 17.2a2 2 0 1 1 .2 2.6", "#9a6a35", 1.1), line("M10 14.5 16 11M11 17 18.5 12.6", "#4f2f12", 1.1),
    path("M9 9 6.5 3.6 12 5.4Z", "#3f8f4c"),
  ],
  Lehm: () => [
    path("M2.5 14.5 12 10.5 21.5 14 12 18.5Z", "#dd7c50"), path("M2.5 14.5V19L12 23V18.5Z", "#b5512c"), path("M21.5 14V18.4L12 23V18.5Z", "#8f3c1d"),
    path("M5 6.6 12 3.4 19 6.4 12 9.8Z", "#e48b60"), path("M5 6.6V10.6L12 14V9.8Z", "#bd5931"), path("M19 6.4V10.4L12 14V9.8Z", "#984222"),
  ],
  Wolle: () => [
    line("M8 18.5V22M11 18.5V22M15 18.5V22M17.6 18.5V22", "#3d352d", 1.9),
    path("M5.5 15.5a4 4 0 0 1 .8-7.6 4.6 4.6 0 0 1 7.4-2.6 4.6 4.6 0 0 1 7 3.4 4.2 4.2 0 0 1-.6 7.6 4.4 4.4 0 0 1-6.4 2.4 5 5 0 0 1-8.2-3.2Z", "#fffdf5", { stroke: "#a39a85", "stroke-width": 1 }),
    s("ellipse", { cx: 4.6, cy: 11.6, rx: 3.2, ry: 2.6, fill: "#3d352d", transform: "rotate(-20 4.6 11.6)" }),
    s("circle", { cx: 3.8, cy: 11, r: 0.7, fill: "#fff" }),
  ],
  Getreide: () => [
    line("M12 23V7M12 23Q9 17 6 12M12 23Q15 17 18 12", "#8a5d0c", 1.3),
    ...[[12, 4], [12, 8.4], [5.6, 8.6], [18.4, 8.6]].map(([x, y]) => [
      s("ellipse", { cx: x - 1.6, cy: y, rx: 1.5, ry: 2.8, fill: "#f9dc74", stroke: "#a86f0a", "stroke-width": 0.6, transform: `rotate(-22 ${x} ${y})` }),
      s("ellipse", { cx: x + 1.6, cy: y, rx: 1.5, ry: 2.8, fill: "#e6ab27", stroke: "#a86f0a", "stroke-width": 0.6, transform: `rotate(22 ${x} ${y})` }),
    ]),
  ],
  Erz: () => [
    path("M2 20 4.5 11 10 6 17 8 22 15 20 21H4Z", "#6f7885"), path("M10 6 17 8 14 13Z", "#aab3bf"), path("M4.5 11 10 6 14 13 8 15Z", "#8d97a4"),
    path("M17 8 22 15 20 21 14 13Z", "#535b67"), path("M8 15 14 13 15 21H9Z", "#7b8592"), path("M4.8 13 8 15 9 21 4 20Z", "#626b77"),
    s("circle", { cx: 11, cy: 10.4, r: 0.9, fill: "#f4d67b" }), s("circle", { cx: 12.4, cy: 17, r: 1, fill: "#f4d67b" }),
  ],
  Ritter: () => [
    path("M5 20V11a7 7 0 0 1 14 0v9l-4 2.5V14H9v8.5Z", "#aeb6c2"), path("M12 4a7 7 0 0 1 7 7v9l-4 2.5V14h-3Z", "#868f9d"),
    path("M7.5 11.2H16.5V13.2H7.5Z", "#2c2f36"), path("M11 4Q9 1 13 1 19 1 19 7 16 3.5 12.6 4.2Z", "#c0392b"),
  ],
  Straßenbau: () => [
    path("M3 22 10 3H14L21 22Z", "#8c7a66"), path("M12 3H14L21 22H12Z", "#776652"),
    line("M12 5V8M12 11V14.5M12 17.5V21.5", "#f6e9cf", 1.7),
  ],
  Monopol: () => [
    path("M3 17 2 7 7.5 11 12 4 16.5 11 22 7 21 17Z", "#f0c24b"), path("M12 4 16.5 11 22 7 21 17H12Z", "#d39d22"),
    path("M3 18.5H21V21.5H3Z", "#b57f12"), s("circle", { cx: 12, cy: 14, r: 1.8, fill: "#b3261e" }),
  ],
  Erfindung: () => [
    path("M12 2a7 7 0 0 1 4 12.6V18H8V14.6A7 7 0 0 1 12 2Z", "#ffe38a"), path("M12 2a7 7 0 0 1 4 12.6V18H12Z", "#f2c545"),
    path("M8.4 19H15.6V20.6H8.4ZM9.6 21.6H14.4V23H9.6Z", "#6b6459"), line("M10 12 12 14.5 14 12M12 14.5V18", "#a4700b", 1.2),
  ],
  Siegpunkt: () => [
    path("M4 22V9L8 6V3H10V5L12 3.5 14 5V3H16V6L20 9V22Z", "#e9d8b4"), path("M12 3.5 14 5V3H16V6L20 9V22H12Z", "#cdb687"),
    path("M10 22V16a2 2 0 0 1 4 0v6Z", "#6d4a25"), path("M6.4 11H8.6V14H6.4ZM15.4 11H17.6V14H15.4Z", "#6d4a25"),
  ],
  cards: () => [
    s("rect", { x: 3, y: 5, width: 11, height: 16, rx: 1.8, fill: "currentColor", opacity: 0.45, transform: "rotate(-10 8 13)" }),
    s("rect", { x: 9, y: 4, width: 11, height: 16, rx: 1.8, fill: "currentColor", transform: "rotate(8 14 12)" }),
  ],
  scroll: () => [
    path("M5 3H17a2.5 2.5 0 0 1 2 4H7V19a2.5 2.5 0 0 1-4-2V5A2 2 0 0 1 5 3Z", "currentColor", { opacity: 0.5 }),
    path("M8 8H21V19a2.5 2.5 0 0 1-2.5 2.5H8Z", "currentColor"),
    line("M11 12H18M11 15.5H18", "var(--surface)", 1.3),
  ],
  road: () => [path("M2 17 18 5 22 9 6 21Z", "currentColor")],
  village: () => [path("M4 21V11L12 4 20 11V21Z", "currentColor")],
  town: () => [path("M2 21V9L7 3.5 12 9V12H22V21Z", "currentColor")],
  robber: () => [path("M12 2a4 4 0 0 1 3 6.6c3 1.4 4.5 5 4.5 9.4h1.5v4H3v-4h1.5c0-4.4 1.5-8 4.5-9.4A4 4 0 0 1 12 2Z", "currentColor")],
  trade: () => [path("M3 8H15V4.5L22 10 15 15.5V12H3ZM21 16H9V12.5L2 18 9 23.5V20H21Z", "currentColor", { transform: "translate(0 -1.5)" })],
  yes: () => [line("M4 13 10 19 20 6", "currentColor", 3.2)],
  no: () => [line("M6 6 18 18M18 6 6 18", "currentColor", 3.2)],
  wait: () => [s("circle", { cx: 5, cy: 12, r: 2.2, fill: "currentColor" }), s("circle", { cx: 12, cy: 12, r: 2.2, fill: "currentColor" }), s("circle", { cx: 19, cy: 12, r: 2.2, fill: "currentColor" })],
};

/** An icon as an inline picture; beside it stands a text, so readers of screens skip it. */
export function icon(name) {
  return s("svg", { class: "cicon", viewBox: "0 0 24 24", "aria-hidden": "true", "data-icon": name }, DRAWN[name]());
}

/** An icon as part of a larger picture, its middle at the point. */
export function drawnAt(name, x, y, size) {
  return s("g", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})` }, DRAWN[name]());
}
