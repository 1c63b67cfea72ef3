"""Binary STL: bodies for a printer, of single pieces and of whole plates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import Format
from quasiprint.model.production import Artefact, Offer, SolidProduction

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


class Stl:
    """The format's front door; what is behind it is imported when it is used."""

    name = "stl"
    offer = Offer.SOLIDS
    order = 10
    default = True
    libraries = ("manifold3d",)

    def files(self, production: SolidProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.stl.write.files`."""
        from quasiprint.formats.stl.write import files

        return files(production)

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.stl.importer.read`."""
        from quasiprint.formats.stl.importer import read

        return read(reading)


FORMAT: Format = Stl()
