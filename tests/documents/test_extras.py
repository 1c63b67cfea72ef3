"""What a set has by default, and besides: one paper, that of the country; and booklets, other looks, relief and
pictures where somebody asks for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from called import invoke, settled

import quasiprint
from quasiprint.cli.kinds import usual_paper
from quasiprint.model.choices import Extra

SMALL = ("triomino", "--highest", "0")
COUNTRY = ("LC_ALL", "LC_PAPER", "LANG")
BESIDES: dict[str, tuple[str, set[str]]] = {  # a format, and what an extra adds to its files
    "relief": ("3mf", {"3mf/relief-plate-1-prusa.3mf", "3mf/triomino-relief-bambu.3mf"}),
    "booklet": ("pdf", {"pdf/rules-booklet-a4.pdf"}),
    "greyscale": ("pdf", {"pdf/tiles-a4-greyscale.pdf"}),
    "inksaver": ("pdf", {"pdf/tiles-a4-inksaver.pdf"}),
}


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in COUNTRY:
        monkeypatch.delenv(name, raising=False)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("extra", BESIDES)
def test_an_extra_adds_its_files_and_changes_no_other(extra: str, small_set: Callable[..., Path]) -> None:
    format, added = BESIDES[extra]
    plain = small_set(*SMALL, "--format", format)
    more = small_set(*SMALL, "--format", format, "--extras", extra)
    assert files(more) - files(plain) == added
    assert files(plain) <= files(more)
    told = {"START-HERE.html", "bill.csv", "manifest.json"}
    assert [name for name in files(plain) - told if (plain / name).read_bytes() != (more / name).read_bytes()] == []
    assert invoke("verify", more, code=0).stdout.endswith("proved: every file is what this program makes\n")


def test_every_extra_is_tried_and_all_are_all(small_set: Callable[..., Path]) -> None:
    assert set(BESIDES) == {*Extra}
    every = small_set(*SMALL, "--format", "pdf,3mf", "--extras", "ALL")
    wanted = [names for format, names in BESIDES.values() if format != "svg"]
    assert set().union(*wanted) <= files(every)
    manifest = json.loads((every / "manifest.json").read_bytes())
    assert manifest["parameters"]["made with"]["manner"]["extras"] == [*Extra]
    plain = json.loads((small_set(*SMALL, "--format", "pdf") / "manifest.json").read_bytes())
    assert "extras" not in plain["parameters"]["made with"]["manner"]


@pytest.mark.parametrize(
    ("environment", "paper"),
    [
        ({}, "a4"),
        ({"LANG": "C.UTF-8"}, "a4"),
        ({"LANG": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "en_GB"}, "a4"),
        ({"LANG": "de_DE", "LC_PAPER": "es_MX@euro"}, "letter"),
        ({"LC_PAPER": "en_US", "LC_ALL": "fr_FR.UTF-8"}, "a4"),
        ({"LC_ALL": "", "LC_PAPER": "fr_CA.UTF-8"}, "letter"),
    ],
)
def test_the_paper_is_that_of_the_country(
    environment: dict[str, str], paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert usual_paper() == paper


def papers(folder: Path) -> set[str]:
    return {path.stem.split("-")[1] for path in folder.glob("pdf/tiles-*.pdf")}


def test_one_paper_is_made_unless_more_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = ("make", *SMALL, "--format", "pdf")
    (tmp_path / "own.toml").write_text('game = "triomino"\nhighest = 0\nformat = ["pdf"]\n')
    (tmp_path / "two.toml").write_text('game = "triomino"\nhighest = 0\nformat = ["pdf"]\npaper = ["letter", "a4"]\n')
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    for name, words, wanted in (
        ("country", make, {"letter"}),
        ("named", (*make, "--paper", "a4"), {"a4"}),
        ("both", (*make, "--paper", "a4,letter"), {"a4", "letter"}),
        ("profile", (*make, "--profile", "a4"), {"a4"}),
        ("twice", (*make, "--paper", "A4,a4,A4"), {"a4"}),
        ("above", (*make, "--profile", "a4", "--paper", "letter"), {"letter"}),
        ("project", ("make", "--project", tmp_path / "own.toml"), {"a4"}),  # the same bytes in every country
        ("project-of-two", ("make", "--project", tmp_path / "two.toml"), {"a4", "letter"}),
    ):
        assert {page.name for page in settled(*words).profiles.pages} == wanted, name
        if name == "country":  # what is settled is what is made
            invoke(*words, "-o", tmp_path / name, code=0)
            assert papers(tmp_path / name) == wanted, name
    assert {path.name for path in (tmp_path / "country/pdf").iterdir()} >= {"rules-letter.pdf", "scoresheet-letter.pdf"}


def test_the_library_has_one_paper_wherever_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert {name for name in quasiprint.design("triomino", highest=0).files(formats=("pdf",)) if "tiles" in name} == {
        "pdf/tiles-a4-colour.pdf"
    }


def test_a_printer_of_one_nozzle_has_relief_without_asking(small_set: Callable[..., Path]) -> None:
    made = files(small_set("quasimino", "--colours", "1", "--format", "3mf", "--profile", "ender-3"))
    assert {name for name in made if name.endswith(".3mf")} == {
        name for name in made if name.endswith(".3mf") and "relief" in name
    }
