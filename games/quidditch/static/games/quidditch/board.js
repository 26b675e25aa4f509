// The board of Quidditch: draws the pitch and the panels, and turns clicks, drags and keys into messages of the standard.

import { Cells } from "./cells.js";
import { h, refill, s } from "./dom.js";
import { Effects } from "./effects.js";
import { drawField } from "./field.js";
import { FormationDesk } from "./formation.js";
import { prompt, scoreBoard, teamPanel } from "./panels.js";
import { Pieces, arrange, arrangeMini } from "./pieces.js";
import { cellOf, isRing, keyAt, layOf, zoneOf } from "./pitch.js";
import { tell } from "./telling.js";
import { Turn } from "./turn.js";
import { ROLES, capital, entity, nameOf, playerEntity, roleText, wordOf } from "./words.js";

/** Below this width in pixels the pitch stands upright: cells stay big enough for a finger. */
const NARROW = 560;
const MOST_EFFECTS = 4;

class Board {
  constructor(context) {
    this.context = context;
    this.mini = context.mode === "mini";
    this.playing = context.mode === "play" && context.seat !== null;
    this.state = null;
    this.info = null;
    this.moved = null;
    this.deltas = [];
    this.images = [null, null];
    this.odds = context.options?.probabilities ?? {};
    this.turn = new Turn(this);
    this.desk = new FormationDesk(this);
    this.parts = Object.fromEntries(["score", "prompt", "pitch", "readout", "left", "right"].map((name) => [name, h("div", { class: `qpart-${name}` })]));
    const { root } = context;
    root.classList.add("quidditch", `quidditch-${context.mode}`);
    root.replaceChildren(h("div", { class: "qgrid" }, this.mini ? [this.parts.pitch] : Object.values(this.parts)));
    this.onKey = (event) => event.key === "Escape" && this.desk.cancel();
    root.addEventListener("keydown", this.onKey);
    this.watcher = new ResizeObserver(() => this.resized());
    if (!this.mini) this.watcher.observe(root);
    this.clock = setInterval(() => this.tick(), 250);
  }

  show(state, info) {
    if (!state || (!this.mini && !state.teams)) return;
    const before = this.state;
    this.state = state;
    this.info = { ...info, since: performance.now() };
    this.context.root.dataset.version = info.version;
    this.drawPitch();
    if (this.mini) {
      this.pieces.show(arrangeMini(state), this.colors());
      return;
    }
    this.fetchOnce();
    const view = this.view();
    if (view.forming && view.mayAct) this.desk.open();
    this.turn.follow(state, info, view.mayAct && !view.forming);
    this.changed(Boolean(info.animate));
    this.showEffects(info.animate);
    this.announce(before);
  }

  message(payloadType, payload) {
    if (this.mini) return;
    if (payloadType === "snapshot") this.noted(payload.lastDeltaBroadcast);
    const teams = this.state?.teams ?? (payloadType === "matchStart" ? [payload.leftTeamConfig, payload.rightTeamConfig] : null);
    tell(this.context, teams, payloadType, payload);
  }

  /** Remember what tells an extra move from a first one, and what deserves a sign on the pitch. */
  noted(delta) {
    if (delta.deltaType === "move" && entity(delta.activeEntity).side !== null) this.moved ??= delta.activeEntity;
    if (delta.deltaType === "turnUsed") this.moved = null;
    this.deltas.push(delta);
  }

  destroy() {
    clearInterval(this.clock);
    this.watcher.disconnect();
    this.context.root.removeEventListener("keydown", this.onKey);
    this.context.root.replaceChildren();
  }

  // --- the pitch --------------------------------------------------------------------------------------------------------
  drawPitch() {
    const upright = !this.mini && this.context.root.clientWidth > 0 && this.context.root.clientWidth < NARROW;
    if (this.lay?.upright === upright) return;
    this.lay = layOf(upright, this.context.seat);
    this.picture = drawField(this.lay, this.context.t("The pitch"));
    this.pieces = new Pieces(this.picture.layers, this.lay);
    this.effects = new Effects(this.picture.layers.effects, this.lay);
    this.cells = this.mini ? null : new Cells(this.picture, this.lay, {
      choose: (key, event) => (this.view().forming ? this.desk.choose(key) : this.turn.choose(key, event)),
      look: (key) => this.looked(key),
      drag: (from, to) => this.desk.drag(from, to),
    });
    this.parts.pitch.replaceChildren(this.picture.svg);
  }

