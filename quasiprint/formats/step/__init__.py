"""STEP: the whole set as bodies for a CAD program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import Format, Proved
from quasiprint.model.production import Artefact, Offer, SolidProduction

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


class Step:
    """The format's front door; what is behind it is imported when it is used."""

    name = "step"
    offer = Offer.SOLIDS
    order = 30
    default = True

    def files(self, production: SolidProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.step.write.files`."""
        from quasiprint.formats.step.write import files

        return files(production)

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.step.importer.read`."""
        from quasiprint.formats.step.importer import read

        return read(reading)

    def prove(self, production: SolidProduction, files: Mapping[str, bytes], tick: Callable[[str], None]) -> Proved:
        """Let CadQuery and its kernel check the files: see `quasiprint.formats.step.prove.proved`."""
        from quasiprint.formats.step.prove import proved

        return proved(production, files, tick)


FORMAT: Format = Step()
