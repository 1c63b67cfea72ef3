"""Symbols: pictures that stand for numbers, one SVG file for each, as areas of ink.

A file is read by Python, which fetches nothing, and walked as a renderer walks it. svgelements knows what shapes,
colours, transforms, viewBoxes and lengths mean, shapely what a stroke covers, manifold3d what lies over what: a dark
layer adds to the ink, a light one takes away. What svgelements does not understand it takes for black, for zero, or for
the end of a path: so each value must be on the list of what is taken, `TAKEN`.

The file is drawn on a canvas, y up, on which the ink is about `SIZE` wide; a point is a complex number. How large a
file draws does not matter: in the end the ink is scaled to size 1.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

import numpy as np
import shapely
import svgelements
from manifold3d import CrossSection, FillRule, JoinType, OpType
from svgelements import Matrix

from quasiprint.drawing.areas import regions
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Region, Ring, area
from quasiprint.model.option import Supplied

FILES = 100  # in a folder
TEXT = 1 << 20  # characters of a file, its DOCTYPE's texts put in where they are used
DEPTH = 64  # elements one in another, every <use> taken for what it shows
MOST = {"elements": 8_000, "shapes": 2_000, "points": 20_000}  # of a drawing, every <use> taken for what it shows
RULES = 500  # selectors of all style sheets
MEETINGS = 200_000  # pairs of lines that cross or, in a stroke, lie within its width
PASSINGS = 5_000_000  # of lines at the height of some point
LABOUR = 2_000_000  # changes between dark and light, times points
AT_ONCE = 64  # lines whose pairs are counted together: there may be as many as all with each
GUESSES = 6  # at how large a drawing is
# on the canvas:
SIZE = 1000.0  # of the ink, about
FAR = 1e9  # no coordinate lies farther out: manifold3d counts in 1e-8 with 64 bits
CHORD = 0.5  # how far a chord may lie off its curve
CUT = 1e-3  # of the ink: what a clip path or a mask may take away
SPECK = 4.0  # an area or hole with less is left out: a square of 0.002 of the size
HAIR = 0.05  # what is as near to itself or thinner than six times this is mended
FINE = 0.01  # points that lie closer to the line of their neighbours are left out
SHARPEST = 20.0  # mitre limit: a tip below 6° counts as hair
PIECES = 4  # of a curve at least
STRAIGHT = 0.2  # radians: a turn by less needs no mitre

NAMESPACE = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
LENGTH = rf"{NUMBER}(?:px|pt|pc|in|cm|mm|%)?|auto"
AND = r"(?:\s*[,/]\s*|\s+)"
PART, SHARE = "[0-9]+%?", r"[0-9]*\.?[0-9]+"
COLOUR = rf"(?:rgb|hsl)(?:\(\s*{PART}{AND}{PART}{AND}{PART}|a\(\s*{PART}{AND}{PART}{AND}{PART}{AND}{SHARE})\s*\)"
ANGLE = rf"{NUMBER}(?:px|deg|rad|grad|turn)?"
BY_WINDOW = r"(?:[0-9.]+(?:%|em|ex|rem|vw|vh)|auto)?"  # of a page, it is none

# the shapes that are taken, as svgelements calls them, and what it reads of them
SHAPES: dict[str, Any] = {
    "path": svgelements.Path, "line": svgelements.SimpleLine, "polyline": svgelements.Polyline,
    "polygon": svgelements.Polygon, "rect": svgelements.Rect, "circle": svgelements.Circle,
    "ellipse": svgelements.Ellipse,
}  # fmt: skip
SIZES = ("d", "points", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
GROUPS = {"g", "a", "use", "switch", "symbol"}
SILENT = {  # nothing is drawn where they stand
    "defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "pattern", "clipPath", "mask",
    "filter", "marker", "symbol", "solidColor", "view", "cursor", "color-profile",
}  # fmt: skip
INSTEAD = {  # of other elements
    "text": "turn text into paths", "image": "trace the picture into paths", "script": "take it out",
    "foreignObject": "leave it out, or draw it with paths", "svg": "draw what is in it into the outer drawing",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "take the animation out"),
}  # fmt: skip
# what values are taken, and in words
TAKEN: dict[str, tuple[re.Pattern[str], str]] = {
    key: (re.compile(pattern, re.IGNORECASE), words)
    for keys, pattern, words in (
        ("x y cx cy x1 y1 x2 y2", LENGTH, "a number with px, pt, mm, cm, in or %"),
        ("r rx ry stroke-width", f"(?!-)(?:{LENGTH})", "a number from 0 with px, pt, mm, cm, in or %"),
        ("width height", f"(?!-)(?:{LENGTH}|{BY_WINDOW})", "a number from 0 with px, pt, mm, cm, in or %"),
        ("stroke-miterlimit", NUMBER, "a number"),
        ("opacity fill-opacity stroke-opacity", f"{NUMBER}%?", "a number from 0 to 1"),
        (
            "fill stroke color",
            rf"none|currentcolor|#(?:[0-9a-f]{{3,4}}|[0-9a-f]{{6}}|[0-9a-f]{{8}})|[a-z]+|{COLOUR}",
            "a plain colour: one of none, currentColor, #rrggbb, rgb(…), hsl(…) and names; fill it with black",
        ),
        ("fill-rule clip-rule", "nonzero|evenodd", "nonzero or evenodd"),
        ("stroke-linecap", "butt|round|square", "butt, round or square"),
        ("stroke-linejoin", "miter|round|bevel|miter-clip|arcs", "miter, round, bevel, miter-clip or arcs"),
        ("visibility", "visible|hidden|collapse", "visible, hidden or collapse"),
        ("viewBox", rf"{NUMBER}(?:(?:\s*,\s*|\s+){NUMBER}){{3}}", "four numbers: x, y, width and height"),
        (
            "transform",
            rf"(?:none)?(?>(?:matrix|translate|scale|rotate|skew)[xy]?\s*\((?>{ANGLE}|[\s,]+)*+\)[\s,]*){{0,1000}}+",
            "up to 1000 of matrix(…), translate(…), scale(…), rotate(…) and skew(…)",
        ),
        ("d", rf"(?:\s*m(?>[mzlhvcsqta]|{NUMBER}|[\s,]+)*+|\s*)", "a move, M or m, then letters of a path and numbers"),
        (
            "preserveAspectRatio",
            r"(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?: (?:meet|slice))?",
            "none or xMidYMid and the like, then meet or slice",
        ),
        ("points", rf"(?>{NUMBER}|[\s,]+)*+", "numbers"),
        ("clip-path mask", r"(?:none)?|url\(\s*(['\"]?)#.+?\1\s*\)", "'url(#name)'; cut the shapes themselves"),
        (
            "filter mix-blend-mode stroke-dasharray marker marker-start marker-mid marker-end mask-image "
            "transform-origin transform-box translate rotate scale offset-path vector-effect",
            "(?:none|normal|0(?:px)?(?: 0(?:px)?)?|view-box)?",
            "none in a symbol; take it out, or turn what it does into paths",
        ),
    )
    for key in keys.split()
}  # fmt: skip
# what is inherited, as it is at the root
INITIAL = {
    "color": "black", "fill": "black", "stroke": "none", "fill-opacity": "1", "stroke-opacity": "1",
    "stroke-width": "1", "stroke-miterlimit": "4", "paint-order": "normal", "fill-rule": "nonzero",
    "clip-rule": "nonzero", "stroke-linecap": "butt", "stroke-linejoin": "miter", "visibility": "visible",
}  # fmt: skip
UNREADABLE = (
    "a path, shape or transform cannot be read: found one without all its numbers, or an arc of other flags than 0 and "
    "1 or an extreme radius; save the drawing as plain SVG"
)
OUTSIDE = "a shape or the page reaches far beyond what is dark; leave out what is not seen"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing: the name of its file without .svg, and its areas of ink.

    The areas are disjoint, y up, and their box has its centre at (0, 0) and its longer side 1.
    Outer lines run anticlockwise, holes clockwise.
    """

    name: str
    areas: tuple[Region, ...]


