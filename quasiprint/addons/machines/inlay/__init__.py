"""Sheets of several colours for a laser: tiles with pockets, and what is pressed into them. Made on request."""

from __future__ import annotations

from quasiprint.model.choices import ProductKind
from quasiprint.model.format import LazyFormat

FORMAT = LazyFormat(
    __name__,
    "laser-inlay",
    ProductKind.DRAWINGS,
    57,
    default=False,
    libraries=("manifold3d", "svgwrite"),
    fields="write",
)
