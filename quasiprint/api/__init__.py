"""The library: options come in, as the command line has them; sets, findings, pictures and files go out.

Begin with `design`, which gives a `Design` to look at, check and make; `verify` and `score` answer without one.
docs/programs.md has examples. Whatever is impossible is an `InputError`: what was found, and what is allowed. What is
being done is told to whoever listens: `with quasiprint.system.progress.telling(print):`."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quasiprint import formats as known_formats
from quasiprint import games as rooms
from quasiprint.disk.staging import Stage, sink
from quasiprint.disk.stored import Memory, open_set
from quasiprint.documents import pictures
from quasiprint.documents.rulebook import Edition
from quasiprint.drawing.face_shapes import paint_svg
from quasiprint.errors import InputError
from quasiprint.make import make as making
from quasiprint.make.make import DryRun, Made, Proof, Warn
from quasiprint.make.run import Run, refuse_other_set, refuse_strange, request, settle, with_formats
from quasiprint.make.score import score as judged
from quasiprint.make.verify import By, Verdict
from quasiprint.make.verify import verify as verified
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.finding import Finding, Judgement, has_errors, in_words
from quasiprint.model.game import LaidOut, Titles
from quasiprint.model.page import Figure
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.plugins import require_extension
from quasiprint.model.profile import Palette
from quasiprint.model.resources import papers
from quasiprint.model.solid import SolidPiece
from quasiprint.solids import cad
from quasiprint.system import press
from quasiprint.system.progress import ignore

if TYPE_CHECKING:
    import cadquery

    check_set: Any
    solve: Any

__all__ = [
    "AccessoryView",
    "Design",
    "DryRun",
    "Finding",
    "GameSet",
    "InputError",
    "Judgement",
    "Layout",
    "Made",
    "PieceView",
    "Proof",
    "Verdict",
    "check_set",
    "design",
    "format_names",
    "game_names",
    "read_layout",
    "score",
    "solve",
    "verify",
]
BROUGHT = {"check_set": "designer", "solve": "lab"}  # by add-ons, through entry points of the group "quasiprint.api"


def __getattr__(name: str) -> Any:
    """Return what an add-on brings. Raises InputError where that is missing."""
    if name not in BROUGHT:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return require_extension("quasiprint.api", name, name, BROUGHT[name])


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
        self._workshop = Build(run)

    def __repr__(self) -> str:
        text = ", ".join(f"{name}={value!r}" for name, value in self.run.parameters)
        return f"<quasiprint design of {self.run.game}: {len(self.pieces)} pieces; {text}>"

    @property
    def titles(self) -> Titles:
        """What the game, or the set file, is called."""
        return self._workshop.game.titles

    def as_made_by(self, process: str) -> GameSet:
        """Return the set with the sizes of a process: "printer", "laser" or "paper". Raises InputError for another, and
        if nothing in the set has a name that a part is to be made of."""
        _refuse_unknown("process", process, Process)
        if self.run.part is not None:
            refuse_strange(self._workshop.run, self._workshop.whole, Process(process))
        return self._workshop.set(Process(process))

    @cached_property
    def set(self) -> GameSet:
        """The set as it is made of paper."""
        return self.as_made_by("paper")

    @cached_property
    def pieces(self) -> tuple[PieceView, ...]:
        """Every piece that the set's completeness is about."""
        return tuple(PieceView(piece, self.set.palette, self._workshop.solid) for piece in self.set.pieces)

    @cached_property
    def accessories(self) -> tuple[AccessoryView, ...]:
        """Everything else that is printed: tokens, markers, parts of boards."""
        printed, solid = self.as_made_by("printer"), self._workshop.solid
        return tuple(AccessoryView(accessory, printed.palette, solid) for accessory in printed.accessories)

    def piece(self, id: str) -> PieceView:
        """Return a piece. Raises KeyError for an id that none has."""
        for piece in self.pieces:
            if piece.id == id:
                return piece
        first = f"the first is {self.pieces[0].id!r}" if self.pieces else "this part has none"
        raise KeyError(f"{self.run.game}: no piece {id!r}; {first}")

    def accessory(self, id: str) -> AccessoryView:
        """Return an accessory that is printed. Raises KeyError for an id that none has."""
        for view in self.accessories:
            if view.id == id:
                return view
        known = ", ".join(accessory_view.id for accessory_view in self.accessories[:8])
        raise KeyError(f"{self.run.game}: no accessory {id!r}; there are {known or 'none'}")

    def check(self, *, thorough: bool = True) -> Proof:
        """Prove the set from its design, as every process makes it; write nothing.

        thorough: also what does not depend on this very set, such as a trial of the random draw.
        """
        return making.prove(self._workshop, thorough=thorough)

    def foresee(self) -> DryRun:
        """Check the set and return what making it would take; write nothing. Raises InputError for what cannot be
        made."""
        return making.foresee(self._workshop)

    def make(
        self,
        to: str | os.PathLike[str],
        *,
        formats: Collection[str] | None = None,
        jobs: int = 1,
        replace: bool = False,
        warn: Warn = ignore,
    ) -> Made:
        """Check the set, then write every file and a manifest: into a folder, or an archive if `to` ends in .zip.

        formats: the usual ones, if nobody says. jobs: formats encoded at once, from 1. warn: called with a format that
        is left out because this machine lacks something. What was there is replaced
        only if it is a set made by this program and nothing in it was changed since, and only when all is done.
        replace: it is put aside instead, whatever it is, under a name that `warn` gets. With an error among its
        findings nothing is written. Raises InputError for a place that something else has, or that cannot be written.
        """
        path = Path(to)
        if not replace:
            refuse_other_set(path, self.run)
        return making.make_set(self._with(formats), sink(path, replace, warn), path, _jobs(jobs), warn)

    def files(self, *, formats: Collection[str] | None = None, jobs: int = 1, warn: Warn = ignore) -> dict[str, bytes]:
        """Check the set, then return every file of it by path. Raises InputError if a check finds an error."""
        files: dict[str, bytes] = {}
        stage = nullcontext(Stage(Path(), files))
        outcome = making.make_set(self._with(formats), stage, Path(), _jobs(jobs), warn)
        wrong = [finding for finding in outcome.findings if has_errors([finding])]
        if wrong:
            raise InputError(f"{self.run.game}: {wrong[0].code}: {in_words(wrong)}")
        return files

    def _with(self, formats: Collection[str] | None) -> Run:
        return self.run if formats is None else with_formats(self.run, self._workshop.game, tuple(formats))

    def rulebook(self, *, paper: str = "a4", booklet: bool = False, quick: bool = False) -> bytes:
        """Return the rulebook of this very set as a PDF. quick: one page for the table instead. Raises InputError for a
        paper that does not come with the program."""
        _refuse_unknown("paper", paper, papers())
        return self.book(Edition("quick" if quick else "book", self.run.language, paper, booklet))

    def book(self, edition: Edition) -> bytes:
        """Return a rulebook or a quick reference as a PDF."""
        return self._workshop.books.edition_pdf(edition)

    def scoresheet(self, *, paper: str = "a4") -> bytes:
        """Return the score sheet as a PDF, with the rules of the table that the set's options say. Raises InputError
        for a game without one, and for a paper that does not come with the program."""
        _refuse_unknown("paper", paper, papers())
        return self._workshop.books.sheet(self.run.language, paper)

    def picture(self, text: str | bytes) -> Figure:
        """Draw a layout, or what lies at the end of a game, with this set's pieces. Raises InputError if it cannot be
        read, or the game draws none."""
        game = self._workshop.game
        if not isinstance(game, LaidOut):
            raise InputError(f"game: {self.run.game} draws no layouts")
        return game.picture(_bytes(text), self._workshop.books.sets)

    def svg(self) -> str:
        """Return a picture of all pieces."""
        return pictures.svg(pictures.contact(self.set))

    def png(self, width: int = 1200) -> bytes:
        """Return a picture of all pieces as PNG. width: in pixels, from 16 to 8192. Raises InputError for another."""
        return png(pictures.contact(self.set), width, pictures.GROUND)

    def _repr_svg_(self) -> str:
        return self.svg()


