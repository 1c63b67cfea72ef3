"""DXF: sheets for a laser."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.format import Format, Readback, Reading
from quasiprint.model.production import Artefact, DrawingProduction, Offer


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

    def read(self, reading: Reading) -> Readback:
        """Read the files back: see `quasiprint.formats.dxf.read.read`."""
        from quasiprint.formats.dxf.read import read

        return read(reading)


FORMAT: Format = Dxf()
