"""Mutations of PDF: sheets of tiles, sheets and booklets of boards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mutations import pages as do
from mutations.folder import Mutation, codes, files, put


def _truncated(pattern: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = files(folder, f"pdf/{pattern}")[0]
        put(path, path.read_bytes()[: path.stat().st_size // 2])

    return apply


def _looks_like(one: str, other: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        put(files(folder, f"pdf/tiles-a4-{other}.pdf")[0], files(folder, f"pdf/tiles-a4-{one}.pdf")[0].read_bytes())

    return apply


def _gone(pattern: str) -> Callable[[Path], None]:
    return lambda folder: files(folder, f"pdf/{pattern}")[0].unlink()


SIDED = ("quasimino", "triomino")
TILED = ("quasimino", "triomino", "quomino")
BOARDS = ("majomino",)
NAMED = ("quasimino",)  # on paper, triominoes have no names: two that become one another are the same two
ANOTHER = "marks-differ piece-doubled piece-missing mark-foreign mark-missing"


def _row(
    name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...]
) -> Mutation:  # fmt: skip
    return Mutation(f"pdf-{name}", says, games, ("pdf",), codes(found), apply)


def _rows(book: str, pattern: str, games: tuple[str, ...]) -> tuple[Mutation, ...]:
    """Return what can be done to any book of pages."""

    def row(name: str, says: str, found: str, change: Callable[[do.Document], None]) -> Mutation:
        return _row(f"{book}-{name}", says, found, do.edit(pattern, change), games)

    def sized(name: str, says: str, change: Callable[[do.Document], None]) -> Mutation:
        # boards to write on are as large as their place allows: of them nothing is a little smaller by itself
        return row(name, says, "content-foreign" if games == BOARDS else "ruler-wrong piece-size", change)

    return (
        row("page-larger", "a page box 5 % larger", "page-size", do.box(1.05)),
        row("page-turned", "a page turned by 90°", "page-size file-unreadable", do.rotated),
        row("user-unit", "a unit of 1.01 points", "page-size ruler-wrong piece-size file-unreadable", do.user_unit),
        row("cropped", "a page cropped to its left half", "page-size", do.cropped),
        row("covered", "a white sheet over a page", "content-foreign", do.annotated),
        sized("larger", "what a page shows 1 % larger", do.scaled),
        sized("fitted", "everything 3 % smaller, as if fitted to a page", do.scaled_all),
        row("page-dropped", "a page left out", "piece-missing", do.page_dropped),
        row("page-twice", "a page twice", "piece-doubled", do.page_twice),
        row("marks-aside", "a piece's marks 0.5 mm aside", "mark-off mark-foreign", do.marks_aside),
        row("mark-dropped", "a mark left out", "mark-missing marks-differ mark-foreign piece-missing",
            do.mark_dropped),
        row("colour", "a mark in another colour", "colour-wrong", do.coloured),
        # a Quomino's pieces are their own mirror images
        _row(f"{book}-mirrored", "a piece mirrored", f"piece-mirrored back-wrong overlap {ANOTHER}",
             do.edit(pattern, do.mirrored), tuple(game for game in games if game != "quomino")),
        _row(f"{book}-truncated", "the second half missing", "file-unreadable", _truncated(pattern), games),
        _row(f"{book}-gone", "the book removed", "piece-missing file-missing manifest-wrong", _gone(pattern), games),
    )  # fmt: skip


def _tile(name: str, says: str, found: str, change: Callable[[do.Document], None], games: tuple[str, ...]) -> Mutation:
    return _row(name, says, found, do.edit("tiles-a4-colour.pdf", change), games)


MUTATIONS: tuple[Mutation, ...] = (
    *_rows("tiles", "tiles-a4-colour.pdf", TILED),
    *_rows("sheets", "sheets-a4.pdf", BOARDS),
    *_rows("booklet", "booklet-a4.pdf", BOARDS),
    _row("grey-coloured", "the book in grey in colour", "content-foreign", _looks_like("colour", "greyscale"), TILED),
    # the first of a Quomino's sheets is a part of the board
    _tile("dropped", "a tile left out", "piece-missing accessory-count", do.dropped, TILED),
    _tile("cut-dropped", "a tile's cut line left out", "piece-missing accessory-count", do.cut_dropped, TILED),
    _tile("twice", "a tile twice in one place", "piece-doubled overlap cut-twice", do.twice, TILED),
    _tile("redrawn", "a tile twice, another not at all", "piece-doubled piece-missing id-wrong", do.redrawn, SIDED),
    _tile("one-mark", "one mark of two tiles exchanged", f"mark-off colour-wrong id-wrong {ANOTHER}", do.one_mark,
          NAMED),
    _tile("marks-turned", "a tile's marks turned by 40° in its outline", "mark-foreign mark-off mark-missing",
          do.marks_turned, TILED),
    _tile("overlap", "a tile moved into another", "overlap cut-twice piece-foreign", do.onto, TILED),
    _tile("off-page", "a tile moved over the page's edge", "off-page", do.off, TILED),
    _tile("tile-larger", "a tile 1 % larger", "piece-size piece-foreign", do.tile_larger, TILED),
    _tile("cut-corner", "a corner of a cut line moved by 0.5 mm", "piece-foreign piece-size", do.corner("cut", 0.5),
          TILED),
    _tile("order", "two pages exchanged", "back-wrong", do.order, TILED),
    _tile("backs-unmirrored", "backs not mirrored", "back-wrong id-wrong", do.unmirrored, ("quasimino", "triomino")),
    _tile("backs-aside", "backs 5 mm aside", "back-wrong content-foreign", do.backs_aside, TILED),
    # the first back of a Quomino's sheets is an omino's, and has nothing on it
    _tile("back-dropped", "a back left out", "back-wrong", do.back_dropped, SIDED),
    _tile("id", "two names exchanged", "id-wrong", do.id, ("quasimino",)),
    _tile("ruler", "the level ruler 1 mm short", "ruler-wrong", do.ruler, TILED),
    _row("grey-redrawn", "in the grey book, a tile twice, another not at all",
         "piece-doubled piece-missing id-wrong", do.edit("tiles-a4-greyscale.pdf", do.redrawn), SIDED),
    _row("saver-one-mark", "in the ink saver, one mark of two tiles exchanged",
         f"mark-off colour-wrong id-wrong {ANOTHER}", do.edit("tiles-letter-inksaver.pdf", do.one_mark), NAMED),
    _row("letter-ruler", "in the Letter book, the page box of A4", "page-size",
         do.edit("tiles-letter-colour.pdf", do.box(1.03)), TILED),
    _row("sheets-wall", "a wall moved on a sheet", "marks-differ mark-off mark-foreign mark-missing piece-foreign",
         do.edit("sheets-a4.pdf", do.corner("board", 19.2)), BOARDS),
    _row("booklet-wall", "a wall moved in the booklet",
         "marks-differ file-unreadable mark-off mark-foreign mark-missing piece-foreign",
         do.edit("booklet-a4.pdf", do.corner("board", 19.2)), BOARDS),
    _row("sheets-exchanged", "two boards exchanged under their names", "id-wrong marks-differ",
         do.edit("sheets-a4.pdf", do.board_exchanged), BOARDS),
    _row("booklet-exchanged", "two boards exchanged under their names", "id-wrong marks-differ",
         do.edit("booklet-a4.pdf", do.board_exchanged), BOARDS),
    _row("sheets-id", "two boards' names exchanged", "id-wrong marks-differ", do.edit("sheets-a4.pdf", do.id), BOARDS),
    _row("booklet-id", "two boards' names exchanged", "id-wrong marks-differ", do.edit("booklet-letter.pdf", do.id),
         BOARDS),
)  # fmt: skip
