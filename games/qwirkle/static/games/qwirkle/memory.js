// Remembers a wish of the reader in this browser; a board framed in another page may be forbidden to, and does without.

export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The wish holds until the page is left.
  }
}
