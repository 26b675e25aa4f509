// Moves and endings in words.

import { DIRECTIONS } from "./geometry.js";

const SIDES = ["right", "up right", "up left", "left", "down left", "down right"];

const ENDINGS = {
  goal: "{name} reaches the goal",
  round_limit: "The last round is over",
  left_behind: "{loser} was left behind",
  rule_violation: "{loser} made no legal move",
  soft_timeout: "{loser} answered too late",
  hard_timeout: "{loser} did not answer",
  left: "{loser} has left",
  aborted: "The match was broken off",
};

/** One action as a short sentence. */
export function actionWords(t, action) {
  switch (action.type) {
    case "acceleration":
      return action.acc > 0 ? t("faster by {count}", { count: action.acc }) : t("slower by {count}", { count: -action.acc });
    case "turn": {
      const count = Math.abs(action.direction);
      return action.direction > 0 ? t("turn left {count}×60°", { count }) : t("turn right {count}×60°", { count });
    }
    case "advance":
      return action.distance < 0 ? t("back off the sandbank") : t("ahead {count}", { count: action.distance });
    default:
      return t("push {side}", { side: t(SIDES[DIRECTIONS.indexOf(action.direction)]) });
  }
}

export function moveWords(t, move) {
  return move.actions.length ? move.actions.map((action) => actionWords(t, action)).join(", ") : t("nothing");
}

/** How the match ended. */
export function endingWords(t, result, names) {
  const winner = result.winner?.color;
  const name = winner ? names[winner] : "";
  const loser = winner ? names[winner === "RED" ? "BLUE" : "RED"] : "";
  const reason = t(ENDINGS[result.code] ?? "The match is over", { name, loser });
  if (result.code === "aborted") return reason;
  return winner ? t("{reason}: {name} wins.", { reason, name }) : t("{reason}: a draw.", { reason });
}
