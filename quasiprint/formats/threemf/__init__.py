"""3MF: plates for a printer, a filament for each body."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import ZLIB, LazyFormat

FORMAT = LazyFormat(__name__, "3mf", ProductKind.SOLIDS, 20, libraries=("manifold3d", "typst", ZLIB), fields="write")
