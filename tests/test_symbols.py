"""Pictures for numbers: what an SVG file draws, against shapely and known areas."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
from pictures import STROKE, drawn, folder_of_pictures, svg, well_formed
from shapely.affinity import affine_transform
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union

from quasiprint.drawing.symbols import Symbol, read_symbols
from quasiprint.model.errors import InputError
from quasiprint.model.face import area

CHORD = 0.002  # of the size: what a drawing may be off
STAR = "M50 5L79 95L3 40H97L21 95z"


def shape(symbol: Symbol) -> BaseGeometry:
    parts = [Polygon(region.outer, region.holes) for region in symbol.areas]
    assert all(part.is_valid for part in parts)
    return MultiPolygon(parts)


def normal(expected: BaseGeometry) -> BaseGeometry:
    """Return a drawing in SVG's coordinates as a symbol should be: y up, centred, of size 1."""
    x0, y0, x1, y1 = expected.bounds
    k = 1 / max(x1 - x0, y1 - y0)
    return affine_transform(expected, [k, 0, 0, -k, -k * (x0 + x1) / 2, k * (y0 + y1) / 2])


def same(symbol: Symbol, expected: BaseGeometry, chord: float = CHORD) -> None:
    """Neither holds anything that is farther than `chord` from the other."""
    found, wanted = shape(symbol), normal(expected)
    assert found.difference(wanted.buffer(chord)).is_empty
    assert wanted.difference(found.buffer(chord)).is_empty


def disc(x: float, y: float, r: float) -> BaseGeometry:
    return Point(x, y).buffer(r, quad_segs=64)