def read_symbols(given: Supplied) -> tuple[Symbol, ...]:
    """Return the drawings of a folder's SVG files, in natural order of their names (2 before 10).

    Raises InputError if there are none or too many, or if one is no symbol.
    """
    if not 0 < len(given.files) <= FILES:
        raise InputError(
            f"symbols: found {len(given.files) or 'no'} files *.svg in {given.name!r}, allowed are 1 to {FILES}, one "
            "for each number"
        )
    files = sorted(given.files, key=lambda file: _natural(file[0]))
    return tuple(Symbol(_stem(name), _areas(f"{given.name}/{name}", content)) for name, content in files)


def names(given: Supplied) -> tuple[str, ...]:
    """Return what the drawings of a folder are called, in the order of `read_symbols`."""
    return tuple(_stem(name) for name in sorted((name for name, _ in given.files), key=_natural))


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Sort by the numbers in a name where it has some."""
    parts = re.findall(r"[0-9]+|[^0-9]+", _stem(name).casefold())
    # numbers before letters, as characters are
    return [(int(part), "") if part[0] in "0123456789" else (1 << 2000, part) for part in parts], name


def _refusal(name: str, message: str, element: Element | None = None) -> InputError:
    """Return the error that names a file and, if known, the line of an element."""
    where = "" if element is None else f", line {element.get('line')}"
    return InputError(f"{name}{where}: {message}")


def _areas(name: str, content: bytes) -> tuple[Region, ...]:
    """Return a file's ink at size 1."""
    drawing, matrix = _Drawing(name, content), Matrix(1, 0, 0, -1, 0, 0)
    # the box is a guess from what is dark, drawn roughly; the ink may be much smaller
    dark = [ring for layer in drawing.layers(matrix, math.inf) if layer.dark for ring in layer.rings]
    points = np.concatenate(dark or [np.zeros(1)])
    box = points.real.min(), points.imag.min(), points.real.max(), points.imag.max()
    for _ in range(GUESSES):
        x, y, size = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, max(box[2] - box[0], box[3] - box[1])
        if not size > 0:
            break
        scale = SIZE / size
        matrix *= Matrix(scale, 0, 0, scale, -scale * x, -scale * y)
        painted = drawing.paint(drawing.layers(matrix, CHORD))
        ink = _without_specks(painted)
        box = (painted if ink.is_empty() else ink).bounds()
        if not ink.is_empty() and max(box[2] - box[0], box[3] - box[1]) > SIZE / 2:
            return _scaled(_mended(name, ink))
    raise _refusal(
        name,
        "nothing dark is drawn: found only what is empty, hidden, transparent, light or off the page; fill the picture "
        "with black",
    )


