"""What the book of the printer's coupon is filled with: its numbers, and what good and bad look like, from its own
geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.coupons.printer import measured as sizes
from quasiprint.drawing.areas import grown
from quasiprint.drawing.plain_marks import Sketch
from quasiprint.drawing.lettering import box
from quasiprint.model.face import Region, Ring, bounds, snap
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet

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
    holds = {"round": len(_tile(held)) > MOST_SIDES, "stud": any(thing.kind == "cap" for thing in held.accessories)}
    told = frozenset(word for word, there in holds.items() if there)
    return Content(fields, told, figures, accent=ACCENT, made="made-coupon")


def _tile(held: GameSet) -> Ring:
    return next(thing.face.nominal for thing in held.accessories if thing.kind == "tile")


def _example() -> dict[str, str]:
    """Return what somebody read, and what the program makes of it."""
    read = {"long": (150.01,), "short": (12.16,), "well": (3.0,), "foot": (20.56,)}
    values = sizes.judge(read, {}).tables["measures"]
    said = {f"read_{key}": f"{value:g}" for key, (value,) in read.items()}
    return said | {f"so_{key}": f"{values[key]:g}" for key in ("swelling", "clearance", "chamfer")}


def plate(held: GameSet) -> Figure:
    """The plate as it comes off the bed."""
    face = held.pieces[0].face
    left, low, right, high = bounds((face.outline,))
    sketch = Sketch((left, low))
    sketch.rings((face.outline,), BODY, INK, 0.3)
    for number, mark in enumerate(face.marks):
        for region in mark.ink:
            sketch.rings(region.rings, INK if number else DEEP)
    return sketch.figure(right - left, high - low, wells=len(face.marks[0].ink))


def wells(held: GameSet, words: Mapping[str, str]) -> Figure:
    """A tile over a well that is too tight, in the tightest that takes it, and in one in which it rattles; what edges
    come out further, and what a well is larger, both drawn larger."""
    nominal = _tile(held)
    left, low, right, high = bounds((nominal,))
    scale = min(WIDE / 3 - 9, 22.0) / max(right - left, high - low)
    tight = next(k for k, edge in enumerate(sizes.EDGES, 1) if edge >= SHOWN)
    sketch, tall = Sketch(), (high - low) * scale + 8
    for n, (number, word) in enumerate(((1, "no"), (tight, "tight"), (len(sizes.EDGES), "loose"))):
        middle = WIDE / 3 * (n + 0.5)
        ring = tuple((snap((x - left) * scale), snap((y - low) * scale)) for x, y in nominal)
        ring = tuple((snap(x + middle - (right - left) * scale / 2), snap(y + 12)) for x, y in ring)
        hole = grown((Region(ring),), LARGE * (sizes.well(number) - SHOWN))[0].outer
        tile = grown((Region(ring),), LARGE * SHOWN)[0].outer
        sketch.box(middle - WIDE / 6 + 0.7, 8, WIDE / 3 - 1.4, tall, BODY, INK)
        sketch.rings((hole,), GAP, INK, 0.15)
        sketch.rings((tile,), DEEP, INK, 0.25)
        if sizes.well(number) < 2 * SHOWN:  # the rim on which it lies
            sketch.rings((hole,), None, CLASH, 0.35)
        sketch.text(middle, 4, words[word], 2.8)
        sketch.text(middle, 0.4, f"{words['well']} {number}", 2.6)
    return sketch.figure(WIDE, tall + 9, tight=tight)


def foot(words: Mapping[str, str]) -> Figure:
    """The angle from the side, on the bed: as it should be, and with a foot that is squeezed out."""
    sketch, wide, top = Sketch(), 26.0, 20.0
    for n, (spread, word) in enumerate(((0.0, "good"), (1.6, "squeezed"))):
        left, right = 7.5 + n * 41.0, 33.5 + n * 41.0
        out = (left - spread, right + spread)
        upper = (right, 11.6), (right, top), (left, top), (left, 11.6)
        side = ((out[0], 9.0), (out[1], 9.0), (out[1], 10.2), *upper, (out[0], 10.2))
        sketch.box(left - 5, 7.6, wide + 10, 1.4, DEEP)
        sketch.rings((side,), BODY, INK, 0.25)
        for x in out:
            sketch.rings((((x, 9.0), (x, 5.6)),), None, INK, closed=False)
        width = sizes.SPAN + 2 * (SHOWN + (FOOT if spread else 0.0))
        sketch.text(left + wide / 2, 4.0, f"{width:g} mm", 2.8)
        sketch.text(left + wide / 2, 0.4, words[word], 2.6)
    return sketch.figure(WIDE, top + 1, foot=f"{width:g}")


def grooves(words: Mapping[str, str]) -> Figure:
    """Grooves as a printer leaves them whose edges come so far out that the fine ones close."""
    sketch, out, large, x, merged = Sketch(), 0.26, 5.0, 1.0, 0
    for width in (1.2, 0.8, 0.5, 0.3):
        run, free = 5 * width * large, width - 2 * out
        merged += free <= 0
        sketch.box(x, 6, run + 4, 14, BODY, INK)
        for k in range(3 if free > 0 else 0):
            sketch.box(x + 2 + (2 * k * width + out) * large, 8, free * large, 10, INK)
        sketch.text(x + run / 2 + 2, 2.8, f"{width:g}", 2.6)
        sketch.text(x + run / 2 + 2, 21.2, words["open" if free > 0 else "closed"], 2.4)
        x += run + 7.5
    return sketch.figure(x, 25.0, merged=merged)
