"""Wavefront OBJ with its MTL: coloured bodies for viewers and table simulators. Made on request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import Format
from quasiprint.model.production import Artefact, Offer, SolidProduction

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


class Obj:
    """The format's front door; what is behind it is imported when it is used."""

    name = "obj"
    offer = Offer.SOLIDS
    order = 35
    default = False
    libraries = ("manifold3d",)

    def files(self, production: SolidProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.obj.write.files`."""
        from quasiprint.formats.obj.write import files

        return files(production)

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.obj.importer.read`."""
        from quasiprint.formats.obj.importer import read

        return read(reading)


FORMAT: Format = Obj()
