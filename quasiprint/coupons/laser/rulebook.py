"""What the laser coupon's book is filled with: its numbers, and what good and bad look like, from its own geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.coupons.laser import sizes
from quasiprint.drawing.lettering import box
from quasiprint.model.face import Mark, Operation, Ring, bounds, snap
from quasiprint.model.measures import Maker
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content, Figure

ACCENT = "#7A3E1D"
WOOD, HOLE, SOOT, CUT, PALE = "#E9D6B4", "#FFFFFF", "#4A2E1A", "#B03A2E", "#C9B48E"
SHOWN = 0.4  # mm: the kerf in the figures, so wide that it can be seen
SPOT = 0.25  # mm: the beam's spot where strokes run into one another
MEETS = 3  # the line of the scale that meets its slit in the figure: tenths of mm
WIDE = 82.0  # mm: a column


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. words: of the book's language, in the figures."""
    held = sets[Maker.LASER]
    fields = {
        "bars": str(sizes.BARS),
        "drawn": f"{sizes.BARS * sizes.BAR:g}",
        "example": f"{sizes.BARS * sizes.BAR - sizes.BARS * 0.2:g}",
        "finer": f"{sizes.FINER:g}",
        "thickness": f"{held.measures.stock.thickness:g}",
    }
    # what captions claim of the figures is said by them alone
    fields |= {
        "slides_shown": "0.4",
        "tight_shown": "8",
        "fused_shown": "4",
        "meets_shown": str(MEETS),
        "off_shown": "0.3",
    }
    figures: dict[str, Callable[[], Figure]] = {
        "plate": lambda: plate(held),
        "bars": lambda: bars(words),
        "pegs": lambda: pegs(words),
        "strokes": lambda: strokes(words),
        "backs": lambda: backs(words),
    }
    settings = {mark.setting for mark in held.pieces[0].face.marks if mark.setting}
    return Content(
        fields, frozenset({"swatches"} if settings else {"plain"}), figures, accent=ACCENT, made="made-coupon"
    )


def plate(held: GameSet) -> Figure:
    """The plate as it comes off the laser."""
    face = held.pieces[0].face
    left, low, right, high = bounds((face.outline,))

    def put(ring: Ring) -> Ring:
        return tuple((snap(x - left), snap(y - low)) for x, y in ring)

    shapes = [Shape((put(face.outline),), WOOD, SOOT, 0.3)]
    for mark in face.marks:
        shapes += _drawn(mark, put)
    count = sum(len(mark.lines) for mark in face.marks)
    return Figure(right - left, high - low, tuple(shapes), facts={"bars": count})


def _drawn(mark: Mark, put: Callable[[Ring], Ring]) -> list[Shape]:
    """Return a mark as shapes."""
    if mark.operation is Operation.CUT:
        shapes = [Shape(tuple(put(ring) for ring in region.rings), None, CUT, 0.2) for region in mark.ink]
        return shapes + [Shape((put(one),), None, CUT, 0.2, closed=False) for one in mark.lines]
    fill = PALE if mark.setting else SOOT
    return [Shape(tuple(put(ring) for ring in region.rings), fill) for region in mark.ink]


def bars(words: Mapping[str, str]) -> Figure:
    """The window with its bars pushed to the left, one taken out, and the gauge in the gap: its last step that goes
    in. All as a kerf of SHOWN leaves it."""
    scale, foot, k = 1.25, 4.0, SHOWN
    wide, tall = (sizes.window() + k) * scale, 16.0
    shapes = [
        Shape((box(0, foot, wide + 6, tall + 6),), WOOD, SOOT, 0.2),
        Shape((box(3, foot + 3, wide, tall),), HOLE, SOOT, 0.2),
    ]
    bar = (sizes.BAR - k) * scale
    shapes += [Shape((box(3 + bar * n, foot + 3.4, bar, tall - 0.8),), WOOD, SOOT, 0.2) for n in range(sizes.BARS)]
    gap = wide - sizes.BARS * bar
    step = max(kerf for kerf in sizes.GAUGE if (sizes.step(kerf) - k) * scale <= gap + 1e-9)
    shapes.append(
        Shape(
            (box(3 + sizes.BARS * bar, foot + 3 + tall / 2 - 1.2, (sizes.step(step) - k) * scale, 2.4),),
            PALE,
            SOOT,
            0.2,
        )
    )
    texts = (
        Text(3 + sizes.BARS * bar / 2, 0.6, words["together"], 3.2, "middle"),
        Text(3 + sizes.BARS * bar + gap / 2, foot + 3.9, words["gap"], 2.4, "middle"),
        Text(3 + sizes.BARS * bar + gap / 2, foot + tall / 2 + 2.2, f".{step * 100:.0f}", 2.2, "middle"),
    )
    kerfs = round((gap / scale - sizes.BAR) / k)
    return Figure(wide + 6, tall + 6 + foot, tuple(shapes), texts, {"kerfs": kerfs, "slides": f"{step:g}"})


