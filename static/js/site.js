// What every page can do: theme, menus, copying, local times, messages of the server.

import { find, findAll } from "./dom.js";
import { loadTexts, localTime, siteTexts, t } from "./i18n.js";
import { toast } from "./toast.js";

const THEMES = ["system", "light", "dark"];
const YEAR = 365 * 24 * 3600;

function theme() {
  return document.documentElement.dataset.theme ?? "system";
}

function setTheme(name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  // A cookie, so that the server writes the attribute and no page flashes in the wrong colours.
  document.cookie = `theme=${name}; path=/; max-age=${YEAR}; samesite=lax`;
}

function themeSwitch(button) {
  const show = () => {
    const now = theme();
    for (const part of findAll("[data-theme-icon]", button)) part.hidden = part.dataset.themeIcon !== now;
    const text = button.getAttribute(`data-text-${now}`);
    button.setAttribute("aria-label", text);
    button.title = text;
  };
  button.addEventListener("click", () => {
    setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    show();
  });
  button.hidden = false;
  show();
}

function menus() {
  document.addEventListener("click", (event) => {
    for (const menu of findAll("details[data-menu][open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of findAll("details[data-menu][open]")) {
      menu.open = false;
      find("summary", menu).focus();
    }
  });
}

async function copy(button) {
  const source = find(button.dataset.copy);
  const text = source.value ?? source.textContent;
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied."), "success");
  } catch {
    // Without TLS browsers refuse the clipboard: select, so that Ctrl+C does it.
    source.select?.();
    toast(t("Press Ctrl+C to copy."));
  }
}

export function localTimes(root = document) {
  for (const element of findAll("time[data-local]", root)) element.textContent = localTime(element.dateTime);
}

function serverMessages() {
  for (const line of findAll("[data-messages] p")) toast(line.textContent, line.className || "info");
}

/** A form that takes a while says so, and is not sent twice; coming back by the browser's button frees it again. */
function busyForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-busy]");
    const button = form && (event.submitter ?? find("button", form));
    if (!button) return;
    if (form.ariaBusy === "true") return event.preventDefault();
    form.ariaBusy = "true";
    if (form.dataset.busy) button.textContent = form.dataset.busy;
    button.classList.add("busy");
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of findAll("form[data-busy][aria-busy=true]")) {
      form.ariaBusy = "false";
      for (const button of findAll(".busy", form)) button.classList.remove("busy");
    }
  });
}

/** A form opened before one signed in or out in another tab is still good: it is sent with the token of now. */
function freshTokens() {
  document.addEventListener("submit", (event) => {
    const field = find("[name=csrfmiddlewaretoken]", event.target);
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    if (field && token) field.value = token[1];
  }, true);
}

let failed = false;
function scriptFailed(error) {
  if (failed || !(error instanceof Error)) return;
  failed = true;
  toast(t("Something on this page failed."), "error", { text: t("Load again"), run: () => location.reload() });
}
addEventListener("error", (event) => scriptFailed(event.error));
addEventListener("unhandledrejection", (event) => scriptFailed(event.reason));

const themeButton = find("[data-theme-switch]");
if (themeButton) themeSwitch(themeButton);
menus();
freshTokens();
busyForms();
find(".site-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
localTimes();
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});
loadTexts([siteTexts()]).then(serverMessages);