  resized() {
    if (!this.state) return;
    const { lay } = this;
    this.drawPitch();
    if (lay !== this.lay) this.changed();
  }

  /** The two teams' colours, given to the styles as well. */
  colors() {
    const { state } = this;
    const colors = this.mini ? state.colors : state.teams.map((team) => team.colors);
    for (const side of [0, 1]) this.context.root.style.setProperty(`--team-${side}`, `#${colors[side].primary}`);
    for (const side of [0, 1]) this.context.root.style.setProperty(`--trim-${side}`, `#${colors[side].secondary}`);
    return colors;
  }

  arranged(view) {
    const { state } = this;
    if (state.snapshot) return arrange(state.snapshot);
    if (view.forming && view.mayAct) return this.desk.arranged();
    const sent = state.formation ?? [];
    const players = new Map(sent.map((position, index) => [playerEntity(this.context.seat, ROLES[index]), { side: this.context.seat, role: ROLES[index], key: keyAt(position) }]));
    return { players, balls: new Map(["quaffle", "bludger1", "bludger2"].map((ball) => [ball, "8,6"])), cubes: [] };
  }

  positionOf(name) {
    const { snapshot } = this.state;
    const { side, role } = entity(name);
    return side === null ? snapshot.balls[role] : snapshot[side === 0 ? "leftTeam" : "rightTeam"].players[role];
  }

  showEffects(animate) {
    const deltas = this.deltas.splice(0);
    if (!animate || !this.state.snapshot) return;
    const whereIs = (name) => (name && keyAt(this.safePosition(name)) ? cellOf(keyAt(this.safePosition(name))) : null);
    for (const delta of deltas.slice(-MOST_EFFECTS)) this.effects.show(delta, whereIs);
  }

  /** Where an entity is; fans are nowhere. */
  safePosition(name) {
    const { side, role } = entity(name);
    return side === null || ROLES.includes(role) ? this.positionOf(name) : null;
  }

  // --- looking ----------------------------------------------------------------------------------------------------------
  /** The pointer or the focus is on a cell: say what is there, and show the way of a throw. */
  looked(key, more = "") {
    if (this.mini || !this.state) return;
    this.looking = { key, more };
    this.parts.readout.textContent = key ? [this.describe(key), more].filter(Boolean).join(" ") : "";
    const way = this.turn.wayTo(key);
    const { lines } = this.picture.layers;
    lines.replaceChildren();
    if (!way) return;
    const [[x1, y1], [x2, y2]] = [this.lay.place(...way.from), this.lay.place(...way.to)];
    lines.append(...way.over.map(([x, y]) => s("rect", { class: "crossed", width: 40, height: 40, x: this.lay.place(x, y)[0] - 20, y: this.lay.place(x, y)[1] - 20 })), s("line", { class: "aim", x1, y1, x2, y2 }));
  }

  /** What was said of the cell may have become untrue. */
  lookAgain() {
    const { key, more } = this.looking ?? {};
    if (key) this.looked(key, key === this.turn.picked ? more : "");
    else this.picture.layers.lines.replaceChildren();
  }

  describe(key) {
    const { t } = this.context;
    const [x, y] = cellOf(key);
    const target = this.targets?.get(key);
    const place = isRing(x, y) ? t("goal ring") : zoneOf(x, y) !== null ? t("keeper zone") : "";
    const here = this.occupants(key);
    return [target ? target.label : [key, place].filter(Boolean).join(", "), here.join(", ")].filter(Boolean).join(" — ");
  }

  occupants(key) {
    const { t } = this.context;
    const { teams } = this.state;
    const arranged = this.arranged(this.view());
    const names = [];
    for (const [name, player] of arranged.players) {
      if (player.key !== key) continue;
      const config = teams[player.side].players[player.role];
      names.push(`${config.name} (${teams[player.side].name}, ${roleText(t, player.role)}, ${wordOf(t, config.broom)})${player.knockout ? `, ${t("knocked out")}` : ""}`);
    }
    for (const [ball, at] of arranged.balls) if (at === key) names.push(wordOf(t, ball));
    if (arranged.cubes.includes(key)) names.push(t("a wombat's cube"));
    return names;
  }

