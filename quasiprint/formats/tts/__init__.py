"""Tabletop Simulator: a save, with a model and a picture of each piece. Made on request."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.model.format import LazyFormat
from quasiprint.model.page import BookProduction
from quasiprint.model.production import Offer


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return what is to be said of the save in the set's folder."""
    return {"save": production.set.game, "noun": production.set.noun}


FORMAT = LazyFormat(__name__, "tts", Offer.PAGES, 66, default=False, libraries=("typst",), fields=fields)
