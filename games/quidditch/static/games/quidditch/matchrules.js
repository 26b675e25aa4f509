// What a matchConfig must be: the same defaults and rules as on the server.

import { Wrong, isObject } from "./files.js";

export const ROUNDS = [13, 100];
const LONGEST = 86400000;

export function newMatch() {
  return {
    maxRounds: 20,
    timings: {
      teamFormationTimeout: 120000, playerTurnTimeout: 30000, fanTurnTimeout: 20000, unbanTurnTimeout: 20000,
      minPlayerPhaseAnimationDuration: 400, minFanPhaseAnimationDuration: 300, minBallPhaseAnimationDuration: 400, minUnbanPhaseAnimationDuration: 300,
    },
    probabilities: {
      throwSuccess: 0.92, knockOut: 0.4, catchSnitch: 0.4, catchQuaffle: 0.3, wrestQuaffle: 0.4,
      extraMove: { tinderblast: 0.3, cleansweep11: 0.4, comet260: 0.5, nimbus2001: 0.6, firebolt: 0.7 },
      foulDetection: { flacking: 0.6, haversacking: 0.6, stooging: 0.5, blatching: 0.5, snitchnip: 0.6 },
      fanFoulDetection: { elfTeleportation: 0.25, goblinShock: 0.2, trollRoar: 0.15, snitchSnatch: 0.2, wombatPoo: 0.15 },
    },
  };
}

/** A configuration with all fields and no others; what is missing gets its default, what is wrong stays to be shown. */
export function completed(given, model = newMatch()) {
  return Object.fromEntries(Object.entries(model).map(([name, value]) => {
    const found = given[name] ?? value;
    return [name, isObject(value) ? completed(isObject(found) ? found : {}, value) : found];
  }));
}

/** Every number of a configuration as [path, value]. */
export function leaves(model, path = "") {
  return Object.entries(model).flatMap(([name, value]) => (isObject(value) ? leaves(value, `${path}${name}.`) : [[`${path}${name}`, value]]));
}

export function matchFaults(match) {
  return leaves(match).flatMap(([path, value]) => {
    if (path === "maxRounds") return Number.isInteger(value) && value >= ROUNDS[0] && value <= ROUNDS[1] ? [] : [new Wrong(path, "must be an integer from {least} to {most}", { least: ROUNDS[0], most: ROUNDS[1] })];
    if (path.startsWith("timings.")) return Number.isInteger(value) && value >= 0 && value <= LONGEST ? [] : [new Wrong(path, "must be an integer of milliseconds from 0 to {most}", { most: LONGEST })];
    return typeof value === "number" && value >= 0 && value <= 1 ? [] : [new Wrong(path, "must be a number from 0 to 1")];
  });
}
