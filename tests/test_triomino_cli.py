"""Triomino on the command line: a maker's own drawings, scores, the same bytes again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from called import invoke, tree
from triomino_games import TWO, laid

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
DRAWINGS = {
    "a": '<circle cx="5" cy="5" r="5"/>',
    "b": '<rect width="10" height="10"/>',
    "c": '<path d="M3 0h4v10H3z"/>',
}
GAME = """players Ann Ben
round
Ann opens 5-5-5
Ben places 4-5-5
Ann places 4-4-5
Ben places 3-4-4
Ann places 3-4-6
Ben draws 3
Ben passes
"""


@pytest.fixture
def art(here: Path) -> Path:
    """A folder of three drawings."""
    folder = here / "art"
    folder.mkdir()
    for name, body in DRAWINGS.items():
        (folder / f"{name}.svg").write_text(SVG.format(body))
    return folder


def test_drawings_from_a_project_file_lie_beside_it(art: Path, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = here / "mine.toml"
    project.write_text('game = "triomino"\nhighest = 2\nsymbols = "art"\nformat = "svg,stl"\noutput = "set"\n')
    elsewhere = here / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    invoke("make", "--project", "../mine.toml", code=0)
    manifest = json.loads((here / "set" / "manifest.json").read_text())
    assert manifest["parameters"]["symbols"] == "art"
    assert len(manifest["pieces"]) == 10
    invoke("make", "triomino", "--highest", 2, "--symbols", art, "--format", "svg,stl", "-o", "again", code=0)
    assert tree(Path("again")) == tree(here / "set")


def test_a_drawing_that_cannot_be_made_stops_before_anything_is_written(art: Path, here: Path) -> None:
    (art / "b.svg").write_text(SVG.format('<text x="1" y="9">B</text>'))
    result = invoke("make", "triomino", "--highest", 2, "--symbols", "art", "-o", "set", code=2)
    assert "b.svg" in result.output
    assert "text" in result.output
    assert not Path("set").exists()


def test_a_slip_in_line_7_is_said_to_be_there(here: Path) -> None:
    Path("game.txt").write_text(GAME)
    result = invoke("score", "triomino", "game.txt", "--json", code=1)
    said = json.loads(result.output)
    assert [finding["subject"] for finding in said["findings"]] == ["line 7"]
    assert "3-4-6" in said["findings"][0]["message"]
    assert [(e["line"], e["points"]) for e in said["events"]][:4] == [(3, 25), (4, 14), (5, 13), (6, 11)]
    # with the larger set it is no slip
    result = invoke("score", "triomino", "game.txt", "--json", "--highest", 6, code=0)
    assert json.loads(result.output)["scores"] == {"Ann": 25 + 13 + 13, "Ben": 14 + 11 - 25}


def test_a_house_rule_is_an_option(here: Path) -> None:
    Path("game.txt").write_text(TWO + laid(11, "Ann Ben") + "Ben places 2-3-4 hexagons 2\n")
    for options, points in (((), 109), (("--double-hexagon", 60), 69)):
        result = invoke("score", "triomino", "game.txt", "--json", *options)
        assert json.loads(result.output)["events"][-1]["points"] == points


def test_a_layout_is_not_judged_by_the_rules_of_scoring(here: Path) -> None:
    Path("layout.json").write_text('{"tiles": [{"tile": "1-3-5", "cell": [0, 0, 0], "corners": [1, 3, 5]}]}')
    assert invoke("score", "triomino", "layout.json").exit_code == 0
    result = invoke("score", "triomino", "layout.json", "--target", 500, code=2)
    assert "found house rules" in result.output


UNREADABLE = [
    (GAME.replace("Ben draws 3", "Ben draws some"), "line 8"),
    ('{"tiles": [{"tile": "1-3-5"}]}', "entry 1"),
    ("", "nothing to score"),
]


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_what_cannot_be_read_is_exit_2(here: Path, text: str, message: str) -> None:
    Path("game.txt").write_text(text)
    result = invoke("score", "triomino", "game.txt", code=2)
    assert message in result.output
    assert result.output.count("\n") == 1


def test_a_score_is_told_in_words(here: Path) -> None:
    Path("game.txt").write_text(GAME)
    said = invoke("score", "triomino", "game.txt").output
    assert "scores: Ann 38, Ben 0" in said
    assert "line 3, player Ann, points 25, total 25, why 5+5+5 = 15, opening triple +10: 25" in said
