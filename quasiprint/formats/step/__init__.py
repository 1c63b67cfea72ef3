"""STEP: the whole set as bodies for a CAD program."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "step", ProductKind.SOLIDS, 30, default=False)
