"""How far tiles may be off that lie side by side: between two of them, in a row, in a ring.

Every edge of a tile is made with an error of up to a tolerance t, either way; angles are right, since a beam, a stroke
of filament and a knife move an edge and do not turn it. Between two tiles at their drawn places there is then a gap of
g = 2c, c being the clearance less what edges were measured to come out further, and at most g + 2t: their *play*, which
hands feel and stripes show.

Tiles that are pushed together move straight towards one another until their edges meet: by the gap at the edge, along
its normal n. The last of a row has moved by Σ (g + e₁ + e₂) n: that is its *drift*. In the worst case all errors e are
as large as t and go the same way, as a beam has them that was measured wrongly; errors that differ from edge to edge
add up as the root of their squares.

Around a point, equal tiles with right angles always close as long as their errors are equal: they only come nearer. A
ring has two drifts: how much nearer tiles at opposite places come, and how far errors that differ keep the last tile
from the first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quasiprint.exact.polygon import edges
from quasiprint.exact.regular import Group, TileCorners
from quasiprint.model.choices import Process
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.measures import Fit
from quasiprint.model.piece import GameSet

MOST_PLAY = 0.5  # mm: between two tiles; more is seen at a glance, and stripes no longer seem to meet
MADE = {Process.PRINTER: "printed", Process.LASER: "cut", Process.PAPER: "of paper"}
Vector = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Span:
    """A length that may be off, mm. nominal: with no error; likely: the root of squares of the errors, either way;
    least, most: in the worst case. Less than 0: what is drawn does not fit, and takes more room."""

    name: str
    nominal: float
    likely: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Budget:
    """How a set fits as one process makes it. tolerance: of each edge, either way, mm; tolerance_from: who says so.

    between: the gap between two tiles, if tiles lie side by side, and around each part that sits in another. drifts: of
    groups that are pushed together.
    """

    process: Process
    tolerance: float
    tolerance_from: str
    between: tuple[Span, ...]
    drifts: tuple[Span, ...]

    def as_facts(self) -> Mapping[str, object]:
        """Return the budget for people and for JSON, rounded to hundredths of a mm."""
        return {"tolerance": self.tolerance} | {
            span.name: {
                "nominal": _hundredths(span.nominal),
                "likely": _hundredths(span.likely),
                "worst": [_hundredths(span.least), _hundredths(span.most)],
            }
            for span in (*self.between, *self.drifts)
        }


def _hundredths(length: float) -> float:
    return round(length, 2) + 0.0


def budget(game_set: GameSet) -> Budget | None:
    """Return how a set fits; None if nothing in it lies side by side, or nobody makes it. Raises ValueError for a group
    whose neighbours share no full edge."""
    if game_set.measures.process not in MADE or not (game_set.groups or game_set.seats):
        return None
    fit = game_set.measures.fit
    between = [_between(f"between two {game_set.noun}s", _gap(fit), fit)] if game_set.groups else []
    between += [_between(seat.name, seat.gap - 2 * fit.swelling, fit) for seat in game_set.seats]
    drifts = tuple(span for group in game_set.groups for span in _drifts(group, fit))
    return Budget(game_set.measures.process, fit.tolerance, fit.tolerance_from, tuple(between), drifts)


def loose(game_set: GameSet) -> list[Finding]:
    """Check that no two parts that lie side by side have more play than `MOST_PLAY`."""
    found, each = budget(game_set), game_set.measures.fit.tolerance
    remedy = "choose a smaller --clearance, or measure your machine and say its tolerance in a profile of measures"
    return [
        Finding(
            "parts-loose",
            Severity.WARNING,
            f"{game_set.game}, {MADE[game_set.measures.process]}",
            f"{span.name}: up to {span.most:.2f} mm of play, {span.nominal:g} mm as drawn and up to {each:g} mm for "
            f"each edge; from {MOST_PLAY:g} mm on it shows",
            remedy,
        )
        for span in (found.between if found else ())
        if span.most > MOST_PLAY + 1e-9
    ]


def _gap(fit: Fit) -> float:
    """Return the gap between two tiles at their drawn places, with no error but the one that was measured."""
    return 2 * (fit.clearance - fit.swelling)


def _between(name: str, gap: float, fit: Fit) -> Span:
    """Return the span of a gap between two edges."""
    t = fit.tolerance
    return Span(name, gap, math.sqrt(2) * t, gap - 2 * t, gap + 2 * t)


def _drifts(group: Group, fit: Fit) -> list[Span]:
    """Return how far a group's tiles may be from their drawn places when it is pushed together."""
    normals = joints(group)
    if not group.ring:
        return [_along(f"{group.name} is shorter by", normals, fit)]
    return [
        _along(f"{group.name} is smaller across by", normals[: len(group.tiles) // 2], fit),
        _closing(f"{group.name} closes within", normals, fit),
    ]


def joints(group: Group) -> tuple[Vector, ...]:
    """Return, for each joint of a group, the unit normal of the shared edge, from a tile to the next. Raises ValueError
    if two tiles that follow each other share no full edge."""
    following = (*group.tiles[1:], group.tiles[0]) if group.ring else group.tiles[1:]
    return tuple(_normal(group.name, tile, two) for tile, two in zip(group.tiles, following, strict=False))


def _normal(name: str, first: TileCorners, second: TileCorners) -> Vector:
    theirs = {frozenset(ends) for ends in edges(second)}
    shared = [ends for ends in edges(first) if frozenset(ends) in theirs]
    if len(shared) != 1:
        raise ValueError(f"{name}: two tiles that follow each other share {len(shared)} full edges, allowed is 1")
    (x0, y0), (x1, y1) = (end.to_xy() for end in shared[0])
    length = math.hypot(x1 - x0, y1 - y0)
    return (y1 - y0) / length, (x0 - x1) / length  # outwards: corners run anticlockwise


def _along(name: str, normals: Sequence[Vector], fit: Fit) -> Span:
    """Return how far the last of a row drifts, along the way in which it drifts without errors."""
    x, y = math.fsum(n[0] for n in normals), math.fsum(n[1] for n in normals)
    far = math.hypot(x, y)
    shares = [(n[0] * x + n[1] * y) / far for n in normals]
    drawn, off = _gap(fit) * far, 2 * fit.tolerance * math.fsum(map(abs, shares))
    likely = fit.tolerance * math.sqrt(2 * math.fsum(share * share for share in shares))
    return Span(name, drawn, likely, drawn - off, drawn + off)


def _closing(name: str, normals: Sequence[Vector], fit: Fit) -> Span:
    """Return how far the last of a ring may lie from the first: not at all if all edges are off alike."""
    xx, yy = math.fsum(x * x for x, _ in normals), math.fsum(y * y for _, y in normals)
    xy = math.fsum(x * y for x, y in normals)
    widest = (xx + yy) / 2 + math.hypot((xx - yy) / 2, xy)  # the larger eigenvalue: the way in which it is off most
    most = 2 * fit.tolerance * max(_farthest(normals, along) for along in normals)
    return Span(name, 0.0, fit.tolerance * math.sqrt(2 * widest), 0.0, most)


def _farthest(normals: Sequence[Vector], along: Vector) -> float:
    """Return how far sums of normals, each one way or the other, get at one corner of all such sums: the one where the
    normals are added that lie to the left of `along`."""
    x = y = 0.0
    for n in normals:
        left = along[0] * n[1] - along[1] * n[0]
        if abs(left) < 1e-9:
            left = along[0] * n[0] + along[1] * n[1]
        way = math.copysign(1.0, left)
        x, y = x + way * n[0], y + way * n[1]
    return math.hypot(x, y)
