// The viewer's own turn: what the one who is asked can do, and the answer to the server.

import { cellOf, crossed, isRing, keyAt } from "./pitch.js";
import { capital, nameOf, percent, wordOf } from "./words.js";

const NOTHING = { success: null, xPosOld: null, yPosOld: null, xPosNew: null, yPosNew: null, passiveEntity: null, phase: null, leftPoints: null, rightPoints: null, round: null, banReason: null };

export class Turn {
  constructor(board) {
    this.board = board;
    this.key = "";
    this.hints = null;
    this.bludger = null;
    this.picked = null;
    this.busy = false;
    this.resting = null;
  }

  /** Ask the server what is possible, once for every question. */
  follow(state, info, mine) {
    const next = mine ? state.next : null;
    const key = next ? `${info.step} ${next.turn} ${next.type}` : "";
    if (key === this.key) return;
    Object.assign(this, { key, hints: null, bludger: null, picked: null, busy: false });
    if (!next) return;
    if (next.type === "fan" && this.resting === state.snapshot?.round) {
      this.skip();
      return;
    }
    this.board.context.ask("turn", null).then((hints) => {
      if (this.key !== key) return;
      this.hints = hints;
      this.bludger = hints?.bludgers?.[0] ?? null;
      this.board.changed();
    }).catch(() => {});
  }

  // --- places -----------------------------------------------------------------------------------------------------------
  /** key -> {kind, label, text, heat} of every cell that can be chosen now. */
  targets() {
    const { hints } = this;
    const targets = new Map();
    if (!hints || this.busy) return targets;
    const add = (position, target) => targets.set(keyAt(position), target);
    const { t } = this.board.context;
    for (const move of hints.moves ?? []) add(move, { kind: Object.keys(move.fouls).length ? "foul" : "move", label: this.moveText(move), text: Object.keys(move.fouls).length ? "!" : "" });
    for (const aim of hints.throws ?? []) add(aim, { kind: !this.scores(aim) ? "throw" : aim.goal === this.board.context.seat ? "goal" : "own", label: this.throwText(aim), text: String(Math.round(aim.odds * 100)), heat: aim.odds.toFixed(2) });
    for (const aim of hints.beats ?? []) add(aim, { kind: aim.victim ? "hit" : "beat", label: this.beatText(aim) });
    if (hints.wrest) add(this.board.positionOf(hints.wrest.victim), { kind: "hit", label: this.wrestText(), text: String(Math.round(hints.wrest.odds * 100)) });
    for (const cell of hints.cells ?? []) add(cell, { kind: hints.type === "fan" ? "cube" : "move", label: hints.type === "fan" ? t("Drop a cube on {place}", { place: keyAt(cell) }) : t("Come back on {place}", { place: keyAt(cell) }) });
    for (const victim of hints.victims ?? []) add(this.board.positionOf(victim), { kind: "hit", label: this.victimText(victim) });
    return targets;
  }

  scores(aim) {
    return aim.goal !== null && aim.goal !== undefined && aim.goal !== false;
  }

  moveText(move) {
    const { t } = this.board.context;
    const text = t("Fly to {place}", { place: keyAt(move) });
    const fouls = Object.entries(move.fouls).map(([foul, odds]) => t("{foul}, seen with {odds}", { foul: wordOf(t, foul), odds: percent(odds) }));
    return fouls.length ? `${text}. ${t("A foul: {fouls}", { fouls: fouls.join(", ") })}` : text;
  }

  throwText(aim) {
    const { t } = this.board.context;
    const text = t("Throw to {place}: arrives with {odds}, intercepted with {caught}", { place: keyAt(aim), odds: percent(aim.odds), caught: percent(aim.intercepted) });
    if (this.scores(aim)) return `${text}. ${aim.goal === this.board.context.seat ? t("A goal!") : t("An own goal!")}`;
    return isRing(aim.xPos, aim.yPos) ? `${text}. ${t("No goal from here.")}` : text;
  }

  beatText(aim) {
    const { t } = this.board.context;
    if (!aim.victim) return t("Beat the bludger to {place}", { place: keyAt(aim) });
    return t("Beat the bludger at {name}: knocked out with {odds}", { name: this.name(aim.victim), odds: percent(this.board.odds.knockOut ?? 0) });
  }

  wrestText() {
    const { t } = this.board.context;
    return t("Wrest the quaffle from {name} ({odds})", { name: this.name(this.hints.wrest.victim), odds: percent(this.hints.wrest.odds) });
  }

