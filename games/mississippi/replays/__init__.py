"""The contest's replay files, written and read."""
