"""Binary STL: bodies for a printer, of single pieces and of whole plates."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "stl", ProductKind.SOLIDS, 10, libraries=("manifold3d",))
