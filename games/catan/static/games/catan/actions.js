// What is to be done now: the prompt, the dice, and the buttons that build, buy, trade and end the turn.

import { h, s } from "./dom.js";
import { icon } from "./icons.js";
import { COSTS, RESOURCES, cardsText, nameOf, nothing } from "./words.js";

const DOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export function prompt(view) {
  const { state, t } = view;
  const rolling = view.mayAct && state.you.can.includes("Würfeln");
  const ending = view.mayAct && state.you.can.includes("Zug beenden");
  return h("div", { class: `cprompt${view.mayAct ? " mine" : ""}` },
    dice(view),
    h("p", { class: "cprompt-text", "data-prompt": "" }, promptText(view)),
    rolling && h("button", { type: "button", class: "button primary", "data-do": "roll", disabled: view.busy, onclick: () => view.play.send("Würfeln", {}) }, t("Roll the dice")),
    ending && !view.mode && h("button", { type: "button", class: "button primary", "data-do": "end", disabled: view.busy, onclick: () => view.play.send("Zug beenden", {}) }, state.phase === "build" ? t("Done building") : t("End turn")),
    view.mode && !view.mode.forced && h("button", { type: "button", class: "button", "data-do": "cancel", onclick: () => view.play.cancel() }, t("Back")));
}

function dice(view) {
  const { state, t, rolled } = view;
  const thrown = state.dice;
  return h("span", { class: `cdice${rolled ? " rolled" : ""}${thrown ? "" : " idle"}`, role: "img", "data-dice": thrown ? thrown.join(",") : "", "aria-label": thrown ? t("Dice: {one} and {two}", { one: thrown[0], two: thrown[1] }) : t("Not rolled yet") },
    (thrown ?? [1, 1]).map((eyes, index) => die(eyes, index)));
}

function die(eyes, index) {
  const dots = DOTS[eyes].map((spot) => s("circle", { cx: 7 + (spot % 3) * 9, cy: 7 + Math.floor(spot / 3) * 9, r: 2.9 }));
  return s("svg", { class: `die die-${index}`, viewBox: "0 0 32 32", "aria-hidden": "true" }, s("rect", { x: 1, y: 1, width: 30, height: 30, rx: 7 }), dots);
}

function promptText(view) {
  const { state, t, mode } = view;
  if (state.phase === "over") return overText(view);
  if (view.mayAct && mode) return modeText(view);
  if (view.mayAct) {
    const texts = { roll: t("Your turn: roll the dice."), act: t("Your turn: build, trade, or end it."), build: t("Special building phase: you may build.") };
    if (state.you.answer !== null) return t("An offer for you: accept or decline.");
    return texts[state.phase] ?? t("Your turn.");
  }
  return othersText(view);
}

function overText({ state, t }) {
  const winner = state.players.find((player) => player.Siegpunkte >= state.points);
  return winner ? t("{name} wins with {points} points.", { name: winner.Name, points: winner.Siegpunkte }) : t("The game is over.");
}

function modeText({ t, mode, state }) {
  const texts = {
    discard: () => t("Seven! Choose {count} cards to give up.", { count: state.you.discard }),
    robber: () => t("Choose a field for the robber."),
    victim: () => t("Whom do you rob?"),
    roads: () => (mode.first ? t("Choose the second road.") : t("Choose the first of two roads.")),
    trade: () => t("Click your cards to give, and the bank's to get."),
    card: () => "",
    plenty: () => t("Take two cards from the bank."),
    monopoly: () => t("Which resource does everybody give you?"),
    build: () => ({
      Straße: mode.forced ? t("Place a road beside your settlement.") : t("Choose a path for the road."),
      Dorf: mode.forced ? t("Place a settlement.") : t("Choose a crossing for the settlement."),
      Stadt: t("Choose the settlement that becomes a city."),
    })[mode.typ],
  };
  return texts[mode.kind]();
}

function othersText({ state, t }) {
  const name = state.players[state.builder ?? state.current].Name;
  if (state.phase === "discard") {
    const names = state.players.filter((player) => player.owes).map((player) => player.Name).join(", ");
    return t("Seven! {names} must give up cards.", { names });
  }
  const texts = {
    setup_village: t("{name} places a settlement.", { name }), setup_road: t("{name} places a road.", { name }), roll: t("{name} is about to roll.", { name }),
    robber: t("{name} moves the robber.", { name }), act: t("{name} is building and trading.", { name }), build: t("Special building phase: {name} may build.", { name }),
  };
  return texts[state.phase] ?? "";
}

const BUTTONS = [["Straße", "road", "road"], ["Dorf", "village", "settlement"], ["Stadt", "town", "city"], ["Entwicklungskarte kaufen", "scroll", "buy"]];

/** The buttons that cost something, with what they cost; they double as the table of costs. */
export function buildButtons(view) {
  const { t, state, me, mode, play } = view;
  const left = { Straße: me.roads_left, Dorf: me.villages_left, Stadt: me.towns_left, "Entwicklungskarte kaufen": state.deck };
  const buttons = BUTTONS.map(([word, picture, action]) => {
    const able = view.mayAct && !view.busy && state.you.can.includes(word) && !mode?.forced;
    const pressed = mode?.kind === "build" && mode.typ === word;
    return h("button", {
      type: "button", class: "cbuild", "data-do": action, disabled: !able, "aria-pressed": word === "Entwicklungskarte kaufen" ? null : String(pressed),
      "aria-label": t("{what}, costs {cost}, {left} left", { what: nameOf(t, word), cost: cardsText(t, { ...nothing(), ...COSTS[word] }), left: left[word] }),
      onclick: () => (word === "Entwicklungskarte kaufen" ? play.send(word, {}) : play.build(word)),
    }, h("span", { class: "cbuild-head" }, icon(picture), h("span", {}, nameOf(t, word)), h("small", {}, String(left[word]))), costs(me, COSTS[word]));
  });
  return h("div", { class: `cbuilds seat-${view.seat}`, role: "group", "aria-label": t("Build and buy") }, buttons);
}

function costs(me, cost) {
  const icons = RESOURCES.flatMap((name) => [...Array(cost[name] ?? 0).keys()].map((number) => h("span", { class: `cost${me.Rohstoffe[name] > number ? " have" : ""}` }, icon(name))));
  return h("span", { class: "cbuild-cost", "aria-hidden": "true" }, icons);
}

/** What the bank holds, in public numbers. */
export function bank({ t, state }) {
  return h("p", { class: "cbank" },
    h("span", { "data-bank": state.bank, title: t("Resource cards in the bank") }, icon("cards"), t("Bank: {count}", { count: state.bank })),
    h("span", { "data-deck": state.deck, title: t("Development cards left to buy") }, icon("scroll"), t("Cards: {count}", { count: state.deck })),
    h("span", { class: "cbank-progress" }, progressText(t, state)));
}

function progressText(t, state) {
  const setup = state.progress.match(/^set-up (\d+) of (\d+)$/);
  if (setup) return t("Set-up {step} of {steps}", { step: setup[1], steps: setup[2] });
  const turn = state.progress.match(/^turn (\d+)$/);
  return turn ? t("Turn {number}", { number: turn[1] }) : t(state.progress);
}
