"""The rules of Catan for three to six players; `referee.RULES` is their face."""
