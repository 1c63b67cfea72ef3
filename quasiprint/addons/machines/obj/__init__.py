"""OBJ: bodies in colours."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "obj", ProductKind.SOLIDS, 35, default=False, libraries=("manifold3d",))
