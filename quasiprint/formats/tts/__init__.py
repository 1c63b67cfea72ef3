"""Tabletop Simulator: a save, with a model and a picture of each piece. Made on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.model.format import Format
from quasiprint.model.page import BookProduction
from quasiprint.model.production import Artefact, Offer


class Tts:
    """The format's front door; what is behind it is imported when it is used."""

    name = "tts"
    offer = Offer.PAGES
    order = 66
    default = False
    libraries = ("typst",)
    threaded = True

    def files(self, production: BookProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.tts.write.files`."""
        from quasiprint.formats.tts.write import files

        return files(production)

    def fields(self, production: BookProduction) -> Mapping[str, str]:
        """Return what is to be said of the save in the set's folder."""
        return {"save": production.set.game, "noun": production.set.noun}


FORMAT: Format = Tts()
