// The cells as places to look at and to choose: pointer, keys, labels. Cells stay the same elements all match.

import { cellOf, nearest } from "./pitch.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Cells {
  /** on: {choose(key, event), look(key or null), drag(from, to), cancel()} */
  constructor(picture, lay, on) {
    this.picture = picture;
    this.lay = lay;
    this.on = on;
    this.places = [];
    this.dragging = null;
    this.waiting = null;
    const { svg } = picture;
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("pointerover", (event) => this.on.look(keyOf(event.target)));
    svg.addEventListener("pointerleave", () => this.on.look(this.focused()));
    svg.addEventListener("focusin", (event) => this.on.look(keyOf(event.target)));
    svg.addEventListener("focusout", () => this.on.look(keyOf(svg.querySelector("[data-cell]:hover"))));
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.dropped());
  }

  /** targets: key -> {kind, label, text?, heat?}; movable: keys that can be dragged; picked: a key or null. */
  show(targets, { movable = new Set(), picked = null } = {}) {
    this.movable = movable;
    this.places = [];
    const before = this.focused();
    for (const [key, element] of this.picture.cells) {
      const target = targets.get(key);
      this.dress(element, target, key === picked);
      if (target) this.places.push({ key, element, at: this.lay.place(...cellOf(key)) });
    }
    const first = this.places.find((place) => place.key === (before ?? picked)) ?? this.places[0];
    for (const place of this.places) place.element.setAttribute("tabindex", place === first ? "0" : "-1");
    this.keepFocus(before, first);
  }

  /** Whoever plays with keys is led on: the focus moves to a place that can be chosen, or comes back when there is one. */
  keepFocus(before, first) {
    if (before !== null && !first) this.waiting = before;
    const back = this.waiting !== null && (document.activeElement === document.body || before !== null);
    if (!first || (before === null && !back) || first.key === before) return;
    const from = this.lay.place(...cellOf(this.waiting ?? before));
    const length = (place) => Math.hypot(place.at[0] - from[0], place.at[1] - from[1]);
    this.focusOn(this.places.reduce((best, place) => (length(place) < length(best) ? place : best)).key);
    this.waiting = null;
  }

  dress(element, target, picked) {
    element.setAttribute("class", target ? `qcell target target-${target.kind}${picked ? " picked" : ""}` : `qcell${picked ? " picked" : ""}`);
    element.lastChild.textContent = target?.text ?? "";
    if (target?.heat === undefined) element.style.removeProperty("--heat");
    else element.style.setProperty("--heat", target.heat);
    if (target) {
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", target.label);
      return;
    }
    for (const name of ["role", "aria-label", "tabindex"]) element.removeAttribute(name);
  }

  /** The cell that the keys are on; a mere click leaves the focus behind where nobody sees it. */
  focused() {
    const { activeElement } = document;
    return this.picture.svg.contains(activeElement) && activeElement.matches(":focus-visible") ? keyOf(activeElement) : null;
  }

  focusOn(key) {
    const place = this.places.find((one) => one.key === key);
    if (!place) return;
    for (const one of this.places) one.element.setAttribute("tabindex", one === place ? "0" : "-1");
    place.element.focus({ preventScroll: true });
  }

  clicked(event) {
    const key = keyOf(event.target);
    if (key && this.places.some((place) => place.key === key)) this.on.choose(key, event);
  }

  key(event) {
    const key = keyOf(event.target);
    const place = this.places.find((one) => one.key === key);
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.on.choose(key, event);
      return;
    }
    const next = STEPS[event.key] && nearest(this.places, place.at, STEPS[event.key]);
    if (STEPS[event.key]) event.preventDefault();
    if (next) this.focusOn(next.key);
  }

  // --- dragging ---------------------------------------------------------------------------------------------------------
  down(event) {
    const key = keyOf(event.target);
    if (!key || !this.movable?.has(key) || event.button > 0) return;
    this.dragging = { from: key, over: key };
  }

  moved(event) {
    if (!this.dragging) return;
    const over = keyOf(document.elementFromPoint(event.clientX, event.clientY));
    if (over === this.dragging.over) return;
    this.dragging.over = over;
    for (const place of this.places) place.element.classList.toggle("drag-over", place.key === over);
    this.on.look(over);
  }

  up() {
    const { from, over } = this.dragging ?? {};
    this.dropped();
    if (over && over !== from && this.places.some((place) => place.key === over)) this.on.drag(from, over);
  }

  dropped() {
    for (const place of this.places) place.element.classList.remove("drag-over");
    this.dragging = null;
  }
}

function keyOf(element) {
  return element?.closest?.("[data-cell]")?.dataset.cell ?? null;
}
