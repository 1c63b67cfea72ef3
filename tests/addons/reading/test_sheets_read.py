"""Sheets for lasers as they are read back: a path that other programs read otherwise, and parts that tabs hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke
from laser import STYLES

from quasiprint.addons.reading.importers.svg import sheet_of
from quasiprint.addons.reading.recogniser.shapes import Sheet, Unreadable


@pytest.mark.parametrize(
    "data",
    [
        "M1,1A5,5 0 0 1 3,3 4,1L5,0Z",  # radii of another arc
        "M1,1L3,3 5,5 0 0 1 4,1L5,0Z",  # no arc: its letter is that of lines
        "M1,1A3,3L4,1L5,0Z",
        "M1,1A-5,-5 0 0 0 3,3L4,1L5,0Z",  # radii have no sign: it turns the other way
        "ML1,1L3,3L4,1Z",
    ],
)
def test_a_path_that_other_programs_read_otherwise_is_refused(data: str) -> None:
    def sheet(path: str) -> Sheet:
        style = "fill:none;stroke:#FF0000;stroke-width:0.1"
        xml = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        return sheet_of(f'{xml}<g id="cut-outer"><path d="{path}" style="{style}" /></g></svg>'.encode(), STYLES)

    (line,) = sheet("M1,1A5,5 0 0 1 3,3L4,1 5,0Z").lines
    assert (len(line.points), list(line.radii)) == (4, [-5, 0, 0, 0])
    with pytest.raises(Unreadable, match="a path"):
        sheet(data)


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    return small_set("triomino", "--highest", 2, "--tabs", "2x0.4", "--format", "svg,dxf")


def test_a_set_with_tabs_verifies_by_pieces_alone(made: Path) -> None:
    invoke("verify", made, "--by", "pieces", code=0)
