"""Draw the gallery's pictures of looks: the same tiles in each look that there is, side by side.

    python docs/looks.py       writes docs/pictures/looks-*.png

Needs the test extra, as `pictures.py` does.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence

from pictures import flat, made, picture, view

from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import bounds
from quasiprint.model.piece import GameSet, Piece, Value
from quasiprint.solids.build import solid_piece
from quasiprint.solids.mesh import meshes

BODY, SPIN = "#c9b58f", math.radians(18)
AIR = 4.0  # mm between tiles
SOME = "{ tiles = [[0, 1, 2, 3, 4, 5], [0, 0, 6, 7, 8, 8], [1, 5, 3, 1, 5, 3], [2, 4, 6, 8, 7, 0]] }"  # of 88,725
SETS = (  # of set files with hexagons: their labels, the look, and which; the left column, then the right one
    ('at = "edges", count = 3', "wedges", '"all"'),
    ('at = "edges", count = 3', "ribbons", '"all"'),
    ('at = "edges", count = 3', "edges", '"all"'),
    ('at = "edges", count = 3', "digits", '"all"'),
    ('at = "edges", count = 9', "wedges", SOME),
    ('at = "edges", count = 3', "strands", '"all"'),
    ('at = "edges", count = 4', "arrows", '"all"'),
    ('at = "links", count = 3', "paths", '"all"'),
    ('at = "corners", count = 3', "digits", '"all"'),
    ('at = "profiles", count = 2', "outline", '"all"'),
    ('at = "edges", count = 4', "pips", '"all"'),
    ('at = "cells", count = 4', "digits", '"all"'),
    ('at = "corners", count = 3', "arcs", '"all"'),
    ('at = "edges", count = 4', "arcs", "{ tiles = [[1, 0, 3, 2, 1, 0], [0, 3, 2, 3, 2, 1], [1, 0, 1, 0, 1, 0]] }"),
)


def rows(lines: Sequence[Sequence[tuple[Piece, GameSet]]], name: str, pixels: int) -> None:
    """Write faces in rows as a picture; each is as large as it is."""
    body, y, wide = "", AIR, 0.0
    for line in lines:
        x, deep = AIR, 0.0
        for piece, held in line:
            left, low, right, high = bounds((piece.face.nominal,))
            body += f'<g transform="translate({x - left:.3f} {y + high:.3f})">{flat(piece, held)}</g>'
            x, deep = x + right - left + AIR, max(deep, high - low)
        y, wide = y + deep + AIR, max(wide, x)
    picture(name, round(wide, 1), round(y, 1), body, pixels)


def triomino() -> None:
    """Printed tiles: digits, pips, raised and inlaid ones, and a square with a recess."""
    ways: tuple[tuple[dict[str, Value], str], ...] = (
        ({}, "0-1-4"),
        ({"marks": "pips"}, "1-3-5"),
        ({"finish": "raised"}, "0-1-4"),
        ({"finish": "inlaid"}, "0-1-4"),
        ({"shape": "square", "tack": 8.0}, "0-1-2-3"),
    )
    body = ""
    for k, (parameters, name) in enumerate(ways):
        held = made(Process.PRINTER, "triomino", **parameters)
        piece = next(piece for piece in held.pieces if piece.id == name)
        built = solid_piece(name, piece.shape, piece.face, held.measures)
        mesh = meshes((built,))
        inks = held.palette.inks
        bodies = [(mesh[part.key], BODY if part.colour is None else inks[part.colour].rgb) for part in built.parts]
        body += f'<g transform="translate({25 + 43 * k} 20)">{view(bodies, SPIN)}</g>'
    picture("looks-triomino", 222, 38, body, 1180)


def sets() -> None:
    """Some tiles of a set file in each look."""
    lines = []
    for labels, look, which in SETS:
        shape = f'polygon = "hexagon"\nlabels = {{ {labels} }}\nlook = "{look}"\nwhich = {which}\n'
        text = f'[set]\ntitle = "Looks"\n[[shape]]\n{shape}'
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".toml") as file:
            file.write(text)
            file.flush()
            held = Build(settle(Request("set", {"set_file": file.name}, edge=24.0))).set(Process.PAPER)
        step = max(1, len(held.pieces) // 4)
        lines.append([(piece, held) for piece in held.pieces[1 % step :: step][:4]])
    half = len(lines) // 2
    rows([one + two for one, two in zip(lines[:half], lines[half:], strict=True)], "looks-sets", 1180)


def main() -> None:
    """Write all pictures."""
    triomino()
    sets()


if __name__ == "__main__":
    main()
