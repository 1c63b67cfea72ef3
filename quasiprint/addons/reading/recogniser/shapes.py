"""Plain geometry as importers hand it over: rings on laser sheets, rings and words on pages, bodies in space. In mm.

A ring is an array of complex numbers, x + iy, not closed; y runs up. Importers interpret nothing: what a format can
hide, move or colour, they apply or refuse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from quasiprint.model.finding import Finding, fault
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed, LayerStyle, Paper, SheetOperation, Slicer

T = TypeVar("T")
Complex = NDArray[np.complex128]
Facets = NDArray[np.float32]  # (n, 3, 3): the corners of n triangles, anticlockwise seen from outside
Matrix = tuple[float, ...]  # 12 numbers, row by row of a 4 × 3 matrix for row vectors, as in 3MF
STILL: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


class Unreadable(ValueError):
    """A file that cannot be read, or that has what no file of a set has. code: of the finding that says so."""

    def __init__(self, message: str, code: str = "file-unreadable") -> None:
        super().__init__(message)
        self.code = code


def foreign(message: str) -> Unreadable:
    """Return what is raised for content that no file of a set has."""
    return Unreadable(message, "content-foreign")


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line on a laser sheet. path: lines with one number are filled together. radii: of each side, 0 for a straight
    one, above 0 for an arc that turns to the left; None if all are straight. setting: see `Mark`."""

    operation: SheetOperation
    points: Complex
    closed: bool
    path: int = 0
    radii: NDArray[np.float64] | None = None
    setting: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A laser sheet, its lines in the order in which they are burned."""

    width: float
    height: float
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """What is painted at once on a page. fill, stroke: "#RRGGBB" or None. width: of the stroke."""

    rings: tuple[Complex, ...]
    closed: tuple[bool, ...]
    fill: str | None
    stroke: str | None
    width: float


@dataclass(frozen=True, slots=True)
class Word:
    """A text on a page, and where the middle of its baseline is."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page, its origin at the lower left. items: in the order in which they are painted. flip: about which edge its
    document asks to be turned over, "long" or "short"; "" where it does not ask."""

    width: float
    height: float
    items: Sequence[Path | Word]
    flip: str = ""

    @property
    def paths(self) -> list[Path]:
        """What is drawn."""
        return [item for item in self.items if isinstance(item, Path)]

    @property
    def words(self) -> list[Word]:
        """What is written."""
        return [item for item in self.items if isinstance(item, Word)]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A body. colour: index in the palette, None for the body's own or no colour; −1 for one of no palette."""

    facets: Facets
    colour: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Object:
    """Bodies that are built together, in one frame, and where that lies. name: "" where a format has none."""

    bodies: tuple[Body, ...]
    name: str = ""
    matrix: Matrix = STILL


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies in one frame: a plate, or the files of one piece. paths: of the files that show it. group: what
    together must hold the set, such as "STL plates". variants: how its pieces are made, the first that a piece has. id:
    of the piece whose own files these are, "" for a plate. bed: on which plates lie, None if on none."""

    paths: tuple[str, ...]
    group: str
    objects: tuple[Object, ...]
    variants: tuple[str, ...] = ("inlaid",)
    id: str = ""
    bed: Bed | None = None


@dataclass(slots=True)
class Reading:
    """What an importer gets. set: as the format's process makes it. files: those of the format, by path. items: of the
    manifest, id and files. bed, beds: for which plates are laid out, in general and by slicer. looks: of lines on laser
    sheets. papers: for which pages are made. findings: where an importer puts what is wrong with files that it goes on
    to read. unread: paths of files that show no piece, or cannot be read here, and why."""

    set: GameSet
    files: Mapping[str, bytes]
    items: Sequence[tuple[str, tuple[str, ...]]]
    bed: Bed
    beds: Mapping[Slicer, Bed]
    looks: Sequence[LayerStyle]
    margin: float
    gap: float
    papers: tuple[Paper, ...]
    findings: list[Finding] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)

    def report(self, code: str, path: str, message: str) -> None:
        """Say what is wrong with a file."""
        self.findings.append(fault(code, path, message))

    def parse(
        self, parse: Callable[[str, bytes], T], which: str = ".*", why: str = "it shows no piece"
    ) -> Iterator[tuple[str, T]]:
        """Yield what is made of each file, by path; what is `Unreadable` is reported, and passed over. which: a pattern
        of the paths; why: others stay unread."""
        for path, content in self.files.items():
            if not re.fullmatch(which, path, re.DOTALL):
                self.unread[path] = why
                continue
            try:
                yield path, parse(path, content)
            except Unreadable as problem:
                self.report(problem.code, path, str(problem))


SHEET = "[a-z0-9]+/sheet-[1-9][0-9]*(-back)?[.][a-z0-9]+"
Shown = Scene | tuple[str, Sheet] | tuple[str, Sequence[Page]]


@runtime_checkable
class Readable(Protocol):
    """A format whose files show pieces. What reads shares nothing with what writes but the model."""

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: `Scene`, or path and `Sheet`, or path and the `Page`s of a document. What is wrong
        with a file goes into ``reading.findings``."""
        ...
