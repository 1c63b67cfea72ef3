"""Wavefront OBJ with its MTL: coloured bodies for viewers and table simulators. Made on request."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.format import Format, Readback, Reading
from quasiprint.model.production import Artefact, Offer, SolidProduction


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

    def read(self, reading: Reading) -> Readback:
        """Read the files back: see `quasiprint.formats.obj.read.read`."""
        from quasiprint.formats.obj.read import read

        return read(reading)


FORMAT: Format = Obj()
