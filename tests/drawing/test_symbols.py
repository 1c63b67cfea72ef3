"""Pictures for numbers: what an SVG file draws, against shapely; what is refused; what is too fine."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pictures import STROKE, drawn, folder_of_pictures, svg, well_formed
from samples import LASER, PAPER, PRINTER, triomino
from shapely.affinity import affine_transform
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize, unary_union

from quasiprint.checks import check_set
from quasiprint.drawing.numerals import pictures
from quasiprint.drawing.strokes import made_from, narrowest
from quasiprint.drawing.symbols import Symbol, read_symbols
from quasiprint.errors import InputError
from quasiprint.model.face import area
from quasiprint.model.measures import Measures, ProductionOptions

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


TRIANGLE = Polygon([(10, 10), (90, 10), (90, 90)])
SQUARE = '<rect width="9" height="9"/>'
SYMBOL = '<symbol id="s" viewBox="0 0 10 10"><path d="M1 1h8v8z"/></symbol>'
PAGE_CLIP = '<clipPath id="c"><rect width="100" height="100"/></clipPath>'
CORNER = '<path d="M10 10h80v80z"/>'
HIDDEN = CORNER.replace("/>", ' display="none"/>')
MARKER = '<marker id="m" overflow="visible"><path d="M0 0h80v80z"/></marker>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f'{SYMBOL}<use href="#s" width="100" height="100"/>', TRIANGLE),
        (f'{SYMBOL}<use href="#s" width="100%" height="100%"/>', TRIANGLE),
        (f'{SYMBOL}<use href="#s"/>', TRIANGLE),  # as large as the page
        (f'<defs>{SYMBOL}</defs><use href="#s" x="-50" width="200"/>', TRIANGLE),  # in the middle of what is wider
        (SYMBOL.replace("10 10", "10 20") + '<use href="#s" width="100" height="100"/>', TRIANGLE),  # half as wide
        (
            SYMBOL.replace("<symbol", '<symbol preserveAspectRatio="none"')
            + '<use href="#s" width="100" height="50"/>',
            Polygon([(10, 5), (90, 5), (90, 45)]),
        ),
        (SYMBOL.replace("<symbol", '<symbol style="fill:#fff"') + f'{SQUARE}<use href="#s"/>', box(0, 0, 9, 9)),
        (f'<g id="s">{CORNER}</g>', TRIANGLE),
        # the artboard as a clip path or a mask
        (f'{PAGE_CLIP}<g clip-path="url(#c)">{CORNER}</g>', TRIANGLE),
        (f'<style>.c{{clip-path: url("#c")}}</style>{PAGE_CLIP}<g class="c">{CORNER}</g>', TRIANGLE),
        (f"<g style='clip-path:url(#c)'><g clip-path='url(#c)'>{CORNER}</g></g>{PAGE_CLIP}", TRIANGLE),
        (
            '<clipPath id="c" transform="scale(10)"><path transform="translate(-10)" d="M10 0h10v10h-10z"/></clipPath>'
            f'<g clip-path="url(#c)">{CORNER}</g>',
            TRIANGLE,
        ),
        (  # it is placed where what it cuts is
            f'{PAGE_CLIP}<g transform="scale(.5)"><g transform="scale(2)" clip-path="url(#c)">{CORNER}</g></g>',
            TRIANGLE,
        ),
        (
            '<defs><rect id="r" width="100%" height="100%" style="fill:none"/></defs><clipPath id="c">'
            f'<use href="#r" style="overflow:visible"/></clipPath><g clip-path="url(#c)">{CORNER}</g>',
            TRIANGLE,
        ),
        (  # what is cut from white paper changes nothing
            f'<clipPath id="c"><circle cx="50" cy="50" r="60"/></clipPath><g clip-path="url(#c)">'
            f'<rect width="100" height="100" fill="#fff"/>{CORNER}</g>',
            TRIANGLE,
        ),
        (f'<mask id="m"><path fill="#fff" d="M0 0h100v100h-100z"/></mask><g mask="url(#m)">{CORNER}</g>', TRIANGLE),
        (
            f'<mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100">'
            f'<rect width="100" height="100" fill="#444"/></mask><g fill="none"><g mask="url(#m)" fill="#000">{CORNER}'
            "</g></g>",
            TRIANGLE,
        ),
        # Illustrator's copy of the drawing for itself
        (f'<switch><foreignObject requiredExtensions="a"/><g>{CORNER}</g>{SQUARE}</switch>', TRIANGLE),
        # what is not drawn may be anything
        (f'<linearGradient id="a"/><g display="none"><text fill="url(#a)">4</text></g>{CORNER}', TRIANGLE),
        # what a style sheet may say, and drawings in drawings
        ("<style>g > path {display: inline !important}</style><g>" + HIDDEN + "</g>", TRIANGLE),
        ('<svg x="10" y="10" width="80" height="80" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>', TRIANGLE),
        ('<g transform="' + "rotate(9)" * 40 + '">' + "<g>" * 70 + CORNER + "</g>" * 71, TRIANGLE),
        (MARKER + '<path d="M10 10h0" marker-start="url(#m)" stroke="#000"/>', TRIANGLE),
    ],
)
def test_symbols_and_artboards_are_drawn(tmp_path: Path, body: str, expected: BaseGeometry) -> None:
    symbol = drawn(tmp_path, body)
    well_formed(symbol)
    same(symbol, expected)


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 20010904//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd">',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" ['
        '<!ENTITY svg "http://www.w3.org/2000/svg"><!ENTITY ai "http://ns.adobe.com/AdobeIllustrator/10.0/">'
        '<!ENTITY both "&ai;&amp;"><!ATTLIST svg xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">]>',
    ],
)
def test_a_doctype_may_name_namespaces(tmp_path: Path, head: str) -> None:
    namespaces = 'xmlns="&svg;" xmlns:i="&ai;"' if "[" in head else 'xmlns="http://www.w3.org/2000/svg"'
    text = f'<?xml version="1.0"?>{head}<svg {namespaces} viewBox="0 0 100 100"><rect width="9" height="9"/></svg>'
    (tmp_path / "0.svg").write_text(text, encoding="utf-8")
    (symbol,) = read_symbols(folder_of_pictures(tmp_path))
    same(symbol, box(0, 0, 1, 1))


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


# --- Pictures for numbers -------------------------------------------------------------------------


def test_folders_that_hold_no_symbols_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"--symbols: 'nowhere' is not there, allowed is a folder with files \*\.svg"):
        read_symbols(folder_of_pictures(tmp_path / "nowhere"))
    with pytest.raises(InputError, match=r"found no files \*\.svg in .*, allowed are 1 to 100"):
        read_symbols(folder_of_pictures(tmp_path))
    (tmp_path / "0.svg").write_text("x")
    with pytest.raises(InputError, match=r"--symbols: '0\.svg' is a file, allowed is a folder"):
        read_symbols(folder_of_pictures(tmp_path / "0.svg"))
    (tmp_path / "0.svg").unlink()
    (tmp_path / "0.svg").mkdir()
    with pytest.raises(InputError, match=r"0\.svg': this is not a file"):
        read_symbols(folder_of_pictures(tmp_path))
    (tmp_path / "0.svg").rmdir()
    os.mkfifo(tmp_path / "0.svg")
    with pytest.raises(InputError, match=r"0\.svg': this is not a file"):
        read_symbols(folder_of_pictures(tmp_path))


PYTHON = re.compile(r"[a-z]Error\b|NoneType|Traceback")  # words that no user's file is answered with


def declaring(declarations: str, body: str = SQUARE) -> str:
    return f"<!DOCTYPE svg [{declarations}]>{svg(body)}"


NESTED = "<!ENTITY a0 'aa'>" + "".join(f"<!ENTITY a{k + 1} '{f'&a{k};' * 10}'>" for k in range(7))
CUT, HALF = f'<clipPath id="a" {{}}>{{}}</clipPath><g clip-path="url(#a)">{SQUARE}</g>', '<rect width=".5" height="1"/>'
USE = '<use href="#u{}"/>'
STOPS, GRADIENT = '<stop/><stop offset="1" stop-color="red"/>', '<path fill="url(#a)" d="M0 0h9v9z"/>'
REFUSED = {
    "not XML": (b"hello", "0.svg: the file cannot be read as XML"),
    "empty": (b"", "0.svg: the file cannot be read as XML"),
    "bytes": (b"\xff\xfe\x00\x01", "0.svg: the file cannot be read as XML"),
    "encoding": (b'<?xml version="1.0" encoding="nonsense"?><svg/>', "0.svg: the file"),
    "other root": ("<html/>", "0.svg: the root element is <html>, but a drawing starts with <svg>"),
    "other namespace": ('<svg xmlns="http://example.org"/>', "the root element is <svg>"),
    "large": (svg(SQUARE + " " * (1 << 20)), "found more than 1 MiB, allowed are up to 1 MiB"),
    "nested entities": (declaring(NESTED, "<desc>&a6;</desc>"), "the file cannot be drawn (failed to parse SVG ("),
    "wide entities": (declaring("<!ENTITY a 'b'>", "<desc>&a;</desc>").encode("utf-16"), "XML ('utf-8' codec can't"),
    "nested in an attribute": (declaring(NESTED, '<g id="&a7;"/>'), "the file cannot be read as XML (limit on input"),
    "outside": (declaring('<!ENTITY a SYSTEM "a.txt">', "&a;"), "the file cannot be read as XML (undefined entity &a;"),
    "outside, used within": (declaring('<!ENTITY a SYSTEM "a.txt">', '<g id="&a;"/>'), "(reference to external entity"),
    "parameter": (declaring("<!ENTITY % a \"<!ENTITY b 'c'>\"> %a;", "&b;"), "as XML (undefined entity &b;"),
    "not declared": (svg("&a;"), "the file cannot be read as XML (undefined entity"),
    "text": (svg("\n<text y='9'>4</text>"), "0.svg: a symbol has no text; turn text into paths"),
    "image": (svg('\n<image href="http://example.org/a.png"/>'), "0.svg, line 2: <image> is not allowed in a symbol"),
    "foreign": (svg("<foreignObject/>"), "<foreignObject> is not allowed"),
    "script": (svg("<script>1</script>"), "<script> is not allowed"),
    "unknown": (svg("<star/>"), "nothing dark is drawn"),
    "animation": (svg('<rect width="9" height="9"><animate/></rect>'), "<animate> is not allowed in a symbol; take"),
    "other file": (svg(f'{SQUARE}<use href="a.svg#a"/>'), "<use> refers to 'a.svg#a', allowed is '#name' of a part of"),
    "gradient": (
        svg(f'<linearGradient id="a">{STOPS}</linearGradient>{GRADIENT}'),
        "no gradients and patterns; fill it",
    ),
    "pattern": (svg(f'<pattern id="a" width="1" height="1">{SQUARE}</pattern>{GRADIENT}'), "no gradients and patterns"),
    "clip": (
        svg(CUT.format("", '<circle cx="4" cy="4" r="4"/>')),
        "a clip path, a mask or a frame cuts what is dark: found 38.0% of it, allowed is 0.1%; cut the shapes themsel",
    ),
    "clip by its box": (svg(CUT.format('clipPathUnits="objectBoundingBox"', HALF)), "dark: found 50.0% of it, allowed"),
    "clip by what is around it": (
        svg('<g clip-rule="evenodd">' + CUT.format("", '<path d="M0 0h99v99h-99zM0 0h9v3h-9z"/>') + "</g>"),
        "dark: found 33.3% of it, allowed",
    ),
    "mask": (
        svg(f'<mask id="a"><path fill="#fff" d="M0 0h9v9z"/></mask><g style="mask:url(\'#a\')">{SQUARE}</g>'),
        "dark: found 50.0% of it, allowed",
    ),
    "frame": (
        svg(SYMBOL.replace('viewBox="0', 'viewBox="5') + '<use href="#s" x="50" width="50" height="50"/>'),
        "dark: found 25.0% of it, allowed",
    ),
    "all cut": (svg(CUT.format("", '<rect x="50" width="9" height="9"/>')), "found 100.0% of it, allowed is 0.1%"),
    "symbol by itself": (svg('<symbol id="a"><use href="#a"/></symbol><use href="#a"/>'), "nothing dark is drawn"),
    "uses of uses": (
        svg(f"<g id='u0'>{SQUARE}</g>" + "".join(f"<g id='u{k + 1}'>{USE.format(k) * 10}</g>" for k in range(9))),
        "the file cannot be drawn (failed to parse SVG (nodes limit reached))",
    ),
    "many": (svg(SQUARE * 2001), "the drawing has more than 2000 shapes; simplify it"),
    "filter": (
        svg("<style>g{filter:blur(5px)}</style><g/>"),
        "<style>: found 'filter:blur(5px)', a symbol has no such",
    ),
    "turned by a sheet": (svg(f"<style>.a{{transform:rotate(9deg)}}</style>{SQUARE}"), "found 'transform:' in a style"),
    "shape in a style": (svg('<path d="M0 0h9v9z" style="d:none"/>'), "found 'd:' in a style, where it is not read"),
    "at screens": (
        svg("<style>.a{} @media screen{g{fill:#fff}}</style>"),
        "found '@media screen{g{fill:#fff}}', allowed",
    ),
    "all but": (svg("<style>:not(g){fill:#fff}</style>"), "found ':not(g){fill:#fff}', allowed are rules such as"),
    "variable": (svg('<g fill="var(--a,#fff)"/>'), "found 'var(', a symbol has no such styles; write a number"),
    "clip by a style": (svg('<g style="clip-path: circle(5px)"/>'), "found 'clip-path: circle(5px)', a symbol has no"),
    "broad at any size": (
        svg('<path vector-effect="non-scaling-stroke"/>'),
        "found 'vector-effect:non-scaling-stroke'",
    ),
    "turned drawing in it": (svg('<svg transform="scale(2)"/>'), "<svg> has a transform, which is not allowed"),
    "line of no length": (svg('<line x1="9" x2="9" stroke-linecap="round"/>'), "<line> has no length; give it 0.01"),
    "blend": (svg(f'<g style="mix-blend-mode:multiply">{SQUARE}</g>'), "a symbol has no blend modes; take"),
    "broad beside ink": (
        svg(f'{SQUARE}<path d="M0 0l1 1" stroke="#fff" transform="scale(1e20)"/>'),
        "reaches far beyond what is dark",
    ),
    "dashes": (svg(f'<path d="M1 1h9" stroke-dasharray="2 1" {STROKE}/>'), "a symbol has no dashes; turn the stroke"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_symbol_may_not_have_is_refused_by_name(tmp_path: Path, case: str) -> None:
    content, message = REFUSED[case]
    (tmp_path / "0.svg").write_bytes(content if isinstance(content, bytes) else content.encode())
    started = time.monotonic()
    with pytest.raises(InputError) as fault:
        read_symbols(folder_of_pictures(tmp_path))
    assert message in str(fault.value) and f"{tmp_path.name}/0.svg" in str(fault.value)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 400
    assert not PYTHON.search(str(fault.value))
    assert time.monotonic() - started < 30


def read_or_refused(folder: Path, content: bytes) -> None:
    (folder / "0.svg").write_bytes(content)
    try:
        symbols = read_symbols(folder_of_pictures(folder))
    except InputError as fault:
        message = str(fault)
    else:
        message = ""
        well_formed(symbols[0])
    assert not PYTHON.search(message)


FUZZ = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(st.binary(max_size=200))
def test_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    read_or_refused(tmp_path, content)


RICH = svg(
    '<style>.a{fill:none;stroke:#000;stroke-width:2px}</style><defs><path id="p" d="M5 5h9v9q-3 4-9 0z"/></defs>'
    '<g transform="translate(9 8) rotate(20)" opacity=".9"><use href="#p" x="3"/>'
    '<circle class="a" cx="50%" cy="30" r="9"/>'
    '<path d="M10 80a9 7 20 1 0 30-9s5 9 20 0z" fill-rule="evenodd" stroke="red" stroke-linejoin="round"/></g>'
    '<rect x="1mm" y="60" width="20" height="10" rx="3" fill="white" stroke="black" stroke-linecap="square"/>'
)
SCRAPS = [
    "0", "-1", "1e9", "1e-9", "1e999", "nan", "%", "none", "#", "url(#p)", "<g>", "</g>", "/>", "z", "a1 1 0 0 1 5 5",
    "\0", "scale(0)", "matrix(1 2 2 4 0 0)", "skewX(90)", "&a;", "transform=", "M", "<use href='#p'/>",
    "stroke-width='50'", "hsl(1,2%,3%)",
]  # fmt: skip


@FUZZ
@given(st.lists(st.tuples(st.integers(0, len(RICH)), st.integers(0, 12), st.sampled_from(SCRAPS)), max_size=4))
def test_spoilt_drawings_are_read_or_refused(tmp_path: Path, changes: list[tuple[int, int, str]]) -> None:
    text = RICH
    for place, length, scrap in changes:
        text = text[:place] + scrap + text[place + length :]
    read_or_refused(tmp_path, text.encode())


# --- Drawings that are too fine -------------------------------------------------------------------


DISC = '<circle cx="50" cy="50" r="45"/>'
STAR_BODY = f'<path d="{STAR}"/>'
FINE = {  # of a drawing 100 high: a stroke, a gap
    "2-hair": f'<path d="M1 1h98v98h-98z" stroke-width="2" {STROKE}/>',
    "3-slit": '<path d="M0 0h49v100h-49zM52 0h48v100h-48z"/>',
    "4-line": f'<path d="M2 2h96v96h-96z" stroke-width="4" {STROKE}/>',
}
WIDTHS = {"2-hair": 0.02, "3-slit": 0.03, "4-line": 0.04}
TOLD = re.compile(r"'([^']+)' \(([\d.]+) mm\) would do from an edge of ([\d.]+) mm on")


def draw(folder: Path, drawings: Mapping[str, str]) -> Path:
    folder.mkdir()
    for name, body in drawings.items():
        (folder / f"{name}.svg").write_text(svg(body), encoding="utf-8")
    return folder


def told(message: str) -> dict[str, tuple[float, float]]:
    """The drawings that a message names: how fine each is, and from which edge on it would do."""
    return {name: (float(width), float(edge)) for name, width, edge in TOLD.findall(message)}


def test_how_fine_a_drawing_is(tmp_path: Path) -> None:
    signs = pictures(folder_of_pictures(draw(tmp_path / "art", {"1-disc": DISC} | FINE)), 3)
    assert [narrowest(sign) for sign in signs] == pytest.approx([0.5, 0.02, 0.03, 0.04], rel=1e-3)
    for sign, width in zip(signs, (0.5, 0.02, 0.03, 0.04), strict=True):
        assert made_from(sign, LASER) == pytest.approx(LASER.machine.min_feature / width, rel=1e-2)


@pytest.mark.parametrize("measures", [LASER, PRINTER, PAPER], ids=["laser", "printer", "paper"])
def test_all_that_are_too_fine_are_named_with_the_edge_that_would_do(tmp_path: Path, measures: Measures) -> None:
    where = str(draw(tmp_path / "art", {"1-disc": DISC} | FINE))
    small = measures.with_edge(20.0)
    with pytest.raises(InputError) as fault:
        triomino(small, highest=3, symbols=where)
    message = str(fault.value)
    found = told(message)
    assert list(found) == list(FINE) and "1-disc" not in message
    assert "found 3 of 4 drawings" in message and f"no less than {measures.machine.min_feature:g} mm" in message
    high = float(re.findall(r"stand ([\d.]+) mm high, on an edge of 20 mm", message)[0])
    for name, (width, _) in found.items():
        assert width == pytest.approx(WIDTHS[name] * high, abs=0.01)
    # from each edge on that drawing is no more among them, and a tenth below it is
    edges = sorted((edge, name) for name, (_, edge) in found.items())
    for k, (edge, name) in enumerate(edges):
        left = {other for _, other in edges[k:]}
        assert named(lambda m: triomino(m, highest=3, symbols=where), measures.with_edge(edge - 0.1)) >= left
        assert named(lambda m: triomino(m, highest=3, symbols=where), measures.with_edge(edge)) == left - {name}
    held = triomino(measures.with_edge(edges[-1][0]), highest=3, symbols=where)
    assert not [finding for finding in check_set(held)[0] if finding.code.endswith("-too-fine")]


def named(design: Callable[[Measures], object], measures: Measures) -> set[str]:
    """The drawings that are refused at a size."""
    try:
        design(measures)
    except InputError as fault:
        return set(told(str(fault)))
    return set()


def test_drawings_that_look_alike_are_named_each_pair_once(tmp_path: Path) -> None:
    art = {"moon": DISC, "ring": STAR_BODY, "sun": DISC, "ball": DISC}
    held = triomino(LASER, highest=3, symbols=str(draw(tmp_path / "art", art)))
    found = [finding.subject for finding in check_set(held)[0] if finding.code == "marks-alike"]
    assert sorted(found) == ["'ball' and 'moon'", "'ball' and 'sun'", "'moon' and 'sun'"]


def test_what_fingers_cannot_follow_is_named(tmp_path: Path) -> None:
    where = str(draw(tmp_path / "art", {"1-disc": DISC} | FINE))
    with pytest.raises(InputError, match=r"found 3 of 4 drawings .*; fingers follow lines of .* mm apart: '2-hair'"):
        triomino(replace(PRINTER, manner=ProductionOptions(touch=True)), highest=3, symbols=where, finish="raised")
