"""The rules of Quidditch: pure, without clock, network or global chance."""
