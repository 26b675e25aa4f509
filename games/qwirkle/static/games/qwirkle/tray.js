// Below the board: the hand, what the plan is worth, and the buttons.

import { h } from "./dom.js";
import { tileName, tilePicture } from "./tiles.js";

export class Tray {
  /** actions: {pick(id, byKey), drop(id, x, y), send, back, clear, swap(on), exchange} */
  constructor(t, actions) {
    this.t = t;
    this.actions = actions;
    this.tiles = new Map();
    this.rack = h("div", { class: "q-rack", role: "group", "aria-label": t("Your tiles") });
    this.status = h("p", { class: "q-status", role: "status", "data-status-line": "" });
    this.buttons = {
      send: this.button("send", t("Play"), "q-primary", () => actions.send()),
      back: this.button("back", t("Take back"), "", () => actions.back()),
      clear: this.button("clear", t("Take all back"), "", () => actions.clear()),
      swap: this.button("swap", t("Swap tiles"), "", () => actions.swap(true)),
      exchange: this.button("exchange", t("Swap"), "q-primary", () => actions.exchange()),
      cancel: this.button("cancel", t("Cancel"), "", () => actions.swap(false)),
    };
    this.root = h("div", { class: "q-tray" }, this.rack, h("div", { class: "q-controls" }, this.status, h("div", { class: "q-buttons" }, Object.values(this.buttons))));
  }

  button(name, text, kind, run) {
    return h("button", { type: "button", class: `q-button ${kind}`, "data-do": name, onclick: run }, text);
  }

  /** plan: the Plan; ready: may the viewer act now; bag: tiles in it; busy: an answer is awaited; over: the match has ended. */
  show(plan, { ready, bag, busy, text, over }) {
    this.showRack(plan);
    this.status.textContent = text;
    const { placed, swapping, chosen, worth } = plan;
    const offered = {
      send: !swapping, back: !swapping && placed.length > 0, clear: !swapping && placed.length > 1,
      swap: !swapping && placed.length === 0 && bag > 0, exchange: swapping, cancel: swapping,
    };
    for (const [name, offer] of Object.entries(offered)) this.buttons[name].hidden = over || !offer;
    this.buttons.send.disabled = busy || !ready || !worth?.valid;
    this.buttons.send.textContent = worth?.valid ? this.t("Play for {points}", { points: worth.points }) : this.t("Play");
    this.buttons.send.dataset.points = worth?.valid ? worth.points : "";
    this.buttons.swap.disabled = busy || !ready;
    this.buttons.exchange.disabled = busy || !ready || chosen.size === 0 || chosen.size > bag;
    this.buttons.exchange.textContent = this.t("Swap {count}", { count: chosen.size });
  }

  showRack(plan) {
    const { hand } = plan;
    const ids = new Set(hand.map(([id]) => id));
    for (const [id, button] of this.tiles) {
      if (ids.has(id)) continue;
      button.remove();
      this.tiles.delete(id);
    }
    hand.forEach((tile, index) => this.place(tile, index, hand.length));
    for (const [id, button] of this.tiles) {
      const pressed = plan.picked === id || plan.chosen.has(id);
      button.setAttribute("aria-pressed", String(pressed));
      button.disabled = plan.isPlaced(id);
      button.classList.toggle("q-chosen", plan.chosen.has(id));
    }
  }

  place([id, color, shape], index, count) {
    let button = this.tiles.get(id);
    if (!button) {
      button = h("button", {
        type: "button", class: "q-own q-drawn", "data-hand": id, "data-color": color, "data-shape": shape,
        onclick: (event) => this.actions.pick(id, event.detail === 0),
      }, tilePicture(color, shape));
      this.draggable(button, id);
      this.tiles.set(id, button);
    }
    const name = tileName(this.t, color, shape);
    button.setAttribute("aria-label", this.t("{tile}, {number} of {count}", { tile: name, number: index + 1, count }));
    if (this.rack.children[index] !== button) this.rack.insertBefore(button, this.rack.children[index] ?? null);
  }

  /** Let the tile be carried to the board with mouse or finger. */
  draggable(button, id) {
    let start = null;
    let ghost = null;
    const stop = () => {
      ghost?.remove();
      start = ghost = null;
      button.classList.remove("q-carried");
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0) start = { x: event.clientX, y: event.clientY };
    });
    button.addEventListener("pointermove", (event) => {
      if (!start) return;
      if (!ghost && Math.hypot(event.clientX - start.x, event.clientY - start.y) > 8) {
        button.setPointerCapture(event.pointerId);
        this.actions.carry(id);
        ghost = h("div", { class: "q-ghost", "aria-hidden": "true" }, button.firstChild.cloneNode(true));
        this.root.append(ghost);
        button.classList.add("q-carried");
      }
      if (ghost) ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    });
    button.addEventListener("pointerup", (event) => {
      if (ghost) {
        this.dropped = true;
        this.actions.drop(id, event.clientX, event.clientY);
      }
      stop();
    });
    button.addEventListener("pointercancel", stop);
    // The click that ends a drag must not put the tile down again.
    button.addEventListener("click", (event) => {
      if (this.dropped) event.stopImmediatePropagation();
      this.dropped = false;
    }, { capture: true });
  }
}
