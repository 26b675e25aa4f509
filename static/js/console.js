// The console's list of tables refreshes itself, without taking the reader's place away.
const rows = document.querySelector("[data-rows]");
const PERIOD = 2000;

async function refresh() {
  if (!document.hidden) {
    const address = new URL(location.href);
    address.searchParams.set("rows", "1");
    const answer = await fetch(address);
    if (answer.ok) rows.innerHTML = await answer.text();
  }
  setTimeout(refresh, PERIOD);
}

setTimeout(refresh, PERIOD);
