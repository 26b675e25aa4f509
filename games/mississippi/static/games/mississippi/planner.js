// A move in the making: actions one by one, what each costs, undo, and sending it.

import { h } from "./dom.js";
import { actionWords } from "./words.js";

export class Planner {
  /** `changed` is called with the plan (null: none) whenever it is another. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
    this.root = h("section", { class: "mq-planner", hidden: true, "data-planner": "" });
    this.actions = [];
    this.plan = null;
    this.open = false;
    this.asked = 0;
    this.sending = false;
  }

  /** Begin a new move. */
  begin() {
    this.open = true;
    this.sending = false;
    this.root.hidden = false;
    return this.set([]);
  }

  end() {
    this.open = false;
    this.plan = null;
    this.actions = [];
    this.root.hidden = true;
    this.root.replaceChildren();
    this.changed(null);
  }

  /** Ask what these actions lead to; only the latest question counts. */
  async set(actions) {
    const number = ++this.asked;
    let plan;
    try {
      plan = await this.context.ask("options", { actions });
    } catch (error) {
      if (number === this.asked && this.open) this.complain(error);
      return;
    }
    if (number !== this.asked || !this.open || !plan.legal) return;
    this.actions = actions;
    this.plan = plan;
    this.draw();
    this.changed(plan);
  }

  add(action) {
    const last = this.actions[this.actions.length - 1];
    const joined = last && joinedWith(last, action);
    const kept = joined !== undefined ? this.actions.slice(0, -1) : this.actions;
    const next = joined === undefined ? [...kept, action] : joined === null ? kept : [...kept, joined];
    return this.set(next.map((one, order) => ({ ...one, order })));
  }

  /** Add the first of the next actions that fits. */
  take(test) {
    const found = this.plan?.next.find((option) => test(option.action));
    if (found) this.add(found.action);
    else this.context.sound("error");
    return Boolean(found);
  }

  undo() {
    if (this.actions.length) this.set(this.actions.slice(0, -1));
  }

  clear() {
    if (this.actions.length) this.set([]);
  }

  async send() {
    if (!this.plan?.complete || this.sending) return;
    await this.submit(this.actions);
  }

  /** Give up: a player without a legal move can only send an empty one, which loses. */
  async submit(actions) {
    this.sending = true;
    this.draw();
    try {
      await this.context.send("move", { actions, hints: [] });
    } catch (error) {
      this.sending = false;
      this.complain(error);
    }
  }

  complain(error) {
    this.context.sound("error");
    this.draw(error.message ?? String(error));
  }

  /** Change the speed: acceleration is the first action, so it replaces the one before. */
  accelerate(change) {
    const first = this.actions[0];
    const old = first?.type === "acceleration" ? first.acc : 0;
    const rest = first?.type === "acceleration" ? this.actions.slice(1) : this.actions;
    if (rest.length) return;
    const acc = old + change;
    this.set(acc ? [{ type: "acceleration", order: 0, acc }] : []);
  }

  // --- drawing ----------------------------------------------------------------------------------------------------
  draw(error) {
    const { plan, context } = this;
    if (!plan) {
      this.root.replaceChildren(error ? h("p", { class: "mq-error", role: "alert" }, error) : h("p", {}, context.t("One moment…")));
      return;
    }
    const held = document.activeElement?.closest?.("[data-do]")?.dataset.do;
    this.root.replaceChildren(this.meters(), this.buttons(), this.chips(), this.sendRow(error));
    if (held) this.root.querySelector(`[data-do="${held}"]:not([disabled])`)?.focus();
  }

  meters() {
    const { t } = this.context;
    const { plan } = this;
    const meter = (name, value, label) => h("div", { class: "mq-meter", [`data-${name}`]: value }, h("b", {}, String(value)), h("span", {}, label));
    return h("div", { class: "mq-meters" },
      meter("movement", plan.movement, t("movement left")),
      meter("coal", plan.coal, t("coal left")),
      meter("free", plan.freeTurns, t("free turns")),
      h("div", { class: "mq-meter mq-speed" },
        this.button("slower", "−", t("slower"), () => this.accelerate(-1), !this.canAccelerate(-1)),
        h("b", { "data-speed": plan.speed }, String(plan.speed)), h("span", {}, t("speed")),
        this.button("faster", "+", t("faster"), () => this.accelerate(1), !this.canAccelerate(1))));
  }

