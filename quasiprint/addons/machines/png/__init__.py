"""PNG: each face as a picture, as print services and virtual tables take them. Made on request."""

from __future__ import annotations

from quasiprint.model.production import LazyFormat, Offer

FORMAT = LazyFormat(__name__, "png", Offer.PAGES, 65, default=False, libraries=("typst",), fields="write")
