"""What a format's folder shows to the rest: its name, what it needs of a set, and its files; and what else it can do.

A format is a package whose ``__init__`` has ``FORMAT``, a value that fits `Format`. Importing it must be light: what
writes and what reads back are modules of their own, imported inside the methods. Beside them may lie ``readme.md``,
what the page in a set's folder says of the format.

What a format can do besides are capabilities: it has their methods, or it has not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from quasiprint.model.finding import Finding
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Artefact, Offer
from quasiprint.model.profile import Bed, Paper, SheetStock, Slicer

NAME = re.compile("[a-z0-9][a-z0-9-]{0,30}")  # of a format, and of its folder in a set
SOURCES = "source"  # the folder of a set in which no format's files lie, but what its user supplied
PREVIEW = "preview"  # the folder of a set's pictures, which is no format's, either
ZLIB = "zlib"  # what Python packs with: no distribution, and not the same with every Python
Things = Sequence[tuple[str, tuple[str, ...]]]  # of a manifest: id and files


@runtime_checkable
class Format(Protocol):
    """A format as the pipeline and the doors see it.

    name: as typed, and the folder of its files in a set. offer: what it needs of a set. order: where it stands among
    the others, the lowest first. default: whether it is made where nobody names formats.
    """

    @property
    def name(self) -> str: ...

    @property
    def offer(self) -> Offer: ...

    @property
    def order(self) -> int: ...

    @property
    def default(self) -> bool: ...

    def files(self, production: Any) -> Iterator[Artefact]:
        """Yield the files of a production of the kind that `offer` names, all in the folder of the format's name.

        Equal productions give equal bytes. Raises Unavailable if this machine lacks what the format needs.
        """
        ...


@dataclass(slots=True)
class Readback:
    """What was read of a format. findings: all that is wrong. off: by file, how far anything in it is from where it
    belongs at most, mm. pieces: how many different pieces were found."""

    findings: list[Finding] = field(default_factory=list)
    off: dict[str, float] = field(default_factory=dict)
    pieces: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader gets.

    set: as the format's process makes it. files: those of the format, by path. things: of the manifest, and the files
    of each. bed, sheet, papers: what the set was made for. loose: whether faces may be drawn a little otherwise, as
    another version has drawn them. tick: told of each file before it is read. books: the names of the typeset books
    that lie in it, by name. libraries: the versions of those that it was made with, as the set tells them. shared:
    what readers of the formats of one set keep for one another. beds: those for which slicers' plates are laid out.
    """

    set: GameSet
    files: Mapping[str, bytes]
    things: Things
    bed: Bed
    sheet: SheetStock
    papers: tuple[Paper, ...]
    loose: bool
    tick: Callable[[str], None]
    books: tuple[str, ...] = ()
    libraries: Mapping[str, str] = field(default_factory=dict)
    shared: dict[object, Any] = field(default_factory=dict)
    beds: Mapping[Slicer, Bed] = field(default_factory=dict)


@runtime_checkable
class Readable(Protocol):
    """A format whose files can be read back. What reads shares nothing with what writes but the model, the empty
    drawing of DXF, and how STEP writes a text, which tests hold against ezdxf and the standard."""

    def read(self, reading: Reading) -> Readback:
        """Return what the files hold. Does not raise for what is wrong with them, but reports it. Raises Unavailable if
        this machine lacks what it takes to read them."""
        ...


@dataclass(frozen=True, slots=True)
class Proved:
    """What such a proof of a format's files found, and how many bodies were compared."""

    findings: list[Finding]
    bodies: int


@runtime_checkable
class Provable(Protocol):
    """A format whose files can be proved in another way, by a construction and a reader that share nothing with the
    first, and that take long or more than every machine has."""

    def prove(self, production: Any, files: Mapping[str, bytes], tick: Callable[[str], None]) -> Proved:
        """Return what is wrong with files of a production of the kind that `offer` names. tick: told of what is being
        done. Raises Unavailable if this machine lacks what that takes, before it begins."""
        ...


@runtime_checkable
class Depends(Protocol):
    """A format whose bytes are decided by libraries, too, as docs/proof/supply.md tells.

    libraries: the distributions, by name, or `ZLIB`. With equal versions of them, equal productions give equal bytes.
    """

    @property
    def libraries(self) -> tuple[str, ...]: ...


@runtime_checkable
class Threaded(Protocol):
    """A format whose writer's library has threads of its own, which are not in a process that is forked off once they
    run. threaded: whether that is so."""

    @property
    def threaded(self) -> bool: ...


@runtime_checkable
class Described(Protocol):
    """A format with fields of its own for the text that lies beside it, ``readme.md``."""

    def fields(self, production: Any) -> Mapping[str, str]:
        """Return what fills the text, by the names of its fields, for a production of the kind that `offer` names."""
        ...
