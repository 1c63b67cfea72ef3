"""Binary STL: bodies for a printer, of single pieces and of whole plates."""

from __future__ import annotations

from quasiprint.model.choices import Offer
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(__name__, "stl", Offer.SOLIDS, 10, libraries=("manifold3d",))
