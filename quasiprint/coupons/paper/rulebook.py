"""What the paper coupon's book is filled with: its numbers, and what good and bad look like, from its own geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.coupons.paper import measured as sizes
from quasiprint.drawing.plain_marks import Sketch
from quasiprint.drawing.lettering import box
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet

ACCENT = "#1F5A8A"
INK, THROUGH, MEETS = "#222222", "#9FB7CC", "#B03A2E"
WIDE = 82.0  # mm: a column
SHOWN = 14  # lines on either side, in the figures


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Maker.PAPER]
    fields = {
        "farthest": f"{sizes.FARTHEST:g}",
        "fine": f"{sizes.FINE:g}",
        "inks": str(len(held.palette.inks) - len(sizes.GREYS)),
        "greys": str(len(sizes.GREYS)),
        "tint": str(sizes.TINT),
        "good_shown": "0",
        "bad_shown": "0.35",
        "scaled_shown": "97",
    }
    figures: dict[str, Callable[[], Figure]] = {
        "good": lambda: scale(0.0),
        "bad": lambda: scale(0.35),
        "rulers": lambda: rulers(words),
    }
    return Content(fields, frozenset(), figures, accent=ACCENT, made="made-coupon")


def scale(off: float) -> Figure:
    """A scale against the light, of a back that is printed `off` mm too far to the right. The lines of the back shine
    through, paler."""
    sketch, large, middle, low = Sketch(), 1.45, WIDE / 2, 5.0
    best = min(range(-SHOWN, SHOWN + 1), key=lambda k: abs(sizes.FINE * k + off))
    for k in range(-SHOWN, SHOWN + 1):
        at, back = sizes.COARSE * k, (sizes.COARSE - sizes.FINE) * k - off
        longer = 1.5 * (k % sizes.NUMBERED == 0)
        sketch.box(middle + back * large - 0.2, low - longer, 0.4, 6 + longer, THROUGH if k != best else MEETS)
        sketch.box(middle + at * large - 0.2, low + 6, 0.4, 6 + longer, MEETS if k == best else INK)
        if longer:
            sketch.text(middle + at * large, low + 14.5, f"{-k * sizes.FINE:g}", 2.6)
    return sketch.figure(WIDE, 24.0, reads=f"{-best * sizes.FINE + 0.0:g}")


def rulers(words: Mapping[str, str]) -> Figure:
    """A real ruler beside that of a page which was fitted to the paper."""
    sketch, percent, large = Sketch(), 97, 0.76
    for low, scaled in ((12.0, 1.0), (5.0, percent / 100)):
        for k in range(11):
            sketch.box(3 + 10 * k * large * scaled - 0.15, low, 0.3, 4.0 if k % 5 else 5.5, INK)
        sketch.box(3, low, 100 * large * scaled, 0.3, INK)
    sketch.text(3, 19, words["real"], 2.8, "start")
    sketch.text(3, 1, words["printed"], 2.8, "start")
    return sketch.figure(WIDE, 23.0, percent=percent)
