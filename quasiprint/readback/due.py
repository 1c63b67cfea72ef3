"""What a page must show, built anew from the set: paths and lines of text, mm, and how it is compared with a page.

A page is accounted for when each thing on it is the one that is due there, in this order, and nothing is left over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quasiprint.model.face import Mark, Ring
from quasiprint.model.profile import CutMarks, Paper
from quasiprint.readback import fonts
from quasiprint.readback.document import DrawnPath, Word
from quasiprint.readback.plane import Complex

NEAR = 0.002  # mm: what is off by more is not what is due
THIN = 2e-4  # mm: of the widths of lines
SIZED = 2e-4  # mm: of letters
TURNED = 2e-5  # of the way in which a line of text runs
PRINTABLE = (200.0, 269.4)  # mm: what prints on A4 and on Letter
WITHIN_MARKS = 7.0, 20.0  # mm: from the margin, where a machine's marks stand, to all else
INK, SMALL = "#222222", "#555555"  # of headings, of small print

Item = DrawnPath | Word


def frame(paper: Paper) -> tuple[float, float, float, float]:
    """Return the left, low, width and height (mm) of what may be printed on, in the middle of the page: within the
    margin, and within the marks that stand there for a machine."""
    beside, above = WITHIN_MARKS if paper.marks is CutMarks.SILHOUETTE else (0.0, 0.0)
    width = min(paper.width - 2 * (paper.margin + beside), PRINTABLE[0])
    height = min(paper.height - 2 * (paper.margin + above), PRINTABLE[1])
    return (paper.width - width) / 2, (paper.height - height) / 2, width, height


def complex_of(ring: Ring) -> Complex:
    """Return a ring of the model as complex numbers."""
    points = np.array(ring, dtype=float)
    return np.asarray(points[:, 0] + 1j * points[:, 1])


def path(
    rings: Iterable[Complex],
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0.0,
    *,
    closed: bool = True,
) -> DrawnPath:
    """Return a path of rings."""
    every = list(rings)
    sizes = tuple(map(len, every))
    return DrawnPath(np.concatenate(every), sizes, (closed,) * len(sizes), fill, stroke, width if stroke else 0.0)


def laid(paths: Iterable[DrawnPath], turn: complex, shift: complex) -> Iterator[DrawnPath]:
    """Yield paths, turned and scaled by `turn`, then moved."""
    for p in paths:
        yield DrawnPath(p.points * turn + shift, p.sizes, p.closed, p.fill, p.stroke, p.width * abs(turn))


def word(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str = INK,
    *,
    bold: bool = False,
    after: float = 0.0,
    turn: complex = 1 + 0j,
) -> Word:
    """Return a line of text. after: how much of it stands before (x, y): 0.5 sets it in the middle, 1 ends it there."""
    start = complex(x, y) - after * size * fonts.width(text, bold) * turn if after else complex(x, y)
    return Word(fonts.printed(text, bold), start.real, start.imag, size, bold, colour, turn)


def inked(mark: Mark, fill: str, outline: str | None, width: float) -> list[DrawnPath]:
    """Return what is printed of a mark, each of its areas in one colour."""
    return [path(map(complex_of, region.rings), fill, outline, width) for region in mark.ink]


@dataclass(frozen=True, slots=True)
class Account:
    """How a page's things compare with what is due. off: how far a point is from its place at most, mm. strange:
    what is there and not due; lacking: what is due and not there; turned: whether all is there in another order."""

    off: float = 0.0
    strange: tuple[Item, ...] = ()
    lacking: tuple[Item, ...] = ()
    turned: bool = False

    @property
    def closed(self) -> bool:
        """Whether the page is what it is to be."""
        return not (self.strange or self.lacking or self.turned)


def account(found: Sequence[Item], due: Sequence[Item]) -> Account:
    """Compare what a page shows with what it is to show."""
    if len(found) == len(due) and all(map(alike, found, due)):
        ours = [item.points for item in found if isinstance(item, DrawnPath)]
        theirs = [item.points for item in due if isinstance(item, DrawnPath)]
        off = float(np.abs(np.concatenate(ours) - np.concatenate(theirs)).max(initial=0.0)) if ours else 0.0
        if off < NEAR:
            return Account(off)
    waiting: dict[tuple[object, ...], list[Item]] = defaultdict(list)
    for item in due:
        waiting[_kind(item)].append(item)
    strange = []
    for item in found:
        same = waiting[_kind(item)]
        k = next((k for k, other in enumerate(same) if _same(item, other)), None)
        if k is None:
            strange.append(item)
        else:
            del same[k]
    left = {id(item) for same in waiting.values() for item in same}
    lacking = tuple(item for item in due if id(item) in left)
    return Account(0.0, tuple(strange), lacking, turned=not strange and not lacking)


def alike(one: Item, two: Item) -> bool:
    """Tell whether two things look alike, wherever the corners of a path are."""
    if isinstance(one, DrawnPath) and isinstance(two, DrawnPath):
        looks = one.fill == two.fill and one.stroke == two.stroke and abs(one.width - two.width) < THIN
        return looks and one.sizes == two.sizes and one.closed == two.closed
    if isinstance(one, Word) and isinstance(two, Word):
        same = one.text == two.text and one.bold == two.bold and one.colour == two.colour
        near = abs(complex(one.x - two.x, one.y - two.y)) < NEAR and abs(one.turn - two.turn) < TURNED
        return same and near and abs(one.size - two.size) < SIZED
    return False


def _same(one: Item, two: Item) -> bool:
    if not alike(one, two):
        return False
    if isinstance(one, DrawnPath) and isinstance(two, DrawnPath):
        return bool(np.abs(one.points - two.points).max(initial=0.0) < NEAR)
    return True


def _kind(item: Item) -> tuple[object, ...]:
    if isinstance(item, Word):
        return (item.text, item.bold, item.colour)
    return (item.sizes, item.closed, item.fill, item.stroke)


def said(item: Item) -> str:
    """Return what a thing on a page is, and where."""
    if isinstance(item, Word):
        return f"the text {item.text[:60]!r}, {item.size:.2f} mm high, {item.colour}, at {item.x:.2f}, {item.y:.2f} mm"
    at = complex(item.points.mean())
    filled = [f"filled {item.fill}"] if item.fill else []
    drawn = [f"drawn {item.stroke}, {item.width:.3f} mm wide"] if item.stroke else []
    looks = " and ".join(filled + drawn)
    return f"a path {looks or 'without colour'}, around {at.real:.2f}, {at.imag:.2f} mm"
