// The board of Qwirkle: puts field, hand and scores together, and turns clicks, keys and drags into moves of the protocol.

import { h } from "./dom.js";
import { Field } from "./field.js";
import { recall, remember } from "./memory.js";
import { Plan } from "./plan.js";
import { scoreboard } from "./scores.js";
import { Teller } from "./telling.js";
import { Tray } from "./tray.js";

const MARKS = "qwirkle-marks";

class Board {
  constructor(context) {
    const { root, t, mode, seat } = context;
    this.context = context;
    this.state = null;
    this.info = null;
    this.busy = false;
    this.complaint = "";
    this.playing = mode === "play" && seat !== null;
    this.field = new Field({ t, mode, onTarget: (x, y, points) => this.lay(x, y, points), onPlanned: (id) => this.plan.takeBack(id) });
    root.classList.add("qwirkle", `q-${mode}`);
    if (mode === "mini") {
      root.replaceChildren(this.field.svg);
      return;
    }
    this.teller = new Teller(context, (other) => this.nameOf(other));
    this.plan = new Plan((question, data) => context.ask(question, data), () => this.draw());
    this.tray = new Tray(t, this.actions());
    this.scores = h("ol", { class: "q-scores", "aria-label": t("Points") });
    root.replaceChildren(this.scores, h("div", { class: "q-table" }, this.field.svg, this.tools()), this.playing ? this.tray.root : "");
    this.onKey = (event) => this.key(event);
    root.addEventListener("keydown", this.onKey);
    this.marks(recall(MARKS) === "on" || (recall(MARKS) === null && context.options?.colorShapeCount > 6));
  }

  // --- what the page calls --------------------------------------------------------------------------------------------
  show(state, info) {
    if (!state?.board) return;
    const before = this.state;
    const fresh = state.fresh ?? [];
    this.state = state;
    this.info = info;
    const { root, mode } = this.context;
    root.dataset.version = info.version ?? "";
    this.field.show(state.board, fresh, Boolean(info.animate && before));
    if (mode === "mini") return;
    root.dataset.ready = this.ready() ? "1" : "";
    root.dataset.phase = state.phase;
    this.scores.replaceChildren(...scoreboard(this.context, state, info, (seat) => this.nameOf(seat)));
    this.happened(this.teller.tell(state.journal), Boolean(info.animate && before));
    if (this.playing) this.plan.follow(state.hand ?? [], state.board);
    this.announceTurn(before);
  }

  message(payloadType, payload) {
    if (!this.playing) return;
    const refused = (payloadType === "MoveValid" || payloadType === "TileSwapValid") && !payload.validation;
    if (!refused) return;
    this.complaint = payload.message ? this.context.t(payload.message) : this.context.t("These tiles cannot be swapped.");
    this.context.sound("error");
    this.context.announce(this.complaint);
    this.draw();
  }

  destroy() {
    this.field.destroy();
    if (this.onKey) this.context.root.removeEventListener("keydown", this.onKey);
    this.context.root.replaceChildren();
  }

  // --- what the viewer does -------------------------------------------------------------------------------------------
  actions() {
    return {
      pick: (id, byKey) => this.pick(id, byKey),
      carry: (id) => this.plan.picked !== id && !this.plan.swapping && this.pick(id, false),
      drop: (id, x, y) => this.drop(x, y),
      send: () => this.send("PlayTiles", this.plan.play()),
      back: () => this.plan.takeBack(),
      clear: () => {
        this.plan.clear();
        this.draw();
      },
      swap: (on) => this.plan.swap(on),
      exchange: () => this.send("TileSwapRequest", this.plan.exchange()),
    };
  }

  async pick(id, byKey) {
    this.complaint = "";
    await this.plan.pick(id);
    if (byKey && this.plan.picked === id) this.field.focusTarget();
  }

  async lay(x, y, points) {
    const last = this.plan.hand.length - this.plan.placed.length === 1;
    this.context.sound("move");
    await this.plan.lay(x, y, points);
    // The lit cell that had the focus is gone: go on where the next step is.
    if (document.activeElement === document.body || !this.context.root.contains(document.activeElement)) {
      const next = last ? this.tray.buttons.send : this.tray.rack.querySelector("button:not(:disabled)");
      next?.focus({ preventScroll: true });
    }
  }

  drop(x, y) {
    const target = this.field.targetAt(x, y);
    if (target) target.dispatchEvent(new Event("click"));
  }

