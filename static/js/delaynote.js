// Says that a table is shown to spectators later than to its players.

import { find, toggle } from "./dom.js";
import { t } from "./i18n.js";

export function showDelay(table, seated) {
  const place = find("[data-delay]");
  const seconds = table.spectator_delay ?? 0;
  place.textContent = seated ? t("spectators see it {seconds} s later", { seconds }) : t("delayed by {seconds} s", { seconds });
  toggle(place, seconds > 0);
}
