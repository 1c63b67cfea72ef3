"""Reads the bodies that a page holds: closed, and as large as the design has them."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from quasiprint.model.finding import Finding, error
from quasiprint.readback.unreadable import DAMAGED

PAGE, REMEDY = "gallery.html", "make the set again"
OFF = 0.05  # mm: as far as a body's size may be off; the page's corners lie on a grid of a hundredth
Span = tuple[float, float]  # mm, across and up


def bodies_wrong(text: str | None, sizes: Mapping[str, Span]) -> Iterator[Finding]:
    """Yield what is wrong with a page's bodies. text: its JSON, None if it has none. sizes: due, by id."""
    if text is None:
        if sizes:
            yield _error("it has no bodies, and the set is printed")
        return
    try:
        held = json.loads(text)
        spans = {str(key): _span(body, float(held["unit"]), str(key)) for key, body in held["bodies"].items()}
        things = {str(id): [str(key) for key, _ in parts] for id, parts in held["things"].items()}
        lying = {str(item[0]) for plate in held["plates"] for item in plate["items"]}
    except DAMAGED as problem:
        yield _error(f"its bodies cannot be read: {problem}")
        return
    for id, keys in things.items():
        due, found = sizes.get(id), [spans[key] for key in keys if key in spans]
        if due is None or not keys or len(found) < len(keys):
            yield _error(f"it shows a body of {id[:60]!r} that the set has not")
        elif max(abs(a - b) for a, b in zip(found[0], due, strict=True)) > OFF:
            yield _error(f"{id[:60]!r} is {found[0][0]:.2f} × {found[0][1]:.2f} mm, due is {due[0]:.2f} × {due[1]:.2f}")
    for id in sorted(lying - things.keys()):
        yield _error(f"{id[:60]!r} lies on a plate and has no body")


def _span(body: Mapping[str, Any], unit: float, key: str) -> Span:
    """Return how large a body is. Raises ValueError for one that is not closed."""
    corners = list(_corners(_numbers(body["corners"])))
    edges: Counter[tuple[int, int]] = Counter()
    for a, b, c in _triangles(_numbers(body["triangles"])):
        if not 0 <= min(a, b, c) <= max(a, b, c) < len(corners):
            raise ValueError(f"body {key[:40]!r} has a triangle without corners")
        edges.update(((a, b), (b, c), (c, a)))
    if not edges or any(edges[b, a] != count for (a, b), count in edges.items()):
        raise ValueError(f"body {key[:40]!r} is not closed")
    xs, ys = [x for x, _, _ in corners], [y for _, y, _ in corners]
    return (max(xs) - min(xs)) * unit, (max(ys) - min(ys)) * unit


def _numbers(text: str) -> Iterator[int]:
    """Yield the numbers of a text: seven bits a byte, the lowest first."""
    number = shift = 0
    for byte in b64decode(text, validate=True):
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number = shift = 0
    if shift:
        raise ValueError("a number has no end")


def _corners(numbers: Iterator[int]) -> Iterator[tuple[int, int, int]]:
    """Yield corners from the steps between them."""
    place = [0, 0, 0]
    for k, number in enumerate(numbers):
        place[k % 3] += -(number + 1) // 2 if number & 1 else number // 2
        if k % 3 == 2:
            yield place[0], place[1], place[2]


def _triangles(numbers: Iterator[int]) -> Iterator[tuple[int, int, int]]:
    """Yield triangles, counted back from the first corner that none had before."""
    fresh, corners = 0, []
    for number in numbers:
        corners.append(fresh - number)
        fresh += number == 0
        if len(corners) == 3:
            yield corners[0], corners[1], corners[2]
            corners = []


def _error(message: str) -> Finding:
    return error("gallery-body", PAGE, message, REMEDY)
