"""Sets of one's own: a file says the shapes, the labels and which tiles there are; what follows is proved.

set_file.py     from the bytes of a file to a design, checked by set.schema.json (schema.py); every
                error names the line; which tiles it says, and that the three ways to count them agree
schema.py       what a set file holds: its tables, what labels are called and which there are, a region, twins
polygons.py     outlines, exact; their turns and reflections, found in two ways, and how they move the slots of labels
counts.py       which labellings are tiles, and how many: in closed form, by a visit to every labelling, and as they
                are
placed.py       a tile laid in the plane, and which may lie beside it; what tiles are called, layouts as text, and
                what is wrong with them
meeting.py      what a rule lets tiles do, as findings and counts: tiles around one point, vertex stars, all ways to
                surround a point, and which of them can be part of more
looks/          what labels look like: the tile in mm, and what is drawn on it
making.py       from a design to a set that can be made
laws.py         that a set is what its file says, read from what is drawn
card.py         what the rule card is filled with, and layouts drawn
room.py         what a game's room is for a game: found by the name `set`, bound to a file
"""
