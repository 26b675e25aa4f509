"""The rules of Mississippi Queen, pure: a state, moves, and what becomes of them."""
