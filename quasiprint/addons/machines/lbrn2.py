"""LightBurn's project: XML with layers in the order in which they run, and paths on them, in millimetres, y up.

LightBurn publishes no description. What is written here is what projects of LightBurn 1.4 hold, and what is known of
them from programs that read them (tscircuit/lbrnts, LBRN_INFO.md; meerk40t, tools/lbrn loader): a layer is a
``CutSetting`` with `index`, `name` and `priority`; a path has corners (``VertList``: V, x, y; c0 and c1 are the handles
of the curve after and before it, and a lone c0x1 or c1x1 says that there is none) and what joins them (``PrimList``: L
a straight line, B a cubic curve, each with the numbers of two corners). Speeds and powers are left out: a laser has its
own. ``UIPrefs`` switch off what would sort the cuts anew.

A project knows no colours but LightBurn's own: a layer is one of thirty numbers, and its number says its colour, of
LightBurn's palette, C00 to C29, as programs that write for it list them. Two more are tool layers, T1 and T2, which
LightBurn never burns.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from quasiprint.model.face import Ring, decimal
from quasiprint.model.production import Artefact, Drawing, DrawingProduction, SheetPath
from quasiprint.model.profile import LayerStyle, SheetOperation

PALETTE = (
    *("#000000", "#0000FF", "#FF0000", "#00E000", "#D0D000", "#FF8000", "#00E0E0", "#FF00FF", "#B4B4B4", "#0000A0"),
    *("#A00000", "#00A000", "#A0A000", "#C08000", "#00A0FF", "#A000A0", "#808080", "#7D87B9", "#BB7784", "#4A6FE3"),
    *("#D33F6A", "#8CD78C", "#F0B98D", "#F6C4E1", "#FA9ED4", "#500A78", "#B45A00", "#004754", "#86FA88", "#FFDB66"),
)
REFERENCE, SHEET = 30, 31  # T1: what is only to be seen; T2: the rim of the sheet


def layers_of(looks: Sequence[LayerStyle]) -> list[int | None]:
    """Return the layer of each operation and further setting; None for one that a target leaves out.

    Inner and outer cuts of one colour share a layer, and nothing else does. A colour that LightBurn has not, or that is
    taken, gets the nearest that is free.
    """
    # of each its colour, and with what it may share a layer
    keys = [
        (colour, "cut" if style.operation.cuts else style.operation) if (colour := style.fill or style.stroke) else None
        for style in looks
    ]
    found: dict[tuple[str, str], int] = {}
    # what LightBurn has comes first, so that nothing else takes its place
    for key in sorted(dict.fromkeys(key for key in keys if key), key=lambda key: key[0] not in PALETTE):
        free = [k for k in range(len(PALETTE)) if k not in found.values()]
        found[key] = min(free, key=lambda k: math.dist(*(bytes.fromhex(rgb[1:]) for rgb in (key[0], PALETTE[k]))))
    return [
        None if key is None else REFERENCE if style.operation is SheetOperation.REFERENCE else found[key]
        for style, key in zip(looks, keys, strict=True)
    ]


DECIMALS = 6  # a nanometre: a handle is short, and tells a radius
# the first version of LightBurn that reads the format
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<LightBurnProject AppVersion="0.9.21" FormatVersion="1" MaterialHeight="0" MirrorX="False" MirrorY="False">\n'
)
# layers run by their priority; within one, the order of the file
KEPT = {
    **{"Optimize_ByLayer": "0", "Optimize_ByGroup": "-1", "Optimize_ByPriority": "1", "Optimize_WhichDirection": "0"},
    **{"Optimize_InnerToOuter": "0", "Optimize_ByDirection": "0", "Optimize_ReduceTravel": "0"},
    **{"Optimize_HideBacklash": "0", "Optimize_ReduceDirChanges": "0", "Optimize_ChooseCorners": "0"},
    **{"Optimize_AllowReverse": "0", "Optimize_RemoveOverlaps": "0", "Optimize_OptimalEntryPoint": "0"},
    **{"Optimize_OverlapDist": "0.025"},
}
STILL = "<XForm>1 0 0 1 0 0</XForm>"
NAMES = {REFERENCE: "T1", SHEET: "T2"}
SETTING = """\
<CutSetting type="{}">
<index Value="{}"/>
<name Value="{}"/>
<priority Value="{}"/>
</CutSetting>"""


def files(production: DrawingProduction) -> Iterator[Artefact]:
    """Yield one file for each drawing."""
    for drawing in production.drawings:
        yield Artefact(f"lbrn2/{drawing.name}.lbrn2", _document(drawing, production.styles))


def _document(drawing: Drawing, looks: tuple[LayerStyle, ...]) -> bytes:
    whole, layers = len(SheetOperation), layers_of(looks)
    general = {style.operation: layer for style, layer in zip(looks[:whole], layers, strict=False)}
    burned: list[tuple[SheetOperation, int, SheetPath]] = []
    for path in drawing.paths:
        layer = layers[whole + path.setting - 1] if path.setting else general[path.operation]
        if layer is not None:
            burned.append((path.operation, layer, path))
    used = list(dict.fromkeys((layer, operation) for operation, layer, _ in burned))
    rows = [f"<{name} Value={value!r}/>".replace("'", '"') for name, value in KEPT.items()]
    rows = ["<UIPrefs>", *rows, "</UIPrefs>", *_settings(used)]
    alike = general[SheetOperation.CUT_INNER] == general[SheetOperation.CUT_OUTER]
    for operation, group in groupby(burned, key=lambda entry: entry[0]):
        shapes = [row for _, layer, path in group for row in _shape(path, layer)]
        if operation is SheetOperation.CUT_INNER and alike:  # one group, so that they can be told from outer ones
            shapes = [
                f'<Shape Type="Group" CutIndex="{general[operation]}">',
                *(STILL, "<Children>", *shapes, "</Children>", "</Shape>"),
            ]
        rows += shapes
    wide, high = (decimal(side, DECIMALS) for side in (drawing.width, drawing.height))
    middle = " ".join(decimal(side / 2, DECIMALS) for side in (drawing.width, drawing.height))
    rows += [
        f'<Shape Type="Rect" CutIndex="{SHEET}" W="{wide}" H="{high}" Cr="0">',
        *(f"<XForm>1 0 0 1 {middle}</XForm>", "</Shape>", "</LightBurnProject>", ""),
    ]
    return (HEAD + "\n".join(rows)).encode()


def _settings(used: Sequence[tuple[int, SheetOperation]]) -> Iterator[str]:
    """Yield the layers that are used, in the order in which they run, and last that of the sheet's rim."""
    kinds: dict[int, list[SheetOperation]] = {}
    for layer, operation in used:
        kinds.setdefault(layer, []).append(operation)
    for priority, layer in enumerate(sorted(kinds, key=lambda k: (k == REFERENCE, list(kinds).index(k)))):
        operations = kinds[layer]
        kind = "Tool" if layer == REFERENCE else "Scan" if operations[0] is SheetOperation.ENGRAVE else "Cut"
        name = NAMES.get(layer) or ("cut" if len(operations) > 1 else operations[0])
        yield SETTING.format(kind, layer, name, priority)
    yield SETTING.format("Tool", SHEET, NAMES[SHEET], len(kinds))


