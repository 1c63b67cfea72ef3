"""Majomino solved: who wins a board, all boards of a size, and the computer as an opponent."""
