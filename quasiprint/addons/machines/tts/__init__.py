"""Tabletop Simulator: a save, with a model and a picture of each piece. Made on request."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "tts", ProductKind.PAGES, 66, default=False, libraries=("typst",), fields="write")
