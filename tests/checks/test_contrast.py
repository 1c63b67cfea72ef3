"""Colours that can be told apart, as a library has it; and what is too pale to see on its ground has an outline, in
whatever is made to be printed: read back from the PDFs."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pymupdf
import pytest
from called import invoke
from coloraide import Color
from pdf_read import Seen
from samples import RGB
from shapely import Polygon, unary_union
from shapely.affinity import scale

from quasiprint.checks.colour import VISION, difference, palette_findings
from quasiprint.documents.pictures import contact
from quasiprint.drawing.palettes import LEAST_CONTRAST, contrast, outline_of
from quasiprint.make.profiles import choose

PALETTES = ("okabe-ito", "tol-bright", "high-contrast", "strong")
PALE = {"orange": "#E69F00", "yellow": "#F0E442", "sky": "#56B4E9"}
CUT = "#9A9A9A"  # of lines to cut along
FINE = 0.05  # points: where a picture is small, so is its line
MADE = {
    "triomino": ["--highest", "2", "--finish", "inlaid"],
    "quasimino": ["--colours", "3"],
    "majomino": ["--size", "5", "--count", "2", "--regions", "coloured"],
    "quomino": ["--size", "4"],
}


def bare(file: Path) -> tuple[int, list[str]]:
    """Return how many fills of a document are too pale for white paper, and where one has no plain line around it."""
    pale, found, content, tiles = 0, [], file.read_bytes(), Polygon()
    with pymupdf.open(file) as document:
        pages = len(document)
    for number in range(pages):
        seen = Seen(content, number)
        if any(hexadecimal(drawing["color"]) == CUT for drawing in seen.drawings):
            tiles = unary_union(seen.cuts())
        else:  # behind them, or no tiles
            tiles = scale(tiles, -1, 1, origin=(seen.width / 2, 0))
        for drawing in seen.drawings:
            fill = hexadecimal(drawing["fill"])
            if "f" not in drawing["type"] or fill not in PALE.values():
                continue
            # what runs out over a rim is cut off
            if not tiles.is_empty and all(
                shape.intersection(tiles).area < 0.01 * shape.area for shape in seen.polygons(drawing)
            ):
                continue
            pale += 1
            line = hexadecimal(drawing["color"]) if "s" in drawing["type"] else None
            if line is None or contrast(line, "#FFFFFF") < LEAST_CONTRAST or drawing["width"] < FINE:
                found.append(f"{file.name}, page {number + 1}: {fill} at {drawing['rect']}")
    return pale, found


def hexadecimal(colour: tuple[float, float, float] | None) -> str | None:
    return None if colour is None else "#" + "".join(f"{round(255 * part):02X}" for part in colour)


def pale_palette(folder: Path) -> Path:
    inks = zip(PALE.items(), ("solid", "dashed", "dotted"), strict=True)
    rows = (f'[[palette.inks]]\nname = "{n}"\nrgb = "{rgb}"\npattern = "{pattern}"\n' for (n, rgb), pattern in inks)
    file = folder / "pale.toml"
    file.write_text('[palette]\nbody = "#FFFFFF"\n' + "".join(rows), encoding="utf-8")
    return file


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", MADE)
def test_every_pale_fill_in_a_book_has_an_outline(game: str, tmp_path: Path) -> None:
    made = invoke(
        "make", game, *MADE[game], "--profile", pale_palette(tmp_path), "--format", "pdf", "-o", tmp_path / "set"
    )
    assert made.exit_code == 0, made.output
    files = sorted((tmp_path / "set" / "pdf").glob("*.pdf"))
    read = {file.name: bare(file) for file in files}
    assert [where for _, found in read.values() for where in found] == []
    printed = {name.split("-")[0] for name, (pale, _) in read.items() if pale}
    assert {"rules", "sheets" if game == "majomino" else "tiles"} <= printed


def test_pictures_to_look_at_have_it_too() -> None:
    import quasiprint

    held = quasiprint.design("quasimino", colours=8)
    pale = {ink.rgb for ink in held.set.palette.inks if contrast(ink.rgb, "#FFFFFF") < LEAST_CONTRAST}
    assert pale
    shapes = contact(held.set).shapes
    assert all(shape.stroke == "#333333" and shape.width > 0 for shape in shapes if shape.fill in pale)
    assert any(shape.fill in pale for shape in shapes)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#767676") == pytest.approx(4.54, abs=0.005)  # the least grey for text, as WCAG says
    assert contrast("#F0E442", "#FFFFFF") == pytest.approx(1.3, abs=0.03)
    assert contrast("#777777", "#777777") == 1
    for ink in (ink for name in PALETTES for ink in choose((name,)).palette.inks):  # as a library has it
        assert contrast(ink.rgb, "#FFFFFF") == pytest.approx(
            Color(ink.rgb).contrast("white", method="wcag21"), abs=0.01
        )
    assert outline_of("#0072B2", "#FFFFFF") is None
    assert outline_of("#F0E442", "#FFFFFF") == "#333333"
    assert outline_of("#0072B2", "#000000") is None
    assert outline_of("#222222", "#101010") == "#FFFFFF"


@pytest.mark.parametrize("name", PALETTES)
def test_the_first_inks_given_out_stand_out_from_paper(name: str) -> None:
    palette = choose((name,)).palette
    levels = [contrast(ink.rgb, "#FFFFFF") for ink in palette.inks]
    strong = sum(level >= LEAST_CONTRAST for level in levels)
    first = min(3, strong)
    assert all(level >= LEAST_CONTRAST for level in levels[:first])
    # as many of them come first as people of every vision tell apart
    for count in range(1, min(6, len(levels)) + 1):
        assert not list(palette_findings(palette, tuple(range(count))))
    if name == "okabe-ito":
        assert all(level >= LEAST_CONTRAST for level in levels[:strong])
        assert not list(palette_findings(palette, tuple(range(len(levels)))))


def test_every_strong_ink_is_at_seven_to_one() -> None:
    def weak(palette: str) -> list[str]:  # as a library has it
        rgb = [ink.rgb for ink in choose((palette,)).palette.inks]
        return [one for one in rgb if Color(one).contrast("white", method="wcag21") < 7]

    assert weak("strong") == []
    assert weak("high-contrast") == ["#BB5566", "#DDAA33"]


COLOURS = (*RGB, "#FFFFFF", "#808080", "#010101", "#FF0000", "#00FF00", "#0000FF", "#FFFF00", "#7F7F80")


@pytest.mark.parametrize("vision", VISION)
def test_every_pair_as_a_library_has_it(vision: str) -> None:
    seen = {c: Color(c) if vision == "normal" else Color(c).filter(vision, method="machado").clip() for c in COLOURS}
    for a, b in combinations(COLOURS, 2):
        expected = seen[a].delta_e(seen[b], method="2000")
        assert difference(a, b, vision) == pytest.approx(expected, abs=0.02), (a, b)
