"""What stands on the pages of a Quomino box beside its pieces, which the recogniser proves: rulers, names, lists."""

from __future__ import annotations

import re
from pathlib import Path

import pymupdf
import pytest
from called import invoke
from pdf_read import Seen, outside, ruler_faults, texts
from pypdf import PdfReader


def made(folder: Path, *options: object) -> Path:
    """Make a box as a user does."""
    invoke("make", "quomino", *options, "-o", folder / "box", code=0)
    return folder / "box"


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the default box, on two papers and in every look."""
    return made(
        tmp_path_factory.mktemp("paper"), "--format", "pdf", "--paper", "a4,letter", "--extras", "greyscale,inksaver"
    )


def test_no_page_is_blank_and_every_sheet_has_backs(paper: Path) -> None:
    for file in sorted((paper / "pdf").glob("tiles-*.pdf")):
        said = texts(file.read_bytes())
        assert all(text.strip() for text in said)
        assert "Print on both sides (printer’s dialog: flip on long edge)" in said[0]
        for number, behind in enumerate(said[1::2]):
            front, back = (Seen(file.read_bytes(), 2 * number + k) for k in (0, 1))
            assert ruler_faults(front) == []
            assert len(front.cuts()) > 1  # no sheet for one piece
            assert back.drawings or "board-" in behind  # a part of the board has its name alone behind it
            assert back.cuts() == []


def test_parts_of_the_board_bear_their_names_on_their_backs(paper: Path) -> None:
    said = texts((paper / "pdf" / "tiles-a4-colour.pdf").read_bytes())
    names = [re.findall(r"board-\w+|omino-\d+|marker", text) for text in said]
    assert not any(names[::2])  # on no face
    assert list(filter(None, names[1::2])) == [["board-a1"], ["board-b1"]]


def test_the_inventory_counts_the_box(paper: Path) -> None:
    for file in sorted((paper / "pdf").glob("inventory-*.pdf")):
        content = file.read_bytes()
        with pymupdf.open(file) as book:
            text = "".join(page.get_text() for page in book)
        everything, *told = re.findall(r"^(\d+ \D+?(?:, \w\d)?)$", text, re.MULTILINE)
        assert everything == "125 pieces in all"
        assert told == [
            "100 ominoes",
            "25 Quominoes",
            "64 markers",
            "1 part of the board, A1",
            "1 part of the board, B1",
        ]
        assert sum(
            len(page.cuts()) for page in (Seen(content, number) for number in range(len(PdfReader(file).pages)))
        ) == len(told)  # each is drawn
        assert PdfReader(file).trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"
        assert outside(content, 0) == 0
