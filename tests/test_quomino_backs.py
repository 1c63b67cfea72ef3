"""The white side of a Quomino has black corners, in every look of paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pdf_read import Seen, written
from samples import resized
from shapely.geometry import Polygon, box
from shapely.ops import unary_union
from test_quomino_set import MEASURES, codes, with_face
from test_quomino_set import box as box_of

from quasiprint.documents.sheets import books
from quasiprint.model.face import Face
from quasiprint.model.measures import Extra, Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper

A4 = Paper("a4", 210, 297, 5, 3)
LOOKS = {"colour": 0.0, "greyscale": 0x33 / 255, "inksaver": 0xE8 / 255}


def quomino_of(held: GameSet) -> Face:
    return next(piece.face for piece in held.pieces if piece.shape == "quomino")


@pytest.mark.parametrize("look", LOOKS)
def test_behind_every_quomino_are_four_black_corners(look: str) -> None:
    held = box_of("paper", resized(MEASURES["paper"], extras=(Extra.GREYSCALE, Extra.INKSAVER)))
    (book,) = (book for book in books(held, A4) if book.name == f"tiles-a4-{look}")
    content, found = written(held, book), 0
    for number in range(0, len(book.pages), 2):
        front, back = Seen(content, number), Seen(content, number + 1)
        homes = [cut.centroid for cut in front.cuts() if cut.bounds[2] - cut.bounds[0] == pytest.approx(44, abs=0.01)]
        fills = [p for d in back.drawings if d["type"] in {"f", "fs"} for p in back.polygons(d)]
        shades = {round(level, 3) for d in back.drawings if d["fill"] for level in d["fill"]}
        assert shades <= {round(LOOKS[look], 3)}
        for home in homes:
            x, y = front.width - home.x, home.y
            tile = box(x - 22, y - 22, x + 22, y + 22)
            white = tile.difference(unary_union(fills))
            tip = Polygon([(x + 22, y), (x, y + 22), (x - 22, y), (x, y - 22)])
            assert white.symmetric_difference(tip).area < 12  # a hair between the corners, where tips meet the rim
            assert white.buffer(1e-6).contains(tip)
            assert (
                not tile.buffer(2.99)
                .difference(tile)
                .difference(unary_union(fills))
                .buffer(-0.3)
                .intersects(box(x - 22.5, y + 5, x - 22.1, y + 15))
            )  # it runs out over the line to cut along
            found += 1
    assert found == 4


def test_every_maker_has_black_corners_and_a_white_middle() -> None:
    for process in Maker.PRINTER, Maker.LASER, Maker.PAPER:
        held = box_of(process)
        assert codes(held) == []
        assert sum(len(region.outer) == 3 for region in quomino_of(held).back) == 4


def test_a_paper_quomino_tinted_at_its_corners_only_is_no_white_one() -> None:
    held = box_of("paper")
    tinted = replace(quomino_of(held), back_colour=None)
    assert codes(with_face(held, "quomino", tinted)) == ["sides-wrong"]


def test_a_printed_quomino_whose_corners_are_sunk_and_not_black_is_no_white_one() -> None:
    held = box_of("printer")
    sunk = with_face(held, "quomino", replace(quomino_of(held), back_colour=None))
    assert codes(sunk) == ["sides-wrong"]
