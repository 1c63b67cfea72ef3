"""The last sets asked for, and their faces: a page asks several questions about one.

A workshop's key is the words of its request; the last few are kept. A page draws each face once, in whole hundredths of
a millimetre, y down as in SVG: a screen shows no more. Files are drawn elsewhere, to the nanometre."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import islice, pairwise

from quasiprint.addons.studio.words import Asked, Declined, Value, about, ask_of, refusing
from quasiprint.cli.make import COMMAND as MAKE
from quasiprint.documents.pictures import shapes_of
from quasiprint.documents.words import words
from quasiprint.make.run import Request, Run, narrow, settle
from quasiprint.make.workshop import Build
from quasiprint.model.bounded import Bounded
from quasiprint.model.choices import ProductKind
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.piece import GameSet, Piece
from quasiprint.model.profile import Palette

UNITS = 100  # in a millimetre
MOST = 400  # items in one picture
LABELS = 6  # of a piece that are shown


@lru_cache(maxsize=9)
def faces(game_set: GameSet) -> Value:
    """Return the faces of a set's items, equal ones once; of a large set, the first MOST items. things: what is known
    of each item, in the set's order, with the number of its face. body: the colour of what has none."""
    shown = game_set.items[:MOST]
    numbers = {face: number for number, face in enumerate(dict.fromkeys(item.face for item in shown))}
    items: list[Value] = []
    for item in shown:
        known: Value = {"id": item.id, "face": numbers[item.face], "count": item.count, "shape": "", "marks": []}
        if isinstance(item, Piece):  # of a board no marks, which would say nothing
            marks = list(map(str, item.marks)) if len(item.marks) <= LABELS else []
            known |= {"kind": game_set.noun, "name": item.name or item.id, "shape": item.shape, "marks": marks}
        else:
            known |= {"kind": item.kind.replace("-", " "), "name": item.id}
        items.append(known)
    drawn = tuple(face_of(face, game_set.palette) for face in numbers)
    return {"faces": drawn, "things": tuple(items), "body": game_set.palette.body}


def face_of(face: Face, palette: Palette) -> Value:
    """Return a face: the box around it (left, top, width, height), its outline, and layers to paint one on the other,
    each with its colour, the colour of the line around it, how wide that is, and its path."""
    left, low, right, high = bounds((face.nominal,))
    layers: dict[tuple[str, str, int], list[str]] = {}
    for shape in islice(shapes_of(face, [ink.rgb for ink in palette.inks], 0.0, 0.0, palette.body), 1, None):
        look = shape.fill or "none", shape.stroke or "none", _unit(shape.width)
        layers.setdefault(look, []).append(path(shape.rings, closed=shape.closed))
    return {
        "box": [_unit(left), _unit(-high), _unit(right - left), _unit(high - low)],
        "outline": path((face.nominal,)),
        "layers": [[*look, "".join(parts)] for look, parts in layers.items()],
    }


def path(rings: Iterable[Ring], *, closed: bool = True) -> str:
    """Return rings as SVG's path data: each as steps from its first point, which takes fewer digits."""
    parts: list[str] = []
    for ring in rings:
        points = [(round(x * UNITS), round(-y * UNITS)) for x, y in ring]
        steps = [f"{x - u} {y - v}" for (u, v), (x, y) in pairwise(points)]
        parts.append(f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}{'Z' if closed else ''}".replace(" -", "-"))
    return "".join(parts)


def _unit(x: float) -> int:
    return round(x * UNITS)


SHOPS = 3


class Shop(Build):
    """A workshop. settled: its run, as it was read."""

    settled: Run


_shops: Bounded[Hashable, Shop] = Bounded(None, lambda _: 1, SHOPS)


def shop_of(asked: Asked) -> Shop:
    """Return the workshop of what is asked for. Raises InputError for what cannot be made."""
    request = asked.request
    return _shops.get((request.game, asked.words, request.supplied), lambda _: shop_anew(request))


def open_shop(value: Value) -> tuple[Shop, Asked, dict[str, str]]:
    """Return the workshop of a question's set, what is asked of it, and the settings. Raises Declined."""
    game, settings = about(value)
    made = ask_of(MAKE, game, settings)
    with refusing(settings):
        return shop_of(made), made, settings


def shop_anew(request: Request) -> Shop:
    """Return a workshop with profiles as they lie there now. Raises InputError for what cannot be made."""
    shop = Shop(settle(request))
    shop.settled = shop.run
    words(shop.run.templates, shop.run.language)  # refuses a language that there is not
    shop.run = narrow(shop.run, shop.whole)
    return shop


def refuse_missing(shop: Shop, offer: ProductKind, how: str) -> None:
    """Raise Declined if a game does not offer that. how: what would be done with it."""
    if offer not in shop.game.offers:
        raise Declined(f"{shop.game.titles.title} is not {how}")
