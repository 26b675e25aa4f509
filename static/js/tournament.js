// A tournament of bots: how far it is and how the bots stand, asked for until it is over.

import { find, h, pageData, toggle } from "./dom.js";
import { countText, loadTexts, siteTexts, t } from "./i18n.js";

const PERIOD = 700;

function share(part, whole) {
  return whole ? new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 }).format(part / whole) : "–";
}

function row({ bot, played, won, points }) {
  const average = played ? countText(Math.round((points / played) * 10) / 10) : "–";
  return h("tr", { "data-bot": bot }, h("th", { scope: "row" }, bot),
    ...[countText(played), countText(Math.round(won * 10) / 10), share(won, played), average].map((text) => h("td", {}, text)));
}

function show(now) {
  const card = find("[data-tournament]");
  const over = now.status !== "running" && card.dataset.state === "running";
  card.dataset.state = now.status;
  find("progress", card).value = now.done;
  find("[data-count]", card).textContent = `${countText(now.done)} / ${countText(now.total)}`;
  find("[data-steps]", card).textContent = countText(now.steps);
  const badge = find("[data-word]", card);
  badge.textContent = now.word;
  badge.className = `badge ${{ running: "live", failed: "bad" }[now.status] ?? ""}`;
  toggle(find("[data-stop]", card), now.status === "running");
  find("[data-standings]").replaceChildren(...now.standings.map(row));
  if (over) find("#announcer").textContent = t("The tournament is over.");
}

async function follow() {
  const card = find("[data-tournament]");
  // A server that does not answer now may answer next time: the page keeps asking.
  const answer = await fetch(card.dataset.tournament).catch(() => null);
  if (answer?.ok) show(await answer.json());
  if (card.dataset.state === "running") setTimeout(follow, PERIOD);
}

await loadTexts([siteTexts()]);
show(pageData("tournament-now"));
if (find("[data-tournament]").dataset.state === "running") setTimeout(follow, PERIOD);
