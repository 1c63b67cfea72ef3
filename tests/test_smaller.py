"""Where nobody says how large pieces are, a hair is taken off that saves plates or sheets: the same whatever is made of
a set, told in plain words, and proved."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.api import Request
from quasiprint.make.make import plan
from quasiprint.make.run import settle
from quasiprint.make.smaller import HAIR
from quasiprint.make.workshop import Workshop
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Value

MAJOMINO = "made with an edge of 19.8 mm, not 20: so it takes 4 plates, not 6"


def edge_of(
    process: Maker, game: str = "majomino", parameters: dict[str, Value] | None = None, **said: object
) -> float:
    shop = Workshop(settle(Request(game, parameters or {}, **said)))  # type: ignore[arg-type]
    plan(shop)
    return shop.set(process).measures.size.edge


def plates(edge: float | None, game: str = "majomino", parameters: dict[str, Value] | None = None) -> int:
    shop = Workshop(settle(Request(game, parameters or {}, edge=edge)))
    return len(shop.solids.plates)


@pytest.mark.parametrize(
    ("game", "parameters", "usual", "taken"),
    [
        ("majomino", {}, 20.0, 19.8),
        ("set", {"set_file": "examples/sets/kites-and-darts.toml"}, 47.0, 46.6),
    ],
)
def test_the_longest_edge_that_saves_is_taken(
    game: str, parameters: dict[str, Value], usual: float, taken: float
) -> None:
    assert edge_of(Maker.PRINTER, game, parameters) == taken >= usual * (1 - HAIR)
    fewer = plates(None, game, parameters)
    assert fewer == plates(taken, game, parameters) < plates(usual, game, parameters)
    assert plates(round(taken + 0.1, 1), game, parameters) > fewer


@pytest.mark.parametrize(
    "said",
    [
        {"formats": ("stl",)},
        {"formats": ("3mf",)},
        {"formats": ("stl",), "only": ("samples",)},
        {"formats": ("stl",), "only": ("marker:3",)},
        {"formats": ("stl",), "storage": ("tray",)},
        {"formats": ("stl",), "extras": ("relief",)},
        {"formats": ("stl", "svg"), "language": "en"},
    ],
)
def test_it_is_the_same_whatever_is_made(said: dict[str, object]) -> None:
    assert edge_of(Maker.PRINTER, **said) == 19.8


def test_one_process_does_not_ask_another() -> None:
    assert edge_of(Maker.LASER, formats=("svg",)) == edge_of(Maker.LASER) == edge_of(Maker.PAPER) == 20.0


def test_a_laser_has_its_own() -> None:
    said = {"parameters": {"size": 7, "count": 6}, "profiles": ("k40-whisperer",)}
    shop = Workshop(settle(Request("majomino", **said)))  # type: ignore[arg-type]
    assert shop.set(Maker.LASER).measures.size.edge == 19.5
    (taken,) = shop.run.profiles.smaller
    assert (taken.process, taken.before, taken.now) == (Maker.LASER, 5, len(shop.sheets))
    usual = Workshop(settle(Request("majomino", edge=20.0, **said)))  # type: ignore[arg-type]
    assert len(usual.sheets) == taken.before


@pytest.mark.parametrize("said", [{"edge": 20.0}, {"touch": True, "formats": ("stl",)}])
def test_a_size_that_is_said_or_needed_is_kept(said: dict[str, object]) -> None:
    assert edge_of(Maker.PRINTER, **said) == 20.0


def test_a_size_of_a_profile_is_kept(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[measures]\nbase = "printer"\nedge = 20\n')
    said = settle(Request("majomino", {}, profiles=(str(own),)))
    assert Maker.PRINTER in said.profiles.sized
    assert Workshop(said).set(Maker.PRINTER).measures.size.edge == 20.0


def test_coupons_are_as_they_are_drawn() -> None:
    assert settle(Request("coupon_printer", {})).undecided == ()


@pytest.mark.parametrize("game", ["quasimino", "majomino"])
def test_it_is_the_set_of_that_edge(game: str) -> None:
    """A hair taken off is as if somebody had said that edge, stripes and all."""
    profiles = ("prusa-mini", "k40-whisperer") if game == "quasimino" else ()
    found = Workshop(settle(Request(game, {}, profiles=profiles)))
    edge = found.set(Maker.PRINTER).measures.size.edge
    assert found.set(Maker.PRINTER) == Workshop(settle(Request(game, {}, edge=edge, profiles=profiles))).set(
        Maker.PRINTER
    )


def test_it_is_told_and_recorded_and_proved(tmp_path: Path) -> None:
    made = tmp_path / "set"
    said = f"note: hair-taken: majomino, plates: {MAJOMINO} (--edge 20 for the usual size)"
    assert said in invoke("make", "majomino", "--format", "stl", "--dry-run", code=0).stderr
    assert said in invoke("make", "majomino", "--format", "stl", "-o", made, code=0).stderr
    page = " ".join((made / "README.md").read_text().split())
    assert f"It is {MAJOMINO}. For the usual size make the set again with `--edge 20`." in page
    parameters = json.loads((made / "manifest.json").read_text())["parameters"]
    assert parameters["measures"]["printer"]["edge"] == 19.8
    assert parameters["made with"]["smaller"] == [{"process": "printer", "edge": 20.0, "before": 6, "now": 4}]
    invoke("verify", made, code=0)


def test_what_is_not_made_is_as_large_as_usual() -> None:
    assert edge_of(Maker.PRINTER, formats=("pdf",)) == 20.0


@pytest.mark.thorough
def test_a_set_of_paper_is_proved_with_its_books(tmp_path: Path) -> None:
    invoke("make", "majomino", "--format", "pdf", "-o", tmp_path, code=0)
    invoke("verify", tmp_path, code=0)


@pytest.mark.thorough
def test_another_process_decides_the_same(tmp_path: Path) -> None:
    folders = {}
    for jobs in ("1", "2"):
        folders[jobs] = tmp_path / jobs
        invoke("make", "majomino", "--format", "stl,svg", "--count", "5", "--jobs", jobs, "-o", folders[jobs], code=0)
    one, two = ((folder / "manifest.json").read_bytes() for folder in folders.values())
    assert one == two


@pytest.mark.thorough
@given(
    game=st.sampled_from(["quasimino", "triomino", "majomino", "quomino"]),
    bed=st.sampled_from(["prusa-mk4", "prusa-mini", "ender-3", "bambu-x1", "bambu-a1-mini", "prusa-xl"]),
    sheet=st.sampled_from(["300x300", "k40-whisperer", "glowforge", "xtool-s1"]),
)
@pytest.mark.sampled(2)
def test_never_more_and_never_much_smaller(game: str, bed: str, sheet: str) -> None:
    found = Workshop(settle(Request(game, {}, profiles=(bed, sheet))))
    usual = Workshop(replace(found.run, undecided=()))
    for process in (Maker.PRINTER, Maker.LASER):
        edges = [shop.set(process).measures.size.edge for shop in (found, usual)]
        assert edges[1] * (1 - HAIR) <= edges[0] <= edges[1]
    assert len(found.solids.plates) <= len(usual.solids.plates)
    assert len(found.sheets) <= len(usual.sheets)
    for taken in found.run.profiles.smaller:
        counts = {Maker.PRINTER: len(found.solids.plates), Maker.LASER: len(found.sheets)}
        assert counts[taken.process] == taken.now < taken.before


def test_a_set_without_pieces_is_left_as_it_is(tmp_path: Path) -> None:
    """No labelling of one label has two: there is nothing whose size could be chosen."""
    file = tmp_path / "none.toml"
    file.write_text(
        '[set]\ntitle = "none"\n[[shape]]\nname = "tile"\npolygon = "domino"\nlook = "plain"\n'
        'labels = { at = "corners", count = 1 }\nsymmetry = "rotations and reflections"\nwhich = { exactly = 2 }\n'
        '[rule]\nmatch = "equal"\n'
    )
    told = json.loads(invoke("check", file, "--json", code=1).stdout)
    assert "pieces-missing" in [finding["code"] for finding in told["findings"]]