def design(game: str, **options: object) -> Design:
    """Design a set. options: the game's own, and those of every set; files and folders by their paths.

    Raises InputError for what cannot be made.
    """
    if not isinstance(game, str):
        raise InputError(f"game: found {str(game)[:40]!r}, allowed is the name of one")
    return Design(settle(request(game, options)))


def read_layout(game: str, text: str | bytes, **options: object) -> Layout:
    """Read a layout or game in the game's text form, with the options of the set that it is of.

    Raises InputError if it cannot be read, or the game draws none.
    """
    return Layout(score(game, text, **options), design(game, **options).picture(text))


def score(game: str, text: str | bytes, **options: object) -> Judgement:
    """Return what the rules say of a layout or a game in the game's text form.

    options: of the game, for the set or the rules of the layout. Raises InputError if the text
    cannot be read.
    """
    return judged(game, _bytes(text), request(game, options).parameters)


def verify(
    made: str | os.PathLike[str] | Mapping[str, bytes],
    *,
    by: str = "both",
    thorough: bool = False,
    jobs: int = 1,
) -> Verdict:
    """Prove a made set again from its files alone: a folder, a ZIP archive, or files in memory.

    by: "bytes", compared with those of a set made again in memory, "pieces", recognised in the files, or "both".
    thorough: also hold each body against the one that CadQuery's workplanes build. jobs: how many processes read and
    make, with the same outcome. Raises InputError for what is no set, Unavailable for what this machine lacks, such as
    CadQuery.
    """
    _refuse_unknown("by", by, By)
    files = Memory(made) if isinstance(made, Mapping) else open_set(Path(made))
    return verified(files, By(by), thorough=thorough, jobs=_jobs(jobs))


