"""The laws of pips: as many as the number says, and those of a corner together.

Read from the faces as drawn, in whole nanometres and without rounding: the middle of a pip, times its number of
corners, is the sum of these. So a set whose pips were moved is found out, whoever moved them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from quasiprint.model.face import Mark, Region
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet

CLEAR = Fraction(3, 2)  # of the longest way between two pips of a corner: the shortest to one of another corner
NM = 1_000_000  # in a millimetre, the grid of every face

Middle = tuple[Fraction, Fraction]


def pip_findings(game_set: GameSet) -> list[Finding]:
    """Return what is wrong with the pips of a set."""
    middles: dict[Mark, list[Middle]] = {}
    widest: tuple[Fraction, str] = (Fraction(0), "")
    nearest: tuple[Fraction, str] | None = None
    findings: list[Finding] = []
    seen: set[frozenset[Mark]] = set()
    for piece in game_set.pieces:
        numbers = [mark for mark in piece.face.marks if mark.label is not None]
        for mark in numbers:
            if mark not in middles:
                middles[mark] = [_middle(area) for area in mark.ink]
                findings += _counted(piece.id, mark)
                widest = max([widest, *((_way(a, b), piece.id) for a, b in combinations(middles[mark], 2))])
        for one, two in combinations(numbers, 2):
            if frozenset((one, two)) not in seen:
                seen.add(frozenset((one, two)))
                ways = [(_way(a, b), piece.id) for a in middles[one] for b in middles[two]]
                nearest = min([*ways, *([nearest] if nearest else [])], default=None)
    if nearest is None or nearest[0] >= CLEAR**2 * widest[0]:
        return findings
    far, near = (float(way) ** 0.5 / NM for way in (widest[0], nearest[0]))
    enough = f"is at least {float(CLEAR):g} times the second"
    return [
        *findings,
        error(
            "pips-scattered",
            nearest[1],
            f"two pips of different corners are {near:.2f} mm apart, and two of one corner up to {far:.2f} mm (on "
            f"{widest[1]}); a number is seen at once only where the first {enough}",
            "draw the pips of a number closer together, or nearer to the corner",
        ),
    ]


def _counted(tile: str, mark: Mark) -> list[Finding]:
    if len(mark.ink) == mark.label:
        return []
    return [
        error(
            "pips-miscounted",
            f"{tile} slot {mark.slot}",
            f"{len(mark.ink)} pips stand for the number {mark.label}",
            "draw one pip for each one of the number",
        )
    ]


def _middle(area: Region) -> Middle:
    x, y = (sum(round(value * NM) for value in axis) for axis in zip(*area.outer, strict=True))
    return Fraction(x, len(area.outer)), Fraction(y, len(area.outer))


def _way(one: Middle, two: Middle) -> Fraction:
    """Return the square of the way between two points, in nm²."""
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2
