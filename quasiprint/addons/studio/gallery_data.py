"""What a set's page shows of it: bodies, what lies on plates and sheets, and figures of the rulebook. It is gathered
with the job that has laid it out, so that nothing is made twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quasiprint.addons.studio.web.page import mesh_value
from quasiprint.make.workshop import Workshop
from quasiprint.model.game import Explained
from quasiprint.model.limits import SHOWN
from quasiprint.model.page import Figure
from quasiprint.model.production import Arrangement, Offer

MOST_TRIANGLES = 160_000  # of all bodies on a page: of more those that come first
MOST_LAID = 4000  # things on all plates or sheets that are drawn


@dataclass(frozen=True, slots=True)
class BookPicture:
    """A figure of a book, what stands under it, and what it shows to those who do not see it."""

    figure: Figure
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class GalleryData:
    """What can be shown of one kind of files. meshes: bodies, for the viewer. laid: on plates or sheets. cover: of the
    rulebook; pictures: those that its game would show; accent: its colour."""

    meshes: Mapping[str, Any] | None = None
    laid: tuple[Arrangement, ...] = ()
    cover: BookPicture | None = None
    pictures: tuple[BookPicture, ...] = ()
    accent: str = ""


def gather(shop: Workshop, offer: Offer) -> GalleryData:
    """Return what can be shown of a production, while it is at hand."""
    if offer is Offer.SOLIDS:
        return _bodies(shop)
    if offer is Offer.DRAWINGS:
        return GalleryData(laid=_few(shop.laid_on_sheets))
    return _book(shop) if offer is Offer.PAGES else GalleryData()


def _bodies(shop: Workshop) -> GalleryData:
    made = shop.solids
    known: set[str] = set()
    left, shown = MOST_TRIANGLES, []
    for piece in made.pieces[:SHOWN]:
        fresh = {part.key for part in piece.parts} - known
        left -= sum(len(surface) for key in sorted(fresh) for surface in made.meshes[key].surfaces)
        if left < 0:
            break
        known |= fresh
        shown.append(piece)
    plates = made.plates if len(shown) == len(made.pieces) else ()
    return GalleryData(mesh_value(shown, made.meshes, made.set.palette, _few(plates)), _few(made.plates))


def _few(laid: tuple[Arrangement, ...]) -> tuple[Arrangement, ...]:
    """Return the first plates or sheets, as many as a page can show."""
    left, few = MOST_LAID, []
    for one in laid:
        left -= len(one.placements)
        if left < 0:
            break
        few.append(one)
    return tuple(few)


def _book(shop: Workshop) -> GalleryData:
    """Return the pictures of the rulebook that a game would show, if it has one."""
    from quasiprint.documents.rulebook import Edition, has, pictures

    run = shop.run
    edition = Edition("book", run.language, "a4")
    if run.part is not None or not isinstance(shop.game, Explained) or not has(run.templates, run.game, edition):
        return GalleryData()
    book, content = shop.books.manuscript(edition), shop.books.content(run.language)
    there: dict[str, BookPicture] = {}
    for one in pictures(book.blocks):
        caption = "".join(text.text for text in one.caption)
        there.setdefault(one.name, BookPicture(book.figures[one.name], caption, one.alt))
    chosen = tuple(there[name] for name in content.shown if name in there)
    return GalleryData(cover=there.get("cover"), pictures=chosen, accent=book.accent)
