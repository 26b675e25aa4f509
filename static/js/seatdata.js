// What a visitor brings along to a seat (a team, a colour): kept by a game's own pages, shown and sent by the frame.

const keyOf = (game) => `seat-data:${game}`;

/** {title, data, off?} that a page of the game kept in this browser, or null. */
export function brought(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(game)));
    return kept && typeof kept.title === "string" && kept.data ? kept : null;
  } catch {
    return null;
  }
}

/** The data to send with a seat: what was brought, or nothing. */
export function seatData(game) {
  const kept = brought(game);
  return kept && !kept.off ? kept.data : null;
}

/** The data that changes a seat already taken: what was brought, or each of its fields taken back. */
export function seatChange(game) {
  const kept = brought(game);
  if (!kept) return {};
  return kept.off ? Object.fromEntries(Object.keys(kept.data).map((field) => [field, null])) : kept.data;
}

export function useBrought(game, use) {
  localStorage.setItem(keyOf(game), JSON.stringify({ ...brought(game), off: !use }));
}
