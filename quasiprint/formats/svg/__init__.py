"""SVG: sheets for a laser."""

from __future__ import annotations

from quasiprint.model.production import LazyFormat, Offer

FORMAT = LazyFormat(__name__, "svg", Offer.DRAWINGS, 40)
