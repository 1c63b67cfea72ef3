"""The designer's: sets that a file says, and puzzles with their tiles."""
