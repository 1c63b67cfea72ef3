"""The formats. Each is a module with ``FORMAT``, ``NEEDS`` and ``files()``; found, never listed.

See `quasiprint.model.production` for what an exporter gets and gives. Exporters import the
libraries they need inside their functions, so that to know a format's name costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

from quasiprint.model.production import Artefact, Offer


class Exporter(Protocol):
    """What a format's module has."""

    FORMAT: str
    NEEDS: Offer
    ORDER: int

    def files(self, production: Any) -> Iterator[Artefact]:
        """Yield the files of a production of the kind that NEEDS names.

        Raises Unavailable if this machine lacks what the format needs.
        """
        ...


def exporters() -> dict[str, Exporter]:
    """Return the exporters by their format's name, in the order in which they are made."""
    found = {}
    for entry in iter_modules(__path__):
        module = import_module(f"{__name__}.{entry.name}") if entry.name[0] != "_" else None
        if hasattr(module, "FORMAT"):
            exporter = cast(Exporter, module)
            found[exporter.FORMAT] = exporter
    return dict(sorted(found.items(), key=lambda item: item[1].ORDER))
