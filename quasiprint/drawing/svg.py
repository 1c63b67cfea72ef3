"""What an SVG file draws, in black and white: each shape's lines and what it paints, in order.

The file is read with expat. What could fetch, expand or hang is refused before anything is drawn, and so is what is not
understood: svgelements takes that for black, for zero, or for the end of a path. What is left is copied in plain words,
and svgelements resolves its transforms, viewBox and <use>. Style sheets are read here, since it applies ids before
classes. Lengths in CSS pixels, y down.
"""

from __future__ import annotations

import io
import math
import re
from dataclasses import dataclass
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, SubElement, TreeBuilder, tostring
from xml.parsers import expat

from quasiprint.errors import InputError
from quasiprint.model.face import Point

BYTES = 1 << 20
READ = 20_000  # elements of a file, drawn or not
DEPTH = 64  # elements one in another, every <use> taken for what it shows
FAR = 1e9  # no coordinate lies farther out, in pixels
# of a drawing, every <use> taken for what it shows
SHAPES = 2_000
ELEMENTS = 8_000  # groups and all
POINTS = 20_000
SHARPEST = 100.0  # mitre limit: tips below 1.15° are cut off
ARC = math.radians(15)  # cubic curves as long as this are off by less than 1e-8 of the radius
RULES = 500  # selectors of all style sheets
TRANSFORMS = 1_000  # one after the other

NAMESPACE = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink href"
CURRENT = "current"  # currentColor, which svgelements would resolve where it stands, not where it is used
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54}
LENGTH = re.compile(rf"({NUMBER})([A-Za-z]*|%)")
ACROSS = {"x", "width", "cx", "rx", "x1", "x2"}
UP = {"y", "height", "cy", "ry", "y1", "y2"}
POSITIVE = {"width", "height", "r", "rx", "ry", "stroke-width"}
FIT = re.compile(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))(\s+(meet|slice))?")
SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
TRANSFORM = re.compile(
    rf"\s*(?:matrix|translate|scale|rotate|skew)[xy]?\s*\((?:{NUMBER}(?:px|deg|rad|grad|turn)?|[\s,]+)*\)\s*,?",
    re.IGNORECASE,
)
PATH_TOKEN = re.compile(rf"([MmZzLlHhVvCcSsQqTtAa])|({NUMBER})|[ ,\t\r\n\f]+")
ARITY = {"h": 1, "v": 1, "s": 4, "q": 4, "c": 6, "a": 5}  # numbers to a point; an arc's flags may run together

SHAPE_LENGTHS = {
    "path": (),
    "rect": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": (),
    "polygon": (),
}
GROUPS = {"g": "g", "a": "g", "defs": "defs", "use": "use"}
# definitions draw nothing where they stand; what refers to them is refused there
SILENT = {
    "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "pattern", "clipPath", "mask",
    "filter", "marker", "symbol", "solidColor", "view", "cursor", "color-profile",
}  # fmt: skip
INSTEAD = {
    "text": "turn text into paths",
    "image": "trace the picture into paths",
    "foreignObject": "leave it out, or draw it with paths",
    "script": "take it out",
    "svg": "draw what is in it into the outer drawing",
    "switch": "keep the one drawing that is meant",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "take the animation out"),
}
CHOICES = {
    "fill-rule": ("nonzero", "evenodd"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel", "miter-clip", "arcs"),
    "visibility": ("visible", "hidden", "collapse"),
}
REMEDIES = {
    **dict.fromkeys(("clip-path", "mask", "mask-image"), "cut the shapes themselves"),
    "filter": "take the filter out",
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "turn markers into paths"),
    "stroke-dasharray": "turn the dashes into paths",
    "vector-effect": "turn the stroke into a path",
    "mix-blend-mode": "take it out",
    **dict.fromkeys(
        ("transform-origin", "transform-box", "translate", "rotate", "scale", "offset-path"),
        "apply the transform to the shapes",
    ),
}
HARMLESS = ("", "none", "normal", "0", "0 0", "0px 0px", "view-box")

Curve = tuple[Point, ...]  # a Bézier curve by its 2, 3 or 4 control points
Matrix = tuple[float, float, float, float, float, float]  # takes (x, y) to (ax + cy + e, bx + dy + f)
Rule = tuple[tuple[int, int, int, int], str, set[str], set[str], dict[str, str]]  # weight, tag, ids, classes, styles


def image(m: Matrix, p: Point) -> Point:
    """Return where a matrix takes a point."""
    a, b, c, d, e, f = m
    return (a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f)


