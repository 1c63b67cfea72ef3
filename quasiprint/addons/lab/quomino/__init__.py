"""The computer at Quomino: a game comes in, a move goes out. Begin with `opponent`."""
