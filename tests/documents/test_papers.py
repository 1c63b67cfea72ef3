"""Every paper, from a photograph to A2: nothing that a page says lies outside of its margins, or over other words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from called import invoke, refusal
from pdf_read import Seen, beyond, ruler_faults, texts, written

from quasiprint.documents.sheets import leaves
from quasiprint.errors import InputError
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.page import Book
from quasiprint.model.profile import CutMarks, Paper

SIZES = [(90, 130), (101.6, 152.4), (119, 180), (148, 210), (215.9, 355.6), (297, 420), (420, 594)]
PAPERS = [
    *(Paper(f"{width:g}x{height:g}", width, height, 5, 3) for width, height in SIZES),
    Paper("photo", 101.6, 152.4, 3, 1),
    Paper("lying", 180, 130, 5, 3),
    Paper("marked", 210, 297, 10, 3, marks=CutMarks.SILHOUETTE),
]
SETS: list[tuple[str, dict[str, int], str]] = [  # game, its options, language
    ("quasimino", {"colours": 2}, "fr"),
    ("triomino", {"highest": 3}, "en"),
    ("majomino", {"count": 6}, "de"),
    ("quomino", {"size": 6}, "es"),
    ("quasimino", {"colours": 1}, "de"),
]
CLUB: list[tuple[dict[str, int | str], str]] = [  # options of boards with many words, language
    ({"character": True, "pad": True}, "fr"),
    ({"size": 3, "winner": "o", "rule": "restricted", "pad": True}, "es"),
    ({"character": True}, "en"),
]


@cache
def shop(number: int) -> Build:
    game, options, language = SETS[number]
    return Build(settle(Request(game, dict(options), formats=("pdf",), language=language)))


def made(number: int, paper: Paper) -> Iterator[tuple[Book, bytes]]:
    for book in shop(number).sheets_of_paper((paper,)):
        yield book, written(shop(number).set(Process.PAPER), book)


@pytest.mark.sampled(len(PAPERS))
@pytest.mark.parametrize(
    ("number", "paper"),
    [pytest.param((k + 3 * n - 1) % len(SETS), p, id=p.name) for k in range(len(SETS)) for n, p in enumerate(PAPERS)],
)
def test_nothing_lies_outside_of_the_margins(number: int, paper: Paper) -> None:
    found: list[tuple[Book, bytes]] = []
    why = refusal(lambda: found.extend(made(number, paper)))
    assert not why or "allowed is what fits on a page" in why, "a piece is larger than the page"
    for book, content in found:
        assert beyond(content, paper.margin) == [], book.name
        if book.name.startswith("tiles"):
            (length,) = re.findall(r"(\d+) mm\W", texts(content)[0].replace("\n", " ").partition("100 %")[2])
            assert ruler_faults(Seen(content, 0), int(length)) == []
            assert int(length) == 100 or paper.width < 120 or paper.height < 200, "as long as there is room"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("options", "language"), CLUB)
def test_boards_have_room_for_their_words(options: dict[str, int | str], language: str) -> None:
    request = Request(
        "majomino", {"count": 6, "per_page": 6, **options}, formats=("pdf",), language=language, papers=("a5",)
    )
    build = Build(settle(request))
    (paper,) = build.run.profiles.pages
    for book in build.sheets_of_paper((paper,)):
        content = written(build.set(Process.PAPER), book)
        assert beyond(content, paper.margin) == [], book.name
        assert len(texts(content)) == (2 if book.name.startswith("sheets") else 4), "four boards to a page"


def test_a_page_without_room_is_refused_with_the_least_size() -> None:
    held = shop(1).set(Process.PAPER)
    with pytest.raises(
        InputError, match=r"page tiny: found 41 × 150 mm, allowed is from 42 × 1.. mm: rulers of 20 mm must"
    ):
        leaves(held, Paper("tiny", 41, 150, 5, 3))
    assert leaves(held, Paper("small", 90, 130, 5, 3))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", ["a5", "legal", "a3", "tabloid", "13x19"])
def test_books_and_score_sheets_fit_the_papers_of_the_program(paper: str, tmp_path: Path) -> None:
    invoke("make", "triomino", "--highest", 0, "--format", "pdf", "--paper", paper, "-o", tmp_path / "set", code=0)
    for book in ("inventory", "rules", "quick-reference", "scoresheet"):
        content = (tmp_path / f"set/pdf/{book}-{paper}.pdf").read_bytes()
        assert beyond(content, 5, drawn=False) == [], book


@pytest.mark.thorough
def test_the_lines_of_a_page_for_notes_end_above_its_margin(tmp_path: Path) -> None:
    invoke("rules", "triomino", "--booklet", "-o", tmp_path / "booklet.pdf", code=0)
    content = (tmp_path / "booklet.pdf").read_bytes()
    side, *_ = [number for number, said in enumerate(texts(content)) if "Notes" in said]
    page = Seen(content, side)
    lines = [line for drawing in page.drawings for line in page.lines(drawing)]
    rules = [a[1] for a, b in lines if abs(a[1] - b[1]) < 0.01 and abs(a[0] - b[0]) > 100]
    assert len(rules) > 15 and min(rules) > 15
