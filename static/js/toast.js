// Messages that pass: at the bottom of the page, read out by screen readers.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const SHORT = 6000;

/** Show a message; level is info, success, warning or error; action: {text, run}. Errors stay until closed. */
export function toast(text, level = "info", action = null) {
  const place = document.getElementById("toasts");
  const box = h("div", { class: `toast ${level}`, "data-toast": level });
  const close = () => box.remove();
  box.append(h("p", {}, text));
  if (action) box.append(h("button", { type: "button", onclick: () => { close(); action.run(); } }, action.text));
  box.append(h("button", { type: "button", "aria-label": t("Close"), onclick: close }, "×"));
  for (const old of [...place.children].slice(0, -2)) old.remove();
  place.append(box);
  if (level !== "error" && !action) setTimeout(close, SHORT);
  return close;
}
