"""PDF: pages to print on paper."""

from __future__ import annotations

from quasiprint.model.choices import Offer
from quasiprint.model.format import ZLIB, LazyFormat

FORMAT = LazyFormat(__name__, "pdf", Offer.PAGES, 60, libraries=("reportlab", "typst", ZLIB), fields="write")
