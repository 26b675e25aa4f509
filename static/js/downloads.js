// Downloads of a replay: a file that takes a while to be written says how far it is.

import { find, findAll } from "./dom.js";
import { loadTexts, siteTexts, t } from "./i18n.js";
import { follow, newTicket, progressBar } from "./progress.js";

const menu = find("[data-downloads]");

function prepare(event) {
  const link = event.currentTarget;
  const ticket = newTicket();
  const address = new URL(link.href);
  address.searchParams.set("ticket", ticket);
  link.href = address.href;
  findAll("[data-progress]", menu).forEach((old) => old.remove());
  const bar = progressBar(t("Writing the file …"));
  const stop = follow(menu.dataset.downloads, ticket, (done, total) => {
    if (!bar.line.isConnected && done < total) menu.append(bar.line);
    bar.show(done / total, t("Writing the file: {percent} %", { percent: Math.floor((100 * done) / total) }));
  }, () => bar.line.remove());
  setTimeout(() => {
    stop();
    bar.line.remove();
  }, 120_000);
}

if (menu) {
  await loadTexts([siteTexts()]);
  for (const link of findAll("[data-format]", menu)) link.addEventListener("click", prepare);
}
