"""The files of Majomino boards, read back from their geometry alone and held against the boards' text form."""

from __future__ import annotations

import json
import math
import re
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import ezdxf
import numpy as np
import pytest
import shapely
import trimesh
from called import invoke
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import polygonize, unary_union
from svgelements import SVG, Close, Line, Move
from svgelements import Path as Curve
from test_slicing import sliced as gcode_of
from test_slicing import strokes
from test_step import Tree
from test_threemf import closed_meshes, read_strictly
from test_triomino_files import CORE, areas, burned, sliced, volumes

Run = Callable[..., subprocess.CompletedProcess[str]]
Regions = tuple[int, ...]  # of each cell, row by row, numbered as they come
Pair = tuple[int, int]  # two cells beside each other
Ring = list[tuple[float, float]]
PITCH, WALL, RISE, THICKNESS, CLEARANCE = 20.0, 1.6, 2.0, 4.0, 0.1
NAMED = "5-374-P"  # the second of these boards
BOARDS = ("AAAAB ACCBB CCDDB ECEDB EEEDD", "AABBC DABEC DABEC DABEC DDEEC", "ABBBB ACCBD AACCD EAECD EEEDD")


# boards, as a reader of their drawings sees them ---------------------------------------------


def text_form(rows: str) -> str:
    """Return a board, given by the letters of its regions, in the form of its inventor."""
    cells = rows.split()
    size, lines = len(cells), []
    for r in range(size + 1):
        level = (r in (0, size) or cells[r - 1][c] != cells[r][c] for c in range(size))
        lines.append("+" + "".join("--+" if wall else "  +" for wall in level))
        if r < size:
            walls = (c in (0, size) or cells[r][c - 1] != cells[r][c] for c in range(size + 1))
            lines.append("  ".join("|" if wall else " " for wall in walls))
    return "\n".join(lines) + "\n"


def places(size: int) -> list[Pair]:
    """Return the cells between which a wall can stand: row by row, from the top."""
    beside = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    return beside + [(cell, cell + size) for cell in range(size * (size - 1))]


def parted(size: int, walls: set[Pair]) -> Regions:
    """Return the regions that walls part, by flood."""
    opened = [pair for pair in places(size) if pair not in walls]
    found = [-1] * (size * size)
    for first in range(size * size):
        if found[first] < 0:
            waiting, number = [first], max(found) + 1
            while waiting:
                cell = waiting.pop()
                found[cell] = number
                near = [a + b - cell for a, b in opened if cell in (a, b)]
                waiting += [other for other in near if found[other] < 0]
    return tuple(found)


def read_text(text: str) -> list[Regions]:
    """Return the boards of a text."""
    found = []
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        size = len(lines) // 2
        walls = {
            (a, b)
            for a, b in places(size)
            for row, column in [divmod(b, size)]
            if (lines[2 * row][3 * column + 1] == "-" if b - a == size else lines[2 * row + 1][3 * column] == "|")
        }
        found.append(parted(size, walls))
    return found


def edge_of(a: int, b: int, size: int, pitch: float, reach: float) -> LineString:
    """Return the line between two cells, as far as `reach` from its middle. The board's middle is 0, 0; y is up."""
    (x0, y0), (x1, y1) = (
        ((cell % size + 0.5 - size / 2) * pitch, (size / 2 - 0.5 - cell // size) * pitch) for cell in (a, b)
    )
    x, y, along, up = (x0 + x1) / 2, (y0 + y1) / 2, (y0 - y1) / pitch * reach, (x1 - x0) / pitch * reach
    return LineString([(x - along, y - up), (x + along, y + up)])


def standing(drawn: shapely.Geometry, size: int, pitch: float = PITCH) -> set[Pair]:
    """Return where walls stand in a drawing: all along the side of a cell, or not at all."""
    shapely.prepare(drawn)
    found = set()
    for pair in places(size):
        place = edge_of(*pair, size, pitch, 0.45 * pitch)
        if drawn.covers(place):
            found.add(pair)
        else:
            assert drawn.disjoint(place), f"half a wall between the cells {pair}"
    return found


def recovered(drawn: shapely.Geometry, size: int, pitch: float = PITCH) -> Regions:
    """Return the regions of a drawn board, which has walls all around."""
    half = size * pitch / 2
    assert drawn.buffer(1e-3).covers(box(-half, -half, half, half).exterior), "the rim has a gap"
    return parted(size, standing(drawn, size, pitch))


def coloured(fields: dict[int, shapely.Geometry], size: int) -> tuple[int, ...]:
    """Return the colour of each cell: one covers its middle, the others keep out of it."""
    found = []
    for cell in range(size * size):
        x, y = (cell % size + 0.5 - size / 2) * PITCH, (size / 2 - 0.5 - cell // size) * PITCH
        middle = box(x - 8, y - 8, x + 8, y + 8)
        touched = [colour for colour, field in fields.items() if field.intersects(middle)]
        assert len(touched) == 1, f"cell {cell} has the colours {touched}"
        assert fields[touched[0]].buffer(1e-3).covers(middle)
        found.append(touched[0])
    return tuple(found)


def colour_faults(colours: tuple[int, ...], regions: Regions, size: int) -> list[Pair]:
    """Return the cells side by side that share a colour or a region, but not both."""
    return [(a, b) for a, b in places(size) if (colours[a] == colours[b]) != (regions[a] == regions[b])]


WANTED = [read_text(text_form(rows))[0] for rows in BOARDS]


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("boards") / "boards.txt"
    file.write_text("\n".join(map(text_form, BOARDS)))
    return file


@pytest.fixture(scope="module")
def run(quasiprint: Run, boards: Path) -> Path:
    """Three boards in every format but paper, as a user makes them."""
    folder = boards.parent / "run"
    result = quasiprint("make", "majomino", "--board", boards, "--format", "stl,3mf,step,svg,dxf,txt", "-o", folder)
    assert result.returncode == 0, result.stderr
    return folder


def test_the_readers_tell_boards_apart_and_from_their_mirror_images(run: Path) -> None:
    assert WANTED == [tuple("ABCDE".index(letter) for letter in rows if letter != " ") for rows in BOARDS]
    assert read_text((run / "txt" / "boards.txt").read_text()) == WANTED
    mesh = trimesh.load(run / "stl" / "board-1-body.stl")
    images = []
    for turn in range(4):
        for mirror in (1.0, -1.0):
            image = mesh.copy().apply_transform(np.diag([mirror, 1.0, 1.0, 1.0]))
            image.apply_transform(trimesh.transformations.rotation_matrix(turn * math.pi / 2, (0, 0, 1)))
            images.append(recovered(unary_union(sliced(image, 5.0)), 5))
    assert images[0] == WANTED[0]
    assert len(set(images)) == 8  # an asymmetric board: no turn and no mirror image is taken for it
    walls = unary_union(sliced(mesh, 5.0))
    for reach, regions in ((7.0, None), (9.5, 4)):
        gone = walls.difference(edge_of(0, 5, 5, PITCH, reach).buffer(1.0)).union(walls.intersection(box(-60, 0, 60, 29)))
        assert (standing(gone, 5) == standing(walls, 5)) is (regions is None)
