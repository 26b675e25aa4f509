// Setting a team up: a sensible formation is given; players are dragged, or picked up and put down.

import { cellOf, keyAt, keyOf } from "./pitch.js";
import { ROLES, playerEntity, roleText } from "./words.js";

export class FormationDesk {
  constructor(board) {
    this.board = board;
    this.asked = false;
    this.cells = null;
    this.allowed = new Set();
    this.suggestions = [];
    this.suggestion = 0;
    this.picked = null;
    this.busy = false;
  }

  open() {
    if (this.asked) return;
    this.asked = true;
    this.board.context.ask("formation", null).then(({ cells, suggestions }) => {
      this.allowed = new Set(cells.map(keyAt));
      this.suggestions = suggestions.map((formation) => formation.map(keyAt));
      this.cells = [...this.suggestions[0]];
      this.board.changed();
    }).catch(() => {
      this.asked = false;
    });
  }

  /** The team as it stands now, in the form the pieces are drawn from. */
  arranged() {
    const { seat } = this.board.context;
    const players = new Map((this.cells ?? []).map((key, index) => [playerEntity(seat, ROLES[index]), { side: seat, role: ROLES[index], key }]));
    const centre = keyOf(8, 6);
    return { players, balls: new Map([["quaffle", centre], ["bludger1", centre], ["bludger2", centre]]), cubes: [] };
  }

  targets() {
    const { t } = this.board.context;
    const targets = new Map();
    if (!this.cells || this.busy) return targets;
    for (const key of this.allowed) {
      const index = this.cells.indexOf(key);
      const who = index < 0 ? t("free") : this.label(index);
      targets.set(key, { kind: index < 0 ? "start" : "mine", label: `${key}: ${who}` });
    }
    return targets;
  }

  label(index) {
    const { context, state } = this.board;
    const team = state.teams[context.seat];
    return `${team.players[ROLES[index]].name}, ${roleText(context.t, ROLES[index])}`;
  }

  choose(key) {
    const { t, announce } = this.board.context;
    if (this.picked === null) {
      const index = this.cells.indexOf(key);
      if (index < 0) return;
      this.picked = index;
      announce(t("{name} picked up. Choose a cell.", { name: this.label(index) }));
    } else this.place(this.picked, key);
    this.board.changed();
  }

  /** Put a player down; whoever stands there changes places. */
  place(index, key) {
    const other = this.cells.indexOf(key);
    if (other >= 0) this.cells[other] = this.cells[index];
    this.cells[index] = key;
    this.picked = null;
    this.board.context.announce(`${this.label(index)}: ${key}`);
  }

  drag(from, to) {
    const index = this.cells.indexOf(from);
    if (index < 0 || !this.allowed.has(to)) return;
    this.place(index, to);
    this.board.changed();
  }

  cancel() {
    if (this.picked === null) return;
    this.picked = null;
    this.board.changed();
  }

  /** Take the next of the given formations. */
  another() {
    this.suggestion = (this.suggestion + 1) % this.suggestions.length;
    this.cells = [...this.suggestions[this.suggestion]];
    this.picked = null;
    this.board.changed();
  }

  async send() {
    const players = Object.fromEntries(this.cells.map((key, index) => {
      const [xPos, yPos] = cellOf(key);
      return [ROLES[index], { xPos, yPos }];
    }));
    this.busy = true;
    this.board.changed();
    try {
      await this.board.context.send("teamFormation", { players });
    } catch {
      // The page has told why.
    }
    this.busy = false;
    this.board.changed();
  }
}
