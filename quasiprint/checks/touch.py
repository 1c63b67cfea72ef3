"""Can fingers read it? Raised lines by the guidelines of `quasiprint.model.measures`, and Braille by its own.

Read from the faces alone. What says something is raised; lines are wide and high enough, and far enough from one
another; no two labels feel alike; and Braille says what the number beside it says.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from quasiprint.checks.marks import gap_between
from quasiprint.drawing.areas import Drawn
from quasiprint.drawing.packer import near_pairs
from quasiprint.drawing.rings import boundary_distance, turn_point
from quasiprint.drawing.strokes import GRID, finest
from quasiprint.model.face import Mark, Point, Region, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.measures import APART, BRAILLE, CELLS_APART, DIGITS, DOT_HIGH, DOT_WIDE, DOTS_APART, HIGH, LINE
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.system.progress import tell_progress

TOLD = 0.9  # lines: the disc that must find room where two labels differ; one as wide as a line has none in it
NEAR = 0.01  # mm: dots are polygons, and their middles are on the grid


def touch(game_set: GameSet) -> list[Finding]:
    """Return what fingers cannot read of a set that is made for them."""
    findings: list[Finding] = []
    marks: set[Mark] = set()
    faces: set[tuple[Mark, ...]] = set()
    for thing in tell_progress(tuple(game_set.things), "checking what fingers read"):
        raised = tuple(mark for mark in thing.face.marks if _stands_out(mark))
        for mark in thing.face.marks:
            if mark not in marks:
                marks.add(mark)
                findings += _of_mark(f"{thing.id} slot {mark.slot}", mark)
        if raised not in faces:
            faces.add(raised)
            gap = gap_between(raised, APART)
            if gap < APART - GRID:
                message = f"two of its raised marks are {gap:.3f} mm apart; fingers tell them apart from {APART:g} mm"
                remedy = "shorten or narrow the marks, or make the piece larger"
                findings.append(error("touch-close", thing.id, message, remedy))
            findings += _misread(thing)
    return findings + _alike(game_set)


def _stands_out(mark: Mark) -> bool:
    return bool(mark.ink) and mark.colour is None and (mark.rise or 0.0) > 0


def _of_mark(where: str, mark: Mark) -> Iterator[Finding]:
    """Yield what is wrong with a mark by itself."""
    if mark.pattern == BRAILLE:
        yield from _of_braille(where, mark)
        return
    up = (mark.rise or 0.0) if mark.colour is None else 0.0
    if mark.ink and up < HIGH - GRID and (up > 0 or mark.label is not None):
        what = f"stands {up:g} mm above the face" if up > 0 else "is not raised"
        message = f"what it shows {what}; fingers follow lines that stand {HIGH:g} mm high, and no recesses"
        yield error("touch-low", where, message, "raise it")
    if not _stands_out(mark):
        return
    stroke = finest(mark.ink, LINE).get("stroke", LINE)
    if stroke < LINE - GRID:
        message = f"a raised line is {stroke:.3f} mm wide; fingers follow lines from {LINE:g} mm"
        yield error("touch-thin", where, message, "draw the line wider")
    # within an area, and between two of them, however they lie to one another
    gap = min([finest(mark.ink, APART).get("gap", APART), *between(mark.ink, APART)])
    if gap < APART - GRID:
        message = f"two raised lines are {gap:.3f} mm apart; fingers tell them apart from {APART:g} mm"
        yield error("touch-close", where, message, "draw the lines farther apart, on a larger piece")


def between(areas: tuple[Region, ...], least: float) -> Iterator[float]:
    """Yield how far every two areas are apart, where that may be less than `least`."""
    ordered = sorted((bounds((area.outer,)), area.rings) for area in areas)
    for k, n in near_pairs([box for box, _ in ordered], least):
        yield min(boundary_distance(a, b) for a in ordered[k][1] for b in ordered[n][1])


def _alike(game_set: GameSet) -> list[Finding]:
    """Return a finding for each two labels that differ nowhere by as much as a line: seen in the same place."""
    drawn: dict[tuple[str, int], dict[int, Mark]] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark.label is not None and mark.ink:
                drawn.setdefault((piece.shape, mark.slot), {}).setdefault(mark.label, mark)
    findings: dict[tuple[int, int], Finding] = {}
    for (shape, slot), labels in drawn.items():
        reliefs = [(label, Drawn(mark.ink, TOLD * LINE)) for label, mark in sorted(labels.items())]
        for k, (label, relief) in enumerate(reliefs):
            for other, second in reliefs[:k]:
                if (other, label) not in findings and not relief.differs(second):
                    message = f"on slot {slot} of a {shape} they differ nowhere by a line {LINE:g} mm wide"
                    where = f"{other} and {label}"
                    findings[other, label] = error("touch-alike", where, message, "give each label a relief of its own")
    return list(findings.values())


def _of_braille(where: str, mark: Mark) -> Iterator[Finding]:
    """Yield what is wrong with the dots of Braille."""
    high = mark.rise or 0.0
    wide = [math.dist(bounds((dot.outer,))[:2], bounds((dot.outer,))[2:]) / math.sqrt(2) for dot in mark.ink]
    wrong = [f"stand {high:g} mm high, allowed is from {DOT_HIGH[0]:g} to {DOT_HIGH[1]:g}"] * (
        not DOT_HIGH[0] - GRID <= high <= DOT_HIGH[1] + GRID
    )
    for found in (min(wide), max(wide)):
        if not DOT_WIDE[0] - NEAR <= found <= DOT_WIDE[1] + NEAR:
            wrong.append(f"are {found:.2f} mm wide, allowed is from {DOT_WIDE[0]:g} to {DOT_WIDE[1]:g}")
            break
    if wrong:
        yield error("touch-braille", where, f"its dots {' and '.join(wrong)} mm", "draw dots by the measures of signs")


def _misread(thing: Piece | Accessory) -> Iterator[Finding]:
    """Yield whether Braille says something else than what stands in the same corner."""
    nominal = thing.face.nominal
    for mark in thing.face.marks:
        if mark.pattern != BRAILLE:
            continue
        corner = _corner(mark, nominal)
        said = [m.label for m in thing.face.marks if m.label is not None and m.ink and _corner(m, nominal) == corner]
        up = math.pi / 2 - math.atan2(nominal[corner][1], nominal[corner][0])
        number = reading(mark.ink, up)
        if said != [number]:
            where = f"{thing.id} slot {mark.slot}"
            message = f"its Braille says {'nothing' if number is None else number}, and beside it stands {said}"
            yield error("touch-braille", where, message, "draw the dots of the number beside it")


@lru_cache(maxsize=4096)
def _corner(mark: Mark, nominal: Ring) -> int:
    """Return the corner that is nearest to the middle of a mark."""
    left, low, right, top = bounds(tuple(region.outer for region in mark.ink))
    middle = (left + right) / 2, (low + top) / 2
    return min(range(len(nominal)), key=lambda k: (math.dist(middle, nominal[k]), k))


@lru_cache(maxsize=4096)
def reading(dots: tuple[Region, ...], angle: float) -> int | None:
    """Return the number that dots say in Braille, turned anticlockwise by `angle` radians first; None if they say
    none. Every digit has a dot in the upper row and one in the left column of its cell."""
    places = [turn_point(_middle(dot.outer), angle) for dot in dots]
    left, top = min(x for x, _ in places), max(y for _, y in places)
    cells: dict[int, set[tuple[int, int]]] = {}
    for x, y in places:
        cell = round((x - left - DOTS_APART[1] / 2) / (CELLS_APART[0] + NEAR * 10))
        across = (x - left - cell * (CELLS_APART[0] + NEAR * 10)) / DOTS_APART[1]
        down = (top - y) / DOTS_APART[1]
        if max(abs(across - round(across)), abs(down - round(down))) > NEAR * 2:
            return None
        cells.setdefault(cell, set()).add((round(across), round(down)))
    digits = [DIGITS.index(frozenset(cells[k])) for k in sorted(cells) if frozenset(cells[k]) in DIGITS]
    if len(digits) < len(cells) or sorted(cells) != list(range(len(cells))):
        return None
    return int("".join(map(str, digits)))


def _middle(ring: Ring) -> Point:
    x, y = (sum(axis) / len(ring) for axis in zip(*ring, strict=True))
    return x, y
