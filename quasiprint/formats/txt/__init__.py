"""A set in its game's own text form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import Format
from quasiprint.model.production import Artefact, Offer, TextProduction

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


class Txt:
    """The format's front door; what is behind it is imported when it is used."""

    name = "txt"
    offer = Offer.TEXTS
    order = 70
    default = True

    def files(self, production: TextProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.txt.write.files`."""
        from quasiprint.formats.txt.write import files

        return files(production)

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.txt.importer.read`."""
        from quasiprint.formats.txt.importer import read

        return read(reading)


FORMAT: Format = Txt()
