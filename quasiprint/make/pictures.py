"""The pictures that lie in a set: its pieces side by side, what is in its box, each plate and each laser sheet.

They come with the job that has laid out what they show, so that nothing is made twice. What all of a set is shown in
comes with the first of what it offers: bodies if there are any, else what a laser cuts, else what is on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from quasiprint.addons.studio.web.page import mesh_value
from quasiprint.make.workshop import Workshop
from quasiprint.model.format import PREVIEW
from quasiprint.model.game import Explained
from quasiprint.model.limits import SHOWN
from quasiprint.model.measures import Extra
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Artefact, Offer, SolidProduction
from quasiprint.model.solid import ColourChange, colour_change
from quasiprint.model.texts import runs

PIECES, PIECES_PIXELS, BOX = f"{PREVIEW}/pieces.svg", f"{PREVIEW}/pieces.png", f"{PREVIEW}/box.png"
SHOWING = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES)  # texts show nothing
WIDE = 960  # pixels, of the picture of all pieces
BOX_WIDE = 900


def pictures(shop: Workshop, offer: Offer, offers: Sequence[Offer]) -> Iterator[Artefact]:
    """Yield the pictures that come with an offer of a set. offers: all that the set has."""
    if Extra.PREVIEWS not in shop.run.profiles.manner.extras:
        return
    if next((one for one in SHOWING if one in offers), None) is offer:
        yield from _whole(shop, offer)
    if offer is Offer.SOLIDS:
        yield from _plates(shop)
    elif offer is Offer.DRAWINGS:
        from quasiprint.documents.pictures.things import sheet

        for drawing in (one for one in shop.drawings.drawings if not one.jig):  # a jig is two corners
            yield Artefact(f"{PREVIEW}/{drawing.name}.png", sheet(drawing))


def _whole(shop: Workshop, offer: Offer) -> Iterator[Artefact]:
    """Yield what shows all of a set."""
    from quasiprint.documents.pictures.figures import GROUND, contact
    from quasiprint.documents.pictures.raster import paint, png

    shown = contact(shop.set(offer.maker))
    yield Artefact(PIECES, shown.svg().encode())
    yield Artefact(PIECES_PIXELS, png(paint(shown.figure, WIDE, GROUND)))
    if offer is Offer.SOLIDS:
        yield Artefact(BOX, box(shop, offer, BOX_WIDE))


def box(shop: Workshop, offer: Offer, width: int) -> bytes:
    """Return a picture of what is in the box as PNG, `width` pixels wide: bodies as they are printed, else faces as
    they are cut out."""
    from quasiprint.documents.pictures.raster import png
    from quasiprint.documents.pictures.render import TABLE, render, table
    from quasiprint.documents.pictures.things import of_bodies, of_faces

    game_set = shop.set(offer.maker)
    if offer is Offer.SOLIDS:
        made = shop.solids
        changes: dict[str, ColourChange | None] = {}
        for lies, change in _changes(made):
            for placement in lies.placements:  # of a piece that is on several plates the first counts
                changes.setdefault(placement.item, change)
        things = of_bodies(game_set, made.pieces, made.projects[0].relief, changes)
    else:
        things = of_faces(game_set)
    lying, size = table(things, words(game_set))
    return png(render(lying, size, width, TABLE))


def words(game_set: GameSet) -> str:
    """Return what stands below the picture of the box: how much there is, and how large."""
    count = len(game_set.copies)
    return f"{count} {game_set.noun}{'s' * (count != 1)}, edge {game_set.measures.size.edge:g} mm"


def _plates(shop: Workshop) -> Iterator[Artefact]:
    """Yield the plates of the first way to print a set."""
    from quasiprint.documents.pictures.things import plate

    made: SolidProduction = shop.solids
    pieces = {piece.id: piece for piece in made.pieces}
    first = made.projects[0]
    for lies, change in _changes(made):
        shown = plate(first.bed, lies, pieces, made.set.palette, first.relief, change)
        yield Artefact(f"{PREVIEW}/{lies.name}.png", shown)


def _changes(made: SolidProduction) -> Iterator[tuple[Arrangement, ColourChange | None]]:
    """Yield each plate of the first way to print a set, and where it changes its filament, if it does."""
    pieces = {piece.id: piece for piece in made.pieces}
    first = made.projects[0]
    for lies in first.plates:
        names = dict.fromkeys(placement.item for placement in lies.placements)
        layer = made.set.measures.machine.layer
        yield lies, colour_change((pieces[name] for name in names), layer) if first.relief else None


def order(path: str) -> tuple[int, int, str]:
    """Return where a picture stands among those of its set: what shows all of it first, plates and sheets by number."""
    name = PurePosixPath(path).name
    known = [PurePosixPath(one).name for one in (BOX, PIECES_PIXELS, PIECES)]
    digits = "".join(c for c in name if c.isdigit())
    return known.index(name) if name in known else len(known), int(digits or 0), name


def picture_fields(paths: Sequence[str]) -> dict[str, str]:
    """Return the fields of a set's page that tell of its pictures; nothing if there are none."""
    if not paths:
        return {"pictures": ""}
    names = [path.partition("/")[2] for path in paths]
    return {"pictures": f"- `{PREVIEW}/`: what it looks like: {', '.join(runs(names))}"}


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


def gallery_data(shop: Workshop, offer: Offer) -> GalleryData:
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
