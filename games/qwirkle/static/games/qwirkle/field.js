// The board itself: tiles that lie, tiles that are planned, and the cells where the tile in hand may go.

import { Camera } from "./camera.js";
import { s } from "./dom.js";
import { drawTile, tileName } from "./tiles.js";

let patterns = 0;
/** Half the width of a finger, in pixels. */
const FINGER = 26;

export class Field {
  constructor({ t, mode, onTarget, onPlanned }) {
    this.t = t;
    this.mini = mode === "mini";
    this.onTarget = onTarget;
    this.onPlanned = onPlanned;
    this.tiles = new Map();
    this.bounds = null;
    const grid = `q-grid-${(patterns += 1)}`;
    this.layers = Object.fromEntries(["fresh", "tiles", "targets", "planned", "effects"].map((name) => [name, s("g", { class: `q-${name}` })]));
    this.world = s("g", {},
      s("rect", { x: -20050, y: -20050, width: 40100, height: 40100, fill: `url(#${grid})` }), s("circle", { class: "q-origin", r: 7 }), Object.values(this.layers));
    this.svg = s("svg", { class: "q-field", "data-field": "", ...this.manners() },
      s("defs", {}, s("pattern", { id: grid, width: 100, height: 100, patternUnits: "userSpaceOnUse", x: -50, y: -50 },
        s("rect", { class: "q-cell", x: 4, y: 4, width: 92, height: 92, rx: 12 }))),
      this.world);
    this.camera = new Camera(this.svg, this.world, this.mini ? { comfortable: 40, interactive: false } : {});
    if (this.mini) return;
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("click", (event) => this.nearby(event));
  }

  manners() {
    if (this.mini) return { "aria-hidden": "true" };
    return { tabindex: 0, role: "group", "aria-label": this.t("Board: plus and minus zoom, arrows move, 0 shows everything") };
  }

  destroy() {
    this.camera.destroy();
  }

  // --- tiles that lie -------------------------------------------------------------------------------------------------
  show(board, fresh, animate) {
    const keys = new Set(board.map(([x, y]) => `${x},${y}`));
    for (const [key, group] of this.tiles) {
      if (keys.has(key)) continue;
      group.remove();
      this.tiles.delete(key);
    }
    let delay = 0;
    for (const [x, y, color, shape, id] of board) {
      const known = this.tiles.get(`${x},${y}`);
      if (known?.dataset.tile === String(id)) continue;
      known?.remove();
      const group = this.lay(x, y, color, shape, id);
      if (animate) {
        group.classList.add("q-new");
        group.style.setProperty("--delay", `${delay}ms`);
        delay += 90;
      }
    }
    this.layers.fresh.replaceChildren(...fresh.map(([x, y]) => s("rect", { x: x * 100 - 50, y: y * 100 - 50, width: 100, height: 100, rx: 16 })));
    this.frame(board);
  }

  lay(x, y, color, shape, id) {
    const tile = drawTile(color, shape);
    const group = s("g", { "data-cell": `${x},${y}`, "data-tile": id, transform: `translate(${x * 100} ${y * 100})` }, tile);
    if (!this.mini) group.prepend(s("title", {}, this.t("{tile} at {x}, {y}", { tile: tileName(this.t, color, shape), x, y })));
    this.layers.tiles.append(group);
    this.tiles.set(`${x},${y}`, group);
    return group;
  }

  /** Tell the camera what there is to see: all tiles with room around them, and never less than a few cells. */
  frame(board) {
    const room = this.mini ? 1 : 1.6;
    const range = (values, least) => {
      const [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 0];
      const more = Math.max(0, (least - (high - low)) / 2);
      return [low - more - room, high + more + room];
    };
    const [left, right] = range(board.map(([x]) => x), this.mini ? 4 : 5);
    const [top, bottom] = range(board.map(([, y]) => y), 2);
    this.camera.show({ left, right, top, bottom });
  }

  // --- where the tile in hand may go ------------------------------------------------------------------------------------
  /** cells: [[x, y, points]]; tile: [id, color, shape] in hand. */
  light(cells, tile) {
    const best = Math.max(0, ...cells.map(([, , points]) => points));
    this.layers.targets.replaceChildren(...cells.map(([x, y, points]) => this.target(x, y, points, points === best && cells.length > 1, tile)));
    this.svg.classList.toggle("q-choosing", cells.length > 0);
  }

