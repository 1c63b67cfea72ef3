"""The paper coupon: a card with scales on both sides, and one with patches of every colour and of grey.

The card is so high that it cannot lie on its side: right and up on it are right and up on the page. Lengths in mm.

The figures of its book, which show what good and bad look like, are drawn from the same geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from quasiprint.checks.colour import boldest
from quasiprint.coupons import paper as sizes
from quasiprint.drawing.bands import Ribbon
from quasiprint.drawing.lettering import Sketch, areas_of, box, centre_face, engrave
from quasiprint.drawing.lettering import outlines as words
from quasiprint.drawing.patterns import PATTERNS, ink_regions
from quasiprint.errors import InputError
from quasiprint.exact.regular import oblong
from quasiprint.model.face import Face, Mark, Operation, Point, Region, Ring, snap
from quasiprint.model.game import Brief
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece
from quasiprint.model.profile import Ink, Palette

WIDE, HIGH = 150, 200  # whole, since the exact outline is
SMALL = 2.0  # letters
FROM_RIM = 14.0  # of a scale's middle line
PATCH = (20.0, 6.0)
FINEST = 0.05  # what is drawn here is finer than what any set is asked for
COLUMNS = 4
# the book
ACCENT = "#1F5A8A"
INK, THROUGH, MEETS = "#222222", "#9FB7CC", "#B03A2E"
COLUMN = 82.0  # mm: a column
SHOWN = 14  # lines on either side, in the figures


def design(brief: Brief) -> GameSet:
    """Return the coupon. Raises InputError where the paper is too small for it."""
    measures, palette = brief.measures, brief.palette
    room = measures.machine.room
    below = 12.0 + (PATCH[1] + 4) * -(-len(palette.inks) // COLUMNS) + 11
    if measures.process is Maker.PAPER and (room[0] < WIDE or room[1] < HIGH + below + 4):
        raise InputError(
            f"page: found room for {room[0]:g} × {room[1]:g} mm, allowed is from {WIDE} × {HIGH + below + 4:g} mm, the "
            "size of the coupon"
        )
    grey = tuple(Ink(f"grey {k}", rgb, f"grey-{k}") for k, rgb in enumerate(sizes.GREYS, 1))
    return GameSet(
        game="coupon_paper",
        title="Paper coupon",
        parameters=(),
        pieces=(Piece("scales", "scales", (), oblong(WIDE, HIGH), _scales(palette)),),
        accessories=(Accessory("patches", "colour-card", 1, _patches(palette, below)),),
        composition=Parts(),
        hidden=False,
        palette=Palette(palette.name, palette.body, (*palette.inks, *grey)),
        measures=replace(measures, machine=replace(measures.machine, min_feature=FINEST)),
        noun="card",
    )


def _scales(palette: Palette) -> Face:
    """Return the face of the card."""
    middle = WIDE / 2, HIGH / 2
    lines: list[Ring] = []
    numbers: list[Region] = []
    behind: list[Ring] = []
    for k in range(-sizes.REACH, sizes.REACH + 1):
        at, back = sizes.COARSE * k, (sizes.COARSE - sizes.FINE) * k
        long = sizes.LONGER if k % sizes.NUMBERED == 0 else sizes.LONG
        for low in (FROM_RIM, HIGH - FROM_RIM):
            lines.append(_upright(middle[0] + at, low, long))
            behind.append(_upright(middle[0] + back, low - long, long))
            if k % sizes.NUMBERED == 0:
                numbers += words(_number(-k), SMALL, middle[0] + at, low + long + 0.8, "middle")
        for left in (FROM_RIM, WIDE - FROM_RIM - 8):
            lines.append(_level(left, middle[1] + at, long))
            behind.append(_level(left - long, middle[1] + back, long))
            if k % sizes.NUMBERED == 0:
                numbers += words(_number(k), SMALL, left + long + 0.8, middle[1] + at - SMALL / 2)
    told = [
        *words("Hold it against the light. Which line of the front", 3.0, middle[0], middle[1] + 3, "middle"),
        *words("meets a line of the back? Read its number, in mm.", 3.0, middle[0], middle[1] - 3, "middle"),
    ]
    marks = [engrave(areas_of(*lines)), engrave(numbers), engrave(told)]
    face = centre_face(box(0, 0, WIDE, HIGH), marks, areas_of(*behind))
    return replace(face, back_colour=palette.inks.index(boldest(palette)))


def _number(k: int) -> str:
    """Return what stands at a line: mm, as short as can be."""
    text = f"{abs(k) * sizes.FINE:g}"
    return ("-" if k < 0 else "") + (text[1:] if text.startswith("0.") else text)


def _upright(x: float, low: float, long: float) -> Ring:
    return box(x - sizes.LINE / 2, low, sizes.LINE, long)


def _level(left: float, y: float, long: float) -> Ring:
    return box(left, y - sizes.LINE / 2, long, sizes.LINE)


def _patches(palette: Palette, high: float) -> Face:
    """Return the face of the patches: every ink in its pattern, and greys."""
    wide, tall = PATCH
    top = high - 8 - tall
    marks = [engrave(words("Which two look most alike? Which is the palest grey that you see?", SMALL, 5, high - 5))]
    numbers: list[Region] = []
    for k, ink in enumerate(palette.inks):
        row, column = divmod(k, COLUMNS)
        x, y = 10 + column * 36.0, top - row * (tall + 4)
        areas = tuple(_pattern(ink, x, y))
        field = areas_of(box(x, y, wide, tall))
        marks.append(Mark(0, Operation.ENGRAVE, k, ink.pattern, field, areas))
        numbers += words(str(k + 1), 3.0, x - 3.2, y + 1.5, "middle")
    for n in range(len(sizes.GREYS)):
        x, y = 10 + n * 28.0, 4.0
        field = areas_of(box(x, y, 14, tall))
        marks.append(Mark(0, Operation.ENGRAVE, len(palette.inks) + n, "solid", field, field))
        numbers += words(str(n + 1), 3.0, x - 3.2, y + 1.5, "middle")
    return centre_face(box(0, 0, WIDE, high), [*marks, engrave(numbers)])


def _pattern(ink: Ink, x: float, y: float) -> tuple[Region, ...]:
    """Return what an ink's pattern leaves of a patch. Raises InputError for a pattern that nobody draws."""
    wide, tall = PATCH
    if ink.pattern not in PATTERNS:
        raise InputError(f"palette: found the pattern {ink.pattern!r}, allowed are {', '.join(PATTERNS)}")
    band = Ribbon(width=tall, run_in=wide, radius=0.0, angle=0.0, length=wide, start=0.0, free=True)

    def place(points: tuple[Point, ...]) -> Ring:
        return tuple((snap(x + py), snap(y + tall / 2 - px)) for px, py in points)

    return ink_regions(band, ink.pattern, place)


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
        "good": lambda: scale_figure(0.0),
        "bad": lambda: scale_figure(0.35),
        "rulers": lambda: rulers_figure(words),
    }
    return Content(fields, frozenset(), figures, accent=ACCENT, made="made-coupon")


