// Everything beside the pitch: the score, what is asked, the two teams with their fans and the bench.

import { h } from "./dom.js";
import { fanSign, ballSign, picture, roleSign } from "./signs.js";
import { REASONS, ROLES, SIDES, entity, inkOn, playerEntity, roleText, wordOf } from "./words.js";

const PHASES = ["ballPhase", "playerPhase", "fanPhase", "unbanPhase"];

// --- the score ------------------------------------------------------------------------------------------------------------
export function scoreBoard(view) {
  const { t, state } = view;
  const shown = state.snapshot;
  return h("div", { class: "qscore" },
    crest(view, 0),
    h("div", { class: "qscore-middle" },
      h("div", { class: "qscore-points", role: "img", "aria-label": t("{left} to {right} points", points(shown)) }, h("span", { "data-points": 0 }, String(points(shown).left)), h("i", {}, ":"), h("span", { "data-points": 1 }, String(points(shown).right))),
      h("div", { class: "qscore-round", "data-round": shown?.round ?? 0 }, roundText(view)),
      h("ol", { class: "qphases", "aria-label": t("Phase") }, PHASES.map((phase) => h("li", { class: shown?.phase === phase ? "now" : "", "aria-current": shown?.phase === phase ? "step" : null, "data-phase": phase }, wordOf(t, phase))))),
    crest(view, 1));
}

const points = (shown) => ({ left: shown?.leftTeam.points ?? 0, right: shown?.rightTeam.points ?? 0 });

function roundText({ t, state }) {
  const round = state.snapshot?.round;
  if (!round) return t("Formation");
  return round > state.maxRounds ? t("Overtime, round {round}", { round }) : t("Round {round} of {most}", { round, most: state.maxRounds });
}

function crest(view, side) {
  const team = view.state.teams[side];
  const image = view.images[side];
  return h("div", { class: `qcrest qcrest-${side}${view.acting(side) ? " acting" : ""}`, "data-team": SIDES[side] },
    image ? h("img", { class: "qcrest-image", src: `data:image/png;base64,${image}`, alt: "", width: 48, height: 48 }) : h("span", { class: "qcrest-image", "aria-hidden": "true" }),
    h("span", { class: "qcrest-text" }, h("b", {}, team.name), h("small", { title: team.motto }, view.playerName(side), view.seat === side ? ` (${view.t("you")})` : "")));
}

// --- what is asked --------------------------------------------------------------------------------------------------------
export function prompt(view) {
  return h("div", { class: `qprompt${view.mayAct ? " mine" : ""}` },
    h("p", { class: "qprompt-text", "data-prompt": "" }, promptText(view)),
    h("div", { class: "qprompt-buttons" }, view.mayAct ? (view.forming ? formationButtons(view) : turnButtons(view)) : null),
    view.limited && h("div", { class: "qclock", "aria-hidden": "true" }, h("i", { "data-clock": "" })));
}

function promptText(view) {
  const { t, state, info } = view;
  if (state.result) return resultText(view);
  if (info.paused) return t("The match is paused.");
  if (view.forming) {
    if (view.mayAct) return view.desk.picked === null ? t("Set up your team: drag your players, or choose one and then a cell.") : t("Put {name} on a cell.", { name: view.desk.label(view.desk.picked) });
    return t("The teams take their places.");
  }
  if (view.mayAct) return view.turn.text(state, view.extra);
  if (!state.next) return meanwhile(t)[state.snapshot.phase] ?? "";
  const { side } = entity(state.next.turn);
  const asked = { move: t("{who}: {name} is about to move.", view.asked), action: t("{who}: {name} is about to act.", view.asked), fan: t("{who}: {name} may interfere.", view.asked), removeBan: t("{who}: {name} comes back.", view.asked) };
  return asked[state.next.type] ?? view.playerName(side);
}

function meanwhile(t) {
  return { ballPhase: t("The balls fly …"), playerPhase: t("The referee looks …"), fanPhase: t("The crowd roars …"), unbanPhase: t("The referee looks at the bench …") };
}

function resultText({ t, state, playerName }) {
  const { winner, victoryReason } = state.result;
  const reason = t(REASONS[victoryReason] ?? victoryReason);
  return winner === null ? t("The match is over. Nobody wins ({reason}).", { reason }) : t("{name} wins: {reason}.", { name: playerName(winner), reason });
}

function formationButtons({ t, desk }) {
  return [
    h("button", { type: "button", class: "button", "data-do": "suggest", disabled: !desk.cells || desk.busy, onclick: () => desk.another() }, t("Another formation")),
    h("button", { type: "button", class: "button primary", "data-do": "formation", disabled: !desk.cells || desk.busy, onclick: () => desk.send() }, t("To the match")),
  ];
}

