"""Puzzles: a region is to be filled with the tiles of a set; how many ways are there, one, or a proof of none.

puzzle.py     a puzzle as it is searched: its region and its tiles
laying.py     every way to lay a tile in a region, and what it shows there, as an exact cover; a plain search
counting.py   the same search, compiled; which symmetries carry solutions into solutions; how many there are, and how
              many are different
solving.py    one solution, or a proof that there is none, by CP-SAT: as a whole, in two steps, or in parts; and a
              puzzle as text for other programs
most.py       no region: as many closed vertices as can be
"""
