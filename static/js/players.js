// Who sits at the table: name, kind, link, turn and clock.

import { clockText } from "./clocks.js";
import { h, icon } from "./dom.js";
import { playerName, t } from "./i18n.js";

const KINDS = { person: "person", bot: "bot", client: "client" };

export class Players {
  constructor(root) {
    this.root = root;
    this.rows = new Map();
    this.outcome = null;
  }

  /** Draw the seats of a table; `mine` is the viewer's seat or null. */
  show(table, mine) {
    this.rows.clear();
    this.root.replaceChildren(...table.seats.filter((seat) => !seat.held).map((seat) => this.row(seat, mine)));
    this.clocks([]);
  }

  row(seat, mine) {
    const clock = h("span", { class: "clock", "data-clock": seat.seat, hidden: true });
    const bar = h("span", { class: "clock-bar", hidden: true, "aria-hidden": "true" });
    const row = h("li", { class: `player${seat.connected ? "" : " away"}${seat.seat === mine ? " mine" : ""}`, "data-seat": seat.seat, "data-connected": seat.connected ? "1" : "0" },
      h("span", { class: "seat-dot", "data-colour": seat.seat % 6, "aria-hidden": "true" }),
      h("span", { class: "player-kind", title: kindText(seat) }, icon(KINDS[seat.kind] ?? "person"), h("span", { class: "visually-hidden" }, kindText(seat))),
      h("span", { class: "player-name" }, playerName(seat)),
      seat.seat === mine ? h("span", { class: "badge live" }, t("you")) : null,
      h("span", { class: "badge crown", hidden: true }, icon("crown"), t("winner")),
      linkBadge(seat),
      h("span", { class: "player-turn", hidden: true }, t("to move")),
      clock, bar);
    this.rows.set(seat.seat, { row, clock, bar });
    return row;
  }

  /** running: [{seat, left, limit_ms}] from Clocks. */
  clocks(running) {
    for (const [seat, { row, clock, bar }] of this.rows) {
      const mine = running.find((entry) => entry.seat === seat);
      row.classList.toggle("turn", Boolean(mine));
      row.querySelector(".player-turn").hidden = !mine;
      const timed = mine && mine.left !== null;
      clock.hidden = bar.hidden = !timed;
      if (!timed) continue;
      clock.textContent = clockText(mine.left);
      clock.classList.toggle("low", mine.left < 10000);
      bar.style.setProperty("--left", mine.limit_ms ? Math.min(1, mine.left / mine.limit_ms) : 1);
    }
  }

  winners(outcome) {
    for (const [seat, { row }] of this.rows) {
      row.querySelector(".crown").hidden = !outcome?.winners?.includes(seat);
    }
  }
}

function kindText(seat) {
  if (seat.kind === "bot") return t("bot");
  return seat.kind === "client" ? t("program") : t("person");
}

function linkBadge(seat) {
  if (seat.kind === "bot") return null;
  if (seat.bot) return h("span", { class: "badge warn", "data-stand-in": "", title: t("a bot stands in") }, icon("bot"), h("span", { class: "visually-hidden" }, t("a bot stands in")));
  return seat.connected ? null : h("span", { class: "badge warn", "data-away": "" }, t("away"));
}
