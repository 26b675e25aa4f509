// The picture of the river: banks, water, scenery, mist where nobody has been, the last move, and both ships.

import { s } from "./dom.js";
import { SIZE, WIDTH, boxOf, cellKey, centre, hexagon, neighbour, round } from "./geometry.js";
import { pier, scenery } from "./scenery.js";
import { place, sail, steamer } from "./ships.js";

const KINDS = { WATER: "Open water", BLOCKED: "Island", LOG: "Log: costs 2 and a step of speed", SANDBANK: "Sandbank: stops the ship", GOAL: "Goal" };

export class River {
  constructor(svg, context) {
    this.svg = svg;
    this.t = context.t;
    this.layers = {};
    for (const name of ["land", "water", "things", "mist", "trail", "marks", "ships", "ghost"]) {
      this.layers[name] = s("g", { class: `mq-layer-${name}` });
      svg.append(this.layers[name]);
    }
    this.drawn = "";
    this.ships = {};
  }

  /** Draw tiles; nothing is done when they are those drawn before. */
  tiles(tiles) {
    const key = JSON.stringify(tiles.map((tile) => [tile.index, tile.fields.map((field) => field.type)]));
    if (key === this.drawn) return;
    this.drawn = key;
    this.fields = new Map();
    for (const tile of tiles) {
      for (const field of tile.fields) if (!this.fields.has(cellKey(field.x, field.y))) this.fields.set(cellKey(field.x, field.y), { ...field, tile: tile.index });
    }
    this.draw(tiles);
  }

  draw(tiles) {
    const { land, water, things, mist } = this.layers;
    const fields = [...this.fields.values()];
    // Broad round strokes about every field melt into one bank.
    const shape = (className) => fields.map((field) => s("polygon", { class: className, points: hexagon(centre(field.x, field.y)) }));
    land.replaceChildren(...shape("mq-bank"), ...shape("mq-reed"), ...shape("mq-shore"));
    water.replaceChildren(...fields.map((field) => this.field(field)), ...tiles.map((tile) => this.tileNumber(tile)));
    const waiting = fields.filter((field) => field.type.startsWith("PASSENGER"));
    things.replaceChildren(
      ...waiting.map((field) => pier(field.type, field.x, field.y, neighbour)),
      ...fields.flatMap((field) => scenery(field.type, field.x, field.y) ?? []),
    );
    mist.replaceChildren(...this.mist(tiles[tiles.length - 1]));
  }

  field(field) {
    const { x, y, type } = field;
    const text = type.startsWith("PASSENGER") ? "Passenger" : KINDS[type];
    const title = this.t("{what}, section {tile}, {points} points", { what: this.t(text), tile: field.tile, points: field.points ?? 0 });
    return s("polygon", { class: `mq-field mq-tone-${field.tile % 2}`, points: hexagon(centre(x, y), SIZE - 0.4), "data-cell": cellKey(x, y), "data-type": type }, s("title", {}, title));
  }

  /** The number of a section, faint on its middle. */
  tileNumber(tile) {
    const points = tile.fields.map((field) => centre(field.x, field.y));
    const middle = { x: points.reduce((sum, point) => sum + point.x, 0) / points.length, y: points.reduce((sum, point) => sum + point.y, 0) / points.length };
    return s("text", { class: "mq-tile-number", x: round(middle.x), y: round(middle.y), "text-anchor": "middle", "dominant-baseline": "central" }, String(tile.index));
  }

  /** Clouds over the fields where the river goes on unseen. */
  mist(tile) {
    if (!tile || tile.index === 7) return [];
    const cloud = new Map();
    for (const field of tile.fields.slice(15)) {
      for (const turn of [-1, 0, 1]) {
        const near = neighbour(field.x, field.y, (tile.direction + turn + 6) % 6);
        for (const place of [near, neighbour(near.x, near.y, tile.direction)]) {
          if (!this.fields.has(cellKey(place.x, place.y))) cloud.set(cellKey(place.x, place.y), place);
        }
      }
    }
    return [...cloud.values()].map((place) => s("polygon", { class: "mq-cloud", points: hexagon(centre(place.x, place.y), SIZE + 3) }));
  }

  /** Show both ships; `moves` lets the last mover go its way. */
  fleet(ships, trail, mover, moves) {
    for (const ship of ships) {
      const before = this.ships[ship.color];
      const drawn = before && before.badge === ship.speed ? before.element : steamer(ship.color, ship.speed);
      if (drawn !== before?.element) {
        if (before) before.element.replaceWith(drawn);
        else this.layers.ships.append(drawn);
      }
      place(drawn, ship);
      if (moves && before) {
        if (ship.color === mover && trail) sail(drawn, trail.path, before.direction, ship.direction);
        else if (before.x !== ship.x || before.y !== ship.y) sail(drawn, [[before.x, before.y], [ship.x, ship.y]], before.direction, ship.direction);
      }
      this.ships[ship.color] = { element: drawn, badge: ship.speed, x: ship.x, y: ship.y, direction: ship.direction };
    }
  }

  /** The way the last move went, and whom it pushed where. */
  trail(trail, colour) {
    const { trail: layer } = this.layers;
    if (!trail || trail.path.length < 2) {
      layer.replaceChildren();
      return;
    }
    const points = trail.path.map(([x, y]) => centre(x, y));
    const line = points.map((point) => `${round(point.x)},${round(point.y)}`).join(" ");
    layer.replaceChildren(
      s("polyline", { class: `mq-trail mq-${colour.toLowerCase()}`, points: line, "data-trail": colour }),
      s("circle", { class: `mq-trail-start mq-${colour.toLowerCase()}`, cx: round(points[0].x), cy: round(points[0].y), r: 4 }),
      ...trail.pushes.map(([x, y, toX, toY]) => this.pushArrow(centre(x, y), centre(toX, toY))),
    );
  }

  pushArrow(from, to) {
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    const length = WIDTH - 14;
    return s("path", { class: "mq-push-arrow", d: `M6-3H${length - 8}V-7L${length} 0L${length - 8} 7V3H6Z`, transform: `translate(${round(from.x)} ${round(from.y)}) rotate(${round(turn)})` });
  }

  /** The box that holds everything visible, and one round a ship and what lies ahead of it. */
  whole() {
    return boxOf([...this.fields.values()].map((field) => centre(field.x, field.y)), SIZE * 1.9);
  }

  around(ship) {
    const near = [...this.fields.values()].filter((field) => field.tile >= ship.tile && field.tile <= ship.tile + 1);
    const points = (near.length ? near : [...this.fields.values()]).map((field) => centre(field.x, field.y));
    return boxOf([...points, centre(ship.x, ship.y)], SIZE * 1.6);
  }

}
