// Players, balls and cubes on the pitch: one element each, moved by changing where it stands.

import { s } from "./dom.js";
import { cellOf, keyAt } from "./pitch.js";
import { ballSign, cubeSign, roleSign } from "./signs.js";
import { BALLS, ROLES, SIDES, entity, inkOn, playerEntity } from "./words.js";

/** Where balls lie in a cell that they share, in the order of BALLS. */
const CORNERS = [[9.5, 9.5], [-10.5, -10.5], [10.5, -10.5], [-9, 10]];

/** What a snapshot shows, as {players: name -> player with key, balls: name -> key, cubes: [key]}. */
export function arrange(snapshot) {
  const players = new Map();
  for (const [side, name] of SIDES.entries()) {
    for (const role of ROLES) {
      const player = snapshot[`${name}Team`].players[role];
      players.set(playerEntity(side, role), { ...player, side, role, key: player.banned ? null : keyAt(player) });
    }
  }
  return { players, balls: new Map(BALLS.map((ball) => [ball, keyAt(snapshot.balls[ball])])), cubes: snapshot.wombatCubes.map(keyAt) };
}

/** The same for the small picture of a live wall. */
export function arrangeMini(mini) {
  const key = (pair) => (pair ? pair.join(",") : null);
  const players = new Map(mini.players.map((pair, number) => {
    const [side, role] = [Math.floor(number / 7), ROLES[number % 7]];
    return [playerEntity(side, role), { side, role, key: key(pair) }];
  }));
  const [snitch, bludger1, bludger2, quaffle] = mini.balls.map(key);
  return { players, balls: new Map(Object.entries({ quaffle, bludger1, bludger2, snitch })), cubes: [] };
}

export class Pieces {
  constructor(layers, lay) {
    this.layers = layers;
    this.lay = lay;
    this.elements = new Map();
  }

  /** colors: the two teams' {primary, secondary}; turn: the entity now asked; mine: the viewer's side. */
  show(arranged, colors, { turn = null, animate = false } = {}) {
    this.animate = animate;
    const busy = new Set([...arranged.players.values()].map((player) => player.key));
    for (const [name, player] of arranged.players) {
      const element = this.piece(name, () => token(name, colors[player.side]), this.layers.players);
      element.classList.toggle("turn", name === turn);
      element.classList.toggle("out", Boolean(player.knockout));
      element.classList.toggle("used", Boolean(player.turnUsed));
      this.put(element, player.key);
    }
    const balls = [...arranged.balls];
    for (const [index, [name, key]] of balls.entries()) {
      const shared = busy.has(key) || balls.some(([other, at]) => other !== name && at === key);
      const element = this.piece(name, () => s("g", { class: `qpiece qpiece-ball ${name}` }, s("g", { class: "qpiece-body" }, ballSign(name))), this.layers.balls);
      element.classList.toggle("small", shared);
      this.put(element, key, shared ? CORNERS[index] : [0, 0]);
    }
    this.showCubes(arranged.cubes);
  }

  showCubes(cubes) {
    this.layers.cubes.replaceChildren(...cubes.map((key) => {
      const [x, y] = this.lay.place(...cellOf(key));
      return s("g", { transform: `translate(${x} ${y})`, "data-cube": key }, cubeSign());
    }));
  }

  piece(name, make, layer) {
    if (!this.elements.has(name)) {
      const element = make();
      element.dataset.piece = name;
      layer.append(element);
      this.elements.set(name, element);
    }
    return this.elements.get(name);
  }

  put(element, key, [dx, dy] = [0, 0]) {
    const there = key !== null && key !== undefined;
    // What comes onto the pitch appears where it is; only what was there already flies.
    element.classList.toggle("still", !this.animate || !element.dataset.at);
    element.classList.toggle("away", !there);
    element.dataset.at = key ?? "";
    if (!there) return;
    const [x, y] = this.lay.place(...cellOf(key));
    element.style.transform = `translate(${x + dx}px, ${y + dy}px)`;
  }
}

/** A player's token: round for the left team, square for the right, so that colours alone decide nothing. */
function token(name, color) {
  const { side, role } = entity(name);
  const number = role.match(/\d/)?.[0];
  const shape = (size, attributes) => (side === 0 ? s("circle", { r: size, ...attributes }) : s("rect", { x: -size * 0.93, y: -size * 0.93, width: size * 1.86, height: size * 1.86, rx: 5, ...attributes }));
  const body = s("g", { class: "qpiece-body" },
    shape(17.5, { class: "token-glow" }), shape(16.8, { class: "token-edge" }), shape(15.6, { fill: `#${color.secondary}` }), shape(12.8, { fill: `#${color.primary}` }),
    s("g", { transform: number ? "translate(-1 -1) scale(.78)" : "scale(.86)", color: inkOn(color.primary) }, roleSign(role)),
    number && s("g", { transform: "translate(11 11)" }, s("circle", { r: 6.4, class: "token-number-back" }), s("text", { class: "token-number", "text-anchor": "middle", y: 3.6 }, number)),
    s("path", { class: "token-stars", d: "M-11-12l2 2 2-2-2-2ZM-2-17l2 2 2-2-2-2ZM7-12l2 2 2-2-2-2Z" }));
  return s("g", { class: `qpiece qpiece-player side-${side}` }, body);
}
