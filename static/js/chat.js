// Talk at the table. Muting is this browser's own business; the others are not told.

import { find, h } from "./dom.js";
import { localTime, t } from "./i18n.js";
import { errorText } from "./errors.js";

const MUTED = "muted";
const MOST = 200;

export class Chat {
  constructor(root, send, heard) {
    this.list = find("[data-chat-list]", root);
    this.form = find("[data-chat-form]", root);
    this.problem = find("[data-chat-error]", root);
    this.heard = heard;
    this.send = send;
    this.staff = false;
    this.muted = new Set(JSON.parse(localStorage.getItem(MUTED) ?? "[]"));
    this.form?.addEventListener("submit", (event) => this.submit(event, send));
  }

  async submit(event, send) {
    event.preventDefault();
    const input = this.form.elements.text;
    const text = input.value.trim();
    if (!text) return;
    try {
      await send("table/chat", { text });
      input.value = "";
      this.problem.textContent = "";
    } catch (error) {
      // What was typed stays, with the reason below.
      this.problem.textContent = errorText(error);
    }
    input.focus();
  }

  add(line) {
    // After a disturbance the last lines are told once more.
    if (line.id && find(`[data-line="${line.id}"]`, this.list)) return;
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    const muted = this.muted.has(line.name);
    this.list.append(this.row(line, muted));
    while (this.list.children.length > MOST) this.list.firstChild.remove();
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    if (!muted) this.heard(line);
  }

  row(line, muted) {
    const name = h("button", { type: "button", class: "chat-name", "data-colour": line.seat === null ? "none" : line.seat % 6, title: t("Mute or unmute {name}", { name: line.name }), onclick: () => this.mute(line.name) }, line.name);
    return h("li", { "data-name": line.name, "data-line": line.id ?? "", class: muted ? "muted-line" : null },
      name, line.seat === null ? h("span", { class: "visually-hidden" }, t("(watching)")) : null, " ",
      h("span", { class: "chat-text" }, line.text), " ",
      h("time", { class: "chat-time", datetime: line.time }, shortTime(line.time)),
      line.id ? this.tools(line) : null);
  }

  tools(line) {
    const [word, sign, type] = this.staff ? [t("Remove this line"), "✕", "table/chat_remove"] : [t("Report this line to the staff"), "⚑", "table/report"];
    return h("button", { type: "button", class: "chat-tool", title: word, "aria-label": word, onclick: () => this.act(type, line) }, sign);
  }

  async act(type, line) {
    try {
      await this.send(type, { id: line.id });
      this.problem.textContent = type === "table/report" ? t("Reported. The staff will look at it.") : "";
    } catch (error) {
      this.problem.textContent = errorText(error);
    }
  }

  remove(id) {
    find(`[data-line="${id}"]`, this.list)?.remove();
  }

  mute(name) {
    const muted = !this.muted.has(name);
    if (muted) this.muted.add(name);
    else this.muted.delete(name);
    localStorage.setItem(MUTED, JSON.stringify([...this.muted]));
    for (const row of this.list.children) if (row.dataset.name === name) row.classList.toggle("muted-line", muted);
    this.problem.textContent = muted ? t("{name} is muted. Click the name to hear them again.", { name }) : "";
  }

  clear() {
    this.list.replaceChildren();
  }
}

function shortTime(value) {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? "" : localTime(time, { timeStyle: "short" });
}

