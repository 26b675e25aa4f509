// The move as it is being made: the tile picked up, the tiles laid for now, or those chosen for a swap.
//
// Where a tile may go and what the move is worth is asked of the server's rules; nothing here knows them.

export class Plan {
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.hand = [];
    this.asked = 0;
    this.clear();
  }

  clear() {
    this.picked = null;
    this.cells = [];
    this.placed = [];
    this.worth = null;
    this.swapping = false;
    this.chosen = new Set();
    this.asked += 1;
  }

  tile(id) {
    return this.hand.find((tile) => tile[0] === id);
  }

  isPlaced(id) {
    return this.placed.some((one) => one.tile[0] === id);
  }

  /** Follow a new state: what is no longer possible is dropped, the rest is asked about anew. */
  follow(hand, board) {
    this.hand = hand;
    const taken = new Set(board.map(([x, y]) => `${x},${y}`));
    const stands = this.placed.every(({ x, y, tile }) => !taken.has(`${x},${y}`) && this.tile(tile[0]));
    if (!stands || (this.picked !== null && !this.tile(this.picked))) this.clear();
    for (const id of this.chosen) if (!this.tile(id)) this.chosen.delete(id);
    return this.refresh();
  }

  /** Pick a tile up, or put it down again. */
  async pick(id) {
    if (this.swapping) {
      if (!this.chosen.delete(id)) this.chosen.add(id);
      this.changed();
      return;
    }
    this.picked = this.picked === id ? null : id;
    await this.refresh();
  }

  async lay(x, y, points) {
    if (this.picked === null) return;
    this.placed.push({ x, y, tile: this.tile(this.picked) });
    this.picked = null;
    this.cells = [];
    this.worth = { valid: true, points, message: "" };
    await this.refresh();
  }

  async takeBack(id = this.placed.at(-1)?.tile[0]) {
    this.placed = this.placed.filter((one) => one.tile[0] !== id);
    await this.refresh();
  }

  /** Undo one step: put the tile down, leave the swap, or take the last tile back. True when there was one. */
  async undo() {
    if (this.picked !== null) await this.pick(this.picked);
    else if (this.swapping) this.swap(false);
    else if (this.placed.length) await this.takeBack();
    else return false;
    return true;
  }

  swap(on) {
    this.clear();
    this.swapping = on;
    this.changed();
  }

  async refresh() {
    const number = (this.asked += 1);
    const placed = this.placed.map(({ x, y, tile }) => ({ x, y, tile: tile[0] }));
    const { picked } = this;
    if (picked === null) this.cells = [];
    if (!placed.length) this.worth = null;
    this.changed();
    try {
      const [worth, cells] = await Promise.all([
        placed.length ? this.ask("points", { placed }) : null,
        picked === null ? { cells: [] } : this.ask("cells", { tile: picked, placed }),
      ]);
      if (number !== this.asked) return;
      this.worth = worth;
      this.cells = cells.cells;
    } catch (error) {
      if (number !== this.asked) return;
      this.worth = placed.length ? { valid: false, points: 0, message: error.message } : null;
      this.cells = [];
    }
    this.changed();
  }

  // --- as messages ----------------------------------------------------------------------------------------------------
  play() {
    return { tiles: this.placed.map(({ x, y, tile }) => ({ x, y, tile: named(tile) })) };
  }

  exchange() {
    return { tiles: [...this.chosen].map((id) => named(this.tile(id))) };
  }
}

function named([uniqueID, color, shape]) {
  return { color, shape, uniqueID };
}