class Source:
    """A file being read. Its elements know their lines."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refusal(self, message: str, element: Element | None = None) -> InputError:
        """Return the error that names the file and, if known, the line."""
        where = "" if element is None or "line" not in element.attrib else f", line {element.get('line')}"
        return InputError(f"{self.name}{where}: {message}")


@dataclass(frozen=True, slots=True)
class SvgLine:
    """Curves that join end to start. closed: the last one leads back to the start."""

    curves: tuple[Curve, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Paint:
    """A shape. fill, stroke: True adds to the ink, False takes away, None leaves what is there.

    matrix: takes the lines to the page. width: of the stroke, before the matrix.
    """

    lines: tuple[SvgLine, ...]
    matrix: Matrix
    fill: bool | None
    evenodd: bool
    stroke: bool | None
    width: float
    cap: str
    join: str
    miter: float
    stroke_first: bool


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """What a file draws. page: the corners of what a browser shows of it; None: it says no size."""

    paints: tuple[Paint, ...]
    page: tuple[Point, ...] | None


def read(source: Source, content: bytes) -> SvgDrawing:
    """Return what an SVG file draws.

    Raises InputError if the file cannot be read, is no SVG, or has what a symbol may not have.
    """
    cleaner = _Cleaner(source)
    drawing = cleaner.clean(_Reader(source).read(content))
    _check_size(source, drawing, cleaner.points)
    return SvgDrawing(_paints(source, drawing), cleaner.page)


class _Reader:
    """Reads a file's elements, as far as they are SVG's: tags and attributes without namespace."""

    def __init__(self, source: Source) -> None:
        self.source, self.builder = source, TreeBuilder()
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        self.depth = self.elements = self.foreign = 0  # foreign: how deep in an element that is not SVG's
        self.prefix = ""  # what SVG's tags begin with
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._declare
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = lambda text: None if self.foreign else self.builder.data(text)

    def read(self, content: bytes) -> Element:
        """Return the root. Raises InputError for what no drawing has."""
        if len(content) > BYTES:
            raise self.source.refusal("the file is larger than 1 MiB, the most that is read; simplify the drawing")
        try:
            self.parser.Parse(content, True)
            return self.builder.close()
        except InputError:
            raise
        except expat.ExpatError as fault:
            raise self.source.refusal(f"the file is not XML ({fault}); save the drawing as SVG") from None
        except (LookupError, ValueError) as fault:
            raise self.source.refusal(f"the file's encoding cannot be read ({fault}); save it as UTF-8") from None

    def _refuse(self, message: str) -> NoReturn:
        raise InputError(f"{self.source.name}, line {self.parser.CurrentLineNumber}: {message}")

    def _declare(self, *_: object) -> None:
        self._refuse("a <!DOCTYPE> or <!ENTITY> declaration is not read; take it out, or save as plain SVG")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > DEPTH:
            self._refuse(f"elements stand more than {DEPTH} deep in one another; ungroup them")
        if self.elements > READ:
            self._refuse(f"the file has more than {READ} elements; simplify the drawing")
        if self.depth == 1:
            if tag not in ("svg", f"{NAMESPACE} svg"):
                self._refuse(f"the root element is <{tag.rpartition(' ')[2][:40]}>, but a drawing starts with <svg>")
            self.prefix = tag[: -len("svg")]
        plain = tag.removeprefix(self.prefix)
        if self.foreign or not tag.startswith(self.prefix) or " " in plain:
            self.foreign += 1
            return
        own = {key: value for key, value in attributes.items() if " " not in key}
        if LINK in attributes:
            own.setdefault("href", attributes[LINK])
        self.builder.start(plain, own | {"line": str(self.parser.CurrentLineNumber)})

    def _end(self, tag: str) -> None:
        self.depth -= 1
        if self.foreign:
            self.foreign -= 1
        else:
            self.builder.end(tag.removeprefix(self.prefix))


class _Cleaner:
    """Copies a tree, with what a symbol may have and nothing else, in the simplest words.

    page: the corners of what a browser shows of it; None: the file does not say. points: how many each path has.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rules: list[Rule] = []
        self.box: tuple[float, float] | None = None  # what a percentage is of, if there is anything
        self.page: tuple[Point, ...] | None = None
        self.points: dict[Any, int] = {}

    def clean(self, root: Element) -> Element:
        """Return the copy. Raises InputError for what a symbol may not have."""
        for element in root.iter("style"):
            try:
                self.rules += _rules("".join(element.itertext()), len(self.rules))
            except ValueError as fault:
                raise self.source.refusal(str(fault), element) from None
        self.rules.sort(key=lambda rule: rule[0])
        out = Element("svg", {"color": "#000000ff", "fill": "#000000ff", "stroke": "none"})
        self._copy(root, out)
        return out

    def _copy(self, element: Element, out: Element) -> None:
        """Copy what an element has to `out`."""
        try:
            given = _cascade(element, self.rules)
            out.attrib |= _simplest(given) | {"line": element.attrib["line"]}
            if out.tag == "svg":
                self._size(element, given, out)
            else:
                self._geometry(element, given, out)
            children = [(child, self._begin(child, out)) for child in element if child.tag not in SILENT]
        except InputError:
            raise
        except ValueError as fault:
            raise self.source.refusal(f"<{element.tag}>: {fault}", element) from None
        for child, own in children:
            self._copy(child, own)

    def _size(self, root: Element, given: dict[str, str], out: Element) -> None:
        """Find the page's size and view box, if there are any, and write them into the copy."""
        box: list[float] = []
        if (text := root.get("viewBox")) is not None:
            numbers = re.split(r"\s*,\s*|\s+", text.strip()[:400])
            if len(numbers) != 4:
                raise ValueError(f"viewBox is {text[:40]!r}; it is four numbers: x, y, width and height")
            box = [float(_length("viewBox", number)) for number in numbers]
        size = []
        for key in ("width", "height"):
            text = given.get(key, "").strip()
            # a side that goes by the window or the font is none
            absolute = text not in ("", "auto") and not re.fullmatch(r"[0-9.]+(%|em|ex|rem|vw|vh)", text)
            size.append(float(_length(key, text)) if absolute else None)
        width, height = size if None not in size else box[2:] or (None, None)
        if width is None or height is None:
            return
        box = box or [0.0, 0.0, width, height]
        if not min(width, height, *box[2:]) > 0:
            found = f"{width:g} × {height:g}, its viewBox {box[2]:g} × {box[3]:g}"
            raise ValueError(f"the page is {found}; give it a width and a height above 0")
        self.box = box[2], box[3]
        if given.get("overflow") not in ("visible", "auto"):
            from svgelements import Matrix as Found

            m = Found(out.get("transform", ""))
            corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
            self.page = tuple(image((m.a, m.b, m.c, m.d, float(m.e), float(m.f)), p) for p in corners)
        out.attrib |= {"width": repr(width), "height": repr(height), "viewBox": " ".join(map(repr, box))}
        if FIT.fullmatch(fit := given.get("preserveAspectRatio", "").strip()):
            out.set("preserveAspectRatio", fit)

    def _begin(self, element: Element, parent: Element) -> Element:
        """Return an empty copy in its parent's."""
        tag = element.tag
        if parent.tag in SHAPE_LENGTHS or parent.tag == "use":
            raise self.source.refusal(f"<{tag[:40]}> is not allowed inside <{parent.tag}>; take it out", element)
        if not (tag in SHAPE_LENGTHS or tag in GROUPS):
            remedy = INSTEAD.get(tag, "draw with paths and shapes")
            inner = " inside the drawing" if tag == "svg" else ""
            raise self.source.refusal(f"<{tag[:40]}>{inner} is not allowed in a symbol; {remedy}", element)
        return SubElement(parent, GROUPS.get(tag, tag))

    def _geometry(self, element: Element, given: dict[str, str], out: Element) -> None:
        """Copy where and how large an element is."""
        tag = element.tag
        if key := element.get("id"):
            out.set("id", key)
        # a length left out would be taken from the elements around
        lengths = dict.fromkeys(SHAPE_LENGTHS.get(tag, ()), "0")
        more = {"use": ("x", "y"), "rect": ("rx", "ry")}.get(tag, ())
        lengths |= {key: given[key] for key in (*lengths, *more) if given.get(key, "auto") != "auto"}
        for key, value in lengths.items():
            out.set(key, _length(key, value, self.box))
        if tag == "use":
            target = element.get("href", "").strip()
            if not target.startswith("#"):
                raise ValueError(f"it refers to {target[:60]!r}; it may only refer to a part of the same file, '#name'")
            out.set("href", target)
        if tag in ("path", "polyline", "polygon"):
            key = "d" if tag == "path" else "points"
            data, self.points[out] = _path_data(given.get(key, "").strip(), path=key == "d")
            out.set(key, data)