def _without_specks(ink: Any) -> Any:
    """Return the ink without areas and holes that nobody sees."""
    kept = []
    for part in ink.decompose():
        if part.area() >= SPECK:
            kept += [ring for ring in part.to_polygons() if abs(area(ring.tolist())) >= SPECK]
    return CrossSection(kept, FillRule.EvenOdd)


def _mended(name: str, ink: Any) -> Any:
    """Return the ink so that no line comes near itself or another: a solid of it could not be made.

    Hair is taken out and gaps as fine are filled, and if that is not enough, lines are moved by up to 0.0002 of the
    size. It is enough if areas and holes stay as many when all lines move a little out, or in.
    """
    for shrink in range(-1, 4):  # at first corners stay as they are
        found = ink
        for by in (-3 - max(0, shrink), 6, -3):
            found = found.offset(by * HAIR, JoinType.Miter if shrink < 0 else JoinType.Round, SHARPEST, 16)
        found = _without_specks(found.simplify(FINE))
        moved = [found.offset(by * HAIR, JoinType.Miter, SHARPEST) for by in (-1, 0, 1)]
        if len({(len(section.decompose()), section.num_contour()) for section in moved}) == 1:
            break
    else:
        raise _refusal(name, "shapes touch or nearly touch in too many places; join them or move them apart")
    if found.is_empty():
        raise _refusal(name, "the picture is thinner than a hair everywhere; give its lines a width")
    if found.num_vert() > MOST["points"]:
        raise _refusal(name, f"the picture has {found.num_vert()} points, allowed are {MOST['points']}; simplify it")
    return found


def _scaled(ink: Any) -> tuple[Region, ...]:
    """Return the ink as areas at size 1."""
    x0, y0, x1, y1 = ink.bounds()
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)

    def rounded(points: list[Point]) -> Ring:
        rounded = [(round((px - x) / size, 9) + 0.0, round((py - y) / size, 9) + 0.0) for px, py in points]
        return tuple(p for k, p in enumerate(rounded) if p != rounded[k - 1])

    return regions(ink, rounded)


