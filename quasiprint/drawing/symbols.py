"""Symbols: pictures that stand for numbers, one SVG file for each, as areas of ink.

Typst draws a file, as it draws a figure of a book: it knows what style sheets, units, <use>, clip paths and masks mean.
What it drew is read off the page, on which a dozen of PDF's operators say what is filled and stroked, and in what
colour. shapely knows what a stroke covers, manifold3d what lies over what: a dark layer adds to the ink, a light one
takes away. What a symbol may not have is refused: in the file what Typst would leave out without a word, or take long
for, `INSTEAD` and `STYLES`; on the page what is not filled or stroked with a plain colour, `UNREAD`.

The page is drawn on a canvas, y up, on which the ink is about `SIZE` wide; a point is a complex number. How large a
file draws does not matter: in the end the ink is scaled to size 1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

import numpy as np
import shapely
from manifold3d import CrossSection, FillRule, JoinType, OpType
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from quasiprint.drawing.areas import regions
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Region, Ring, area
from quasiprint.model.option import Supplied
from quasiprint.system import press
from quasiprint.system.outcome import Shortage

FILES = 100  # in a folder
SHAPES, POINTS = 2_000, 20_000  # of a drawing
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
DOCUMENT = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("drawing", format: "svg", width: {SIZE:g}pt)'
INSTEAD = {  # of elements that Typst leaves out, or that take long
    "image": "trace the picture into paths", "script": "take it out",
    "foreignObject": "leave it out, or draw it with paths",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "take the animation out"),
}  # fmt: skip
TEXTS = ("aria-label", "class", "id", "line", "style", "transform")  # attributes that are no styles
SHEET = re.compile(r"(?:[\w\s.#,*>+=|'\"[\]-]+\{[^{}]*\}\s*)*\s*")  # as Typst reads one
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STYLES = {  # of attributes and style sheets, each as "key:value", that Typst leaves out or that are elsewhere
    re.compile(r"filter\s*:\s*(?!none|inherit|;|$)[^;}]*", re.IGNORECASE): "take the filter out, or draw it with paths",
    re.compile(r"url\(\s*['\"]?(?!['\"#\s])[^)]*|@import", re.IGNORECASE): "put what it refers to into the file",
    re.compile(r"clip-path\s*:(?!\s*(?:none|url|inherit))[^;}]*|vector-effect\s*:\s*non[^;}]*"): "draw it with paths",
    re.compile(
        r"\b(?:var|env|calc|color|color-mix|light-dark|(?:ok)?l(?:ab|ch))\("
    ): "write a number, or a colour as #fff",
}
WRITTEN = re.compile(r"(?<![\w-])(?:transform[-\w]*|d|[-\w]*[A-Z][-\w]*)\s*:")  # keys of styles that Typst leaves out
COLOUR = "a symbol has no gradients and patterns; fill it with a plain colour, black"
UNREAD = {  # what PDF's operators draw that are not read
    "BT": "a symbol has no text; turn text into paths", "d": "a symbol has no dashes; turn the stroke into paths",
    "gs": "a symbol has no blend modes; take mix-blend-mode out", "scn": COLOUR, "SCN": COLOUR,
}  # fmt: skip
OUTSIDE = "a shape or the page reaches far beyond what is dark; leave out what is not seen"
TOKEN = re.compile(rb"/\w+|[A-Za-z]+\*?|[-+.\d]+|[\[\]]")
Matrix = tuple[float, ...]  # six numbers, as PDF has them
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


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


def _areas(name: str, content: bytes) -> tuple[Region, ...]:
    """Return a file's ink at size 1."""
    try:
        _check(content)
        page, matrix = _draw(content), IDENTITY
        for _ in range(GUESSES):  # the page is a guess at how large the ink is
            reader = _Reader(matrix)
            painted, lost = _paint(reader.layers(page), reader.page)
            ink = _without_specks(painted)
            x0, y0, x1, y1 = (painted if ink.is_empty() else ink).bounds()
            size = max(x1 - x0, y1 - y0)
            if painted.is_empty() or (not ink.is_empty() and size > SIZE / 2):
                break
            scale = SIZE / size
            matrix = _product(matrix, (scale, 0.0, 0.0, scale, -scale * (x0 + x1) / 2, -scale * (y0 + y1) / 2))
        if lost > CUT * painted.area():
            raise ValueError(
                f"a clip path, a mask or a frame cuts what is dark: found {lost / (lost + painted.area()):.1%} of it, "
                f"allowed is {CUT:.1%}; cut the shapes themselves"
            )
        if ink.is_empty():
            raise ValueError(
                "nothing dark is drawn: found only what is empty, hidden, transparent, light or off the page; fill the "
                "picture with black"
            )
        return _scaled(_mended(ink))
    except ValueError as fault:
        raise InputError(f"{name}{fault}" if str(fault).startswith(", line ") else f"{name}: {fault}") from None