  victimText(victim) {
    const { t } = this.board.context;
    return this.hints.deltaType === "goblinShock" ? t("Shock {name}", { name: this.name(victim) }) : t("Teleport {name}", { name: this.name(victim) });
  }

  name(entity) {
    return nameOf(this.board.context.t, this.board.state.teams, entity);
  }

  /** The cells a throw to this one would pass over, and from where; null when no throw is asked for. */
  wayTo(key) {
    const { hints } = this;
    if (!key || !(hints?.throws || hints?.beats)) return null;
    const list = hints.throws ?? hints.beats;
    const from = keyAt(this.board.positionOf(hints.turn));
    if (!from || !list.some((aim) => keyAt(aim) === key)) return null;
    return { from: cellOf(from), to: cellOf(key), over: crossed(cellOf(from), cellOf(key)) };
  }

  // --- answers ----------------------------------------------------------------------------------------------------------
  /** A cell was chosen. With a finger nothing can be hovered: the first tap on a far throw shows its odds. */
  choose(key, event) {
    const { hints } = this;
    if (!hints || this.busy) return;
    if (hints.throws && event?.pointerType === "touch" && this.picked !== key) {
      this.picked = key;
      this.board.looked(key, this.board.context.t("Tap again to throw."));
      this.board.changed();
      return;
    }
    const [xPosNew, yPosNew] = cellOf(key);
    if (hints.moves) this.send("move", { xPosNew, yPosNew });
    else if (hints.throws) this.send("quaffleThrow", { xPosNew, yPosNew });
    else if (hints.beats) this.send("bludgerBeating", { xPosNew, yPosNew, passiveEntity: this.bludger });
    else if (hints.wrest) this.send("wrestQuaffle", { passiveEntity: hints.wrest.victim });
    else if (hints.victims) this.send(hints.deltaType, { passiveEntity: hints.victims.find((name) => keyAt(this.board.positionOf(name)) === key) });
    else if (hints.type === "fan") this.send(hints.deltaType, { xPosNew, yPosNew });
    else this.send("unban", { xPosNew, yPosNew });
  }

  wrest() {
    this.send("wrestQuaffle", { passiveEntity: this.hints.wrest.victim });
  }

  interfere() {
    this.send(this.hints.deltaType, {});
  }

  skip() {
    this.send("skip", {});
  }

  /** Skip this fan and the viewer's others for the rest of the round. */
  rest() {
    this.resting = this.board.state.snapshot.round;
    this.skip();
  }

  async send(deltaType, fields) {
    const { context, state } = this.board;
    const { key } = this;
    this.busy = true;
    this.board.changed();
    try {
      await context.send("deltaRequest", { ...NOTHING, deltaType, activeEntity: state.next.turn, ...fields });
    } catch {
      // The page has told why; the same question is still open unless a new state came.
      if (this.key === key) this.busy = false;
      this.board.changed();
    }
  }

  // --- what is asked ------------------------------------------------------------------------------------------------------
  /** The question in words. */
  text(state, extra) {
    const { t } = this.board.context;
    const { turn, type } = state.next;
    const name = this.name(turn);
    if (type === "removeBan") return t("{name} may come back: choose a cell.", { name });
    if (type === "fan") return this.fanText(name);
    if (type === "move") return extra ? t("{name} has an extra move.", { name }) : t("Move {name}, or let {name} stay.", { name });
    const { hints } = this;
    if (hints?.throws) return t("{name} has the quaffle: choose where to throw.", { name });
    if (hints?.beats) return t("{name} can beat a bludger: choose where to.", { name });
    return t("{name} can wrest the quaffle.", { name });
  }

  fanText(name) {
    const { t } = this.board.context;
    const kind = this.hints?.deltaType;
    const texts = {
      elfTeleportation: t("teleport a player to a random place"), goblinShock: t("shock an opponent"), trollRoar: t("roar, so that the quaffle is dropped"),
      snitchSnatch: t("snatch at the snitch"), wombatPoo: t("drop a cube on a free cell"),
    };
    if (!kind) return capital(name);
    const seen = percent(this.board.odds.fanFoulDetection?.[kind] ?? 0);
    if (kind === "snitchSnatch" && !keyAt(this.board.state.snapshot.balls.snitch)) return t("{name} may snatch, but no snitch is out.", { name: capital(name) });
    return t("{name} may {what}. Seen by the referee with {odds}.", { name: capital(name), what: texts[kind], odds: seen });
  }
}
