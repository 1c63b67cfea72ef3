"""Binary STL: bodies for a printer, of single pieces and of whole plates."""

from __future__ import annotations

from quasiprint.model.production import LazyFormat, Offer

FORMAT = LazyFormat(__name__, "stl", Offer.SOLIDS, 10, libraries=("manifold3d",))
