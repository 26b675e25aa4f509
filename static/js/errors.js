// Refusals in the reader's language: by their code where we know it, otherwise as the server wrote them.

import { t } from "./i18n.js";

export function errorText(error) {
  if (!error) return t("Something went wrong.");
  const key = `[${error.code}]`;
  const known = t(key, { message: error.message ?? "" });
  if (known !== key) return known;
  return error.message ? sentence(t(error.message)) : t("Something went wrong.");
}

/** Server messages begin in lower case, to stand within a sentence; alone they are one. */
function sentence(text) {
  return text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
