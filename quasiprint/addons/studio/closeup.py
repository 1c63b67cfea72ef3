"""One thing of a set, seen near: its back, what a caliper reads across it and where, as each process makes it."""

from __future__ import annotations

import math

from quasiprint.addons.studio.preview import page_svg
from quasiprint.addons.studio.sets import Shop, open_shop
from quasiprint.addons.studio.words import Declined, Tell, Value, refusing, text_of
from quasiprint.drawing.face_shapes import back
from quasiprint.drawing.packer import hull, readings
from quasiprint.drawing.rings import sides
from quasiprint.errors import InputError
from quasiprint.make.make import offers_of
from quasiprint.model.choices import Maker
from quasiprint.model.face import Point, Ring, bounds
from quasiprint.model.page import Page, Shape
from quasiprint.model.piece import Accessory, Piece

NEAR = 0.006  # mm: a reading is rounded to a hundredth
ROOM = 0.4  # mm: beside a back


def closeup(value: Value, _tell: Tell) -> Value:
    """Return what is to be seen of the thing ``id``. Raises Declined if no process makes it."""
    id = text_of(value.get("id", ""), 100)
    shop, _, settings = open_shop(value)
    with refusing(settings):
        made = dict(_makers(shop, id))
        if not made:
            raise Declined(f"id: found {id!r}, which is not made")
        maker, thing = next(iter(made.items()))
        return {
            "back": _back(thing, shop, maker),
            "sizes": [_sizes(shop, maker, thing) for maker, thing in made.items()],
            "lines": size_lines(_measured(thing, maker)),
        }


def _makers(shop: Shop, id: str) -> list[tuple[Maker, Piece | Accessory]]:
    """Return the thing as each process makes it; one that cannot make the set is passed over."""
    found: list[tuple[Maker, Piece | Accessory]] = []
    for maker in dict.fromkeys(offer.maker for offer in offers_of(shop.run) if offer.maker is not Maker.TEXT):
        try:
            things = shop.set(maker).things
        except InputError:
            continue
        found += [(maker, thing) for thing in things if thing.id == id][:1]
    return found


def _measured(thing: Piece | Accessory, maker: Maker) -> Ring:
    """Return what a caliper feels: paper is cut along the nominal outline."""
    return thing.face.nominal if maker is Maker.PAPER else thing.face.outline


def _sizes(shop: Shop, maker: Maker, thing: Piece | Accessory) -> Value:
    read = readings(_measured(thing, maker))
    measures = shop.set(maker).measures
    thick = measures.with_thickness(thing.face.thickness).stock.thickness
    along = [f"{width:.2f}" for width in read.along]
    return {"maker": str(maker), "along": along, "corners": f"{read.corners:.2f}", "thick": f"{thick:g}"}


def _back(thing: Piece | Accessory, shop: Shop, maker: Maker) -> str:
    """Return the back as it is seen from behind, as SVG; "" if nothing is on it."""
    if not thing.face.back:
        return ""
    shapes = back(thing.face, shop.set(maker).palette, 0.0)
    left, low, right, high = bounds(tuple(ring for shape in shapes for ring in shape.rings))
    moved = [
        Shape(
            tuple(tuple((x - left + ROOM, y - low + ROOM) for x, y in ring) for ring in shape.rings),
            shape.fill, shape.stroke or (None if k else "#6b6b6b"), shape.width or 0.15, shape.closed,
        )
        for k, shape in enumerate(shapes)
    ]  # fmt: skip
    return page_svg(Page("", tuple(moved), (), ()), {}, right - left + 2 * ROOM, high - low + 2 * ROOM)


def size_lines(ring: Ring) -> list[Value]:
    """Return where a caliper's readings are taken: of each its length as it is read, mm; ``ends``, the two points that
    the jaws touch; ``way``, the direction of the jaws, () where they stand at corners. Lengths in mm."""
    read = readings(ring)
    convex = hull(ring)
    found: list[Value] = []
    for width in read.along:
        alike = [side for side in sides(convex) if abs(max(_off(side, p) for p in convex) - width) <= NEAR]
        if alike:  # the most level of them
            side = min(alike, key=lambda side: (round(abs(side[1][1] - side[0][1]) / math.dist(*side), 3), side))
            (ax, ay), (bx, by) = side
            long = math.dist(*side)
            way = (bx - ax) / long, (by - ay) / long
            top = max(convex, key=lambda p: _off(side, p))
            found.append({"mm": f"{width:.2f}", "ends": [_rounded(side[1]), _rounded(top)], "way": _rounded(way)})
    pairs = ((math.dist(p, q), p, q) for k, p in enumerate(convex) for q in convex[:k])
    _, p, q = max(pairs)
    found.append({"mm": f"{read.corners:.2f}", "ends": [_rounded(p), _rounded(q)], "way": []})
    return found


def _off(side: tuple[Point, Point], p: Point) -> float:
    """Return how far a point lies to the left of a side."""
    (ax, ay), (bx, by) = side
    return ((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)) / math.dist(*side)


def _rounded(p: Point) -> list[float]:
    return [round(p[0], 4) + 0.0, round(p[1], 4) + 0.0]
