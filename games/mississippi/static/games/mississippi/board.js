// The board of Mississippi Queen: the river as it is known, both ships, and the move being built.

import { Camera } from "./camera.js";
import { card, progress } from "./cards.js";
import { h, s } from "./dom.js";
import { Marks } from "./marks.js";
import { Planner } from "./planner.js";
import { River } from "./river.js";
import { endingWords, moveWords } from "./words.js";

/** Below this many pixels a field is too small to read; then only a ship and what lies ahead of it are shown. */
const READABLE = 28;
const FIELD = 41.6;

class Board {
  constructor(context) {
    this.context = { ...context, nameOf: (colour, shown) => this.nameOf(colour, shown) };
    this.root = context.root;
    this.root.classList.add("mq", `mq-mode-${context.mode}`);
    this.mini = context.mode === "mini";
    this.svg = s("svg", { class: "mq-river", role: "group", "aria-label": context.t("the river"), preserveAspectRatio: "xMidYMid meet" });
    this.river = new River(this.svg, context);
    this.marks = new Marks(this.river, context);
    this.planner = new Planner(context, (plan) => this.planned(plan));
    this.parts = { cards: h("div", { class: "mq-cards" }), foot: h("div", { class: "mq-foot" }) };
    this.snapshot = null;
    this.current = null;
    this.build();
  }

  build() {
    if (this.mini) {
      this.root.replaceChildren(h("div", { class: "mq-scene" }, this.svg));
      return;
    }
    const { t } = this.context;
    this.follow = h("button", { type: "button", class: "mq-tool", hidden: true, "data-do": "follow", title: t("Follow the ships"), "aria-label": t("Follow the ships"), onclick: () => this.refocus() }, "⌖");
    const zoom = (name, sign, label, factor) => h("button", { type: "button", class: "mq-tool", "data-do": name, title: label, "aria-label": label, onclick: () => this.camera.zoom(factor) }, sign);
    this.camera = new Camera(this.svg, (manual) => { this.follow.hidden = !manual; });
    const tools = h("div", { class: "mq-tools" }, this.follow, zoom("zoom-in", "+", t("Larger"), 1 / 1.3), zoom("zoom-out", "−", t("Smaller"), 1.3));
    this.scene = h("div", { class: "mq-scene", tabindex: 0, "aria-label": t("the river") }, this.svg, tools);
    this.root.replaceChildren(this.parts.cards, this.scene, this.planner.root, this.parts.foot);
    this.onKey = (event) => this.key(event);
    this.root.addEventListener("keydown", this.onKey);
    this.resized = new ResizeObserver(() => this.look(false));
    this.resized.observe(this.scene);
  }

  nameOf(colour, shown) {
    const player = this.context.players?.find((one) => one.seat === (colour === "RED" ? 0 : 1));
    return player?.kind === "bot" ? this.context.t(player.name) : shown ?? player?.name ?? colour;
  }

  show(state, info) {
    if (this.mini) return this.showMini(state);
    const before = this.snapshot;
    this.snapshot = state;
    const told = state.state;
    this.root.dataset.version = info.version ?? "";
    this.root.dataset.turn = told.turn;
    this.river.tiles(told.tiles);
    const moved = Boolean(info.animate && before && before.state.turn !== told.turn);
    this.river.fleet([told.red, told.blue], state.trail, state.lastMover, moved);
    this.river.trail(state.trail, state.lastMover);
    this.current = told.currentPlayer;
    this.cards(info);
    this.look(Boolean(before));
    this.turn(info, before);
    if (moved) this.context.sound("move");
    this.foot();
  }

