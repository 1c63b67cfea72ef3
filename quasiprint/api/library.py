"""Designs of sets, and what is done with them and with made sets: what `quasiprint.api` hands out."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from quasiprint import formats as known_formats
from quasiprint import games as rooms
from quasiprint.api.views import AccessoryView, Layout, PieceView, png
from quasiprint.disk.reading import is_set_file
from quasiprint.disk.sinks import Memory, memory, open_set, sink
from quasiprint.disk.staging import ignore
from quasiprint.documents.pictures import GROUND, contact
from quasiprint.documents.rulebook import Edition
from quasiprint.errors import InputError
from quasiprint.make import checking
from quasiprint.make import make as making
from quasiprint.make.bill import lines as bill_lines
from quasiprint.make.bill import summary as bill_summary
from quasiprint.make.bill import with_shared_cuts
from quasiprint.make.books import default_rulebook, default_sheet, house
from quasiprint.make.make import Foreseen, Made, Proof, foresee
from quasiprint.make.parts import refuse_complete, refuse_strange
from quasiprint.make.processes import usual_jobs
from quasiprint.make.profiles import DEFAULTS as DEFAULT_PROFILES
from quasiprint.make.profiles import text as profile_text
from quasiprint.make.run import Request, Run, request, settle, with_formats
from quasiprint.make.templates import distribution, project
from quasiprint.make.workshop import Workshop
from quasiprint.model.finding import Finding, Judgement, has_errors, in_words
from quasiprint.model.game import LaidOut, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.option import settle_options
from quasiprint.model.page import Figure
from quasiprint.model.piece import SAMPLES, GameSet, Value
from quasiprint.model.solid import SolidPiece
from quasiprint.system import press

if TYPE_CHECKING:
    from quasiprint.make.verify import Verdict

__all__ = [
    "DEFAULT_PROFILES",
    "SAMPLES",
    "AccessoryView",
    "Design",
    "Finding",
    "Foreseen",
    "GameSet",
    "InputError",
    "Judgement",
    "Layout",
    "Made",
    "PieceView",
    "Proof",
    "Request",
    "bill_lines",
    "bill_summary",
    "default_rulebook",
    "default_sheet",
    "design",
    "distribution",
    "format_names",
    "game_names",
    "house",
    "is_set_file",
    "profile_text",
    "project",
    "read_layout",
    "score",
    "settle",
    "settle_options",
    "usual_jobs",
    "verify",
    "with_shared_cuts",
]


Warn = Callable[[str], None]
Tick = Callable[[str, int], None]


def game_names() -> tuple[str, ...]:
    """Return the names of all games, those of plug-ins among them."""
    return rooms.names()


def format_names() -> tuple[str, ...]:
    """Return the names of all formats, in the order in which they are made."""
    return known_formats.names()


class Design:
    """A set as it is designed: exact, whole, without a file. Made by `design`."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._workshop = Workshop(run)

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.run.parameters)
        return f"<quasiprint design of {self.run.game}: {len(self.pieces)} pieces; {said}>"

    @property
    def titles(self) -> Titles:
        """What the game, or the set file, is called."""
        return self._workshop.game.titles

    def as_made_by(self, process: str) -> GameSet:
        """Return the set with the sizes of a process: "printer", "laser" or "paper". Raises InputError if nothing in
        the set has a name that a part is to be made of."""
        if self.run.part is not None:
            refuse_strange(self._workshop.run, self._workshop.whole, Maker(process))
        return self._workshop.set(Maker(process))

    @cached_property
    def set(self) -> GameSet:
        """The set as it is made of paper."""
        return self.as_made_by("paper")

    @cached_property
    def pieces(self) -> tuple[PieceView, ...]:
        """Every piece that the set's completeness is about."""
        return tuple(PieceView(piece, self.set.palette, self._solid) for piece in self.set.pieces)

    @cached_property
    def accessories(self) -> tuple[AccessoryView, ...]:
        """Everything else that is printed: tokens, markers, parts of boards."""
        printed = self.as_made_by("printer")
        return tuple(AccessoryView(thing, printed.palette, self._solid) for thing in printed.accessories)

    def piece(self, id: str) -> PieceView:
        """Return a piece. Raises KeyError for an id that none has."""
        for piece in self.pieces:
            if piece.id == id:
                return piece
        first = f"the first is {self.pieces[0].id!r}" if self.pieces else "this part has none"
        raise KeyError(f"{self.run.game}: no piece {id!r}; {first}")

    def accessory(self, id: str) -> AccessoryView:
        """Return an accessory that is printed. Raises KeyError for an id that none has."""
        for thing in self.accessories:
            if thing.id == id:
                return thing
        known = ", ".join(thing.id for thing in self.accessories[:8])
        raise KeyError(f"{self.run.game}: no accessory {id!r}; there are {known or 'none'}")

    def _solid(self, id: str) -> SolidPiece:
        """Return a piece or an accessory as it is printed. Raises InputError if it cannot be."""
        return self._workshop.solid(id)

    def check(self, *, thorough: bool = True) -> Proof:
        """Prove the set from its design, as every process makes it; write nothing.

        thorough: also what does not depend on this very set, such as a trial of the random draw.
        """
        return checking.prove(self._workshop, thorough=thorough)

    def foresee(self, *, formats: Collection[str] | None = None, jobs: int = 1) -> Foreseen:
        """Check the set and return what making it would take; write nothing. formats: the usual ones, if nobody says.
        jobs: as `make` has them. Raises InputError for what cannot be made."""
        return foresee(Workshop(self._with(formats)), jobs)

    def make(
        self,
        to: str | os.PathLike[str],
        *,
        formats: Collection[str] | None = None,
        jobs: int = 1,
        replace: bool = False,
        warn: Warn = ignore,
        tick: Tick = ignore,
    ) -> Made:
        """Check the set, then write every file and a manifest: into a folder, or an archive if `to` ends in .zip.

        formats: the usual ones, if nobody says. jobs: formats encoded at once, from 1. warn: told of a format that is
        left out because this machine lacks something. tick: told of progress. What was there is replaced only if it is
        a set made by this program and nothing in it was changed since, and only when all is done. replace: it is put
        aside instead, whatever it is, under a name that `warn` is told. With an error among its findings nothing is
        written. Raises InputError for a place that something else has, or that cannot be written.
        """
        path = Path(to)
        if self.run.part is not None and not replace:
            refuse_complete(path)
        return making.make_set(self._with(formats), sink(path, replace, warn), path, _jobs(jobs), warn, tick)

    def files(
        self, *, formats: Collection[str] | None = None, jobs: int = 1, warn: Warn = ignore, tick: Tick = ignore
    ) -> dict[str, bytes]:
        """Check the set, then return every file of it by path. Raises InputError if a check finds an error."""
        files: dict[str, bytes] = {}
        outcome = making.make_set(self._with(formats), memory(files), Path(), _jobs(jobs), warn, tick)
        wrong = [finding for finding in outcome.findings if has_errors([finding])]
        if wrong:
            raise InputError(f"{self.run.game}: {wrong[0].code}: {in_words(wrong)}")
        return files

    def _with(self, formats: Collection[str] | None) -> Run:
        return self.run if formats is None else with_formats(self.run, self._workshop.game, tuple(formats))

    def rulebook(self, *, paper: str = "a4", booklet: bool = False, quick: bool = False) -> bytes:
        """Return the rulebook of this very set as a PDF. quick: one page for the table instead."""
        return self.book(Edition("quick" if quick else "book", self.run.language, paper, booklet))

    def book(self, edition: Edition) -> bytes:
        """Return a rulebook or a quick reference as a PDF."""
        try:
            return self._workshop.books.edition_pdf(edition)
        finally:
            press.close()

    def scoresheet(self, *, paper: str = "a4", **rules: Value) -> bytes:
        """Return the score sheet as a PDF. rules: of the table, where they are not the common ones."""
        game = self._workshop.game
        chosen = {**dict(self.run.parameters), **settle_options(game.name, tuple(house(game).values()), rules)}
        return self._workshop.books.sheet(self.run.language, paper, chosen)

    def picture(self, text: str | bytes) -> Figure:
        """Draw a layout, or what lies at the end of a game, with this set's pieces. Raises InputError if it cannot be
        read, or the game draws none."""
        game = self._workshop.game
        if not isinstance(game, LaidOut):
            raise InputError(f"game: {self.run.game} draws no layouts")
        return game.picture(_bytes(text), self._workshop.books.sets)

    def svg(self) -> str:
        """Return a picture of all pieces."""
        return contact(self.set).svg()

    def png(self, width: int = 1200) -> bytes:
        """Return a picture of all pieces as PNG. width: in pixels, from 16 to 8192. Raises InputError for another."""
        return png(contact(self.set).figure, width, GROUND)

    def _repr_svg_(self) -> str:
        return self.svg()


