// Shows how far the server is with long work: the page chooses a ticket, sends it along, and asks for it while it waits.

import { h } from "./dom.js";

const PERIOD = 300;

export function newTicket() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Call show(done, total) as the work under the ticket goes on; returns what ends the asking. Ends by itself with the work. */
export function follow(address, ticket, show, over = () => {}) {
  let timer = null;
  let stopped = false;
  const ask = async () => {
    const answer = await fetch(address.replace("TICKET", ticket)).catch(() => null);
    if (stopped) return;
    const told = answer?.ok ? await answer.json() : null;
    if (stopped) return;
    if (told?.total) show(told.done, told.total);
    if (told?.over) over();
    else timer = setTimeout(ask, PERIOD);
  };
  timer = setTimeout(ask, PERIOD);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** A bar with a text, for a form or a menu. */
export function progressBar(label) {
  const bar = h("progress", { max: "1", "aria-label": label });
  const text = h("span", { role: "status" }, label);
  const line = h("div", { class: "progress-line", "data-progress": "" }, bar, text);
  return {
    line,
    show(part, words) {
      if (part === null) bar.removeAttribute("value");
      else bar.value = part;
      text.textContent = words;
    },
  };
}
