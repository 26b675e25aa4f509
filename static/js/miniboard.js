// A small picture of a running match, drawn by the game's own board; only while it is on the screen.

import { loadBoard, quiet } from "./boards.js";

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.target.mini?.visible(entry.isIntersecting);
}, { rootMargin: "200px" });

export class MiniBoard {
  constructor(root, assets) {
    this.root = root;
    this.assets = assets;
    this.board = null;
    this.match = null;
    this.table = null;
    this.onScreen = false;
    this.failed = !assets?.board;
    this.ghost = root.firstElementChild;
    root.mini = this;
    watcher.observe(root);
  }

  visible(onScreen) {
    this.onScreen = onScreen;
    if (onScreen && this.table) this.draw();
  }

  show(table) {
    this.table = table;
    if (this.onScreen) this.draw();
  }

  async draw() {
    if (this.failed || !this.table.summary) return;
    try {
      const createBoard = await loadBoard(this.assets);
      const { table } = this;
      if (this.match !== table.match?.id) this.make(createBoard, table);
      const { summary } = table;
      const info = { version: table.match.version, step: table.match.steps, expected: [], paused: table.status === "paused", outcome: null, animate: false };
      this.board.show(summary.mini ?? summary, info);
    } catch (error) {
      // A picture that cannot be drawn is left out; the card still leads to the table.
      console.error(error);
      this.failed = true;
      this.root.replaceChildren(this.ghost ?? "");
    }
  }

  make(createBoard, table) {
    this.board?.destroy?.();
    this.root.replaceChildren();
    const place = document.createElement("div");
    place.className = "mini-root";
    this.root.append(place);
    this.match = table.match?.id;
    const players = table.seats.filter((seat) => !seat.held).map(({ seat, name, kind }) => ({ seat, name, kind }));
    this.board = createBoard({ ...quiet, root: place, seat: null, players, options: table.options, mode: "mini" });
  }

  destroy() {
    watcher.unobserve(this.root);
    this.board?.destroy?.();
  }
}
