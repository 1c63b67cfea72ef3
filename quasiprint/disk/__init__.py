"""Where files come from and where they go: whole, bounded, locked, undisturbed. Knows bytes alone."""
