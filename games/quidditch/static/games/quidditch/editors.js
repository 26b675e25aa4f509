// The page of the editors: a team and a match, without any server but for the page itself.

import { loadTexts, t } from "../../js/i18n.js";
import { MatchEditor } from "./matcheditor.js";
import { TeamEditor } from "./teameditor.js";

const root = document.querySelector("[data-editors]");
await loadTexts([root.dataset.texts]);

const panels = { team: root.querySelector("[data-editor=team]"), match: root.querySelector("[data-editor=match]") };
const tabs = [...root.querySelectorAll("[data-editor-tab]")];

function choose(name) {
  for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.editorTab === name));
  for (const [key, panel] of Object.entries(panels)) panel.hidden = key !== name;
}

for (const tab of tabs) {
  tab.textContent = t(tab.textContent.trim());
  tab.addEventListener("click", () => {
    choose(tab.dataset.editorTab);
    history.replaceState(null, "", `#${tab.dataset.editorTab}`);
  });
}
new TeamEditor(panels.team, t);
new MatchEditor(panels.match, t);
choose(location.hash === "#match" ? "match" : "team");
root.dataset.ready = "1";
