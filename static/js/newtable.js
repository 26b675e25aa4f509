// The form for a new table shows as many seats as the table has.

import { find, findAll } from "./dom.js";

const size = find("#id_size");

function show() {
  for (const choice of findAll("[data-seat-choice]")) choice.hidden = Number(choice.dataset.seatChoice) > Number(size.value);
}

size.addEventListener("change", show);
show();
