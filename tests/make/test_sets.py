"""Several sets made together, and a club's pad, as foreign readers see them."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pymupdf
import pytest
import start_page
from called import invoke
from edited import made
from pypdf import PdfReader

from quasiprint.api import verify
from quasiprint.documents import sheets

TILES, LETTERS = 10, "ABC"  # of triominoes up to 2, face down in play; of three sets


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sets of ten tiles."""
    words = ("triomino", "--highest", 2, "--sets", 3, "--format", "3mf,svg,pdf")
    return made(tmp_path_factory.mktemp("sets") / "set", *words)


def test_each_tile_on_paper_has_a_letter_and_each_set_an_inventory(sets: Path) -> None:
    with pymupdf.open(sets / "pdf/tiles-a4-colour.pdf") as document:
        (_, backs) = document
        behind = Counter(word[4] for word in backs.get_text("words"))
    assert [behind[letter] for letter in LETTERS] == [TILES] * 3
    assert not [word for word in behind if re.fullmatch(r"\d-\d-\d", word)]  # its id would tell a tile
    pages = [page.extract_text() for page in PdfReader(sets / "pdf/inventory-a4.pdf").pages]
    assert [re.findall("set ([A-Z])", page) for page in pages] == [["A"], ["B"], ["C"]]
    assert all("2-2-2" in page for page in pages)


def test_a_laser_engraves_letters_on_backs_and_plates_are_files_of_their_set(sets: Path) -> None:
    paths = ElementTree.parse(sets / "svg/sheet-1-back.svg").iter("{http://www.w3.org/2000/svg}path")
    rings = Counter(path.get("d", "").upper().count("M") for path in paths)
    assert rings == {2 + 1: TILES, 3 + 1: TILES, 1 + 1: TILES}  # of A, B and C, and of the mark of the back
    assert [path.name for path in sorted((sets / "3mf").glob("plate-*"))] == [f"plate-{k}-1-prusa.3mf" for k in LETTERS]


def test_the_manifest_counts_sets_and_they_are_proved(sets: Path) -> None:
    document = json.loads((sets / "manifest.json").read_bytes())
    assert document["parameters"]["sets"] == 3
    assert {piece["count"] for piece in document["pieces"]} == {3}
    assert len(document["pieces"]) == TILES
    assert "once in each set" in invoke("verify", sets, code=0).output


def test_a_letter_too_many_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = lambda _, laid: (("A",) * len(arrangement.placements) for arrangement in laid)  # noqa: E731
    monkeypatch.setattr(sheets, "letters_of", wrong)
    folder = made(tmp_path / "set", "triomino", "--highest", 0, "--sets", 2, "--format", "pdf")
    assert {finding.code for finding in verify(folder, by="pieces").findings} == {"set-letter-wrong"}


def test_the_page_counts_necklaces(sets: Path) -> None:
    page = start_page.text(sets)
    assert "**3 sets**, A to C" in page
    # three labels: 27 labellings lie as they lie, 3 stay in each turn; 33 over 3 ways are 11, all but one run clockwise
    for row in ("as it lies | 3 | 3^3 = 27", "turned by 120° | 1 | 3^1 = 3", "triangle | 33 | 3 | 11 | 10"):
        assert f"| {row} |" in page
    (row, *_) = re.findall(r"minutes \| with scissors \|\n\| a4 \| (\d+) \| (\d+) \| (\d+)", page)
    leaves, cuts, minutes = map(int, row)
    assert (leaves, minutes) == (1, -(-cuts * 20 // 60))


def test_a_shorter_edge_that_saves_leaves_is_named() -> None:
    """84 tiles lie on two leaves, and at 33 mm on one."""
    told = invoke("make", "triomino", "--highest", 6, "--format", "pdf", "--dry-run", code=0).output
    assert "edge-saves-leaves" in told
    assert "2 leaves of a4 at an edge of 36 mm, and 1 at 33 mm (choose --edge 33)" in told
    least = invoke("make", "triomino", "--highest", 6, "--edge", 33, "--format", "pdf", "--dry-run", code=0).output
    assert "1 leaf of a4" in least
    assert "edge-saves-leaves" not in least


@pytest.mark.thorough
def test_a_pad_has_lines_to_fill_in_and_as_many_boards_on_the_score_sheet(tmp_path: Path) -> None:
    folder = made(tmp_path / "set", "majomino", "--pad", "--count", 7, "--size", 3, "--sets", 2, "--format", "pdf")
    with pymupdf.open(folder / "pdf/sheets-a4.pdf") as document:
        words = [Counter(word[4] for word in page.get_text("words")) for page in document]
        titles = [page.get_text() for page in document]
    asked = [[page[word] for word in ("Round", "Table", "Date", "X", "O")] for page in words]
    assert asked == [[boards] * 5 for boards in (4, 3, 4, 3)]
    assert [re.findall("set ([A-Z])", title) for title in titles] == [["A"], ["A"], ["B"], ["B"]]
    with pymupdf.open(folder / "pdf/booklet-a4.pdf") as document:
        booklet = Counter(word[4] for page in document for word in page.get_text("words"))
    assert [booklet[word] for word in ("Round", "Table", "Date")] == [7] * 3
    fields = PdfReader(folder / "pdf/scoresheet-a4.pdf").get_fields() or {}
    assert {name[:8] for name in fields if name.startswith("board-")} == {f"board-{k:02d}" for k in range(1, 8)}
    assert verify(folder).verified
