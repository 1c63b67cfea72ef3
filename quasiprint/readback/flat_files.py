"""The flat files: SVG and DXF for lasers, PDF for paper. Each whole set of them must hold every piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from quasiprint.model.finding import error
from quasiprint.model.profile import Paper, SheetStock
from quasiprint.readback import dxf, pages, pdf, svg
from quasiprint.readback.recognise import REMAKE, Found, Recogniser
from quasiprint.readback.report import Report, complete, lying, pieces
from quasiprint.readback.sheet import LaserSheet, Read, backs, things

LOOKS = ("one in colour", "one in grey", "one that saves ink")  # of pieces to cut out
FORMS = ("sheets", "a booklet")  # of boards to write on
READERS = {"svg": svg.read, "dxf": dxf.read}
Tick = Callable[[str], None]


def read_sheets(name: str, files: Mapping[str, bytes], recogniser: Recogniser, stock: SheetStock, tick: Tick) -> Report:
    """Read laser sheets of one format: faces, and backs, which are engraved and not cut."""
    report = Report()
    kerf = recogniser.reference.held.measures.fit.kerf
    fronts: list[tuple[str, LaserSheet, Read]] = []
    behind: list[tuple[str, LaserSheet]] = []
    for path, sheet in report.read(files, partial(READERS[name], styles=stock.styles), tick):
        if abs(sheet.width - stock.width) > 1e-3 or abs(sheet.height - stock.height) > 1e-3:
            message = f"it is {sheet.width:g} × {sheet.height:g} mm, allowed is {stock.width:g} × {stock.height:g}"
            report.findings.append(error("page-size", path, message, REMAKE))
        read = things(path, sheet, recogniser, kerf)
        if read.found or read.findings:
            fronts.append((path, sheet, read))
        else:
            behind.append((path, sheet))
    found: list[Found] = []
    for path, sheet, read in fronts:
        report.findings += read.findings
        gap = stock.gap + 2 * kerf
        margin = stock.margin + kerf
        report.findings += lying(path, read.found, (sheet.width, sheet.height), margin, gap, what="sheet")
        found += read.found
    every = [(sheet, read) for _, sheet, read in fronts]
    for path, sheet in behind:
        report.findings += backs(path, sheet, every, recogniser)
    for path, _, read in fronts:
        report.note([path], read.found)
    marked = sum(1 for _, _, read in fronts if any(_backed(thing) for thing in read.found))
    if marked > len(behind):
        message = f"{marked} sheets have pieces with something on their backs, and {len(behind)} are engraved there"
        report.findings.append(error("back-wrong", name.upper(), message, REMAKE))
    report.findings += complete(f"{name.upper()} sheets", found, recogniser.reference, "cut")
    report.pieces = pieces(found, recogniser.reference)
    return report


def _backed(thing: Found) -> bool:
    return thing.kind is not None and bool(thing.ids) and bool(thing.kind.backs[thing.ids[0]])


def read_pdf(files: Mapping[str, bytes], recogniser: Recogniser, papers: Sequence[Paper], tick: Tick) -> Report:
    """Read PDF files. A document with pieces to cut out, or boards to write on, must hold the set once; one with
    pictures of pieces must show each once. Books and forms must be whole, on paper of the set."""
    report = Report()
    reference = recogniser.reference
    counted: list[int] = []
    served: dict[str, list[set[tuple[str, str]]]] = {}
    for path, document in report.read(files, pdf.read, tick):
        book = pages.book(path, document, recogniser, papers)
        if book.found or book.pictures:  # books are made for A4 where a paper is a user's own
            report.findings += pages.sizes(path, document, papers)
        report.findings += book.findings
        if document.covered and (book.found or book.pictures):
            report.findings.append(error("mark-foreign", path, "something lies over its pages", REMAKE))
        report.note([path], [*book.found, *book.pictures])
        if book.found:
            counted.append(pieces(book.found, reference))
            variants = {thing.variant for thing in book.found if thing.variant} or {"paper"}
            report.findings += complete(path, book.found, reference, sorted(variants)[-1])
            for name in {paper.name for page in document.pages if (paper := pages.paper_of(page, papers))}:
                served.setdefault(name, []).append(book.look)
            for number in sorted(set(book.places)):
                there = [thing for thing, place in zip(book.found, book.places, strict=True) if place == number]
                if reference.held.boards is None:
                    bleed = max(paper.bleed for paper in papers)
                    report.findings += lying(f"{path}, page {number}", there, (1e6, 1e6), -1e6, 2 * bleed, what="page")
        elif book.pictures:
            report.findings += complete(path, book.pictures, reference, "paper", once="looks")
    report.pieces = min(counted, default=0)
    for paper in papers:
        due = LOOKS if reference.held.boards is None else FORMS
        looks = served.get(paper.name, [])
        if len(looks) != len(due) or any(look in looks[:k] for k, look in enumerate(looks)):
            message = f"{len(looks)} documents hold the set on {paper.name}, due are {', '.join(due)}"
            report.findings.append(error("piece-missing", "PDF", message, REMAKE))
    return report
