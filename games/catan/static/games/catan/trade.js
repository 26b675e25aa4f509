// Trade: with the bank at one's harbours' rates, and with the others by offers that all see and answer.

import { h } from "./dom.js";
import { resourceCard } from "./hand.js";
import { icon } from "./icons.js";
import { RESOURCES, cardsText, nameOf, total } from "./words.js";

/** Why the bank does not take the trade; empty when it does. */
export function bankTrouble(t, rates, give, take) {
  if (!total(give) || !total(take)) return t("Choose cards on both sides.");
  let worth = 0;
  for (const name of RESOURCES) {
    if (give[name] % rates[name]) return t("The bank wants {rate} × {name} for one card.", { rate: rates[name], name: nameOf(t, name) });
    worth += give[name] / rates[name];
  }
  return worth === total(take) ? "" : t("For these cards the bank gives {count}.", { count: worth });
}

export function tradeButton(view) {
  const { t, state, play, mode } = view;
  const able = view.mayAct && !mode?.forced && (state.you.can.includes("Seehandel") || state.you.can.includes("Handel anbieten"));
  return h("button", { type: "button", class: "cbuild ctrade-open", "data-do": "trade", disabled: !able, "aria-pressed": String(mode?.kind === "trade"), onclick: () => play.trade() },
    h("span", { class: "cbuild-head" }, icon("trade"), h("span", {}, t("Trade"))));
}

/** The panel in which a trade is put together. */
export function tradePanel(view) {
  const { t, state, mode, play, me } = view;
  if (mode?.kind !== "trade") return null;
  const trouble = bankTrouble(t, me.rates, mode.give, mode.take);
  const offering = state.trading && total(mode.give) > 0 && total(mode.take) > 0;
  return h("section", { class: "cpanel ctrade", "aria-label": t("Trade") },
    side(view, t("You give"), mode.give, "give"),
    h("span", { class: "ctrade-arrow", "aria-hidden": "true" }, icon("trade")),
    side(view, t("You get"), mode.take, "get"),
    h("div", { class: "cpanel-buttons" },
      h("button", { type: "button", class: "button primary", "data-do": "bank", disabled: Boolean(trouble) || view.busy, title: trouble, onclick: () => play.tradeWithBank() }, t("Trade with the bank")),
      state.trading && h("button", { type: "button", class: "button", "data-do": "offer", disabled: !offering || view.busy, onclick: () => play.offer() }, t("Offer to players"))),
    h("p", { class: "cpanel-note" }, trouble && total(mode.give) && total(mode.take) ? trouble : t("Click a chosen card to take it back.")));
}

function side(view, title, cards, which) {
  const { t, play } = view;
  const give = which === "give";
  const pile = RESOURCES.map((name) => {
    const label = give ? t("Take back {name}", { name: nameOf(t, name) }) : t("{count} × {name} wanted: one more", { count: cards[name], name: nameOf(t, name) });
    const act = give ? (cards[name] ? () => play.giveBack(name) : null) : view.mode.give[name] ? null : () => play.want(name, 1);
    const card = resourceCard(view, name, { count: cards[name], act, key: which, label });
    const less = !give && cards[name] > 0 && h("button", { type: "button", class: "rcard-less", "data-do": "less", "data-key": name, "aria-label": t("One {name} less", { name: nameOf(t, name) }), onclick: () => play.want(name, -1) }, "−");
    return h("span", { class: "rcard-place" }, card, less);
  });
  return h("div", { class: "ctrade-side" }, h("h3", {}, title), h("div", { class: "ctrade-cards" }, pile));
}

/** The open offers: the maker chooses among those who accepted; the others answer. */
export function offers(view) {
  const { t, state } = view;
  if (!state.offers.length) return null;
  return h("section", { class: "cpanel coffers", "aria-label": t("Offers") }, state.offers.map((offer) => offerRow(view, offer)));
}

function offerRow(view, offer) {
  const { t, state, seat } = view;
  const maker = state.players[offer.seat];
  return h("div", { class: `coffer seat-${offer.seat}`, "data-offer": offer.id },
    h("p", { class: "coffer-text" }, h("strong", {}, maker.Name), " ", t("gives"), cards(t, offer.give), t("for"), cards(t, offer.take)),
    h("div", { class: "coffer-answers" }, state.players.filter((player) => player.seat !== offer.seat).map((player) => answer(view, offer, player))),
    offer.seat === seat && view.mayAct && h("button", { type: "button", class: "button slim", "data-do": "withdraw", "data-key": offer.id, onclick: () => view.play.send("Handel abbrechen", { "Handel id": offer.id }) }, t("Withdraw")),
    offer.seat !== seat && view.playing && own(view, offer));
}

function cards(t, pile) {
  return h("span", { class: "coffer-cards", role: "img", "aria-label": ` ${cardsText(t, pile)} ` }, RESOURCES.filter((name) => pile[name]).map((name) => h("span", { class: "coffer-card" }, `${pile[name]}`, icon(name))));
}

function answer(view, offer, player) {
  const { t, seat } = view;
  const said = offer.accepted.includes(player.seat) ? "yes" : offer.declined.includes(player.seat) ? "no" : "wait";
  const words = { yes: t("{name} accepts", { name: player.Name }), no: t("{name} declines", { name: player.Name }), wait: t("{name} is thinking", { name: player.Name }) }[said];
  const shown = [h("span", { class: "cplayer-flag", "aria-hidden": "true" }), h("span", { class: "coffer-name" }, player.Name), icon(said)];
  if (said === "yes" && offer.seat === seat && view.mayAct) {
    return h("button", { type: "button", class: `coffer-answer ${said} seat-${player.seat}`, "data-do": "close", "data-key": `${offer.id}-${player.seat}`, "aria-label": t("Trade with {name}", { name: player.Name }), onclick: () => view.play.send("Handel abschließen", { "Handel id": offer.id, Mitspieler: player.id }) }, shown, h("span", { class: "coffer-go" }, t("Trade")));
  }
  return h("span", { class: `coffer-answer ${said} seat-${player.seat}`, "data-answer": said, title: words }, shown, h("span", { class: "visually-hidden" }, words));
}

function own(view, offer) {
  const { t, seat, me, play } = view;
  const accepted = offer.accepted.includes(seat);
  const able = RESOURCES.every((name) => me.Rohstoffe[name] >= offer.take[name]);
  const send = (accept) => play.send("Handel annehmen", { "Handel id": offer.id, Annehmen: accept });
  return h("div", { class: "coffer-own" },
    !accepted && h("button", { type: "button", class: "button primary slim", "data-do": "accept", "data-key": offer.id, disabled: !able || view.busy, title: able ? null : t("You do not have these cards."), onclick: () => send(true) }, t("Accept")),
    accepted && h("button", { type: "button", class: "button slim", "data-do": "retract", "data-key": offer.id, onclick: () => play.send("Handel abbrechen", { "Handel id": offer.id }) }, t("Take back")),
    !accepted && !offer.declined.includes(seat) && h("button", { type: "button", class: "button slim", "data-do": "decline", "data-key": offer.id, disabled: view.busy, onclick: () => send(false) }, t("Decline")));
}
