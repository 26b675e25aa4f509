// Panels in which something is chosen: cards to discard, a victim, a card to play, resources to take.

import { h } from "./dom.js";
import { resourceCard } from "./hand.js";
import { icon } from "./icons.js";
import { RESOURCES, RULES, nameOf, total } from "./words.js";

/** The panel of the mode the viewer is in, or null. */
export function choicePanel(view) {
  const panels = { discard, victim, card, plenty, monopoly };
  return view.mode && view.mayAct && panels[view.mode.kind] ? panels[view.mode.kind](view) : view.mode?.kind === "card" ? card(view) : null;
}

function discard(view) {
  const { t, mode, play, state } = view;
  const count = total(mode.chosen);
  const pile = RESOURCES.filter((name) => mode.chosen[name]).map((name) =>
    resourceCard(view, name, { count: mode.chosen[name], act: () => play.giveBack(name), key: "keep", label: t("Keep {name}", { name: nameOf(t, name) }) }));
  return h("section", { class: "cpanel", "aria-label": t("Discard") },
    h("div", { class: "ctrade-cards" }, pile.length ? pile : h("span", { class: "cpanel-note" }, t("Click the cards of your hand that you give up."))),
    h("div", { class: "cpanel-buttons" },
      h("button", { type: "button", class: "button primary", "data-do": "discard", disabled: count !== state.you.discard || view.busy, onclick: () => play.discard() }, t("Give up {count} of {needed}", { count, needed: state.you.discard }))));
}

function victim(view) {
  const { t, mode, play, state } = view;
  const there = state.players.filter((player) => mode.victims.includes(player.id));
  return h("section", { class: "cpanel", "aria-label": t("Whom do you rob?") },
    h("div", { class: "cpanel-buttons" }, there.map((player) =>
      h("button", { type: "button", class: `button cvictim seat-${player.seat}`, "data-do": "victim", "data-key": player.seat, onclick: () => play.rob(mode.place, player.id) },
        h("span", { class: "cplayer-flag", "aria-hidden": "true" }), player.Name, h("small", {}, t("{count} cards", { count: total(player.Rohstoffe) }))))));
}

function card(view) {
  const { t, mode, play, state } = view;
  const playable = state.you?.playable.includes(mode.card) && view.mayAct;
  return h("section", { class: "cpanel ccard", "aria-label": nameOf(t, mode.card) },
    icon(mode.card),
    h("div", {}, h("h3", {}, nameOf(t, mode.card)), h("p", {}, t(RULES[mode.card])), !playable && mode.card !== "Siegpunkt" && h("p", { class: "cpanel-note" }, whyNot(view))),
    h("div", { class: "cpanel-buttons" }, playable && h("button", { type: "button", class: "button primary", "data-do": "play", "data-key": mode.card, disabled: view.busy, onclick: () => play.playCard(mode.card) }, t("Play"))));
}

function whyNot({ t, state, me, mode, mayAct }) {
  if (!mayAct || !["roll", "act"].includes(state.phase)) return t("Cards are played in your own turn.");
  if (me.Entwicklungskarten[mode.card] === state.you.fresh[mode.card]) return t("Bought just now: it can be played from your next turn on.");
  return t("It cannot be played now: only one card a turn, and it must have an effect.");
}

function plenty(view) {
  const { t, mode, play, state } = view;
  const count = total(mode.chosen);
  const needed = Math.min(2, state.bank);
  const enough = count === needed || (count === 1 && view.context.options?.plenty === "upToTwo");
  const pile = RESOURCES.map((name) => h("span", { class: "rcard-place" },
    resourceCard(view, name, { count: mode.chosen[name], act: count < needed ? () => play.choose(name, 1) : null, key: "choose", label: t("Take {name}", { name: nameOf(t, name) }), large: true }),
    mode.chosen[name] > 0 && h("button", { type: "button", class: "rcard-less", "data-do": "less", "data-key": name, "aria-label": t("One {name} less", { name: nameOf(t, name) }), onclick: () => play.choose(name, -1) }, "−")));
  return h("section", { class: "cpanel", "aria-label": nameOf(t, "Erfindung") },
    h("div", { class: "ctrade-cards" }, pile),
    h("div", { class: "cpanel-buttons" }, h("button", { type: "button", class: "button primary", "data-do": "confirm", disabled: !enough || view.busy, onclick: () => play.plenty() }, t("Take these cards"))));
}

function monopoly(view) {
  const { t, play } = view;
  return h("section", { class: "cpanel", "aria-label": nameOf(t, "Monopol") },
    h("div", { class: "cpanel-buttons" }, RESOURCES.map((name) =>
      h("button", { type: "button", class: "button", "data-do": "monopoly", "data-key": name, disabled: view.busy, onclick: () => play.send("Monopol", { Rohstoff: name }) }, icon(name), nameOf(t, name)))));
}
