"""Several processes as one platform."""