def _without_specks(ink: Any) -> Any:
    """Return the ink without areas and holes that nobody sees."""
    kept = []
    for part in ink.decompose():
        if part.area() >= SPECK:
            kept += [ring for ring in part.to_polygons() if abs(area(ring.tolist())) >= SPECK]
    return CrossSection(kept, FillRule.EvenOdd)


def _mended(ink: Any) -> Any:
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
        raise ValueError("shapes touch or nearly touch in too many places; join them or move them apart")
    if found.is_empty():
        raise ValueError("the picture is thinner than a hair everywhere; give its lines a width")
    if found.num_vert() > POINTS:
        raise ValueError(f"the picture has {found.num_vert()} points, allowed are {POINTS}; simplify it")
    return found


def _scaled(ink: Any) -> tuple[Region, ...]:
    """Return the ink as areas at size 1."""
    x0, y0, x1, y1 = ink.bounds()
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)

    def rounded(points: list[Point]) -> Ring:
        rounded = [(round((px - x) / size, 9) + 0.0, round((py - y) / size, 9) + 0.0) for px, py in points]
        return tuple(p for k, p in enumerate(rounded) if p != rounded[k - 1])

    return regions(ink, rounded)


class _Builder(TreeBuilder):
    """Builds a file's elements, those of SVG without their namespace, each with its line."""

    line = 0

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        return super().start(tag.removeprefix(NAMESPACE), {**attributes, "line": str(self.line)})


def _check(content: bytes) -> None:
    """Raise ValueError for what is no SVG, or has what Typst would leave out without a word, or would take long for.

    Python's XML reader fetches nothing from outside of the file, and ends one that becomes a hundred times as long by
    the texts that its DOCTYPE declares: Illustrator's stand for namespaces.
    """
    builder = _Builder()
    parser = XMLParser(target=builder)
    try:
        for builder.line, line in enumerate(content.splitlines(keepends=True), 1):
            parser.feed(line)
        root = parser.close()
        content.decode()  # Typst reads no other
    except (ParseError, LookupError, ValueError) as fault:
        raise ValueError(f"the file cannot be read as XML ({fault}); save the drawing as plain SVG, in UTF-8") from None
    if root.tag != "svg":
        kind = root.tag.rpartition("}")[2][:40]
        raise ValueError(f"the root element is <{kind}>, but a drawing starts with <svg>")
    named = {f"#{element.get('id')}" for element in root.iter()}
    for element in root.iter():
        where, found = f", line {element.get('line')}: <{element.tag[:40]}>", dict(element.attrib)
        # what another program keeps for itself is not drawn
        if element.tag in INSTEAD and "requiredExtensions" not in found:
            raise ValueError(f"{where} is not allowed in a symbol; {INSTEAD[element.tag]}")
        link = found.get("href", found.get(LINK, ""))
        if element.tag == "use" and link not in named:
            raise ValueError(f"{where} refers to {link[:60]!r}, allowed is '#name' of a part of the same file")
        if element.tag == "svg" and element is not root and "transform" in found:
            raise ValueError(f"{where} has a transform, which is not allowed in a symbol; put the drawing into a <g>")
        if element.tag == "line" and all(found.get(f"{axis}1", "0") == found.get(f"{axis}2", "0") for axis in "xy"):
            raise ValueError(f"{where} has no length; give it 0.01, or draw a circle")
        sheet = COMMENT.sub("", "".join(element.itertext())) if element.tag == "style" else ""
        read = SHEET.match(sheet)
        if read is None or read[0] != sheet:
            rest = sheet[read.end() if read else 0 :][:40]
            raise ValueError(f"{where}: found {rest!r}, allowed are rules such as .a {{fill: #fff}}")
        styles = [COMMENT.sub("", found.get("style", "")), sheet]
        if written := next(filter(None, map(WRITTEN.search, styles)), None):
            raise ValueError(
                f"{where}: found {written[0][:40]!r} in a style, where it is not read; make it an attribute"
            )
        texts = [*styles, *(f"{key}:{value}" for key, value in found.items() if key not in TEXTS)]
        for pattern, remedy in STYLES.items():
            if met := next(filter(None, map(pattern.search, texts)), None):
                raise ValueError(f"{where}: found {met[0][:40]!r}, a symbol has no such styles; {remedy}")


