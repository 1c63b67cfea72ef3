"""DXF: sheets for a laser cutter."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "dxf", ProductKind.DRAWINGS, 50, default=False)