def pegs(words: Mapping[str, str]) -> Figure:
    """A peg before a slot that is too tight, in the tightest that takes it, and in one in which it rattles."""
    k = 0.2
    tight = next(n for n in range(1, sizes.SLOTS + 1) if sizes.play(n, k) >= 0)
    shown = ((tight - 3, "no"), (tight, "tight"), (tight + 5, "loose"))
    shapes: list[Shape] = []
    texts: list[Text] = []
    third, large = WIDE / 3, 3.2
    for n, (slot, word) in enumerate(shown):
        middle = third * (n + 0.5)
        hole, peg = (sizes.PEG + sizes.OFFSETS[slot - 1] + k) * large, (sizes.PEG - k) * large
        rises = 9.0 if peg > hole else 0.0
        shapes += [
            Shape((box(middle - third / 2 + 1, 8, third - 2, 8),), WOOD, SOOT, 0.2),
            Shape((box(middle - hole / 2, 8, hole, 8),), HOLE, SOOT, 0.2),
            Shape((box(middle - peg / 2, 8.6 + rises, peg, 14),), PALE, SOOT, 0.2),
        ]
        texts += [
            Text(middle, 4, words[word], 2.8, "middle"),
            Text(middle, 0.4, f"{words['play']} {sizes.play(slot, k):.2f} mm".replace("-", "−"), 2.4, "middle"),
        ]
    return Figure(WIDE, 33.0, tuple(shapes), tuple(texts), {"tight": tight})


def strokes(words: Mapping[str, str]) -> Figure:
    """Strokes as a beam burns them that is SPOT wider than they are drawn: the fine ones run together."""
    shapes: list[Shape] = []
    texts: list[Text] = []
    large, x = 4.0, 1.0
    for width in (0.8, 0.5, 0.3, 0.2):
        burnt = width + SPOT
        run = (2 * sizes.EACH - 1) * width * large
        if burnt >= 2 * width:
            shapes.append(Shape((box(x, 6, run, 12),), SOOT))
        else:
            shapes += [
                Shape((box(x + (2 * n * width - SPOT / 2) * large, 6, burnt * large, 12),), SOOT)
                for n in range(sizes.EACH)
            ]
        word = words["clear"] if width > SPOT else words["blurred"]
        texts += [
            Text(x + run / 2, 2.8, f"{width:g}"[1:], 2.6, "middle"),
            Text(x + run / 2, 19.5, word, 2.4, "middle"),
        ]
        x += max(run, 12.0) + 3.5
    fused = sum(width <= SPOT for width in sizes.STROKES)
    return Figure(x, 23.0, tuple(shapes), tuple(texts), {"fused": fused})


def backs(words: Mapping[str, str]) -> Figure:
    """The slits, and behind them the scale of a back that lies too far to the right, as it is seen from behind."""
    off = MEETS * sizes.FINE
    large = 2.6
    pitch = sizes.VERNIER - sizes.FINE
    middle, high = WIDE / 2, 9.0
    shapes: list[Shape] = [Shape((box(0, 0, WIDE, 26),), WOOD, SOOT, 0.2)]
    texts: list[Text] = []
    meets = 0
    for k in range(-sizes.REACH, sizes.REACH + 1):
        slit = sizes.VERNIER * k
        at = pitch * k + off
        meets = k if abs(at - slit) < 1e-9 else meets
        colour = CUT if k == MEETS else SOOT
        shapes += [
            Shape((box(middle + slit * large - 0.5, high + 7, 1.0, 6),), HOLE, SOOT, 0.15),
            Shape((box(middle + at * large - 0.3, high, 0.6, 6.6),), colour),
        ]
        if k % 4 == 0:
            texts.append(Text(middle + at * large, high - 4, f"{k}".replace("-", "−"), 2.8, "middle"))
    texts.append(Text(WIDE / 2, 23, words["slits"], 2.4, "middle"))
    return Figure(WIDE, 26.0, tuple(shapes), tuple(texts), {"meets": meets, "off": f"{off:g}"})