  async send(payloadType, payload) {
    this.busy = true;
    this.complaint = "";
    this.draw();
    try {
      await this.context.send(payloadType, payload);
      if (payloadType === "TileSwapRequest" && !this.complaint) this.plan.swap(false);
    } catch {
      // The page has said why; the plan stays, so that nothing has to be laid again.
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  async key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && this.playing) {
      if (await this.plan.undo()) this.tray.rack.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
    } else if (/^[1-9]$/.test(event.key) && this.playing) {
      const tile = this.plan.hand[Number(event.key) - 1];
      if (tile && !this.plan.isPlaced(tile[0])) await this.pick(tile[0], true);
    }
  }

  // --- what is shown --------------------------------------------------------------------------------------------------
  draw() {
    if (!this.playing || !this.state) return;
    const { plan } = this;
    const tile = plan.picked === null ? null : plan.tile(plan.picked);
    this.field.light(tile ? plan.cells : [], tile ?? [0, 0, 0]);
    this.field.plan(plan.placed, plan.worth !== null && !plan.worth.valid);
    this.tray.show(plan, { ready: this.ready(), bag: this.state.bag, busy: this.busy, text: this.statusText(), over: this.state.phase === "over" });
  }

  statusText() {
    const { t } = this.context;
    const { plan, state } = this;
    if (this.complaint) return this.complaint;
    if (plan.swapping) return t("Choose the tiles to give back. The bag holds {count}.", { count: state.bag });
    if (plan.worth && !plan.worth.valid) return t(plan.worth.message);
    if (plan.picked !== null) return plan.cells.length ? t("Choose one of {count} lit cells.", { count: plan.cells.length }) : t("This tile fits nowhere now.");
    if (plan.worth) return t("This move brings {points} points.", { points: plan.worth.points });
    if (state.phase === "over") return t("The game is over.");
    if (this.info.paused) return t("The game is paused.");
    if (state.phase === "showing") return t("A moment to look at the last move.");
    return this.ready() ? t("Your turn: pick up a tile.") : t("{name} is to move.", { name: this.nameOf(state.current) });
  }

  ready() {
    const { info, context } = this;
    return this.playing && !info.paused && !info.outcome && info.expected.some((entry) => entry.seat === context.seat);
  }

  happened(entries, animate) {
    const played = entries.filter(([, word]) => word === "play").at(-1);
    if (!played || !animate) return;
    const [, , seat, points] = played;
    const count = this.state.options.colorShapeCount;
    this.field.celebrate(this.state.fresh, `+${points}`, points >= 2 * count);
    if (seat !== this.context.seat) this.context.sound("move");
    this.context.announce(this.context.t("{name} lays tiles for {amount} points", { name: this.nameOf(seat), amount: points }));
  }

  announceTurn(before) {
    const { current, phase, turn } = this.state;
    if (before?.turn === turn || phase !== "turn") return;
    const { seat, t, announce } = this.context;
    announce(seat === current ? t("Your turn: pick up a tile.") : t("{name} is to move.", { name: this.nameOf(current) }));
  }

  nameOf(seat) {
    const player = this.context.players.find((one) => one.seat === seat);
    if (!player) return this.context.t("Player {number}", { number: (seat ?? 0) + 1 });
    return player.kind === "bot" ? this.context.t(player.name) : player.name;
  }

  tools() {
    const { t } = this.context;
    const tool = (name, text, sign, run) => h("button", { type: "button", class: "q-tool", "data-do": name, title: text, "aria-label": text, onclick: run }, sign);
    this.marker = tool("marks", t("Letters for the colours"), "A", () => {
      this.marks(!this.context.root.classList.contains("q-marked"));
      remember(MARKS, this.context.root.classList.contains("q-marked") ? "on" : "off");
    });
    const { camera } = this.field;
    const tools = h("div", { class: "q-tools", role: "group", "aria-label": t("View") },
      tool("zoom-in", t("Zoom in"), "+", () => camera.zoom(1.3)), tool("zoom-out", t("Zoom out"), "−", () => camera.zoom(1 / 1.3)),
      tool("fit", t("Show everything"), "⤢", () => camera.fit()), this.marker);
    // No tile may hide behind the buttons: they stand in a column at the side, on narrow screens in a row below.
    camera.covered = () => (tools.offsetHeight > tools.offsetWidth ? { right: tools.offsetWidth + 10, bottom: 0 } : { right: 0, bottom: tools.offsetHeight + 10 });
    return tools;
  }

  marks(on) {
    this.context.root.classList.toggle("q-marked", on);
    this.marker.setAttribute("aria-pressed", String(on));
  }
}

export function createBoard(context) {
  return new Board(context);
}
