"""Quidditch by the FantasticFeasts standard."""
