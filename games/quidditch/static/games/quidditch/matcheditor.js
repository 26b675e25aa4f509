// The match editor: reads, checks and writes a matchConfig.

import { h } from "./dom.js";
import { EditorForm } from "./editorform.js";
import { ROUNDS, completed, matchFaults, newMatch } from "./matchrules.js";
import { capital, wordOf } from "./words.js";

const LABELS = {
  teamFormationTimeout: "Formation", playerTurnTimeout: "A player's turn", fanTurnTimeout: "A fan's turn", unbanTurnTimeout: "Coming back from the bench",
  minPlayerPhaseAnimationDuration: "After players", minFanPhaseAnimationDuration: "After fans", minBallPhaseAnimationDuration: "After balls", minUnbanPhaseAnimationDuration: "After the bench",
  throwSuccess: "Throw succeeds, each cell", knockOut: "Bludger knocks out", catchSnitch: "Snitch is caught", catchQuaffle: "Quaffle is intercepted", wrestQuaffle: "Quaffle is wrested",
};
const GROUPS = [
  ["timings", "Time for an answer, and least time between snapshots, in milliseconds"],
  ["probabilities", "Probabilities, from 0 to 1"],
  ["probabilities.extraMove", "Extra move, by broom"],
  ["probabilities.foulDetection", "The referee sees a player's foul"],
  ["probabilities.fanFoulDetection", "The referee sees a fan's foul"],
];

export class MatchEditor {
  constructor(root, t) {
    const form = new EditorForm(root, { name: "match", payloadType: "matchConfig", fresh: newMatch, shape: (given) => completed(given), faults: matchFaults, file: () => "match.json" }, t);
    root.replaceChildren(
      form.fileBar(),
      form.number("maxRounds", t("Rounds before overtime"), { min: ROUNDS[0], max: ROUNDS[1], step: 1 }),
      ...GROUPS.map(([path, title]) => h("fieldset", {}, h("legend", {}, t(title)), h("div", { class: "fields" }, numbers(form, path, t)))));
    form.fill();
    this.form = form;
  }
}

function numbers(form, path, t) {
  const group = path.split(".").reduce((part, name) => part[name], form.model);
  return Object.entries(group).filter(([, value]) => typeof value === "number").map(([name]) => {
    const label = LABELS[name] ? t(LABELS[name]) : capital(wordOf(t, name));
    return form.number(`${path}.${name}`, label, path === "timings" ? { min: 0, step: 100 } : { min: 0, max: 1, step: 0.05 });
  });
}
