// The replay viewer: the live board, fed with recorded states instead of a socket.

import { quiet } from "./boards.js";
import { shareDialog } from "./dialogs.js";
import { find, findAll, h, icon, pageData, toggle } from "./dom.js";
import { loadTexts, playerName, siteTexts, t } from "./i18n.js";
import { Journal } from "./journal.js";
import { follow, newTicket } from "./progress.js";
import { Stage } from "./stage.js";
import { toast } from "./toast.js";

/** How often a chunk is asked for, and milliseconds at a step that make it more than passed by. */
const ATTEMPTS = 5;
const PASSING = 60;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Recorded states, fetched in chunks and kept. */
class Recording {
  constructor(config) {
    this.url = config.states;
    this.last = config.steps;
    this.chunk = config.chunk;
    this.chunks = new Map();
  }

  async at(step) {
    const number = Math.floor(step / this.chunk);
    const states = await this.load(number);
    // What comes next is fetched while the reader looks at this.
    if ((number + 1) * this.chunk <= this.last) this.load(number + 1).catch(() => {});
    return states[step - number * this.chunk];
  }

  load(number) {
    if (!this.chunks.has(number)) {
      const loading = this.fetch(number);
      this.chunks.set(number, loading);
      loading.catch(() => this.chunks.delete(number));
    }
    return this.chunks.get(number);
  }

  has(step) {
    return this.chunks.has(Math.floor(step / this.chunk));
  }

  async fetch(number) {
    const first = number * this.chunk;
    const address = `${this.url}?from=${first}&to=${Math.min(this.last, first + this.chunk - 1)}`;
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(address);
      if (answer.ok) return (await answer.json()).states;
      // Too often, or too many readers at once: the server says when to come back.
      const seconds = Number(answer.headers.get("Retry-After"));
      if (!seconds || attempt === ATTEMPTS) throw new Error(`states ${first}: ${answer.status}`);
      await pause(1000 * seconds);
    }
  }
}

class Viewer {
  constructor(config) {
    this.config = config;
    this.recording = new Recording(config);
    this.stage = new Stage(find("[data-stage]"), config.assets);
    const list = find("[data-log-list]");
    this.journal = list ? new Journal(list) : null;
    this.step = -1;
    this.wanted = 0;
    this.timer = null;
    this.mount();
    this.controls();
    this.marks();
    addEventListener("hashchange", () => this.go(this.linked()));
    this.go(this.linked()).then(() => this.moments());
    this.verify();
  }

  mount() {
    const { players, options } = this.config;
    this.stage.mount("replay", {
      ...quiet, seat: null, players, options, mode: "replay",
      announce: (text) => { find("#announcer").textContent = text; },
      log: (text, kind) => this.journal?.add(text, kind),
    });
  }

  linked() {
    const match = location.hash.match(/step=(\d+)/);
    return match ? Math.min(this.config.steps, Number(match[1])) : 0;
  }

  /** Show a step. Only the latest wish is carried out when states are slow to come. */
  async go(step) {
    const target = Math.max(0, Math.min(this.config.steps, step));
    this.wanted = target;
    this.position(target);
    let shown;
    try {
      // Whoever draws the slider passes by many states that are not worth fetching.
      if (!this.recording.has(target)) await pause(PASSING);
      if (this.wanted !== target) return;
      shown = await this.recording.at(target);
      toggle(find("[data-failed]"), false);
    } catch (error) {
      console.error(error);
      this.stop();
      this.failed();
      return;
    }
    if (this.wanted !== target || !shown) return;
    const forward = target === this.step + 1;
    this.step = target;
    if (forward) this.tell(shown);
    else this.retell(target);
    this.draw(shown, forward);
  }

  draw(shown, animate) {
    const expected = shown.expected.map((entry) => ({ ...entry, left_ms: null, limit_ms: null }));
    this.stage.show(shown.state, { version: shown.step, step: shown.step, paused: false, outcome: shown.outcome, animate, expected });
  }

  tell(shown) {
    this.journal?.at(shown.step);
    for (const [type, payload] of shown.messages) this.stage.message(type, payload);
  }

  /** After a jump the log shows the steps just before: boards that tell of messages are given them again. */
  async retell(target) {
    this.stage.enqueue(() => this.journal?.clear());
    for (let step = Math.max(0, target - 30); step <= target; step++) {
      const shown = await this.recording.at(step);
      if (this.step !== target) return;
      this.tell(shown);
    }
    const shown = await this.recording.at(target);
    if (this.step === target) this.draw(shown, false);
  }

  failed() {
    const place = find("[data-failed]");
    place.replaceChildren(h("p", {}, t("This part of the replay could not be loaded.")), h("button", { class: "button slim", type: "button", onclick: () => this.go(this.wanted) }, t("Try again")));
    toggle(place, true);
  }

