"""SVG of laser sheets: groups of paths, one group for each operation, and in a path straight lines and arcs.

Nothing else is understood: no transform, no style sheet, no element that is drawn elsewhere. What a path is for its
group says, and its style has to be the one that the machine knows that operation by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import ParseError, fromstring

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import SHEET, Line, Reading, Sheet, Unreadable, foreign
from quasiprint.model.profile import LayerStyle, SheetOperation

SPACE = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
NUMBER = r"-?[0-9]{1,6}(?:\.[0-9]{1,9})?"
LENGTH = re.compile(rf"({NUMBER})mm")
POINT = rf"{NUMBER},{NUMBER}"
ARC = rf"{NUMBER},{NUMBER} 0 0 [01] {POINT}"
# a letter goes on where none stands; after that of an arc, a bare point would be radii
RING = re.compile(rf"{POINT}(?: {POINT})*+(?:L{POINT}(?: {POINT})*+|A{ARC}(?: {ARC})*+)*+Z?")
STEP = re.compile(rf"(?:({NUMBER}),({NUMBER}) 0 0 ([01]) )?({NUMBER}),({NUMBER})")
BETWEEN = str.maketrans(",LZ", "   ")  # the numbers of a path without arcs
ATTRIBUTES = {
    f"{SPACE}svg": {"width", "height", "viewBox", "version", "baseProfile"},
    f"{SPACE}g": {"id", f"{INKSCAPE}groupmode", f"{INKSCAPE}label"},
    f"{SPACE}path": {"d", "style"},
}
MOST = 64 << 20  # bytes


def read(reading: Reading) -> Iterator[tuple[str, Sheet]]:
    """Return the sheets, by path."""
    return reading.parse(lambda _, content: sheet_of(content, reading.looks), SHEET)


def sheet_of(content: bytes, looks: Sequence[LayerStyle]) -> Sheet:
    """Return a sheet, y up. looks: of each operation, then of further settings. Raises Unreadable for what is no plain
    SVG in millimetres."""
    if len(content) > MOST or b"<!" in content or content.count(b"<?") != 1 or not content.startswith(b"<?xml "):
        raise foreign("it is no SVG, or has a style sheet, a declaration or a comment")
    try:
        root = fromstring(content)
    except (ParseError, ValueError) as problem:
        raise Unreadable(f"it is no XML: {problem}") from None
    for element in root.iter():
        allowed = ATTRIBUTES.get(element.tag)
        text = f"{element.text or ''}{element.tail or ''}".strip()
        if allowed is None or not allowed >= set(element.attrib) or text:
            raise foreign(f"it has {element.tag.rpartition('}')[2][:40]} with {', '.join(element.attrib)[:80]}")
    sides = [LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    size = tuple(side[1] for side in sides if side)
    if len(size) < 2 or root.get("viewBox", "").split() != ["0", "0", *size]:
        message = "its size is not in millimetres, or its viewBox is another: one unit must be one mm"
        raise Unreadable(message, "unit-wrong")
    width, height = map(float, size)
    lines: list[Line] = []
    for group in root:
        if group.tag != f"{SPACE}g" or group.get("id") not in list(SheetOperation):
            raise foreign(f"a group is called {group.get('id', '')[:40]!r}, allowed are {', '.join(SheetOperation)}")
        styles = [style for style in looks if style.operation == group.get("id")]
        for path in group:
            if path.tag != f"{SPACE}path" or len(path):
                raise foreign("a group holds what is no path")
            lines += _lines(path.get("d", ""), styles, path.get("style", ""), height, len(lines))
    return Sheet(width, height, lines)


def _lines(data: str, styles: list[LayerStyle], style: str, height: float, number: int) -> Iterator[Line]:
    """Yield a path's lines. styles: how its operation may look, the usual first. number: of the path."""
    setting = next((k for k, layer_style in enumerate(styles) if _same(style, layer_style)), None)
    if setting is None:
        raise Unreadable(f"a path to {styles[0].operation} has another's style, {style[:80]!r}", "operation-wrong")
    first, *rings = data.split("M")
    for text in rings:
        arcs, closed = STEP.findall(text) if "A" in text else [], text.endswith("Z")
        if first or not RING.fullmatch(text) or any(x != y or x.startswith("-") for x, y, *_ in arcs):
            raise foreign(f"a path has {text[:40]!r}, allowed are straight lines and arcs of circles")
        points = [number for *_, x, y in arcs for number in (x, y)] or text.translate(BETWEEN).split()
        z = np.array([*map(float, points)]).view(np.complex128).conj() + 1j * height
        radii = [float(x or 0) * (-1 if sweep == "1" else 1) for x, _, sweep, *_ in arcs[1:]] or [0.0] * (len(z) - 1)
        if closed and len(z) > 1 and z[0] == z[-1]:
            z = z[:-1]
        elif closed:
            radii.append(0.0)
        yield Line(styles[0].operation, z, closed, number, np.array(radii) if any(radii) else None, setting)
    if not rings:
        raise foreign(f"a path begins with {data[:40]!r}")


def _same(style: str, known: LayerStyle) -> bool:
    """Tell whether a path's style is that of an operation."""
    found = dict(part.split(":", 1) for part in style.split(";") if ":" in part)
    expected = {"fill": known.fill or "none", "stroke": known.stroke or "none"}
    expected |= {"fill-rule": "evenodd"} if known.fill else {}
    wide = found.pop("stroke-width", None)
    if found != expected or (wide is None) != (known.stroke is None):
        return False
    return wide is None or (re.fullmatch(NUMBER, wide) is not None and abs(float(wide) - known.width) < 1e-4)
