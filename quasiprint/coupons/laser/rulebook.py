"""What the laser coupon's book is filled with: its numbers, and what good and bad look like, from its own geometry."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.coupons.laser import measured as sizes
from quasiprint.drawing.plain_marks import Sketch
from quasiprint.model.face import Operation
from quasiprint.model.face import bounds
from quasiprint.drawing.lettering import box
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet

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
        # what captions claim of the figures is said by them alone
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
    sketch = Sketch((left, low))
    sketch.rings((face.outline,), WOOD, SOOT, 0.3)
    for mark in face.marks:
        cut = mark.operation is Operation.CUT
        fill, stroke = (None, CUT) if cut else (PALE if mark.setting else SOOT, None)
        for region in mark.ink:
            sketch.rings(region.rings, fill, stroke)
        for one in mark.lines if cut else ():
            sketch.rings((one,), None, CUT, closed=False)
    return sketch.figure(right - left, high - low, bars=sum(len(mark.lines) for mark in face.marks))


def bars(words: Mapping[str, str]) -> Figure:
    """The window with its bars pushed to the left, one taken out, and the gauge in the gap: its last step that goes
    in. All as a kerf of SHOWN leaves it."""
    scale, foot, k = 1.25, 4.0, SHOWN
    wide, tall = (sizes.window() + k) * scale, 16.0
    sketch = Sketch()
    sketch.box(0, foot, wide + 6, tall + 6, WOOD, SOOT)
    sketch.box(3, foot + 3, wide, tall, HOLE, SOOT)
    bar = (sizes.BAR - k) * scale
    for n in range(sizes.BARS):
        sketch.box(3 + bar * n, foot + 3.4, bar, tall - 0.8, WOOD, SOOT)
    left, gap = 3 + sizes.BARS * bar, wide - sizes.BARS * bar
    step = max(kerf for kerf in sizes.GAUGE if (sizes.step(kerf) - k) * scale <= gap + 1e-9)
    sketch.box(left, foot + 3 + tall / 2 - 1.2, (sizes.step(step) - k) * scale, 2.4, PALE, SOOT)
    sketch.text(3 + sizes.BARS * bar / 2, 0.6, words["together"], 3.2)
    sketch.text(left + gap / 2, foot + 3.9, words["gap"], 2.4)
    sketch.text(left + gap / 2, foot + tall / 2 + 2.2, f".{step * 100:.0f}", 2.2)
    return sketch.figure(wide + 6, tall + 6 + foot, kerfs=round((gap / scale - sizes.BAR) / k), slides=f"{step:g}")


def pegs(words: Mapping[str, str]) -> Figure:
    """A peg before a slot that is too tight, in the tightest that takes it, and in one in which it rattles."""
    k = 0.2
    tight = next(n for n in range(1, sizes.SLOTS + 1) if sizes.play(n, k) >= 0)
    sketch, third, large = Sketch(), WIDE / 3, 3.2
    for n, (slot, word) in enumerate(((tight - 3, "no"), (tight, "tight"), (tight + 5, "loose"))):
        middle = third * (n + 0.5)
        hole, peg = (sizes.PEG + sizes.OFFSETS[slot - 1] + k) * large, (sizes.PEG - k) * large
        sketch.box(middle - third / 2 + 1, 8, third - 2, 8, WOOD, SOOT)
        sketch.box(middle - hole / 2, 8, hole, 8, HOLE, SOOT)
        sketch.box(middle - peg / 2, 8.6 + (9.0 if peg > hole else 0.0), peg, 14, PALE, SOOT)
        sketch.text(middle, 4, words[word], 2.8)
        sketch.text(middle, 0.4, f"{words['play']} {sizes.play(slot, k):.2f} mm", 2.4)
    return sketch.figure(WIDE, 33.0, tight=tight)


def strokes(words: Mapping[str, str]) -> Figure:
    """Strokes as a beam burns them that is SPOT wider than they are drawn: the fine ones run together."""
    sketch, large, x = Sketch(), 4.0, 1.0
    for width in (0.8, 0.5, 0.3, 0.2):
        burnt = width + SPOT
        run = (2 * sizes.EACH - 1) * width * large
        if burnt >= 2 * width:
            sketch.box(x, 6, run, 12, SOOT)
        else:
            for n in range(sizes.EACH):
                sketch.box(x + (2 * n * width - SPOT / 2) * large, 6, burnt * large, 12, SOOT)
        sketch.text(x + run / 2, 2.8, f"{width:g}"[1:], 2.6)
        sketch.text(x + run / 2, 19.5, words["clear" if width > SPOT else "blurred"], 2.4)
        x += max(run, 12.0) + 3.5
    return sketch.figure(x, 23.0, fused=sum(width <= SPOT for width in sizes.STROKES))


def backs(words: Mapping[str, str]) -> Figure:
    """The slits, and behind them the scale of a back that lies too far to the right, as it is seen from behind."""
    off, large, pitch = MEETS * sizes.FINE, 2.6, sizes.VERNIER - sizes.FINE
    middle, high, meets = WIDE / 2, 9.0, 0
    sketch = Sketch()
    sketch.box(0, 0, WIDE, 26, WOOD, SOOT)
    for k in range(-sizes.REACH, sizes.REACH + 1):
        slit, at = sizes.VERNIER * k, pitch * k + off
        meets = k if abs(at - slit) < 1e-9 else meets
        sketch.box(middle + slit * large - 0.5, high + 7, 1.0, 6, HOLE, SOOT, 0.15)
        sketch.box(middle + at * large - 0.3, high, 0.6, 6.6, CUT if k == MEETS else SOOT)
        if k % 4 == 0:
            sketch.text(middle + at * large, high - 4, f"{k}", 2.8)
    sketch.text(WIDE / 2, 23, words["slits"], 2.4)
    return sketch.figure(WIDE, 26.0, meets=meets, off=f"{off:g}")
