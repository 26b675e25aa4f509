"""A shelf with one game: the server of section 3 serves nothing else."""
