"""What the book of the printer's coupon is filled with: its numbers, and what good and bad look like, from its own
geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.coupons.printer import sizes
from quasiprint.coupons.printer.judge import judge
from quasiprint.drawing.areas import grown
from quasiprint.drawing.lettering import box
from quasiprint.model.face import Region, Ring, bounds, snap
from quasiprint.model.measures import Maker
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content, Figure

ACCENT = "#2F5D62"
BODY, DEEP, INK, GAP, CLASH = "#DDE5E6", "#9FB2B5", "#1F2E30", "#FFFFFF", "#B03A2E"
WIDE = 82.0  # mm: a column
SHOWN = 0.08  # mm: how far out edges come in the figures
LARGE = 8.0  # that they are drawn larger in the wells, so that it can be seen
MOST_SIDES = 8  # of a tile; what has more is round
FOOT = 0.3  # mm: of the angle in the figure


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Maker.PRINTER]
    fields = {
        "long": f"{sizes.LONG:g}",
        "short": f"{sizes.SHORT:g}",
        "span": f"{sizes.SPAN:g}",
        "wells": str(len(sizes.EDGES)),
        "apart": f"{sizes.APART:g}",
        "thickness": f"{held.measures.stock.thickness:g}",
        "game": str(dict(held.parameters)["game"]).capitalize(),
        "finest": f"{min(sizes.STROKES):g}",
        # what captions claim of the figures is said by them alone
        "tight_shown": "3",
        "foot_shown": f"{sizes.SPAN + 2 * (SHOWN + FOOT):g}",
        "merged_shown": "2",
    }
    fields |= _example()
    figures: dict[str, Callable[[], Figure]] = {
        "plate": lambda: plate(held),
        "wells": lambda: wells(held, words),
        "foot": lambda: foot(words),
        "grooves": lambda: grooves(words),
    }
    tile = next(thing.face.nominal for thing in held.accessories if thing.kind == "tile")
    holds = {"round": len(tile) > MOST_SIDES, "stud": any(thing.kind == "cap" for thing in held.accessories)}
    told = frozenset(word for word, there in holds.items() if there)
    return Content(fields, told, figures, accent=ACCENT, made="made-coupon")


def _example() -> dict[str, str]:
    """Return what somebody read, and what the program makes of it."""
    read = {"long": (150.01,), "short": (12.16,), "well": (3.0,), "foot": (20.56,)}
    values = judge(read).tables["measures"]
    said = {f"read_{key}": f"{value:g}" for key, (value,) in read.items()}
    return said | {f"so_{key}": f"{values[key]:g}" for key in ("swelling", "clearance", "chamfer")}


def plate(held: GameSet) -> Figure:
    """The plate as it comes off the bed."""
    face = held.pieces[0].face
    left, low, right, high = bounds((face.outline,))

    def put(ring: Ring) -> Ring:
        return tuple((snap(x - left), snap(y - low)) for x, y in ring)

    shapes = [Shape((put(face.outline),), BODY, INK, 0.3)]
    for number, mark in enumerate(face.marks):
        fill = DEEP if number == 0 else INK
        shapes += [Shape(tuple(put(ring) for ring in region.rings), fill) for region in mark.ink]
    return Figure(right - left, high - low, tuple(shapes), facts={"wells": len(face.marks[0].ink)})


def wells(held: GameSet, words: Mapping[str, str]) -> Figure:
    """A tile over a well that is too tight, in the tightest that takes it, and in one in which it rattles; what edges
    come out further, and what a well is larger, both drawn larger."""
    nominal = next(thing.face.nominal for thing in held.accessories if thing.kind == "tile")
    left, low, right, high = bounds((nominal,))
    scale = min(WIDE / 3 - 9, 22.0) / max(right - left, high - low)
    tight = next(k for k, edge in enumerate(sizes.EDGES, 1) if edge >= SHOWN)
    shapes: list[Shape] = []
    texts: list[Text] = []
    tall = (high - low) * scale + 8
    for n, (number, word) in enumerate(((1, "no"), (tight, "tight"), (len(sizes.EDGES), "loose"))):
        middle = WIDE / 3 * (n + 0.5)
        ring = tuple((snap((x - left) * scale), snap((y - low) * scale)) for x, y in nominal)
        ring = tuple((snap(x + middle - (right - left) * scale / 2), snap(y + 12)) for x, y in ring)
        hole = grown((Region(ring),), LARGE * (sizes.well(number) - SHOWN))[0].outer
        tile = grown((Region(ring),), LARGE * SHOWN)[0].outer
        shapes += [
            Shape((box(middle - WIDE / 6 + 0.7, 8, WIDE / 3 - 1.4, tall),), BODY, INK, 0.2),
            Shape((hole,), GAP, INK, 0.15),
            Shape((tile,), DEEP, INK, 0.25),
        ]
        if sizes.well(number) < 2 * SHOWN:  # the rim on which it lies
            shapes.append(Shape((hole,), None, CLASH, 0.35))
        texts += [
            Text(middle, 4, words[word], 2.8, "middle"),
            Text(middle, 0.4, f"{words['well']} {number}", 2.6, "middle"),
        ]
    return Figure(WIDE, tall + 9, tuple(shapes), tuple(texts), {"tight": tight})


def foot(words: Mapping[str, str]) -> Figure:
    """The angle from the side, on the bed: as it should be, and with a foot that is squeezed out."""
    shapes: list[Shape] = []
    texts: list[Text] = []
    wide, tall, out = 26.0, 11.0, 1.6
    for n, (spread, word) in enumerate(((0.0, "good"), (out, "squeezed"))):
        left = 7.5 + n * 41.0
        side = (
            (left - spread, 9.0),
            (left + wide + spread, 9.0),
            (left + wide + spread, 10.2),
            (left + wide, 11.6),
            (left + wide, 9.0 + tall),
            (left, 9.0 + tall),
            (left, 11.6),
            (left - spread, 10.2),
        )
        shapes += [
            Shape((box(left - 5, 7.6, wide + 10, 1.4),), DEEP),
            Shape((side,), BODY, INK, 0.25),
            Shape((((left - spread, 9.0), (left - spread, 5.6)),), None, INK, 0.2, closed=False),
            Shape((((left + wide + spread, 9.0), (left + wide + spread, 5.6)),), None, INK, 0.2, closed=False),
        ]
        width = sizes.SPAN + 2 * (SHOWN + (FOOT if spread else 0.0))
        texts += [
            Text(left + wide / 2, 4.0, f"{width:g} mm", 2.8, "middle"),
            Text(left + wide / 2, 0.4, words[word], 2.6, "middle"),
        ]
    return Figure(WIDE, 9.0 + tall + 1, tuple(shapes), tuple(texts), {"foot": f"{width:g}"})


def grooves(words: Mapping[str, str]) -> Figure:
    """Grooves as a printer leaves them whose edges come so far out that the fine ones close."""
    shapes: list[Shape] = []
    texts: list[Text] = []
    out, large, x = 0.26, 5.0, 1.0
    merged = 0
    for width in (1.2, 0.8, 0.5, 0.3):
        run, free = 5 * width * large, width - 2 * out
        merged += free <= 0
        shapes.append(Shape((box(x, 6, run + 4, 14),), BODY, INK, 0.2))
        shapes += [
            Shape((box(x + 2 + (2 * k * width + out) * large, 8, free * large, 10),), INK) for k in range(3) if free > 0
        ]
        texts += [
            Text(x + run / 2 + 2, 2.8, f"{width:g}", 2.6, "middle"),
            Text(x + run / 2 + 2, 21.2, words["open" if free > 0 else "closed"], 2.4, "middle"),
        ]
        x += run + 7.5
    return Figure(x, 25.0, tuple(shapes), tuple(texts), {"merged": merged})