  showMini(state) {
    const tiles = state.tiles.map((tile) => ({ ...tile, fields: tile.fields.map(([x, y, type]) => ({ x, y, type })) }));
    this.river.tiles(tiles);
    this.river.fleet(state.ships.map((ship, seat) => ({ ...ship, color: seat ? "BLUE" : "RED" })), null, null, false);
    const box = this.river.whole();
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  // --- what is said -----------------------------------------------------------------------------------------------
  cards(info) {
    const { state, you } = this.snapshot;
    const over = Boolean(this.snapshot.result);
    const make = (colour) => card(this.context, state, colour, {
      you: you === colour,
      current: !over && state.currentPlayer === colour,
      extraTurn: state.currentPlayer === colour && state.freeTurn,
    });
    this.parts.cards.replaceChildren(make("RED"), progress(this.context, this.snapshot, this.status(info)), make("BLUE"));
  }

  status(info) {
    const { t } = this.context;
    const { state, result, you, asked, opening } = this.snapshot;
    if (result) return endingWords(t, result, this.names());
    if (opening) return t("The match begins…");
    const name = this.names()[state.currentPlayer];
    if (info.paused || (!asked && this.snapshot.pausing)) return t("Paused before {name}'s move", { name });
    return you === state.currentPlayer ? t("Your move") : t("{name} is to move", { name });
  }

  names() {
    const { red, blue } = this.snapshot.state;
    return { RED: this.nameOf("RED", red.displayName), BLUE: this.nameOf("BLUE", blue.displayName) };
  }

  foot() {
    const { t } = this.context;
    const { state, lastMover } = this.snapshot;
    const parts = [];
    if (state.lastMove && lastMover) {
      parts.push(h("p", { class: `mq-last mq-${lastMover.toLowerCase()}`, "data-last-move": lastMover },
        h("strong", {}, t("Last move of {name}:", { name: this.names()[lastMover] })), " ", moveWords(t, state.lastMove),
        state.lastMove.hints.length ? h("span", { class: "mq-hints" }, state.lastMove.hints.join(" · ")) : null));
    }
    this.parts.foot.replaceChildren(...parts);
  }

  message(payloadType, payload) {
    if (this.mini) return;
    const { t, log } = this.context;
    if (payloadType === "memento") {
      const { state } = payload;
      const mover = this.told?.currentPlayer;
      if (state.lastMove && mover && state.turn > this.told.turn) {
        const name = this.nameOf(mover, state[mover.toLowerCase()].displayName);
        log(`${name}: ${moveWords(t, state.lastMove)}`, "move");
        this.boarded(state);
      }
      this.told = state;
    } else if (payloadType === "error") {
      log(payload.message, "error");
    } else if (payloadType === "result" && this.told) {
      const names = { RED: this.nameOf("RED", this.told.red.displayName), BLUE: this.nameOf("BLUE", this.told.blue.displayName) };
      log(endingWords(t, payload, names), "end");
    }
  }

  boarded(state) {
    for (const colour of ["red", "blue"]) {
      if (state[colour].passenger > this.told[colour].passenger) {
        this.context.log(this.context.t("{name} takes a passenger on board", { name: this.nameOf(colour.toUpperCase(), state[colour].displayName) }), "event");
      }
    }
  }

  // --- the player's own move --------------------------------------------------------------------------------------
  turn(info, before) {
    const { mode, seat } = this.context;
    const { you, asked, state } = this.snapshot;
    const mine = mode === "play" && seat !== null && asked === you && you !== null && !info.paused && !info.outcome;
    this.root.dataset.ready = mine ? "1" : "0";
    if (!mine) {
      if (this.planner.open) this.planner.end();
      else this.marks.clear();
      return;
    }
    const key = `${state.turn}/${you}`;
    if (this.planner.open && this.planner.key === key) return;
    this.planner.key = key;
    this.planner.begin();
    this.context.announce(this.context.t("Your move"));
    if (before) this.context.sound("turn");
  }

  planned(plan) {
    if (!plan) {
      this.marks.clear();
      return;
    }
    this.marks.show(plan, this.snapshot.you, this.planner);
    const { t } = this.context;
    this.context.announce(t("{movement} movement and {coal} coal left", { movement: plan.movement, coal: plan.coal }));
  }

  key(event) {
    if (!this.planner.open || !this.planner.plan || event.ctrlKey || event.metaKey || event.altKey) return;
    const turn = (direction) => this.planner.take((action) => action.type === "turn" && action.direction === direction);
    const advance = (distance) => this.planner.take((action) => action.type === "advance" && action.distance === distance);
    const acts = {
      ArrowLeft: () => turn(1), ArrowRight: () => turn(-1), ArrowUp: () => advance(1), ArrowDown: () => advance(-1),
      "+": () => this.planner.accelerate(1), "-": () => this.planner.accelerate(-1),
      Backspace: () => this.planner.undo(), Escape: () => this.planner.clear(), Enter: () => this.planner.send(),
    };
    const onButton = event.target.closest?.("button, input, [role=button]");
    if (!acts[event.key] || (event.key === "Enter" && onButton)) return;
    event.preventDefault();
    acts[event.key]();
  }

  // --- the camera -------------------------------------------------------------------------------------------------
  refocus() {
    this.camera.release();
    this.look(true);
  }

  /** Show the whole known river if its fields stay readable; else the ship that matters and what lies ahead of it. */
  look(glide) {
    if (!this.snapshot || this.camera.manual) return;
    const { clientWidth, clientHeight } = this.scene;
    if (!clientWidth) return;
    const whole = this.river.whole();
    const scale = Math.min(clientWidth / whole.width, clientHeight / whole.height);
    const { state, you } = this.snapshot;
    const ship = state[(you ?? state.currentPlayer).toLowerCase()];
    this.camera.show(scale * FIELD >= READABLE ? whole : this.river.around(ship), glide);
  }

  destroy() {
    this.root.removeEventListener("keydown", this.onKey);
    this.resized?.disconnect();
    this.camera?.destroy();
    this.root.replaceChildren();
  }
}

/** Make the board in `context.root`. */
export function createBoard(context) {
  const board = new Board(context);
  return {
    show: (state, info) => board.show(state, info),
    message: (payloadType, payload) => board.message(payloadType, payload),
    destroy: () => board.destroy(),
  };
}
