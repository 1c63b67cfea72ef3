"""What `check quasimino` proves beyond the checks of any set: the angles, the joins, the stars."""

from __future__ import annotations

from typing import Any

from quasiprint.exact.polygon import area_sign, is_simple
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino.rhomb import HALF_TURN, angles
from quasiprint.games.quasimino.rules import joins, positions
from quasiprint.games.quasimino.stars import by_size, stars
from quasiprint.games.quasimino.token_laws import token_findings
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet


def prove(game_set: GameSet) -> tuple[list[Finding], dict[str, Any]]:
    """Check the rhombs exactly, and return the facts of the rules as computed here."""
    findings: list[Finding] = []
    prototiles = {piece.shape: piece.corners for piece in game_set.pieces}
    for shape, corners in prototiles.items():
        findings += rhomb_findings(shape, corners, angles(shape))
    findings += token_findings(game_set)
    legal, both = stars(), stars(reflections=True)
    facts = {
        "angles in tenths of a turn": {shape: list(angles(shape)) for shape in sorted(prototiles)},
        "colour on edges": _edges_by_colour(game_set),
        "joins": {
            "up to rotation": dict(zip(("all", "legal"), joins(), strict=True)),
            "up to reflection": dict(zip(("all", "legal"), joins(reflections=True), strict=True)),
            # against a fixed tile, a second one of either shape whose edges are not told apart
            "second tile of either shape": {
                one: dict(zip(("all", "parallelograms"), _unmarked(one, sorted(prototiles)), strict=True))
                for one in sorted(prototiles)
            },
            "edges told apart": {
                f"{one} and {two}": dict(zip(("all", "parallelograms"), positions(one, two), strict=True))
                for one in sorted(prototiles)
                for two in sorted(prototiles)
                if one <= two
            },
        },
        "vertex stars": {
            "up to rotation": len(legal),
            "up to reflection": len(both),
            "by number of tiles": {str(k): n for k, n in by_size(legal).items()},
            "by number of tiles, up to reflection": {str(k): n for k, n in by_size(both).items()},
            "with parallelograms": len(stars(legal=False)),
            "with parallelograms, up to reflection": len(stars(legal=False, reflections=True)),
        },
    }
    return findings, facts


def rhomb_findings(shape: str, corners: tuple[Any, ...], claimed: tuple[int, ...]) -> list[Finding]:
    """Check a prototile's boundary, its edges and its angles, all exactly.

    corners: exact, anticlockwise; claimed: the angle at each, in tenths of a turn.
    """
    if not is_simple(corners) or area_sign(corners) <= 0:
        return [error("boundary-not-simple", shape, "its boundary crosses itself or runs clockwise", "mend the rhomb")]
    n = len(corners)
    sides = [corners[(k + 1) % n] - corners[k] for k in range(n)]
    if any((side.dot(side) + -sides[0].dot(sides[0])).sign() for side in sides):
        return [error("edges-differ", shape, "its edges differ in length: tiles cannot meet", "mend the rhomb")]
    # An angle of a tenths is right when the edge before, turned back by a half turn less a, is
    # the edge after: at corner k the outside angle is HALF_TURN − a.
    wrong = [k for k in range(n) if sides[k - 1].turned(HALF_TURN - claimed[k]) != sides[k]]
    if wrong or sum(claimed) != (n - 2) * HALF_TURN:
        return [
            error(
                "angles-open",
                shape,
                f"its angles {claimed} (tenths of a turn) are not those of its corners, or do not add up to {TURN}",
                "mend the rhomb",
            )
        ]
    return []


def _edges_by_colour(game_set: GameSet) -> dict[str, dict[str, int]]:
    """Return on how many edges each colour stands, by shape."""
    count: dict[str, dict[str, int]] = {}
    for piece in game_set.pieces:
        by_colour = count.setdefault(piece.shape, {})
        for colour in piece.marks:
            by_colour[str(colour)] = by_colour.get(str(colour), 0) + 1
    return {shape: dict(sorted(found.items())) for shape, found in sorted(count.items())}


def _unmarked(one: str, shapes: list[str]) -> tuple[int, int]:
    """Return the positions of an unmarked second tile of any shape, and how many are parallelograms."""
    ways = [positions(one, two, marked=False) for two in shapes]
    return sum(n for n, _ in ways), sum(n for _, n in ways)
