"""What is cut and printed, as it is made: a laser's sheets, their backs and jigs; and every page of paper, with its
lines to cut along. A sheet is the very file that a laser gets, a page what the PDF is drawn from, as SVG.

One of them is answered at a time, with how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from quasiprint.addons.studio.sets import Shop, open_shop, refuse_missing
from quasiprint.addons.studio.words import Declined, Tell, Value, brief, refusing
from quasiprint.documents.pictures import Ink
from quasiprint.model.bounded import Bounded
from quasiprint.model.choices import Maker, Offer
from quasiprint.model.page import Book, Page, Shape

CUT_OUT, HAIR = "tiles-", 'class="hair"'  # the book that is cut apart, and its lines
MOST = 6000  # things on pages
KEPT = 3  # sets whose books of paper are kept

_books: Bounded[Hashable, tuple[Shop, tuple[Book, ...]]] = Bounded(None, lambda _: 1, KEPT)


def laid(value: Value, _tell: Tell) -> Value:
    """Return one of a set's ``sheets`` or ``leaves``, which is said by ``what``: the ``page``, from 0, of the ``book``,
    from 0. Raises Declined for what is not there, or cannot be made."""
    what, page, book = value.get("what"), value.get("page", 0), value.get("book", 0)
    if not isinstance(what, str) or what not in PARTS:
        raise Declined(f"what: allowed are {', '.join(PARTS)}")
    for name, number in (("page", page), ("book", book)):
        if type(number) is not int or number < 0:
            raise Declined(f"{name}: found {brief(number)!r}, allowed are whole numbers from 0")
    shop, _, settings = open_shop(value)
    with refusing(settings):
        return PARTS[what](shop, page, book)


def sheets(shop: Shop, page: int = 0, _book: int = 0) -> Value:
    """Return a drawing of a laser's sheets: the file itself."""
    from quasiprint.formats.svg.write import files

    refuse_missing(shop, Offer.DRAWINGS, "cut with a laser")
    made, stock = shop.drawings, shop.sheet
    drawing = made.drawings[_within(page, len(made.drawings), "sheet")]
    (file,) = files(replace(made, drawings=(drawing,)))
    drawn = file.content.decode().partition("?>\n")[2]
    used = dict.fromkeys(path.operation for path in drawing.paths)
    styled = {style.operation for style in stock.looks if style.stroke is not None or style.fill is not None}
    return {
        **_one(page, len(made.drawings), drawing.title, drawing.width, drawing.height, drawn),
        **{"on": stock.name, "margin": stock.margin, "look": "laser", "sheets": len(shop.laid_on_sheets)},
        "legend": [str(operation) for operation in used if operation in styled],
    }


def leaves(shop: Shop, page: int = 0, book: int = 0) -> Value:
    """Return a page of what is printed on the first paper."""
    refuse_missing(shop, Offer.PAGES, "printed on paper")
    paper, every = shop.run.profiles.pages[0], books(shop)
    shown = every[_within(book, len(every), "book")]
    one = shown.pages[_within(page, len(shown.pages), "page")]
    drawn = page_svg(one, dict(shown.figures), shown.width, shown.height)
    return {
        **_one(page, len(shown.pages), one.title, shown.width, shown.height, drawn),
        **{"on": paper.name, "margin": paper.margin, "look": "paper", "book": book},
        "books": [[each.name.partition("-")[0], each.title, len(each.pages)] for each in every],
        "words": [text.text for text in one.texts],
        "legend": ["cut-line"] if shown.name.startswith(CUT_OUT) and HAIR in drawn else [],
    }


def page_svg(page: Page, figures: Mapping[str, Sequence[Shape]], width: float, height: float) -> str:
    """Return a page of a drawn book as SVG, from what its PDF is made from, a unit a millimetre; what recurs, a letter
    or a tile, is written once. figures: of the book, by name. width, height: mm."""
    ink = Ink(figures)
    body = ink.draw(page.shapes, ()) + "".join(map(ink.stamp, page.stamps)) + ink.draw((), page.texts, page=True)
    return ink.document(body, width, height)


def books(shop: Shop) -> tuple[Book, ...]:
    """Return the books of the first paper: what is cut out or written on, then the rest. Raises Declined for more than
    MOST things: their pages would take longer to draw than anybody waits."""
    paper, count = shop.run.profiles.pages[0], len(shop.set(Maker.PAPER).copies)
    if count > MOST:
        raise Declined(
            f"count: found {count} to be printed, allowed are up to {MOST} to be looked at; make prints them all"
        )
    made = lambda _: (shop, tuple(shop.sheets_of_paper((paper,))))  # noqa: E731
    return _books.get((id(shop), paper.name), made)[1]


def _one(page: int, count: int, title: str, width: float, height: float, svg: str) -> Value:
    return {"page": page, "all": count, "title": title, "width": width, "height": height, "svg": svg}


def _within(number: int, count: int, what: str) -> int:
    if number >= count:
        raise Declined(f"{what}: found {number}, allowed is up to {count - 1}")
    return number


PARTS: dict[str, Callable[[Shop, int, int], Value]] = {"sheets": sheets, "leaves": leaves}
