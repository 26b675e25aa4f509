// Loads the games' boards: a module, its styles and its texts, each once.

import { h } from "./dom.js";
import { loadTexts, t } from "./i18n.js";

const modules = new Map();

/** assets: {board, style, texts} addresses of a game. Returns its createBoard, ready to draw. */
export function loadBoard(assets) {
  if (!modules.has(assets.board)) modules.set(assets.board, fetchBoard(assets));
  return modules.get(assets.board);
}

async function fetchBoard(assets) {
  const [module] = await Promise.all([import(assets.board), loadStyle(assets.style), loadTexts([assets.texts])]);
  return module.createBoard;
}

function loadStyle(url) {
  if (!url || document.querySelector(`link[href="${CSS.escape(url)}"], link[data-board-style="${CSS.escape(url)}"]`)) return null;
  return new Promise((resolve) => {
    // A board without its styles is ugly but can be played: failing to load them stops nothing.
    const link = h("link", { rel: "stylesheet", href: url, "data-board-style": url, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

/** The parts of a board's context that do nothing: for pictures that cannot be played. */
export const quiet = {
  send: () => Promise.reject({ code: "board/watching", message: t("You are watching."), field: "" }),
  ask: () => Promise.reject({ code: "board/watching", message: t("You are watching."), field: "" }),
  t,
  announce() {},
  log() {},
  sound() {},
};