def _rules(sheet: str, place: int) -> list[Rule]:
    """Return the rules of a style sheet: of each which elements it is for, and the heavier one wins. place: how many
    rules stand before it."""
    sheet = re.sub(r"/\*.*?(\*/|\Z)|<!--|-->", " ", sheet, flags=re.DOTALL)
    found: list[Rule] = []
    *blocks, rest = sheet.split("}")
    for block in blocks if not rest.strip() else [sheet]:
        selectors, brace, body = block.partition("{")
        for selector in selectors.split(","):
            match = SELECTOR.fullmatch(selector.strip())
            if not match or not selector.strip() or not brace or "{" in body:
                raise ValueError(
                    f"the style sheet cannot be read at {block.strip()[:30]!r}, allowed are rules for a tag, .class or "
                    "#id; write styles as attributes"
                )
            tag = (match[1] or "").replace("*", "")
            ids, classes = set(re.findall(r"#([\w-]+)", match[2])), set(re.findall(r"\.([\w-]+)", match[2]))
            weight = (match[2].count("#"), match[2].count("."), int(bool(tag)), place + len(found))
            found.append((weight, tag, ids, classes, _declarations(body)))
            if place + len(found) > RULES:
                raise ValueError(f"the style sheets have more than {RULES} rules; write styles as attributes")
    return found