  position(step) {
    find("[data-slider]").value = step;
    const text = `${step} / ${this.config.steps}`;
    find("[data-step-text]").textContent = text;
    find("[data-slider]").setAttribute("aria-valuetext", t("move {step} of {steps}", { step, steps: this.config.steps }));
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => history.replaceState(null, "", `#step=${step}`), 200);
  }

  // --- controls ---------------------------------------------------------------------------------------------------------
  controls() {
    const actions = {
      first: () => this.jump(0),
      back: () => this.jump(this.wanted - 1),
      forward: () => this.jump(this.wanted + 1),
      last: () => this.jump(this.config.steps),
      play: () => (this.timer ? this.stop() : this.play()),
      share: () => this.share(),
      full: () => (document.fullscreenElement ? document.exitFullscreen() : find("[data-frame]").requestFullscreen()),
    };
    for (const button of findAll("[data-do]")) button.addEventListener("click", () => actions[button.dataset.do]?.());
    toggle(find("[data-do=full]"), document.fullscreenEnabled);
    find("[data-slider]").addEventListener("input", (event) => this.jump(Number(event.target.value)));
    find("[data-speed]").addEventListener("change", () => this.timer && this.play());
    document.addEventListener("keydown", (event) => this.key(event, actions));
  }

  key(event, actions) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=range]), select, textarea, dialog")) return;
    const action = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    const space = event.key === " " && !event.target.closest("button, a, summary");
    if (!action && !space) return;
    event.preventDefault();
    actions[action ?? "play"]();
  }

  jump(step) {
    this.stop();
    this.go(step);
  }

  play() {
    clearInterval(this.timer);
    if (this.wanted >= this.config.steps) this.go(0);
    this.timer = setInterval(() => {
      if (this.wanted >= this.config.steps) this.stop();
      else if (this.step === this.wanted) this.go(this.wanted + 1);
    }, Number(find("[data-speed]").value));
    this.showPlaying(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  showPlaying(playing) {
    const button = find("[data-do=play]");
    toggle(find("[data-play-icon]", button), !playing);
    toggle(find("[data-pause-icon]", button), playing);
    button.setAttribute("aria-label", playing ? t("Pause") : t("Play"));
  }

  share() {
    const base = new URL(location.pathname, location.href).href;
    const link = `${base}#step=${this.wanted}`;
    shareDialog(link, `<iframe src="${base}?embed=1#step=${this.wanted}" width="640" height="560" title="Spieltisch"></iframe>`, false);
  }

  /** One stripe a step in the colour of who acted. */
  marks() {
    const canvas = find("[data-marks]");
    const draw = () => {
      const { acting, steps } = this.config;
      const width = canvas.clientWidth * devicePixelRatio;
      if (!width || !steps) return;
      canvas.width = width;
      const pen = canvas.getContext("2d");
      const colours = getComputedStyle(document.documentElement);
      const stripe = width / steps;
      for (const [index, seat] of acting.entries()) {
        if (seat === null) continue;
        pen.fillStyle = colours.getPropertyValue(`--seat-${seat % 6}`);
        pen.fillRect(index * stripe, 0, Math.max(1, stripe - (stripe > 4 ? 1 : 0)), canvas.height);
      }
    };
    new ResizeObserver(draw).observe(canvas);
    new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    draw();
  }

  /** Fill the list of moments to jump to; a replay without them is still one. */
  async moments() {
    const answer = await fetch(this.config.moments).catch(() => null);
    const { moments } = answer?.ok ? await answer.json() : { moments: [] };
    const list = find("[data-moment-list]");
    for (const moment of moments) list.append(h("option", { value: moment.step }, `${moment.step}: ${this.momentText(moment)}`));
    list.addEventListener("change", () => {
      if (list.value) this.jump(Number(list.value));
      list.value = "";
    });
    toggle(find("[data-moments]"), moments.length > 0);
  }

  momentText({ seat, points, label }) {
    const player = this.config.players.find((entry) => entry.seat === seat);
    const name = player ? playerName(player) : "";
    const gained = points > 0 ? `+${points}` : String(points);
    if (!label) return t("{name}: {points} points", { name, points: gained });
    return [name && `${name}: `, t(label), points ? ` (${gained})` : ""].join("");
  }

  // --- verification -------------------------------------------------------------------------------------------------------
  async verify() {
    const place = find("[data-verified]");
    if (!place) return;
    let { verified } = this.config;
    if (verified === null) {
      place.textContent = t("checking …");
      verified = await this.check();
    }
    place.className = `badge ${verified ? "live" : verified === false ? "bad" : "warn"}`;
    place.dataset.verified = String(verified);
    toggle(find("[data-untrue]"), verified === false);
    const text = verified ? t("verified") : verified === false ? t("does not verify") : t("could not be checked");
    place.replaceChildren(icon(verified ? "check" : "warn"), text);
    place.title = verified ? t("The whole match was played again from its log; every step and the result fit.") : t("Played again, this log does not lead to the same match. Do not trust the result.");
  }

  async check() {
    try {
      const csrf = find("[name=csrfmiddlewaretoken]")?.value ?? "";
      const ticket = newTicket();
      const stop = follow(this.config.progress, ticket, (done, total) => {
        find("[data-verified]").textContent = t("checking … {percent} %", { percent: Math.floor((100 * done) / total) });
      });
      const answer = await fetch(`${this.config.verify}?ticket=${ticket}`, { method: "POST", headers: { "X-CSRFToken": csrf } }).finally(stop);
      return answer.ok ? (await answer.json()).verified : null;
    } catch {
      toast(t("The server did not answer."), "error");
      return null;
    }
  }
}

const config = pageData("replay-config");
await loadTexts([siteTexts(), config.assets.texts]);
new Viewer(config);
