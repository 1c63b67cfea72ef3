"""Puzzles: a `Puzzle`, a region and tiles, comes in; solutions, their number or the best layout go out.

Begin at laying.py: a puzzle, and its exact cover. counting.py counts solutions, or proves that there are none;
solving.py finds one by CP-SAT, and writes the cover for other programs; most.py closes the most vertices.
"""
