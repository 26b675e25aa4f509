// The log of a match: what the board tells of each step.

import { h } from "./dom.js";

const MOST = 600;

export class Journal {
  constructor(list) {
    this.list = list;
    this.step = null;
  }

  at(step) {
    this.step = step;
  }

  add(text, kind = "") {
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.append(h("li", { class: kind ? `log-${kind}` : null, "data-kind": kind || null, "data-step": this.step }, text));
    while (this.list.children.length > MOST) this.list.firstChild.remove();
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  clear() {
    this.list.replaceChildren();
  }
}