def design(game: str, **options: object) -> Design:
    """Design a set. options: the game's own, and those of every set; files and folders by their paths.

    Raises InputError for what cannot be made.
    """
    return Design(settle(request(game, options)))


def read_layout(game: str, text: str | bytes, **options: object) -> Layout:
    """Read a layout or game in the game's text form, with the options of the set that it is of.

    Raises InputError if it cannot be read, or the game draws none.
    """
    judgement = score(game, text, **options)
    makes = {option.name for option in rooms.load(game).options if option.makes}
    set = {name: value for name, value in options.items() if name in makes}
    return Layout(judgement, design(game, **set).picture(text))


def score(game: str, text: str | bytes, **options: object) -> Judgement:
    """Return what the rules say of a layout or a game in the game's text form.

    options: those of the game that say which set it was played with, or by which rules. Raises InputError if the text
    cannot be read.
    """
    from quasiprint.make.score import score as judged

    return judged(game, _bytes(text), request(game, options).parameters)


def verify(
    made: str | os.PathLike[str] | Mapping[str, bytes],
    *,
    by: str = "both",
    patient: bool = False,
    thorough: bool = False,
    jobs: int = 1,
    tick: Callable[[str], None] = ignore,
) -> Verdict:
    """Prove a made set again from its files alone: a folder, a ZIP archive, or files in memory.

    by: "bytes", compared with those of a set made again in memory, "pieces", recognised in the files, or "both".
    patient: whether to go on however long it takes. thorough: also let CadQuery's kernel read the STEP files with every
    healing off, and hold each body against the one that CadQuery's workplanes build. jobs: how many processes read and
    make, with the same outcome. tick: told of each file before it is read or made. Raises InputError for what is no
    set, or more work than anybody expects; Unavailable for what this machine lacks, such as CadQuery.
    """
    from quasiprint.make.verify import By
    from quasiprint.make.verify import verify as verified

    if by not in list(By):
        raise InputError(f"by: found {str(by)[:40]!r}, allowed is {' or '.join(By)}")
    files = Memory(made) if isinstance(made, Mapping) else open_set(Path(made))
    return verified(files, tick, By(by), patient=patient, thorough=thorough, jobs=_jobs(jobs))


def _jobs(value: object) -> int:
    """Return a number of jobs. Raises InputError for what is none."""
    if type(value) is not int or value < 1:
        raise InputError(f"jobs: found {str(value)[:40]!r}, allowed is a whole number from 1")
    return value


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
