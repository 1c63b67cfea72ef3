"""Where nobody says which sheet there is, a set takes the smallest usual size that holds it on as few sheets as any."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke

from quasiprint.api import Request
from quasiprint.model.errors import InputError
from quasiprint.model.measures import Maker
from quasiprint.model.profile import SheetStock
from quasiprint.pipeline.laser_sheets import shared_sheets, sheets_of
from quasiprint.pipeline.profiles import SheetProfile, read
from quasiprint.pipeline.run import settle
from quasiprint.pipeline.workshop import Workshop

USUAL = [(300, 300), (304.8, 304.8), (400, 300), (600, 300), (600, 400)]


def shop(game: str, *profiles: str, cut: str | None = None, **parameters: int) -> Workshop:
    return Workshop(settle(Request(game, parameters, profiles=profiles, cut=cut)))


def counts(made: Workshop, stock: SheetStock, *, shared: bool) -> list[float]:
    """How many sheets of each size it takes, each laid out whole, with all ways tried."""
    found: list[float] = []
    held = made.set(Maker.LASER)
    for width, height in USUAL:
        size = replace(stock, width=width, height=height, sizes=())
        try:
            found.append(len(shared_sheets(made.game, held, size, alone=True)[0] if shared else sheets_of(held, size)))
        except InputError:
            found.append(float("inf"))
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cut", [None, "shared"])
@pytest.mark.parametrize(
    ("game", "parameters"),
    [("quasimino", {}), ("triomino", {}), ("quomino", {"size": 6}), ("quomino", {}), ("majomino", {"count": 3})],
)
def test_it_is_the_smallest_of_which_the_fewest_are_enough(
    game: str, parameters: dict[str, int], cut: str | None
) -> None:
    made = shop(game, cut=cut, **parameters)
    found = counts(made, made.run.profiles.sheet, shared=cut == "shared")
    due = USUAL[found.index(min(found))]
    assert (made.sheet.width, made.sheet.height) == due
    assert made.drawings.drawings
    assert len(made.laid_on_sheets) == min(found)
    assert {(one.width, one.height) for one in made.laid_on_sheets} == {due}


def sheet_of(text: str, tmp_path: Path) -> SheetStock:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    found = read(str(tmp_path / "mine.toml"))
    assert isinstance(found, SheetProfile)
    return found.stock


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ("[[700, 300]]", "sizes: found 700 × 300, allowed is what lies on 600 × 400 mm"),
        ("[[6, 300]]", "sizes: found 6 × 300, allowed is what lies on 600 × 400 mm, with a margin of 3 mm"),
        ("[[300]]", "sizes"),
        ("300", "sizes"),
        (f"[{', '.join(['[300, 300]'] * 17)}]", "sizes: found 17, allowed are up to 16 of a sheet"),
    ],
)
def test_sizes_that_no_sheet_has_are_refused(sizes: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        sheet_of(f'[sheet]\nbase = "generic"\nsizes = {sizes}\n', tmp_path)


def test_the_size_is_told_and_proved(tmp_path: Path) -> None:
    told = invoke("make", "triomino", "--highest", 1, "--format", "svg", "--dry-run", code=0).output
    assert "Cut: 1 sheet of plywood-3, 300 × 300 mm, " in told
    invoke("make", "triomino", "--highest", 1, "--format", "svg", "-o", tmp_path / "set", code=0)
    page = " ".join((tmp_path / "set/README.md").read_text(encoding="utf-8").split())
    assert "Sheets of 300 × 300 mm, 3 mm thick" in page
    assert (
        "Of the sizes in which sheets are sold (300 × 300, 304.8 × 304.8, 400 × 300, 600 × 300, 600 × 400 mm)" in page
    )
    assert "sheet-1,width,300,mm" in (tmp_path / "set/bill.csv").read_text(encoding="utf-8")
    assert "proved" in invoke("verify", tmp_path / "set", code=0).output
    manifest = json.loads((tmp_path / "set/manifest.json").read_text(encoding="utf-8"))
    manifest["parameters"]["made with"]["sheet"]["sizes"].pop(0)
    (tmp_path / "set/manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    invoke("verify", tmp_path / "set", code=1)  # other sizes, another sheet
    page = invoke("make", "triomino", "--highest", 1, "--format", "svg", "--profile", "600x300", "--dry-run", code=0)
    assert "600 × 300 mm" in page.output


def test_what_no_sheet_holds_is_refused_with_the_largest() -> None:
    made = Workshop(settle(Request("triomino", {"highest": 0}, edge=590)))
    with pytest.raises(InputError, match="on 600 × 400 mm"):
        assert made.sheets
