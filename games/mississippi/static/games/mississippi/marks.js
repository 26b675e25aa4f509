// Marks on the river while a move is built: the ship as it would be, the next field, pushes, and where the move can end.

import { s } from "./dom.js";
import { SIZE, cellKey, centre, directionNumber, hexagon, neighbour, round } from "./geometry.js";
import { place, steamer } from "./ships.js";

export class Marks {
  constructor(river, context) {
    this.river = river;
    this.context = context;
  }

  clear() {
    this.river.layers.marks.replaceChildren();
    this.river.layers.ghost.replaceChildren();
    for (const { element } of Object.values(this.river.ships)) element.classList.remove("is-faint");
  }

  /** Draw the plan; a chosen field goes to the planner. Ends that cost coal say how much. */
  show(plan, colour, planner) {
    this.clear();
    const marks = this.river.layers.marks;
    for (const end of plan.mustPush ? [] : plan.ends) marks.append(this.end(end, plan, planner));
    for (const option of plan.next) if (option.action.type === "push") marks.append(this.push(plan, option, planner));
    if (!plan.mustPush) this.ahead(plan, planner).forEach((mark) => marks.append(mark));
    this.ghost(plan, colour, planner.actions.length > 0);
  }

  target(className, x, y, label, data, act) {
    const polygon = s("polygon", {
      class: `mq-mark ${className}`, points: hexagon(centre(x, y), SIZE - 2), tabindex: 0, role: "button", "aria-label": label, ...data,
      onclick: act,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      },
    }, s("title", {}, label));
    return polygon;
  }

  end(end, plan, planner) {
    const { t } = this.context;
    const label = t("end here: speed {speed}, {coal} coal left", { speed: end.speed, coal: end.coal });
    const point = centre(end.x, end.y);
    const data = { "data-end": cellKey(end.x, end.y) };
    const cost = plan.coal - end.coal;
    return s("g", { class: cost ? "mq-end is-dear" : "mq-end" },
      this.target("mq-mark-end", end.x, end.y, label, data, () => planner.set([...planner.actions, ...end.actions])),
      s("circle", { class: "mq-dot", cx: round(point.x), cy: round(point.y), r: cost ? 4.4 : 5.4 }),
      cost ? s("text", { class: "mq-dot-cost", x: round(point.x), y: round(point.y), "text-anchor": "middle", "dominant-baseline": "central" }, String(cost)) : null);
  }

  ahead(plan, planner) {
    const { t } = this.context;
    const step = plan.next.find((option) => option.action.type === "advance" && option.action.distance === 1);
    const back = plan.next.find((option) => option.action.distance === -1);
    return [step, back].filter(Boolean).map((option) =>
      this.target("mq-mark-ahead", option.x, option.y, option.action.distance === 1 ? t("ahead") : t("back"), { "data-ahead": cellKey(option.x, option.y) }, () => planner.add(option.action)));
  }

  push(plan, option, planner) {
    const { t } = this.context;
    const from = centre(plan.x, plan.y);
    const label = t("push {side}", { side: t(SIDES[directionNumber(option.action.direction)]) });
    const mark = this.target("mq-mark-push", option.x, option.y, label, { "data-push": option.action.direction }, () => planner.add(option.action));
    return s("g", {}, mark, this.river.pushArrow(from, centre(option.x, option.y)));
  }

  /** The ship as the actions so far leave it; the real one fades. */
  ghost(plan, colour, moved) {
    if (!moved) return;
    const ghost = steamer(colour, plan.speed);
    ghost.classList.add("is-ghost");
    place(ghost, plan);
    const rival = colour === "RED" ? "BLUE" : "RED";
    const there = this.river.ships[rival];
    const layer = this.river.layers.ghost;
    if (there && (there.x !== plan.rival.x || there.y !== plan.rival.y)) {
      const pushed = steamer(rival, plan.rival.speed);
      pushed.classList.add("is-ghost");
      place(pushed, { ...plan.rival, direction: there.direction });
      there.element.classList.add("is-faint");
      layer.append(pushed);
    }
    this.river.ships[colour]?.element.classList.add("is-faint");
    layer.append(this.pointer(plan), ghost);
  }

  pointer(plan) {
    const place = neighbour(plan.x, plan.y, directionNumber(plan.direction));
    const from = centre(plan.x, plan.y);
    const to = centre(place.x, place.y);
    return s("line", { class: "mq-pointer", x1: round(from.x), y1: round(from.y), x2: round(to.x), y2: round(to.y) });
  }
}

const SIDES = ["right", "up right", "up left", "left", "down left", "down right"];
