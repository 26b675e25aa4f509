"""Hidden information: two worlds that differ only in what somebody may not know are one and the same to him."""
