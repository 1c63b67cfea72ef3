"""Wavefront OBJ with its MTL: coloured bodies for viewers and table simulators. Made on request."""

from __future__ import annotations

from quasiprint.model.format import LazyFormat
from quasiprint.model.production import Offer

FORMAT = LazyFormat(__name__, "obj", Offer.SOLIDS, 35, default=False, libraries=("manifold3d",), read="importer")
