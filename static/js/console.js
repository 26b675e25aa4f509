// The staff's pages: what is live refreshes itself without taking the reader's place away, and grave acts ask first.

import { findAll } from "./dom.js";
import { confirmDialog } from "./dialogs.js";

const rows = document.querySelector("[data-rows]");
const PERIOD = 2000;

/** Whether somebody is busy in there: a choice or an opened part must not vanish under the hand. */
function inUse() {
  return rows.contains(document.activeElement) || findAll("details[open]", rows).length > 0;
}

/** Show what came; parts of it belong elsewhere on the page. */
function show(html) {
  rows.innerHTML = html;
  for (const part of findAll("[data-to]", rows)) {
    document.querySelector(part.dataset.to).replaceChildren(...part.childNodes);
    part.remove();
  }
}

async function refresh() {
  if (!document.hidden && !inUse()) {
    const address = new URL(location.href);
    address.searchParams.set("rows", "1");
    try {
      const answer = await fetch(address);
      if (answer.ok && !answer.redirected && !inUse()) show(await answer.text());
      rows.classList.toggle("stale", !answer.ok);
    } catch {
      // The server is away; what is shown may be old, and the next look tells.
      rows.classList.add("stale");
    }
  }
  setTimeout(refresh, PERIOD);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-confirm]");
  if (!button || button.dataset.confirmed) return;
  event.preventDefault();
  if (!(await confirmDialog(button.textContent.trim(), button.dataset.confirm, button.textContent.trim()))) return;
  button.dataset.confirmed = "yes";
  button.form.requestSubmit(button);
});

if (rows) setTimeout(refresh, PERIOD);
