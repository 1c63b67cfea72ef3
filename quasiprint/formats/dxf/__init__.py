"""DXF: sheets for a laser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import Format
from quasiprint.model.production import Artefact, DrawingProduction, Offer

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


class Dxf:
    """The format's front door; what is behind it is imported when it is used."""

    name = "dxf"
    offer = Offer.DRAWINGS
    order = 50
    default = True

    def files(self, production: DrawingProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.dxf.write.files`."""
        from quasiprint.formats.dxf.write import files

        return files(production)

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.dxf.importer.read`."""
        from quasiprint.formats.dxf.importer import read

        return read(reading)


FORMAT: Format = Dxf()
