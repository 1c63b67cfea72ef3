"""From faces to bodies. In: a set whose faces are areas with marks (`model.face`), and its measures. Out: solids of 2.5
dimensions (`model.solid`), their meshes, closed bit for bit, and B-reps with plane and round faces.

Begin with `build` (face → solid), `mesh` (solid → triangles) and `bodies` (triangles → faces). `cad` builds the same
with CadQuery, as a check; `estimate` says what a plate takes to print."""
