"""Are the colours distinct: for eyes of every kind, and without any colour at all?

Colour differences are CIEDE2000 (Sharma, Wu and Dalal 2005, with all weights 1); colour blindness is simulated after
Machado, Oliveira and Fernandes (2009) at severity 1.0, on linear sRGB. Both are short, and a library for them costs
more time to import than a whole set to check; the tests compare every palette's values with such a library's. Without
colour the patterns decide, by the areas that they ink.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from quasiprint.drawing.palettes import linear, tint
from quasiprint.model.choices import Process
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Ink, Palette

LEAST = 10.0  # ΔE00: under this, two areas that do not touch are easily taken for one colour
LEAST_TINT = 2.3  # ΔE: what is just noticed (Mahy, Van Eycken and Oosterlinck 1994); tints lie side by side
Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Machado et al. 2009, table 1, severity 1.0: rows give red, green, blue.
VISION: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
# IEC 61966-2-1: linear sRGB to XYZ, and its white, D65.
TO_XYZ: Matrix = (
    (0.4123907992659595, 0.3575843393838780, 0.1804807884018343),
    (0.2126390058715104, 0.7151686787677559, 0.0721923153607337),
    (0.0193308187155918, 0.1191947797946259, 0.9505321522496608),
)
WHITE = (0.9504559270516717, 1.0, 1.0890577507598784)


def colours(game_set: GameSet) -> Iterator[Finding]:
    """Check the colours that the set uses, and that of its bodies, against one another; and its patterns."""
    used = sorted({m.colour for p in game_set.pieces for m in p.face.marks if m.colour is not None})
    yield from palette_findings(game_set.palette, tuple(used))
    yield from _tints(game_set)
    yield from _patterns(game_set)


def _tints(game_set: GameSet) -> Iterator[Finding]:
    """Yield for each kind of vision which tints of a set on paper look alike."""
    marks = {mark for piece in game_set.pieces for mark in piece.face.marks if mark.field and not mark.ink}
    inks = [game_set.palette.inks[k] for k in sorted({mark.colour for mark in marks if mark.colour is not None})]
    for vision in VISION if game_set.measures.process is Process.PAPER and len(inks) > 1 else ():
        pairs = ((difference(tint(a.rgb), tint(b.rgb), vision), a.name, b.name) for a, b in combinations(inks, 2))
        least, a, b = min(pairs)
        if least < LEAST_TINT:
            message = (
                f"the tints of {a} and {b} differ by {least:.1f} (ΔE00) in {vision} vision; at least {LEAST_TINT:g}"
            )
            remedy = "choose another palette, or other colours in it; the patterns still tell them apart"
            yield Finding(
                "tints-alike", Severity.WARNING, f"palette {game_set.palette.name}", f"{message} is needed", remedy
            )


def boldest(palette: Palette) -> Ink:
    """Return the ink that differs most from the body in the kind of vision that separates the two worst."""
    return max(palette.inks, key=lambda ink: min(difference(palette.body, ink.rgb, vision) for vision in VISION))


def palette_findings(palette: Palette, used: tuple[int, ...]) -> Iterator[Finding]:
    """Yield a finding for each kind of vision for which two colours look alike."""
    rgbs = (palette.body, *(palette.inks[k].rgb for k in used))
    for vision in VISION if used else ():
        least, a, b = min((difference(a, b, vision), a, b) for a, b in combinations(rgbs, 2))
        if least < LEAST:
            message = f"{a} and {b} differ by {least:.1f} (ΔE00) in {vision} vision; at least {LEAST:g} is needed"
            remedy = "choose another palette, or other colours in it"
            yield error("colours-alike", f"palette {palette.name}", message, remedy)


def _patterns(game_set: GameSet) -> Iterator[Finding]:
    """Yield which marks of different labels in the same place ink the same areas."""
    drawn: dict[tuple[object, ...], int | None] = {}
    alike: dict[tuple[int | None, int | None], str | None] = {}
    for shape, mark in dict.fromkeys((piece.shape, mark) for piece in game_set.pieces for mark in piece.face.marks):
        first = drawn.setdefault((shape, mark.slot, mark.ink), mark.label) if mark.ink else mark.label
        if first != mark.label:
            alike.setdefault((first, mark.label), mark.pattern)
    for (first, label), pattern in alike.items():
        message = f"both are drawn with the same areas (pattern {pattern!r}); in greyscale and by touch they are one"
        yield error("patterns-alike", f"labels {first} and {label}", message, "give each colour its own pattern")


def _times(matrix: Matrix, v: Triple) -> Triple:
    x, y, z = (sum(m * c for m, c in zip(row, v, strict=True)) for row in matrix)
    return x, y, z


def _lab(rgb: str, vision: str) -> Triple:
    """Return the CIE L*a*b* of "#RRGGBB" as somebody with this kind of vision sees it."""
    perceived = _times(VISION[vision], linear(rgb))
    clipped = (min(1.0, max(0.0, perceived[0])), min(1.0, max(0.0, perceived[1])), min(1.0, max(0.0, perceived[2])))
    ratios = (c / w for c, w in zip(_times(TO_XYZ, clipped), WHITE, strict=True))
    fx, fy, fz = (math.cbrt(t) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in ratios)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(first: str, second: str, vision: str = "normal") -> float:
    """Return ΔE00 of two sRGB colours ("#RRGGBB"); vision: "normal", "protan", "deutan", "tritan"."""
    l1, a1, b1 = _lab(first, vision)
    l2, a2, b2 = _lab(second, vision)
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0
    if c1 * c2:
        turn = (h2 - h1 + 180) % 360 - 180
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    middle = h1 + h2
    if c1 * c2:
        middle = middle / 2 if abs(h1 - h2) <= 180 else (middle + (360 if middle < 360 else -360)) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.20 * math.cos(math.radians(4 * middle - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    rotation *= math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh)
