"""Files for machines that cut paper: Cricut, Silhouette and the like. Made on request."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "cutter", ProductKind.PAGES, 62, default=False, libraries=("typst",), fields="write")
