"""Tabletop Simulator: a save, with a model and a picture of each piece. Made on request."""

from __future__ import annotations

from quasiprint.model.production import LazyFormat, Offer

FORMAT = LazyFormat(__name__, "tts", Offer.PAGES, 66, default=False, libraries=("typst",), fields="write")
