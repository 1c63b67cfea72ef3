"""What a format is: its name, what it needs of a set, and where what it does stands. Light to load: formats are listed
before anything is designed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from quasiprint.model.choices import ProductKind
    from quasiprint.model.production import Artefact

NAME = re.compile("[a-z0-9][a-z0-9-]{0,30}")  # of a format, and of its folder in a set
SOURCES = "source"  # the folder of a set in which no format's files lie, but what its user supplied
PREVIEW = "preview"  # the folder of pictures that version 1.0 could make, which is no format's, either
ZLIB = "zlib"  # what Python packs with: no distribution, and not the same with every Python


@runtime_checkable
class Format(Protocol):
    """A format as the pipeline and the doors see it.

    name: as typed, and the folder of its files in a set. offer: what it needs of a set. order: where it stands among
    the others, the lowest first. default: whether it is made where nobody names formats.

    It may have two more members. ``libraries``: the distributions, by name, or `ZLIB`, that decide its bytes, too, as
    docs/proof/supply.md tells: with equal versions of them, equal productions give equal bytes. ``fields(production)``
    returns what fills its text on the set's page, by the names of the fields.
    """

    @property
    def name(self) -> str: ...

    @property
    def offer(self) -> ProductKind: ...

    @property
    def order(self) -> int: ...

    @property
    def default(self) -> bool: ...

    def files(self, production: Any) -> Iterator[Artefact]:
        """Yield the files of a production of the kind that `offer` names, all in the folder of the format's name.

        Equal productions give equal bytes. Raises Unavailable if this machine lacks what the format needs.
        """


class LazyFormat:
    """A format by declaration: what it does stands in modules of its package, imported when they are used."""

    files: Callable[[Any], Iterator[Artefact]]

    def __init__(
        self,
        package: str,
        name: str,
        offer: ProductKind,
        order: int,
        *,
        default: bool = True,
        libraries: tuple[str, ...] = (),
        files: str | Callable[..., Any] = "write",
        **methods: str | Callable[..., Any],
    ) -> None:
        """files, methods: `files`, and of capabilities, each a function, or the module of the package in which one of
        this name stands."""
        self.name, self.offer, self.order, self.default = name, offer, order, default
        self.libraries = libraries
        self.package = package
        for method, where in {"files": files, **methods}.items():
            setattr(self, method, partial(self._call, where, method) if isinstance(where, str) else where)

    def _call(self, module: str, function: str, *arguments: Any) -> Any:
        return getattr(import_module(f"{self.package}.{module}"), function)(*arguments)
