"""PDF by ReportLab: true scale, fonts embedded, no clock.

A figure becomes a form of the document, drawn once and placed by a matrix.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from quasiprint.drawing.canvas import MM, document, draw, pages
from quasiprint.model.page import Book, BookProduction
from quasiprint.model.production import Artefact

DUPLEX = {"long edge": "DuplexFlipLongEdge", "short edge": "DuplexFlipShortEdge"}


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield one file for each book."""
    for book in production.books:
        yield Artefact(f"pdf/{book.name}.pdf", _document(book))
    for name, content in production.bound.items():
        yield Artefact(f"pdf/{name}.pdf", content)


def _document(book: Book) -> bytes:
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
