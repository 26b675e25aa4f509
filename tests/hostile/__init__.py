"""Input from strangers: whatever bytes come, no layer raises past itself, hangs, or keeps them."""
