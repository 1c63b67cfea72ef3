"""Tiles without labels: nothing is drawn on them in any format, read by foreign readers; the laws and words hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import ezdxf
import pymupdf
import pytest
import trimesh
from called import invoke
from readers_sets import of_squares, written
from shapely.geometry import Polygon

from quasiprint import verify
from quasiprint.model.face import Cell, Mark, Region
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Piece
from quasiprint.pipeline.run import Request, room, settle
from quasiprint.pipeline.workshop import Workshop
from quasiprint.sets.room import SetRoom

PENTOMINOES = {
    "p": [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]],
    "u": [[0, 0], [2, 0], [0, 1], [1, 1], [2, 1]],
    "v": [[0, 0], [1, 0], [2, 0], [0, 1], [0, 2]],
}
SIDES = ("rotations", "rotations and reflections")


def tables(symmetry: str, look: str = "", at: str = "cells") -> str:
    said = f"look = '{look}'\n" if look else ""
    return of_squares(PENTOMINOES, f"symmetry = '{symmetry}'\n{said}", at)


def laid(file: Path) -> tuple[SetRoom, Workshop]:
    run = settle(Request("set", {"set_file": str(file)}))
    own = room(run)
    assert isinstance(own, SetRoom)
    return own, Workshop(run)


@pytest.mark.parametrize("look", ["", "plain"])
@pytest.mark.parametrize("at", ["cells", "edges", "corners"])
@pytest.mark.parametrize("symmetry", SIDES)
def test_nothing_is_drawn_on_tiles_of_one_label(symmetry: str, at: str, look: str, tmp_path: Path) -> None:
    own, workshop = laid(written(tmp_path, tables(symmetry, look, at)))
    for maker in Maker if at == "cells" else (Maker.LASER,):
        held = workshop.whole(maker)
        assert [piece.id for piece in held.pieces] == ["p", "u", "v"]
        for piece in held.pieces:
            assert not piece.face.back and not any(mark.ink or mark.field for mark in piece.face.marks)
        assert own.prove(held)[0] == []


def test_every_format_of_blank_tiles_is_made_verified_and_blank(tmp_path: Path) -> None:
    """Foreign readers find outlines: no area to engrave on a laser's tile, no second body, nothing inside a page's."""
    made = tmp_path / "set"
    invoke("make", written(tmp_path, tables(SIDES[0])), "--format", "stl,3mf,step,svg,dxf,pdf", "-o", made, code=0)
    verdict = verify(made)
    assert verdict.verified and verdict.pieces == 3 and verdict.same == verdict.compared, verdict.findings
    assert sorted(file.name for file in (made / "stl").iterdir()) == [
        *("p-body.stl", "plate-1-body.stl", "u-body.stl", "v-body.stl")
    ]
    body = trimesh.load(made / "stl/p-body.stl")
    faces = body.facets_area[[abs(normal[2]) > 0.999 for normal in body.facets_normal]]
    assert len(faces) == 2, "a face and a back, with nothing sunk into either"

    drawing = ezdxf.readfile(made / "dxf/sheet-1.dxf")
    lines = [(line.dxf.layer, [(x, y) for x, y, *_ in line.get_points()]) for line in drawing.modelspace()]
    tiles = [Polygon(points) for layer, points in lines if layer == "CUT_OUTER"]
    beside = [Polygon(points) for layer, points in lines if layer == "ENGRAVE"]  # names, in the waste
    assert len(tiles) == 3 and not any(tile.intersects(name) for tile in tiles for name in beside)

    (page,) = pymupdf.open(made / "pdf/tiles-a4-colour.pdf")
    dark = [d for d in page.get_drawings() if d["fill"] not in (None, (1.0, 1.0, 1.0)) and d["rect"].width > 20]
    assert not dark


def test_a_set_of_several_labels_is_not_made_plain(tmp_path: Path) -> None:
    file = written(tmp_path, tables(SIDES[0], "plain").replace("count = 1", "count = 2", 1))
    said = invoke("check", file, code=2).output
    assert "line 8: [[shape]] look: found 'plain' with 2 labels, allowed is it with one: nothing would tell" in said
    edges = "[[shape]]\npolygon = 'square'\nlabels = { at = 'profiles' }\nlook = 'plain'\n"
    assert "allowed for labels at profiles is outline" in invoke("check", written(tmp_path, edges), code=2).output


def inked(piece: Piece) -> Piece:
    spot = (Region(((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))),)
    first, *rest = piece.face.marks
    marks: tuple[Mark, ...] = (replace(first, ink=spot, field=spot), *rest)
    return replace(piece, face=replace(piece.face, cells=(Cell(piece.face.outline, marks),)))


def backed(piece: Piece) -> Piece:
    return replace(piece, face=replace(piece.face, back=(Region(((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))),)))


@pytest.mark.parametrize("spoil", [inked, backed])
def test_what_is_drawn_on_a_blank_tile_is_found(spoil: Callable[[Piece], Piece], tmp_path: Path) -> None:
    own, workshop = laid(written(tmp_path, tables(SIDES[0])))
    held = workshop.whole(Maker.LASER)
    wrong = replace(held, pieces=(*held.pieces[:2], spoil(held.pieces[2])))
    assert {one.code for one in own.prove(wrong)[0]} == {"plain-marked"}
