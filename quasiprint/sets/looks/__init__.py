"""How labels look: what is drawn on a tile of a set file, and the tile in millimetres around it.

frame.py   a tile in mm: as designed and as made, with the room of each edge, corner and cell
"""
