"""PDF: pages to print on paper."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import ZLIB, LazyFormat

FORMAT = LazyFormat(__name__, "pdf", ProductKind.PAGES, 60, libraries=("reportlab", "typst", ZLIB), fields="write")
