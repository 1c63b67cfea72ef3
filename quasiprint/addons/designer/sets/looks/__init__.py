"""How labels look: a shape of a set file, its labels and measures come in; marks on a tile in mm go out.

Begin with frame.py (a tile in mm); then a module for each kind of look: edges, spots, paths (with bands), arrows and
profiles. Each has `refuse`, `fits` and `marks`, see `quasiprint.addons.designer.sets.making.Look`.
"""
