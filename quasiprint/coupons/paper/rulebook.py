"""What the paper coupon's book is filled with: its numbers, and what good and bad look like, from its own geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.coupons.paper import sizes
from quasiprint.drawing.lettering import box
from quasiprint.model.measures import Maker
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content, Figure

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
    large, middle, low = 1.45, WIDE / 2, 5.0
    shapes: list[Shape] = []
    texts: list[Text] = []
    best = min(range(-SHOWN, SHOWN + 1), key=lambda k: abs(sizes.FINE * k + off))
    for k in range(-SHOWN, SHOWN + 1):
        at, back = sizes.COARSE * k, (sizes.COARSE - sizes.FINE) * k - off
        colour = MEETS if k == best else INK
        shapes += [
            Shape(
                (
                    box(
                        middle + back * large - 0.2,
                        low - 1.5 * (k % sizes.NUMBERED == 0),
                        0.4,
                        6 + 1.5 * (k % sizes.NUMBERED == 0),
                    ),
                ),
                THROUGH if k != best else MEETS,
            ),
            Shape((box(middle + at * large - 0.2, low + 6, 0.4, 6 + 1.5 * (k % sizes.NUMBERED == 0)),), colour),
        ]
        if k % sizes.NUMBERED == 0:
            said = f"{-k * sizes.FINE:g}".replace("-", "−")
            texts.append(Text(middle + at * large, low + 14.5, said, 2.6, "middle"))
    found = -best * sizes.FINE + 0.0
    return Figure(WIDE, 24.0, tuple(shapes), tuple(texts), {"reads": f"{found:g}"})


def rulers(words: Mapping[str, str]) -> Figure:
    """A real ruler beside that of a page which was fitted to the paper."""
    percent, large = 97, 0.76
    shapes: list[Shape] = []
    for low, scaled, tall in ((12.0, 1.0, 4.0), (5.0, percent / 100, 4.0)):
        for k in range(11):
            shapes.append(
                Shape((box(3 + 10 * k * large * scaled - 0.15, low, 0.3, tall if k % 5 else tall + 1.5),), INK)
            )
        shapes.append(Shape((box(3, low, 100 * large * scaled, 0.3),), INK))
    texts = (Text(3, 19, words["real"], 2.8), Text(3, 1, words["printed"], 2.8))
    return Figure(WIDE, 23.0, tuple(shapes), texts, {"percent": percent})
