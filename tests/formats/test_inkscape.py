"""SVG sheets as Inkscape measures them: each path's box in mm, as svgelements reads it, too (`test_svg` holds that
reading to the drawing), and the sheet's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import foreign
import pytest
from svgelements import SVG
from svgelements import Path as Curve

from quasiprint.formats.svg import files
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.production import DrawingProduction

pytestmark = pytest.mark.foreign("inkscape")

MM_PER_PIXEL = 25.4 / 96
OFF = 0.003  # mm: Inkscape tells six digits of a place and of a width, each up to 0.005 pixels off
Box = tuple[float, float, float, float]

SETS = {
    "tiles": ("quasimino", {"colours": 1}, {"only": ("thick-0000", "thin-0000", "token-solid:3")}),
    "tiles by shared cuts": ("triomino", {}, {"cut": "shared"}),
    "tiles with tabs": ("triomino", {}, {"tabs": (2, 0.3)}),
    "boards, frames and markers": ("quomino", {"size": 6}, {}),
    "regions and a tray": ("majomino", {"count": 1, "walls": "cut"}, {}),
}


def production(kind: str) -> DrawingProduction:
    game, parameters, options = SETS[kind]
    return Build(settle(Request(game, parameters, **options))).drawings


def measured(folder: Path, *contents: bytes) -> Iterator[tuple[list[Box], list[str]]]:
    """Yield left, low, right, high of each path, in mm from the upper left corner, by the middle of its line, and what
    Inkscape holds for layers: it writes DXF with these. Of each file, all read by one process."""
    for number, content in enumerate(contents):
        (folder / f"{number}.svg").write_bytes(re.sub(rb"stroke-width:[0-9.]+", b"stroke-width:0", content))
    actions = "--actions=query-all;select-all:layers;select-list"
    named = [folder / f"{number}.svg" for number in range(len(contents))]
    done = foreign.run("inkscape", actions, *named, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    for told in re.split(r"^svg\d*,.*", done.stdout, flags=re.MULTILINE)[1:]:
        rows = [line.split(",") for line in told.splitlines() if line.startswith("path")]
        boxes = [[MM_PER_PIXEL * float(value) for value in row[1:]] for row in rows]
        layers = re.findall(r"^(\S+) cloned: false", told, re.MULTILINE)
        yield [(left, low, left + width, low + height) for left, low, width, height in boxes], layers


def read(content: bytes, folder: Path) -> list[Box]:
    """Return the same by svgelements, to which a pixel is a millimetre."""
    file = folder / "sheet.svg"
    file.write_bytes(content)
    return [abs(curve).bbox() for curve in SVG.parse(file, ppi=25.4).select(lambda one: isinstance(one, Curve))]


def far_off(found: list[Box], drawn: list[Box]) -> list[int]:
    """Return which boxes differ by more than the digits that are told."""
    pairs = enumerate(zip(found, drawn, strict=True))
    return [k for k, (one, two) in pairs if max(abs(a - b) for a, b in zip(one, two, strict=True)) > OFF]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", SETS)
def test_inkscape_measures_every_path_where_it_was_drawn(kind: str, tmp_path: Path) -> None:
    made = production(kind)
    outputs = list(files(made))
    moved = outputs[0].content.replace(b'viewBox="0 0 ', b'viewBox="0 1 ', 1)
    *every, (shifted, _) = measured(tmp_path, *(output.content for output in outputs), moved)
    for output, drawing, (found, layers) in zip(outputs, made.files(), every, strict=True):
        assert layers == list(dict.fromkeys(path.operation for path in drawing.paths)), output.path
        assert len(found) == len(drawing.paths) > 0
        drawn = read(output.content, tmp_path)
        assert far_off(found, drawn) == [], output.path
        left, low, right, high = (pick(box[k] for box in found) for k, pick in enumerate((min, min, max, max)))
        assert -OFF < left < right < drawing.width + OFF
        assert -OFF < low < high < drawing.height + OFF
    # that a sheet is found which lies elsewhere
    assert far_off(shifted, read(outputs[0].content, tmp_path)) == list(range(len(shifted)))
