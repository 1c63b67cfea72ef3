"""``quasiprint profiles``: what there is, in a line each, and what a profile's file holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from called import invoke

PACKAGED = Path(__file__).parent.parent / "templates" / "profiles"
KINDS = ("beds", "sheets", "pages", "palettes", "measures", "materials", "prices")


def test_every_profile_stands_in_the_list_once() -> None:
    said = invoke("profiles").stdout
    listed = [line.split()[0] for line in said.splitlines() if line.startswith("  ")]
    assert sorted(listed) == sorted(path.stem for kind in KINDS for path in (PACKAGED / kind).glob("*.toml"))
    assert "\n  prusa-mini      180 × 180 mm, nozzle 0.4 mm, 1 filament\n" in said
    assert (
        "bambu-x1        256 × 256 mm, nozzle 0.4 mm, 4 filaments, 1 place kept free, room for a tower  [default]"
        in said
    )
    assert "\n  k40-whisperer  300 × 200 mm, kerf 0.2 mm, margin 3 mm\n" in said
    assert "marks for Silhouette machines" in said
    assert "blue, vermillion, black, green, purple, sky, orange, yellow  [default]" in said
    assert "\n  paper    0.3 mm thick, 0 mm off every edge  [default]" in said


def test_a_profile_is_shown_as_it_is_written() -> None:
    path = PACKAGED / "beds" / "prusa-mk4.toml"
    assert invoke("profiles", "Prusa-MK4").stdout == path.read_text()
    assert invoke("profiles", path).stdout == path.read_text()


def test_ones_own_is_a_start_from_another_and_stands_in_the_list(here: Path) -> None:
    own = here / "templates" / "profiles" / "sheets" / "plank.toml"
    own.parent.mkdir(parents=True)
    own.write_text(invoke("profiles", "generic").stdout.replace("width = 600", "width = 900"))
    assert tomllib.loads(own.read_text())["sheet"]["width"] == 900
    assert "\n  plank          900 × 300 mm, kerf 0.2 mm, margin 3 mm\n" in invoke("profiles").stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [("prusamk4", "(did you mean prusa-mk4?): beds:"), ("no/pe.toml", "there is no file 'no/pe.toml'")],
)
def test_what_is_no_profile_is_refused(name: str, message: str) -> None:
    result = invoke("profiles", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_file_that_cannot_be_read_is_refused(here: Path) -> None:
    own = here / "templates" / "profiles" / "beds" / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[bed]\nwidth = 'wide'\n")
    for words in (["profiles"], ["profiles", "mine"]):
        result = invoke(*words, code=2)
        assert "mine.toml" in result.stderr
