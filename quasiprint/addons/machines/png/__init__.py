"""PNG: each face as a picture, as print services and virtual tables take them. Made on request."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "png", ProductKind.PAGES, 65, default=False, libraries=("typst",), fields="write")
