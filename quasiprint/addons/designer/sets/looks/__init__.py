"""How labels look: what is drawn on a tile of a set file, and the tile in millimetres around it.

frame.py      a tile in mm: as designed and as made; the triangle on one that may not be turned
edges.py      wedges, ribbons and lines at edges, and letters on them
spots.py      digits, pips and symbols, each in the largest disc that is its own
paths.py      paths between edges, which runs over which, and labels at edges and corners as such paths
arrows.py     arrowheads along edges
profiles.py   outlines with tabs and notches
"""
