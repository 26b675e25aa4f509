// The protocol's German words and what they are called on the page.

export const RESOURCES = ["Holz", "Lehm", "Wolle", "Getreide", "Erz"];
export const CARDS = ["Ritter", "Straßenbau", "Monopol", "Erfindung", "Siegpunkt"];
export const COSTS = {
  Straße: { Holz: 1, Lehm: 1 },
  Dorf: { Holz: 1, Lehm: 1, Wolle: 1, Getreide: 1 },
  Stadt: { Getreide: 2, Erz: 3 },
  "Entwicklungskarte kaufen": { Wolle: 1, Getreide: 1, Erz: 1 },
};

const NAMES = {
  Holz: "Lumber", Lehm: "Brick", Wolle: "Wool", Getreide: "Grain", Erz: "Ore",
  Ritter: "Knight", Straßenbau: "Road Building", Monopol: "Monopoly", Erfindung: "Year of Plenty", Siegpunkt: "Victory Point",
  Straße: "Road", Dorf: "Settlement", Stadt: "City", "Entwicklungskarte kaufen": "Card",
  Wald: "forest", Hügelland: "hills", Weideland: "pasture", Ackerland: "fields", Gebirge: "mountains", Wüste: "desert", Meer: "sea",
};

export const RULES = {
  Ritter: "Move the robber and steal a card from a player there. Whoever played the most knights, at least three, holds Largest Army.",
  Straßenbau: "Build two roads for free.",
  Monopol: "Name a resource: every other player gives you all cards of it.",
  Erfindung: "Take any two resource cards from the bank.",
  Siegpunkt: "One point. It stays hidden and counts by itself.",
};

export function nameOf(t, word) {
  return t(NAMES[word] ?? word);
}

/** A Rohstoffe object, or a number of cards nobody may see, in words. */
export function cardsText(t, cards) {
  if (typeof cards === "number") return cards === 1 ? t("1 card") : t("{count} cards", { count: cards });
  const parts = RESOURCES.filter((name) => cards[name]).map((name) => `${cards[name]} × ${nameOf(t, name)}`);
  return parts.length ? parts.join(", ") : t("nothing");
}

export function total(cards) {
  return typeof cards === "number" ? cards : Object.values(cards).reduce((sum, count) => sum + count, 0);
}

export function nothing() {
  return Object.fromEntries(RESOURCES.map((name) => [name, 0]));
}
