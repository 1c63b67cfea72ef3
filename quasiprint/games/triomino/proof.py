"""What `check triomino` proves beyond the checks of any set: what the rules and counts say of it.

Of pips there are as many as the number says, and those of a corner lie together. That is read from the faces as drawn:
the middle of a pip is the mean of its corners. So a set with moved pips is found.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection
from itertools import combinations, product
from typing import Any

from quasiprint.drawing.numerals import middle
from quasiprint.exact.orbit import Labels, canonical, orbit_count
from quasiprint.exact.regular import TURNS
from quasiprint.model.face import Mark, Point
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet

MOST_FOR_HEXAGONS = 6  # counting them takes seconds beyond that
MOST_HEXAGONS = 18  # in a layout of all 56 tiles: no more are possible, as docs/findings/hexagons.py proves
CLEAR = 1.5  # of the longest way between two pips of a corner: the shortest to one of another corner

Law = Callable[[int, int, int], int]


def prove_set(game_set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
    """Check a set against the rules, and its pips if it has some. thorough: return what can be counted, too."""
    marks = [piece.marks for piece in game_set.pieces]
    findings, facts = prove(game_set.pieces[0].shape, game_set.labelled.labels - 1, marks, counted=thorough)
    if dict(game_set.parameters).get("marks") == "pips":
        findings += pip_findings(game_set)
    return findings, facts


def prove(
    shape: str, highest: int, tiles: Collection[Labels], *, counted: bool = True
) -> tuple[list[Finding], dict[str, Any]]:
    """Check what the rules say of a set against the tiles it holds; return findings and facts. tiles: the numbers of
    every tile, clockwise. counted: whether to count what makes no finding."""
    fits = sides(tiles) if shape == "triangle" else None
    findings = fits_findings(fits, highest, fitting) if fits else []
    if not counted:
        return findings, {}
    # no number is before others: what holds of 0 and 1 holds of all
    kinds = Counter(len(set(marks)) for marks in tiles)
    group = TURNS[shape]
    present = {canonical(group, marks) for marks in tiles}
    all_labels = {canonical(group, marks) for marks in product(range(highest + 1), repeat=group.slots)}
    left_out = all_labels - present
    mirrored = sum(1 for marks in left_out if canonical(group, marks[::-1]) in present)
    facts: dict[str, Any] = {
        "tiles": {
            "by how many different numbers": {str(kind): kinds[kind] for kind in sorted(kinds)},
            "with a given number": sum(0 in marks for marks in tiles),
            "with two given numbers": sum({0, 1} <= {*marks} for marks in tiles),
            "corners with a given number": sum(marks.count(0) for marks in tiles),
        },
        "rotation": {
            "tiles up to rotation": orbit_count(group, highest + 1),
            "left out": len(left_out),
            "of these, mirror images of tiles of the set": mirrored,
        },
    }
    if fits:
        facts["tiles that fit a side, read clockwise on them"] = {
            f"{a}, then 0 to {highest}": [fits[a, b] for b in range(highest + 1)] for a in range(highest + 1)
        }
        wanted = (highest + 1) ** 3
        facts["a side and the point opposite"] = {"in all": wanted, "without a tile": wanted - len(_rotations(tiles))}
        if highest <= MOST_FOR_HEXAGONS:
            facts["hexagons of different tiles, up to rotation"] = hexagons(tiles, highest)
        else:
            facts["hexagons of different tiles, up to rotation"] = f"counted up to --highest {MOST_FOR_HEXAGONS} only"
    return findings, facts


def _rotations(tiles: Collection[Labels]) -> set[Labels]:
    """Return every tile in every way to turn it."""
    return {marks[k:] + marks[:k] for marks in tiles for k in range(len(marks))}


def sides(tiles: Collection[Labels]) -> Counter[tuple[int, int]]:
    """Return how many tiles have a side that reads a, b clockwise, by enumeration."""
    # a tile of one number has that side three times, but is one tile
    return Counter((a, b) for marks in tiles for a, b in {way[:2] for way in _rotations([marks])})


def fitting(a: int, b: int, highest: int) -> int:
    """Return how many tiles fit a side that reads a, b clockwise on them, in closed form."""
    if a == b:
        return highest + 1
    return highest + 2 - (b - a) if a < b else a - b + 1


def fits_findings(fits: dict[tuple[int, int], int], highest: int, law: Law) -> list[Finding]:
    """Check the closed form of `fitting` against what enumeration found."""
    wrong = [(a, b) for a, b in product(range(highest + 1), repeat=2) if fits.get((a, b), 0) != law(a, b, highest)]
    if not wrong:
        return []
    a, b = wrong[0]
    message = f"the closed form says that {law(a, b, highest)} tiles fit it, enumeration finds {fits.get((a, b), 0)} "
    more = f"({len(wrong)} sides differ)"
    return [error("fits-disagree", f"side {a}-{b}", message + more, "the closed form or the set is wrong")]


def hexagons(tiles: Collection[Labels], highest: int) -> int:
    """Return how many complete hexagons of six different tiles there are, up to rotation.

    Around the number in the middle the others run clockwise; six different tiles have no turn
    that leaves the hexagon as it is, so each is found six times.
    """
    ways = _rotations(tiles)
    bits = {tile: 1 << k for k, tile in enumerate(sorted({tuple(sorted(way)) for way in ways}))}
    numbers = range(highest + 1)
    found = 0
    for centre in numbers:
        after = [{b: bits[tuple(sorted((centre, a, b)))] for b in numbers if (centre, a, b) in ways} for a in numbers]
        found += sum([_count_rings(start, start, after, 0, 6) for start in numbers])
    return found // 6


def _count_rings(start: int, here: int, after: list[dict[int, int]], used: int, left: int) -> int:
    """Return in how many ways a ring can be closed with so many tiles that are not used yet. Sets of tiles are bits."""
    if left == 1:
        return start in after[here] and not used & after[here][start]
    onward = [(number, used | tile) for number, tile in after[here].items() if not used & tile]
    return sum([_count_rings(start, number, after, more, left - 1) for number, more in onward])


def pip_findings(game_set: GameSet) -> list[Finding]:
    """Return what is wrong with the pips of a set."""
    middles: dict[Mark, list[Point]] = {}
    widest, nearest = (0.0, ""), (math.inf, "")  # mm, and the piece that has it
    findings: list[Finding] = []
    for piece in game_set.pieces:
        numbers = [mark for mark in piece.face.marks if mark.label is not None]
        for mark in numbers:
            if mark not in middles:
                middles[mark] = list(map(middle, mark.ink))
                if len(mark.ink) != mark.label:
                    message = f"{len(mark.ink)} pips stand for the number {mark.label}"
                    remedy = "draw one pip for each one of the number"
                    findings.append(error("pips-miscounted", f"{piece.id} slot {mark.slot}", message, remedy))
                widest = max([widest, *((math.dist(a, b), piece.id) for a, b in combinations(middles[mark], 2))])
        for first, second in combinations(numbers, 2):
            pairs = product(middles[first], middles[second])
            nearest = min([nearest, *((math.dist(a, b), piece.id) for a, b in pairs)])
    if nearest[0] >= CLEAR * widest[0]:
        return findings
    message = (
        f"two pips of different corners are {nearest[0]:.2f} mm apart, and two of one corner up to {widest[0]:.2f} mm "
        f"(on {widest[1]}); a number is seen at once only where the first is at least {CLEAR:g} times the second"
    )
    remedy = "draw the pips of a number closer together, or nearer to the corner"
    return [*findings, error("pips-scattered", nearest[1], message, remedy)]
