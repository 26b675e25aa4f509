"""Settlers Game Notation 1.0: finished games leave in it, and games from elsewhere come in."""
