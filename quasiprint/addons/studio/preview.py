"""What a page shows of a set while its maker chooses: faces, sheets, plates, leaves, and what the checks say.

Each part is made when it is asked for. A part that cannot be says why, and the others are there nonetheless.

What is cut and printed is shown as it is made: a laser's sheets, their backs and jigs; and every page of paper, with
its lines to cut along. A sheet is the very file that a laser gets, a page what the PDF is drawn from, as SVG. One of
them is answered at a time, with how many there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace

from quasiprint.addons.studio.sets import Faces, Shop, face_of, faces, open_shop, refuse_missing
from quasiprint.addons.studio.web.page import mesh_value
from quasiprint.addons.studio.words import Declined, Tell, Value, brief, command_line, refusing
from quasiprint.documents.pictures import Ink
from quasiprint.errors import InputError
from quasiprint.make.make import offers_of
from quasiprint.model.bounded import Bounded
from quasiprint.model.choices import Maker, Offer
from quasiprint.model.face import bounds
from quasiprint.model.page import Book, Page, Shape
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.texts import several

FIRST = (Offer.PAGES, Offer.DRAWINGS, Offer.SOLIDS, Offer.TEXTS)  # whose faces are looked at first
MOST_LEAVES = 12
MOST_IDS = 400


def preview(value: Value, _tell: Tell) -> Value:
    """Return parts of what a set looks like, by ``parts``; and the command that makes it."""
    wanted = value.get("parts", ["pieces"])
    if not isinstance(wanted, list) or not all(isinstance(part, str) and part in PARTS for part in wanted):
        raise Declined(f"parts: allowed are {', '.join(PARTS)}")
    shop, ask, settings = open_shop(value)
    parts: dict[str, Value] = {}
    for name in wanted:
        try:
            with refusing(settings):
                parts[name] = _part_of(shop, PARTS[name])
        except Declined as problem:
            parts[name] = {"refused": problem.value()}
    return {"command": command_line("make", shop.run.game, ask.words), "parts": parts}


def _part_of(shop: Shop, make: Callable[[Shop], Value]) -> Value:
    """Return a part. Raises InputError with the sentence of `quasiprint make`, which asks the processes in its own
    order."""
    try:
        return make(shop)
    except InputError:
        offers = offers_of(shop.run)
        shop.preflight(offers)
        for offer in offers:
            shop.whole(offer.maker)
        raise


def maker_of(shop: Shop) -> Maker:
    """Return whose set is looked at first, of those that are made: the one on paper, which has all colours, if it is
    among them."""
    made = [offer for offer in offers_of(shop.run) if offer is not Offer.TEXTS] or shop.game.offers
    return next(offer for offer in FIRST if offer in made).maker


def pieces(shop: Shop) -> Value:
    """Return the faces of all things of the set that is looked at first."""
    game_set = shop.set(maker_of(shop))
    return {**_faces(faces(game_set), game_set), "said": describe_set(game_set)}


def icon(shop: Shop) -> Value:
    """Return one face that stands for the game: of the piece with the most different marks."""
    game_set = shop.set(maker_of(shop))
    every: Iterable[Piece | Accessory] = game_set.pieces or game_set.accessories
    thing = max(every, key=lambda thing: len(set(thing.marks)) if isinstance(thing, Piece) else 0)
    return {"face": face_of(thing.face, game_set.palette), "body": game_set.palette.body}


def describe_set(game_set: GameSet) -> str:
    """Return how many pieces there are, and what besides."""
    count = len(game_set.copies)
    kinds: dict[str, int] = {}
    for thing in game_set.accessories:
        kinds[thing.kind] = kinds.get(thing.kind, 0) + thing.count
    every = [several(count, game_set.noun)] * bool(count)
    every += [several(number, kind.replace("-", " ")) for kind, number in kinds.items()]
    return ", ".join(every)


def others(shop: Shop) -> Value:
    """Return what other processes make besides: a tray that is printed, a frame that is cut. Of each its faces."""
    found: list[Value] = []
    shown = set(faces(shop.set(maker_of(shop))).of)
    for offer in offers_of(shop.run):
        if offer is Offer.TEXTS or offer.maker is maker_of(shop):
            continue
        game_set = shop.set(offer.maker)
        own = faces(game_set)
        new = [thing for thing in own.things if thing["id"] not in shown]
        if new:
            used = {thing["face"] for thing in new}
            found.append(
                {
                    "maker": str(offer.maker),
                    "faces": [face if at in used else None for at, face in enumerate(own.faces)],
                    "things": new,
                    "body": game_set.palette.body,
                }
            )
            shown |= {thing["id"] for thing in new}
    return {"others": found}


def _faces(drawn: Faces, game_set: GameSet) -> Value:
    return {"faces": drawn.faces, "things": drawn.things, "body": game_set.palette.body}


def plates(shop: Shop) -> Value:
    """Return what lies on each plate of the first bed, as it is printed in its colours or, where one filament is all
    there is, changed at a height."""
    from quasiprint.layout.plates import items_of, plates_of, ways
    from quasiprint.solids.build import solid_pieces

    refuse_missing(shop, Offer.SOLIDS, "printed")
    game_set = shop.set(Maker.PRINTER)
    bed = next(iter(shop.beds.values()))
    layer = game_set.measures.machine.layer
    items = items_of(game_set, solid_pieces(game_set))
    relief, *_ = ways(items, bed, layer, relief=True)
    laid = plates_of(items, bed, layer, relief=relief)
    kept = [list(box) for box in bed.keep_outs]
    told = {"on": bed.name, "margin": bed.margin, "look": "printer", "kept": kept, "relief": relief}
    return {**_arrangement_part(laid, game_set), **told}


def _arrangement_part(laid: Iterable[Arrangement], game_set: GameSet) -> Value:
    """Return where things lie, with the faces that are needed for it."""
    drawn = faces(game_set)
    every = tuple(laid)
    return {
        **_faces(drawn, game_set),
        "laid": [
            {
                "name": one.name,
                "width": one.width,
                "height": one.height,
                "tower": list(one.tower) if one.tower else None,
                "items": [
                    [drawn.of[lying.item], round(lying.x, 2), round(lying.y, 2), round(lying.angle, 3)]
                    for lying in one.placements
                    if lying.item in drawn.of
                ],
                "count": len(one.placements),
            }
            for one in every[:MOST_LEAVES]
        ],
        "all": len(every),
    }


CUT_OUT, HAIR = "tiles-", 'class="hair"'  # the book that is cut apart, and its lines
MOST_PAPER = 6000  # things on pages
KEPT = 3  # sets whose books of paper are kept

_books: Bounded[Hashable, tuple[Shop, tuple[Book, ...]]] = Bounded(None, lambda _: 1, KEPT)


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
    MOST_PAPER things: their pages would take longer to draw than anybody waits."""
    paper, count = shop.run.profiles.pages[0], len(shop.set(Maker.PAPER).copies)
    if count > MOST_PAPER:
        raise Declined(
            f"count: found {count} to be printed, allowed are up to {MOST_PAPER} to be looked at; make prints them all"
        )
    made = lambda _: (shop, tuple(shop.sheets_of_paper((paper,))))  # noqa: E731
    return _books.get((id(shop), paper.name), made)[1]