function turnButtons(view) {
  const { t, turn, state } = view;
  const { hints, busy } = turn;
  const { type } = state.next;
  const button = (name, text, run, kind = "") => h("button", { type: "button", class: `button ${kind}`, "data-do": name, disabled: busy, onclick: run }, text);
  const skips = { move: t("Stay"), action: t("Do nothing"), fan: t("Just watch"), removeBan: t("Anywhere") };
  return [
    (hints?.bludgers?.length ?? 0) > 1 && bludgerChoice(view),
    hints?.wrest && button("wrest", turn.wrestText(), () => turn.wrest(), "primary"),
    ["trollRoar", "snitchSnatch"].includes(hints?.deltaType) && button("interfere", hints.deltaType === "trollRoar" ? t("Roar!") : t("Snatch!"), () => turn.interfere(), "primary"),
    button("skip", skips[type], () => turn.skip()),
    type === "fan" && button("rest", t("All fans rest this round"), () => turn.rest(), "quiet"),
  ];
}

function bludgerChoice({ t, turn, board }) {
  return h("span", { class: "segmented", role: "group", "aria-label": t("Which bludger?") }, turn.hints.bludgers.map((name) =>
    h("button", { type: "button", "data-do": "bludger", "data-key": name, "aria-pressed": String(turn.bludger === name), onclick: () => { turn.bludger = name; board.changed(); } }, wordOf(t, name))));
}

// --- the teams ------------------------------------------------------------------------------------------------------------
export function teamPanel(view, side) {
  const { t, state } = view;
  const team = state.teams[side];
  const shown = state.snapshot?.[`${SIDES[side]}Team`];
  const banned = shown ? ROLES.filter((role) => shown.players[role].banned) : [];
  return h("section", { class: `qteam qteam-${side}`, "aria-label": team.name, "data-panel": SIDES[side] },
    h("h2", {}, team.name),
    h("ul", { class: "qroster" }, ROLES.map((role) => player(view, side, role, team.players[role], shown?.players[role]))),
    h("div", { class: "qfans", role: "group", "aria-label": t("Fans") }, fans(view, side, team, shown)),
    h("div", { class: `qbench${banned.length >= 3 ? " danger" : ""}`, "data-bench": SIDES[side] }, h("b", {}, t("Bench")), banned.length ? banned.map((role) => token(team, side, role)) : h("span", { class: "muted" }, t("empty"))));
}

function token(team, side, role) {
  const chip = h("span", { class: `qtoken qtoken-${side}`, title: team.players[role].name, "data-banned": role }, picture(roleSign(role), "role"));
  chip.style.background = `#${team.colors.primary}`;
  chip.style.color = inkOn(team.colors.primary);
  chip.style.borderColor = `#${team.colors.secondary}`;
  return chip;
}

function player(view, side, role, config, shown) {
  const { t, state } = view;
  const name = playerEntity(side, role);
  const marks = [
    shown?.holdsQuaffle && picture(ballSign("quaffle"), "mark"),
    shown?.holdsBludger && picture(ballSign("bludger1"), "mark"),
    shown?.knockout && h("span", { class: "badge warn" }, t("knocked out")),
    shown?.banned && h("span", { class: "badge bad" }, t("banned")),
  ];
  return h("li", { class: `qplayer${state.next?.turn === name ? " turn" : ""}${shown?.turnUsed ? " used" : ""}`, "data-player": name },
    token(state.teams[side], side, role), h("span", { class: "qplayer-name" }, config.name, h("small", {}, `${roleText(t, role)} · ${wordOf(t, config.broom)}`)), marks);
}

function fans(view, side, team, shown) {
  const { t, state } = view;
  const list = shown?.fans ?? kinds(team).map((fanType) => ({ fanType, banned: false, turnUsed: false }));
  const asked = state.next && entity(state.next.turn).side === side ? entity(state.next.turn).role : null;
  const now = list.findIndex((fan) => fan.fanType === asked && !fan.banned && !fan.turnUsed);
  return list.map((fan, index) => {
    const status = fan.banned ? t("banned") : fan.turnUsed ? t("done") : t("waiting");
    return h("span", { class: `qfan${fan.banned ? " banned" : ""}${fan.turnUsed ? " used" : ""}${index === now ? " turn" : ""}`, role: "img", "aria-label": `${wordOf(t, fan.fanType)}: ${status}`, title: `${wordOf(t, fan.fanType)}: ${status}`, "data-fan": fan.fanType }, fanSign(fan.fanType));
  });
}

function kinds(team) {
  const fields = { goblin: "goblins", troll: "trolls", elf: "elves", niffler: "nifflers", wombat: "wombats" };
  return Object.entries(fields).flatMap(([kind, field]) => Array(team.fans[field]).fill(kind));
}
