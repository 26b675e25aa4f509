// Roads, villages, towns and the robber: put on the island where the state has them; new ones drop in.

import { s } from "./dom.js";
import { centre, ends, keyOf, middle } from "./geometry.js";

export class Pieces {
  constructor(layers, land) {
    this.layers = layers;
    this.land = land;
    this.standing = new Map();
    this.robber = null;
  }

  /** Bring the island to the state; `title(building)` names a piece, `animate` lets new ones drop in. */
  show(map, seatOf, title, animate) {
    const wanted = new Map(map.Gebäude.map((building) => [`${building.Typ} ${building.Eigentümer} ${keyOf(building.Ort)}`, building]));
    for (const [key, element] of this.standing) {
      if (!wanted.has(key)) {
        element.remove();
        this.standing.delete(key);
      }
    }
    for (const [key, building] of wanted) {
      if (!this.standing.has(key)) this.put(key, building, seatOf(building.Eigentümer), title(building), animate);
    }
    this.moveRobber(map.Räuber);
  }

  put(key, building, seat, title, animate) {
    const road = building.Typ === "Straße";
    const piece = road ? drawRoad(building.Ort) : drawHouse(building.Typ, middle(building.Ort));
    piece.setAttribute("class", `piece seat-${seat}${animate ? " fresh" : ""}`);
    piece.dataset.piece = building.Typ;
    piece.dataset.owner = seat;
    piece.dataset.at = keyOf(building.Ort);
    piece.append(s("title", {}, title));
    (road ? this.layers.roads : this.layers.houses).append(piece);
    if (!road) this.sortHouses();
    this.standing.set(key, piece);
  }

  /** Houses further down stand in front. */
  sortHouses() {
    const depth = (piece) => Number(piece.dataset.depth);
    this.layers.houses.append(...[...this.layers.houses.children].sort((a, b) => depth(a) - depth(b)));
  }

  moveRobber(field) {
    this.robber ??= this.layers.robber.appendChild(drawRobber());
    const [x, y] = centre(field);
    const producing = this.land.some((one) => keyOf(one.Ort) === keyOf(field) && one.Zahl);
    this.robber.style.transform = `translate(${x + (producing ? -19 : 0)}px, ${y + (producing ? 4 : 10)}px)`;
    this.robber.dataset.at = keyOf(field);
  }
}

/** The line of a road: a bit shorter than its path. */
export function roadLine(place, short = 0.17) {
  const [[ax, ay], [bx, by]] = ends(place);
  const along = (share) => `${(ax + (bx - ax) * share).toFixed(2)} ${(ay + (by - ay) * share).toFixed(2)}`;
  return `M${along(short)}L${along(1 - short)}`;
}

export function drawRoad(place) {
  const d = roadLine(place);
  return s("g", {}, s("path", { class: "road-edge", d }), s("path", { class: "road-body", d }), s("path", { class: "road-light", d: roadLine(place, 0.22) }));
}

export function drawHouse(kind, [x, y]) {
  const parts = kind === "Stadt" ? townParts() : villageParts();
  return s("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, "data-depth": y.toFixed(2) }, s("g", { class: "drop" }, parts));
}

function villageParts() {
  return [
    s("ellipse", { cx: 1, cy: 8.5, rx: 11.5, ry: 3.6, fill: "#000", opacity: 0.3 }),
    s("path", { class: "house", d: "M-8.5 8V-2L0-10.5 8.5-2V8Z" }),
    s("path", { class: "house-side", d: "M0-10.5 8.5-2V8H2.5V-3Z" }),
    s("path", { class: "house-roof", d: "M-10.5-1 0-11.5 10.5-1" }),
    s("path", { class: "house-door", d: "M-5.5 8V2.5H-1.5V8Z" }),
  ];
}

function townParts() {
  return [
    s("ellipse", { cx: 1, cy: 10, rx: 16.5, ry: 4.2, fill: "#000", opacity: 0.3 }),
    s("path", { class: "house", d: "M-13.5 10V-7.5L-6.5-15 .5-7.5V-2.5L7.5-8 13.5-2.5V10Z" }),
    s("path", { class: "house-side", d: "M-6.5-15 .5-7.5V10H-2.5V-8ZM7.5-8 13.5-2.5V10H10V-3.5Z" }),
    s("path", { class: "house-roof", d: "M-15.5-6.5-6.5-16 2.5-6.5M.5-1.5 7.5-9 15.5-1.5" }),
    s("path", { class: "house-door", d: "M-10.5-3H-7V.5H-10.5ZM-10.5 10V4H-6.5V10ZM4 3H8V6.5H4Z" }),
  ];
}

function drawRobber() {
  return s("g", { class: "robber" },
    s("ellipse", { cx: 1, cy: 12, rx: 11, ry: 3.6, fill: "#000", opacity: 0.35 }),
    s("path", { class: "robber-body", d: "M-10 12C-10 2-6-3-4-5A7.5 7.5 0 1 1 4-5C6-3 10 2 10 12Z" }),
    s("path", { class: "robber-light", d: "M-6.5 9C-6 2-4-2-2.5-4" }),
    s("path", { d: "M-5-12.5Q0-9.5 5-12.5V-9.8Q0-7.5-5-9.8Z", fill: "#b3261e" }),
    s("circle", { cx: -2.2, cy: -10.9, r: 0.9, fill: "#fff" }), s("circle", { cx: 2.2, cy: -10.9, r: 0.9, fill: "#fff" }));
}
