"""3MF: plates for a printer, a filament for each body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import ZLIB, Format
from quasiprint.model.production import Artefact, Offer, SolidProduction

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


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

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.threemf.importer.read`."""
        from quasiprint.formats.threemf.importer import read

        return read(reading)

    def fields(self, production: SolidProduction) -> Mapping[str, str]:
        """Return for which beds plates are laid out, which filament prints what, and where it is changed: see
        `quasiprint.formats.threemf.write`."""
        from quasiprint.formats.threemf.write import beds, changes, filaments, tower

        made = {"beds": beds, "tower": tower, "filaments": filaments, "changes": changes}
        return {field: say(production) for field, say in made.items()}


FORMAT: Format = ThreeMf()