def _draw(content: bytes) -> Any:
    """Return the page that Typst makes of a drawing, as wide as the canvas."""
    try:
        (found,) = press.typeset({"main.typ": DOCUMENT.encode(), "drawing": content}, {"format": "pdf"})
    except press.Refused as fault:
        raise ValueError(f"the file cannot be drawn ({fault}); save the drawing as plain SVG") from None
    except Shortage as fault:
        raise ValueError(f"the file cannot be drawn ({fault}); simplify it, if it takes too much memory") from None
    return PdfReader(BytesIO(found)).pages[0]


class _Layer(NamedTuple):
    """An area that adds to the ink, if dark, or takes away: what is inside of polygons, by SVG's rule. clip: what clip
    paths and masks leave of it; None: all."""

    dark: bool
    rings: list[Any]
    evenodd: bool
    clip: Any

    def section(self) -> Any:
        """Return the area, rounded: the last digits depend on the machine."""
        rings = [np.column_stack((ring.real, ring.imag)).round(6) for ring in self.rings]
        return CrossSection(rings, FillRule.EvenOdd if self.evenodd else FillRule.NonZero)


def _paint(layers: list[_Layer], page: Any = None) -> tuple[Any, float]:
    """Return the ink, as a manifold3d.CrossSection, and how much of dark layers clip paths and masks cut off. page:
    what is shown of all of it; None: all. Raises ValueError if painting takes too long."""
    runs = [(key, list(run)) for key, run in groupby(layers, key=lambda layer: (layer.dark, layer.clip))]
    cuts = {id(clip): clip for (_, clip), _ in runs if clip is not None}.values()
    rings = [ring for layer in layers for ring in layer.rings]
    rings += [points @ (1, 1j) for cut in cuts for points in cut.to_polygons()]
    sides = [np.column_stack((ring, np.roll(ring, -1))) for ring in rings]
    if len(runs) * sum(map(len, rings)) > LABOUR or _is_tangled(np.concatenate([np.empty((0, 2)), *sides])):
        raise ValueError("too many lines or shapes lie over one another; join shapes, or simplify the drawing")
    found, lost = CrossSection(), 0.0
    for (dark, clip), run in runs:
        whole = CrossSection.batch_boolean([layer.section() for layer in run], OpType.Add)
        whole = whole if page is None else whole ^ page
        left = whole if clip is None else whole ^ clip
        lost += whole.area() - left.area() if dark else 0.0
        found = CrossSection.batch_boolean([found, left], OpType.Add if dark else OpType.Subtract)
    return found.simplify(FINE), lost


@dataclass(frozen=True, slots=True)
class _State:
    """How things are drawn, by PDF's operators. matrix: to the canvas. mask: "" in a picture, else by what of what is
    drawn a mask shows, "/Luminosity" or "/Alpha". scn, SCN: colours of fills and of strokes, grey or red, green and
    blue, from 0 to 1; ca, CA: how opaque both are, opacity: how opaque the group is. w, J, j, M: a stroke's width, its
    ends, its joins and its mitre limit. clip: what clip paths and masks leave, None: all."""

    matrix: Matrix
    mask: str = ""
    scn: Matrix = (0.0,)
    SCN: Matrix = (0.0,)
    ca: float = 1.0
    CA: float = 1.0
    opacity: float = 1.0
    w: float = 1.0
    J: float = 0
    j: float = 0
    M: float = 10.0
    clip: Any = None

    def tone(self, colour: Matrix, opaque: float) -> bool | None:
        """Tell what a fill or stroke does: True adds ink, False takes it away, None changes nothing.

        What shines through is mixed with what lies below, white paper or black ink; it is ink if its relative luminance
        (WCAG 2) is below 1/2 then. What is ink in a mask is what the mask leaves.
        """
        channels = (0.0,) * 3 if self.mask == "/Alpha" else colour if len(colour) == 3 else colour * 3
        alpha = self.opacity * opaque

        def is_dark(below: float) -> bool:
            mixed = [alpha * x + (1 - alpha) * below for x in channels]
            linear = [x / 12.92 if x <= 0.04045 else math.pow((x + 0.055) / 1.055, 2.4) for x in mixed]
            return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.5

        if is_dark(1.0):
            return self.mask != "/Luminosity"
        return None if is_dark(0.0) else self.mask == "/Luminosity"


