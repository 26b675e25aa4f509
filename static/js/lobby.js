// The lobby: tables as they change, the running ones as small boards.

import { MiniBoard } from "./miniboard.js";
import { find, findAll, h, pageData, toggle } from "./dom.js";
import { countText, loadTexts, playerName, siteTexts, t } from "./i18n.js";
import { Socket } from "./socket.js";
import { toast } from "./toast.js";

const config = pageData("lobby-config");

/** A list of tables in the page: the wall, or the rows of open tables. */
class TableList {
  constructor(root, empty, template, fill, order) {
    this.root = root;
    this.empty = empty;
    this.template = template;
    this.fill = fill;
    this.order = order;
    this.most = Number(root.dataset.most ?? 50);
    this.minis = new Map();
  }

  show(tables) {
    const wanted = [...tables].sort(this.order).slice(0, this.most);
    const cards = new Map(findAll("[data-table]", this.root).map((card) => [card.dataset.table, card]));
    for (const [id, card] of cards) if (!wanted.some((table) => table.id === id)) this.remove(id, card);
    for (const [index, table] of wanted.entries()) {
      const card = cards.get(table.id) ?? this.template.content.firstElementChild.cloneNode(true);
      card.dataset.table = table.id;
      this.fill(card, table, this);
      // Cards stay where they are while they are shown: a wall that reshuffles cannot be watched.
      if (!cards.has(table.id)) this.root.insertBefore(card, this.root.children[index] ?? null);
    }
    toggle(this.empty, wanted.length === 0);
  }

  remove(id, card) {
    this.minis.get(id)?.destroy();
    this.minis.delete(id);
    card.remove();
  }
}

function titleOf(table) {
  return (!table.demo && table.name) || config.games[table.game]?.title || table.game;
}

function fillShared(card, table) {
  find("[data-title]", card).textContent = titleOf(table);
  find("[data-url]", card).href = table.url;
  const address = config.games[table.game]?.assets.emblem;
  for (const emblem of findAll("[data-emblem]", card)) if (address && emblem.getAttribute("src") !== address) emblem.src = address;
}

function fillWall(card, table, list) {
  fillShared(card, table);
  const scores = table.summary?.scores ?? [];
  const turn = table.summary?.turn ?? [];
  find("[data-players]", card).replaceChildren(...table.seats.filter((seat) => !seat.held).map((seat) =>
    h("span", { class: `wall-player${turn.includes(seat.seat) ? " turn" : ""}` },
      h("span", { class: "seat-dot", "data-colour": seat.seat % 6 }),
      h("span", { class: "player-name" }, playerName(seat)),
      h("span", { class: "wall-score" }, scores[seat.seat] === undefined ? "" : String(scores[seat.seat])))));
  find("[data-progress]", card).textContent = progressText(table);
  const badge = find("[data-badge]", card);
  badge.textContent = table.status === "paused" ? t("paused") : table.status === "running" ? t("live") : t("finished");
  badge.className = `badge ${table.status === "running" ? "live" : ""}`;
  toggle(find("[data-watching]", card), table.spectators > 0);
  find("[data-count]", card).textContent = countText(table.spectators ?? 0);
  if (!list.minis.has(table.id)) list.minis.set(table.id, new MiniBoard(find("[data-mini]", card), config.games[table.game]?.assets));
  list.minis.get(table.id).show(table);
}

/** Games say how far they are in English with numbers: "round 3 of 30" is translated as "round {0} of {1}". */
function progressText(table) {
  const text = table.summary?.progress;
  if (!text) return "\u00a0";
  const numbers = text.match(/\d+/g) ?? [];
  let index = 0;
  return t(text.replace(/\d+/g, () => `{${index++}}`), numbers);
}

function fillOpen(card, table) {
  fillShared(card, table);
  const seated = table.seats.filter((seat) => !seat.held);
  find("[data-count]", card).textContent = `${seated.length}/${table.size}`;
  find("[data-names]", card).textContent = seated.map(playerName).join(", ");
  find("[data-join]", card).href = `${table.url}#sit`;
}

class Lobby {
  constructor() {
    this.tables = new Map();
    const wall = find("[data-wall]");
    const open = find("[data-open]");
    this.wall = new TableList(wall, find("[data-wall-empty]"), find("#wall-card"), fillWall, byInterest);
    this.open = new TableList(open, find("[data-open-empty]"), find("#open-row"), fillOpen, (a, b) => b.number - a.number);
    new Socket(config.socket, { message: (container) => this.receive(container), status: (status) => this.link(status) });
  }

  receive({ payloadType, payload }) {
    if (payloadType === "lobby/tables") this.tables = new Map(payload.tables.map((table) => [table.id, table]));
    else if (payloadType === "lobby/table") this.tables.set(payload.id, payload);
    else if (payloadType === "lobby/gone") this.tables.delete(payload.id);
    else if (payloadType === "lobby/notice") return toast(t(payload.text), payload.level);
    else return undefined;
    this.draw();
    return undefined;
  }

  draw() {
    const mine = [...this.tables.values()].filter((table) => !table.private && (!config.game || table.game === config.game));
    this.wall.show(mine.filter((table) => table.match && ["running", "paused"].includes(table.status)));
    this.open.show(mine.filter((table) => table.status === "open" && table.seats.length < table.size));
  }

  link(status) {
    const note = find("[data-link-note]");
    if (note) note.textContent = status.state === "waiting" ? t("connection lost, trying again …") : "";
  }
}

/** People before bots, watched before unwatched, new before old. */
function byInterest(a, b) {
  const people = (table) => table.seats.filter((seat) => seat.kind !== "bot").length;
  return people(b) - people(a) || (b.spectators ?? 0) - (a.spectators ?? 0) || b.number - a.number;
}

await loadTexts([siteTexts(), ...Object.values(config.games).map((game) => game.assets.texts)]);
new Lobby();
