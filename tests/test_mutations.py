"""A sample of broken sets, each of which `quasiprint verify` must notice; all of them: benchmarks/mutations.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from called import invoke
from mutations.catalogue import named
from mutations.folder import Mutation, broken, copied, formats_for
from mutations.verdicts import caught, reported

SMALL = {
    "quasimino": ["--colours", "2"],
    "triomino": ["--highest", "1"],
    "majomino": ["--size", "5", "--count", "2"],
    "quomino": ["--size", "4"],
}
SAMPLE = [
    ("quasimino", "stl-mirrored"),
    ("quasimino", "stl-other-pattern"),
    ("quasimino", "stl-facet-dropped"),
    ("quasimino", "stl-vertex"),
    ("quasimino", "plate-too-close"),
    ("quasimino", "3mf-prusa-one-extruder"),
    ("quasimino", "3mf-bambu-turned-over"),
    ("quasimino", "3mf-prusa-foreign-ink"),
    ("quasimino", "3mf-bambu-foreign-aside"),
    ("quasimino", "3mf-prusa-picture-pixel"),
    ("quasimino", "3mf-bambu-picture-first"),
    ("quasimino", "3mf-bambu-plate-name"),
    ("quasimino", "3mf-bambu-layer-height"),
    ("quasimino", "3mf-prusa-change-later"),
    ("quasimino", "3mf-bambu-change-gone"),
    ("quasimino", "3mf-bambu-change-colour"),
    ("quasimino", "stl-foreign-crumb"),
    ("quasimino", "preview-plate"),
    ("quasimino", "svg-digit"),
    ("quasimino", "svg-short"),
    ("quasimino", "svg-scale"),
    ("quasimino", "svg-bow-tie"),
    ("quasimino", "manifest-marks"),
    ("quasimino", "manifest-gone"),
    ("quasimino", "svg-back-telling"),
    ("quasimino", "dxf-beside-other"),
    ("quasimino", "svg-loose"),
    ("quasimino", "dxf-broken"),
    ("triomino", "preview-misnamed"),
    ("triomino", "dxf-flat"),
    ("triomino", "svg-tabs"),
    ("triomino", "svg-beside-gone"),
    ("triomino", "svg-jig-gone"),
    ("triomino", "dxf-jig-aside"),
    ("triomino", "stl-a-little-larger"),
    ("triomino", "plate-left-out"),
    ("triomino", "dxf-cut-twice"),
    ("triomino", "dxf-inch"),
    ("triomino", "dxf-colour"),
    ("triomino", "dxf-layer-no-plot"),
    ("triomino", "dxf-title"),
    ("triomino", "pdf-marks-turned"),
    ("triomino", "pdf-ruler"),
    ("triomino", "pdf-tiles-page-larger"),
    ("triomino", "file-byte"),
    ("majomino", "txt-mirrored"),
    ("majomino", "txt-exchanged"),
    ("majomino", "txt-foreign-twice"),
    ("majomino", "svg-overlap"),
    ("majomino", "svg-back-blank"),
    ("majomino", "svg-back-nameless"),
    ("majomino", "pdf-sheets-wall"),
    ("majomino", "manifest-seed-boards"),
    ("quomino", "3mf-prusa-left-out"),
    ("quomino", "3mf-prusa-foreign-nanometre"),
    ("quomino", "3mf-bambu-foreign-description"),
    ("quomino", "dxf-accessory"),
    ("quomino", "dxf-unshared"),
    ("quomino", "manifest-accessory"),
]


Set = Callable[[str, str], Path]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Set:
    """Return the set of a game that a mutation breaks: in the formats that it edits, which verifies as it is made.

    What is not edited would only be read back again, each time.
    """
    folder = tmp_path_factory.mktemp("sets")

    @cache
    def made(game: str, formats: tuple[str, ...]) -> Path:
        place = folder / "-".join((game, *formats))
        result = invoke("make", game, *SMALL[game], "--format", ",".join(formats), "-o", place)
        assert result.exit_code == 0, result.output
        assert reported(place) == frozenset()
        return place

    return lambda game, name: made(game, formats_for(named(name), game))


@pytest.mark.parametrize(("game", "name"), SAMPLE)
def test_a_broken_set_does_not_verify(whole: Set, tmp_path: Path, game: str, name: str) -> None:
    mutation = named(name)
    copy = copied(whole(game, name), tmp_path / game)
    broken(mutation, copy)
    found = reported(copy)
    assert caught(mutation, found), f"{mutation.says}: found {sorted(found)}, expected one of {sorted(mutation.codes)}"


def test_a_set_in_step_verifies_and_a_broken_one_does_not(tmp_path: Path) -> None:
    folder = tmp_path / "triomino"
    result = invoke("make", "triomino", "--highest", "1", "--format", "stl,step", "-o", folder)
    assert result.exit_code == 0, result.output
    assert reported(folder) == frozenset()
    for mutation in map(named, ("step-twice", "step-invisible", "step-set-renamed", "step-body-renamed")):
        copy = copied(folder, tmp_path / mutation.name)
        broken(mutation, copy)
        assert caught(mutation, reported(copy)), mutation.says


def test_a_seed_says_nothing_in_a_game_without_chance(whole: Set, tmp_path: Path) -> None:
    copy = copied(whole("triomino", "manifest-seed"), tmp_path / "triomino")
    broken(named("manifest-seed"), copy)
    assert caught(named("manifest-seed"), reported(copy))


def test_a_finding_that_is_not_asked_for_catches_nothing() -> None:
    mutation = Mutation("a", "a", ("triomino",), ("stl",), frozenset({"mesh-open"}), lambda folder: None)
    harmless = Mutation("b", "b", ("triomino",), ("stl",), frozenset(), lambda folder: None, harmless="no reason")
    assert caught(mutation, {"mesh-open", "overlap"})
    assert not caught(mutation, {"overlap"})
    assert not caught(mutation, set())
    assert caught(harmless, set())
    assert not caught(harmless, {"overlap"})
