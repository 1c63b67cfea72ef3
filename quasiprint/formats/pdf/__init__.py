"""PDF: pages to print on paper."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.model.page import BookProduction
from quasiprint.model.production import ZLIB, LazyFormat, Offer

BOOKS = {
    "rules": "- `rules` is the rulebook, for the set as you made it.",
    "rules-booklet": "- `rules-booklet` is the same as a booklet: print it on both sides, turned over the short edge,\n"
    "  and fold it.",
    "quick-reference": "- `quick-reference` has the rules on one page, to lie on the table.",
    "scoresheet": "- `scoresheet` is filled in with a pencil, or on screen.",
}


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return what is to be said of the books in the set's folder."""
    there = {name.rpartition("-")[0] for name in production.bound}
    said = {name: words for name, words in BOOKS.items() if name in there}
    rules = said.get("rules", "")
    card = "" if rules else said.get("quick-reference", "")
    return {"books": "\n".join(said.values()), "rulebook": rules, "card": card}


FORMAT = LazyFormat(__name__, "pdf", Offer.PAGES, 60, libraries=("reportlab", "typst", ZLIB), fields=fields)
