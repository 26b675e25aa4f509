"""Command lines of section 3 of the FantasticFeasts standard: an artificial player and a server."""