  canAccelerate(change) {
    const first = this.actions[0];
    if (this.actions.length > 1 || (first && first.type !== "acceleration")) return false;
    if (!first) return this.plan.next.some((option) => option.action.type === "acceleration" && option.action.acc === change);
    const speed = this.plan.speed + change;
    const cost = Math.max(0, Math.abs(first.acc + change) - 1) - Math.max(0, Math.abs(first.acc) - 1);
    return speed >= 1 && speed <= 6 && cost <= this.plan.coal;
  }

  buttons() {
    const { t } = this.context;
    const way = (name, sign, label, test) => {
      const option = this.plan.next.find((one) => test(one.action));
      const cost = option?.coal ? h("small", { class: "mq-cost" }, `−${option.coal} ${t("coal")}`) : null;
      const button = this.button(name, sign, label, () => this.add(option.action), !option);
      if (option && !option.finishes) button.classList.add("is-dead-end");
      button.append(h("span", { class: "mq-do-label" }, label));
      if (cost) button.append(cost);
      return button;
    };
    if (this.plan.mustPush) return h("p", { class: "mq-hint", role: "status" }, t("Push the other ship: choose one of the arrows on the river."));
    return h("div", { class: "mq-buttons" },
      way("left", "↶", t("left"), (action) => action.type === "turn" && action.direction === 1),
      way("ahead", "↑", t("ahead"), (action) => action.type === "advance" && action.distance === 1),
      way("right", "↷", t("right"), (action) => action.type === "turn" && action.direction === -1),
      this.plan.next.some((one) => one.action.distance === -1) ? way("back", "↓", t("back"), (action) => action.distance === -1) : null);
  }

  button(name, sign, label, act, disabled) {
    return h("button", { type: "button", class: "mq-do", "data-do": name, "aria-label": label, title: label, disabled: disabled || this.sending, onclick: act }, h("span", { "aria-hidden": "true" }, sign));
  }

  chips() {
    const { t } = this.context;
    if (!this.actions.length) {
      const hint = this.plan.stuck ? t("There is no legal move. Whoever cannot move loses.") : t("Build your move, or choose a marked field as its end.");
      return h("p", { class: "mq-hint" }, hint);
    }
    return h("ol", { class: "mq-chips", "aria-label": t("your move") }, this.actions.map((action) => h("li", {}, actionWords(t, action))));
  }

  sendRow(error) {
    const { t } = this.context;
    const plain = (name, label, act, disabled) => h("button", { type: "button", class: "mq-plain", "data-do": name, disabled: disabled || this.sending, onclick: act }, label);
    const lost = this.plan.stuck && !this.actions.length;
    const send = h("button", { type: "button", class: "mq-send", "data-do": "send", disabled: (!this.plan.complete && !lost) || this.sending, onclick: () => (lost ? this.submit([]) : this.send()) }, lost ? t("Give up") : t("Send move"));
    return h("div", { class: "mq-send-row" },
      plain("undo", t("Undo"), () => this.undo(), !this.actions.length),
      plain("clear", t("Start over"), () => this.clear(), !this.actions.length),
      send,
      error ? h("p", { class: "mq-error", role: "alert" }, error) : null,
      this.plan.stuck && this.actions.length ? h("p", { class: "mq-error" }, t("This leads nowhere: undo a step.")) : null);
  }
}

/** Two actions as one: undefined when they cannot be joined, null when they cancel each other. */
function joinedWith(last, action) {
  if (last.type === "advance" && action.type === "advance" && last.distance > 0 && action.distance > 0 && last.distance + action.distance <= 6) {
    return { ...last, distance: last.distance + action.distance };
  }
  if (last.type === "turn" && action.type === "turn") {
    const direction = last.direction + action.direction;
    if (direction === 0) return null;
    return Math.abs(direction) <= 3 ? { ...last, direction } : undefined;
  }
  return undefined;
}
