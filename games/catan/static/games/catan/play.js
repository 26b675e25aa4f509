// What the viewer is doing: the mode he is in (building, trading, ...), and the moves he sends.

import { RESOURCES, nothing, total } from "./words.js";

/** What the state itself demands of the viewer, as a mode; null when he is free. */
function demanded(state) {
  const can = state.you?.can ?? [];
  if (can.includes("Karten abgeben")) return { kind: "discard", forced: true, chosen: nothing() };
  if (can.includes("Räuber versetzen")) return { kind: "robber", forced: true, word: "Räuber versetzen", fields: null };
  if (state.phase === "setup_village" && can.includes("Dorf")) return { kind: "build", forced: true, typ: "Dorf", places: null };
  if (state.phase === "setup_road" && can.includes("Straße")) return { kind: "build", forced: true, typ: "Straße", places: null };
  return null;
}

export class Play {
  /** board: {context, state, changed()}; `changed` draws anew. */
  constructor(board) {
    this.board = board;
    this.mode = null;
    this.busy = false;
    this.situation = "";
  }

  /** A new state came: keep the mode while it still makes sense. */
  follow(state) {
    const situation = `${state.phase}/${state.turn}/${state.current}/${state.builder}/${state.you?.discard ?? 0}`;
    if (situation !== this.situation) this.mode = demanded(state);
    else if (!this.stillPossible(state)) this.mode = null;
    this.situation = situation;
    if (this.mode) this.refresh();
  }

  stillPossible(state) {
    const { mode } = this;
    if (!mode || mode.forced) return true;
    if (mode.kind === "trade") return this.clip(state.players[state.you.seat]);
    if (mode.kind === "build") return state.you.can.includes(mode.typ);
    if (mode.kind === "card") return state.players[state.you.seat].Entwicklungskarten[mode.card] > 0;
    return state.you.playable.includes(mode.card);
  }

  clip(me) {
    for (const name of RESOURCES) this.mode.give[name] = Math.min(this.mode.give[name], me.Rohstoffe[name]);
    return true;
  }

  open(mode) {
    this.mode = this.mode?.forced ? this.mode : mode;
    this.refresh();
    this.board.changed();
  }

  cancel() {
    const { mode } = this;
    if (mode?.kind === "victim") this.mode = mode.before;
    else if (mode?.kind === "roads" && mode.first) this.mode = { ...mode, first: null, places: null };
    else if (!mode?.forced) this.mode = null;
    this.refresh();
    this.board.changed();
  }

  // --- places, asked of the server ------------------------------------------------------------------------------------
  async refresh() {
    const { mode } = this;
    const { ask } = this.board.context;
    try {
      if (mode?.kind === "build") mode.places = (await ask("places", { Typ: mode.typ })).places;
      else if (mode?.kind === "roads" && mode.first) mode.places = (await ask("second road", { Ort: mode.first })).places;
      else if (mode?.kind === "roads") mode.places = (await ask("places", { Typ: "Straße" })).places;
      else if (mode?.kind === "robber") mode.fields = (await ask("robber", {})).fields;
      else return;
    } catch (error) {
      console.error(error);
      return;
    }
    if (this.mode === mode) this.board.changed();
  }

  build(typ) {
    if (this.mode?.kind === "build" && this.mode.typ === typ) this.cancel();
    else this.open({ kind: "build", typ, places: null });
  }

  chosePlace(place) {
    const { mode } = this;
    if (mode.kind === "build") return this.send("Bauen", { Typ: mode.typ, Ort: place });
    if (mode.kind === "roads") return this.choseRoad(place);
    const field = mode.fields.find((one) => one.Ort.x === place.x && one.Ort.y === place.y);
    if (field.Ziele.length < 2) return this.rob(place, field.Ziele[0]);
    this.mode = { kind: "victim", word: mode.word, card: mode.card, place, victims: field.Ziele, before: mode };
    return this.board.changed();
  }

  async choseRoad(place) {
    const { mode } = this;
    if (mode.first) return this.send("Straßenbaukarte ausspielen", { "Straße 1": mode.first, "Straße 2": place });
    const next = { ...mode, first: place, places: null };
    this.mode = next;
    await this.refresh();
    if (this.mode === next && next.places && !next.places.length) return this.send("Straßenbaukarte ausspielen", { "Straße 1": place });
    return null;
  }

  rob(place, victim) {
    return this.send(this.mode.word, victim === undefined ? { Ort: place } : { Ort: place, Ziel: victim });
  }

  // --- cards ----------------------------------------------------------------------------------------------------------
  playCard(card) {
    const modes = {
      Ritter: { kind: "robber", word: "Ritter ausspielen", card, fields: null },
      Straßenbau: { kind: "roads", card, first: null, places: null },
      Monopol: { kind: "monopoly", card },
      Erfindung: { kind: "plenty", card, chosen: nothing() },
    };
    this.open(modes[card]);
  }

  choose(name, change) {
    this.mode.chosen[name] += change;
    this.board.changed();
  }

  plenty() {
    return this.send("Erfindung", { Rohstoffe: this.mode.chosen });
  }

  mayTake(name) {
    if (this.mode.kind === "discard") return total(this.mode.chosen) < this.board.state.you.discard;
    return !this.mode.take[name];
  }

  /** A card of the hand was clicked while trading or discarding. */
  take(name) {
    (this.mode.kind === "trade" ? this.mode.give : this.mode.chosen)[name] += 1;
    this.board.changed();
  }

  giveBack(name) {
    (this.mode.kind === "trade" ? this.mode.give : this.mode.chosen)[name] -= 1;
    this.board.changed();
  }

  discard() {
    return this.send("Karten abgeben", { Abgeben: this.mode.chosen });
  }

  // --- trade ----------------------------------------------------------------------------------------------------------
  trade() {
    if (this.mode?.kind === "trade") this.cancel();
    else this.open({ kind: "trade", give: nothing(), take: nothing() });
  }

  want(name, change) {
    this.mode.take[name] = Math.max(0, this.mode.take[name] + change);
    this.board.changed();
  }

  tradeWithBank() {
    return this.send("Seehandel", { Angebot: this.mode.give, Nachfrage: this.mode.take });
  }

  offer() {
    return this.send("Handel anbieten", { Angebot: this.mode.give, Nachfrage: this.mode.take });
  }

  // --- sending --------------------------------------------------------------------------------------------------------
  /** Send a move. The mode ends when it was accepted, unless the new state has brought another one already. */
  async send(payloadType, payload) {
    if (this.busy) return;
    const { mode } = this;
    this.busy = true;
    this.board.changed();
    try {
      await this.board.context.send(payloadType, payload);
      if (this.mode === mode && !mode?.forced) this.mode = null;
    } catch {
      // The page has told why; the mode stays, so that the player can try again.
    } finally {
      this.busy = false;
      this.board.changed();
    }
  }
}
