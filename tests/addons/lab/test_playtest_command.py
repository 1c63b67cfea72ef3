"""``quasiprint playtest``: what it tells, that it follows from the seed alone, and what it refuses."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from random import Random

import pytest
from called import invoke

from quasiprint.addons.lab.figures import figures, mean, share
from quasiprint.addons.lab.playtest import playtest
from quasiprint.model.play import Play, Trial

EXAMPLES = Path(__file__).parents[3] / "examples" / "sets"


def test_games_follow_from_their_numbers_whatever_the_jobs() -> None:
    def told(*more: object) -> str:
        return invoke("playtest", "quomino", "--size", 4, "--games", 9, "--json", *more, code=0).stdout

    assert told("--jobs", 1) == told("--jobs", 3)
    assert told("--jobs", 1) != told("--jobs", 1, "--seed", 1)
    few, many = (playtest("majomino", {"size": 3}, ("greedy",), games).columns[0].plays for games in (3, 5))
    assert many[:3] == few


def test_values_of_an_option_stand_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # whose start takes a second
    folder = tmp_path / "tested"
    result = invoke("playtest", "quomino", "--games", 3, "--compare", "size=4,6", "--jobs", 1, "-o", folder, code=0)
    lines = result.stdout.splitlines()
    assert lines[0] == "quomino: 3 games, greedy players, seed 0"
    assert lines[1].split() == ["size", "4", "size", "6"]
    assert any(line.startswith("Quominoes  ") and line.count("±") == 2 for line in lines)
    document = json.loads((folder / "playtest.json").read_text())
    assert [test["parameters"]["size"] for test in document["tests"]] == [4, 6]
    rows = (folder / "games.csv").read_text().splitlines()
    assert len(rows) == 1 + 6
    turns = [int(row.split(",")[2]) for row in rows[1:4]]
    assert math.isclose(document["tests"][0]["figures"]["turns"]["value"], sum(turns) / 3, abs_tol=1e-4)


def test_set_files_stand_side_by_side_and_seats_may_play_in_different_ways(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_bytes((EXAMPLES / "truchet.toml").read_bytes())
    words = ("playtest", EXAMPLES / "truchet.toml", "--compare", other, "--others", "random", "--games", 3)
    result = invoke(*words, "--jobs", 1, "--json", code=0)
    document = json.loads(result.stdout)
    one, two = document["tests"]
    assert document["game"] == "truchet.toml, other.toml"
    assert document["policies"] == ["greedy", "random"]
    assert (one.pop("test"), two.pop("test")) == ("truchet.toml", "other.toml")
    assert one == two
    lines = invoke(*words, "--jobs", 2, code=0).stdout.splitlines()
    assert lines[0] == "truchet.toml, other.toml: 3 games, seat 1 greedy, others random, seed 0"
    assert lines[1].split() == ["truchet.toml", "other.toml"]


@pytest.mark.thorough
def test_intervals_are_those_of_another_program() -> None:
    from scipy import stats

    for count, of in ((0, 7), (1, 1), (3, 11), (50, 100), (999, 1000), (700, 1000)):
        found, known = share(count, of), stats.binomtest(count, of).proportion_ci(0.95, method="wilson")
        assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)
    values = [Random(k).gauss(20, 3) for k in range(400)]
    found, low_high = mean(values), stats.norm.interval(0.95, sum(values) / 400, stats.sem(values))
    assert (found.low, found.high) == pytest.approx(low_high, abs=1e-9)
    # of a thousand tests of a fair coin 95 in 100 hold the truth
    heads = [sum(Random(f"{k} coin").choices((0, 1), k=200)) for k in range(1000)]
    held = sum(share(count, 200).low <= 0.5 <= share(count, 200).high for count in heads)
    assert stats.binom.ppf(0.0005, 1000, 0.95) <= held <= stats.binom.ppf(0.9995, 1000, 0.95)


@pytest.mark.thorough
def test_plots_are_drawn_the_same_each_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        invoke("playtest", "quomino", "--size", 4, "--games", 20, "-o", tmp_path / name, code=0)
    for plot in ("playtest.svg", "playtest.png"):
        assert (tmp_path / "one" / plot).read_bytes() == (tmp_path / "two" / plot).read_bytes()


def test_without_matplotlib_all_but_plots_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = invoke("playtest", "quomino", "--size", 4, "--games", 1, "--jobs", 1, "-o", tmp_path / "tested", code=0)
    assert "plots need matplotlib; pip install 'quasiprint[plots]'" in result.stderr
    assert sorted(path.name for path in (tmp_path / "tested").iterdir()) == [
        "games.csv",
        "playtest.json",
        "playtest.txt",
    ]


def test_intervals_are_those_of_the_books() -> None:
    # Wilson (1927), as computed by Newcombe (1998) for 81 of 263, and for none of 20
    found, none = share(81, 263), share(0, 20)
    assert all(share(k, 13).low <= share(k, 13).value <= share(k, 13).high for k in range(14))  # a plot takes no other
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    assert (round(none.low, 4), round(none.high, 4)) == (0.0, 0.1611)
    five = mean([1, 2, 3, 4, 5])
    assert math.isclose(five.high - five.value, 1.959964 * math.sqrt(2.5 / 5), rel_tol=1e-6)


def test_figures_are_counted_of_the_games() -> None:
    plays = [
        Play(10, 8, 16, 2, 3, (1, 0), (1,)),
        Play(12, 12, 36, 0, 5, (0, 2), (0,)),
        Play(14, 7, 7, 7, 4, (1, 1), (0, 1), blocked=True),
    ]
    found = figures(Trial("points", "tiles left", 2, 5), plays)
    assert found["turns"].value == 12
    assert found["choices in a turn"].value == 2
    assert found["dead turns in a game"].value == 3
    assert found["games with a dead turn"].value == pytest.approx(2 / 3)
    assert found["blocked games"].value == pytest.approx(1 / 3)
    assert found["games that reach 5 points"].value == pytest.approx(1 / 3)
    assert [found[f"seat {seat} wins"].value for seat in (1, 2)] == pytest.approx([2 / 3, 2 / 3])
    assert found["tiles left of seat 2"].value == 1
