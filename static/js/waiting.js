// A table that has not begun: its seats, who may be added, and the link to share.

import { h, icon } from "./dom.js";
import { playerName, t } from "./i18n.js";
import { brought, useBrought } from "./seatdata.js";

/** No bot can have this name: names of bots are words. */
const PROGRAM = "#program";

export class WaitingRoom {
  /** act: {sit(seat), rise(), bot(name, seat), program(seat), unseat(seat), start(), share(), bring()} */
  constructor(root, config, act) {
    this.root = root;
    this.config = config;
    this.act = act;
  }

  show(table, you) {
    const taken = new Map(table.seats.map((seat) => [seat.seat, seat]));
    const seats = Array.from({ length: table.size }, (_, number) => this.seat(number, taken.get(number), you));
    const count = table.seats.filter((seat) => !seat.held).length;
    const enough = count >= this.config.smallest;
    this.root.replaceChildren(
      h("h2", {}, t("Waiting for players")),
      h("p", { class: "muted" }, this.hint(table, you, count)),
      h("ol", { class: "waiting-seats" }, seats),
      this.bringing() ?? "",
      h("div", { class: "row waiting-actions" },
        you.seat === null && count < table.size ? button("primary", "chair", t("Sit down"), () => this.act.sit(null), { "data-do": "sit" }) : null,
        you.owner && enough ? button("primary", "play", count < table.size ? t("Start with {count} players", { count }) : t("Start"), () => this.act.start(), { "data-do": "start" }) : null,
        button("", "link", t("Invite"), () => this.act.share(), { "data-do": "share" }),
        you.seat !== null ? button("quiet", "door", t("Stand up"), () => this.act.rise(), { "data-do": "leave" }) : null));
  }

  /** The choice to play with what the visitor made for this game, if there is anything. */
  bringing() {
    const kept = brought(this.config.game);
    if (!kept) return null;
    const box = h("input", { type: "checkbox", id: "bring", "data-do": "bring", onchange: () => { useBrought(this.config.game, box.checked); this.act.bring(); } });
    box.checked = !kept.off;
    return h("div", { class: "field check" }, box, h("label", { for: "bring" }, t("I bring: {title}", { title: kept.title })));
  }

  hint(table, you, count) {
    if (count >= table.size) return t("The match begins at once.");
    if (table.house) return t("Programs that connect to this game are seated here. You can sit down as well.");
    return t("The match begins when every seat is taken: {count} of {size}.", { count, size: table.size });
  }

  seat(number, seat, you) {
    const label = h("span", { class: "waiting-number" }, String(number + 1));
    if (!seat) return h("li", { class: "waiting-seat free", "data-seat": number }, label, this.free(number, you));
    return h("li", { class: "waiting-seat", "data-seat": number },
      label, h("span", { class: "seat-dot", "data-colour": number % 6, "aria-hidden": "true" }),
      icon(seat.held ? "lock" : seat.kind),
      h("span", { class: "player-name" }, seat.held ? t("kept for {name}", { name: seat.name }) : playerName(seat)),
      number === you.seat ? h("span", { class: "badge live" }, t("you")) : null,
      !seat.connected && !seat.held ? h("span", { class: "badge warn" }, t("away")) : null,
      you.owner && number !== you.seat
        ? h("button", { type: "button", class: "button quiet slim", "aria-label": t("Free the seat of {name}", { name: seat.name }), "data-do": "unseat", onclick: () => this.act.unseat(number) }, icon("close"))
        : null);
  }

  free(number, you) {
    const sit = button("slim", "chair", you.seat === null ? t("Sit here") : t("Move here"), () => this.act.sit(number), { "data-do": "sit-here" });
    if (!you.owner) return h("span", { class: "row" }, sit);
    const choice = h("select", { "aria-label": t("Seat a bot at seat {number}", { number: number + 1 }), "data-do": "bot", onchange: () => this.chosen(choice.value, number) },
      h("option", { value: "" }, t("Seat a bot …")),
      this.config.bots.map((bot) => h("option", { value: bot.name }, bot.title)),
      h("option", { value: PROGRAM }, t("A program, by token …")));
    return h("span", { class: "row" }, sit, choice);
  }

  chosen(value, number) {
    if (value === PROGRAM) this.act.program(number);
    else if (value) this.act.bot(value, number);
  }
}

function button(kind, symbol, text, run, extra = {}) {
  return h("button", { type: "button", class: `button ${kind}`, onclick: run, ...extra }, icon(symbol), text);
}
