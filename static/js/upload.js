// The upload page: the file goes up and is played again with a bar that says how far it is. Without this script the form still works.

import { find, findAll } from "./dom.js";
import { loadTexts, siteTexts, t } from "./i18n.js";
import { follow, newTicket, progressBar } from "./progress.js";
import { toast } from "./toast.js";

const form = find("[data-upload]");

async function send(event) {
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  await texts;
  for (const old of findAll(".errorlist", form)) old.remove();
  const button = find("button", form);
  button.disabled = true;
  const bar = progressBar(t("Uploading …"));
  button.parentElement.before(bar.line);
  const ticket = newTicket();
  const asking = follow(form.dataset.upload, ticket, (done, total) => bar.show(done / total, t("Playing it again: step {done} of {total}", { done, total })));
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => bar.show(loaded / total, t("Uploading: {percent} %", { percent: Math.round((100 * loaded) / total) }));
  request.upload.onload = () => bar.show(null, t("Playing it again …"));
  request.onloadend = () => {
    asking();
    bar.line.remove();
    button.disabled = false;
    form.ariaBusy = "false";
    answered(request);
  };
  request.open("POST", `${location.pathname}?ticket=${ticket}`);
  request.send(new FormData(form));
}

/** A stored replay is shown; a refusal is put beside its field, and the chosen file stays chosen. */
function answered(request) {
  if (!request.status) return toast(t("The server did not answer."), "error");
  if (request.responseURL && new URL(request.responseURL).pathname !== location.pathname) return location.assign(request.responseURL);
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  const refusals = findAll(".errorlist", page);
  for (const list of refusals) {
    const field = list.id && find(`#${CSS.escape(list.id.replace(/_error$/, ""))}`, form);
    (field?.closest(".field") ?? find("[role=alert]", form)).append(list);
  }
  if (refusals.length) return find("[aria-invalid], input[type=file]", form)?.focus();
  return find("main").replaceWith(find("main", page));
}

// At once: what is sent before the script listens comes back as a new page, without the file that was chosen.
form.addEventListener("submit", send);
const texts = loadTexts([siteTexts()]);