class _Reader:
    """Reads what is drawn off a page that Typst made. matrix: from it to the canvas. page: what is shown of the
    picture, Typst's first clip path."""

    page: Any = None

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.shapes = self.points = 0

    def layers(self, page: Any) -> list[_Layer]:
        """Return what is drawn, in order. Raises ValueError if that is what a symbol may not have, or too much."""
        try:
            with np.errstate(all="ignore"):  # what is no number is refused
                return [*self._read(page, page.get_contents(), _State(self.matrix))]
        except PyPdfError as fault:
            raise ValueError(f"the drawing has too many shapes ({fault}); simplify it") from None

    def _read(self, form: Any, content: Any, state: _State) -> Iterator[_Layer]:
        """Yield what a page or a form draws."""
        resources: Any = form.get("/Resources", {})
        kept, operands, path, clips = list[_State](), list[str](), list[list[Any]](), ""
        for token in TOKEN.finditer(content.get_data()):
            operator = token[0].decode()
            if not operator[0].isalpha():
                operands.append(operator)
                continue
            match operator:
                case "q":
                    kept.append(state)
                case "Q":
                    state = kept.pop()
                case "m":
                    path.append([_points(operands)])
                case "l" | "c":
                    path[-1].append(_points(operands))
                case "h":
                    path[-1].append(None)
                case "W" | "W*":
                    clips = operator
                case "n" | "f" | "f*" | "S" | "B" | "B*":
                    if clips:
                        state = self._clip(path, clips == "W*", state)
                    yield from self._shape(path, operator, state)
                    path, clips = [], ""
                case "Do" if (inner := resources["/XObject"][operands[0]])["/Subtype"] == "/Form":
                    group = replace(state, ca=1.0, CA=1.0, opacity=state.opacity * state.ca)
                    yield from self._read(inner, inner, group)
                case _:
                    state = self._settle(operator, operands, resources, state)
            operands = []

    def _settle(self, operator: str, operands: list[str], resources: Any, state: _State) -> _State:
        """Return a state as an operator changes it."""
        changed: dict[str, Any] = {}
        match operator:
            case "cm":
                changed["matrix"] = _product(_numbers(operands), state.matrix)
            case "w" | "J" | "j" | "M":
                changed[operator] = float(operands[0])
            case "scn" | "SCN" if operands[-1][0] != "/":
                changed[operator] = _numbers(operands)
            case "gs" if (found := resources["/ExtGState"][operands[0]]).get("/BM", "/Normal") == "/Normal":
                changed = {key: float(found[f"/{key}"]) for key in ("ca", "CA") if f"/{key}" in found}
                if (mask := found.get("/SMask", "/None")) != "/None":
                    inner = [*self._read(mask["/G"], mask["/G"], _State(state.matrix, mask["/S"]))]
                    changed["clip"] = _common(state.clip, _paint(inner)[0])
            case "cs" | "CS" | "BDC" | "EMC":
                pass
            case _:
                raise ValueError(UNREAD.get(operator, f"Typst draws it by {operator!r}, which is not read"))
        return replace(state, **changed)

    def _clip(self, path: list[list[Any]], evenodd: bool, state: _State) -> _State:
        """Return a state in which no more is shown than what lies within a path."""
        rings = [_image(state.matrix, points) for points, _ in self._lines(path, state.matrix) if len(points) > 2]
        area, _ = _paint([_Layer(True, rings, evenodd, None)])
        if self.page is not None:
            return replace(state, clip=_common(state.clip, area))
        self.page = area
        return state

    def _shape(self, path: list[list[Any]], operator: str, state: _State) -> Iterator[_Layer]:
        """Yield what a shape draws."""
        self.shapes += 1
        if self.shapes > SHAPES:
            raise ValueError(f"the drawing has more than {SHAPES} shapes; simplify it")
        m, strokes = state.matrix, operator[0] in "SB"
        if m[0] * m[3] == m[1] * m[2]:
            return
        lines = self._lines(path, m, state.w if strokes else 0.0)
        if operator[0] in "fB" and (dark := state.tone(state.scn, state.ca)) is not None:
            rings = [_image(m, points) for points, _ in lines if len(points) > 2]
            yield _Layer(dark, rings, operator.endswith("*"), state.clip)
        if strokes and (dark := state.tone(state.SCN, state.CA)) is not None:
            scale = math.hypot(*m[:4])
            if not state.w * scale <= FAR:  # also if it is no number
                raise ValueError(OUTSIDE)
            rings = [_image(m, ring) for ring in _stroke(lines, state, CHORD / scale)]
            yield _Layer(dark, rings, True, state.clip)

    def _lines(self, path: list[list[Any]], matrix: Matrix, width: float = 0.0) -> list[tuple[Any, bool]]:
        """Return the points of a path's lines, without repeats, and whether each is closed. width: of a stroke, which
        bends more on its outer side."""
        chord, found = CHORD / math.hypot(*matrix[:4]), []
        least = max(PIECES, math.sqrt(width / 2 / chord))
        for parts in path:
            closed = parts[-1] is None
            runs = [parts[0]]
            for part in parts[1:-1] if closed else parts[1:]:
                runs.append(part if len(part) == 1 else _curve(runs[-1][-1], part, chord, least))
            points = np.concatenate(runs)
            points = points[np.append(True, points[1:] != points[:-1])]
            repeats = closed and len(points) > 1 and points[-1] == points[0]
            found.append((points[:-1] if repeats else points, closed))
        self.points += sum(len(points) for points, _ in found)
        if self.points > POINTS:
            raise ValueError(f"the drawing has more than {POINTS} points; simplify it")
        return found


