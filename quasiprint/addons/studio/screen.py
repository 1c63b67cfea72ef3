"""Pages as SVG, to be looked at on a screen: of books that Typst sets, and of those that are drawn here.

They come from what the PDF is made from: the same source for Typst, the same pages, shapes and texts in millimetres.
Nothing is described a second time. Letters are outlines, so that they look as they are printed; what recurs, a letter
or a tile, is said once on each page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quasiprint.documents import typeset
from quasiprint.documents.pictures import Ink
from quasiprint.documents.rulebook import Manuscript, figure_files, source_of
from quasiprint.model.page import Page, Shape


def page_svg(page: Page, figures: Mapping[str, Sequence[Shape]], width: float, height: float) -> str:
    """Return a page of a drawn book as SVG, a unit a millimetre. figures: of the book, by name. width, height: mm."""
    ink = Ink(figures)
    body = ink.draw(page.shapes, ()) + "".join(map(ink.stamp, page.stamps)) + ink.draw((), page.texts, page=True)
    return ink.document(body, width, height)


def book_svg(manuscript: Manuscript, paper: str, booklet: bool = False) -> list[str]:
    """Return each page of a book as SVG, in the order in which they are read; arguments as of `rulebook.leaves`.

    Raises InputError where Typst refuses.
    """
    files = figure_files(manuscript.figures)
    return typeset.typeset_pages(source_of(manuscript, paper, booklet), files, manuscript.inputs)
