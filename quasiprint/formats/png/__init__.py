"""PNG: each face as a picture, as print services and virtual tables take them. Made on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.model.format import Format
from quasiprint.model.page import BookProduction
from quasiprint.model.production import Artefact, Offer


class Png:
    """The format's front door; what is behind it is imported when it is used."""

    name = "png"
    offer = Offer.PAGES
    order = 65
    default = False
    libraries = ("typst",)
    threaded = True

    def files(self, production: BookProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.png.write.files`."""
        from quasiprint.formats.png.write import files

        return files(production)

    def fields(self, production: BookProduction) -> Mapping[str, str]:
        """Return what is to be said of the pictures in the set's folder."""
        return {"dpi": str(production.dpi), "bleed": f"{production.bleed:g}"}


FORMAT: Format = Png()
