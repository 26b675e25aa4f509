// The form for a new table shows as many seats as the table has, and is filled in by presets.

import { find, findAll, pageData } from "./dom.js";
import { loadTexts, siteTexts, t } from "./i18n.js";
import { toast } from "./toast.js";

const size = find("#id_size");

function show() {
  for (const choice of findAll("[data-seat-choice]")) choice.hidden = Number(choice.dataset.seatChoice) > Number(size.value);
}

/** Put a preset's options into the form; whatever else was typed stays. */
function fill(link, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = find(`#id_option_${CSS.escape(name)}`);
    if (!field) continue;
    if (field.type === "checkbox") field.checked = Boolean(value);
    else field.value = typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
    if (field.closest("details")) field.closest("details").open = true;
  }
  // What the preset does not show is added where its table is opened.
  find("#id_preset").value = link.dataset.preset;
  for (const other of findAll("[data-preset]")) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  toast(t("Filled in: {name}", { name: link.textContent }), "success");
}

size.addEventListener("change", show);
show();

const links = findAll("[data-preset]");
if (links.length) {
  const values = pageData("preset-values");
  await loadTexts([siteTexts()]);
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      fill(link, values[link.dataset.preset]);
    });
  }
}
