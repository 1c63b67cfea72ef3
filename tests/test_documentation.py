"""The pages as Markdown: no line of a paragraph becomes a list by chance; and what stands in several places is the same
everywhere."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from rulebook_read import content

from quasiprint.games.triomino.proof import MOST_HEXAGONS

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CHANGELOG.md", "CREDITS.md", "benchmarks/README.md", *sorted(
    path.relative_to(ROOT).as_posix() for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*.md")
))  # fmt: skip
ITEM = re.compile(r" *(?P<mark>[-+*]|(?P<number>\d+)[.)]) ")
BLOCK = re.compile(r" {0,3}(#{1,6} |>|-{3,}$|={3,}$)")


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def broken(text: str) -> Iterator[str]:
    """Yield the lines that begin a list, a heading or a quotation in the middle of a paragraph or of an item."""
    fence, before, listed, last = "", "", False, 0  # listed: in a list; last: the number of the item before
    for line in text.splitlines():
        if opened := re.match(r" *(`{3,})", line):
            fence = "" if fence and line.strip() == fence else fence or opened[1]
            before = ""
            continue
        if fence:
            continue
        item = ITEM.match(line)
        if not line.strip():
            before = ""
            continue
        if item:
            number = int(item["number"] or 0)
            counted = number == 0 or number in (1, last + 1)  # a list that is counted begins at 1 and goes on
            if item["mark"] in "+*" or not counted or (before and not listed):
                yield line
            listed, last = True, number
        elif BLOCK.match(line):
            if before and not (line.startswith(">") and before.startswith(">")):
                yield line
            listed = False
        elif not before:
            listed = listed and line.startswith(" ")
        before = line


@pytest.mark.parametrize("page", PAGES)
def test_no_line_becomes_a_list_by_chance(page: str) -> None:
    assert list(broken(read(page))) == []


@pytest.mark.parametrize(
    "line", ["+ 3²)/2 = 45", "45. Nine of them", "- 3 mm wide", "# of them", "> 3 mm", "---", "1. is"]
)
def test_a_line_that_does_is_found(line: str) -> None:
    assert list(broken(f"A formula is (3⁴\n{line}\nand so on.")) == [line]
    assert list(broken(f"- One.\n- A formula is (3⁴ and\n\n```text\n{line}\n```\n\n1. One.\n2. Two\n   lines.")) == []


def test_a_counted_list_goes_on() -> None:
    assert list(broken("1. One, up to\n45. Nine more")) == ["45. Nine more"]


# --- one fact, one source -----------------------------------------------------------------------


def test_the_game_to_begin_with_is_the_book_s() -> None:
    (told,) = re.findall(r"Begin with ([\w-]+)\.", read("quasiprint/games/quasimino/rules/en/quasimino.md"))
    (shown,) = re.findall(r"Begin with \*\*([\w-]+)\*\*", read("docs/tutorials/paper.md"))
    assert told == shown


def test_the_most_hexagons_are_the_same_everywhere() -> None:
    assert content("triomino").fields["bound_hexagons"] == str(MOST_HEXAGONS)
    assert f"**More than {MOST_HEXAGONS} are impossible.**" in read("docs/findings/hexagons.md")
    assert f"at most in a layout of all 56 tiles: {MOST_HEXAGONS}\n" in read("docs/findings/hexagons.md")
    assert f"[more than {MOST_HEXAGONS} are impossible]" in " ".join(read("docs/findings.md").split())


@pytest.mark.parametrize("page", ["howto/first-piece", "tutorials/printer", "tutorials/laser", "use"])
def test_one_tile_of_each_shape_is_made_in_the_same_way(page: str) -> None:
    assert "--only samples" in " ".join(read(f"docs/{page}.md").split())


def test_colours_have_one_name_each() -> None:
    words = {
        path: {key.removeprefix("ink-"): word for key, word in tomllib.loads(path.read_text(encoding="utf-8")).items()}
        for path in (ROOT / "quasiprint/games").glob("*/rules/en/*.toml")
    }
    palettes = [
        tomllib.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "templates").rglob("palettes/*.toml")
    ]
    names = {ink["name"] for one in palettes for ink in one["palette"].get("inks", ())}
    assert {"vermilion", "blue"} <= names and "vermillion" not in names
    for name in names:
        told = {each[name].lower() for each in words.values() if name in each}
        assert len(told) <= 1 or (name, told) == (
            "black",
            {"black", "black or grey"},
        )  # a black region is grey on paper


# --- how many words there are -------------------------------------------------------------------


@pytest.fixture
def words() -> Iterator[ModuleType]:
    sys.path.insert(0, str(ROOT / "docs"))
    import words

    yield words
    sys.path.remove(str(ROOT / "docs"))


def test_words_are_counted(
    words: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words.count("| 56 tiles | – |\n\n```sh\nquasiprint list\n```\n") == 5
    monkeypatch.setattr(sys, "argv", ["words.py"])
    words.main()
    *_, every = capsys.readouterr().out.splitlines()
    counted = [words.count(text) for _, text in words.pages("")]
    assert every.split() == [f"{sum(counted):,}", str(len(counted)), "all"]
