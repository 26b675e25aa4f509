// Short signs of what just happened: the way of a ball, a goal, a knock-out, a ban, magic of the fans.

import { s } from "./dom.js";
import { UNIT } from "./pitch.js";

const LASTS = 1300;
const WAYS = { quaffleThrow: "way-quaffle", bludgerBeating: "way-bludger", wrestQuaffle: "way-quaffle" };
const BURSTS = { bludgerKnockout: "✶", elfTeleportation: "✧", goblinShock: "ϟ", trollRoar: "◎", wombatPoo: "▪", snitchSnatch: "✧", snitchCatch: "★" };

export class Effects {
  constructor(layer, lay) {
    this.layer = layer;
    this.lay = lay;
  }

  /** Show a delta; whereIs(entity) -> [x, y] in cells, or null. */
  show(delta, whereIs) {
    const from = pair(delta.xPosOld, delta.yPosOld);
    const to = pair(delta.xPosNew, delta.yPosNew);
    const kind = delta.deltaType;
    if (WAYS[kind] && from && to) this.way(from, to, WAYS[kind]);
    if (kind === "ban") this.burst(whereIs(delta.passiveEntity), "✕", "burst-bad");
    else if (kind === "goalPointsChange") this.burst(whereIs("quaffle"), "★", "burst-goal");
    else if (BURSTS[kind] && delta.success !== false) this.burst(to ?? whereIs(delta.passiveEntity) ?? whereIs(delta.activeEntity), BURSTS[kind], "burst-magic");
  }

  way(from, to, kind) {
    const [[x1, y1], [x2, y2]] = [this.lay.place(...from), this.lay.place(...to)];
    this.add(s("line", { class: `way ${kind}`, x1, y1, x2, y2, pathLength: 1 }));
  }

  burst(at, text, kind) {
    if (!at) return;
    const [x, y] = this.lay.place(...at);
    this.add(s("g", { transform: `translate(${x} ${y})` }, s("g", { class: `burst ${kind}` }, s("circle", { r: UNIT * 0.62 }), s("text", { "text-anchor": "middle", y: 9 }, text))));
  }

  add(element) {
    this.layer.append(element);
    setTimeout(() => element.remove(), LASTS);
  }

  clear() {
    this.layer.replaceChildren();
  }
}

const pair = (x, y) => (x === null || x === undefined ? null : [x, y]);
