"""Puzzles: a `Puzzle`, a region and tiles, comes in; solutions, their number or the best layout go out.

Begin at puzzle.py. laying.py makes an exact cover of a puzzle; counting.py counts its solutions, or proves that there
are none; solving.py finds one by CP-SAT, and writes the cover for other programs; most.py closes the most vertices.
"""
