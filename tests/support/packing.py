"""Sets packed into their containers, in simulation: meshes of everything, put where it is said to lie.

manifold3d, which the program draws areas with and nothing solid, says what two bodies share, in mm³.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import manifold3d
import numpy as np

from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.solid import SolidPiece
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import mesh


def solid(piece: SolidPiece) -> manifold3d.Manifold:
    """Return a thing as one body, as high as it can be: in relief, if it is inlaid."""
    whole = piece.relief or piece.parts[0]
    corners, triangles = mesh(whole.solid).to_indices()
    found = manifold3d.Mesh(np.array(corners, dtype=np.float32), np.array(triangles, dtype=np.uint32))
    made = manifold3d.Manifold(found)
    assert made.status() == manifold3d.Error.NoError
    return made


def solids(game_set: GameSet) -> dict[str, manifold3d.Manifold]:
    """Return every thing of a set as a body, by id. Those that are alike are one."""
    known: dict[object, manifold3d.Manifold] = {}
    found = {}
    for piece in solid_pieces(game_set):
        key = (piece.relief or piece.parts[0]).solid
        known[key] = known.get(key) or solid(piece)
        found[piece.id] = known[key]
    return found


def packed(holder: Accessory, bodies: Mapping[str, manifold3d.Manifold]) -> Iterator[manifold3d.Manifold]:
    """Yield what lies in a container, each copy where it lies: one on the other, from the floor of its stack."""
    for stack in holder.stacks:
        z = stack.z
        for id, count in stack.items:
            body = bodies[id]
            *_, top = body.bounding_box()
            for _ in range(count):
                yield body.rotate((0.0, 0.0, stack.angle)).translate((stack.x, stack.y, z))
                z += top
        assert z <= stack.z + stack.height + 1e-4  # what is said of the stack's height


def shared(one: manifold3d.Manifold, two: manifold3d.Manifold) -> float:
    """Return what two bodies share, mm³."""
    return float((one ^ two).volume())


def highest(bodies: list[manifold3d.Manifold]) -> float:
    """Return how high bodies reach, mm."""
    return max((body.bounding_box()[5] for body in bodies), default=-math.inf)
