// The wire inspector: fetches messages, shows those that fit the filter, and goes on while the connection lives.
const list = document.getElementById("wire");
const filter = document.getElementById("filter");
const count = document.getElementById("count");
const state = document.querySelector("[data-live]");
const words = list.dataset;
const PAUSE = 1000;
/** How long to wait after a failed fetch: the server may be starting again. */
const AGAIN = 4000;
let last = 0;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function item(entry, page) {
  const made = element(
    "li",
    { "data-way": entry.way, "data-number": entry.number },
    element("time", {}, `${(entry.ms / 1000).toFixed(3)} s`),
    element("span", { class: "way", title: words[entry.way] }, entry.way === "in" ? "→" : "←", element("span", { class: "visually-hidden" }, words[entry.way])),
    element("code", {}, entry.raw.trim()),
  );
  if (entry.refusal) {
    made.setAttribute("data-refusal", "");
    made.append(why(entry, page));
  }
  const pretty = JSON.stringify({ payloadType: entry.type, payload: entry.payload }, null, 2);
  made.append(element("details", {}, element("summary", {}, `${entry.type} ${words.container}`), element("code", {}, pretty)));
  made.entry = entry;
  return made;
}

function why(entry, page) {
  const said = element("p", { class: "why" }, element("strong", {}, entry.way === "in" ? words.unreadable : words.refused), ` ${entry.reason} `);
  if (entry.section) said.append(element("br"), `${words.rule} `, element("a", { href: `${page.document}#${entry.section}` }, page.titles[entry.section]));
  return said;
}

function fits(entry, wanted, text) {
  if (!wanted.has(entry.way)) return false;
  if (wanted.has("refused") && !entry.refusal) return false;
  return !text || `${entry.raw} ${entry.type} ${entry.reason ?? ""}`.toLowerCase().includes(text);
}

function apply() {
  const wanted = new FormData(filter);
  const text = (wanted.get("text") ?? "").toLowerCase();
  let shown = 0;
  for (const child of list.children) {
    child.hidden = !fits(child.entry, wanted, text);
    if (!child.hidden) shown += 1;
  }
  count.textContent = shown || !list.children.length ? `${shown} / ${list.children.length}` : words.empty;
}

function take(page) {
  const room = document.documentElement;
  const atEnd = room.scrollHeight - room.scrollTop - room.clientHeight < 60;
  for (const entry of page.entries) {
    last = Math.max(last, entry.number);
    list.append(item(entry, page));
  }
  if (page.entries.length) apply();
  if (last > page.entries.length && atEnd && filter.elements.follow.checked) list.lastElementChild?.scrollIntoView({ block: "nearest" });
  if (!page.live) {
    state.textContent = state.dataset.ended;
    state.classList.remove("live");
  }
}

async function follow() {
  try {
    const answer = await fetch(`${words.entries}?after=${last}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = await answer.json();
    take(page);
    if (page.live) setTimeout(follow, PAUSE);
  } catch (error) {
    count.textContent = `${error.message} …`;
    setTimeout(follow, AGAIN);
  }
}

filter.addEventListener("input", apply);
filter.addEventListener("submit", (event) => event.preventDefault());
apply();
follow();
