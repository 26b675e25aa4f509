// Names of the standard and what they are called on the page.

export const SIDES = ["left", "right"];
export const ROLES = ["seeker", "keeper", "chaser1", "chaser2", "chaser3", "beater1", "beater2"];
export const BALLS = ["quaffle", "bludger1", "bludger2", "snitch"];
export const FAN_KINDS = ["goblin", "troll", "elf", "niffler", "wombat"];
export const BROOMS = ["tinderblast", "cleansweep11", "comet260", "nimbus2001", "firebolt"];

const TEXTS = {
  seeker: "seeker", keeper: "keeper", chaser: "chaser", beater: "beater",
  quaffle: "the quaffle", bludger1: "bludger 1", bludger2: "bludger 2", snitch: "the snitch",
  goblin: "goblin", troll: "troll", elf: "elf", niffler: "niffler", wombat: "wombat",
  tinderblast: "Tinderblast", cleansweep11: "Cleansweep 11", comet260: "Comet 260", nimbus2001: "Nimbus 2001", firebolt: "Firebolt",
  flacking: "flacking", haversacking: "haversacking", stooging: "stooging", blatching: "blatching", snitchnip: "snitchnip",
  elfTeleportation: "teleportation", goblinShock: "shock", trollRoar: "roar", snitchSnatch: "snitch snatch", wombatPoo: "cube throwing",
  ballPhase: "Balls", playerPhase: "Players", fanPhase: "Fans", unbanPhase: "Bench", gameFinish: "Over",
};

export const wordOf = (t, word) => t(TEXTS[word] ?? word);

export const REASONS = {
  mostPoints: "more points",
  pointsEqualSnitchCatch: "equal points, but the snitch",
  disqualification: "the other team is disqualified",
  bothDisqualificationMostPoints: "both are disqualified, more points",
  bothDisqualificationPointsEqualSnitchCatch: "both are disqualified, but the snitch",
  bothDisqualificationPointsEqualLastDisqualification: "both are disqualified, the others first",
  violationOfProtocol: "the other team is gone or late",
  aborted: "the match was ended",
};

/** "leftChaser2" -> {side: 0, role: "chaser2"}; balls have no side. */
export function entity(name) {
  const side = SIDES.findIndex((one) => name.startsWith(one));
  if (side < 0) return { side: null, role: name };
  const rest = name.slice(SIDES[side].length);
  return { side, role: rest[0].toLowerCase() + rest.slice(1) };
}

export const playerEntity = (side, role) => SIDES[side] + role[0].toUpperCase() + role.slice(1);

/** A role in words: "chaser 2". */
export function roleText(t, role) {
  const [, name, number] = role.match(/^(\D+)(\d?)$/);
  return number ? `${wordOf(t, name)} ${number}` : wordOf(t, name);
}

/** Who or what an entity is, in words, with the teams of the match. */
export function nameOf(t, teams, name) {
  if (!name) return "";
  const { side, role } = entity(name);
  if (side === null) return wordOf(t, role);
  const team = teams?.[side];
  if (FAN_KINDS.includes(role)) return fanText(t, role, team?.name ?? "");
  return team?.players?.[role]?.name ?? roleText(t, role);
}

function fanText(t, kind, team) {
  const texts = {
    goblin: t("a goblin of {team}", { team }), troll: t("a troll of {team}", { team }), elf: t("an elf of {team}", { team }),
    niffler: t("a niffler of {team}", { team }), wombat: t("a wombat of {team}", { team }),
  };
  return texts[kind];
}

export const percent = (odds) => `${Math.round(odds * 100)} %`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Black or white, whichever can be read on the colour ("1F4E9E"). */
export function inkOn(color) {
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.3 ? "#15110c" : "#ffffff";
}
