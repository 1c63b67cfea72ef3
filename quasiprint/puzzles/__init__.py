"""Puzzles: a region is to be filled with the tiles of a set; how many ways are there, one, or a proof of none.

region.py     what is to be filled: an exact outline, and the cells in it
laying.py     every way to lay a tile in a region, and what it shows there
cover.py      an exact cover: what each way takes, which ways exclude each other; a plain search
kernels.py    the same search, compiled
symmetry.py   which moves of the region and changes of the labels carry solutions into solutions
counting.py   how many solutions there are, and how many of them are different
solving.py    one solution, or a proof that there is none, by CP-SAT
"""
