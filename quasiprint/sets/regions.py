"""The region that a file says: what tiles fill together, in a table [region]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quasiprint.model.errors import hint
from quasiprint.sets.polygons import NAMED, BadPolygon, Outline, outline_of
from quasiprint.sets.schema import Document


def region_of(document: Document, table: Mapping[str, Any]) -> Outline | str:
    """Return what a table says is to be filled: an outline, or a name and size, which mean something for given tiles
    alone. Raises InputError, with the line."""
    polygon = table["polygon"]
    if isinstance(polygon, str) and ":" in polygon:
        return polygon
    try:
        return outline_of(polygon)
    except BadPolygon as problem:
        message = str(problem)
    except KeyError:
        message = f"found {polygon!r}{hint(polygon, NAMED)}, allowed is {', '.join(NAMED)}, rectangle:10x6 or a table"
    raise document.wrong(("region", "polygon"), message)
