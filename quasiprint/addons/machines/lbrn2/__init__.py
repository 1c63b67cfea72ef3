"""LightBurn's project, lbrn2: sheets for a laser, with their layers. Made on request."""

from __future__ import annotations

from quasiprint.model.format import LazyFormat
from quasiprint.model.production import Offer

FORMAT = LazyFormat(__name__, "lbrn2", Offer.DRAWINGS, 55, default=False, read="importer")
