// The viewer's own cards: resources, which are clicked to trade and to discard, and development cards.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { CARDS, RESOURCES, nameOf } from "./words.js";

/** A resource card. `count` stands on it, `note` below; disabled when it cannot be clicked now. */
export function resourceCard(view, name, { count, note, act, key, label, large }) {
  return h("button", {
    type: "button", class: `rcard${large ? " large" : ""}${count ? "" : " none"}`, disabled: !act, onclick: act, "data-do": act ? key : null, "data-key": name, "data-resource": name,
    "data-count": count, title: nameOf(view.t, name), "aria-label": label ?? `${count} × ${nameOf(view.t, name)}`,
  }, icon(name), h("span", { class: "rcard-count" }, String(count)), note && h("span", { class: "rcard-note" }, note));
}

/** The hand. In a mode that takes cards (trade, discard) a click on a card takes it. */
export function hand(view) {
  const { me, t, mode, play } = view;
  const taken = mode?.kind === "trade" ? mode.give : mode?.kind === "discard" ? mode.chosen : null;
  const cards = RESOURCES.map((name) => {
    const left = me.Rohstoffe[name] - (taken?.[name] ?? 0);
    const act = taken && left > 0 && play.mayTake(name) ? () => play.take(name) : null;
    const label = act ? (mode.kind === "trade" ? t("Give {name}, {count} left", { name: nameOf(t, name), count: left }) : t("Discard {name}, {count} left", { name: nameOf(t, name), count: left })) : null;
    return resourceCard(view, name, { count: left, act, key: "take", label, large: true, note: mode?.kind === "trade" ? `${me.rates[name]}:1` : null });
  });
  return h("div", { class: "chand", role: "group", "aria-label": t("Your resources") }, cards);
}

export function developmentCards(view) {
  const { me, state, t, play, mode } = view;
  const owned = CARDS.filter((name) => me.Entwicklungskarten[name]);
  if (!owned.length) return null;
  const cards = owned.map((name) => {
    const playable = state.you.playable.includes(name) && view.mayAct;
    const fresh = state.you.fresh[name];
    return h("button", {
      type: "button", class: `dcard${playable ? " playable" : ""}`, "data-do": "card", "data-key": name, "data-card": name, "data-count": me.Entwicklungskarten[name], "aria-pressed": String(mode?.kind === "card" && mode.card === name),
      onclick: () => play.open({ kind: "card", card: name }),
    }, icon(name), h("span", { class: "dcard-name" }, nameOf(t, name)), me.Entwicklungskarten[name] > 1 && h("span", { class: "dcard-count" }, `×${me.Entwicklungskarten[name]}`), fresh > 0 && h("span", { class: "dcard-fresh" }, t("new")));
  });
  return h("div", { class: "cdevelopment", role: "group", "aria-label": t("Your development cards") }, cards);
}
