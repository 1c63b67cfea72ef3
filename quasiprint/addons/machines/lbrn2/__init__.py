"""LightBurn projects: sheets for a laser cutter."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "lbrn2", ProductKind.DRAWINGS, 55, default=False)
