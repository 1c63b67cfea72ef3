"""Binary STL."""

from __future__ import annotations

import numpy as np

from quasiprint.readback.mesh import Facets
from quasiprint.readback.unreadable import Unreadable

HEAD, FACET = 84, 50
RECORD = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
FARTHEST = 1e5  # mm
SLANT = 0.02  # how far a unit normal may be from its facet's


def read(content: bytes) -> Facets:
    """Return a file's facets. Raises Unreadable for what is no binary STL, or has normals that are not its facets'."""
    if len(content) < HEAD:
        raise Unreadable(f"it has {len(content)} bytes, a binary STL has {HEAD} or more")
    if content[:5].lower() == b"solid":
        raise Unreadable("it begins with the word solid: some programs take it for the text form")
    count = int.from_bytes(content[80:84], "little")
    if len(content) != HEAD + FACET * count:
        raise Unreadable(f"it says {count} facets, which take {HEAD + FACET * count} bytes, and has {len(content)}")
    records = np.frombuffer(content, dtype=RECORD, count=count, offset=HEAD)
    facets = records["corners"].astype(np.float64)
    if not np.isfinite(facets).all() or (count and np.abs(facets).max() > FARTHEST):
        raise Unreadable(f"it has a corner that is no number, or farther away than {FARTHEST:g} mm")
    across = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    length = np.sqrt((across**2).sum(axis=1))
    wide = length > 1e-3  # mm²: of smaller ones the direction is lost in 32 bits
    given = records["normal"].astype(np.float64)
    known = np.abs(given).sum(axis=1) > 0  # zero leaves it to the corners
    off = np.abs(across / np.where(length, length, 1.0)[:, None] - given).max(axis=1, initial=0.0)
    turned = int((off[wide & known] > SLANT).sum())
    if turned:
        raise Unreadable(f"{turned} facets have normals that are not theirs", "mesh-inside-out")
    return facets
