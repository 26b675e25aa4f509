// Watching without a frame round it: a board embedded in another page, or TV, which follows the best running match.

import { Clocks } from "./clocks.js";
import { showDelay } from "./delaynote.js";
import { find, pageData, toggle } from "./dom.js";
import { loadTexts, playerName, siteTexts, t } from "./i18n.js";
import { showLink } from "./linkpill.js";
import { Outcome } from "./outcome.js";
import { Players } from "./players.js";
import { Socket } from "./socket.js";
import { Stage } from "./stage.js";
import { quiet } from "./boards.js";

const LINGER = 8000;

class Watch {
  constructor(config) {
    this.stage = new Stage(find("[data-stage]"), config.assets);
    this.players = new Players(find("[data-players]"));
    this.clocks = new Clocks((running) => this.players.clocks(running));
    this.words = new Outcome(null, config);
    this.table = null;
    this.state = null;
    this.socket = null;
  }

  open(path) {
    this.socket?.close();
    this.state = null;
    this.stage.reset();
    this.socket = new Socket(path, { message: (container) => this.receive(container), status: showLink });
  }

  receive({ payloadType, payload }) {
    if (payloadType === "table/hello") this.tableChanged(payload.table);
    else if (payloadType === "table/table") this.tableChanged(payload);
    else if (payloadType === "table/state") this.stateChanged(payload);
    else if (!payloadType.startsWith("table/")) this.stage.message(payloadType, payload);
  }

  tableChanged(table) {
    this.table = table;
    if (!table.match) {
      this.socket.version = null;
      this.stage.reset();
    }
    this.players.show(table, null);
    showDelay(table, false);
    this.clocks.tick();
    note(table.match ? "" : t("The match has not begun yet."));
    if (this.state && table.match) this.draw(false);
  }

  stateChanged(state) {
    const before = this.state;
    this.state = state;
    this.clocks.set(state.expected, state.paused);
    this.draw(before?.match === state.match && state.step === before.step + 1);
    this.players.winners(state.outcome);
    note(state.outcome ? this.words.text(state.outcome, this.table) : "");
  }

  draw(animate) {
    const { table, state } = this;
    const players = table.seats.filter((seat) => !seat.held).map(({ seat, name, kind }) => ({ seat, name, kind }));
    this.stage.mount(JSON.stringify([state.match, players]), { ...quiet, seat: null, players, options: table.options, mode: "watch" });
    const { version, step, expected, paused, outcome } = state;
    this.stage.show(state.state, { version, step, expected, paused, outcome, animate });
  }
}

/** Chooses what TV shows: stays with a match to its end, then takes the best of those that run. */
class Television {
  constructor(config) {
    this.config = config;
    this.watch = new Watch(config);
    this.tables = new Map();
    this.shown = null;
    this.until = 0;
    new Socket(config.lobby, { message: (container) => this.receive(container), status: (status) => !this.shown && showLink(status) });
  }

  receive({ payloadType, payload }) {
    if (payloadType === "lobby/tables") this.tables = new Map(payload.tables.map((table) => [table.id, table]));
    else if (payloadType === "lobby/table") this.tables.set(payload.id, payload);
    else if (payloadType === "lobby/gone") this.tables.delete(payload.id);
    this.choose();
  }

  choose() {
    const running = [...this.tables.values()].filter((table) => table.game === this.config.game && table.status === "running" && !table.private);
    if (running.some((table) => table.id === this.shown)) return;
    if (this.shown && !this.until) {
      // The end is worth a look before the picture changes.
      this.until = Date.now() + LINGER;
      setTimeout(() => this.choose(), LINGER);
    }
    if (Date.now() < this.until) return;
    this.until = 0;
    const best = running.sort((a, b) => worth(b) - worth(a))[0];
    if (!best) return;
    this.shown = best.id;
    find("[data-watch-title]").textContent = best.name || best.seats.map(playerName).join(" – ");
    const link = find("[data-watch-link]");
    link.href = best.url;
    toggle(link, true);
    this.watch.open(`/ws/${best.game}/${best.id}/`);
  }
}

/** People count most, then those who watch, then how far the match is. */
function worth(table) {
  const people = table.seats.filter((seat) => seat.kind !== "bot").length;
  return people * 1000 + (table.spectators ?? 0) * 10 + Math.min(9, (table.match?.steps ?? 0) / 20);
}

function note(text) {
  const place = find("[data-watch-note]");
  place.textContent = text;
  toggle(place, Boolean(text));
}

const config = pageData("watch-config");
await loadTexts([siteTexts(), config.assets.texts]);
if (config.lobby) new Television(config);
else new Watch(config).open(config.socket);
