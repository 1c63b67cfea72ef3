"""What lies side by side when a game is played: groups of tiles, and parts that sit in others.

A game names them with its set; `quasiprint.checks.fit` counts how far each may be off when all its parts are.
"""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.exact.polygon import ExactPoint

Laid = tuple[ExactPoint, ...]  # the exact corners of a tile where it lies, unit edge


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles in the order in which they are laid, each with a full edge at the one before it.

    name: as people say it, such as "a row of twelve". shape: the prototile of all, as pieces have it. ring: whether
    equal tiles go around a point, and the last has an edge at the first, too.
    """

    name: str
    shape: str
    tiles: tuple[Laid, ...]
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One part in or beside another that does not move. name: of both. gap: between them as drawn, on each side, mm."""

    name: str
    gap: float
