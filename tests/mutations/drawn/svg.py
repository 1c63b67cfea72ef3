"""What hands know of SVG: what hides, moves, distorts or adds, in words of the standard."""

from __future__ import annotations

import copy
import random
import re

from mutations.drawn import markup
from mutations.drawn.hands import Drawn, Nothing, bytes_of, figure, rescaled, text_of

_KEYS = (
    "display:none", "visibility:hidden", "visibility:collapse", "opacity:0", "opacity:0.5", "stroke-opacity:0",
    "fill-opacity:0", "stroke-dasharray:1 20", "stroke-dasharray:0 1000", "stroke-dashoffset:3", "stroke-width:0",
    "stroke-width:5", "stroke-width:20", "stroke-width:1e-9", "stroke:none", "stroke:#FFFFFF", "stroke:#0000FF",
    "stroke:#FF0000", "stroke:#000000", "fill:none", "fill:#FFFFFF", "fill:#000000", "fill:#FF0000",
    "fill-rule:nonzero",
    "fill-rule:evenodd", "clip-rule:evenodd", "stroke-linecap:square", "stroke-linecap:round", "stroke-linejoin:round",
    "stroke-linejoin:bevel", "stroke-miterlimit:1", "paint-order:stroke", "vector-effect:non-scaling-stroke",
    "mix-blend-mode:difference", "isolation:isolate", "filter:url(#f)", "filter:blur(2px)", "mask:url(#m)",
    "clip-path:url(#c)", "clip-path:circle(5px)", "marker-end:url(#k)", "shape-rendering:crispEdges",
    "transform:scale(2)", "transform:translate(40px,0)", "rotate:20deg", "scale:2", "translate:30px", "color:#FF0000",
    "fill:currentColor", "stroke:currentColor", "overflow:hidden", "font-size:40px", "d:path('M0 0')", "zoom:3",
)  # fmt: skip
_TRANSFORMS = (
    "scale(20)", "scale(1.01)", "scale(-1,1)", "translate(2 0 77)", "translate(2,0)", "translate(2 0)", "rotate(90)",
    "rotate(180 300 150)", "skewX(10)", "skewY(1)", "matrix(1 0 0 1 5 0)", "matrix(1 0 0.2 1 0 0)",
    "matrix(0 1 1 0 0 0)",
    "scale(0)", "scale(1)", "translate(0)", "rotate(360)", "matrix(1 0 0 1 0 0)", "translate(1) translate(-1)",
    "scale(20) scale(.05)", "none", "translate(10px, 0)", "rotate(1turn)", "translate(1", "SCALE(2)",
    "scale(2)scale(2)",
)  # fmt: skip
_PATH = "M10,10 40,10 40,40Z"
KNOWN = markup.Vocabulary(
    attributes=(
        *(tuple(key.split(":", 1)) for key in _KEYS),
        *(("style", key) for key in _KEYS),
        *(("style", f"fill:none;stroke:#FF0000;stroke-width:0.1;{key}") for key in _KEYS[:16]),
        *(("transform", value) for value in _TRANSFORMS),
        *(("preserveAspectRatio", value) for value in ("none", "xMinYMin slice", "xMidYMid meet")),
        *(("viewBox", value) for value in ("0 0 300 150", "0 0 1200 600", "10 0 600 300", "0,0,600,300")),
        *(("x", "10"), ("y", "20"), ("width", "1200mm"), ("width", "100%"), ("height", "150mm"), ("width", "60cm")),
        *(("class", "a"), ("id", "a"), ("requiredFeatures", "none"), ("systemLanguage", "xx"), ("requiredExtensions",
        "x")),
        *(("onload", "alert(1)"), ("xml:space", "preserve"), ("xml:base", "http://localhost/"), ("tabindex", "1")),
        *(("pathLength", "1"), ("d", _PATH), ("d", "M 0 0 C 10 0 20 10 30 30"), ("d", ""), ("d", "M0 0 L 600 300")),
        *(("data-x", "1"), ("inkscape:label", "x"), ("sodipodi:insensitive", "true"), ("version", "2.0")),
        *(("externalResourcesRequired", "true"), ("contentStyleType", "text/css"), ("zoomAndPan", "disable")),
        *(("xmlns", "http://www.w3.org/2000/svg"), ("xmlns", "urn:x"), ("xmlns:svg", "http://www.w3.org/2000/svg")),
    ),
    elements=(
        f'<path d="{_PATH}" style="fill:none;stroke:#FF0000;stroke-width:0.1"/>',
        f'<path d="{_PATH}" style="fill:#000000;fill-rule:evenodd;stroke:none"/>',
        f'<path d="{_PATH}" style="fill:#FFFFFF;fill-rule:evenodd;stroke:none"/>',
        f'<path d="{_PATH}"/>', '<path d=""/>', "<path/>", '<path d="M10,10"/>', '<path d="M10,10 40,10"/>',
        '<path d="M10,10 20,20 20,10 10,20Z" style="fill:none;stroke:#FF0000;stroke-width:0.1"/>',
        '<path d="M10,10 40,40 10,10Z" style="fill:none;stroke:#FF0000;stroke-width:0.1"/>',
        '<path d="M10,10 10,10Z" style="fill:none;stroke:#FF0000;stroke-width:2;stroke-linecap:round"/>',
        '<rect width="600" height="300" fill="#FFFFFF"/>', '<rect x="10" y="10" width="50" height="50"/>',
        '<rect width="9" height="9" style="fill:none;stroke:#FF0000;stroke-width:0.1"/>',
        '<circle cx="40" cy="40" r="20"/>', '<ellipse cx="9" cy="9" rx="4" ry="3" stroke="#FF0000"/>',
        '<line x1="0" y1="0" x2="600" y2="300" stroke="#FF0000"/>', '<polyline points="0,0 9,9" stroke="#FF0000"/>',
        '<polygon points="0,0 50,0 50,50"/>', '<text x="10" y="90" font-size="80">TEXT</text>', '<g/>', "<g></g>",
        '<g display="none"><path d="M10,10 40,10 40,40Z"/></g>', "<defs/>", "<title>x</title>", "<desc>x</desc>",
        '<defs><path id="p" d="M10,10 40,10 40,40Z"/></defs>', '<use href="#engrave" x="20"/>',
        '<use xlink:href="#cut-outer" transform="translate(5)"/>', '<use href="#reference" y="-10"/>',
        "<style>path{stroke-width:5 !important}</style>", "<style>path{display:none}</style>", "<style/>",
        "<style>#cut-outer{visibility:hidden}</style>", '<style type="text/css">g{opacity:0.2}</style>',
        "<style>path{stroke:#0000FF !important}</style>", "<style>@import url(x.css);</style>",
        "<metadata>x</metadata>",
        '<image href="data:image/png;base64,iVBORw0KGgo=" width="9" height="9"/>', "<script>1</script>",
        '<svg viewBox="0 0 10 10" width="50" height="50"><path d="M0,0 9,0 9,9Z"/></svg>', "<switch/>",
        '<a><path d="M10,10 40,10 40,40Z"/></a>', '<symbol id="s"><path d="M10,10 40,10 40,40Z"/></symbol>',
        '<animateTransform attributeName="transform" type="scale" to="2" fill="freeze"/>',
        '<set attributeName="display" to="none"/>', '<clipPath id="c"><rect width="9" height="9"/></clipPath>',
        '<mask id="m"/>', '<pattern id="a"/>', "<foreignObject><p>x</p></foreignObject>",
        '<marker id="k" overflow="visible"><path d="M0,0 9,0 9,9Z"/></marker>', '<view id="v" viewBox="0 0 9 9"/>',
        '<font-face font-family="x"/>', '<x:path xmlns:x="http://www.w3.org/2000/svg" d="M10,10 40,10 40,40Z"/>',
    ),
    wrappers=(
        'g transform="scale(1.02)"', 'g transform="translate(3,0)"', 'g style="display:none"', 'g opacity="0.4"', "g",
        'g style="stroke-width:4"', 'g stroke="#0000FF"', "defs", "symbol", 'a href="x"', "switch",
        'svg x="4" width="600" height="300"', 'svg viewBox="0 0 300 300"', 'clipPath id="c"', 'g clip-path="url(#c)"',
        'g fill="#FF0000"', "text", "title", "metadata", 'g systemLanguage="xx"', 'g visibility="hidden"',
    ),
    names=("path", "g", "svg", "rect", "defs", "use", "text", "symbol", "title", "line"),
)  # fmt: skip
HEADS = (
    '<?xml-stylesheet href="x.css"?>', '<?xml-stylesheet type="text/css" href="data:text/css,path{display:none}"?>',
    '<!DOCTYPE svg [<!ENTITY a "M0,0">]>', '<!DOCTYPE svg [<!ATTLIST path stroke-width CDATA "5">]>', "<!-- x -->",
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">', "\n", "\xef\xbb\xbf",
    '<!DOCTYPE svg [<!ATTLIST g display CDATA "none">]>', '<!DOCTYPE svg [<!ATTLIST path transform CDATA "scale(2)">]>',
)  # fmt: skip
COMMANDS = "MmLlHhVvCcSsQqTtAaZz"


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of an SVG file."""
    text = text_of(content)
    one = r.random()
    if one < 0.06:
        head = r.choice(HEADS)
        at = text.index("<svg") if not head.startswith(("\n", "\xef")) else r.choice((0, text.index("<svg")))
        return Drawn(bytes_of(text[:at] + head + text[at:]), f"put in: {head!r}", "before the root")
    if one < 0.2:
        return _path(r, text)
    if one < 0.28:
        return _style(r, text)
    if one < 0.35:
        return _figure(r, text)
    if one < 0.37:
        text, kind, says = rescaled(r, text, COORDINATE)
        return Drawn(bytes_of(text), kind, says)
    text, kind, says = markup.mutated(r, text, KNOWN)
    return Drawn(bytes_of(text), kind, says)


def _style(r: random.Random, text: str) -> Drawn:
    """Write a declaration otherwise: what a style says depends on who reads it."""
    top = markup.parsed(text)
    every = [(one, own) for one, _ in top.walk() for own in one.attributes if own.name == "style"]
    if not every:
        raise Nothing
    element, own = r.choice(every)
    parts = own.value.split(";")
    at = r.randrange(len(parts))
    name, _, value = parts[at].partition(":")
    fresh = r.choice((
        f"{name}:{value} !important", f"{name.upper()}:{value}", f"{name}:{value.upper()}", f"{name}:{value}/* x */",
        f"{name}/**/:{value}", f"{name}:{value}mm", f"{name}:{value}in", f"{name}:{value}px", f"{name}:{value}%",
        f"{name}:{value}e1", f"{name}:+{value}", f" {name} : {value} ", f"{name}:{value};{name}:5",
        f"{name}:5;{name}:{value}",
        f"{name}:{value};{name}:none", f"{name}:inherit", f"{name}:initial", f"{name}:var(--x)",
        f"{name}:calc({value}*3)",
        f"\\{ord(name[:1] or 'x'):x} {name[1:]}:{value}", f"{name}={value}", f"{name}:", f"{name}:{value} x", f"{name}",
        f"{name}:{value};;", f"{name}:{value}}}", f"{name}:{value};stroke-width:5 !important", f"{name}:\t{value}",
        f"-x-{name}:{value}", f"{name}:{value};{name.upper()}:5", f"{name}:unset", f"font:{value}",
        f"all:unset;{name}:{value}",
    ))  # fmt: skip
    parts[at] = fresh
    own.value = ";".join(parts)
    kind = fresh.replace(name, "name") if name else fresh
    return Drawn(bytes_of(str(top)), f"style {name}: written otherwise", f"{kind} in {element.head()}")


def _figure(r: random.Random, text: str) -> Drawn:
    """Draw something in the manner of what is drawn, by itself or within another path."""
    top = markup.parsed(text)
    paths = [(one, parent) for one, parent in top.walk() if one.name == "path"]
    if not paths:
        raise Nothing
    one, parent = r.choice(paths)
    root = next(held for held, _ in top.walk())
    sides = [float(own.value[:-2]) for name in ("width", "height") for own in root.attributes if own.name == name]
    name, corners = figure(r, *sides) if len(sides) == 2 else figure(r, 600, 300)
    closed = r.choice(("Z", "Z", ""))
    data = "M" + " ".join(f"{x:.4f},{y:.4f}" for x, y in corners) + closed
    if r.random() < 0.4:
        own = next(own for own in one.attributes if own.name == "d")
        own.value = r.choice((own.value + data, data + own.value))
        return Drawn(bytes_of(str(top)), f"a {name} drawn within a path", f"{data} in {one.head()}")
    fresh = copy.deepcopy(one)
    next(own for own in fresh.attributes if own.name == "d").value = data
    parent.children.insert(r.randint(0, len(parent.children)), fresh)
    return Drawn(bytes_of(str(top)), f"a {name} drawn", f"{data} like {one.head()}")


COORDINATE = re.compile(r"(?<=[ MLml,\"])-?\d+\.\d+(?=[ ,ZzML\"])")


def _path(r: random.Random, text: str) -> Drawn:
    """Change the letters of a path: what a renderer makes of them is not always what a reader thinks."""
    top = markup.parsed(text)
    every = [own for one, _ in top.walk() if one.name == "path" for own in one.attributes if own.name == "d"]
    own = r.choice(every)
    data = own.value
    where = r.randint(0, len(data))
    spaces = [k for k, letter in enumerate(data) if letter in " ,MZ"]
    fresh = r.choice((
        *COMMANDS, "M10,10", "m0,0", "Z Z", "ZM10,10", "zl10,10", "L", ",,", "x", "NaN", "1e9", "0 1", "#", "&#9;", "-",
        "C1 1 2 2", "A5 5 0 1 1 30 30", "H10", "v-20", "l0.5 0", "z m0 0", ".5.5", "%", "1e400,0", "M", "",
    ))  # fmt: skip
    kind = r.choice(("put in", "in place of"))
    at = r.choice((where, r.choice(spaces), len(data), 0))
    gone = data[at : at + 1] if kind == "in place of" else ""
    own.value = data[:at] + fresh + data[at + len(gone) :]
    return Drawn(bytes_of(str(top)), f"path letters {kind}", f"{fresh!r} {kind} {gone!r} at {at} of {short_path(data)}")


def short_path(data: str) -> str:
    """Return the beginning of a path."""
    return f"{data[:30]}…"