def _one(page: int, count: int, title: str, width: float, height: float, svg: str) -> Value:
    return {"page": page, "all": count, "title": title, "width": width, "height": height, "svg": svg}


def _within(number: int, count: int, what: str) -> int:
    if number >= count:
        raise Declined(f"{what}: found {number}, allowed is up to {count - 1}")
    return number


PARTS: dict[str, Callable[[Shop], Value]] = {
    "pieces": pieces,
    "icon": icon,
    "others": others,
    "sheets": sheets,
    "plates": plates,
    "leaves": leaves,
}


LAID = {"sheets": sheets, "leaves": leaves}


def laid(value: Value, _tell: Tell) -> Value:
    """Return one of a set's ``sheets`` or ``leaves``, which is said by ``what``: the ``page``, from 0, of the ``book``,
    from 0. Raises Declined for what is not there, or cannot be made."""
    what, page, book = value.get("what"), value.get("page", 0), value.get("book", 0)
    if not isinstance(what, str) or what not in LAID:
        raise Declined(f"what: allowed are {', '.join(LAID)}")
    for name, number in (("page", page), ("book", book)):
        if type(number) is not int or number < 0:
            raise Declined(f"{name}: found {brief(number)!r}, allowed are whole numbers from 0")
    shop, _, settings = open_shop(value)
    with refusing(settings):
        return LAID[what](shop, page, book)


