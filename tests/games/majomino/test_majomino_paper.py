"""Majomino on paper: sheets and booklets, read back with pypdf, PyMuPDF and poppler.

Boards are recovered from what is drawn and held against their text form.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import foreign
import pymupdf
import pytest
import shapely
from boards_read import Regions, middles, parted, places, recovered, text_form, wanted
from pdf_read import POINT, Seen
from pypdf import PdfReader
from sections import burned
from shapely.affinity import translate
from shapely.geometry import Point, box

import quasiprint
from quasiprint.documents.boards import BoardBooks
from quasiprint.formats.pdf import files
from quasiprint.games.majomino.notation import parse_name
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.page import BookProduction

Page = TypeVar("Page")
NAME = re.compile(r"[357]-[0-9A-Z]+-[0-9A-Z]")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@cache
def many(count: int, size: int = 5) -> tuple[str, ...]:
    """Return different boards, as letters: cells of two regions are swapped where both stay connected."""
    chance, cells, found = random.Random(1), sorted("ABCDEFG"[:size] * size), dict[str, None]()
    while len(found) < count:
        a, b = chance.sample(range(size * size), 2)
        cells[a], cells[b] = cells[b], cells[a]
        regions = parted(size, {(i, j) for i, j in places(size) if cells[i] != cells[j]})
        if max(regions) + 1 > size:
            cells[a], cells[b] = cells[b], cells[a]
        elif cells[a] != cells[b]:
            found[" ".join("".join(cells[k : k + size]) for k in range(0, size * size, size))] = None
    return tuple(found)


def documents(at: Path, boards: Sequence[str], per_page: int, only: str = "") -> dict[str, Path]:
    """Write what a run has of boards on paper, without its books, and return the files by their names.

    at: a folder, empty. only: a paper.
    """
    (at / "boards.txt").write_text("\n".join(map(text_form, boards)))
    shop = Build(quasiprint.design("majomino", board=at / "boards.txt", per_page=per_page, papers=tuple(PAPERS)).run)
    held = shop.set(Process.PAPER)
    papers = tuple(paper for paper in shop.run.profiles.pages if only in ("", paper.name))
    found = {}
    for made in files(BookProduction(held, BoardBooks(held, papers))):
        file = at / Path(made.path).name
        file.write_bytes(made.content)
        found[file.stem] = file
    return found


@cache
def printed(folder: Path, boards: tuple[str, ...], per_page: int = 4) -> dict[str, Path]:
    """Write boards for all papers, once."""
    at = folder / str(len(list(folder.iterdir())))
    at.mkdir()
    return documents(at, boards, per_page)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("paper")


class Sheet(Seen):
    """A page, in mm with y up: the boards that are drawn on it, as one reads, and its words."""

    def __init__(self, content: bytes, number: int, size: int = 5) -> None:
        super().__init__(content, number)
        self.size = size
        with pymupdf.open(stream=content, filetype="pdf") as book:
            self.words = [
                (box(x0 / POINT, self.height - y1 / POINT, x1 / POINT, self.height - y0 / POINT), word)
                for x0, y0, x1, y1, word, *_ in book[number].get_text("words")
            ]
        filled = [(d, max(d["fill"])) for d in self.drawings if d["fill"] is not None]
        # bars have a line around them, or are grey; tints are pale
        self.bars = [p for d, light in filled for p in self.polygons(d) if d["type"] == "fs" or 0.2 < light < 0.5]
        pale = [d for d, light in filled if d["type"] == "f" and light > 0.5]
        self.tints = [(p, d["fill"]) for d in pale for p in self.polygons(d)]
        dark = [self.polygons(d) for d, light in filled if d["type"] == "f" and light < 0.2]
        walls = [shapely.union_all(burned([list(p.exterior.coords) for p in rings])) for rings in dark]
        self.walls = sorted(walls, key=lambda wall: (-round(wall.centroid.y, -1), wall.centroid.x))

    def pitch(self, wall: shapely.Geometry) -> float:
        return float(wall.bounds[2] - wall.bounds[0]) / (self.size + 0.08)

    def cells(self, wall: shapely.Geometry) -> list[tuple[float, float]]:
        """Return the middles of a board's cells."""
        x0, y0, x1, y1 = wall.bounds
        return [((x0 + x1) / 2 + x, (y0 + y1) / 2 + y) for x, y in middles(self.size, self.pitch(wall))]

    def board(self, wall: shapely.Geometry) -> Regions:
        x0, y0, x1, y1 = wall.bounds
        return recovered(translate(wall, -(x0 + x1) / 2, -(y0 + y1) / 2), self.size, self.pitch(wall))


