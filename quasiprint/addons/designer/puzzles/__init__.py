"""Puzzles: a region is to be filled with the tiles of a set; how many ways are there, one, or a proof of none.

puzzle.py     a puzzle as it is searched: its region and its tiles
laying.py     every way to lay a tile in a region, and what it shows there
cover.py      an exact cover: what each way takes, which ways exclude each other; a plain search
counting.py   the same search, compiled; which symmetries carry solutions into solutions; how many there are, and how
              many are different
arranging.py  where tiles lie, labels aside, then their labels, for rhombs and others without cells; large ones in
              parts
most.py       no region: as many closed vertices as can be
solving.py    one solution, or a proof that there is none, by CP-SAT
"""