def _declarations(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in re.sub(r"/\*.*?(\*/|\Z)", " ", text, flags=re.DOTALL).split(";"):
        key, colon, value = part.partition(":")
        if colon and "!" in value:
            raise ValueError(f"the style {part.strip()[:40]!r} overrules others; write styles as attributes")
        if colon:
            found[key.strip().lower()] = value.strip()
    return found


def _cascade(element: Element, rules: list[Rule]) -> dict[str, str]:
    """Return an element's attributes after style sheets and its style attribute had their say. rules: the heaviest
    last."""
    result = dict(element.attrib)
    classes = set(result.get("class", "").split())
    for _, tag, ids, own, declarations in rules:
        if tag in ("", element.tag) and ids <= {element.get("id")} and own <= classes:
            result |= declarations
    result |= _declarations(element.get("style", ""))
    return {key: value for key, value in result.items() if value.lower() not in ("inherit", "unset", "revert")}


def _simplest(given: dict[str, str]) -> dict[str, str]:
    """Return what is to be kept of an element's properties, each in its simplest form. Raises ValueError for what is
    not understood."""
    kept = {}
    for key, value in given.items():
        low = value.strip().lower()
        if key in REMEDIES:
            if low not in HARMLESS:
                found = "url(…)" if low.startswith("url") else repr(value[:30])
                raise ValueError(f"{key} ({found}) is not allowed in a symbol; {REMEDIES[key]}")
        elif key in ("fill", "stroke", "color"):
            kept[key] = _colour(key, value)
        elif key in ("opacity", "fill-opacity", "stroke-opacity"):
            kept[key] = repr(_fraction(key, low))
        elif key in ("stroke-width", "stroke-miterlimit"):
            kept[key] = _length(key, value)
        elif key in CHOICES:
            if low not in CHOICES[key]:
                raise ValueError(f"{key} is {value[:30]!r}, allowed are {', '.join(CHOICES[key])}")
            kept[key] = low
        elif key == "paint-order" or (key == "display" and low == "none"):
            kept[key] = low
        elif key == "transform" and low not in ("", "none"):
            rest, count = TRANSFORM.subn("", value)
            if rest.strip() or count > TRANSFORMS:
                message = f"the transform cannot be read at {rest.strip()[:40]!r}"
                raise ValueError(message if rest.strip() else f"the transform has more than {TRANSFORMS} parts")
            kept[key] = value
    return kept


def _fraction(key: str, text: str) -> float:
    match = LENGTH.fullmatch(text)
    if not match or match[2] not in ("", "%") or not math.isfinite(float(match[1])):
        raise ValueError(f"{key} is {text[:30]!r}, allowed is a number from 0 to 1")
    return min(1.0, max(0.0, float(match[1]) / (100 if match[2] else 1)))


def _length(key: str, text: str, of: tuple[float, float] | None = None) -> str:
    """Return a length in pixels. of: the size that a percentage is of; None: it may be none."""
    match = LENGTH.fullmatch(text.strip())
    unit = match[2].lower() if match else "?"
    pixels = PIXELS
    if of:
        of_what = of[0] if key in ACROSS else of[1] if key in UP else math.hypot(*of) / math.sqrt(2)
        pixels = PIXELS | {"%": of_what / 100}
    if not match or unit not in pixels:
        raise ValueError(f"{key} is {text[:30]!r}, allowed is a number with px, pt, pc, mm, cm, in or no unit")
    value = float(match[1]) * pixels[unit]
    if not math.isfinite(value) or (value < 0 and key in POSITIVE):
        raise ValueError(f"{key} is {text[:30]!r}, allowed is a finite number, 0 or more of a size")
    if abs(value) > FAR:
        raise ValueError(f"{key} is {text[:30]!r}, farther out than {FAR:g}")
    return repr(value)


def _colour(key: str, text: str) -> str:
    """Return a colour as #rrggbbaa, or none, or CURRENT."""
    from svgelements import Color

    low = text.strip().lower()
    if low in ("none", "currentcolor"):
        return CURRENT if low == "currentcolor" else low
    if "url(" in low:
        raise ValueError(f"{key} is a gradient or a pattern (url(…)), allowed are plain colours; fill it with black")
    known = re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+", low)
    if match := re.fullmatch(r"(rgb|hsl)a?\(([^()]*)\)", low):
        parts = re.split(r"\s*[,/]\s*|\s+", match[2].strip())
        found = [LENGTH.fullmatch(part) for part in parts]
        numbers = [float(p[1]) for p in found if p and p[2] in ("", "%")]
        if len(numbers) == len(parts) in (3, 4) and all(map(math.isfinite, numbers)):
            alpha = _fraction("opacity", parts[3]) if len(parts) == 4 else 1.0
            if match[1] == "rgb":
                full = [n * 2.55 if part[-1] == "%" else n for n, part in zip(numbers, parts, strict=True)][:3]
                known, low = match, "#" + bytes(round(min(255.0, max(0.0, n))) for n in (*full, alpha * 255)).hex()
            elif parts[1][-1] == parts[2][-1] == "%":
                known, low = match, f"hsla({numbers[0] % 360:.6f}, {numbers[1]:.6f}%, {numbers[2]:.6f}%, {alpha:.6f})"
    colour = Color(low) if known else None
    # what svgelements does not know is black to it
    if colour is None or (low.isalpha() and low not in ("black", "transparent") and colour.hex == "#000000"):
        raise ValueError(f"{key} is {text[:30]!r}, allowed are none, currentColor, #rrggbb, rgb(…), hsl(…) and names")
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}{colour.alpha:02x}"


