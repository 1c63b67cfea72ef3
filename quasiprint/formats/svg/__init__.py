"""SVG: sheets for a laser."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.format import Format, Readback, Reading
from quasiprint.model.production import Artefact, DrawingProduction, Offer


class Svg:
    """The format's front door; what is behind it is imported when it is used."""

    name = "svg"
    offer = Offer.DRAWINGS
    order = 40
    default = True

    def files(self, production: DrawingProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.svg.write.files`."""
        from quasiprint.formats.svg.write import files

        return files(production)

    def read(self, reading: Reading) -> Readback:
        """Read the files back: see `quasiprint.formats.svg.read.read`."""
        from quasiprint.formats.svg.read import read

        return read(reading)


FORMAT: Format = Svg()