def _refuse_unknown(what: str, found: object, allowed: Iterable[str]) -> None:
    """Raise InputError for what is none of the words that are allowed."""
    if found not in list(allowed):
        raise InputError(f"{what}: found {str(found)[:40]!r}, allowed is {' or '.join(allowed)}")


def _jobs(value: object) -> int:
    """Return a number of jobs. Raises InputError for another value."""
    if type(value) is not int or value < 1:
        raise InputError(f"jobs: found {str(value)[:40]!r}, allowed is a whole number from 1")
    return value


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


WIDEST = 8192  # pixels of a picture
WHITE = "#FFFFFF"


def png(figure: Figure, width: int, ground: str) -> bytes:
    """Return a figure as PNG, never higher than 8192 pixels, but where it is narrower than 16 then. width: in pixels,
    from 16 to 8192; ground: its colour. Raises InputError for another."""
    if type(width) is not int or not 16 <= width <= WIDEST:
        raise InputError(f"width: found {str(width)[:40]!r}, allowed is a whole number from 16 to {WIDEST}")
    wide = min(width, max(16, int(WIDEST * figure.width / figure.height)))
    high = max(1, round(wide * figure.height / figure.width))
    try:
        return paint_svg([(pictures.svg(figure), wide, high)], ground)[0]
    finally:
        press.close()


@dataclass(frozen=True, slots=True)
class _Viewable:
    """A piece or accessory with its palette. In a notebook it shows its face."""

    item: Piece | Accessory
    palette: Palette
    _solid: Callable[[str], SolidPiece] = field(repr=False, compare=False)

    @property
    def id(self) -> str:
        """Its id: stable for good, fit for a file's name."""
        return self.item.id

    def svg(self) -> str:
        """Return a picture of the face, one unit a millimetre."""
        return pictures.svg(pictures.portrait(self.item, self.palette))

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def parts(self) -> tuple[str, ...]:
        """What it is printed as: "body", its inlays, and "relief", the whole in one body."""
        return tuple(cad.parts(self._solid(self.id)))

    def workplane(self, part: str = cad.WHOLE) -> cadquery.Workplane:
        """Return it as it is printed, or one of its `parts`, as CadQuery's workplanes build it: one solid on the stack,
        face up from z = 0, mm, to design on and to export with CadQuery's own means.

        Raises Unavailable without CadQuery, InputError for a part that it has not, or if it cannot be printed.
        """
        return cad.part_of(self._solid(self.id), part)

    def assembly(self) -> cadquery.Assembly:
        """Return body and inlays as an assembly of CadQuery's, with names and colours. Raises as `workplane` does."""
        return cad.assembly(self._solid(self.id), self.palette)


@dataclass(frozen=True, slots=True)
class PieceView(_Viewable):
    """A piece of a set."""

    item: Piece

    @property
    def shape(self) -> str:
        """The name of its prototile."""
        return self.item.shape

    @property
    def marks(self) -> tuple[int, ...]:
        """Its labels by slot, as the manifest has them."""
        return self.item.marks


@dataclass(frozen=True, slots=True)
class AccessoryView(_Viewable):
    """Something else in the box, as often as `count` says: a token, a marker, a part of a board."""

    item: Accessory

    @property
    def kind(self) -> str:
        """What it is, as the manifest has it."""
        return self.item.kind

    @property
    def count(self) -> int:
        """How many of it are in the box."""
        return self.item.count


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout or game: what the rules say of it, and its picture. In a notebook it shows the picture."""

    judgement: Judgement
    figure: Figure

    def svg(self) -> str:
        """Return the picture, one unit a millimetre."""
        return pictures.svg(self.figure)

    def png(self, width: int = 1200) -> bytes:
        """Return the picture as PNG. width: in pixels, from 16 to 8192. Raises InputError for another."""
        return png(self.figure, width, WHITE)

    def _repr_svg_(self) -> str:
        return self.svg()