def _path_data(text: str, path: bool) -> tuple[str, int]:
    """Return path data (or the points of a polygon) in words that svgelements knows, and about how many points it
    has."""
    words: list[str] = []
    end, points, last = 0, 0.0, "" if path else "l"
    while end < len(text):
        token = PATH_TOKEN.match(text, end)
        if not token or (token[1] and not path) or (token[2] and not last):
            raise ValueError(f"the {'path' if path else 'list of points'} cannot be read at {text[end:][:20]!r}")
        if not last and token[1] and token[1] not in "Mm":
            raise ValueError(f"the path starts with {token[1]!r}, but it must start with a move, M or m")
        end, last = token.end(), (token[1] or last).lower()
        points += 1 / ARITY.get(last, 2) if token[2] else token[1] in ("Z", "z")
        # "5." is a number in SVG 1.1, but not to svgelements
        words.append(re.sub(r"\.(?![0-9])", "", token[0]) + " " * token[0].endswith("."))
    return "".join(words), math.ceil(points)


def _check_size(source: Source, root: Element, points: dict[Any, int]) -> None:
    """Refuse a drawing that is too large once every <use> is replaced by what it shows, at the first element too many:
    it may be one of billions. points: how many each path has."""
    named: dict[str, list[Element]] = {}
    for element in root.iter():
        if key := element.get("id"):
            named.setdefault(key, []).append(element)
    counts = {"shapes": 0, "elements": 0, "points": 0}

    def count(element: Element, depth: int) -> None:
        if depth > DEPTH:
            message = f"elements stand more than {DEPTH} deep in one another; ungroup them, and unlink clones"
            raise source.refusal(message, element)
        counts["shapes"] += element.tag in SHAPE_LENGTHS
        counts["elements"] += 1
        counts["points"] += points.get(element, 0)
        for what, most in (("shapes", SHAPES), ("elements", ELEMENTS), ("points", POINTS)):
            if counts[what] > most:
                raise source.refusal(f"the drawing has more than {most} {what}; simplify it")
        parts = list(element)
        if element.tag == "use":
            key = element.get("href", "")[1:]
            parts = named.get(key, [])
            if len(parts) != 1:
                found = "there twice" if parts else "not there, or is nothing that is drawn by itself"
                raise source.refusal(f"<use> refers to '#{key[:60]}', which is {found}; unlink the clone", element)
        for part in parts:
            count(part, depth + 1)

    count(root, 1)


