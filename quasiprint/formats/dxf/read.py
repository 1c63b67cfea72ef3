"""DXF, by ezdxf: polylines, and what their layers mean."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from quasiprint.libraries import load
from quasiprint.model.format import Reading
from quasiprint.model.profile import LayerStyle
from quasiprint.readback.report import Report
from quasiprint.readback.sheet import LaserSheet, OpenLine
from quasiprint.readback.sheet_files import read_sheets
from quasiprint.readback.unreadable import DAMAGED, Unreadable

MILLIMETRES = 4


def read(reading: Reading) -> Report:
    """Read the sheets: see `quasiprint.readback.sheet_files.read_sheets`."""
    return read_sheets("dxf", reading, sheet_of)


def sheet_of(content: bytes, styles: Sequence[LayerStyle]) -> LaserSheet:
    """Return a sheet. styles: what each layer means.

    Raises Unreadable for what is no DXF, is not in millimetres, or has anything but straight polylines.
    """
    load("ezdxf")
    from ezdxf.filemanagement import read as loaded
    from ezdxf.lldxf.const import DXFError

    if not content.rstrip().endswith(b"EOF"):
        raise Unreadable("it does not end with EOF")
    try:
        document = loaded(io.StringIO(content.decode("utf-8")))
    except (DXFError, *DAMAGED) as problem:
        raise Unreadable(f"ezdxf cannot read it: {problem}") from None
    if document.header.get("$INSUNITS", 0) != MILLIMETRES:
        found = document.header.get("$INSUNITS", 0)
        raise Unreadable(f"its $INSUNITS is {found}, allowed is {MILLIMETRES}, millimetres", "unit-wrong")
    _refuse_unseen(document)
    operations = {style.layer: frozenset((style.operation,)) for style in styles}
    lines = []
    entity: Any
    for entity in document.modelspace():
        if entity.dxftype() != "LWPOLYLINE":
            raise Unreadable(f"it has a {entity.dxftype()}, allowed are LWPOLYLINE", "operation-wrong")
        if entity.dxf.layer not in operations:
            allowed = ", ".join(operations)
            raise Unreadable(f"a line is on the layer {entity.dxf.layer!r}, allowed are {allowed}", "operation-wrong")
        points = np.array([complex(x, y) for x, y in entity.get_points("xy")], dtype=np.complex128)
        upright = tuple(entity.dxf.get("extrusion", (0, 0, 1))) == (0, 0, 1) and not entity.dxf.get("elevation", 0)
        if not upright or entity.dxf.get("invisible", 0):
            raise Unreadable("a line is hidden, or does not lie in the sheet's plane", "operation-wrong")
        if entity.has_arc:
            raise Unreadable("a polyline has an arc, allowed are straight lines")
        lines.append(OpenLine(operations[entity.dxf.layer], points, bool(entity.closed)))
    corner = document.header.get("$EXTMAX", (0.0, 0.0, 0.0))
    return LaserSheet(float(corner[0]), float(corner[1]), lines)


def _refuse_unseen(document: Any) -> None:
    """Raise Unreadable for layers that a program would not show or cut, and for anything beside the model."""
    for layer in document.layers:
        if layer.is_off() or layer.is_frozen() or layer.is_locked():
            raise Unreadable(f"its layer {layer.dxf.name} is off, frozen or locked", "operation-wrong")
    for layout in document.layouts:
        if not layout.is_modelspace and any(entity.dxftype() != "VIEWPORT" for entity in layout):
            raise Unreadable("it has lines on paper beside the sheet", "operation-wrong")
