"""The obvious CadQuery script for the same set: the peer that benchmarks measure against.

It makes all 90 tiles with straight stripes, as a maker would write it: a rhomb for each tile,
one boolean cut for each stripe, one solid for each inlay, and an STL of each tile's body and of
the inlays of each colour on it, 300 files. It shares nothing with the package.

    python benchmarks/cadquery_quasimino.py FOLDER
"""

import argparse
import itertools
import math
from pathlib import Path
from typing import Any

EDGE = 30.0
THICKNESS = 4.0
STRIPE = 3.0
DEPTH = 0.6
COLOURS = 3


def corners(angle: float) -> list[tuple[float, float]]:
    """Return the rhomb's corners around its centre."""
    ux, uy = EDGE * math.cos(math.radians(angle)), EDGE * math.sin(math.radians(angle))
    cx, cy = (EDGE + ux) / 2, uy / 2
    return [(x - cx, y - cy) for x, y in [(0, 0), (EDGE, 0), (EDGE + ux, uy), (ux, uy)]]


def band(a: tuple[float, float], b: tuple[float, float]) -> Any:
    """Return a straight stripe from the middle of an edge into the tile."""
    import cadquery as cq

    (ax, ay), (bx, by) = a, b
    direction = math.degrees(math.atan2(by - ay, bx - ax))
    length = EDGE * 0.14  # in the thin rhomb longer ones would run into each other
    return (
        cq.Workplane("XY", origin=((ax + bx) / 2, (ay + by) / 2, THICKNESS - DEPTH))
        .transformed(rotate=(0, 0, direction))
        .center(0, length / 2)
        .rect(STRIPE, length)
        .extrude(DEPTH)
    )


def tiles() -> list[tuple[int, ...]]:
    """Return the colourings of four edges that no half turn makes equal."""
    every = itertools.product(range(COLOURS), repeat=4)
    return sorted({min(c, c[2:] + c[:2]) for c in every})


def main(folder: Path) -> None:
    """Write the STL files of all tiles."""
    import cadquery as cq

    folder.mkdir(parents=True, exist_ok=True)
    for name, angle in (("thick", 72.0), ("thin", 36.0)):
        ring = corners(angle)
        for colours in tiles():
            body = cq.Workplane("XY").polyline(ring).close().extrude(THICKNESS)
            inlays: dict[int, list[Any]] = {}
            for k, colour in enumerate(colours):
                stripe = band(ring[k], ring[(k + 1) % 4])
                body = body.cut(stripe)
                inlays.setdefault(colour, []).append(stripe.val())
            tile = name + "-" + "".join(map(str, colours))
            cq.exporters.export(body, str(folder / f"{tile}-body.stl"))
            for colour, stripes in inlays.items():
                solid = cq.Compound.makeCompound(stripes)
                cq.exporters.export(cq.Workplane(solid), str(folder / f"{tile}-inlay-c{colour}.stl"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for the files")
    main(parser.parse_args().folder)
