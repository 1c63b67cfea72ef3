"""The room of a set file: what a game's room is for a game, from the file alone.

It is found by its name, `set`, and stands in no list of games. What a file says decides what the room can do: `bound`
returns the room of one file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from quasiprint.model.errors import InputError, plain
from quasiprint.model.finding import Finding
from quasiprint.model.game import Brief, Facts, Game, Parameters, Titles
from quasiprint.model.measures import Size
from quasiprint.model.option import Kind, Option
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer
from quasiprint.model.supplied import Supplied
from quasiprint.sets.set_file import SetDesign, read

NAME = "set"
OPTION = "set_file"
ACROSS = 30.0  # mm: the side of a square as large as a tile is on the average, where nobody says otherwise
STRIPE = 0.1  # of the edge
MOST = 65536  # bytes of a set file
OPTIONS = (
    Option(OPTION, "", Kind.FILE, "The set file.", suffix=".toml", most_bytes=MOST, scores=True),
    Option(
        "symbols",
        default="",
        kind=Kind.FOLDER,
        suffix=".svg",
        help="The SVG drawings that stand for labels, in the order of their names, for the look 'symbols'.",
        told=False,
    ),
)


@dataclass(frozen=True)
class SetRoom:
    """The room of any set file: nothing can be made before there is one."""

    name: str = NAME
    titles: Titles = field(default=Titles("A set of one's own", "whoever designs it"))
    options: tuple[Option, ...] = OPTIONS
    offers: tuple[Offer, ...] = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES)
    seeded: bool = False

    def bound(self, supplied: Mapping[str, Supplied]) -> Game:
        """Return the room of a file. Raises InputError where there is none, or it says no set."""
        if OPTION not in supplied:
            raise InputError("set file: found none, allowed is the path of one, such as macmahon.toml")
        given = supplied[OPTION]
        return OwnSet(design_of=read(given.content, plain(given.name)), label=plain(given.name))

    def design(self, brief: Brief) -> GameSet:
        """Return the set of the file that is supplied. Raises InputError where there is none."""
        return self.bound(brief.supplied).design(brief)


@dataclass(frozen=True)
class OwnSet:
    """The room of one file."""

    design_of: SetDesign
    label: str
    name: str = NAME
    options: tuple[Option, ...] = OPTIONS
    offers: tuple[Offer, ...] = (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES)
    seeded: bool = False

    @property
    def titles(self) -> Titles:
        """What the file says; of a set that nobody is credited for, its file."""
        return Titles(plain(self.design_of.title), plain(self.design_of.credit) or self.label)

    def size(self, parameters: Parameters) -> Size:
        """Return an edge with which tiles are about as large as a square of 30 mm."""
        areas = [_area(shape.outline.corners) / shape.outline.scale**2 for shape in self.design_of.shapes]
        edge = min(max(round(ACROSS / math.sqrt(sum(areas) / len(areas))), 10), 60)
        striped = any(shape.look in ("ribbons", "edges", "paths") for shape in self.design_of.shapes)
        return Size(float(edge), STRIPE * edge * striped)

    def design(self, brief: Brief) -> GameSet:
        """Return the set: see `quasiprint.sets.making.design`."""
        from quasiprint.sets.making import design

        return design(self.design_of, self.label, brief)

    def prove(self, set: GameSet, thorough: bool = False) -> tuple[list[Finding], Facts]:
        """Prove that it is the set that the file says: see `quasiprint.sets.laws`."""
        from quasiprint.sets.laws import laws

        return laws(self.design_of, set)


def _area(corners: tuple[object, ...]) -> float:
    points = [corner.to_xy() for corner in corners]  # type: ignore[attr-defined]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, points[1:] + points[:1], strict=True)) / 2


GAME: Game = SetRoom()
