"""A set in its game's own text form."""

from __future__ import annotations

from quasiprint.model.format import LazyFormat
from quasiprint.model.production import Offer

FORMAT = LazyFormat(__name__, "txt", Offer.TEXTS, 70)
