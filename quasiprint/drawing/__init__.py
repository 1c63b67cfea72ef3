"""What is drawn on faces: sizes, palettes and users' SVG files come in; areas and marks in mm go out.

Begin with outlines.py (rings) and areas.py (areas); then patterns.py, lettering.py and numerals.py (what is drawn), and
symbols.py with svg.py (users' drawings). strokes.py measures what a machine can make.
"""
