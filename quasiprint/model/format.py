"""What a format's folder shows to the rest: its name, what it needs of a set, and its files; and what else it can do.

A format is a package whose ``__init__`` has ``FORMAT``, a value that fits `Format`, such as a `LazyFormat`. Importing
it must be light: what writes and what reads back are modules of their own, imported when they are used. Beside them may
lie ``readme.md``, what the page in a set's folder says of the format.

What a format can do besides are capabilities: it has their methods, or it has not. One of them is that its files show
pieces: `quasiprint.addons.reading.recogniser.shapes.Readable`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from quasiprint.model.finding import Finding
from quasiprint.model.production import Artefact, Offer

NAME = re.compile("[a-z0-9][a-z0-9-]{0,30}")  # of a format, and of its folder in a set
SOURCES = "source"  # the folder of a set in which no format's files lie, but what its user supplied
PREVIEW = "preview"  # the folder of a set's pictures, which is no format's, either
ZLIB = "zlib"  # what Python packs with: no distribution, and not the same with every Python


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


@runtime_checkable
class Depends(Protocol):
    """A format whose bytes are decided by libraries, too, as docs/proof/supply.md tells.

    libraries: the distributions, by name, or `ZLIB`. With equal versions of them, equal productions give equal bytes.
    """

    @property
    def libraries(self) -> tuple[str, ...]: ...


@runtime_checkable
class Described(Protocol):
    """A format with fields of its own for the text that lies beside it, ``readme.md``."""

    def fields(self, production: Any) -> Mapping[str, str]:
        """Return what fills the text, by the names of its fields, for a production of the kind that `offer` names."""


class LazyFormat:
    """A format by declaration: what it does stands in modules of its package, imported when they are used."""

    def __init__(
        self,
        package: str,
        name: str,
        offer: Offer,
        order: int,
        *,
        default: bool = True,
        libraries: tuple[str, ...] = (),
        **methods: str | Callable[..., Any],
    ) -> None:
        """methods: of capabilities, each a function, or the module of the package in which one of this name stands;
        that of `files` is ``write``."""
        self.name, self.offer, self.order, self.default = name, offer, order, default
        self.libraries = libraries
        self.package = package
        for method, where in methods.items():
            setattr(self, method, partial(self._call, where, method) if isinstance(where, str) else where)

    def files(self, production: Any) -> Iterator[Artefact]:
        """Yield the files of a production of the kind that `offer` names."""
        found: Iterator[Artefact] = self._call("write", "files", production)
        return found

    def _call(self, module: str, function: str, *arguments: Any) -> Any:
        return getattr(import_module(f"{self.package}.{module}"), function)(*arguments)
