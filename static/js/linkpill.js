// The little sign that says whether the page hears the server.

import { find } from "./dom.js";
import { t } from "./i18n.js";

let timer = null;

/** Show the status of a Socket; while it waits, the seconds count down. */
export function showLink(status) {
  clearInterval(timer);
  const pill = find("[data-link]");
  pill.dataset.link = status.state;
  const text = find("[data-link-text]", pill);
  const texts = { open: t("connected"), connecting: t("connecting …"), closed: t("disconnected") };
  if (status.state !== "waiting") {
    text.textContent = texts[status.state];
    return;
  }
  let { seconds } = status;
  const draw = () => { text.textContent = t("connection lost, trying again in {seconds} s", { seconds: Math.max(0, seconds--) }); };
  draw();
  timer = setInterval(draw, 1000);
}