def test_a_disc_is_a_fine_polygon_of_size_one(tmp_path: Path) -> None:
    symbol = drawn(tmp_path, '<circle cx="30" cy="60" r="20"/>')
    well_formed(symbol)
    (region,) = symbol.areas
    assert symbol.name == "0" and not region.holes
    assert all(math.hypot(*p) == pytest.approx(0.5, abs=CHORD) for p in region.outer)
    # each chord's middle, too
    middles = [((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in zip(region.outer, region.outer[1:], strict=False)]
    assert all(0.5 - math.hypot(*p) <= CHORD for p in middles)
    assert area(region.outer) == pytest.approx(math.pi / 4, rel=0.005)


def test_y_is_up(tmp_path: Path) -> None:
    (region,) = drawn(tmp_path, '<path d="M50 0L60 20H40z"/>').areas
    assert max(region.outer, key=lambda p: p[1]) == (0.0, 0.5)
    assert area(region.outer) > 0


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f'<circle cx="50" cy="50" r="30" stroke-width="10" {STROKE}/>', disc(50, 50, 35) - disc(50, 50, 25)),
        (
            '<circle cx="50" cy="50" r="30"/><circle cx="50" cy="50" r="10" fill="white"/>',
            disc(50, 50, 30) - disc(50, 50, 10),
        ),
        ('<circle cx="50" cy="50" r="10" fill="#fff"/><circle cx="50" cy="50" r="30"/>', disc(50, 50, 30)),
        ('<path d="M10 10h40v40h-40z M20 20v10h10v-10z"/>', box(10, 10, 50, 50) - box(20, 20, 30, 30)),
        ('<path d="M10 10h40v40h-40z M20 20h10v10h-10z"/>', box(10, 10, 50, 50)),
        (
            '<path fill-rule="evenodd" d="M10 10h40v40h-40z M20 20h10v10h-10z"/>',
            box(10, 10, 50, 50) - box(20, 20, 30, 30),
        ),
        ('<g style="fill-rule: evenodd"><path d="M0 0h9v9h-9zM3 3h3v3h-3z"/></g>', box(0, 0, 9, 9) - box(3, 3, 6, 6)),
        (
            '<rect width="20" height="10"/><rect x="50" width="9" height="9"/>',
            unary_union([box(0, 0, 20, 10), box(50, 0, 59, 9)]),
        ),
        (
            '<g transform="translate(20 10)"><g transform="rotate(90)">'
            '<rect transform="scale(2 3)" width="5" height="4"/></g></g>',
            box(8, 10, 20, 20),
        ),
        (
            '<g transform="matrix(1 0 .5 1 0 0)"><rect width="10" height="10"/></g>',
            Polygon([(0, 0), (10, 0), (15, 10), (5, 10)]),
        ),
        (
            '<g transform="skewX(45)scale(-1,1)"><rect x="-20" width="10" height="10"/></g>',
            Polygon([(10, 0), (20, 0), (30, 10), (20, 10)]),
        ),
        (
            '<defs><rect id="a" width="9" height="4"/></defs><use xlink:href="#a" x="5"/>'
            '<use href="#a" transform="translate(40)"/>',
            unary_union([box(5, 0, 14, 4), box(40, 0, 49, 4)]),
        ),
        (f'<path d="M10 10h50" stroke-width="8" {STROKE}/>', box(10, 6, 60, 14)),
        (f'<path d="M10 10h50" stroke-width="8" stroke-linecap="square" {STROKE}/>', box(6, 6, 64, 14)),
        (
            f'<path d="M10 10h50" stroke-width="8" stroke-linecap="round" {STROKE}/>',
            LineString([(10, 10), (60, 10)]).buffer(4),
        ),
        (
            f'<path d="M10 10h0M40 40z" stroke-width="8" stroke-linecap="round" {STROKE}/>',
            disc(10, 10, 4) | disc(40, 40, 4),
        ),
        (
            f'<rect x="10" y="10" width="30" height="20" stroke-width="4" {STROKE}/>',
            box(8, 8, 42, 32) - box(12, 12, 38, 28),
        ),
        (
            f'<polyline points="10,10 40,10 40,60" stroke-width="6" stroke-linejoin="bevel" {STROKE}/>',
            LineString([(10, 10), (40, 10), (40, 60)]).buffer(3, cap_style="flat", join_style="bevel"),
        ),
        (
            f'<polyline points="10,50 30,10 50,50" stroke-width="6" stroke-linejoin="round" {STROKE}/>',
            LineString([(10, 50), (30, 10), (50, 50)]).buffer(3, cap_style="flat"),
        ),
        # 36° at the tip: the mitre is 3.24 widths long
        (
            f'<polyline points="20,90 50,10 80,90" stroke-width="6" stroke-miterlimit="3" {STROKE}/>',
            LineString([(20, 90), (50, 10), (80, 90)]).buffer(3, cap_style="flat", join_style="mitre", mitre_limit=9),
        ),
        (
            f'<polyline points="20,90 50,10 80,90" stroke-width="6" stroke-miterlimit="2" {STROKE}/>',
            LineString([(20, 90), (50, 10), (80, 90)]).buffer(3, cap_style="flat", join_style="bevel"),
        ),
        # a stroke is drawn before the transform
        (
            f'<g transform="scale(2 1)"><circle cx="20" cy="50" r="10" stroke-width="4" {STROKE}/></g>',
            affine_transform(disc(20, 50, 12) - disc(20, 50, 8), [2, 0, 0, 1, 0, 0]),
        ),
    ],
)
def test_what_is_drawn_is_what_is_read(tmp_path: Path, body: str, expected: BaseGeometry) -> None:
    symbol = drawn(tmp_path, body)
    well_formed(symbol)
    same(symbol, expected)


def test_a_pentagram_is_full_or_hollow_by_its_rule(tmp_path: Path) -> None:
    corners = [(50, 5), (79, 95), (3, 40), (97, 40), (21, 95)]
    faces = list(polygonize(unary_union([LineString([corners[k - 1], corners[k]]) for k in range(5)])))
    middle = next(face for face in faces if face.contains(Point(50, 55)))
    for rule, expected, count in (("nonzero", unary_union(faces), 1), ("evenodd", unary_union(faces) - middle, 5)):
        symbol = drawn(tmp_path, f'<path fill-rule="{rule}" d="{STAR}"/>')
        well_formed(symbol)
        same(symbol, expected)
        assert len(symbol.areas) == count


