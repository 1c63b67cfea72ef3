"""Says which piece of a set each thing in a file is, by plain geometry alone.

An importer of each format (``formats/*/importer.py``) hands over what a file shows: rings with an operation or an ink,
bodies with a colour, in mm. Nothing here is shared with what wrote the files, but the model.
"""
