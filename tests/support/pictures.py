"""Drawings to try symbols with, and what every symbol must be."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from shapely.geometry import Polygon

from quasiprint.disk.reading import name_of, read_folder
from quasiprint.drawing.symbols import Symbol, read_symbols
from quasiprint.games.triomino import GAME
from quasiprint.model.face import area, bounds
from quasiprint.model.option import Supplied

PAGE = 'viewBox="0 0 100 100"'
STROKE = 'fill="none" stroke="black"'


def svg(body: str, root: str = PAGE) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {root}>{body}</svg>'


def folder_of_pictures(folder: Path) -> Supplied:
    """Read a folder as a user gives it to --symbols."""
    option = next(option for option in GAME.options if option.name == "symbols")
    files = read_folder(folder, option.flag, option.suffix, option.most_files, option.most_bytes)
    return Supplied(name_of(folder), files)


def drawn(folder: Path, body: str, root: str = PAGE) -> Symbol:
    """Write a drawing and read it back."""
    (folder / "0.svg").write_text(svg(body, root), encoding="utf-8")
    (symbol,) = read_symbols(folder_of_pictures(folder))
    return symbol


def well_formed(symbol: Symbol) -> None:
    rings = [ring for region in symbol.areas for ring in region.rings]
    assert rings
    x0, y0, x1, y1 = bounds(tuple(rings))
    assert max(x1 - x0, y1 - y0) == pytest.approx(1, abs=2e-9)
    assert (x0 + x1, y0 + y1) == pytest.approx((0, 0), abs=2e-9)
    for ring in rings:
        assert all(p != q for p, q in zip(ring, ring[1:] + ring[:1], strict=True))
        assert all(math.isfinite(x) and x == round(x, 9) for p in ring for x in p)
    for region in symbol.areas:
        assert area(region.outer) > 3e-6 and all(area(hole) < -3e-6 for hole in region.holes)
    assert sum(len(ring) for ring in rings) <= 20_000
    parts = [Polygon(region.outer, region.holes) for region in symbol.areas]
    assert all(part.is_valid for part in parts)
    if len(parts) < 60:
        assert all(p.distance(q) > 1e-5 for k, p in enumerate(parts) for q in parts[:k])