MOST_BODIES = 800  # kinds of things that are shown at once
MOST_SHOWN = 3000  # things
BODY_GAP = 6.0  # mm: between things
ACROSS = 1.5  # the table is so much wider than deep, about
TABLE = "table"


def bodies(value: Value, _tell: Tell) -> Value:
    """Return bodies for the viewer: of the things in ``ids``, or of the whole set, each thing as often as it is made;
    they lie on a table in rows. Raises Declined for a set that is not printed, or a name that nothing printed has."""
    ids = value.get("ids", [])
    if not isinstance(ids, list) or len(ids) > MOST_IDS or not all(isinstance(id, str) for id in ids):
        raise Declined("ids: allowed are ids of pieces and accessories")
    shop, _, settings = open_shop(value)
    with refusing(settings):
        return _bodies(shop, ids)


def _bodies(shop: Shop, ids: Sequence[str]) -> Value:
    from quasiprint.solids.build import solid_pieces
    from quasiprint.solids.mesh import meshes

    if Offer.SOLIDS not in shop.game.offers:
        raise Declined(f"{shop.game.titles.title} is not printed in solid")
    game_set = shop.set(Maker.PRINTER)
    shown = [thing for thing in game_set.things if not ids or thing.id in ids][:MOST_BODIES]
    missing = sorted(set(ids) - {thing.id for thing in shown})
    if missing:
        raise Declined(f"{missing[0][:60]!r} is not printed")
    pieces = tuple(thing for thing in shown if isinstance(thing, Piece))
    others = tuple(thing for thing in shown if isinstance(thing, Accessory))
    part = replace(game_set, pieces=pieces, accessories=others)
    solid = solid_pieces(part)
    value = mesh_value(solid, meshes(solid), game_set.palette, [table(shown, several=not ids)])
    return {**value, "all": len(game_set.things), "parts": sum(thing.count for thing in game_set.things)}


def table(things: Sequence[Piece | Accessory], *, several: bool = False) -> Arrangement:
    """Return where things lie on a table: in rows, in their order, what the others are kept in last. several: each as
    often as it is made, up to MOST_SHOWN things."""
    every = [(thing, bounds((thing.face.nominal,))) for thing in things for _ in range(thing.count if several else 1)]
    areas = {thing.id: (right - left + BODY_GAP) * (high - low + BODY_GAP) for thing, (left, low, right, high) in every}
    every = sorted(every[:MOST_SHOWN], key=lambda one: isinstance(one[0], Accessory) and one[0].storage)
    broadest = max((right - left for _, (left, _, right, _) in every), default=0.0)
    wide = max(math.sqrt(sum(areas[thing.id] for thing, _ in every) * ACROSS), broadest)
    placed: list[tuple[str, float, float, float]] = []
    x = y = deep = 0.0
    for thing, (left, low, right, high) in every:
        if x and x + right - left > wide:
            x, y, deep = 0.0, y + deep + BODY_GAP, 0.0
        placed.append((thing.id, x - left, y, high))
        x, deep = x + right - left + BODY_GAP, max(deep, high - low)
    depth = y + deep
    lying = tuple(Placement(id, x, depth - top - high, 0.0) for id, x, top, high in placed)
    return Arrangement(TABLE, wide, depth, lying)
