"""The laws of tokens: they hide no stripe, and no two are taken for one another.

Read from the faces, in whole nanometres: a token lies with its middle on a corner of tiles, so that each corner of a
tile, and each stripe of it, says how wide a token may be.
"""

from __future__ import annotations

import math
from itertools import combinations

from quasiprint.drawing.areas import differ
from quasiprint.drawing.rings import turned
from quasiprint.model.face import Mark, Point, Region, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet

NM = 1_000_000  # in a millimetre, the grid of every face
TURNS = 4  # of a half turn: so many ways in which a token is laid on another, and these turned by a half turn

Place = tuple[int, int]


def token_findings(game_set: GameSet) -> list[Finding]:
    """Return what is wrong with the tokens of a set."""
    tokens = [thing for thing in game_set.accessories if thing.kind == "token"]
    return [*_hiding(game_set, tokens), *_alike(tokens, game_set.measures.machine.min_feature)]


def _hiding(game_set: GameSet, tokens: list[Accessory]) -> list[Finding]:
    """Return a finding if a token on a corner of a tile lies on a stripe."""
    widest = max((_square(_whole(p)) for token in tokens for p in token.face.nominal), default=0)
    seen: set[Mark] = set()
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark in seen:
                continue
            seen.add(mark)
            rings = [ring for region in mark.field for ring in region.rings]
            for number, corner in enumerate(piece.face.nominal):
                if any(_reaches(_whole(corner), ring, widest) for ring in rings):
                    message = (
                        f"a token, {widest**0.5 / NM:.2f} mm from its middle to its rim, lies on stripe {mark.slot} "
                        f"when it is laid on corner {number}"
                    )
                    return [error("token-hides-stripe", piece.id, message, "make tokens smaller, or stripes narrower")]
    return []


def _reaches(middle: Place, ring: Ring, square: int) -> bool:
    """Tell whether a circle, by the square of its radius, reaches a side of a ring. Nothing is rounded."""
    points = [(x - middle[0], y - middle[1]) for x, y in map(_whole, ring)]
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        if _square((ax, ay)) < square:
            return True
        if 0 < -(ax * dx + ay * dy) < length and (ax * dy - ay * dx) ** 2 < square * length:
            return True
    return False


def _alike(tokens: list[Accessory], least: float) -> list[Finding]:
    """Return a finding for each two tokens whose ink does not differ by a stroke, turned somehow: round as they are,
    they lie any way round."""
    findings = []
    inked = [(token, [region for mark in token.face.marks for region in mark.ink]) for token in tokens]
    for (one, mine), (two, theirs) in combinations(inked, 2):
        if not all(_differ(mine, theirs, step * 180.0 / TURNS, least) for step in range(TURNS)):
            message = f"turned somehow, it differs from {two.id} nowhere by a stroke of {least:g} mm"
            findings.append(error("tokens-alike", one.id, message, "give each player another pattern"))
    return findings


def _differ(mine: list[Region], theirs: list[Region], degrees: float, least: float) -> bool:
    there = tuple(Region(_turned(r.outer, degrees), tuple(_turned(h, degrees) for h in r.holes)) for r in theirs)
    return all(differ(tuple(mine), there, least, half_turn=half) for half in (False, True))


def _turned(ring: Ring, degrees: float) -> Ring:
    return tuple(turned(p, math.radians(degrees)) for p in ring)


def _whole(p: Point) -> Place:
    return round(p[0] * NM), round(p[1] * NM)


def _square(p: Place) -> int:
    return p[0] * p[0] + p[1] * p[1]
