"""Whatever is added to a page, hidden on it or drawn otherwise is found by reading the file back alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from mutations import hidden
from mutations.folder import Mutation, broken, copied
from mutations.verdicts import caught

from quasiprint.documents.boards import BoardBooks
from quasiprint.documents.inventory import inventory
from quasiprint.documents.sheets import books
from quasiprint.formats.pdf.read import read
from quasiprint.formats.pdf.write import files
from quasiprint.model.finding import Finding
from quasiprint.model.format import Reading
from quasiprint.model.measures import Maker
from quasiprint.model.page import BookProduction
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop


class Made:
    """A made set, of which some documents are read: those drawn for A4, which most mutations change."""

    def __init__(self, folder: Path, game: str, paper: Paper | None = None, **options: int) -> None:
        self.folder = folder
        shop = Workshop(settle(Request(game, options, formats=("pdf",))))
        self._stock = shop.run.profiles
        self._set = named(shop.set(Maker.PAPER)) if paper else shop.set(Maker.PAPER)
        paper = paper or next(paper for paper in self._stock.pages if paper.name == "a4")
        self._papers = (paper,)
        tiles = [*books(self._set, paper), inventory(self._set, paper)] if self._set.boards is None else []
        for artefact in files(BookProduction(self._set, tiles or BoardBooks(self._set, self._papers))):
            path = folder / artefact.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(artefact.content)
        (folder / "manifest.json").write_text(json.dumps({"game": game, "files": []}))
        self._were = {f"pdf/{path.name}": path.read_bytes() for path in (folder / "pdf").glob("*.pdf")}

    def findings(self, folder: Path, *, loose: bool = False) -> list[Finding]:
        """Return what is wrong in a copy of the set: in documents that are as they were, nothing is."""
        own = {f"pdf/{path.name}": path.read_bytes() for path in (folder / "pdf").glob("*.pdf")}
        same = {name for name, content in own.items() if folder != self.folder and self._were.get(name) == content}
        files = {name: content for name, content in own.items() if name not in same}
        bed, sheet = self._stock.bed, self._stock.sheet
        found = read(Reading(self._set, files, [], bed, sheet, self._papers, loose, lambda _: None)).findings
        return [finding for finding in found if finding.severity == "error" and finding.subject not in same]

    def codes(self, folder: Path, *, loose: bool = False) -> set[str]:
        """Return the codes of what is wrong."""
        return {finding.code for finding in self.findings(folder, loose=loose)}


def named(game_set: GameSet) -> GameSet:
    """Return a set whose colours have names that the packaged font cannot write."""
    names = ("Grün", "青い (x)", "a\\b", "Ω", "e", "f", "g", "h", "i")
    inks = [replace(ink, name=name) for ink, name in zip(game_set.palette.inks, names, strict=False)]
    return replace(game_set, palette=replace(game_set.palette, inks=tuple(inks)))


def tiled(name: str) -> Mutation:
    """Return a mutation of tiles by its name."""
    (mutation,) = [mutation for mutation in hidden.TILES if mutation.name == f"pdf-{name}"]
    return mutation


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("tiles"), "quasimino", colours=2)


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("boards"), "majomino", count=5)


@pytest.mark.parametrize("loose", [False, True])
def test_what_was_made_is_accounted_for(tiles: Made, boards: Made, *, loose: bool) -> None:
    assert tiles.codes(tiles.folder, loose=loose) == boards.codes(boards.folder, loose=loose) == set()


def test_other_papers_and_names_are_accounted_for(tmp_path: Path) -> None:
    made = Made(tmp_path, "quasimino", Paper("small", 180, 240, 8, 0), colours=3)
    assert made.findings(made.folder) == []


# the rest of them: benchmarks/mutations.py
SAMPLE = (
    "white-over", "white-speck", "white-aside", "white-below", "line-over", "hatched-finely", "text-over", "text-white",
    "mark-behind", "text-behind", "blank-first", "blank-sheet", "blank-backs", "clipped", "dashed", "thicker-a-hair",
    "pale-a-hair", "mitred", "masked", "picture", "pattern", "layer", "invisible", "font-exchanged", "font-glyph",
    "font-letters", "font-last", "font-torn", "many-digits",
    "form-twice", "form-below", "form-cut-off", "page-trimmed", "page-colours", "note", "script",
    "turned-in-print", "last-line-aside", "ruler-tick", "listed-box", "in-two", "encrypted", "appended",
    "inventory-gone", "one-more",
)  # fmt: skip


@pytest.mark.parametrize("mutation", [tiled(name) for name in SAMPLE], ids=SAMPLE)
def test_something_else_on_tiles_is_found(mutation: Mutation, tiles: Made, tmp_path: Path) -> None:
    folder = copied(tiles.folder, tmp_path / "set")
    broken(mutation, folder)
    found = tiles.codes(folder)
    assert caught(mutation, found), f"{mutation.says}: found {sorted(found)}, expected {sorted(mutation.codes)}"


def test_a_file_that_was_written_again_is_as_good(tiles: Made, tmp_path: Path) -> None:
    folder = copied(tiles.folder, tmp_path / "set")
    broken(hidden.REWRITTEN, folder)
    assert tiles.codes(folder) == set()


BOARDS = [mutation for mutation in hidden.OTHERS if mutation.games == hidden.BOARDS]


@pytest.mark.parametrize("mutation", BOARDS, ids=lambda mutation: mutation.name)
def test_something_else_on_boards_is_found(mutation: Mutation, boards: Made, tmp_path: Path) -> None:
    folder = copied(boards.folder, tmp_path / "set")
    broken(mutation, folder)
    found = boards.codes(folder)
    assert caught(mutation, found), f"{mutation.says}: found {sorted(found)}, expected {sorted(mutation.codes)}"


# what another version may have drawn otherwise lies beside the pieces, never on them
ON_PIECES = ("white-speck", "line-over", "hatched-finely", "text-over", "text-on", "white-behind", "dot-behind",
             "text-behind", "blank-sheet", "blank-backs", "turned-in-print", "inventory-gone")  # fmt: skip


@pytest.mark.parametrize("name", ON_PIECES)
def test_something_on_pieces_is_found_in_sets_of_other_versions(name: str, tiles: Made, tmp_path: Path) -> None:
    mutation = tiled(name)
    folder = copied(tiles.folder, tmp_path / "set")
    broken(mutation, folder)
    assert tiles.codes(folder, loose=True)


@pytest.mark.parametrize("name", ["white-aside", "legend-aside"])
def test_something_beside_pieces_is_none_of_our_business_there(name: str, tiles: Made, tmp_path: Path) -> None:
    mutation = tiled(name)
    folder = copied(tiles.folder, tmp_path / "set")
    broken(mutation, folder)
    assert tiles.codes(folder, loose=True) == set()
