// What happened, in words: for the log and for screen readers.

const WORDS = {
  play: ["{name} lays tiles for {amount} points", "move"],
  swap: ["{name} swaps {amount} tiles", "move"],
  penalty: ["{name} loses {amount} points", "warn"],
  bonus: ["{name} has laid the last tile: {amount} points more", "move"],
  skip: ["{name} can neither lay nor swap and is passed over", "warn"],
  leave: ["{name} has left the game", "warn"],
  kick: ["{name} is excluded from the game", "warn"],
};

/** Tells the journal's entries once each; going back in a replay tells nothing. */
export class Teller {
  constructor(context, nameOf) {
    this.context = context;
    this.nameOf = nameOf;
    this.told = 0;
  }

  /** Return the entries that are new. */
  tell(journal) {
    const last = journal.at(-1)?.[0] ?? 0;
    const fresh = journal.filter(([number]) => number > this.told);
    this.told = last;
    for (const [, word, seat, amount] of fresh) {
      const [text, kind] = WORDS[word] ?? [word, ""];
      this.context.log(this.context.t(text, { name: this.nameOf(seat), amount }), kind);
    }
    return fresh;
  }
}
