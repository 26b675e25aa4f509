// The players: points, cards in hand, knights, road, awards and pieces left.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { total } from "./words.js";

export function playersStrip(view) {
  const { state, t } = view;
  return h("ul", { class: "cplayers", "aria-label": t("Score") }, state.players.map((player) => row(view, player)));
}

function row(view, player) {
  const { state, t, seat } = view;
  const acting = view.acting(player.seat);
  const mine = player.seat === seat;
  return h("li", { class: `cplayer seat-${player.seat}${acting ? " acting" : ""}${mine ? " mine" : ""}`, "data-player": player.seat, title: piecesText(t, player) },
    h("span", { class: "cplayer-name" }, h("span", { class: "cplayer-flag", "aria-hidden": "true" }), h("span", { class: "cplayer-text" }, player.Name),
      player.owes > 0 && h("span", { class: "fact owes", title: t("must discard {count}", { count: player.owes }) }, `−${player.owes}`)),
    h("strong", { class: "cplayer-points", "data-points": player.Siegpunkte, "aria-label": t("{points} of {goal} points", { points: player.Siegpunkte, goal: state.points }) },
      String(player.Siegpunkte), h("small", {}, `/${state.points}`)),
    h("span", { class: "cplayer-facts" },
      fact("cards", total(player.Rohstoffe), t("Resource cards"), total(player.Rohstoffe) > (view.context.options?.discardLimit ?? 7) ? "many" : ""),
      fact("scroll", total(player.Entwicklungskarten), t("Development cards")),
      fact("Ritter", player.Rittermacht, player["Größte Rittermacht"] ? t("Largest Army: knights") : t("Knights"), player["Größte Rittermacht"] ? "award" : ""),
      fact("road", player.road_length, player["Längste Handelsstraße"] ? t("Longest Road") : t("Length of road"), player["Längste Handelsstraße"] ? "award" : "")));
}

function fact(name, count, label, kind = "") {
  return h("span", { class: `fact ${kind}`, title: label }, icon(name), h("span", {}, String(count)), h("span", { class: "visually-hidden" }, ` ${label}`));
}

function piecesText(t, player) {
  return t("{name}: {roads} roads, {settlements} settlements and {cities} cities left", {
    name: player.Name, roads: player.roads_left, settlements: player.villages_left, cities: player.towns_left,
  });
}
