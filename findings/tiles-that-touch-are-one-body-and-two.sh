#!/usr/bin/env bash
# Two tiles that touch along one edge are two bodies or one, in one library at once.
#
# trimesh 5.2.0 (with networkx 3.6.1 and scipy 1.17.1), pyvista 0.49.1, manifold3d 3.5.4.
# Two boxes, each closed, share an upright edge, as tiles of a plate without a gap do; one binary STL holds both.
# Guess: each library counts two bodies, or one, and says of its count whether all is closed.
# Seen: trimesh's `split` gives two closed bodies, its `body_count` is 1, and `is_watertight` is false, since four faces
# meet in the edge. pyvista makes one body with an open edge of it. manifold3d takes the mesh as sound and finds two.
# For a maker: leave a gap between the tiles of a plate; a count of bodies is one library's opinion.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check trimesh==5.2.0 pyvista==0.49.1 manifold3d==3.5.4 networkx==3.6.1 scipy==1.17.1
environment/bin/python - <<'END'
import manifold3d
import numpy as np
import pyvista
import trimesh


def plate(across, up):
    """Write two boxes of 10 × 10 × 3 mm, the second moved, and return the plate as trimesh reads it."""
    tiles = [trimesh.creation.box((10, 10, 3)) for _ in range(2)]
    tiles[1].apply_translation((across, up, 0))
    trimesh.util.concatenate(tiles).export("plate.stl")
    return trimesh.load("plate.stl")


def counts(read):
    mesh = manifold3d.Mesh(np.asarray(read.vertices, np.float32), np.asarray(read.faces, np.uint32))
    solid = manifold3d.Manifold(mesh)
    assert solid.status() == manifold3d.Error.NoError
    seen = pyvista.read("plate.stl")
    return len(read.split()), read.body_count, read.is_watertight, seen.split_bodies().n_blocks, len(solid.decompose())


assert counts(plate(11, 0)) == (2, 2, True, 2, 2)
assert counts(plate(10, 10)) == (2, 1, False, 1, 2)
END
echo "as stated"
