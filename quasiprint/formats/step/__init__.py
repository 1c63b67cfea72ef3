"""STEP: the whole set as bodies for a CAD program."""

from __future__ import annotations

from quasiprint.model.production import LazyFormat, Offer

FORMAT = LazyFormat(__name__, "step", Offer.SOLIDS, 30)
