// The table page's dialogs: asking, sharing, and the end of a match.

import { find, h, icon } from "./dom.js";
import { t } from "./i18n.js";

/** Ask a yes-no question; resolves to true or false. */
export function confirmDialog(title, text, yes) {
  return new Promise((resolve) => {
    const box = h("dialog", { "data-dialog": "confirm", "aria-labelledby": "confirm-title" },
      h("h2", { id: "confirm-title" }, title),
      h("p", {}, text),
      h("div", { class: "actions" },
        h("button", { class: "button", type: "button", "data-do": "no", onclick: () => box.close("") }, t("Cancel")),
        h("button", { class: "button danger", type: "button", "data-do": "yes", onclick: () => box.close("yes") }, yes)));
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue === "yes");
    });
    document.body.append(box);
    box.showModal();
  });
}

/** Show links to this page; `embed` adds the code for other sites. */
export function shareDialog(link, embed, isPrivate) {
  const field = (id, label, value) => h("div", { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "copy-line" },
      h("input", { id, type: "text", readonly: true, value, onfocus: (event) => event.target.select() }),
      h("button", { class: "button", type: "button", "data-copy": `#${id}` }, icon("copy"), t("Copy"))));
  const box = h("dialog", { "data-dialog": "share", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title" }, t("Invite and share")),
    h("p", {}, isPrivate ? t("Only those who have this link can see the table.") : t("Whoever opens this link can watch, and sit down while a seat is free. No account is needed.")),
    field("share-link", t("Link"), link),
    embed ? field("share-embed", t("Show it on another page"), embed) : null,
    h("div", { class: "actions" },
      navigator.share ? h("button", { class: "button", type: "button", onclick: () => navigator.share({ url: link, title: document.title }).catch(() => {}) }, t("Share …")) : null,
      h("button", { class: "button primary", type: "button", onclick: () => box.close() }, t("Close"))));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** The dialog in which a visitor without a name chooses one; the server's page does the rest. */
export function nameDialog(target) {
  const box = find("#name-dialog");
  find("[name=next]", box).value = target;
  box.showModal();
  find("[name=name]", box).select();
}
