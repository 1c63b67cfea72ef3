"""Sets of one's own: a file says the shapes, the labels and which tiles there are; what follows is proved.

set_file.py   from the bytes of a file to a design, checked by set.schema.json; every error names the line
polygons.py   outlines, exact: by name, by turns and steps, of cells
moves.py      the turns and reflections of an outline, found in two ways, and how they move the slots of labels
choice.py     which labellings are tiles
burnside.py   how many tiles there are, in closed form
visiting.py   how many there are, by visiting every labelling
holding.py    the tiles themselves, by another search
proof.py      that the three agree
placed.py     a tile laid in the plane: what its edges, corners and cells show
joins.py      which tiles may lie side by side
closed.py     points with tiles all around, loops of paths
tile_names.py   what tiles are called; layout_text.py reads layouts, judge.py judges them, layout_picture.py draws them
looks/        what labels look like: the tile in mm, and what is drawn on it
making.py     from a design to a set that can be made
laws.py       that a set is what its file says, read from what is drawn; shown.py for paths and tabs
card.py       what the rule card is filled with
room.py       what a game's room is for a game: found by the name `set`, bound to a file
"""
