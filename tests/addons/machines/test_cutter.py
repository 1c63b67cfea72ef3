"""Files for machines that cut paper, read by other programs' readers: they lie as on the page that is printed, and what
Cricut's app prints ends at the outlines, as large as it takes."""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

import ezdxf
import numpy as np
import pytest
import start_page
from called import invoke
from pdf_read import Seen, written
from PIL import Image
from shapely import Polygon, STRtree, points, unary_union

from quasiprint.addons.machines.cutter import fields, files
from quasiprint.documents.sheets import books, leaves
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.page import BookProduction
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper

SVG, INKSCAPE = "{http://www.w3.org/2000/svg}", "{http://www.inkscape.org/namespaces/inkscape}"
SMALL = "quasimino"  # in two colours
INCH = 25.4
Segment = tuple[tuple[float, float], tuple[float, float]]


@cache
def paper(name: str) -> Paper:
    (found,) = settle(Request("triomino", {}, formats=("cutter",), profiles=(name,))).profiles.pages
    return found


@cache
def held(game: str, name: str) -> GameSet:
    """Return a set; that of a game whose boards are as large as its paper lets them be is one for this paper."""
    own = {"colours": 2} if game == SMALL else {}
    return Build(settle(Request(game, own, formats=("cutter",), profiles=(name,)))).set(Process.PAPER)


def production(game: str, name: str) -> BookProduction:
    return BookProduction(held(game, name), (), papers=(paper(name),))


@cache
def made(game: str, name: str) -> dict[str, bytes]:
    return {file.path.removeprefix("cutter/"): file.content for file in files(production(game, name))}


def of(made: dict[str, bytes], ending: str) -> list[bytes]:
    return [
        made[name] for name in sorted(made, key=lambda n: int(re.findall("[0-9]+", n)[-1])) if name.endswith(ending)
    ]


def layers(content: bytes) -> dict[str, list[ET.Element]]:
    """Return the paths of each layer; there is nothing else, and nothing that a program could take in its own way."""
    root = ET.fromstring(content)
    title, *groups = root
    assert title.tag == f"{SVG}title"
    for one in root.iter():
        assert not {"transform", "style", "class", "clip-path"} & set(one.attrib)
    assert all(group.tag == f"{SVG}g" and group.get(f"{INKSCAPE}groupmode") == "layer" for group in groups)
    assert all(path.tag == f"{SVG}path" for group in groups for path in group)
    return {group.attrib[f"{INKSCAPE}label"]: list(group) for group in groups}


def size(content: bytes) -> tuple[float, float]:
    """Return the size of a drawing, mm, in which a unit is a millimetre."""
    root = ET.fromstring(content)
    sides = [root.attrib[key] for key in ("width", "height")]
    assert all(side.endswith("mm") for side in sides)
    wide, high = (float(side.removesuffix("mm")) for side in sides)
    assert [float(one) for one in root.attrib["viewBox"].split()] == [0, 0, wide, high]
    return wide, high


def rings(path: ET.Element, high: float) -> list[tuple[list[tuple[float, float]], bool]]:
    """Return the lines of a path, y up, each with whether it closes."""
    found = []
    for part in re.findall("M([^MZ]+)(Z?)", path.attrib["d"]):
        line = [tuple(map(float, point.split())) for point in part[0].split("L")]
        found.append(([(x, high - y) for x, y in line], bool(part[1])))
    return found


def segments(lines: list[tuple[list[tuple[float, float]], bool]]) -> list[Segment]:
    """Return the sides of lines, each from left to right, on a grid of 10 µm."""
    found: list[Segment] = []
    for line, closed in lines:
        grid = [(round(x, 2), round(y, 2)) for x, y in line]
        found += [(min(p, q), max(p, q)) for p, q in pairwise(grid + grid[:1] * closed)]
    return found


