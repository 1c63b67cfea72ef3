"""The obvious CadQuery script for the triomino set: the peer that benchmarks measure against.

It makes all 56 tiles as a maker would write it: a triangle for each tile, one text cut for each
digit, and an STL of each tile. It shares nothing with the package but the font's file.

    python benchmarks/cadquery_triomino.py FOLDER
"""

import argparse
import itertools
import math
from pathlib import Path

FONT = Path(__file__).resolve().parents[1] / "templates" / "fonts" / "NotoSans-Bold.ttf"
EDGE = 36.0
THICKNESS = 4.0
DIGIT = 8.0
DEPTH = 0.6
HIGHEST = 5


def main(folder: Path) -> None:
    """Write the STL files of all tiles."""
    import cadquery as cq

    folder.mkdir(parents=True, exist_ok=True)
    radius = EDGE / math.sqrt(3)
    corners = [
        (radius * math.cos(math.radians(90 - 120 * k)), radius * math.sin(math.radians(90 - 120 * k))) for k in range(3)
    ]
    for numbers in itertools.combinations_with_replacement(range(HIGHEST + 1), 3):
        tile = cq.Workplane("XY").polyline(corners).close().extrude(THICKNESS)
        for k, number in enumerate(numbers):
            turned = cq.Workplane("XY", origin=(0, 0, THICKNESS)).transformed(rotate=(0, 0, -120 * k))
            digit = turned.center(0, radius * 0.44).text(str(number), DIGIT * 1.4, -DEPTH, fontPath=str(FONT))
            tile = tile.cut(digit)
        cq.exporters.export(tile, str(folder / f"{'-'.join(map(str, numbers))}.stl"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for the files")
    main(parser.parse_args().folder)