@pytest.mark.parametrize(
    ("attributes", "inked"),
    [
        ("", True), ('fill="none"', False), ('fill="white"', False), ('fill="#767676"', True), ('fill="#BBB"', True),
        ('fill="#bcbcbc"', False), ('fill="red"', True), ('fill="yellow"', False), ('fill="rgb(10 20 30)"', True),
        ('fill="rgb(95%,95%,95%)"', False),
    ],
)  # fmt: skip
def test_dark_is_ink_and_light_is_not(tmp_path: Path, attributes: str, inked: bool | None) -> None:
    style = "<style>/* .c */ #dark {fill: black} .light, .other {fill: white}</style>"
    (tmp_path / "0.svg").write_text(svg(f'{style}<g><rect width="9" height="9" {attributes}/></g>'), encoding="utf-8")
    if inked:
        assert len(read_symbols(folder_of_pictures(tmp_path))[0].areas) == 1
    else:
        with pytest.raises(InputError, match="nothing dark is drawn" if inked is False else r"fill is 'hsl\(240deg"):
            read_symbols(folder_of_pictures(tmp_path))


def test_what_is_hidden_around_hides_what_is_inside(tmp_path: Path) -> None:
    square = '<rect x="5" width="9" height="9"/>'
    for hidden in ('display="none"', 'opacity="0"', 'fill="none"'):
        same(drawn(tmp_path, f'<g {hidden}><rect width="90" height="9"/></g>{square}'), box(0, 0, 1, 1))
    same(
        drawn(
            tmp_path, f'<g visibility="hidden"><rect width="90" height="9"/><g visibility="visible">{square}</g></g>'
        ),
        box(0, 0, 1, 1),
    )
    same(
        drawn(tmp_path, f'<g color="white" stroke="currentColor" stroke-width="2"><g color="black">{square}</g></g>'),
        box(0, 0, 11, 10),
    )


def test_the_size_and_place_of_the_drawing_do_not_matter(tmp_path: Path) -> None:
    small = drawn(tmp_path, '<path fill-rule="evenodd" d="M0 0h8v8h-8zM2 2h4v4z"/>')
    for root, where in (
        ('viewBox="0 0 1e-3 1e-3"', "scale(1e-5)"), ('viewBox="0 0 1e6 1e6"', "scale(1e5)"),
        ('width="30mm" height="20mm" viewBox="0 0 12 8"', ""), ('viewBox="-50 -50 100 100"', "translate(-20,7)"),
        ('width="20" height="20"', ""), ("", "translate(5000)"),
    ):  # fmt: skip
        large = drawn(
            tmp_path, f'<g transform="{where}"><path fill-rule="evenodd" d="M0 0h8v8h-8zM2 2h4v4z"/></g>', root
        )
        assert shape(large).symmetric_difference(shape(small)).area < 1e-6


def test_files_come_in_natural_order(tmp_path: Path) -> None:
    for name in ("10.svg", "2.svg", "1.SVG", "b2.svg", "b10.svg", "cat.svg"):
        (tmp_path / name).write_text(svg('<rect width="9" height="9"/>'), encoding="utf-8")
    (tmp_path / ".hidden.svg").write_text("not read")
    (tmp_path / "notes.txt").write_text("not read")
    os.symlink(tmp_path / "2.svg", tmp_path / "3.svg")
    assert [symbol.name for symbol in read_symbols(folder_of_pictures(tmp_path))] == [
        "1",
        "2",
        "3",
        "10",
        "b2",
        "b10",
        "cat",
    ]
    assert read_symbols(folder_of_pictures(tmp_path)) == read_symbols(folder_of_pictures(tmp_path))
