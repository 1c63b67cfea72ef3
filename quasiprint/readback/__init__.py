"""Reads the files of a made set back and recovers what they hold, by geometry alone.

Nothing here is shared with what wrote the files, but the model: own readers (or libraries that no
exporter uses for writing), own plane geometry on shapely, own reading of what a mark is in plastic, wood and
on paper. Floats throughout, in millimetres; what is recovered is a name, and whether it is right is decided
by which names are there.
"""
