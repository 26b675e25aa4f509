// How a match ended: winners, scores, and what to do next.

import { find, h, icon, toggle } from "./dom.js";
import { playerName, t } from "./i18n.js";

export class Outcome {
  constructor(root, config) {
    this.root = root;
    this.config = config;
  }

  text(outcome, table) {
    const names = outcome.winners.map((seat) => nameOf(table, seat));
    if (outcome.reason === "aborted") return t("The match was aborted.");
    if (!names.length) return t("Nobody wins.");
    return names.length === 1 ? t("{name} wins.", { name: names[0] }) : t("{names} win.", { names: names.join(", ") });
  }

  show(outcome, table, you, replay) {
    const won = you.seat !== null && outcome.winners.includes(you.seat);
    const order = outcome.scores.map((score, seat) => ({ score, seat })).sort((a, b) => b.score - a.score);
    const place = find("[data-outcome-body]", this.root);
    place.replaceChildren(
      h("h2", {}, won ? t("You win!") : this.text(outcome, table)),
      reasonLine(outcome),
      h("ol", { class: "scores" }, order.map(({ score, seat }) => h("li", { "data-score": seat },
        h("span", { class: "seat-dot", "data-colour": seat % 6, "aria-hidden": "true" }),
        h("span", { class: "player-name" }, nameOf(table, seat)),
        outcome.winners.includes(seat) ? icon("crown") : null,
        h("strong", {}, String(score))))));
    const link = find("[data-replay-link]", this.root);
    toggle(link, Boolean(replay));
    if (replay) link.href = this.config.replays.replace("REPLAY", replay);
    toggle(this.root, true);
  }

  hide() {
    toggle(this.root, false);
  }
}

function nameOf(table, seat) {
  const found = table.seats.find((entry) => entry.seat === seat);
  return found ? playerName(found) : t("seat {number}", { number: seat + 1 });
}

/** A reason is a short code of the game; its dictionary may have words for it. */
function reasonLine(outcome) {
  const words = t(`reason ${outcome.reason}`);
  return words === `reason ${outcome.reason}` ? "" : h("p", { class: "muted" }, words);
}