class _Layer(NamedTuple):
    """An area that adds to the ink, if dark, or takes away: what is inside of polygons, by SVG's rule. page: what is
    shown, which may cut ink off. clip: what clip paths and masks leave, which may not. None: all."""

    dark: bool
    rings: list[Any]
    evenodd: bool
    page: Any
    clip: Any

    def section(self) -> Any:
        """Return the area, rounded: the last digits depend on the machine."""
        rings = [np.column_stack((ring.real, ring.imag)).round(6) for ring in self.rings]
        return CrossSection(rings, FillRule.EvenOdd if self.evenodd else FillRule.NonZero)


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element inherits. matrix: from it to the canvas. style: texts, by property. box: what a percentage is of,
    if there is anything. role: it is "ink", or shows what a "clip-path" leaves, or a mask, by its "luminance" or
    "alpha"."""

    matrix: Matrix
    style: dict[str, str]
    role: str = "ink"
    opacity: float = 1.0
    box: tuple[float, float] | None = None
    page: Any = None
    clip: Any = None
    depth: int = 1


class _Drawing:
    """A file that is drawn."""

    def __init__(self, name: str, content: bytes) -> None:
        """Raises InputError if the file cannot be read, or is no SVG."""
        self.name, self.root = name, _tree(name, content)
        self.named: dict[str, list[Element]] = {}
        self.parents = {child: element for element in self.root.iter() for child in element}
        # what is needed of tag, #id and .classes, and the styles of who has it; the weightiest are applied last
        self.rules: list[tuple[tuple[int, int, int], set[str], dict[str, str]]] = []
        for element in self.root.iter():
            self.named.setdefault(element.get("id", ""), []).append(element)
        for element in self.root.iter("style"):
            try:
                self._read_rules("".join(element.itertext()))
            except ValueError as fault:
                raise _refusal(name, str(fault), element) from None
        self.rules.sort(key=lambda rule: rule[0])

    def layers(self, matrix: Matrix, chord: float) -> list[_Layer]:
        """Return what is drawn, in order. matrix: to the canvas. chord: how far a straight line may lie there off what
        it stands for. Raises InputError if that is what a symbol may not have, or too much."""
        self.chord, self.counts = chord, dict.fromkeys(MOST, 0)
        with np.errstate(all="ignore"):  # what is no number is refused
            return self._walk(self.root, _Place(matrix, INITIAL))

    def paint(self, layers: list[_Layer]) -> Any:
        """Return the ink, as a manifold3d.CrossSection. Raises InputError if painting takes too long, or if a clip path
        or a mask changes it."""
        whole = self._painted(layers, clipped=False)
        if all(layer.clip is None for layer in layers):
            return whole
        left = self._painted(layers, clipped=True)
        changed = ((whole - left).area() + (left - whole).area()) / (whole.area() or 1.0)
        if changed > CUT:
            raise _refusal(
                self.name,
                f"a clip path or a mask changes what is dark: found {changed:.1%} of it, allowed is {CUT:.1%}; cut the "
                "shapes themselves",
            )
        return left

    def _painted(self, layers: list[_Layer], *, clipped: bool) -> Any:
        runs = [
            (key, list(run)) for key, run in groupby(layers, key=lambda layer: (layer.dark, layer.page, layer.clip))
        ]
        cuts = [cut for (_, *both), _ in runs for cut in both if cut is not None]
        rings = [ring for layer in layers for ring in layer.rings]
        rings += [points @ (1, 1j) for cut in {id(cut): cut for cut in cuts}.values() for points in cut.to_polygons()]
        sides = [np.column_stack((ring, np.roll(ring, -1))) for ring in rings]
        if len(runs) * sum(map(len, rings)) > LABOUR or _is_tangled(np.concatenate([np.empty((0, 2)), *sides])):
            message = "too many lines or shapes lie over one another; join shapes, or simplify the drawing"
            raise _refusal(self.name, message)
        found = CrossSection()
        for (dark, page, clip), run in runs:
            area = CrossSection.batch_boolean([layer.section() for layer in run], OpType.Add)
            for cut in (page, clip if clipped else None):
                area = area if cut is None else area ^ cut
            found = CrossSection.batch_boolean([found, area], OpType.Add if dark else OpType.Subtract)
        return found.simplify(FINE)

    def _read_rules(self, sheet: str) -> None:
        *blocks, rest = re.sub(r"/\*.*?(\*/|\Z)|<!--|-->", " ", sheet, flags=re.DOTALL).split("}")
        for block in [*blocks, rest] if rest.strip() else blocks:
            selectors, brace, body = block.partition("{")
            for selector in map(str.strip, selectors.split(",")):
                known = re.fullmatch(r"(\*|[A-Za-z][\w-]*)?([.#][A-Za-z_][\w-]*)*", selector)
                if not (known and selector and brace) or "{" in body or len(self.rules) == RULES:
                    raise ValueError(
                        f"the style sheet cannot be read at {block.strip()[:30]!r}, allowed are {RULES} rules for a "
                        "tag, .class or #id; write styles as attributes"
                    )
                weight = (selector.count("#"), selector.count("."), int(selector[0] not in "*.#"))
                self.rules.append((weight, set(re.findall(r"[.#]?[\w-]+", selector)), _declarations(body)))

    def _given(self, element: Element) -> dict[str, str]:
        """Return an element's attributes after style sheets and its style attribute had their say.

        Raises ValueError for what is not taken.
        """
        given, classes = dict(element.attrib), element.get("class", "").split()
        known = {element.tag, f"#{element.get('id')}", *(f".{name}" for name in classes)}
        for _, needed, styles in self.rules:
            if needed <= known:
                given |= styles
        given |= _declarations(element.get("style", ""))
        given = {key: text.strip() for key, text in given.items() if text.lower() not in ("inherit", "unset", "revert")}
        for key, text in given.items():
            if key in TAKEN and not TAKEN[key][0].fullmatch(text):
                raise ValueError(f"{key} is {text[:30]!r}, allowed is {TAKEN[key][1]}")
        return given

    def _walk(self, element: Element, place: _Place, size: dict[str, str] | None = None) -> list[_Layer]:
        """Return what an element draws. size: the attributes of the <use> that shows a <symbol>."""
        try:
            if place.depth > DEPTH:
                raise ValueError(f"elements stand more than {DEPTH} deep in one another; ungroup them, unlink clones")
            self._count(elements=1, shapes=element.tag in SHAPES)
            given = self._given(element)
            if given.get("display", "").lower() == "none":
                return []
            style = place.style | _inheritable(given)
            opacity = place.opacity * _share(given.get("opacity", "1"))
            matrix = _transform(given) * place.matrix
            place = replace(place, matrix=matrix, style=style, opacity=opacity, depth=place.depth + 1)
            for key in ("clip-path", "mask"):
                if given.get(key, "").lower() not in ("", "none"):
                    left = self._clip(key, given[key], place)
                    place = replace(place, clip=left if place.clip is None else place.clip ^ left)
            parts = self._parts(element, given)
            if element.tag in SHAPES:
                return self._shape(element.tag, given, place)
            if element.tag in ("svg", "symbol"):
                place = _view(given if size is None else given | size, place, inner=size is not None)
            size = None
            if element.tag == "use":
                x, y = (_pixels(given.get(key, "0"), key, place.box) for key in ("x", "y"))
                place = replace(place, matrix=Matrix(1, 0, 0, 1, x, y) * place.matrix)
                size = {key: given[key] for key in ("width", "height") if given.get(key, "auto") != "auto"}
                size = {"width": "100%", "height": "100%"} | size  # whatever the <symbol> says, as browsers have it
        except InputError:
            raise
        except ValueError as fault:
            raise _refusal(self.name, f"<{element.tag[:40]}>: {fault}", element) from None
        return [layer for part in parts for layer in self._walk(part, place, size)]

    def _count(self, **more: int) -> None:
        """Refuse a drawing at the first element too many: with <use> there may be billions."""
        for kind, count in more.items():
            self.counts[kind] += count
            if self.counts[kind] > MOST[kind]:
                raise ValueError(f"the drawing has more than {MOST[kind]} {kind}; simplify it")

    def _parts(self, element: Element, given: dict[str, str]) -> list[Element]:
        """Return what is drawn of what is in an element."""
        parts = [part for part in element if "{" not in part.tag and part.tag not in SILENT]
        if element.tag == "use":
            target = given.get("href", "")
            parts = self.named.get(target[1:], []) if target.startswith("#") else []
            if len(parts) != 1 or parts[0].tag in SILENT - {"symbol"}:
                raise ValueError(
                    f"it refers to {target[:60]!r}, allowed is '#name' of one part of the same file that is drawn by "
                    "itself; unlink the clone"
                )
        # what another program keeps for itself, and another drawing for where this one is not understood
        parts = [part for part in parts if not part.get("requiredExtensions")][: 1 if element.tag == "switch" else None]
        for part in parts:
            if element.tag in SHAPES or not (part.tag in SHAPES or part.tag in GROUPS):
                remedy = INSTEAD.get(part.tag, "draw with paths and shapes")
                raise _refusal(self.name, f"<{part.tag[:40]}> is not allowed in a symbol; {remedy}", part)
        return parts

    def _clip(self, key: str, value: str, place: _Place) -> Any:
        """Return what a clip path or a mask leaves of what stands at a place."""
        tag = {"clip-path": "clipPath"}.get(key, key)
        called = value.partition("#")[2].rstrip("'\" )")
        found = [part for part in self.named.get(called, []) if part.tag == tag]
        if len(found) != 1:
            raise ValueError(f"{key} is {value[:60]!r}, found {len(found)} <{tag}> of that name, allowed is one")
        given = self._given(found[0])
        if "objectBoundingBox" in (given.get("clipPathUnits"), given.get("maskContentUnits")):
            raise ValueError(f"{key} is measured in what it cuts (objectBoundingBox); cut the shapes themselves")
        role = key if key == "clip-path" else given.get("mask-type", "luminance")
        style, above = dict[str, str](), found[0]
        while above in self.parents:  # what it inherits is not what is cut inherits
            self._count(elements=1)
            above = self.parents[above]
            style = _inheritable(self._given(above)) | style
        inner = _Place(place.matrix, INITIAL | style, role, box=place.box, depth=place.depth)
        if given.get("maskUnits") == "userSpaceOnUse":
            usual = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
            frame = [_pixels(given.get(side, text), side, place.box) for side, text in usual.items()]
            inner = replace(inner, page=_rectangle(frame, place.matrix))
        return self._painted(self._walk(found[0], inner), clipped=True)

    def _shape(self, tag: str, given: dict[str, str], place: _Place) -> list[_Layer]:
        """Return what a shape draws."""
        style, m, clip = place.style, place.matrix, place.role == "clip-path"
        width = _pixels(style["stroke-width"], "stroke-width", place.box)
        fill = True if clip else _tone("fill", place)
        stroke = None if clip or width / 2 == 0 else _tone("stroke", place)
        paths = _paths(tag, given, place.box)
        if style["visibility"] != "visible" or m.a * m.d == m.b * m.c:
            return []
        scale = math.hypot(m.a, m.b, m.c, m.d)
        if stroke is not None and not width * scale <= FAR:  # also if it is no number
            raise ValueError(OUTSIDE)
        chord = self.chord / scale
        # a stroke bends more on its outer side
        least = PIECES if stroke is None else max(PIECES, math.sqrt(width / 2 / chord))
        lines = [_polygon(path, chord, least) for path in paths]
        self._count(points=sum(len(points) for points, _ in lines))
        layers = []
        if fill is not None:
            evenodd = style["clip-rule" if clip else "fill-rule"] == "evenodd"
            rings = [_image(m, ring) for ring, _ in lines if len(ring) > 2]
            layers.append(_Layer(fill, rings, evenodd, place.page, place.clip))
        if stroke is not None:
            rings = [_image(m, ring) for ring in _stroke(lines, style, width / 2, chord)]
            layers.append(_Layer(stroke, rings, True, place.page, place.clip))
        return layers[:: -1 if style["paint-order"].startswith("stroke") else 1]


class _Builder(TreeBuilder):
    """Builds a file's elements, those of SVG without their namespace, each with its line and its `href`."""

    line = length = 0

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        self._count(*attributes.values())
        found = {"href": attributes.get(LINK, ""), **attributes, "line": str(self.line)}
        return super().start(tag.removeprefix(NAMESPACE), found)

    def data(self, text: str) -> None:
        self._count(text)
        super().data(text)

    def _count(self, *texts: str) -> None:
        self.length += sum(map(len, texts))
        if self.length > TEXT:  # by what its DOCTYPE declares
            raise ValueError(f"it becomes longer than {TEXT} characters")


