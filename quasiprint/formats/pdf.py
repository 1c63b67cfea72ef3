"""PDF: pages to print on paper, by ReportLab: true scale, fonts embedded, no clock.

A figure becomes a form of the document, drawn once and placed by a matrix.

Seals tell whether anything of a PDF was changed since it was written. A score sheet is filled in on a screen and saved
under its name, a rulebook gets a reader's notes: that must not go when the sheet or the book is written again. A set
has a manifest to tell; a single file has its seal, the hash of all other bytes, in a comment before ``startxref``:
there it moves nothing that is found by its place.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Mapping

from quasiprint.model.page import Book, BookProduction
from quasiprint.model.production import Artefact

BOOKS = {
    "rules": "- `rules` is the rulebook, for the set as you made it.",
    "rules-booklet": "- `rules-booklet` is the same as a booklet: print it on both sides, turned over the short edge,\n"
    "  and fold it.",
    "quick-reference": "- `quick-reference` has the rules on one page, to lie on the table.",
    "scoresheet": "- `scoresheet` is filled in with a pencil, or on screen.",
}
DUPLEX = {"long edge": "DuplexFlipLongEdge", "short edge": "DuplexFlipShortEdge"}


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return the text on the books for the set's first page."""
    there = {name.rpartition("-")[0] for name in production.bound}
    made = {name: words for name, words in BOOKS.items() if name in there}
    rules = made.get("rules", "")
    card = "" if rules else made.get("quick-reference", "")
    return {"books": "\n".join(made.values()), "rulebook": rules, "card": card}


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield one file for each book."""
    bound = [*production.bound.items()]  # before ReportLab is loaded: Typst takes more memory than all else
    yield from (Artefact(f"pdf/{book.name}.pdf", _document(book)) for book in production.books)
    yield from (Artefact(f"pdf/{name}.pdf", content) for name, content in bound)


def _document(book: Book) -> bytes:
    from quasiprint.drawing.canvas import MM, document, draw, pages

    stream = io.BytesIO()
    canvas = document(stream, (book.width, book.height), book.language, book.title)
    if book.duplex:
        canvas.setViewerPreference("Duplex", DUPLEX[book.duplex])
    for name, shapes in book.figures:
        # its own operators only: what a form draws is clipped to the box that is named here
        reach = 2 * max(book.width, book.height) * MM
        canvas.beginForm(name, -reach, -reach, reach, reach)
        for shape in shapes:
            draw(canvas, shape)
        canvas.endForm()
    for _ in pages(canvas, book.pages):
        pass
    canvas.save()
    return stream.getvalue()


BEFORE = b"startxref"
SEAL = re.compile(rb"%quasiprint seal ([0-9a-f]{64})\n(?=startxref\s)")
TAIL = 256  # bytes from the end, in which it stands


def seal(pdf: bytes) -> bytes:
    """Return a PDF with its seal. Raises ValueError if it is no PDF, or is sealed already."""
    at = pdf.rfind(BEFORE)
    if not pdf.startswith(b"%PDF-") or at < max(0, len(pdf) - TAIL // 2) or is_sealed(pdf):
        raise ValueError("found no PDF without a seal")
    return pdf[:at] + b"%%quasiprint seal %s\n" % hashlib.sha256(pdf).hexdigest().encode() + pdf[at:]


def is_sealed(pdf: bytes) -> bool:
    """Tell whether a file is a PDF with a seal, and nothing of it was changed since."""
    begin = max(0, len(pdf) - TAIL)
    found = SEAL.search(pdf, begin)
    if not pdf.startswith(b"%PDF-") or found is None:
        return False
    digest = hashlib.sha256(pdf[: found.start()])
    digest.update(pdf[found.end() :])
    return digest.hexdigest().encode() == found[1]
