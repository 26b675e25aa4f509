// The table page: one frame for all games. The server's `table/state` is the truth; everything here follows it.

import { Chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { showDelay } from "./delaynote.js";
import { confirmDialog, nameDialog, shareDialog, tokenDialog } from "./dialogs.js";
import { find, findAll, pageData, toggle } from "./dom.js";
import { errorText } from "./errors.js";
import { countText, loadTexts, siteTexts, t } from "./i18n.js";
import { Journal } from "./journal.js";
import { showLink } from "./linkpill.js";
import { Outcome } from "./outcome.js";
import { Players } from "./players.js";
import { seatChange, seatData } from "./seatdata.js";
import { Socket } from "./socket.js";
import { setSound, sound, soundOn } from "./sounds.js";
import { Stage } from "./stage.js";
import { toast } from "./toast.js";
import { WaitingRoom } from "./waiting.js";

class TablePage {
  constructor(config) {
    this.config = config;
    this.table = null;
    this.you = { seat: null, name: "", owner: false, staff: false };
    this.state = null;
    this.title = document.title;
    this.stage = new Stage(find("[data-stage]"), config.assets);
    this.players = new Players(find("[data-players]"));
    this.clocks = new Clocks((running) => this.players.clocks(running));
    this.journal = new Journal(find("[data-log-list]"));
    this.outcome = new Outcome(find("[data-outcome]"), config);
    this.chat = new Chat(find("[data-chat]"), (type, payload) => this.socket.request(type, payload), (line) => this.heard(line));
    this.waiting = new WaitingRoom(find("[data-waiting]"), config, {
      sit: (seat) => this.sit(seat),
      rise: () => this.request("table/leave"),
      bot: (bot, seat) => this.request("table/bot", { bot, seat }),
      program: (seat) => this.seatProgram(seat),
      unseat: (seat) => this.request("table/unseat", { seat }),
      start: () => this.request("table/start"),
      share: () => this.share(),
      bring: () => this.you.seat !== null && this.request("table/ready", { ready: true, data: seatChange(config.game) }),
    });
    this.buttons();
    this.tabs();
    this.socket = new Socket(config.socket, { message: (container) => this.receive(container), status: (status) => this.link(status) });
  }

  // --- from the server ------------------------------------------------------------------------------------------------
  receive({ payloadType, payload }) {
    const handler = this.handlers[payloadType];
    if (handler) handler.call(this, payload);
    else if (!payloadType.startsWith("table/")) this.stage.message(payloadType, payload);
  }

  handlers = {
    "table/hello": function hello({ you, table, spectators }) {
      if (you.seat !== this.you.seat) this.socket.version = null;
      if (this.config.person && !you.user) this.strange();
      this.you = you;
      this.tableChanged(table);
      this.spectators(spectators ?? table.spectators);
      this.sitByLink();
    },
    "table/table": function changed(table) {
      this.tableChanged(table);
    },
    "table/state": function state(state) {
      this.stateChanged(state);
    },
    "table/spectators": function count({ count }) {
      this.spectators(count);
    },
    "table/chat_removed": function removed({ id }) {
      this.chat.remove(id);
    },
    "table/chat": function chat(line) {
      this.chat.staff = this.you.staff;
      this.chat.add(line);
    },
    "table/finished": function finished({ outcome, replay }) {
      this.finished(outcome, replay);
    },
    "table/notice": function notice({ text, level }) {
      toast(t(text), level ?? "info");
      this.journal.add(t(text), "notice");
    },
    "table/error": function refused(error) {
      toast(errorText(error), "error");
    },
  };

  tableChanged(table) {
    const before = this.table;
    this.table = table;
    if (before?.match && !table.match) this.again();
    document.body.dataset.tableStatus = table.status;
    const open = table.status === "open" && !table.match;
    toggle(find("[data-waiting]"), open);
    toggle(find("[data-stage]"), !open);
    toggle(find("[data-players]"), !open);
    if (open) this.waiting.show(table, this.you);
    this.players.show(table, this.you.seat);
    showDelay(table, this.you.seat !== null);
    this.clocks.tick();
    this.status();
    if (this.state && !open) this.drawBoard(false);
  }

  /** A rematch: the old board goes, the new one comes with the first state. */
  again() {
    this.state = null;
    this.socket.version = null;
    this.outcome.hide();
    this.journal.clear();
    this.clocks.set([], false);
    this.stage.reset();
  }

  stateChanged(state) {
    const before = this.state;
    if (before && before.match !== state.match) this.again();
    this.state = state;
    this.journal.at(state.step);
    this.clocks.set(state.expected, state.paused);
    this.drawBoard(Boolean(before) && state.step === before.step + 1);
    this.turn(before, state);
    this.status();
    if (state.outcome) this.outcome.show(state.outcome, this.table, this.you, this.table?.replay ?? state.match);
    this.players.winners(state.outcome);
  }

  drawBoard(animate) {
    const { state, table, you } = this;
    const players = table.seats.filter((seat) => !seat.held).map(({ seat, name, kind }) => ({ seat, name, kind }));
    const key = JSON.stringify([state.match, you.seat, players]);
    this.stage.mount(key, {
      seat: you.seat,
      players,
      options: table.options,
      mode: you.seat === null ? "watch" : "play",
      send: (type, payload) => this.send(type, payload),
      ask: (question, data) => this.socket.request("table/ask", { question, data }).then((answer) => answer.answer),
      t,
      announce: (text) => this.announce(text),
      log: (text, kind) => this.journal.add(text, kind),
      sound,
    });
    const { version, step, expected, paused, outcome } = state;
    this.stage.show(state.state, { version, step, expected, paused, outcome, animate });
  }

  turn(before, state) {
    const mine = (one) => Boolean(one) && this.you.seat !== null && one.expected.some((entry) => entry.seat === this.you.seat);
    const now = mine(state) && !state.paused;
    document.title = now ? `● ${t("Your turn")} – ${this.title}` : this.title;
    document.body.dataset.turn = now ? "mine" : "";
    if (now && !mine(before)) sound("turn");
  }

  finished(outcome, replay) {
    const { seat } = this.you;
    if (seat !== null) sound(outcome.winners.includes(seat) ? "win" : "lose");
    this.outcome.show(outcome, this.table, this.you, replay);
    this.players.winners(outcome);
    this.announce(this.outcome.text(outcome, this.table));
  }

  // --- what is shown ----------------------------------------------------------------------------------------------------
  status() {
    const { table, state, you } = this;
    const running = Boolean(table.match) && !state?.outcome && table.status !== "open";
    const paused = Boolean(state?.paused);
    const seated = you.seat !== null;
    const mine = table.seats.find((seat) => seat.seat === you.seat);
    const badge = find("[data-status]");
    badge.textContent = this.statusText(running, paused);
    badge.className = `badge ${running && !paused ? "live" : paused ? "warn" : ""}`;
    toggle(find("[data-paused]"), running && paused);
    const offered = {
      pause: running && !paused && (you.owner || you.staff),
      resume: running && paused && (you.owner || you.staff),
      abort: running && (you.owner || you.staff),
      resign: running && seated,
      standin: running && seated && !mine?.bot,
      takeover: running && seated && Boolean(mine?.bot),
      rematch: Boolean(state?.outcome) && (seated || you.owner),
    };
    for (const [action, offer] of Object.entries(offered)) toggle(find(`[data-action=${action}]`), offer);
  }

  statusText(running, paused) {
    if (running) return paused ? t("paused") : t("running");
    if (this.state?.outcome) return this.state.outcome.reason === "aborted" ? t("aborted") : t("finished");
    return this.table.status === "open" ? t("open") : t(this.table.status);
  }

  spectators(count) {
    const place = find("[data-spectators]");
    place.querySelector("[data-count]").textContent = countText(count ?? 0);
    toggle(place, count > 0);
    place.title = t("{count} watching", { count: countText(count ?? 0) });
  }

  link(status) {
    // Every connection is told the last lines of the chat anew.
    if (status.state === "open") this.chat.clear();
    showLink(status);
    toggle(find("[data-retry]"), status.state === "waiting");
    if (status.state === "closed") this.shutOut(status);
  }

  shutOut(status) {
    toast((status.reason && t(status.reason)) || t("The table is closed to you. Load the page again to see why."), "error", { text: t("Load again"), run: () => location.reload() });
  }

  /** The page was made for somebody, but the server does not know him any more: the session has ended. */
  strange() {
    const back = `/accounts/sign-in/?next=${encodeURIComponent(location.pathname)}`;
    toast(t("You are not signed in any more. Your seat is kept for a while: sign in again, or load the page to watch."), "error", { text: t("Sign in"), run: () => location.assign(back) });
  }

  heard(line) {
    const panel = find("#panel-chat");
    if (panel.hidden) find("[data-tab=chat]").classList.add("unread");
    if (line.name !== this.you.name) sound("chat");
  }

  announce(text) {
    find("#announcer").textContent = text;
  }

  // --- to the server ------------------------------------------------------------------------------------------------------
  async request(type, payload = {}) {
    try {
      return await this.socket.request(type, payload);
    } catch (error) {
      toast(errorText(error), "error");
      return null;
    }
  }

  async send(type, payload) {
    try {
      return await this.socket.request(type, payload);
    } catch (error) {
      sound("error");
      toast(errorText(error), "error");
      throw error;
    }
  }

  sit(seat) {
    if (!this.config.person) return nameDialog(`${location.pathname}${location.search}#sit${seat === null ? "" : `=${seat}`}`);
    const data = seatData(this.config.game);
    return this.request("table/sit", { ...(seat === null ? {} : { seat }), ...(data ? { data } : {}) });
  }

  /** A link that ends in #sit (from the lobby, or back from choosing a name) takes a seat by itself. */
  sitByLink() {
    const wish = location.hash.match(/^#sit(?:=(\d+))?$/);
    if (!wish) return;
    history.replaceState(null, "", location.pathname + location.search);
    if (this.you.seat === null && this.table.status === "open") this.sit(wish[1] === undefined ? null : Number(wish[1]));
  }

  async share() {
    const link = this.config.invite ? await this.invitation() : new URL(location.pathname, location.href).href;
    if (!link) return;
    const frame = new URL(`${location.pathname}?embed=1`, location.href).href;
    const embed = this.table.private ? "" : `<iframe src="${frame}" width="640" height="480" title="Spieltisch"></iframe>`;
    shareDialog(link, embed, this.table.private);
  }

  /** A private table's address alone opens nothing: the server makes an invitation. */
  async invitation() {
    return (await this.post(this.config.invite))?.link;
  }

  async seatProgram(seat) {
    const answer = await this.post(this.config.seats, { seat });
    if (answer) tokenDialog(answer.token, answer.seat, this.config.connect);
  }

  /** Post to the server and return its JSON; a refusal is shown, and null returned. */
  async post(url, body = {}) {
    const headers = { "X-CSRFToken": find("[name=csrfmiddlewaretoken]").value, "Content-Type": "application/json" };
    try {
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      const data = await answer.json();
      if (answer.ok) return data;
      toast(errorText(data.error), "error");
    } catch {
      toast(t("The server did not answer."), "error");
    }
    return null;
  }

  // --- the frame ------------------------------------------------------------------------------------------------------------
  buttons() {
    const actions = {
      share: () => this.share(),
      pause: () => this.request("table/control", { order: "pause" }),
      resume: () => this.request("table/control", { order: "resume" }),
      rematch: () => this.request("table/rematch"),
      retry: () => this.socket.retryNow(),
      full: () => this.fullScreen(),
      sound: () => this.toggleSound(),
      standin: () => this.request("table/stand_in", { on: true }),
      takeover: () => this.request("table/stand_in", { on: false }),
      resign: () => this.ask(t("Resign?"), t("You give the game up. The others play on without you or win."), t("Resign"), "table/resign"),
      abort: () => this.ask(t("Abort the match?"), t("The match ends now, for everybody, without a winner."), t("Abort"), "table/control", { order: "abort" }),
    };
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-action]");
      if (button && actions[button.dataset.action]) actions[button.dataset.action]();
    });
    this.showSound();
    toggle(find("[data-action=full]"), document.fullscreenEnabled);
  }

  async ask(title, text, yes, type, payload = {}) {
    if (await confirmDialog(title, text, yes)) await this.request(type, payload);
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else find("[data-frame]").requestFullscreen();
  }

  toggleSound() {
    setSound(!soundOn());
    this.showSound();
  }

  showSound() {
    const button = find("[data-action=sound]");
    if (!button) return;
    button.setAttribute("aria-pressed", String(soundOn()));
    toggle(find("[data-sound-on]", button), soundOn());
    toggle(find("[data-sound-off]", button), !soundOn());
  }

  tabs() {
    const tabs = findAll("[data-tab]");
    const choose = (chosen) => {
      for (const tab of tabs) {
        const active = tab === chosen;
        tab.setAttribute("aria-selected", String(active));
        tab.tabIndex = active ? 0 : -1;
        find(`#panel-${tab.dataset.tab}`).hidden = !active;
      }
      chosen.classList.remove("unread");
    };
    for (const [index, tab] of tabs.entries()) {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(index + step + tabs.length) % tabs.length];
        choose(next);
        next.focus();
      });
    }
  }
}

const config = pageData("table-config");
await loadTexts([siteTexts(), config.assets.texts]);
new TablePage(config);
