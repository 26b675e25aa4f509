// Both players at a glance: points, speed, coal, passengers, section; and the round.

import { h, s } from "./dom.js";

const COAL = 6;
const PASSENGERS = 2;

function pips(count, of, className, label) {
  const marks = [];
  for (let number = 0; number < Math.max(of, count); number++) marks.push(h("i", { class: number < count ? "on" : "" }));
  return h("span", { class: `mq-pips ${className}`, role: "img", "aria-label": label, title: label }, marks);
}

function gauge(speed, label) {
  const bars = [];
  for (let number = 1; number <= 6; number++) bars.push(h("i", { class: number <= speed ? "on" : "" }));
  return h("span", { class: "mq-gauge", role: "img", "aria-label": label, title: label }, bars, h("b", {}, String(speed)));
}

function icon() {
  return s("svg", { viewBox: "-24 -14 48 28", class: "mq-card-ship", "aria-hidden": "true" },
    s("path", { class: "mq-hull", d: "M-20-7q0-2 3-2H6q9 2 15 9Q15 7 6 9h-23q-3 0-3-2Z" }), s("rect", { class: "mq-cabin", x: -13, y: -4, width: 16, height: 8, rx: 2 }));
}

/** The card of one player. */
export function card(context, state, colour, { you, current, extraTurn }) {
  const { t } = context;
  const ship = state[colour.toLowerCase()];
  const said = t("{points} points", { points: ship.points });
  return h("section", { class: `mq-card mq-${colour.toLowerCase()}${current ? " is-current" : ""}`, "data-player": colour, "aria-label": ship.displayName },
    h("header", {}, icon(), h("strong", { class: "mq-name" }, context.nameOf(colour, ship.displayName)), you ? h("em", {}, t("you")) : null,
      h("span", { class: "mq-points", "data-points": ship.points, "aria-label": said, title: said }, String(ship.points))),
    h("div", { class: "mq-row" },
      gauge(ship.speed, t("speed {speed}", { speed: ship.speed })),
      pips(ship.coal, COAL, "mq-coal", t("{coal} coal", { coal: ship.coal })),
      pips(ship.passenger, PASSENGERS, "mq-people", t("{count} of 2 passengers", { count: ship.passenger })),
      extraTurn ? h("span", { class: "mq-extra", title: t("was pushed: two free turns") }, "↻2") : null,
      h("span", { class: "mq-section" }, t("section {tile}", { tile: ship.tile }))));
}

/** The line between the cards: the round, and who is to move. */
export function progress(context, snapshot, text) {
  const { t } = context;
  const part = Math.min(100, ((snapshot.state.turn ?? 0) / 60) * 100);
  const bar = h("i", {});
  bar.style.inlineSize = `${part}%`;
  return h("div", { class: "mq-progress" },
    h("span", { class: "mq-round", "data-round": snapshot.round }, t("Round {round} of {rounds}", { round: snapshot.round, rounds: snapshot.rounds })),
    h("span", { class: "mq-bar", "aria-hidden": "true" }, bar),
    h("span", { class: "mq-turn", role: "status" }, text));
}
