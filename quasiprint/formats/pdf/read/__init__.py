"""PDF, read back: every document that is due, every page of it, and everything on each page.

First a document is held against what it must show, built anew from the set: operator by operator, path by path, word
by word, in order. Where that fails, its pieces are recognised one by one, to say what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from quasiprint.formats.pdf.read.structure import book_of, sheets_of
from quasiprint.model.finding import Finding, Severity, error, has_errors
from quasiprint.model.format import Reading
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper
from quasiprint.readback import due_boards, due_sheets, pages, sheets_read
from quasiprint.readback.document import Document
from quasiprint.readback.due import NEAR, Account, account, said
from quasiprint.readback.due_inventory import inventory
from quasiprint.readback.recognise import REMAKE, Recogniser, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces

FOLDER = "pdf/"
BOOK_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm: those that books are made for
FOLDED, FIELDS = "rules-booklet", "scoresheet"
SIZE_OFF = 0.1  # mm: of books, which are set in points
MOST = 3  # findings of a kind for a page


@dataclass(frozen=True, slots=True)
class _Due:
    """A document that is due. kind: "tiles", "inventory", "sheets", "booklet"; look: of tiles; backed: whether tiles
    have anything behind them."""

    kind: str
    paper: Paper
    look: str = ""
    backed: bool = False

    @property
    def duplex(self) -> str:
        """The edge about which its sheets are turned over, "" for those with one side."""
        return {"tiles": "long edge" * self.backed, "booklet": "short edge"}.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class _Held:
    """A document, held against what it must show. accounts: page by page, each with the page's number; problems: of
    the document as a whole; off: how far a corner is off at most, mm."""

    accounts: tuple[tuple[int, Account], ...]
    problems: tuple[str, ...]
    off: float

    @property
    def whole(self) -> bool:
        """Whether it is what it is to be."""
        return not self.problems and all(page.closed for _, page in self.accounts)


def read(reading: Reading) -> Report:
    """Read PDF files: all that are due, and no others. Documents with pieces to cut out and with boards to write on
    must hold the set once, and nothing else; books and forms must be whole, on the paper that they name."""
    report = Report()
    drawn = {f"{FOLDER}{name}.pdf": due for name, due in _drawn(reading.set, reading.papers)}
    bound = {f"{FOLDER}{name}.pdf": name for name in reading.books}
    report.findings += _shelf(reading, set(drawn) | set(bound), set(bound))
    recogniser: Recogniser | None = None
    counted: list[int] = []
    for path, document in report.read(reading, sheets_of, drawn.__contains__):
        due = drawn[path]
        held = _held(document, reading.set, due)
        if held.whole:
            report.off[path] = held.off
            counted.append(len(reading.set.pieces))
            continue
        recogniser = recogniser or recogniser_of(reading)
        found, count = _explained(path, document, recogniser, due, report)
        if due.kind != "inventory":
            counted.append(count)
        report.findings += found
        if reading.loose or not has_errors(found):
            report.findings += _unaccounted(path, held, loose=reading.loose)
    for filled_in, tagged in ((False, False), (False, True), (True, False)):
        kinds = {path: (name.startswith(FIELDS), _tagged(name, reading)) for path, name in bound.items()}
        wanted = {path for path, kind in kinds.items() if kind == (filled_in, tagged)} - set(drawn)
        how = partial(book_of, filled_in=filled_in, tagged=tagged)
        for path, sizes in report.read(reading, how, wanted.__contains__):
            report.findings += _bound(path, bound[path], sizes)
    report.pieces = min(counted, default=0)
    return report


def _tagged(name: str, reading: Reading) -> bool:
    """Tell whether a book must have tags: a form has none."""
    return not name.startswith(FIELDS) and not reading.loose


def _drawn(game_set: GameSet, papers: tuple[Paper, ...]) -> Iterator[tuple[str, _Due]]:
    """Yield the documents that are drawn for each paper, by their names."""
    backed = not game_set.secret or bool(game_set.parts()) or any(thing.face.back for thing in game_set.things)
    for paper in papers:
        if game_set.boards is not None:
            yield f"sheets-{paper.name}", _Due("sheets", paper)
            if game_set.whole is None:
                yield f"booklet-{paper.name}", _Due("booklet", paper)
            continue
        for look in due_sheets.LOOKS:
            yield f"tiles-{paper.name}-{look}", _Due("tiles", paper, look, backed)
        if game_set.whole is None:
            yield f"inventory-{paper.name}", _Due("inventory", paper)


def _shelf(reading: Reading, due: set[str], bound: set[str]) -> Iterator[Finding]:
    """Yield which documents are missing, and which are no part of the set. Other versions have other books."""
    for path in sorted(due - set(reading.files)):
        harm = Severity.WARNING if reading.loose and path in bound else Severity.ERROR
        yield Finding("file-missing", harm, path, "the set is to have this document, and has not", REMAKE)
    for path in sorted(set(reading.files) - due):
        harm = Severity.WARNING if reading.loose else Severity.ERROR
        yield Finding("content-foreign", harm, path, "no set has a document of this name", REMAKE)


def _held(document: Document, game_set: GameSet, due: _Due) -> _Held:
    """Hold a document against what it must show."""
    paper, boards = due.paper, game_set.boards
    size, problems = (paper.width, paper.height), list(document.problems)
    off = 0.0
    accounts: list[Account] = []
    if due.kind == "tiles":
        look = due_sheets.LOOKS[due.look]
        title = f"{game_set.title}: print and play, {paper.name.upper()}, {look.says}"
        read = sheets_read.accounted(document, game_set, look, paper)
        accounts, off = read.accounts, read.off
        problems += read.problems
    else:
        if boards is None:
            title, wanted = f"{game_set.title}: inventory, {paper.name.upper()}", iter(inventory(game_set, paper))
        else:
            title = due_boards.titles(game_set, paper)[due.kind]
            make = due_boards.sheets if due.kind == "sheets" else due_boards.booklet
            wanted = make(game_set, boards, paper)
            if due.kind == "booklet":
                size = size[::-1]
        there = iter(document.pages)
        for number, (name, items) in enumerate(wanted, 1):
            page = next(there, None)
            accounts.append(account(page.items if page else [], items))
            if page is None or page.title != name:
                problems.append(f"page {number} is {page.title if page else 'not there'!r}, and is to be {name!r}")
                break
        if (more := sum(1 for _ in there)) and not problems:
            problems.append(f"{more} pages are there that are not due")
        off = max((page.off for page in accounts), default=0.0)
    if document.title != title:
        problems.append(f"it says that it is {document.title!r}, and is to be {title!r}")
    if document.duplex != due.duplex:
        problems.append(f"its sheets are to be turned over {document.duplex or 'no edge'}")
    if any(abs(page.width - size[0]) > NEAR or abs(page.height - size[1]) > NEAR for page in document.pages):
        problems.append(f"a page is not {size[0]:g} × {size[1]:g} mm")
    return _Held(tuple(enumerate(accounts, 1)), tuple(problems), off)


def _unaccounted(path: str, held: _Held, *, loose: bool) -> Iterator[Finding]:
    """Yield what is there and not due, and what is due and not there. loose: what another version may have drawn
    otherwise is no error: on pieces it was looked at by itself."""
    harm = Severity.WARNING if loose else Severity.ERROR
    for problem in held.problems:
        yield Finding("content-foreign", harm, path, problem, REMAKE)
    for number, page in held.accounts:
        where = f"{path}, page {number}"
        for item in page.strange[:MOST]:
            yield Finding("content-foreign", harm, where, f"{said(item)}: nothing like it is due there", REMAKE)
        for item in page.lacking[:MOST]:
            yield Finding("content-missing", harm, where, f"{said(item)}: it is due, and not there", REMAKE)
        if page.turned:
            yield Finding("out-of-order", harm, where, "what lies below is to lie above", REMAKE)


def _explained(
    path: str, document: Document, recogniser: Recogniser, due: _Due, report: Report
) -> tuple[list[Finding], int]:
    """Return what is wrong with the pieces of a document, and how many were found."""
    reference, papers = recogniser.reference, (due.paper,)
    book = pages.book(path, document, recogniser, papers)
    found = [*pages.sizes(path, document, papers), *book.findings]
    if document.duplex != due.duplex:
        message = f"it asks to be turned over {document.duplex or 'no edge'}, allowed is {due.duplex or 'no edge'}"
        found.append(error("back-wrong", path, message, REMAKE))
    for number, page in enumerate(document.pages, 1):
        if not page.items:
            found.append(error("content-foreign", f"{path}, page {number}", "an empty page, which no set has", REMAKE))
    for thing in (*book.found, *book.pictures):
        found += thing.findings
        report.off[path] = max(report.off[path], thing.off)
    if due.kind == "inventory":
        return [*found, *complete(path, book.pictures, reference, "paper", once="looks")], 0
    variants = {thing.variant for thing in book.found if thing.variant} or {"paper"}
    found += complete(path, book.found, reference, sorted(variants)[-1])
    if reference.game_set.boards is None:
        for number in sorted(set(book.places)):
            there = [thing for thing, place in zip(book.found, book.places, strict=True) if place == number]
            found += lying(f"{path}, page {number}", there, (1e6, 1e6), -1e6, 0.0, what="page")
    return found, pieces(book.found, reference)


def _bound(path: str, name: str, sizes: tuple[tuple[float, float], ...]) -> Iterator[Finding]:
    """Yield what is wrong with the pages of a typeset book."""
    kind, _, paper = name.rpartition("-")
    size = BOOK_PAPERS.get(paper)
    if not sizes:
        yield error("content-missing", path, "it has no pages", REMAKE)
    if size and kind == FOLDED:
        size = size[::-1]
    for number, found in enumerate(sizes, 1):
        if size and max(abs(found[0] - size[0]), abs(found[1] - size[1])) > SIZE_OFF:
            message = f"page {number} is {found[0]:.2f} × {found[1]:.2f} mm, allowed is {size[0]:g} × {size[1]:g}"
            yield error("page-size", path, message, REMAKE)
            return
