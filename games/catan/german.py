"""What a client is told when something is refused: the protocol speaks German, so do its errors."""

from __future__ import annotations

from gamekit.errors import GameError

#: Sentences by code; what is not here is told in the error's own words.
_SENTENCES = {
    "move/not_your_turn": "Sie sind nicht am Zug",
    "move/not_now": "Das geht jetzt nicht",
    "move/match_over": "Das Spiel ist beendet",
    "move/paused": "Das Spiel ist angehalten",
    "build/unaffordable": "Dafür reichen die Rohstoffe nicht",
    "build/off_map": "Dieser Ort liegt nicht auf der Insel",
    "build/taken": "Dort steht schon eine Straße",
    "build/apart": "Dort ist keine Verbindung zu einer eigenen Straße oder einem eigenen Gebäude",
    "build/too_near": "Der Ort oder ein Nachbarort ist schon bebaut",
    "build/no_pieces": "Keine Spielsteine dieser Art mehr übrig",
    "build/no_village": "Eine Stadt wird auf einem eigenen Dorf gebaut",
    "discard/count": "Genau {count} Karten sind abzugeben",
    "discard/not_owned": "Diese Karten sind nicht auf der Hand",
    "robber/field": "Der Räuber bleibt auf dem Land",
    "robber/same_field": "Der Räuber muss das Feld wechseln",
    "robber/victim_missing": "Dort steht ein Gebäude: Ziel fehlt",
    "robber/victim": "Ziel hat dort kein Gebäude",
    "card/none_left": "Es sind keine Entwicklungskarten mehr übrig",
    "card/one_a_turn": "Nur eine Entwicklungskarte in jedem Zug",
    "card/not_owned": "Diese Entwicklungskarte ist nicht auf der Hand",
    "card/fresh": "Eine gekaufte Karte darf erst im nächsten Zug gespielt werden",
    "card/second_road": "Straße 2 fehlt oder ist nicht möglich",
    "card/plenty_count": "Erfindung bringt genau zwei Rohstoffe",
    "bank/empty": "Die Bank hat nicht genug davon",
    "trade/off": "An diesem Tisch wird nicht untereinander gehandelt",
    "trade/negative": "Anzahlen dürfen nicht negativ sein",
    "trade/empty": "Verschenken ist nicht erlaubt: Angebot und Nachfrage müssen etwas enthalten",
    "trade/same": "Ein Rohstoff kann nicht gegen sich selbst getauscht werden",
    "trade/not_owned": "Diese Rohstoffe sind nicht vorhanden",
    "trade/rate": "Angebot und Nachfrage passen nicht zum Tauschverhältnis",
    "trade/too_many": "Zu viele Angebote in diesem Zug",
    "trade/no_offer": "Handel id: es gibt kein solches Angebot",
    "trade/own_offer": "Das eigene Angebot kann man nicht annehmen",
    "trade/answered": "Dieses Angebot ist schon beantwortet",
    "trade/not_accepted": "Mitspieler hat das Angebot nicht angenommen",
    "table/not_started": "Das Spiel hat noch nicht begonnen",
    "table/started": "Das Spiel läuft schon",
    "table/full": "An diesem Tisch ist kein Platz mehr frei",
    "table/closed": "Dieser Tisch ist geschlossen",
    "table/moved": "Der Tisch zieht gerade um: bitte noch einmal",
    "seat/token": "Dieser Platzschlüssel gilt nicht oder nicht mehr",
    "message/not_wrapped": "Eine Nachricht ist ein Objekt mit genau einem Schlüssel",
    "message/not_json": "Das ist kein JSON",
    "message/not_utf8": "Das ist kein UTF-8: die Verbindung wird geschlossen",
    "message/nul": "Texte enthalten kein NUL-Zeichen",
    "message/too_many": "Zu viele Nachrichten in einer Zeile",
    "message/unreadable": "Diese Nachricht ist nicht lesbar",
    "frame/not_utf8": "Das ist kein UTF-8: die Verbindung wird geschlossen",
    "frame/too_long": "Die Zeile ist zu lang: die Verbindung wird geschlossen",
    "limit/rate": "Zu viele Nachrichten in kurzer Zeit: die Verbindung wird geschlossen",
    "limit/hello": "Keine Nachricht in der erlaubten Zeit: die Verbindung wird geschlossen",
    "message/too_deep": "Zu tief verschachtelt",
    "message/not_object": "Der Inhalt muss ein Objekt sein",
    "message/missing": "fehlt",
    "message/number": "muss eine nicht negative ganze Zahl sein",
    "message/place": "muss die richtige Anzahl von Orten mit ganzen Zahlen x und y enthalten",
    "message/no_such_place": "Diesen Ort gibt es nicht",
    "message/resources": "muss ein Rohstoffe-Objekt sein",
    "message/resource": "enthält einen unbekannten Rohstoff",
    "message/building": "muss Straße, Dorf oder Stadt sein",
    "message/bool": "muss true oder false sein",
}


def sentence(error: GameError) -> str:
    """Return what went wrong, with the name of the field at fault."""
    return sentence_for(error.code, error.message, error.field, **error.data)


def sentence_for(code: str, message: str, field: str = "", **data: object) -> str:
    """Return the German sentence for a code, or the message when there is none."""
    text = _SENTENCES.get(code)
    if text is None:
        return message
    text = text.format(**data)
    return f"{field}: {text}" if field and code.startswith("message/") else text
