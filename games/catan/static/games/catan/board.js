// The board of Catan: draws the island and the panels, and turns clicks and keys into moves of the protocol.

import { bank, buildButtons, prompt } from "./actions.js";
import { choicePanel } from "./choices.js";
import { h, refill } from "./dom.js";
import { keyOf } from "./geometry.js";
import { developmentCards, hand } from "./hand.js";
import { drawIsland } from "./island.js";
import { Pieces } from "./pieces.js";
import { Play } from "./play.js";
import { playersStrip } from "./players.js";
import { Targets } from "./targets.js";
import { tell } from "./telling.js";
import { offers, tradeButton, tradePanel } from "./trade.js";
import { nameOf } from "./words.js";

/** Modes with a panel of their own, which takes the place of the buttons. */
const PANELS = ["trade", "discard", "victim", "plenty", "monopoly"];

class Board {
  constructor(context) {
    this.context = context;
    this.state = null;
    this.info = null;
    this.picture = null;
    this.names = new Map();
    this.play = new Play(this);
    this.playing = context.mode === "play" && context.seat !== null;
    this.parts = { players: h("div", { class: "cscore" }), island: h("div", { class: "cisland" }), panel: h("div", { class: "cside" }) };
    const { root } = context;
    root.classList.add("catan", `catan-${context.mode}`);
    root.replaceChildren(h("div", { class: "cgrid" }, context.mode === "mini" ? [this.parts.island] : [this.parts.players, this.parts.island, this.parts.panel]));
    this.onKey = (event) => event.key === "Escape" && this.play.mode && !this.play.mode.forced && this.play.cancel();
    root.addEventListener("keydown", this.onKey);
  }

  show(state, info) {
    if (!state?.map) return;
    const before = this.state;
    this.state = state = { ...state, players: state.players.map((player, seat, all) => ({ ...player, Name: distinctName(player, seat, all) })) };
    this.info = info;
    for (const player of state.players) this.names.set(player.id, player.Name);
    const dice = JSON.stringify(state.dice);
    this.rolled = Boolean(info.animate && state.dice && dice !== JSON.stringify(before?.dice));
    this.drawIsland(Boolean(info.animate));
    if (this.playing) this.play.follow(state);
    this.changed();
    this.rolled = false;
    this.announceTurn(before);
  }

  message(payloadType, payload) {
    if (this.context.mode === "mini") return;
    if (payloadType === "Statusupdate" && payload.Spieler.Name && !this.names.has(payload.Spieler.id)) this.names.set(payload.Spieler.id, payload.Spieler.Name);
    tell(this.context, (id) => this.names.get(id) ?? `#${id}`, payloadType, payload);
  }

  destroy() {
    this.context.root.removeEventListener("keydown", this.onKey);
    this.context.root.replaceChildren();
  }

  // --- the island -----------------------------------------------------------------------------------------------------
  drawIsland(animate) {
    const { state, context } = this;
    const fields = JSON.stringify([state.map.Felder, state.map.Häfen]);
    if (fields !== this.drawnFields) {
      this.drawnFields = fields;
      this.picture = drawIsland(state.map, context.mode === "mini", context.t("The island"));
      this.pieces = new Pieces(this.picture.layers, this.picture.land);
      this.targets = new Targets(this.picture.layers.targets);
      this.parts.island.replaceChildren(this.picture.svg);
    }
    const seatOf = (id) => state.players.findIndex((player) => player.id === id);
    const title = (building) => `${nameOf(context.t, building.Typ)}: ${this.names.get(building.Eigentümer)}`;
    this.pieces.show(state.map, seatOf, title, animate);
    const sum = state.dice ? state.dice[0] + state.dice[1] : 0;
    for (const [place, chip] of this.picture.chips) {
      const blocked = place === keyOf(state.map.Räuber);
      chip.classList.toggle("blocked", blocked);
      chip.classList.toggle("thrown", !blocked && Number(chip.dataset.number) === sum);
    }
  }

  /** Say where a place is, for readers of screens: the fields round it. */
  describe(place) {
    const { t } = this.context;
    const fields = (Array.isArray(place) ? place : [place]).map((field) => this.state.map.Felder.find((one) => keyOf(one.Ort) === keyOf(field)));
    return fields.filter(Boolean).map((field) => (field.Zahl ? `${nameOf(t, field.Typ)} ${field.Zahl}` : nameOf(t, field.Typ))).join(", ");
  }

  // --- the panels -----------------------------------------------------------------------------------------------------
  /** Draw everything that depends on the state or on what the viewer is doing. */
  changed() {
    const { state, context, parts, play } = this;
    if (!state) return;
    const view = this.view();
    context.root.dataset.version = this.info.version;
    context.root.dataset.ready = view.mayAct ? "1" : "0";
    context.root.dataset.busy = view.busy ? "1" : "0";
    if (context.mode === "mini") return;
    refill(parts.players, playersStrip(view));
    refill(parts.panel,
      prompt(view),
      offers(view),
      view.me && this.playing && [choicePanel(view), hand(view), tradePanel(view), !PANELS.includes(view.mode?.kind) && !this.info.outcome && h("div", { class: "cmoves" }, buildButtons(view), tradeButton(view)), developmentCards(view)],
      bank(view));
    this.showTargets(view, play);
  }

  view() {
    const { state, info, context, play } = this;
    const expected = info.expected ?? [];
    const acting = (seat) => expected.some((entry) => entry.seat === seat);
    return {
      t: context.t, state, context, play, seat: context.seat, playing: this.playing, rolled: this.rolled, busy: play.busy, acting,
      me: this.playing ? state.players[context.seat] : null,
      mayAct: this.playing && !info.paused && !info.outcome && Boolean(state.you) && state.you.can.length > 0 && acting(context.seat),
      mode: this.playing ? play.mode : null,
    };
  }

  showTargets(view, play) {
    const { mode } = view;
    const { t } = this.context;
    this.parts.island.classList.toggle("choosing", Boolean(view.mayAct && mode && (mode.places || mode.fields)));
    this.parts.island.dataset.seat = view.seat ?? "";
    if (!view.mayAct || view.busy || !mode) return this.targets.clear();
    const choose = (place) => play.chosePlace(place);
    if (mode.kind === "build" && mode.places) return this.targets.show(mode.typ, mode.places, (place) => `${nameOf(t, mode.typ)}: ${this.describe(place)}`, choose);
    if (mode.kind === "roads" && mode.places) return this.targets.show("Straße", mode.places, (place) => `${nameOf(t, "Straße")}: ${this.describe(place)}`, choose, mode.first);
    if (mode.kind === "robber" && mode.fields) return this.targets.show("Räuber", mode.fields.map((field) => field.Ort), (place) => t("Robber to {place}", { place: this.describe(place) }), choose);
    if (mode.kind === "victim") return this.targets.show("Räuber", [], () => "", choose, mode.place);
    return this.targets.clear();
  }

  announceTurn(before) {
    const text = this.parts.panel.querySelector("[data-prompt]")?.textContent;
    if (!text || (before && text === this.announced)) return;
    this.announced = text;
    this.context.announce(text);
  }
}

/** A player's name; of several with the same one (bots often have) the later ones are counted. */
function distinctName(player, seat, all) {
  const before = all.slice(0, seat).filter((other) => other.Name === player.Name).length;
  return before ? `${player.Name} ${before + 1}` : player.Name;
}

export function createBoard(context) {
  const board = new Board(context);
  return { show: (state, info) => board.show(state, info), message: (type, payload) => board.message(type, payload), destroy: () => board.destroy() };
}
