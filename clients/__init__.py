"""Programs that stand outside the platform and speak its games' published protocols."""
