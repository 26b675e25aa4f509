// Forms of the editors: fields bound to a model by their path, errors beside them, files in and out.

import { h } from "./dom.js";
import { Wrong, download, readFile, writeFile } from "./files.js";

const valueAt = (model, path) => path.split(".").reduce((part, name) => part[name], model);

export class EditorForm {
  /** kind: {name, payloadType, fresh(), shape(payload), faults(model), file(model)} */
  constructor(root, kind, t) {
    this.root = root;
    this.kind = kind;
    this.t = t;
    this.model = kind.fresh();
    this.inputs = new Map();
    this.listeners = [];
  }

  // --- fields -----------------------------------------------------------------------------------------------------------
  text(path, label, attributes = {}) {
    const input = h("input", { type: "text", autocomplete: "off", ...attributes });
    return this.field(path, label, input, () => input.value);
  }

  number(path, label, attributes = {}) {
    const input = h("input", { type: "number", inputmode: "decimal", ...attributes });
    return this.field(path, label, input, () => (input.value === "" ? null : Number(input.value)));
  }

  select(path, label, choices) {
    const input = h("select", {}, h("option", { value: "" }, "–"), choices.map(([value, text]) => h("option", { value }, text)));
    return this.field(path, label, input, () => input.value);
  }

  field(path, label, input, read) {
    const id = `${this.kind.name}-${path.replaceAll(".", "-")}`;
    input.id = id;
    input.dataset.field = path;
    input.setAttribute("aria-describedby", `${id}-error`);
    input.addEventListener("input", () => {
      setPath(this.model, path, read());
      this.check();
    });
    this.inputs.set(path, input);
    return h("div", { class: "field" }, h("label", { for: id }, label), input, this.errors(path, `${id}-error`));
  }

  /** The place where errors of a path are told. */
  errors(path, id = `${this.kind.name}-${path}-error`) {
    return h("ul", { class: "errorlist", id, "data-error": path, "aria-live": "polite" });
  }

  // --- checking ---------------------------------------------------------------------------------------------------------
  check(more = []) {
    const faults = [...more, ...this.kind.faults(this.model)];
    for (const place of this.root.querySelectorAll("[data-error]")) {
      const own = faults.filter((fault) => fault.field === place.dataset.error);
      place.replaceChildren(...own.map((fault) => h("li", {}, this.t(fault.rule, fault.values))));
    }
    for (const [path, input] of this.inputs) input.setAttribute("aria-invalid", String(faults.some((fault) => fault.field === path)));
    this.root.dataset.valid = faults.length ? "0" : "1";
    for (const listener of this.listeners) listener();
    return faults;
  }

  /** Show the model in the fields. */
  fill() {
    for (const [path, input] of this.inputs) input.value = valueAt(this.model, path) ?? "";
    this.check();
  }

  replace(model) {
    this.model = model;
    this.fill();
  }

  /** The model when nothing is wrong with it; otherwise the first field at fault gets the focus. */
  sound() {
    const faults = this.check();
    if (!faults.length) return this.model;
    (this.inputs.get(faults[0].field) ?? this.root.querySelector(`[data-error="${faults[0].field}"]`))?.scrollIntoView({ block: "center" });
    this.inputs.get(faults[0].field)?.focus();
    return null;
  }

  // --- files ------------------------------------------------------------------------------------------------------------
  fileBar(...more) {
    const { t } = this;
    const chooser = h("input", { type: "file", accept: ".json,application/json", class: "visually-hidden", "data-do": "open-file", "aria-label": t("Open a file"), onchange: () => this.open(chooser) });
    return h("div", { class: "qeditor-bar" },
      h("div", { class: "row" },
        h("label", { class: "button" }, t("Open a file"), chooser),
        h("button", { type: "button", class: "button primary", "data-do": "save", onclick: () => this.save(false) }, t("Save")),
        h("button", { type: "button", class: "button", "data-do": "save-bare", onclick: () => this.save(true) }, t("Save without container")),
        h("button", { type: "button", class: "button quiet", "data-do": "new", onclick: () => this.replace(this.kind.fresh()) }, t("Begin anew")),
        more),
      this.errors("file"));
  }

  async open(chooser) {
    const [file] = chooser.files;
    chooser.value = "";
    if (!file) return;
    try {
      this.replace(this.kind.shape(readFile(await file.text(), this.kind.payloadType)));
    } catch (fault) {
      if (!(fault instanceof Wrong)) throw fault;
      this.check([fault]);
    }
  }

  save(bare) {
    const model = this.sound();
    if (model) download(this.kind.file(model), writeFile(this.kind.payloadType, model, bare));
  }
}

function setPath(model, path, value) {
  const names = path.split(".");
  const last = names.pop();
  names.reduce((part, name) => part[name], model)[last] = value;
}
