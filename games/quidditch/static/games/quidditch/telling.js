// The standard's messages as sentences for the log.

import { REASONS, capital, entity, nameOf, wordOf } from "./words.js";

const place = (delta) => `${delta.xPosNew},${delta.yPosNew}`;

const DELTAS = {
  roundChange: ({ t, delta }) => t("Round {number}", { number: delta.round }),
  phaseChange: ({ t, delta }) => ({ fanPhase: t("The fans' turn."), unbanPhase: "", gameFinish: t("The match is over.") })[delta.phase] ?? "",
  move: ({ t, delta, who }) => (entity(delta.activeEntity).side === null ? ballMove(t, delta, who) : t("{name} flies to {place}.", { name: who, place: place(delta) })),
  quaffleThrow: ({ t, delta, who, whom }) => {
    if (delta.success) return t("{name} throws the quaffle to {place}.", { name: who, place: place(delta) });
    return delta.passiveEntity ? t("{name} throws, but {other} gets the quaffle.", { name: who, other: whom }) : t("{name} throws and misses: the quaffle lands on {place}.", { name: who, place: place(delta) });
  },
  bludgerBeating: ({ t, delta, who, whom }) => t("{name} beats {ball} to {place}.", { name: who, ball: whom, place: place(delta) }),
  bludgerKnockout: ({ t, delta, who, whom }) => (delta.success ? t("{ball} knocks {name} out.", { ball: who, name: whom }) : t("{name} stands up to {ball}.", { ball: who, name: whom })),
  wrestQuaffle: ({ t, delta, who, whom }) => (delta.success ? t("{name} wrests the quaffle from {other}.", { name: who, other: whom }) : t("{name} tries to wrest the quaffle from {other}, in vain.", { name: who, other: whom })),
  foolAway: ({ t, delta, whom, who }) => t("{name} loses the quaffle to {place}.", { name: whom || who, place: place(delta) }),
  snitchCatch: ({ t, delta, who }) => (delta.success ? t("{name} catches the snitch!", { name: who }) : t("{name} misses the snitch.", { name: who })),
  goalPointsChange: ({ t, delta }) => t("Goal! {left} : {right}", { left: delta.leftPoints, right: delta.rightPoints }),
  ban: ({ t, delta, whom }) => t("The referee bans {name} for {reason}.", { name: whom, reason: wordOf(t, delta.banReason) }),
  unban: ({ t, delta, who, whom }) => t("{name} is back, on {place}.", { name: who || whom, place: place(delta) }),
  elfTeleportation: ({ t, who, whom }) => t("{name} teleports {other}.", { name: who, other: whom }),
  goblinShock: ({ t, who, whom }) => t("{name} shocks {other}.", { name: who, other: whom }),
  trollRoar: ({ t, who }) => t("{name} roars.", { name: who }),
  snitchSnatch: ({ t, who }) => t("{name} snatches at the snitch.", { name: who }),
  wombatPoo: ({ t, delta, who }) => t("{name} drops a cube on {place}.", { name: who, place: place(delta) }),
  removePoo: ({ t, delta }) => (delta.xPosNew === null && delta.xPosOld === null ? "" : t("A cube is gone.")),
};

const KINDS = { roundChange: "turn", goalPointsChange: "notice", ban: "notice", snitchCatch: "notice" };
const SOUNDS = { goalPointsChange: "win", ban: "error", quaffleThrow: "move", bludgerKnockout: "dice" };

function ballMove(t, delta, who) {
  if (delta.activeEntity === "snitch" && delta.xPosOld === null) return t("The snitch appears on {place}!", { place: place(delta) });
  return t("{ball} flies to {place}.", { ball: who, place: place(delta) });
}

function tellDelta(context, teams, delta) {
  const { t } = context;
  const text = DELTAS[delta.deltaType]?.({ t, delta, who: nameOf(t, teams, delta.activeEntity), whom: nameOf(t, teams, delta.passiveEntity) });
  if (!text) return;
  context.log(capital(text), KINDS[delta.deltaType] ?? "");
  if (SOUNDS[delta.deltaType]) context.sound(SOUNDS[delta.deltaType]);
}

/** Tell of a message: a line for the log, and a sound. */
export function tell(context, teams, payloadType, payload) {
  const { t } = context;
  if (payloadType === "matchStart") context.log(t("{left} against {right}. Both teams take their places.", { left: payload.leftTeamConfig.name, right: payload.rightTeamConfig.name }), "turn");
  else if (payloadType === "snapshot") tellDelta(context, teams, payload.lastDeltaBroadcast);
  else if (payloadType === "pauseResponse") context.log(payload.pause ? t("The match is paused.") : t("The match goes on."), "notice");
  else if (payloadType === "matchFinish") {
    const values = { name: payload.winnerUserName, left: payload.leftPoints, right: payload.rightPoints, reason: t(REASONS[payload.victoryReason] ?? payload.victoryReason) };
    context.log(payload.winnerUserName ? t("{name} wins, {left} : {right} ({reason}).", values) : t("Nobody wins, {left} : {right}.", values), "end");
  }
}
