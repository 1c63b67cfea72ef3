"""A stand for one tile, made with CadQuery: ``python stand.py FILE.step``, with ``quasiprint[cadquery]`` installed.

The tile leans in a slot as wide as it is thick, with play for the printer; everything is measured off the tile itself.
"""

from __future__ import annotations

import sys

import cadquery as cq

import quasiprint

PLAY = 0.4  # mm: the slot is so much wider than the tile is thick
LEAN = 15.0  # degrees
WALL = 4.0  # mm, around the slot


def stand(tile: cq.Workplane) -> cq.Workplane:
    """Return a stand for a tile that lies face up: it stands in it on one of its sides."""
    size = tile.val().BoundingBox()
    block = cq.Workplane("XY").box(size.xlen / 2, 5 * WALL, 3 * WALL, centered=(True, True, False))
    slot = cq.Workplane("XY").box(size.xlen, size.zlen + PLAY, 4 * WALL, centered=(True, True, False))
    slot = slot.rotate((0, 0, 0), (1, 0, 0), LEAN).translate((0, 0, WALL))
    return block.edges("|Z").fillet(WALL / 2).cut(slot)


def engraved(tile: cq.Workplane, text: str) -> cq.Workplane:
    """Return a tile with a text in its back, half a millimetre deep."""
    return tile.faces("<Z").workplane(centerOption="CenterOfBoundBox").text(text, 6.0, -0.5)


def main(path: str) -> None:
    """Write tile and stand into one STEP file."""
    tiles = quasiprint.design("quasimino", colours=3)
    tile = tiles.piece("thick-0012").workplane()
    both = cq.Assembly(name="tile-and-stand")
    both.add(engraved(tile, "Q"), name="tile", loc=cq.Location((0, 60, 0)))
    both.add(stand(tile), name="stand")
    both.export(path)


if __name__ == "__main__":
    main(sys.argv[1])