def _shape(path: SheetPath, layer: int) -> Iterator[str]:
    """Yield a path: all of its rings together, so that LightBurn leaves holes free when it fills areas."""
    corners: list[str] = []
    joins: list[str] = []
    for ring, arcs in path.sides():
        first, n = len(corners), len(ring)
        corners += _corners(ring, arcs, path.closed)
        for k in range(n if path.closed else n - 1):
            joins.append(f"{'B' if arcs and arcs[k] else 'L'}{first + k} {first + (k + 1) % n}")
    yield f'<Shape Type="Path" CutIndex="{layer}">'
    yield from (STILL, f"<VertList>{''.join(corners)}</VertList>", f"<PrimList>{''.join(joins)}</PrimList>")
    yield "</Shape>"


def _corners(ring: Ring, arcs: tuple[float, ...], closed: bool) -> Iterator[str]:
    """Yield the corners of a ring, each with the handles of the arcs beside it."""
    n = len(ring)
    after, before = ["1"] * n, ["1"] * n
    for k, radius in enumerate(arcs):
        if radius and (closed or k < n - 1):
            # of the cubic curve that comes nearest to the arc; above 0 it turns to the left
            start, end = complex(*ring[k]), complex(*ring[(k + 1) % n])
            half = math.asin(abs(end - start) / (2 * radius))
            reach = 4 / 3 * math.tan(half / 2) * radius * (end - start) / abs(end - start)
            after[k] = _handle(start + reach * cmath.exp(-1j * half), "c0y")
            before[(k + 1) % n] = _handle(end - reach * cmath.exp(1j * half), "c1y")
    for (x, y), follows, leads in zip(ring, after, before, strict=True):
        yield f"V{decimal(x, DECIMALS)} {decimal(y, DECIMALS)}c0x{follows}c1x{leads}"


def _handle(point: complex, name: str) -> str:
    return f"{decimal(point.real, DECIMALS)}{name}{decimal(point.imag, DECIMALS)}"
