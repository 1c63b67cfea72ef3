"""SVG for lasers, as a laser's program sees it: paths with a stroke or a fill, and what these mean there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from quasiprint.model.format import Reading
from quasiprint.model.profile import LayerStyle
from quasiprint.readback.markup import parsed
from quasiprint.readback.report import Report
from quasiprint.readback.sheet import LaserSheet, OpenLine, operation
from quasiprint.readback.sheet_files import read_sheets
from quasiprint.readback.unreadable import DAMAGED, Unreadable

SPACE = "{http://www.w3.org/2000/svg}"
LENGTH = re.compile(r"^\s*([0-9.]+)\s*(\w*|%)\s*$")
INHERITED = ("fill", "stroke", "stroke-width")
ROOT = {"width", "height", "viewBox", "version", "baseProfile"}
MOST = 100_000  # lines
DEEPEST = 50  # groups within groups
TURNED = re.compile(r"^(?:(?:translate|rotate|scale|matrix)\([-+0-9.eE, ]{1,120}\)\s*){1,5}$")
PLAIN = {"id", "d", "style", "transform", *INHERITED}
STYLED = {"fill-rule", *INHERITED}


def read(reading: Reading) -> Report:
    """Read the sheets: see `quasiprint.readback.sheet_files.read_sheets`."""
    return read_sheets("svg", reading, sheet_of)


def sheet_of(content: bytes, styles: Sequence[LayerStyle]) -> LaserSheet:
    """Return a sheet, its origin at the lower left. styles: what each stroke or fill means.

    Raises Unreadable for what is no plain SVG, is not in millimetres, or has anything but paths of straight lines.
    """
    root = parsed(content)
    if root.tag != f"{SPACE}svg":
        raise Unreadable(f"its root is {root.tag}, allowed is svg")
    width, height = (_millimetres(root.get(side), side) for side in ("width", "height"))
    box = (root.get("viewBox") or "").replace(",", " ").split()
    try:
        numbers = [float(part) for part in box]
    except ValueError:
        raise Unreadable("its viewBox is no four numbers") from None
    if len(numbers) != 4 or not all(abs(a - b) < 1e-6 for a, b in zip(numbers, (0, 0, width, height), strict=True)):
        found = " ".join(box) or "none"
        raise Unreadable(f"its viewBox is {found}, allowed is 0 0 {width:g} {height:g}: one unit, one mm", "unit-wrong")
    if b"<?xml-stylesheet" in content or set(root.keys()) - ROOT:
        raise Unreadable("its root or a style sheet may hide or change what it shows", "operation-wrong")
    lines = list(islice(_lines(root, {}, np.eye(3), styles, height), MOST + 1))
    if len(lines) > MOST:
        raise Unreadable(f"it has more than {MOST} lines")
    return LaserSheet(width, height, lines)


def _millimetres(text: str | None, side: str) -> float:
    found = LENGTH.match(text or "")
    if found is None or found[2] != "mm" or found[1].count(".") > 1 or found[1] == ".":
        raise Unreadable(f"its {side} is {text!r}, allowed are millimetres", "unit-wrong")
    return float(found[1])


def _lines(
    node: Any, inherited: Mapping[str, str], matrix: Any, styles: Sequence[LayerStyle], height: float, depth: int = 0
) -> Iterator[OpenLine]:
    if depth > DEEPEST:
        raise Unreadable(f"its groups are more than {DEEPEST} deep")
    style = {**inherited, **{key: node.get(key) for key in INHERITED if node.get(key)}, **_declared(node)}
    strange = (set(_declared(node)) - STYLED) | (set() if node.tag == f"{SPACE}svg" else set(node.keys()) - PLAIN)
    if strange:
        raise Unreadable(f"a path or group has {min(strange)}, which may hide or change it", "operation-wrong")
    if node.get("transform"):
        matrix = matrix @ _matrix(str(node.get("transform")))
    if node.tag == f"{SPACE}path":
        yield from _path(node, style, matrix, styles, height)
    elif node.tag == f"{SPACE}g" or (node.tag == f"{SPACE}svg" and not depth):
        for child in node:
            yield from _lines(child, style, matrix, styles, height, depth + 1)
    else:
        name = str(node.tag).removeprefix(SPACE)
        raise Unreadable(f"it has a {name}, allowed are paths and groups", "operation-wrong")


def _declared(node: Any) -> dict[str, str]:
    pairs = (part.split(":", 1) for part in (node.get("style") or "").split(";") if ":" in part)
    return {key.strip(): value.strip() for key, value in pairs}


def _matrix(text: str) -> Any:
    from svgelements import Matrix

    if not TURNED.match(text):
        raise Unreadable(f"a transform is {text[:80]!r}")
    try:
        m = Matrix(text)
        return np.array([[m.a, m.c, m.e], [m.b, m.d, m.f], [0.0, 0.0, 1.0]], dtype=float)
    except DAMAGED:
        raise Unreadable(f"a transform is {text!r}") from None


def _path(
    node: Any, style: Mapping[str, str], matrix: Any, styles: Sequence[LayerStyle], height: float
) -> Iterator[OpenLine]:
    stroke, fill = (_colour(style.get(key)) for key in ("stroke", "fill"))
    try:
        width = float(style.get("stroke-width") or 0)
    except ValueError:
        raise Unreadable(f"a stroke's width is {style.get('stroke-width')!r}") from None
    meant = operation(stroke, fill, width, styles)
    if fill is not None and style.get("fill-rule") != "evenodd":
        raise Unreadable("a filled path is not filled by the rule of even and odd", "operation-wrong")
    for points, closed in _rings(node.get("d") or ""):
        x, y, _ = matrix @ np.array([[p[0] for p in points], [p[1] for p in points], [1.0] * len(points)])
        yield OpenLine(meant, x + 1j * (height - y), closed, id(node))


def _colour(text: str | None) -> str | None:
    return None if text in (None, "none") else str(text).upper()


def _rings(data: str) -> Iterator[tuple[list[tuple[float, float]], bool]]:
    """Yield the straight lines of a path, and whether each closes."""
    from svgelements import Close, Line, Move, Path

    try:
        segments = list(Path(data))
    except DAMAGED as problem:
        raise Unreadable(f"a path cannot be read: {problem!r}") from None
    points: list[tuple[float, float]] = []
    for segment in segments:
        if isinstance(segment, Move):
            if len(points) > 1:
                yield points, False
            points = [(segment.end.x, segment.end.y)]
        elif isinstance(segment, Close):
            yield points, True
            points = points[:1]  # the pen is where the ring began
        elif isinstance(segment, Line):
            points.append((segment.end.x, segment.end.y))
        else:
            raise Unreadable(f"a path has a {type(segment).__name__}, allowed are straight lines")
    if len(points) > 1:
        yield points, False
