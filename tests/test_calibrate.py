"""Calibrations: what is asked and refused, and profiles that say only what differs from another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from calibrating import OWN, calibrate, profile, refused
from called import invoke
from click.testing import CliRunner, Result

from quasiprint import coupons
from quasiprint.cli import main
from quasiprint.model.finding import has_errors


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A maker's folder, without a coupon."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("bench")
        patch.chdir(folder)
        yield folder


@pytest.mark.parametrize(
    ("name", "measured", "said"),
    [
        ("laser", "", "a reading is missing, allowed is bars= or slides="),
        ("laser", "bars=50.3", "bars: found 50.3, allowed is from 40 to 50 mm; wider is a kerf below 0"),
        ("laser", "bars=39", "narrower one above 1 mm"),
        ("laser", "bars=48,49", "bars and bars: bars=48 is a kerf of 0.200 mm, bars=49 one of 0.100 mm"),
        ("laser", "bars=48 slides=.3", "bars and slides"),
        ("laser", "bars=48 tight=2", "bars and tight"),
        ("laser", "bars=48 tight=9 liked=4", "liked and tight"),
        ("laser", "bars=48 tight=9.5", "tight: found 9.5, allowed is a whole number"),
        ("laser", "bars=wide", "bars: found 'wide', allowed is a number from 40 to 50 mm"),
        ("laser", "bars=48 bars=48", "found bars twice"),
        ("laser", "bras=48", "'bras=48' (did you mean bars?)"),
        ("laser", "bars=48,48,48,48", "found 4 values, allowed are up to 3"),
        ("laser", "bars=nan", "bars: found 'nan'"),
        ("laser", "bars=48 slides=0.9", "allowed is from 0.04 to 0.48 mm"),
        ("paper", "back_x=.3", "a reading is missing, allowed is ruler_x="),
        ("paper", "ruler_x=97 ruler_y=97 back_x=.3", "the page was printed at 97 % (print it at 100 %"),
        (
            "paper",
            "ruler_x=100 ruler_y=100 back_x=.3,.9",
            "back_x and back_x: one scale says 0.3 mm and the other 0.9 mm",
        ),
        ("paper", "ruler_x=100 ruler_y=100 back_x=4", "allowed is from -1.5 to 1.5 mm; the scales end there"),
        ("paper", "ruler_x=100 ruler_y=100", "neither how far backs are off"),
        ("paper", "ruler_x=100 ruler_y=100 alike=3,3", "allowed are the numbers of two colours"),
        ("paper", "ruler_x=100 ruler_y=100 paper=a3", "found 'a3', allowed is a4 or letter"),
        ("printer", "short=14", "short: found 14, allowed is from 11.4 to 12.8 mm; no printer is so far off"),
        ("printer", "well=9", "well: found 9, allowed is from 1 to 5; the wells have these numbers"),
        ("printer", "well=2.5", "well: found 2.5, allowed is a whole number from 1 to 5"),
        ("printer", "foot=30", "foot: found 30, allowed is from 19.4 to 23 mm"),
        ("printer", "long=150", "--measured: a reading is missing, allowed is short= or well="),
    ],
)
def test_what_cannot_be_is_told_in_a_line_and_nothing_is_written(
    bench: Path, name: str, measured: str, said: str
) -> None:
    typed = [word for one in measured.split() for word in ("--measured", one)]
    assert said in refused(name, *typed)


@pytest.mark.parametrize(
    ("name", "read", "code"),
    [
        ("laser", {"bars": (48.0, 49.0)}, "readings-differ"),
        ("laser", {"bars": (48.0,), "slides": (0.3,)}, "readings-differ"),
        ("laser", {"bars": (48.0,), "tight": (2.0,)}, "readings-differ"),
        ("laser", {"bars": (48.0,), "tight": (9.0,), "liked": (4.0,)}, "readings-differ"),
        ("laser", {"bars": (48.0,), "back_x": (4.0,)}, "backs-off"),
        ("paper", {"ruler_x": (97.0,), "ruler_y": (100.0,), "back_x": (0.0,)}, "page-scaled"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,), "back_x": (0.3, 0.9)}, "readings-differ"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,), "alike": (3.0, 3.0)}, "reading-wrong"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,)}, "nothing-measured"),
        ("paper", {"ruler_x": (100.0,), "ruler_y": (100.0,), "back_x": (0.0,), "grey": (4.0,)}, "tint-unseen"),
    ],
)
def test_each_reading_that_cannot_be_breaks_one_law(name: str, read: dict[str, tuple[float, ...]], code: str) -> None:
    outcome = coupons.load(name).judge(read, {})
    assert [finding.code for finding in outcome.findings] == [code]
    assert (not outcome.tables) is has_errors(outcome.findings)


def test_the_safest_palette_that_is_not_enough_is_told() -> None:
    read = {"ruler_x": (100.0,), "ruler_y": (100.0,), "alike": (1.0, 2.0)}
    (finding,) = coupons.load("paper").judge(read, {"profiles": {"palette": "high-contrast"}}).findings
    assert finding.code == "colours-alike"


def test_a_profile_that_is_there_is_left_alone(bench: Path) -> None:
    calibrate("laser", "mine", bars=48)
    own = OWN / "mine.toml"
    own.write_text(own.read_text() + "# my own note\n")
    again = ("calibrate", "laser", "--name", "mine", "--measured", "bars=47.9")
    result = invoke(*again)
    assert result.exit_code == 2 and "already exists" in result.output
    assert own.read_text().endswith("# my own note\n")
    invoke(*again, "--replace", code=0)
    assert profile("mine")["sheet"]["kerf"] == pytest.approx(0.21)
    assert [path for path in OWN.iterdir() if path.name != "mine.toml" and "my own note" in path.read_text()]


# profiles with several tables, each based on another


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[sheet]\nbase = "genric"\n', "[sheet] base: found 'genric' (did you mean generic?)"),
        ("[sheet]\nbase = 3\n", "[sheet] base: found 3, allowed is"),
        ('[sheet]\nbase = "a4"\n', "[sheet] base: found 'a4'"),
        ('[sheet]\nbase = "generic"\nkref = 1\n', "has a key 'kref' (did you mean kerf?)"),
        ('[sheet]\nbase = "generic"\nkerf = 3\n', "kerf: found 3"),
    ],
)
def test_a_base_that_is_none_is_told(bench: Path, text: str, said: str) -> None:
    Path("wrong.toml").write_text(text)
    result = invoke("profiles", "wrong.toml")
    assert result.exit_code == 2 and said in result.output


def test_profiles_that_are_based_on_one_another_in_a_circle_are_refused(bench: Path, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        folder = Path("templates/profiles/sheets")
        folder.mkdir(parents=True)
        for one, other in (("here", "there"), ("there", "here")):
            (folder / f"{one}.toml").write_text(f'[sheet]\nbase = "{other}"\n')
        result = invoke("profiles", "here")
        assert result.exit_code == 2 and "each based on the next" in result.output


# in the terminal


def asked(monkeypatch: pytest.MonkeyPatch, typed: str, *words_: object) -> Result:
    monkeypatch.setattr("quasiprint.cli.coupon._is_terminal", lambda: True)
    typed_words = ["calibrate", "laser", *map(str, words_)]
    return CliRunner().invoke(main, typed_words, input=typed, prog_name="quasiprint")


def test_the_terminal_asks_for_what_nobody_said(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, "48.02,48.04\n\n9\n10\n.25\n\n\n\n", "--name", "typed")
    assert result.exit_code == 0, result.output
    assert "# read: bars = 48.02 mm, 48.04 mm" in (OWN / "typed.toml").read_text()
    assert profile("typed")["measures"]["min_feature"] == 0.25
    result = asked(monkeypatch, "\n" * 7, "--name", "partly", "--measured", "bars=48")
    assert result.exit_code == 0, result.output
    assert "bars=" not in result.output and "how wide are they" not in result.output


def test_whoever_stops_answering_loses_nothing(bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(monkeypatch, "48\n", "--name", "stopped")
    assert result.exit_code != 0
    assert not (OWN / "stopped.toml").exists()
