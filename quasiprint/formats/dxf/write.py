"""DXF for lasers and other machines: R2000, millimetres, lines on named layers and nothing else.

An area to engrave is given by its rims, which the machine's program fills. Colours are those of
the layers. As in SVG, an operation that a target gives neither a stroke nor a fill is left out;
its layer is there, empty.

ezdxf makes the document: header, tables, layers, blocks. The polylines, thousands of them and all
alike, are written into its ENTITIES section here, under handles that ezdxf gave out; as objects
of ezdxf they would take three times as long as the rest of the sheet.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

from quasiprint.libraries import load
from quasiprint.model.face import Ring
from quasiprint.model.production import Artefact, Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle

MILLIMETRES = 4  # $INSUNITS; a new document of ezdxf says metres
METRIC = 1
ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"


def files(production: DrawingProduction) -> Iterator[Artefact]:
    """Yield one file for each drawing."""
    for drawing in production.drawings:
        yield Artefact(f"dxf/{drawing.name}.dxf", _document(drawing, production.styles))


def _document(drawing: Drawing, styles: tuple[LayerStyle, ...]) -> bytes:
    """Return a drawing as a file. Raises ValueError if ezdxf's has no ENTITIES section to fill."""
    load("ezdxf")
    from ezdxf.filemanagement import new

    with _no_clock():  # ezdxf notes the time when it makes a document and when it writes it
        document = new("R2000")
        header = document.header
        header["$INSUNITS"] = MILLIMETRES
        header["$MEASUREMENT"] = METRIC
        header["$LUNITS"] = 2
        space = document.modelspace()
        corners = (0, 0, 0), (drawing.width, drawing.height, 0)
        space.reset_extents(*corners)
        # ezdxf copies them into the header, but not from a corner at the origin
        header["$EXTMIN"], header["$EXTMAX"] = corners
        space.reset_limits((0, 0), (drawing.width, drawing.height))
        layers = {}
        for style in styles:
            document.layers.add(style.layer, color=style.dxf_colour)
            if style.stroke is not None or style.fill is not None:
                layers[style.operation] = style.layer
        owner = space.layout_key
        handles = document.entitydb.handles
        lines = "".join(
            _polyline(ring, path.closed, layers[path.operation], handles.next(), owner)
            for path in drawing.paths
            if path.operation in layers
            for ring in path.rings
        )
        stream = io.StringIO()
        document.write(stream)
    head, section, rest = stream.getvalue().partition(ENTITIES)
    if not section:
        raise ValueError("DXF: ezdxf wrote no ENTITIES section")
    return bytes(document.encode(head + section + lines + rest))


def _polyline(ring: Ring, closed: bool, layer: str, handle: str, owner: str) -> str:
    """Return an LWPOLYLINE: group codes and values, a line each."""
    points = "".join(f" 10\n{x:.6f}\n 20\n{y:.6f}\n" for x, y in ring)
    return (
        f"  0\nLWPOLYLINE\n  5\n{handle}\n330\n{owner}\n100\nAcDbEntity\n  8\n{layer}\n"
        f"100\nAcDbPolyline\n 90\n{len(ring)}\n 70\n{int(closed)}\n{points}"
    )


@contextmanager
def _no_clock() -> Iterator[None]:
    """Let ezdxf put neither the time nor random ids into what it makes meanwhile."""
    from ezdxf._options import options

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before
