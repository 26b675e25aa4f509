// The place of the board: makes one for the viewer's seat, feeds it, and stands in when it fails.

import { loadBoard } from "./boards.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

export class Stage {
  constructor(root, assets) {
    this.root = root;
    this.assets = assets;
    this.board = null;
    this.key = "";
    this.queue = Promise.resolve();
  }

  /** Make sure the board fits the context (seat, players, mode); `key` tells when a new one is needed. */
  mount(key, context) {
    if (key === this.key) return;
    this.key = key;
    this.queue = this.queue.then(() => this.make(key, context)).catch((error) => this.fail(error));
  }

  async make(key, context) {
    if (key !== this.key) return;
    const createBoard = await loadBoard(this.assets);
    this.clear();
    const place = h("div", { class: "board-root", "data-board": "" });
    this.root.append(place);
    this.board = createBoard({ ...context, root: place });
  }

  show(state, info) {
    this.enqueue((board) => board.show(state, info));
  }

  message(payloadType, payload) {
    this.enqueue((board) => board.message?.(payloadType, payload));
  }

  enqueue(work) {
    this.queue = this.queue.then(() => this.board && work(this.board)).catch((error) => this.fail(error));
  }

  clear() {
    try {
      this.board?.destroy?.();
    } catch (error) {
      console.error(error);
    }
    this.board = null;
    this.root.replaceChildren();
  }

  /** Forget the board, so that the next mount makes a new one. */
  reset() {
    this.key = "";
    this.queue = this.queue.then(() => this.clear());
  }

  fail(error) {
    console.error(error);
    this.board = null;
    this.root.replaceChildren(
      h("div", { class: "board-failed", role: "alert" },
        h("p", {}, icon("warn"), " ", t("The board could not be drawn. Nothing is lost: the game goes on at the server.")),
        h("button", { class: "button primary", type: "button", onclick: () => location.reload() }, t("Load the page again"))),
    );
  }
}
