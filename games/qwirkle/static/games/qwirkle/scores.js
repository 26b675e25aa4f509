// Above the board: who has how many points and tiles, whose turn it is, and what is left in the bag.

import { h } from "./dom.js";

/** The entries of the score list. */
export function scoreboard({ t, seat: mine }, state, info, nameOf) {
  const most = Math.max(...state.players.filter((player) => player.present).map((player) => player.score));
  const players = state.players.map((player) => {
    const turn = state.phase === "turn" && state.current === player.seat;
    const classes = ["q-player", turn && "q-turn", !player.present && "q-out", player.seat === mine && "q-me", player.seat === state.winner && "q-winner"];
    return h("li", { class: classes.filter(Boolean).join(" "), "data-player": player.seat, "data-seat-colour": player.seat % 6, "aria-current": turn ? "true" : null },
      h("span", { class: "q-name" }, nameOf(player.seat)),
      h("span", { class: player.score === most && most > 0 ? "q-score q-lead" : "q-score", "data-score": player.score, title: t("points") }, String(player.score)),
      h("span", { class: "q-count", title: t("tiles in hand") }, player.present ? "▪".repeat(Math.min(player.tiles, 12)) : t("out"),
        h("span", { class: "visually-hidden" }, player.present ? t("{count} tiles in hand", { count: player.tiles }) : "")));
  });
  const bag = h("li", { class: "q-bag", "data-bag": state.bag, title: t("tiles in the bag") },
    h("span", { class: "q-name" }, t("Bag")), h("span", { class: "q-score" }, String(state.bag)));
  return [...players, bag];
}
