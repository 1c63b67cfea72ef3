"""What `check quasimino` proves beyond the checks of any set: the angles, the joins, the stars, the tokens.

Tokens hide no stripe, and no two are taken for one another. That is read from the faces: a token lies with its middle
on a corner of tiles, so that each corner and each stripe of a tile says how wide it may be.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from quasiprint.drawing.areas import Silhouette
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.rings import sides, to_segment
from quasiprint.exact.polygon import area_sign, is_simple
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino.design import HALF, angles, by_size, stars
from quasiprint.games.quasimino.rules import form_parallelogram
from quasiprint.model.face import Mark, Region
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Piece

TURNS = 4  # of a half turn: so many ways in which a token is laid on another, and these turned by a half turn


def prove(game_set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
    """Check the rhombs exactly. thorough: return the facts of the rules, too, as computed here."""
    findings: list[Finding] = []
    prototiles = {piece.shape: piece.corners for piece in game_set.pieces}
    for shape, corners in prototiles.items():
        findings += rhomb_findings(shape, corners, angles(shape))
    tokens = [accessory for accessory in game_set.accessories if accessory.kind == "token"]
    findings += _check_hiding(game_set, tokens)
    least = game_set.measures.machine.min_feature
    drawn = [(token, _turned([r for mark in token.face.marks for r in mark.ink], least)) for token in tokens]
    for (first, (mine, *_)), (second, theirs) in combinations(drawn, 2):
        if not all(mine.differs(turned, half_turn=half) for turned in theirs for half in (False, True)):
            message = f"turned somehow, it differs from {second.id} nowhere by a stroke of {least:g} mm"
            findings.append(error("tokens-alike", first.id, message, "give each player another pattern"))
    return findings, _count(game_set, prototiles) if thorough else {}


def _count(game_set: GameSet, shapes: Collection[str]) -> dict[str, Any]:
    """Return the facts of the rules."""
    edges: dict[str, Counter[str]] = defaultdict(Counter)
    for piece in game_set.pieces:
        edges[piece.shape].update(map(str, piece.marks))
    legal, both = stars(), stars(reflections=True)
    return {
        "angles in tenths of a turn": {shape: list(angles(shape)) for shape in sorted(shapes)},
        "colour on edges": {shape: dict(sorted(count.items())) for shape, count in sorted(edges.items())},
        "joins": joins(sorted(shapes)),
        "vertex stars": {
            "up to rotation": len(legal),
            "up to reflection": len(both),
            "by number of tiles": {str(k): n for k, n in by_size(legal).items()},
            "by number of tiles, up to reflection": {str(k): n for k, n in by_size(both).items()},
            "with parallelograms": len(stars(legal=False)),
            "with parallelograms, up to reflection": len(stars(legal=False, reflections=True)),
        },
    }


def joins(shapes: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return in how many ways two tiles can share an edge, by visiting every edge of every pair of shapes."""
    ways = {way: form_parallelogram(*way) for way in product(shapes, range(4), shapes, range(4))}

    def unmarked(reflections: bool) -> dict[str, int]:
        known: dict[tuple[tuple[str, int], ...], bool] = {}
        for (first, i, second, j), parallelogram in ways.items():
            # a half turn carries edge i to i + 2, a reflection to one beside it; and either tile may be named first
            names = (tuple(sorted(((first, (i + k) % 2), (second, (j + k) % 2)))) for k in range(1 + reflections))
            known[min(names)] = not parallelogram
        return {"all": len(known), "legal": sum(known.values())}

    def beside(first: str, seconds: Collection[str], edges: int) -> dict[str, int]:
        found = [ways[way] for way in product((first,), range(4), seconds, range(edges))]
        return {"all": len(found), "parallelograms": sum(found)}

    pairs = combinations_with_replacement(shapes, 2)
    return {
        "up to rotation": unmarked(False),
        "up to reflection": unmarked(True),
        # against a fixed tile, a second one whose edges are not distinguished
        "second tile of either shape": {first: beside(first, shapes, 2) for first in shapes},
        "edges told apart": {f"{first} and {second}": beside(first, (second,), 4) for first, second in pairs},
    }


def rhomb_findings(shape: str, corners: tuple[Any, ...], claimed: tuple[int, ...]) -> list[Finding]:
    """Check a prototile's boundary, its edges and its angles, all exactly. corners: exact, anticlockwise; claimed: the
    angle at each, in tenths of a turn."""
    if not is_simple(corners) or area_sign(corners) <= 0:
        return [error("boundary-not-simple", shape, "its boundary crosses itself or runs clockwise", "mend the rhomb")]
    n = len(corners)
    along = [corners[(k + 1) % n] - corners[k] for k in range(n)]
    if any((side.dot(side) + -along[0].dot(along[0])).sign() for side in along):
        return [error("edges-differ", shape, "its edges differ in length: tiles cannot meet", "mend the rhomb")]
    # An angle of a tenths is right when the edge before, turned back by a half turn less a, is
    # the edge after: at corner k the outside angle is HALF − a.
    wrong = [k for k in range(n) if along[k - 1].turn(HALF - claimed[k]) != along[k]]
    if wrong or sum(claimed) != (n - 2) * HALF:
        message = f"its angles {claimed} (tenths of a turn) are not those of its corners, or do not add up to {TURN}"
        return [error("angles-open", shape, message, "mend the rhomb")]
    return []


def _check_hiding(game_set: GameSet, tokens: list[Accessory]) -> Iterator[Finding]:
    """Yield a finding if a token on a corner of a tile lies on a stripe."""
    widest = max((math.hypot(*p) for token in tokens for p in token.face.nominal), default=0.0)
    first: dict[Mark, Piece] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            first.setdefault(mark, piece)
    for mark, piece in first.items():
        lines = [side for region in mark.field for ring in region.rings for side in sides(ring)]
        for number, corner in enumerate(piece.face.nominal):
            if any(to_segment(corner, *ends) < widest for ends in lines):
                where = f"stripe {mark.slot} when it is laid on corner {number}"
                message = f"a token, {widest:.2f} mm from its middle to its rim, lies on {where}"
                yield error("token-hides-stripe", piece.id, message, "make tokens smaller, or stripes narrower")
                return


def _turned(ink: list[Region], least: float) -> list[Silhouette]:
    """Return what is drawn on a token, in each of the ways in which it is laid on another."""
    turns = [partial(turn_ring, angle=math.pi * step / TURNS) for step in range(TURNS)]
    return [Silhouette(tuple(region.map_rings(turn) for region in ink), least) for turn in turns]
