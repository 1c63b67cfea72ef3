"""3MF: plates for a printer, a filament for each body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.model.format import ZLIB, Format, Readback, Reading
from quasiprint.model.production import Artefact, Offer, SolidProduction


class ThreeMf:
    """The format's front door; what is behind it is imported when it is used."""

    name = "3mf"
    offer = Offer.SOLIDS
    order = 20
    default = True
    libraries = ("manifold3d", ZLIB)

    def files(self, production: SolidProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.threemf.write.files`."""
        from quasiprint.formats.threemf.write import files

        return files(production)

    def read(self, reading: Reading) -> Readback:
        """Read the files back: see `quasiprint.formats.threemf.read.read`."""
        from quasiprint.formats.threemf.read import read

        return read(reading)

    def fields(self, production: SolidProduction) -> Mapping[str, str]:
        """Return for which beds plates are laid out, which filament prints what, and where it is changed: see
        `quasiprint.formats.threemf.write`."""
        from quasiprint.formats.threemf.write import beds, changes, filaments, tower

        made = {"beds": beds, "tower": tower, "filaments": filaments, "changes": changes}
        return {field: say(production) for field, say in made.items()}


FORMAT: Format = ThreeMf()
