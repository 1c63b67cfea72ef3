"""DXF: sheets for a laser."""

from __future__ import annotations

from quasiprint.model.format import LazyFormat
from quasiprint.model.production import Offer

FORMAT = LazyFormat(__name__, "dxf", Offer.DRAWINGS, 50)
