#!/usr/bin/env bash
# One text STL with two solids is two pieces, three triangles or one, as the reader pleases.
#
# numpy-stl 4.1.1, trimesh 4.12.2, meshio 5.3.5.
# The format lets a text file hold several solids, each with a name.
# Guess: every reader gives all of its triangles.
# Seen: numpy-stl's `Mesh.from_file` gives the first solid alone, without a word; trimesh gives a scene of two named bodies;
# meshio gives the three triangles in one block, without names.
# For a maker: a plate of many pieces belongs into binary STL, or into one file a piece.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check numpy-stl==4.1.1 trimesh==4.12.2 meshio==5.3.5 networkx==3.6.1 scipy==1.17.1
environment/bin/python - <<'END'
import meshio
import trimesh
from stl import mesh

facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
with open("plate.stl", "w") as file:
    file.write(f"solid tile\n{facet}endsolid tile\nsolid tray\n{facet}{facet}endsolid tray\n")

assert len(mesh.Mesh.from_file("plate.stl").vectors) == 1
scene = trimesh.load("plate.stl")
assert {name: len(body.faces) for name, body in scene.geometry.items()} == {"tile": 1, "tray": 2}
(block,) = meshio.read("plate.stl").cells
assert len(block.data) == 3
END
echo "as stated"