def _paints(source: Source, root: Element) -> tuple[Paint, ...]:
    """Return the shapes that are drawn, in order, with svgelements' help."""
    import svgelements

    if root.get("display") == "none":  # svgelements has no tree for it
        return ()
    try:
        tree = svgelements.SVG.parse(io.BytesIO(tostring(root)), reify=False, on_error="raise")
        found: list[Paint] = []

        def walk(node: Any, opacity: float) -> None:
            values = node.values
            opacity *= float(values["attributes"].get("opacity", 1))
            if isinstance(node, svgelements.Group | svgelements.Use):
                for child in node:
                    walk(child, opacity)
            elif isinstance(node, svgelements.Shape) and values.get("visibility", "visible") == "visible":
                paint = _paint(node, values, opacity)
                if paint.fill is not None or paint.stroke is not None:
                    found.append(paint)

        walk(tree, 1.0)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise source.refusal(
            "a path, shape or transform cannot be read: found one without all its numbers, or an arc of other flags "
            "than 0 and 1 or an extreme radius; save the drawing as plain SVG"
        ) from None
    for paint in found:
        numbers = [*paint.matrix, *(x for line in paint.lines for curve in line.curves for p in curve for x in p)]
        if not all(abs(x) <= FAR for x in numbers):  # false for NaN
            raise source.refusal(f"a shape lies farther out than {FAR:g}, or at no finite place")
    return tuple(found)


def _paint(shape: Any, values: dict[str, str], opacity: float) -> Paint:
    m = shape.transform
    width = float(values.get("stroke-width", 1))
    fill, stroke_paint = (values["color"] if values[key] == CURRENT else values[key] for key in ("fill", "stroke"))
    stroke = _tone(stroke_paint, opacity * float(values.get("stroke-opacity", 1)))
    return Paint(
        _lines(shape),
        (float(m.a), float(m.b), float(m.c), float(m.d), float(m.e), float(m.f)),
        _tone(fill, opacity * float(values.get("fill-opacity", 1))),
        values.get("fill-rule") == "evenodd",
        stroke if width > 0 else None,
        width,
        values.get("stroke-linecap", "butt"),
        values.get("stroke-linejoin", "miter"),
        min(float(values.get("stroke-miterlimit", 4)), SHARPEST),
        values.get("paint-order", "").startswith("stroke"),
    )


def _lines(shape: Any) -> tuple[SvgLine, ...]:
    """Return a shape's lines in its own coordinates, its arcs as cubic curves of 15° at most."""
    import svgelements

    lines: list[SvgLine] = []
    curves: list[Curve] = []
    for segment in shape.segments(transformed=False):
        if isinstance(segment, svgelements.Move):
            lines += [SvgLine(tuple(curves), False)] * bool(curves)
            curves = []
        elif isinstance(segment, svgelements.Close):
            lines.append(SvgLine((*curves, _curve(segment)), True))
            curves = []
        elif isinstance(segment, svgelements.Arc) and segment.sweep:
            parts = math.ceil(abs(segment.sweep) / ARC)
            curves += [_curve(part) for part in segment.as_cubic_curves(parts)]
        elif isinstance(segment, svgelements.Arc):  # without radius or length: straight
            curves.append(_curve((segment.start, segment.end)))
        else:
            curves.append(_curve(segment))
    return (*lines, *([SvgLine(tuple(curves), False)] * bool(curves)))


def _curve(points: Any) -> Curve:
    return tuple((float(p.x), float(p.y)) for p in points)


def _tone(paint: str, opacity: float) -> bool | None:
    """Tell what a colour does: True adds ink, False takes it away, None changes nothing.

    What shines through is mixed with what lies below, white paper or black ink; it is ink if its
    relative luminance (WCAG 2) is below 1/2 then.
    """
    if paint == "none":
        return None
    red, green, blue, alpha = (int(paint[k : k + 2], 16) / 255 for k in (1, 3, 5, 7))
    alpha *= opacity

    def luminance(below: float) -> float:
        mixed = [alpha * x + (1 - alpha) * below for x in (red, green, blue)]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in mixed]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    if luminance(1.0) < 0.5:
        return True
    return False if luminance(0.0) >= 0.5 else None
