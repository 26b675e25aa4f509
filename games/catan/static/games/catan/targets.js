// Places to choose from on the island: shown, clickable, and walked through with the arrow keys.

import { s } from "./dom.js";
import { SIZE, bar, centre, hexPoints, keyOf, middle, nearest } from "./geometry.js";
import { roadLine } from "./pieces.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Targets {
  constructor(layer) {
    this.layer = layer;
    this.places = [];
    this.signature = "";
  }

  /** Show places of a kind ("Straße", "Dorf", "Stadt", "Räuber"); choose(place) is called for the one taken. `chosen` is marked. */
  show(kind, places, label, choose, chosen = null) {
    const signature = JSON.stringify([kind, places, chosen]);
    this.choose = choose;
    if (signature === this.signature) return;
    this.signature = signature;
    const focused = this.layer.contains(document.activeElement);
    this.places = places.map((place) => ({ place, at: Array.isArray(place) ? middle(place) : centre(place) }));
    this.layer.replaceChildren(...this.places.map((entry, index) => this.target(kind, entry, index, label)));
    if (chosen) this.layer.append(markOf(chosen));
    if (focused) this.places[0]?.element.focus({ preventScroll: true });
  }

  clear() {
    this.signature = "";
    this.places = [];
    this.layer.replaceChildren();
  }

  target(kind, entry, index, label) {
    const key = keyOf(entry.place);
    entry.element = s("g", {
      class: `target target-${shapeOf(kind)}`, tabindex: index ? -1 : 0, role: "button", "aria-label": label(entry.place), "data-place": key, "data-kind": kind,
      onclick: () => this.choose(entry.place), onkeydown: (event) => this.key(event, entry),
    }, shape(kind, entry));
    return entry.element;
  }

  key(event, entry) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(entry.place);
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = nearest(this.places, entry.at, step);
    if (!next) return;
    entry.element.setAttribute("tabindex", -1);
    next.element.setAttribute("tabindex", 0);
    next.element.focus();
  }

  focus() {
    this.places[0]?.element.focus({ preventScroll: true });
  }
}

/** What shows a place that is chosen already: the first of two roads, or the field to which the robber goes. */
function markOf(place) {
  if (Array.isArray(place)) return s("path", { class: "target-chosen", d: roadLine(place) });
  return s("polygon", { class: "target-chosen", points: hexPoints(centre(place), SIZE - 6), "data-chosen": keyOf(place) });
}

function shapeOf(kind) {
  return { Straße: "road", Dorf: "house", Stadt: "house", Räuber: "field" }[kind];
}

function shape(kind, { place, at: [x, y] }) {
  if (kind === "Straße") return [s("polygon", { class: "hit", points: bar(place, 0.08, 26) }), s("path", { class: "mark-edge", d: roadLine(place, 0.2) }), s("path", { class: "mark", d: roadLine(place, 0.2) })];
  if (kind === "Räuber") return [s("polygon", { class: "mark", points: hexPoints([x, y], SIZE - 8) })];
  const size = kind === "Stadt" ? 17 : 8;
  return [s("circle", { class: "hit", cx: x, cy: y, r: 20 }), s("circle", { class: "mark-edge", cx: x, cy: y, r: size }), s("circle", { class: "mark", cx: x, cy: y, r: size })];
}
