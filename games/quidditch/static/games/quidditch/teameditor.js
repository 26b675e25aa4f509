// The team editor: reads, checks and writes a teamConfig, and keeps one for the tables of this browser.

import { h } from "./dom.js";
import { EditorForm } from "./editorform.js";
import { Wrong } from "./files.js";
import { picture, roleSign } from "./signs.js";
import { FAN_FIELDS, IMAGE_SIZE, imageFaults, newTeam, shaped, teamFaults, withoutPrefix } from "./teamrules.js";
import { BROOMS, ROLES, capital, inkOn, roleText, wordOf } from "./words.js";

/** Where the table page looks for what its visitor brings along to a seat. */
const KEPT = "seat-data:quidditch";
const FANS = { goblins: "Goblins", trolls: "Trolls", elves: "Elves", nifflers: "Nifflers", wombats: "Wombats" };

export class TeamEditor {
  constructor(root, t) {
    this.root = root;
    this.t = t;
    this.balanced = true;
    this.form = new EditorForm(root, {
      name: "team", payloadType: "teamConfig", shape: shaped, faults: (team) => teamFaults(team, this.balanced), file: (team) => `${team.name.trim().replaceAll(" ", "-").toLowerCase()}.json`,
      fresh: () => ({ ...newTeam(), image: stripes("1F4E9E", "C9A227") }),
    }, t);
    const kept = this.kept();
    if (kept) {
      this.balanced = kept.data.genderBalance !== false;
      this.form.model = shaped(kept.data.team);
    }
    this.form.listeners.push(() => this.preview());
    this.draw();
    this.form.fill();
  }

  draw() {
    const { form, t } = this;
    this.image = h("img", { class: "qeditor-image", width: 128, height: 128, alt: t("The team's picture"), "data-image": "" });
    this.upload = h("input", { type: "file", accept: "image/*", class: "visually-hidden", "data-do": "image", "aria-label": t("Choose a picture"), onchange: () => this.chosen() });
    this.scale = h("button", { type: "button", class: "button slim", hidden: true, "data-do": "scale", onclick: () => this.scaled() }, t("Scale it to 256 × 256"));
    this.note = h("p", { class: "qeditor-note", role: "status" });
    const balance = h("input", { type: "checkbox", id: "team-balance", "data-do": "balance", onchange: () => { this.balanced = !balance.checked; form.check(); } });
    balance.checked = !this.balanced;
    this.root.replaceChildren(
      form.fileBar(
        h("button", { type: "button", class: "button", "data-do": "keep", onclick: () => this.keep() }, t("Keep for my tables")),
        h("button", { type: "button", class: "button quiet", "data-do": "forget", onclick: () => this.forget() }, t("Forget it"))),
      this.note,
      h("div", { class: "qeditor-top" },
        h("div", { class: "qeditor-picture" }, this.image, h("div", { class: "row" }, h("label", { class: "button slim" }, t("Choose a picture"), this.upload), this.scale,
          h("button", { type: "button", class: "button slim", "data-do": "stripes", onclick: () => this.setImage(stripes(form.model.colors.primary, form.model.colors.secondary)) }, t("Draw stripes"))), form.errors("image")),
        h("div", {}, form.text("name", t("Name of the team"), { maxlength: 60 }), form.text("motto", t("Motto"), { maxlength: 220 }), h("div", { class: "fields" }, this.color("primary", t("First colour")), this.color("secondary", t("Second colour"))))),
      h("fieldset", {}, h("legend", {}, t("Players")), form.errors("players"), ROLES.map((role) => this.player(role)),
        h("div", { class: "field check" }, balance, h("label", { for: "team-balance" }, t("Any sexes (for lobbies with the mod disableGenderBalance)")))),
      h("fieldset", {}, h("legend", {}, t("Fans: seven in all, at least one of each kind")), form.errors("fans"),
        h("div", { class: "qeditor-fans" }, FAN_FIELDS.map((field) => form.number(`fans.${field}`, t(FANS[field]), { min: 1, max: 3, step: 1 })))));
  }

