// What a teamConfig must be: the same rules as on the server, all of them at once, so that every field can say its own.

import { Wrong, isObject } from "./files.js";
import { readPng } from "./png.js";
import { BROOMS, ROLES } from "./words.js";

export const FAN_FIELDS = ["goblins", "trolls", "elves", "nifflers", "wombats"];
export const FANS = 7;
export const IMAGE_SIZE = 256;
const NAME = /^[a-zA-Z0-9 ]{3,40}$/;
const MOTTO = /^[a-zA-Z0-9 .,:;?!'-]{3,200}$/;
const COLOR = /^[0-9A-F]{6}$/;
const MOST_OF_A_SEX = 4;
const NAME_RULE = "must be 3 to 40 letters, digits and blanks";

/** A valid team but for its picture, which the editor draws. */
export function newTeam() {
  const names = ["Ada Wing", "Bruno Wall", "Cleo Swift", "Dario Dart", "Edda Storm", "Falk Club", "Greta Bat"];
  const brooms = ["firebolt", "tinderblast", "nimbus2001", "comet260", "nimbus2001", "cleansweep11", "comet260"];
  return {
    name: "My Team", motto: "Fly high, think twice!", colors: { primary: "1F4E9E", secondary: "C9A227" }, image: "",
    fans: { goblins: 2, trolls: 1, elves: 1, nifflers: 1, wombats: 2 },
    players: Object.fromEntries(ROLES.map((role, i) => [role, { name: names[i], broom: brooms[i], sex: i % 2 ? "m" : "f" }])),
  };
}

/** A team with all fields of the standard and no others; what the file lacks is empty. */
export function shaped(given) {
  const part = (value) => (isObject(value) ? value : {});
  return {
    name: given.name ?? "", motto: given.motto ?? "",
    colors: { primary: part(given.colors).primary ?? "", secondary: part(given.colors).secondary ?? "" },
    image: typeof given.image === "string" ? withoutPrefix(given.image) : "",
    fans: Object.fromEntries(FAN_FIELDS.map((field) => [field, part(given.fans)[field] ?? null])),
    players: Object.fromEntries(ROLES.map((role) => {
      const player = part(part(given.players)[role]);
      return [role, { name: player.name ?? "", broom: player.broom ?? "", sex: player.sex ?? "" }];
    })),
  };
}

/** Everything wrong with a team, as a list of Wrong. */
export function teamFaults(team, balanced = true) {
  return [...textFaults(team), ...imageFaults(team.image), ...fanFaults(team.fans), ...playerFaults(team.players, balanced)];
}

const fits = (value, pattern) => typeof value === "string" && pattern.test(value);

function textFaults(team) {
  const faults = [];
  if (!fits(team.name, NAME)) faults.push(new Wrong("name", NAME_RULE));
  if (!fits(team.motto, MOTTO)) faults.push(new Wrong("motto", "must be 3 to 200 letters, digits, blanks and .,:;?!'-"));
  for (const which of ["primary", "secondary"]) if (!fits(team.colors[which], COLOR)) faults.push(new Wrong(`colors.${which}`, "must be six upper-case hexadecimal digits"));
  if (team.colors.primary === team.colors.secondary) faults.push(new Wrong("colors.secondary", "must differ from the first colour"));
  return faults;
}

function fanFaults(fans) {
  const faults = FAN_FIELDS.filter((field) => !Number.isInteger(fans[field]) || fans[field] < 1).map((field) => new Wrong(`fans.${field}`, "must be an integer of at least 1"));
  const sum = FAN_FIELDS.reduce((total, field) => total + (Number.isInteger(fans[field]) ? fans[field] : 0), 0);
  if (!faults.length && sum !== FANS) faults.push(new Wrong("fans", "must add up to {count}, not {sum}", { count: FANS, sum }));
  return faults;
}

function playerFaults(players, balanced) {
  const faults = [];
  for (const role of ROLES) {
    const player = players[role];
    if (!fits(player.name, NAME)) faults.push(new Wrong(`players.${role}.name`, NAME_RULE));
    if (!BROOMS.includes(player.broom)) faults.push(new Wrong(`players.${role}.broom`, "must be one of the five brooms"));
    if (!["m", "f"].includes(player.sex)) faults.push(new Wrong(`players.${role}.sex`, "must be m or f"));
  }
  const missing = BROOMS.filter((broom) => !ROLES.some((role) => players[role].broom === broom));
  if (missing.length) faults.push(new Wrong("players", "must use each broom at least once; missing: {brooms}", { brooms: missing.join(", ") }));
  const most = Math.max(...["m", "f"].map((sex) => ROLES.filter((role) => players[role].sex === sex).length));
  if (balanced && most > MOST_OF_A_SEX) faults.push(new Wrong("players", "must not have more than {count} of the same sex", { count: MOST_OF_A_SEX }));
  return faults;
}

// --- the picture ----------------------------------------------------------------------------------------------------------
export function withoutPrefix(image) {
  return image.startsWith("data:") ? image.slice(image.indexOf(",") + 1) : image;
}

export function imageFaults(image) {
  if (!image) return [new Wrong("image", "is missing")];
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(image) || image.length % 4) return [new Wrong("image", "must be base64")];
  const found = readPng(Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0)));
  if (!found) return [new Wrong("image", "must be a PNG")];
  if (!found.whole) return [new Wrong("image", "must be a whole PNG; a part of it is cut off or damaged")];
  const { width, height } = found;
  if (width === IMAGE_SIZE && height === IMAGE_SIZE) return [];
  return [new Wrong("image", "must be {size} by {size} pixels, not {width} by {height}", { size: IMAGE_SIZE, width, height })];
}