def scale_figure(off: float) -> Figure:
    """A scale against the light, of a back that is printed `off` mm too far to the right. The lines of the back shine
    through, paler."""
    sketch, large, middle, low = Sketch(), 1.45, COLUMN / 2, 5.0
    best = min(range(-SHOWN, SHOWN + 1), key=lambda k: abs(sizes.FINE * k + off))
    for k in range(-SHOWN, SHOWN + 1):
        at, back = sizes.COARSE * k, (sizes.COARSE - sizes.FINE) * k - off
        longer = 1.5 * (k % sizes.NUMBERED == 0)
        sketch.box(middle + back * large - 0.2, low - longer, 0.4, 6 + longer, THROUGH if k != best else MEETS)
        sketch.box(middle + at * large - 0.2, low + 6, 0.4, 6 + longer, MEETS if k == best else INK)
        if longer:
            sketch.text(middle + at * large, low + 14.5, f"{-k * sizes.FINE:g}", 2.6)
    return sketch.figure(COLUMN, 24.0, reads=f"{-best * sizes.FINE + 0.0:g}")


def rulers_figure(words: Mapping[str, str]) -> Figure:
    """A real ruler beside that of a page which was fitted to the paper."""
    sketch, percent, large = Sketch(), 97, 0.76
    for low, scaled in ((12.0, 1.0), (5.0, percent / 100)):
        for k in range(11):
            sketch.box(3 + 10 * k * large * scaled - 0.15, low, 0.3, 4.0 if k % 5 else 5.5, INK)
        sketch.box(3, low, 100 * large * scaled, 0.3, INK)
    sketch.text(3, 19, words["real"], 2.8, "start")
    sketch.text(3, 1, words["printed"], 2.8, "start")
    return sketch.figure(COLUMN, 23.0, percent=percent)
