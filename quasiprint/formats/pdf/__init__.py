"""PDF: pages to print on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quasiprint.model.format import ZLIB, Format
from quasiprint.model.page import BookProduction
from quasiprint.model.production import Artefact, Offer

BOOKS = {
    "rules": "- `rules` is the rulebook, for the set as you made it.",
    "rules-booklet": "- `rules-booklet` is the same as a booklet: print it on both sides, turned over the short edge,\n"
    "  and fold it.",
    "quick-reference": "- `quick-reference` has the rules on one page, to lie on the table.",
    "scoresheet": "- `scoresheet` is filled in with a pencil, or on screen.",
}

if TYPE_CHECKING:
    from quasiprint.recogniser.shapes import Reading


class Pdf:
    """The format's front door; what is behind it is imported when it is used."""

    name = "pdf"
    offer = Offer.PAGES
    order = 60
    default = True
    libraries = ("reportlab", "typst", ZLIB)

    def files(self, production: BookProduction) -> Iterator[Artefact]:
        """Yield the files: see `quasiprint.formats.pdf.write.files`."""
        from quasiprint.formats.pdf.write import files

        return files(production)

    def read(self, reading: Reading) -> Iterator[Any]:
        """Yield what the files show: see `quasiprint.formats.pdf.importer.read`."""
        from quasiprint.formats.pdf.importer import read

        return read(reading)

    def fields(self, production: BookProduction) -> Mapping[str, str]:
        """Return what is to be said of the books in the set's folder."""
        there = {name.rpartition("-")[0] for name in production.bound.names()}
        return {"books": "\n".join(said for name, said in BOOKS.items() if name in there)}


FORMAT: Format = Pdf()