def _tree(name: str, content: bytes) -> Element:
    """Return a file's elements. Raises InputError for what is no drawing.

    A DOCTYPE may declare texts: Illustrator's stand for namespaces. Nothing from outside of the file is read, and expat
    itself ends a file that becomes a hundred times as long.
    """
    builder = _Builder()
    parser = XMLParser(target=builder)
    try:
        for builder.line, line in enumerate(content.splitlines(keepends=True), 1):
            parser.feed(line)
        root = parser.close()
    except (ParseError, LookupError, ValueError) as fault:
        raise _refusal(name, f"the file cannot be read as XML ({fault}); save the drawing as plain SVG") from None
    if root.tag != "svg":
        kind = root.tag.rpartition("}")[2][:40]
        raise _refusal(name, f"the root element is <{kind}>, but a drawing starts with <svg>", root)
    return root


def _declarations(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in re.sub(r"/\*.*?(\*/|\Z)", " ", text, flags=re.DOTALL).split(";"):
        key, colon, value = part.partition(":")
        if colon and "!" in value:
            raise ValueError(f"the style {part.strip()[:40]!r} overrules others; write styles as attributes")
        if colon:
            found[key.strip().lower()] = value.strip()
    return found


def _inheritable(given: dict[str, str]) -> dict[str, str]:
    return {key: given[key].lower() for key in INITIAL if key in given}


def _pixels(text: str, key: str, box: tuple[float, float] | None) -> float:
    """Return a length in pixels. box: the size that a percentage is of."""
    across, up = box or (0.0, 0.0)
    of = {"x": across, "width": across, "y": up, "height": up}.get(key, math.hypot(across, up) / math.sqrt(2))
    value = svgelements.Length(text.lower()).value(ppi=96, relative_length=of)
    if not isinstance(value, int | float) or not abs(value) <= FAR:
        raise ValueError(f"{key} is {text[:30]!r}, allowed is up to {FAR:g}")
    return float(value)


def _share(text: str) -> float:
    """Return a number or a percentage, from 0 to 1."""
    return min(1.0, max(0.0, float(text.rstrip("%")) / (100 if text.endswith("%") else 1)))


def _tone(key: str, place: _Place) -> bool | None:
    """Tell what a fill or stroke does: True adds ink, False takes it away, None changes nothing.

    What shines through is mixed with what lies below, white paper or black ink; it is ink if its relative luminance
    (WCAG 2) is below 1/2 then. What is ink in a mask is what the mask leaves.
    """
    text = place.style["color"] if place.style[key] == "currentcolor" else place.style[key]
    if text == "none":
        return None
    colour = svgelements.Color(re.sub(r"\s*[,/]\s*|\s+", ",", text))
    if text.isalpha() and text not in ("black", "transparent") and colour.hex == "#000000":  # an unknown name is black
        raise ValueError(f"{key} is {text[:30]!r}, allowed is {TAKEN[key][1]}")
    channels = (0, 0, 0) if place.role == "alpha" else (colour.red, colour.green, colour.blue)
    alpha = colour.alpha / 255 * place.opacity * _share(place.style[f"{key}-opacity"])

    def is_dark(below: float) -> bool:
        mixed = [alpha * x / 255 + (1 - alpha) * below for x in channels]
        linear = [x / 12.92 if x <= 0.04045 else math.pow((x + 0.055) / 1.055, 2.4) for x in mixed]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.5

    if is_dark(1.0):
        return place.role != "luminance"
    return None if is_dark(0.0) else place.role == "luminance"


def _transform(given: dict[str, str]) -> Matrix:
    try:
        return Matrix(given.get("transform", ""))
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise ValueError(UNREADABLE) from None


def _view(given: dict[str, str], place: _Place, inner: bool) -> _Place:
    """Return the place inside a drawing or, inner, a <symbol>: what is shown of it, and its viewBox."""
    box = [float(number) for number in re.findall(NUMBER, given.get("viewBox", ""))]
    sides = {key: given.get(key, "auto") for key in ("width", "height")}
    # a side that goes by the window or the font is none
    known = [key for key, text in sides.items() if place.box or not re.fullmatch(BY_WINDOW, text, re.IGNORECASE)]
    size = [_pixels(sides[key], key, place.box) for key in known]
    width, height = size if len(size) == 2 else box[2:] or (0.0, 0.0)
    if not (box or len(size) == 2):
        return place
    box = box or [0.0, 0.0, width, height]
    if not min(width, height, *box[2:]) > 0:
        if inner:  # it is not drawn
            return replace(place, page=CrossSection())
        found = f"{width:g} × {height:g}, its viewBox {box[2]:g} × {box[3]:g}"
        raise ValueError(f"the page is {found}; give it a width and a height above 0")
    if given.get("overflow") not in ("visible", "auto"):
        page = _rectangle([0.0, 0.0, width, height], place.matrix)
        place = replace(place, page=page if place.page is None else place.page ^ page)
    view = svgelements.Viewbox.viewbox_transform(0, 0, width, height, *box, given.get("preserveAspectRatio"))
    return replace(place, matrix=Matrix(view) * place.matrix, box=(box[2], box[3]))


def _rectangle(frame: list[float], matrix: Matrix) -> Any:
    """Return a page."""
    x, y, width, height = frame
    corners = [complex(x, y), complex(x + width, y), complex(x + width, y + height), complex(x, y + height)]
    return _Layer(True, [_image(matrix, np.array(corners))], False, None, None).section()


def _paths(tag: str, given: dict[str, str], box: tuple[float, float] | None) -> list[Any]:
    """Return a shape's lines in its own coordinates, as svgelements has them."""
    width, height = box or (0.0, 0.0)
    if len(re.findall(NUMBER, given.get("d", ""))) > 7 * MOST["points"]:  # an arc has seven
        raise ValueError(f"the drawing has more than {MOST['points']} points; simplify it")
    texts = {key: given[key] if key == "d" else given[key].lower() for key in SIZES if key in given}
    # "5." is a number in SVG 1.1, but not to svgelements
    values = {key: re.sub(r"([0-9])\.(?![0-9])", r"\1.0", text) for key, text in texts.items() if text != "auto"}
    try:
        shape = SHAPES[tag](values)
        shape.render(ppi=96, width=width, height=height)
        return [list(path) for path in svgelements.Path(shape).as_subpaths()]
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise ValueError(UNREADABLE) from None


def _polygon(path: list[Any], chord: float, least: float) -> tuple[Any, bool]:
    """Return a line's points, without repeats, and whether it is closed. least: pieces of a curve."""
    found = []
    for part in path:
        if isinstance(part, svgelements.Move | svgelements.Line | svgelements.Close):
            found.append(np.array([complex(part.end.x, part.end.y)]))
        else:
            rough = part.npoint(np.linspace(0, 1, 9)) @ (1, 1j)  # the second difference tells how it bends
            count = max(least, math.sqrt(8 * abs(np.diff(rough, 2)).max() / chord))
            count = math.ceil(min(count, MOST["points"])) if math.isfinite(count) else 1
            found.append(part.npoint(np.linspace(0, 1, count + 1)[1:]) @ (1, 1j))
    points, closed = np.concatenate(found), isinstance(path[-1], svgelements.Close)
    points = points[np.append(True, points[1:] != points[:-1])]
    return points[:-1] if closed and len(points) > 1 and points[-1] == points[0] else points, closed


def _stroke(lines: list[tuple[Any, bool]], style: dict[str, str], half: float, chord: float) -> list[Any]:
    """Return the rings of what strokes along lines cover together. half: of their width. Raises ValueError if they
    cross too often."""
    join, limit = style["stroke-linejoin"], float(style["stroke-miterlimit"])
    cap = {"butt": "flat"}.get(style["stroke-linecap"], style["stroke-linecap"])
    quarter = math.ceil(max(2, math.pi / 4 / math.acos(1 - min(1.0, chord / half))))  # sides of a quarter of a round
    found = []
    for points, closed in lines:
        ring = np.append(points, points[:1]) if closed and len(points) > 1 else points
        line = shapely.Point(ring[0].real, ring[0].imag)
        if len(ring) > 1:
            line = shapely.linestrings(ring.real, ring.imag).simplify(min(chord / 2, half), preserve_topology=False)
            ring = np.array(line.coords) @ (1, 1j)
            if _is_tangled(np.column_stack((ring[:-1], ring[1:])), 2 * half):
                raise ValueError("the stroke is too broad for how often it turns; turn it into a path")
        covers = "round" if join == "round" else "bevel"
        found.append(line.buffer(half, quad_segs=quarter, cap_style=cap, join_style=covers))
        if join in ("round", "bevel"):
            continue
        # GEOS cuts a mitre that is too long, where SVG bevels the corner
        ring = np.append(ring, ring[1:2]) if closed else ring
        ways = np.diff(ring).astype(np.complex128)
        turns = abs(np.angle(ways[1:] / ways[:-1]))
        for k in np.flatnonzero((turns > STRAIGHT) & (np.cos(turns / 2) * limit >= 1)):
            corner = shapely.linestrings(ring[k : k + 3].real, ring[k : k + 3].imag)
            found.append(corner.buffer(half, cap_style="flat", join_style="mitre", mitre_limit=1e3))
    covered = shapely.get_parts(shapely.union_all(found))
    rings = [ring for part in covered if part.geom_type == "Polygon" for ring in (part.exterior, *part.interiors)]
    return [np.array(ring.coords[:-1]) @ (1, 1j) for ring in rings]


def _is_tangled(sides: Any, reach: float = 0.0) -> bool:
    """Tell whether joining what these lines go around would take long, or more memory than there is. sides: the ends of
    each, in a row. reach: how near lines meet.

    What joins sweeps over the plane from level to level, a level for each point, and has work with each side at each
    level, and with each two sides that meet: n sides may make n² of both.
    """
    levels = np.unique(sides.imag)
    if np.diff(np.searchsorted(levels, np.sort(sides.imag, axis=1))).sum() > PASSINGS:
        return True
    if len(sides) ** 2 <= MEETINGS:
        return False
    drawn = shapely.linestrings(np.stack((sides.real, sides.imag), axis=2))
    tree, total = shapely.STRtree(drawn), -3 * len(sides)  # each comes near itself, and near the next, from both
    for k in range(0, len(drawn), AT_ONCE):
        total += tree.query(drawn[k : k + AT_ONCE], predicate="dwithin", distance=reach).shape[1]
        if total > 2 * MEETINGS:
            return True
    return False


def _image(m: Matrix, points: Any) -> Any:
    """Return points moved by a matrix."""
    found = (m.a * points.real + m.c * points.imag + m.e) + 1j * (m.b * points.real + m.d * points.imag + m.f)
    if not (abs(found) <= FAR).all():  # also if it is no number
        raise ValueError(OUTSIDE)
    return found