def near(ours: list[Segment], theirs: list[Segment]) -> bool:
    """Tell whether both are the same sides, but for what they were rounded to."""
    first, second = (np.array(every).reshape(-1, 2, 2) for every in (ours, theirs))
    mine, other = STRtree(points(second[:, 0])).query(points(first[:, 0]), "dwithin", 0.03)
    same = np.abs(first[mine, 1] - second[other, 1]).max(axis=1) < 0.03
    return len(ours) == len(theirs) == len(set(mine[same])) == len(set(other[same]))


# pages that are printed elsewhere ------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), [("triomino", "letter"), (SMALL, "a4-silhouette")])
def test_the_lines_lie_as_on_the_printed_page_and_each_is_cut_once(game: str, name: str) -> None:
    found, book = made(game, name), next(iter(books(held(game, name), paper(name))))
    drawings, tables, page = of(found, ".svg"), of(found, ".dxf"), paper(name)
    content = written(held(game, name), book)
    shown = [seen for k in range(len(book.pages)) if (seen := Seen(content, k)).cuts()]
    assert len(drawings) == len(tables) == len(shown) == len(leaves(held(game, name), page))
    for drawing, table, seen in zip(drawings, tables, shown, strict=True):
        assert size(drawing) == (page.width, page.height)
        cut = [ring for path in layers(drawing)["Cut"] for ring in rings(path, page.height)]
        sides = segments(cut)
        assert len(set(sides)) == len(sides)
        assert near(sides, segments([([tuple(p) for p in line], False) for line in seen.cut_lines()]))
        document = ezdxf.read(io.StringIO(table.decode()))
        assert document.dxfversion == "AC1009" and document.header["$INSUNITS"] == 4
        polylines = list(document.modelspace())
        assert {polyline.dxftype() for polyline in polylines} == {"POLYLINE"} and {
            one.dxf.layer for one in polylines
        } == {"CUT"}
        assert near(sides, segments([([(p[0], p[1]) for p in one.points()], one.is_closed) for one in polylines]))  # type: ignore[attr-defined]


def test_the_marks_are_those_of_the_page() -> None:
    """What inkscape-silhouette draws for its own pages: a square of 5 mm, and corners of lines that are 20 mm long."""
    for drawing in of(made("triomino", "letter-silhouette"), ".svg"):
        square, corners = layers(drawing)["Regmarks"]
        ((ring, closed),) = rings(square, 279.4)
        assert closed and square.get("fill") == "#000000" and square.get("stroke") is None
        assert Polygon(ring).bounds == pytest.approx((10, 264.4, 15, 269.4))
        assert corners.get("fill") == "none" and corners.get("stroke-width") == "0.3"
        drawn = [[(round(x, 4), round(y, 4)) for x, y in line] for line, _ in rings(corners, 279.4)]
        assert drawn == [[(185.9, 269.4), (205.9, 269.4), (205.9, 249.4)], [(10, 30), (10, 10), (30, 10)]]
    for drawing in of(made("triomino", "a4-cameo-5-alpha"), ".svg"):
        (corners,) = layers(drawing)["Regmarks"]
        drawn = [[(round(x, 4), round(y, 4)) for x, y in line] for line, _ in rings(corners, 297)]
        ends = {(x, y) for x in (10, 30, 180, 200) for y in (10, 30, 267, 287) if x in (10, 200) or y in (10, 287)}
        assert {point for line in drawn for point in line} == ends
        assert sorted(line[1] for line in drawn) == [(10, 10), (10, 287), (200, 10), (200, 287)]
    assert "Regmarks" not in layers(of(made("triomino", "letter"), ".svg")[0])


