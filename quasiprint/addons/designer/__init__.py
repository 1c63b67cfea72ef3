"""Sets that a file describes, and puzzles with the tiles of any set: TOML files and options come in; designs, findings,
solutions and counts go out. Begin with sets/ for set files, and with puzzle.py for puzzles."""
