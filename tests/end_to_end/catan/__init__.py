"""Catan over plain TCP, with clients written from the document alone."""
