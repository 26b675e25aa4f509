// The wire inspector: fetches messages, shows those that fit the filter, and goes on while the connection lives.
const list = document.getElementById("wire");
const filter = document.getElementById("filter");
const count = document.getElementById("count");
const PAUSE = 1000;
let last = 0;
let shown = 0;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(3)} s`;
}

function item(entry, page) {
  const made = element(
    "li",
    { "data-way": entry.way, "data-number": entry.number },
    element("time", {}, seconds(entry.ms)),
    element("span", { class: "way", title: entry.way }, entry.way === "in" ? "→" : "←"),
    element("code", {}, entry.raw.trim()),
  );
  if (entry.refusal) {
    made.setAttribute("data-refusal", "");
    const anchor = page.refusals[entry.type];
    made.append(element("span"), element("span"), why(entry, anchor ? `${page.readme}#${anchor}` : page.readme));
  }
  const pretty = JSON.stringify({ payloadType: entry.type, payload: entry.payload }, null, 2);
  made.append(element("details", {}, element("summary", {}, `${entry.type} ${list.dataset.container}`), element("code", {}, pretty)));
  made.entry = entry;
  return made;
}

function why(entry, href) {
  const payload = entry.payload ?? {};
  const reason = payload.message ?? payload.Meldung ?? payload.reason ?? payload.errorDescription ?? "";
  return element("span", { class: "why" }, `${reason} `, element("a", { href }, list.dataset.why));
}

function fits(entry) {
  const wanted = new FormData(filter);
  if (!wanted.has(entry.way)) return false;
  if (wanted.has("refused") && !entry.refusal) return false;
  const text = (wanted.get("text") ?? "").toLowerCase();
  return !text || `${entry.raw} ${entry.type}`.toLowerCase().includes(text);
}

function apply() {
  shown = 0;
  for (const child of list.children) {
    child.hidden = !fits(child.entry);
    if (!child.hidden) shown += 1;
  }
  count.textContent = shown || !list.children.length ? `${shown} / ${list.children.length}` : list.dataset.empty;
}

async function follow() {
  const answer = await fetch(`${list.dataset.entries}?after=${last}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const page = await answer.json();
  for (const entry of page.entries) {
    last = Math.max(last, entry.number);
    list.append(item(entry, page));
  }
  apply();
  if (page.live) setTimeout(follow, PAUSE);
}

filter.addEventListener("input", apply);
filter.addEventListener("submit", (event) => event.preventDefault());
follow();
