"""Set files: the bytes of a TOML file come in; a design, proved, and a set that can be made and judged go out.

Begin with set_file.py (from a file to a design, whose tiles are counted in three ways), then placed.py (a tile in the
plane, and the rule), then making.py with looks/ (what is drawn). room.py is what a game's room is for a game.
"""
