"""Puzzles: a region is to be filled with the tiles of a set; how many ways are there, one, or a proof of none.

region.py     what is to be filled: an exact outline, and the cells in it
laying.py     every way to lay a tile in a region, and what it shows there
cover.py      an exact cover: what each way takes, which ways exclude each other; a plain search
kernels.py    the same search, compiled
counting.py   which symmetries carry solutions into solutions; how many there are, and how many are different
filling.py    one way to fill a region with all tiles, labels aside, for a laser
corners.py    the same for tiles that are not made of cells
arranging.py  where tiles lie, labels aside, then their labels: for rhombs and others without cells
solving.py    one solution, or a proof that there is none, by CP-SAT
"""
