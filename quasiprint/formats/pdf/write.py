"""PDF: pages to print on paper, by ReportLab: true scale, fonts embedded, no clock.

A figure becomes a form of the document, drawn once and placed by a matrix.
"""

from __future__ import annotations

import io
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
    """Return what is to be said of the books in the set's folder."""
    there = {name.rpartition("-")[0] for name in production.bound}
    said = {name: words for name, words in BOOKS.items() if name in there}
    rules = said.get("rules", "")
    card = "" if rules else said.get("quick-reference", "")
    return {"books": "\n".join(said.values()), "rulebook": rules, "card": card}


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield one file for each book."""
    for book in production.books:
        yield Artefact(f"pdf/{book.name}.pdf", _document(book))
    for name, content in production.bound.items():
        yield Artefact(f"pdf/{name}.pdf", content)


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
