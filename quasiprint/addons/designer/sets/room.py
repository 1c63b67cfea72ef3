"""The room of set files: what a game's room is for a game, from a file alone.

It is found by its name, `set`, and stands in no list of games. A file decides what it can do: `bound` returns the room
of that file, and nothing else can be asked before.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from quasiprint.errors import InputError, plain
from quasiprint.model.choices import Process, ProductKind
from quasiprint.model.game import Brief, Game, Lazy, Parameters, Titles
from quasiprint.model.option import Kind, Option, Supplied

if TYPE_CHECKING:  # what help and lists of games ask of this room needs no design
    from quasiprint.addons.designer.sets.set_file import SetDesign
    from quasiprint.model.measures import Size
    from quasiprint.model.piece import GameSet

OPTION = "set_file"
ACROSS = 30.0  # mm: the side of a square as large as a tile is on the average, where nobody says otherwise
LEAST, MOST, LARGEST = 10, 60, 120  # mm: of an edge, then; and where labels have no room
STRIPE = 0.08  # of the edge: so narrow that each pattern finds room in a rhomb of 36°, on an edge of 35 mm
BROAD = (0.14, 0.11, STRIPE)  # of the edge: ribbons, the first that have room
STRIPED = ("ribbons", "edges")


class OfFile:
    """A room's method that is a function of a module beside it, given the design first; imported when it is called."""

    def __init__(self, module: str, function: str) -> None:
        self.module, self.function = f"quasiprint.addons.designer.sets.{module}", function

    def __get__(self, room: SetRoom, _: type) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            return getattr(import_module(self.module), self.function)(room.file_design, *args, **named)

        return call


@dataclass(frozen=True)
class SetRoom:
    """The room of set files, or of one of them. fixed: the design of that one."""

    fixed: SetDesign | None = None
    name: str = "set"
    offers: tuple[ProductKind, ...] = (ProductKind.SOLIDS, ProductKind.DRAWINGS, ProductKind.PAGES)
    seeded: bool = False
    from_files: bool = True
    options: tuple[Option, ...] = (
        Option(OPTION, "", Kind.FILE, "The set file; or name it where a game is named.", suffix=".toml", scores=True),
        Option(
            "symbols",
            default="",
            kind=Kind.FOLDER,
            suffix=".svg",
            help="Use the SVG drawings in this folder for the look 'symbols', in the order of their names.",
        ),
    )

    playtesting: tuple[Option, ...] = (
        Option("players", 2, Kind.INT, "How many play.", minimum=2, maximum=6),
        Option(
            "hand",
            "",
            Kind.INT,
            "How many tiles each player is dealt.  [default: as many as half of the set allows, at most 7]",
            minimum=1,
            maximum=100,
        ),
    )

    @property
    def titles(self) -> Titles:
        """What the file says of itself; a set that is credited to nobody is its file's."""
        if self.fixed is None:
            return Titles("A set of your own", "whoever designs it")
        return Titles(plain(self.fixed.title), plain(self.fixed.credit) or self.fixed.label)

    def bound(self, supplied: Mapping[str, Supplied]) -> Game:
        """Return the room of a file. Raises InputError where there is none, or it says no set."""
        from quasiprint.addons.designer.sets.set_file import read

        if OPTION not in supplied:
            raise InputError("set file: found none, allowed is the path of one, such as macmahon-squares.toml")
        given = supplied[OPTION]
        return replace(self, fixed=read(given.content, plain(given.name)))

    @property
    def file_design(self) -> SetDesign:
        """What the file says. Raises InputError where there is none."""
        if self.fixed is None:
            raise InputError("set file: found none, allowed is the path of one")
        return self.fixed

    def size(self, parameters: Parameters) -> Size:
        """Return an edge with which tiles are, on the average, as large as a square of 30 mm; a longer one where labels
        have no room on a usual printer's. Raises InputError for too many tiles, before anything is measured."""
        from quasiprint.addons.designer.sets.looks.paths import share
        from quasiprint.addons.designer.sets.making import fits
        from quasiprint.addons.designer.sets.set_file import LINES, refuse_too_many
        from quasiprint.model.face import area
        from quasiprint.model.measures import Size

        if self.fixed is None:
            return Size(ACROSS, STRIPE)
        refuse_too_many(self.fixed)
        shapes = self.fixed.shapes
        outlines = [shape.outline for shape in shapes]
        areas = [area(tuple(p.to_xy() for p in outline.corners)) / outline.scale**2 for outline in outlines]
        looks = [shape.look for shape in shapes]
        wide = [STRIPE for look in looks if look in STRIPED]
        wide += [share(shape) for shape, look in zip(shapes, looks, strict=True) if look in LINES]
        stripe = min(wide, default=0.0)
        tried = BROAD if "ribbons" in looks and not {"edges", *LINES} & {*looks} else (stripe,)
        edge = min(max(round(ACROSS / math.sqrt(sum(areas) / len(areas))), LEAST), MOST)
        while edge < LARGEST:
            for stripe in tried:
                if fits(self.fixed, edge, stripe):
                    return Size(float(edge), stripe)
            edge += 1
        return Size(float(edge), stripe)

    @property
    def has_room(self) -> bool:
        """Whether labels have room on tiles as large as a usual printer makes them."""
        from quasiprint.addons.designer.sets.making import fits

        size = self.size({})
        return fits(self.file_design, size.edge, size.stripe)

    def design(self, brief: Brief) -> GameSet:
        """Return the set that the file says. Raises InputError for what has no room at this size, or cannot be drawn;
        of an edge that nobody gave it tells what that was derived from, and what to write instead."""
        from quasiprint.addons.designer.sets.making import design
        from quasiprint.addons.designer.sets.set_file import SPOTS

        measures, file_design = brief.measures, self.file_design
        found = f"edge: found {measures.size.edge:g} mm"
        try:
            return design(file_design, brief)
        except InputError as fault:
            if not str(fault).startswith(found) or self.size({}).edge != measures.size.edge:
                raise
            message = str(fault).replace(
                found, f"{found}, which follows from shapes and labels of {file_design.label}", 1
            )
        shown = [shape for shape in file_design.shapes if shape.names and shape.look in SPOTS]
        message += "; write --edge" + ", or shorter names" * bool(shown)
        if shown and all(shape.choice.at == "edges" for shape in shown):
            message += ', or look = "wedges"'
        if others := {Process.PRINTER: "svg,pdf", Process.LASER: "pdf"}.get(measures.process):
            message += f", or make nothing for a {measures.process}: --format {others}"
        raise InputError(message)

    prove = OfFile("laws", "laws")
    score = OfFile("placed", "judge")
    rules = OfFile("card", "content")
    picture = OfFile("card", "picture")
    test = OfFile("playtest", "test")
    plays = OfFile("playtest", "plays")
    write_file = Lazy("questions")
    read_answers = Lazy("questions")


GAME: Game = SetRoom()