# what Cricut's app prints --------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("game", "name", "most"),
    [
        ("triomino", "letter-cricut", (6.75, 9.25)),
        (SMALL, "a4-cricut", (6.52, 9.25)),
        ("quomino", "letter-cricut", (6.75, 9.25)),
    ],
)
def test_what_is_printed_ends_at_the_outlines_and_is_no_larger_than_the_app_takes(
    game: str, name: str, most: tuple[float, float]
) -> None:
    areas = Counter(
        round(Polygon(thing.face.nominal).area) for thing in held(game, name).items for _ in range(thing.count)
    )
    found = made(game, name)
    for drawing in of(found, ".svg"):
        wide, high = size(drawing)
        assert wide <= most[0] * INCH and high <= most[1] * INCH
        both = layers(drawing)
        assert list(both) == ["Print", "Cut"]
        outlines = [Polygon(ring) for path in both["Cut"] for ring, closed in rings(path, high) if closed]
        assert len(outlines) == len(both["Cut"])
        areas.subtract(round(outline.area) for outline in outlines)
        apart = STRtree(outlines).query(outlines, "dwithin", INCH / 8).T  # room for the app's bleed, 1/16 in, of both
        assert len(apart) == len(outlines)
        every = unary_union(outlines)
        assert every.bounds == pytest.approx((0, 0, wide, high), abs=1e-3)
        inked = [Polygon(ring) for path in both["Print"] for ring, closed in rings(path, high) if closed]
        grounds = unary_union(
            [Polygon(rings(path, high)[0][0]) for path in both["Print"] if path.get("fill") == "#FFFFFF"]
        )
        assert grounds.symmetric_difference(every).area < 1e-3 * len(outlines)
        inside = STRtree([one.buffer(2e-3) for one in outlines])
        assert all(len(inside.query(one.buffer(0), "within")) for one in inked if one.area > 1e-3)
        # a closed ring has no line around it: half of that would lie beyond the outline
        assert all(path.get("stroke") is None for path in both["Print"] if path.get("fill") != "none")
    assert set(areas.values()) == {0}


@pytest.mark.parametrize("game", ["triomino", SMALL])
def test_a_picture_is_clear_beside_the_pieces_and_as_large_as_they_are(game: str) -> None:
    found = made(game, "letter-cricut")
    said = fields(production(game, "letter-cricut"))["leaves"]
    for number, (picture, drawing) in enumerate(zip(of(found, ".png"), of(found, ".svg"), strict=True), 1):
        image, (wide, high) = Image.open(io.BytesIO(picture)), size(drawing)
        assert image.mode == "RGBA" and image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert image.size == (math.ceil(wide * 300 / INCH - 1e-6), math.ceil(high * 300 / INCH - 1e-6))
        alpha = image.getchannel("A")
        assert alpha.getbbox() == (0, 0, *image.size)  # the app takes off what is clear around
        covered = sum(k * n for k, n in enumerate(alpha.histogram())) / 255 * (INCH / 300) ** 2
        cut = [Polygon(rings(path, high)[0][0]).area for path in layers(drawing)["Cut"]]
        assert covered == pytest.approx(sum(cut), rel=1e-3)
        assert (
            f"tiles-letter-cricut-{number}: {wide:.2f} × {high:.2f} mm ({wide / INCH:.3f} × {high / INCH:.3f} in)"
            in said
        )


# ---------------------------------------------------------------------------------------------


def test_a_set_says_where_its_lines_lie_and_is_proved(tmp_path: Path) -> None:
    words = ("make", "triomino", "--highest", 1, "--format", "cutter", "--profile", "a4-silhouette")
    assert invoke(*words, "-o", tmp_path / "set").exit_code == 0
    said = start_page.text(tmp_path / "set")
    (drawing,) = (tmp_path / "set/cutter").glob("*.svg")
    ends = [p for path in layers(drawing.read_bytes())["Cut"] for ring, _ in rings(path, 297) for p in ring]
    left, right = min(x for x, _ in ends), max(x for x, _ in ends)
    low, high = min(y for _, y in ends), max(y for _, y in ends)
    assert f"tiles-a4-silhouette-1: {right - left:.2f} × {high - low:.2f} mm" in said
    assert f"at {left:.2f} and {297 - high:.2f} mm" in said
    assert "byte for byte" in invoke("verify", tmp_path / "set", code=0).output