def pages_of(file: Path, size: int = 5, most: int | None = None) -> list[Sheet]:
    """Return the pages of a file. most: how many of the first are enough."""
    content = file.read_bytes()
    return [Sheet(content, k, size) for k in range(len(PdfReader(file).pages))[:most]]


def folded(sides: Sequence[tuple[Page, Page]], most: int = 16) -> list[Page]:
    """Return pages, left and right on each side of the sheets, in the order of reading.

    Sheets are turned over their short edge: the left of a back lies behind the right of its front.
    Parts of so many sides are folded each on its own, and laid on one another.
    """
    if most < len(sides):
        return folded(sides[:most], most) + folded(sides[most:], most)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    outward = [page for front, back in sheets for page in (front[1], back[0])]
    return outward + [page for front, back in reversed(sheets) for page in (back[1], front[0])]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [6, 1, 2, 4])
def test_sheets_show_every_board_once_with_its_name(folder: Path, paper: str, per_page: int) -> None:
    boards = many(70)[-7:]
    held = printed(folder, boards, per_page)
    pages = pages_of(held[f"sheets-{paper}"])
    assert [len(page.walls) for page in pages] == [len(boards[k : k + per_page]) for k in range(0, 7, per_page)]
    assert [page.board(wall) for page in pages for wall in page.walls] == wanted(boards)
    for page in pages:
        assert (page.width, page.height) == pytest.approx(PAPERS[paper], abs=0.01)
        for wall in page.walls:
            # the name above a board, typed again, gives the board back
            corner = Point(wall.bounds[0], wall.bounds[3])
            above = min((at.distance(corner), word) for at, word in page.words if NAME.fullmatch(word))
            assert parse_name(above[1]).regions == page.board(wall)
    words = Counter(word for page in pages for _, word in page.words)
    assert {words[word] for word in ("rows", "columns", "regions", "total")} == {7}
    assert sorted(words[word] for word in words if NAME.fullmatch(word)) == [1] * 7


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("paper", "count"), [("a4", 1), ("letter", 7), ("a4", 63), ("letter", 70)])
def test_a_folded_booklet_shows_the_boards_in_order(folder: Path, paper: str, count: int) -> None:
    boards = many(70)[-count:]
    sides = []
    for page in pages_of(printed(folder, boards)[f"booklet-{paper}"]):
        assert (page.height, page.width) == pytest.approx(PAPERS[paper], abs=0.01)
        halves: list[tuple[list[Regions], list[str]]] = [([], []), ([], [])]
        for wall in page.walls:
            halves[wall.centroid.x > page.width / 2][0].append(page.board(wall))
        for at, word in page.words:
            assert at.bounds[2] < page.width / 2 - 5 or at.bounds[0] > page.width / 2 + 5  # clear of the fold
            halves[at.centroid.x > page.width / 2][1].append(word)
        sides.append((halves[0], halves[1]))
    assert len(sides) % 2 == 0
    cover, *read = folded(sides, 32 if count < 64 else 16)
    assert cover[0] == [] and "Majomino" in cover[1]
    while not read[-1][1]:
        assert read.pop() == ([], [])
    assert [boards for boards, _ in read] == [[board] for board in wanted(boards)]
    for number, ((board,), words) in enumerate(read, 2):
        assert words[-1] == str(number)
        (name,) = filter(NAME.fullmatch, words)
        assert parse_name(name).regions == board
        assert {"rows", "columns", "regions", "total"} <= set(words)
    if count > 7:
        assert [board for board, _ in folded(sides, 16 if count < 64 else 32)] != [[], *([b] for b in wanted(boards))]


@pytest.mark.foreign("qpdf")
def test_qpdf_finds_the_files_sound(folder: Path, tmp_path: Path) -> None:
    for file in printed(folder, many(70)[-7:]).values():
        assert foreign.run("qpdf", "--check", file, capture_output=True).returncode == 0
        (tmp_path / "cut.pdf").write_bytes(file.read_bytes()[:-300])
        assert foreign.run("qpdf", "--check", tmp_path / "cut.pdf", capture_output=True).returncode != 0