  // --- the panels -------------------------------------------------------------------------------------------------------
  /** Draw everything that depends on the state or on what the viewer is doing. */
  changed(animate = true) {
    const { state, context, parts } = this;
    if (!state || this.mini) return;
    const view = this.view();
    context.root.dataset.phase = state.snapshot?.phase ?? "formation";
    refill(parts.score, scoreBoard(view));
    this.refillPrompt(view);
    refill(parts.left, teamPanel(view, 0));
    refill(parts.right, teamPanel(view, 1));
    this.pieces.show(this.arranged(view), this.colors(), { turn: state.next?.turn ?? null, animate });
    this.targets = !view.mayAct ? new Map() : view.forming ? this.desk.targets() : this.turn.targets();
    const picked = view.forming ? (this.desk.picked === null ? null : this.desk.cells[this.desk.picked]) : this.turn.picked;
    this.cells.show(this.targets, { movable: new Set(view.forming && view.mayAct ? this.desk.cells ?? [] : []), picked });
    parts.pitch.classList.toggle("forming", Boolean(view.forming && view.mayAct));
    parts.pitch.classList.toggle("choosing", this.targets.size > 0);
    this.lookAgain();
    // Ready means: a click now does something. Hints must have come, and no answer be under way.
    const ready = view.mayAct && (view.forming ? this.desk.cells && !this.desk.busy : this.turn.hints && !this.turn.busy);
    context.root.dataset.ready = ready ? "1" : "0";
    this.tick();
  }

  /** Buttons come and go with every turn; who uses them with keys finds the focus there again. */
  refillPrompt(view) {
    const place = this.parts.prompt;
    const had = place.contains(document.activeElement);
    refill(place, prompt(view));
    if (had && !place.contains(document.activeElement)) this.led = true;
    const skip = this.led && document.activeElement === document.body ? place.querySelector("[data-do=skip]:not(:disabled)") : null;
    if (!skip) return;
    skip.focus({ preventScroll: true });
    this.led = false;
  }

  view() {
    const { state, info, context } = this;
    const expected = info.expected ?? [];
    const acting = (seat) => expected.some((entry) => entry.seat === seat);
    const playerName = (side) => {
      const player = context.players.find((one) => one.seat === side);
      return player?.kind === "bot" ? context.t(player.name) : player?.name ?? state.userNames[side];
    };
    const turn = state.next ? entity(state.next.turn) : null;
    const last = state.snapshot?.lastDeltaBroadcast;
    return {
      t: context.t, board: this, context, state, info, seat: context.seat, images: this.images, turn: this.turn, desk: this.desk, acting, playerName,
      forming: !state.snapshot && !state.result,
      mayAct: this.playing && !info.paused && !info.outcome && !state.result && acting(context.seat),
      asked: turn && { who: playerName(turn.side), name: nameOf(context.t, state.teams, state.next.turn) },
      extra: state.next?.type === "move" && (this.moved === state.next.turn || (last?.deltaType === "move" && last.activeEntity === state.next.turn)),
      limited: expected.some((entry) => entry.seat !== null && entry.limit_ms),
    };
  }

  /** Show how much of the time for the answer is left. */
  tick() {
    const bar = this.parts.prompt.querySelector("[data-clock]");
    const entry = this.info?.expected?.find((one) => one.seat !== null && one.limit_ms);
    if (!bar || !entry) return;
    const passed = this.info.paused ? 0 : performance.now() - this.info.since;
    const left = Math.max(0, (entry.left_ms ?? entry.limit_ms) - passed);
    bar.style.transform = `scaleX(${(left / entry.limit_ms).toFixed(3)})`;
    bar.classList.toggle("low", left < 5000);
  }

  /** Crests and the complete odds come once; where nobody can be asked (replays) stripes stand in for crests. */
  fetchOnce() {
    if (this.fetched || this.context.mode === "replay") return;
    this.fetched = true;
    this.context.ask("config", null).then((config) => {
      this.odds = config.probabilities;
      this.changed();
    }).catch(() => {});
    for (const side of [0, 1]) {
      this.context.ask("team", { side }).then((team) => {
        this.images[side] = team.image;
        this.changed();
      }).catch(() => {});
    }
  }

  announce(before) {
    const text = this.parts.prompt.querySelector("[data-prompt]")?.textContent;
    if (!text || !this.view().mayAct || (before && text === this.announced)) return;
    this.announced = text;
    this.context.announce(capital(text));
  }
}

export function createBoard(context) {
  const board = new Board(context);
  return { show: (state, info) => board.show(state, info), message: (type, payload) => board.message(type, payload), destroy: () => board.destroy() };
}
