"""PNG: each face as a picture, as print services and virtual tables take them. Made on request."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.model.format import LazyFormat
from quasiprint.model.page import BookProduction
from quasiprint.model.production import Offer


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return what is to be said of the pictures in the set's folder."""
    return {"dpi": str(production.dpi), "bleed": f"{production.bleed:g}"}


FORMAT = LazyFormat(__name__, "png", Offer.PAGES, 65, default=False, libraries=("typst",), fields=fields)
