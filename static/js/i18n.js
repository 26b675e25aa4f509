// Texts of the scripts in the page's language: English is the key, a dictionary holds the other language.

const language = document.documentElement.lang || "en";
const texts = new Map();

/** Load dictionaries ({"English": "translated"}); later ones win. English needs none. */
export async function loadTexts(urls) {
  if (language === "en") return;
  const files = await Promise.all(urls.filter(Boolean).map(fetchTexts));
  for (const file of files) for (const [key, value] of Object.entries(file)) texts.set(key, value);
}

async function fetchTexts(url) {
  try {
    const answer = await fetch(url);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {}; // English is better than no page.
  }
}

/** Translate a text; {name} in it is replaced by values.name. */
export function t(text, values = {}) {
  const found = texts.get(text) ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The texts of the site itself, asked for once by every page that needs them. */
export function siteTexts() {
  return document.body.dataset.texts;
}

export function localTime(value, style = { dateStyle: "medium", timeStyle: "short" }) {
  return new Intl.DateTimeFormat(language, style).format(new Date(value));
}

export function countText(count) {
  return new Intl.NumberFormat(language).format(count);
}

/** A seat's name as it is shown: people's as they are, bots' and deleted players' in the reader's language. */
export function playerName({ name, kind }) {
  return kind === "bot" || name === "deleted player" ? t(name) : name;
}
