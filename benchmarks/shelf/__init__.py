"""Games for benchmarks alone; `benchmarks.shelved` puts them beside the real ones."""