  color(which, label) {
    const path = `colors.${which}`;
    const field = this.form.text(path, label, { maxlength: 7 });
    const picker = h("input", { type: "color", class: "qeditor-color", "aria-label": label, "data-color": which, oninput: () => {
      this.form.model.colors[which] = picker.value.slice(1).toUpperCase();
      this.form.fill();
    } });
    this.form.listeners.push(() => {
      const color = this.form.model.colors[which];
      if (/^[0-9A-F]{6}$/.test(color)) picker.value = `#${color.toLowerCase()}`;
    });
    field.insertBefore(picker, field.querySelector("input"));
    field.classList.add("qeditor-colors");
    return field;
  }

  player(role) {
    const { form, t } = this;
    const path = `players.${role}`;
    const chip = h("span", { class: "qtoken", "data-chip": role }, picture(roleSign(role), "role"));
    return h("div", { class: "qeditor-player", role: "group", "aria-label": roleText(t, role) }, h("div", { class: "qeditor-role" }, chip, h("b", {}, capital(roleText(t, role)))),
      form.text(`${path}.name`, t("Name"), { maxlength: 60 }),
      form.select(`${path}.broom`, t("Broom"), BROOMS.map((broom) => [broom, wordOf(t, broom)])),
      form.select(`${path}.sex`, t("Sex"), [["f", t("female")], ["m", t("male")]]));
  }

  preview() {
    const { image, colors } = this.form.model;
    this.image.src = imageFaults(image).length && !image ? "" : `data:image/png;base64,${image}`;
    for (const chip of this.root.querySelectorAll("[data-chip]")) {
      if (!/^[0-9A-F]{6}$/.test(colors.primary)) continue;
      chip.style.background = `#${colors.primary}`;
      chip.style.borderColor = `#${colors.secondary}`;
      chip.style.color = inkOn(colors.primary);
    }
  }

  // --- the picture ------------------------------------------------------------------------------------------------------
  async chosen() {
    const [file] = this.upload.files;
    this.upload.value = "";
    if (!file) return;
    this.file = file;
    this.setImage(withoutPrefix(await dataUrl(file)));
    // Any picture can be made to fit; a right one is taken byte for byte.
    this.scale.hidden = !imageFaults(this.form.model.image).length;
  }

  setImage(image) {
    this.scale.hidden = true;
    this.form.model.image = image;
    this.form.check();
  }

  async scaled() {
    try {
      const bitmap = await createImageBitmap(this.file);
      this.setImage(drawn((pen) => pen.drawImage(bitmap, 0, 0, IMAGE_SIZE, IMAGE_SIZE)));
    } catch {
      this.form.check([new Wrong("image", "cannot be read as a picture")]);
    }
  }

  // --- kept in this browser ---------------------------------------------------------------------------------------------
  kept() {
    try {
      return JSON.parse(localStorage.getItem(KEPT));
    } catch {
      return null;
    }
  }

  keep() {
    const team = this.form.sound();
    if (!team) return;
    localStorage.setItem(KEPT, JSON.stringify({ title: team.name, data: { team, genderBalance: this.balanced } }));
    this.note.textContent = this.t("Kept. When you sit down at a table, this team plays for you.");
  }

  forget() {
    localStorage.removeItem(KEPT);
    this.note.textContent = this.t("Forgotten. At tables you get a team of the house.");
  }
}

function dataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function drawn(draw) {
  const canvas = h("canvas", { width: IMAGE_SIZE, height: IMAGE_SIZE });
  draw(canvas.getContext("2d"));
  return withoutPrefix(canvas.toDataURL("image/png"));
}

function stripes(primary, secondary) {
  return drawn((pen) => {
    for (let stripe = 0; stripe < 8; stripe += 1) {
      pen.fillStyle = `#${stripe % 2 ? secondary : primary}`;
      pen.fillRect(stripe * 32, 0, 32, IMAGE_SIZE);
    }
  });
}
