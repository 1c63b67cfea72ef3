"""STEP: the whole set as bodies for a CAD program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quasiprint.model.format import Format, Proved, Readback, Reading
from quasiprint.model.production import Artefact, Offer, SolidProduction


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

    def read(self, reading: Reading) -> Readback:
        """Read the files back: see `quasiprint.formats.step.read.read`."""
        from quasiprint.formats.step.read import read

        return read(reading)

    def prove(self, production: SolidProduction, files: Mapping[str, bytes], tick: Callable[[str], None]) -> Proved:
        """Let CadQuery and its kernel check the files: see `quasiprint.formats.step.prove.proved`."""
        from quasiprint.formats.step.prove import proved

        return proved(production, files, tick)


FORMAT: Format = Step()
