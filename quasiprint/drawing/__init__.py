"""Shapes in mm: sizes, labels, palettes and users' drawings come in; outlines, areas, letters and pages go out.

Begin with `rings` (closed lines), `areas` (what two cover or leave) and `outlines` (round corners, offsets, the kerf);
`patterns` and `regular` fill faces, `lettering` and `numerals` write, `symbols` and `svg` read drawings,
`strokes` measures them, `canvas` draws PDF.
"""
