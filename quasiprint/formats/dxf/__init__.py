"""DXF: sheets for a laser cutter."""

from __future__ import annotations

from quasiprint.model.choices import Offer
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "dxf", Offer.DRAWINGS, 50, default=False)
