"""Backs of laser sheets: registered whatever size a sheet has, telling nothing; names on the waste beside pieces."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke
from laser import KERF, STOCK, arrangements, production
from shapely import Polygon, STRtree, box
from shapely.ops import unary_union
from sheet_read import Ring, Sheet, corners, read

from quasiprint.formats.svg.write import files
from quasiprint.layout.labels import AWAY
from quasiprint.layout.sheets import Drawings
from quasiprint.model.measures import IdStyle, Manner


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sheet]:
    """The files of the whole set, read again, by their names."""
    folder = tmp_path_factory.mktemp("sheets")
    found = {}
    for output in files(production()):
        path = folder / Path(output.path).name
        path.write_bytes(output.content)
        found[path.stem] = read(path)
    return found


def stops(jig: Sheet) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the corners of both stops are, x and y: what the jig's cuts leave, half of the beam outside of them."""
    (cut,) = jig.cuts()
    left, right = (ring[1] for ring in cut.rings)
    half = KERF / 2
    return (float(left[0] - half), float(left[1] - half)), (float(right[0] + half), float(right[1] - half))


def outlines(sheet: Sheet, back: bool) -> list[Ring]:
    """The corners of what is cut out, or of its outlines behind it."""
    if not back:
        return [corners(lines.rings[0]) for lines in sheet.cuts()]
    rims = [lines for lines in sheet.lines if lines.operation == "reference" and len(lines.rings) == 1]
    return [corners(lines.rings[0]) for lines in rims if len(lines.rings[0]) > 4]


def worst(face: list[Polygon], back: list[Polygon]) -> float:
    """How far (mm) the middle of an outline on the back is from that of the nearest on the face, at most."""
    middles = STRtree([one.centroid for one in face])
    return max(float(middles.query_nearest(two.centroid, return_distance=True)[1][0]) for two in back)


@pytest.mark.parametrize("size", [(590, 310), (600, 300), (610, 297), (613.7, 300)])
def test_every_back_is_on_its_piece_whatever_size_the_sheet_has(
    sheets: dict[str, Sheet], size: tuple[float, float]
) -> None:
    """The sheet is pushed with its marked corner into the right stop, burned, turned over, and into the left one.

    u, v: mm from the marked corner, on the sheet itself, as they are seen from the face.
    """
    (left, low), (right, foot) = stops(sheets["corner-jig"])
    face = [Polygon(ring - (left, low)) for ring in outlines(sheets["sheet-1"], back=False)]
    back = [Polygon((ring - (right, foot)) * (-1, 1)) for ring in outlines(sheets["sheet-1-back"], back=True)]
    assert len(face) == len(back) == 90 + 12
    assert worst(face, back) < 0.01
    engraved = unary_union(
        [
            Polygon((ring - (right, foot)) * (-1, 1))
            for lines in sheets["sheet-1-back"].lines
            if lines.operation == "engrave"
            for ring in lines.rings
        ]
    )
    assert unary_union(face).contains(engraved)
    # pushed into the same stop with another of its corners, as it was done before, a back is off by what the sheet is
    width = size[0]
    before = [Polygon(ring * (-1, 1) + (width, 0)) for ring in outlines(sheets["sheet-1-back"], back=True)]
    same = [Polygon(ring) for ring in outlines(sheets["sheet-1"], back=False)]
    assert (worst(same, before) < 0.01) == (width == 600)


def test_nothing_is_engraved_behind_pieces_that_tells_them_apart() -> None:
    held = production().set
    for ids, told in ((IdStyle.NONE, False), (IdStyle.BACK, True)):
        own = replace(held, measures=replace(held.measures, manner=Manner(ids=ids)))
        (back,) = [one for one in Drawings(own, arrangements(own), STOCK) if one.name.endswith("-back")]
        seen = [len(path.rings) for path in back.paths if path.operation == "engrave" and path.item.startswith("thi")]
        assert len(seen) == 90
        assert (len(set(seen)) > 1) == told


def names(sheet: Sheet) -> list[list[Polygon]]:
    """What is engraved in no piece, path by path."""
    cuts = unary_union([sheet.outline(cut) for cut in sheet.cuts()])
    engraved = [lines for lines in sheet.lines if lines.operation == "engrave"]
    return [[Polygon(r) for r in lines.rings] for lines in engraved if not Polygon(lines.rings[0]).intersects(cuts)]


def test_names_on_the_waste_lie_clear_of_every_cut_and_of_one_another(sheets: dict[str, Sheet]) -> None:
    sheet = sheets["sheet-1"]
    cuts = unary_union([sheet.outline(cut) for cut in sheet.cuts()])
    found = [unary_union(letters) for letters in names(sheet)]
    assert len(found) >= 30
    room = box(0, STOCK.margin - 1, 600, 300)  # a letter may hang below its line
    for k, text in enumerate(found):
        assert text.distance(cuts) > AWAY - 0.6
        assert room.contains(text)
        assert all(text.distance(other) > 0.3 for other in found[k + 1 :])


def test_ids_on_backs_are_made_for_who_asks(tmp_path: Path) -> None:
    for ids in ("none", "back"):
        folder = tmp_path / ids
        invoke("make", "triomino", "--highest", 2, "--ids", ids, "--format", "svg,dxf", "-o", folder, code=0)
        assert invoke("verify", folder).exit_code == 0
    with_ids, without = (len((tmp_path / ids / "svg/sheet-1-back.svg").read_bytes()) for ids in ("back", "none"))
    assert with_ids > without + 10_000