  target(x, y, points, best, [, color, shape]) {
    const label = this.t("Lay on {x}, {y} for {points} points", { x, y, points });
    return s("g", {
      class: best ? "q-target q-best" : "q-target", "data-cell": `${x},${y}`, "data-legal": points, transform: `translate(${x * 100} ${y * 100})`,
      tabindex: 0, role: "button", "aria-label": label, onclick: () => this.onTarget(x, y, points),
    },
    s("rect", { x: -46, y: -46, width: 92, height: 92, rx: 13 }), s("text", { y: 12 }, String(points)), s("g", { class: "q-preview" }, drawTile(color, shape)));
  }

  targets() {
    return [...this.layers.targets.children];
  }

  /** The lit cell under a point of the screen, for tiles that are dragged there. */
  targetAt(clientX, clientY) {
    const { x, y } = this.camera.cellAt(this.camera.place({ clientX, clientY }));
    return this.targets().find((target) => target.dataset.cell === `${Math.round(x)},${Math.round(y)}`) ?? null;
  }

  /** A tap beside a small lit cell means the cell. */
  nearby(event) {
    if (event.target.closest("[data-legal], [data-planned]")) return;
    const away = (target) => {
      const frame = target.firstChild.getBoundingClientRect();
      return Math.hypot(event.clientX - frame.left - frame.width / 2, event.clientY - frame.top - frame.height / 2);
    };
    const nearest = this.targets().sort((a, b) => away(a) - away(b))[0];
    if (nearest && away(nearest) < FINGER) nearest.dispatchEvent(new Event("click"));
  }

  focusTarget() {
    const target = this.targets().find((one) => one.classList.contains("q-best")) ?? this.targets()[0];
    if (!target) return;
    this.reveal(target);
    target.focus();
  }

  reveal(target) {
    this.camera.reveal(...target.dataset.cell.split(",").map(Number));
  }

  key(event) {
    const target = event.target.closest?.(".q-target");
    if (target && (event.key === "Enter" || event.key === " ")) target.dispatchEvent(new Event("click"));
    else if (target && event.key.startsWith("Arrow")) this.step(target, event.key);
    else if (event.target !== this.svg || !this.camera.key(event.key)) return;
    event.preventDefault();
  }

  /** Go to the nearest lit cell in the direction of an arrow. */
  step(from, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const at = (target) => target.dataset.cell.split(",").map(Number);
    const [x, y] = at(from);
    const far = (target) => {
      const [ax, ay] = at(target);
      const along = (ax - x) * dx + (ay - y) * dy;
      const aside = Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx);
      return along > 0 ? along + 2 * aside : Infinity;
    };
    const next = this.targets().sort((a, b) => far(a) - far(b))[0];
    if (!next || far(next) === Infinity) return;
    this.reveal(next);
    next.focus();
  }

  // --- tiles that are planned -----------------------------------------------------------------------------------------
  /** placed: [{x, y, tile: [id, color, shape]}]; `wrong` when the plan as it is cannot be sent. */
  plan(placed, wrong) {
    this.layers.planned.replaceChildren(...placed.map(({ x, y, tile: [id, color, shape] }) => s("g", {
      class: wrong ? "q-plan q-wrong" : "q-plan", "data-cell": `${x},${y}`, "data-planned": id, transform: `translate(${x * 100} ${y * 100})`, role: "button",
      "aria-label": this.t("Take {tile} back", { tile: tileName(this.t, color, shape) }), onclick: () => this.onPlanned(id),
    }, drawTile(color, shape), s("rect", { class: "q-halo", x: -50, y: -50, width: 100, height: 100, rx: 16 }))));
  }

  /** Let points rise from the tiles just laid. */
  celebrate(cells, text, great) {
    if (!cells.length) return;
    const x = cells.reduce((sum, [cx]) => sum + cx, 0) / cells.length;
    const y = cells.reduce((sum, [, cy]) => sum + cy, 0) / cells.length;
    const note = s("g", { transform: `translate(${x * 100} ${y * 100})` }, s("text", { class: great ? "q-gain q-great" : "q-gain" }, text));
    note.firstChild.addEventListener("animationend", () => note.remove());
    this.layers.effects.replaceChildren(note);
  }
}
