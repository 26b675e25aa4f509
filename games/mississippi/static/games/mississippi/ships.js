// The steamers, seen from above: bow to the right at direction 0, turned about the middle of their field.

import { s } from "./dom.js";
import { angle, centre, directionNumber, round } from "./geometry.js";

/** A ship's picture; `badge` shows its speed. */
export function steamer(colour, badge) {
  const wheel = (y) => [
    s("rect", { class: "mq-wheel", x: -9, y, width: 11, height: 4.6, rx: 1 }),
    s("path", { class: "mq-paddle", d: `M-6.5 ${y}v4.6M-3.5 ${y}v4.6M-0.5 ${y}v4.6` }),
  ];
  const body = s("g", { class: "mq-hull-group" },
    s("path", { class: "mq-wake", d: "M-17-4q-8-3-13-1M-17 4q-8 3-13 1M-18 0h-10" }),
    wheel(-12.6), wheel(8),
    s("path", { class: "mq-hull", d: "M-18-6.5q0-2.5 3-2.5H5q10 1.5 16.5 9Q15 7.5 5 9h-20q-3 0-3-2.5Z" }),
    s("path", { class: "mq-deck", d: "M-14.5-5.6H4q7 1 11 5.6-4 4.6-11 5.6h-18.5Z" }),
    s("rect", { class: "mq-cabin", x: -12, y: -3.8, width: 15, height: 7.6, rx: 2 }),
    s("circle", { class: "mq-funnel", cx: -1, cy: -1.6, r: 1.9 }), s("circle", { class: "mq-funnel", cx: -1, cy: 2, r: 1.9 }),
    s("path", { class: "mq-bow", d: "M15.5 0l-5-3.4v6.8Z" }));
  const group = s("g", { class: `mq-ship mq-${colour.toLowerCase()}`, "data-ship": colour }, s("g", { class: "mq-heading" }, body));
  if (badge !== undefined) {
    group.append(s("g", { class: "mq-badge" }, s("circle", { cx: 0, cy: 0, r: 6.4 }), s("text", { x: 0, y: 0.2, "text-anchor": "middle", "dominant-baseline": "central" }, String(badge))));
  }
  return group;
}

/** Put a ship onto its field. */
export function place(ship, { x, y, direction }) {
  const point = centre(x, y);
  ship.style.transform = `translate(${round(point.x)}px, ${round(point.y)}px)`;
  heading(ship).style.transform = `rotate(${angle(directionNumber(direction))}deg)`;
}

function heading(ship) {
  return ship.querySelector(".mq-heading");
}

/** Let a ship go along a path of fields to where it is now. */
export function sail(ship, path, from, to) {
  if (path.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches || !ship.animate) return;
  const frames = path.map(([x, y]) => {
    const point = centre(x, y);
    return { transform: `translate(${round(point.x)}px, ${round(point.y)}px)` };
  });
  const duration = Math.min(1400, 200 * (frames.length - 1) + 150);
  ship.animate(frames, { duration, easing: "ease-in-out" });
  turnShip(ship, from, to, duration);
}

function turnShip(ship, from, to, duration) {
  const start = angle(directionNumber(from));
  // The shorter way round.
  const turn = ((((angle(directionNumber(to)) - start) % 360) + 540) % 360) - 180;
  heading(ship).animate([{ transform: `rotate(${start}deg)` }, { transform: `rotate(${start + turn}deg)` }], { duration, easing: "ease-in-out" });
}
