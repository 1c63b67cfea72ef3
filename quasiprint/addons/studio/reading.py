"""Books as they are read on the page: each page as SVG, from what the PDF is made from, and the words as a tree of
plain lists, for those who have them read aloud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quasiprint.addons.studio.leaves import page_svg
from quasiprint.addons.studio.making import BookAsked, book_of
from quasiprint.addons.studio.sets import Shop, shop_of
from quasiprint.addons.studio.words import Tell, Value, refusing
from quasiprint.documents import prose, typeset
from quasiprint.documents.rulebook import figure_files, source_of
from quasiprint.model.resources import papers
from quasiprint.system import press


def read(value: Value, tell: Tell) -> Value:
    """Return a book's pages as SVG, in the order in which they are read, and its text; see `book_of`. Raises Declined
    for what cannot be made."""
    asked = book_of(value)
    tell("typesetting")
    with refusing(asked.settings):
        return {
            "command": asked.command,
            "language": asked.ask.request.get("language", "en"),
            **_pages(shop_of(asked.ask), asked),
        }


def _pages(shop: Shop, asked: BookAsked) -> Value:
    edition = asked.edition
    if edition is None:
        form = shop.books.sheet_form(asked.ask.request.get("language", "en"), asked.paper)
        drawn = [page_svg(page, {}, form.width, form.height) for page, _ in form.pages]
        said = [["p", [[text.text, ""]]] for page, _ in form.pages for text in page.texts]
        return {"title": form.title, "width": form.width, "height": form.height, "pages": drawn, "text": said}
    manuscript = shop.books.manuscript(edition)
    width, height = papers()[edition.paper]
    try:
        source, files = source_of(manuscript, edition.paper, edition.booklet), figure_files(manuscript.figures)
        drawn = typeset.typeset_pages(source, files, manuscript.inputs)
    finally:
        press.close()
    size = (width, height) if not edition.booklet else (height / 2, width)
    return {
        **{"title": manuscript.title, "width": size[0], "height": size[1], "folded": edition.booklet},
        "pages": drawn,
        "text": tree(manuscript.blocks),
    }


def tree(blocks: Iterable[prose.Block]) -> list[Any]:
    """Return blocks as lists: what each is, and what is in it. A figure is the words that stand for it."""
    return [said for block in blocks if (said := _block(block))]


def _block(block: prose.Block) -> list[Any]:
    match block:
        case prose.Heading(level, line):
            return [f"h{level}", _line(line)]
        case prose.Paragraph(line):
            return ["p", _line(line)]
        case prose.Items(numbered, entries):
            return ["ol" if numbered else "ul", [tree(entry) for entry in entries]]
        case prose.TextTable(rows):
            return ["table", [[_line(cell) for cell in row] for row in rows]]
        case prose.Note(inner, number):
            return ["note", tree(inner), number]
        case prose.Picture(_, caption, alt):
            return ["figure", alt, _line(caption)]
        case prose.Cover(picture, tagline):
            return ["figure", picture.alt, [[tagline, ""]]]
        case prose.PageBreak() | prose.NotesPlace():
            return []


def _line(line: prose.Line) -> list[list[str]]:
    return [[run.text, run.style] for run in line]