def _common(clip: Any, area: Any) -> Any:
    return area if clip is None else clip ^ area


def _numbers(operands: list[str]) -> tuple[float, ...]:
    return tuple(map(float, operands))


def _points(operands: list[str]) -> Any:
    return np.array(operands, dtype=np.float64).view(np.complex128)


def _curve(start: complex, more: Any, chord: float, least: float) -> Any:
    """Return points along a cubic curve, after its start. more: what pulls at it, and its end."""
    pulls = np.append(start, more)
    count = max(least, math.sqrt(0.75 * abs(np.diff(pulls, 2)).max() / chord))
    t = np.linspace(0, 1, math.ceil(min(count, POINTS)) + 1)[1:, None] if math.isfinite(count) else np.ones((1, 1))
    return (pulls * (1, 3, 3, 1) * t ** np.arange(4) * (1 - t) ** np.arange(3, -1, -1)).sum(axis=1)


def _stroke(lines: list[tuple[Any, bool]], state: _State, chord: float) -> list[Any]:
    """Return the rings of what strokes along lines cover together. Raises ValueError if they cross too often."""
    half, cap = state.w / 2, ("flat", "round", "square")[int(state.J)]
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
        found.append(
            line.buffer(half, quad_segs=quarter, cap_style=cap, join_style="round" if state.j == 1 else "bevel")
        )
        if state.j:
            continue
        # GEOS cuts a mitre that is too long, where SVG bevels the corner
        ring = np.append(ring, ring[1:2]) if closed else ring
        ways = np.diff(ring).astype(np.complex128)
        turns = abs(np.angle(ways[1:] / ways[:-1]))
        for k in np.flatnonzero((turns > STRAIGHT) & (np.cos(turns / 2) * state.M >= 1)):
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


def _product(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix of two moves, one after the other."""
    (a, b, c, d, e, f), (p, q, r, s, t, u) = first, then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _image(matrix: Matrix, points: Any) -> Any:
    """Return points moved by a matrix."""
    a, b, c, d, e, f = matrix
    found = (a * points.real + c * points.imag + e) + 1j * (b * points.real + d * points.imag + f)
    if not (abs(found) <= FAR).all():  # also if it is no number
        raise ValueError(OUTSIDE)
    return found
