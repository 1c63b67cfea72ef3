"""What lies on a table of tiles, for a page that shows it: tiles, places, hands and marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.model.finding import Finding, refused


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A tile on the table. piece: its id in the set. fresh: whether it was just laid. takes: the line that takes it up
    again, "" where it stays."""

    piece: str
    x: float
    y: float
    angle: float
    fresh: bool = False
    takes: str = ""


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a tile of a shape lies side to side with others, whether or not it fits. at: how a line says it."""

    shape: str
    x: float
    y: float
    angle: float
    at: str


@dataclass(frozen=True, slots=True)
class HeldTile:
    """A tile that may be laid. fits: the places that are legal for it, as their numbers among those of the table."""

    piece: str
    shape: str
    fits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """Somebody at the table. held: the tiles that everybody may see. score: what is counted in this game, None
    where the tiles are."""

    name: str
    tiles: int
    score: int | None
    moves: bool
    held: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableMark:
    """A covered point. whose: whose it is, players counted from 0; None: nobody owns it."""

    x: float
    y: float
    whose: int | None = None


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A table, for whoever shows it. phase: what is waited for, by a name. hand: what may be laid. acts: what else may
    be done: its name, whom or what it is about, and the line that does it. opened: tiles that lie face up beside the
    layout. counts: what a score is of: points, vertices or hexagons. left: tiles face down. aim: the score that can be
    reached, 0 if there is none. secret: whether only who moves may see the hand."""

    phase: str
    lying: tuple[LyingTile, ...]
    hand: tuple[HeldTile, ...]
    places: tuple[TilePlace, ...]
    sides: tuple[Side, ...]
    marks: tuple[TableMark, ...] = ()
    acts: tuple[tuple[str, str, str], ...] = ()
    opened: tuple[str, ...] = ()
    counts: str = "points"
    left: int = 0
    aim: int = 0
    secret: bool = False


def refuse_take(name: str, lying: Sequence[str]) -> Finding | None:
    """Return why a tile cannot be taken up again, None if it can. lying: the tiles on the table."""
    if name in lying:
        return None
    allowed = ", ".join(lying) or "none"
    return refused("tile-not-laid", f"take: found {name[:40]!r}, allowed is a tile on the table: {allowed}")
