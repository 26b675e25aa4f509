// The game's messages as sentences for the log.

import { cardsText, nameOf, total } from "./words.js";

const TELLING = {
  "Spiel gestartet": ({ t }) => t("The island lies on the table."),
  Würfelwurf: ({ t, name, payload }) => t("{name} rolls {one} and {two}: {sum}.", { name, one: payload.Wurf[0], two: payload.Wurf[1], sum: payload.Wurf[0] + payload.Wurf[1] }),
  Ertrag: ({ t, name, payload }) => (total(payload.Rohstoffe) ? t("{name} gets {cards}.", { name, cards: cardsText(t, payload.Rohstoffe) }) : ""),
  Kosten: ({ t, name, payload }) => (total(payload.Rohstoffe) ? t("{name} gives {cards}.", { name, cards: cardsText(t, payload.Rohstoffe) }) : ""),
  Bauvorgang: ({ t, who, payload }) => t("{name} builds: {what}.", { name: who(payload.Gebäude.Eigentümer), what: nameOf(t, payload.Gebäude.Typ) }),
  "Entwicklungskarte gekauft": ({ t, name, payload }) =>
    typeof payload.Entwicklungskarte === "string" ? t("{name} buys a development card: {card}.", { name, card: nameOf(t, payload.Entwicklungskarte) }) : t("{name} buys a development card.", { name }),
  "Räuber versetzt": ({ t, name, who, payload }) => (payload.Ziel === undefined ? t("{name} moves the robber.", { name }) : t("{name} moves the robber and robs {victim}.", { name, victim: who(payload.Ziel) })),
  "Ritter ausspielen": ({ t, name, who, payload }) => (payload.Ziel === undefined ? t("{name} plays a knight.", { name }) : t("{name} plays a knight and robs {victim}.", { name, victim: who(payload.Ziel) })),
  "Straßenbaukarte ausspielen": ({ t, name }) => t("{name} plays Road Building.", { name }),
  Monopol: ({ t, name, payload }) => t("{name} plays Monopoly on {resource}.", { name, resource: nameOf(t, payload.Rohstoff) }),
  Erfindung: ({ t, name, payload }) => t("{name} plays Year of Plenty: {cards}.", { name, cards: cardsText(t, payload.Rohstoffe) }),
  Handelsangebot: ({ t, name, payload }) => t("{name} offers {give} for {take}.", { name, give: cardsText(t, payload.Angebot), take: cardsText(t, payload.Nachfrage) }),
  "Handelsangebot angenommen": ({ t, name, payload }) => (payload.Annehmen ? t("{name} accepts the offer.", { name }) : t("{name} declines the offer.", { name })),
  "Handelsangebot abgebrochen": ({ t, name }) => t("{name} takes it back.", { name }),
  "Handel ausgeführt": ({ t, name, who, payload }) => t("{name} trades with {partner}.", { name, partner: who(payload.Mitspieler) }),
  "Längste Handelsstraße": ({ t, name, payload }) => (payload.Spieler === undefined ? t("Nobody holds Longest Road now.") : t("{name} holds Longest Road.", { name })),
  "Größte Rittermacht": ({ t, name }) => t("{name} holds Largest Army.", { name }),
  "Spiel beendet": ({ t, who, payload }) => (payload.Sieger === undefined ? t("The game ends without a winner.") : t("{name} wins the game.", { name: who(payload.Sieger) })),
};

const KINDS = { Würfelwurf: "turn", "Spiel beendet": "end" };
const SOUNDS = { Würfelwurf: "dice", Bauvorgang: "move" };

/** Tell of a message: a line for the log, and a sound. */
export function tell(context, who, payloadType, payload) {
  const telling = TELLING[payloadType];
  if (!telling) return;
  const text = telling({ t: context.t, who, name: payload.Spieler === undefined ? "" : who(payload.Spieler), payload });
  if (text) context.log(text, KINDS[payloadType] ?? "");
  if (SOUNDS[payloadType]) context.sound(SOUNDS[payloadType]);
}
