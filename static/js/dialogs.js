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
  const share = () => navigator.share({ url: link, title: document.title }).catch(() => {});
  open("share", t("Invite and share"),
    h("p", {}, isPrivate ? t("Only those who have this link can see the table.") : t("Whoever opens this link can watch, and sit down while a seat is free. No account is needed.")),
    copyField("share-link", t("Link"), link),
    embed ? copyField("share-embed", t("Show it on another page"), embed) : null,
    navigator.share ? h("button", { class: "button", type: "button", onclick: share }, t("Share …")) : null);
}

/** Show the token with which a program takes a seat; it cannot be shown again. */
export function tokenDialog(token, seat, connect) {
  open("token", t("A seat for a program"),
    h("p", {}, t("Seat {number} is kept for the program that brings this token. It is shown this once.", { number: seat + 1 })),
    copyField("seat-token", t("Seat token"), token),
    h("p", {}, h("a", { href: connect, target: "_blank" }, t("Where to connect and what to say"))));
}

function open(name, title, ...content) {
  const box = h("dialog", { "data-dialog": name, "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title` }, title), ...content,
    h("div", { class: "actions" }, h("button", { class: "button primary", type: "button", "data-do": "close", onclick: () => box.close() }, t("Close"))));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

function copyField(id, label, value) {
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "copy-line" },
      h("input", { id, type: "text", readonly: true, value, onfocus: (event) => event.target.select() }),
      h("button", { class: "button", type: "button", "data-copy": `#${id}` }, icon("copy"), t("Copy"))));
}

/** The dialog in which a visitor without a name chooses one; the server's page does the rest. */
export function nameDialog(target) {
  const box = find("#name-dialog");
  find("[name=next]", box).value = target;
  box.showModal();
  find("[name=name]", box).select();
}
