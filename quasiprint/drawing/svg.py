"""What an SVG file paints: layers, dark and light, in order.

The file is read with expat, which fetches nothing, and walked as a renderer walks it. svgelements knows what shapes,
transforms, viewBoxes and colours mean; but what it does not understand it takes for black, for zero, or for the end of
a path, so each value is first compared with what is taken. Lengths in CSS pixels; a point is a complex number, y down.
"""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

import numpy as np
import svgelements
from svgelements import Matrix

from quasiprint.errors import InputError

BYTES = 1 << 20
READ = 20_000  # elements of a file, drawn or not
DEPTH = 64  # elements one in another, every <use> taken for what it shows
DECLARED = 4_000  # characters of all entities and default attributes of a DOCTYPE, each with those that it names
FAR = 1e9  # no coordinate lies farther out
MOST = {"elements": 8_000, "shapes": 2_000, "points": 20_000}  # of a drawing, every <use> taken for what it shows
RULES = 500  # selectors of all style sheets
TRANSFORMS = 1_000  # one after the other

NAMESPACE = "http://www.w3.org/2000/svg "
LINK = "http://www.w3.org/1999/xlink href"
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54}
LENGTH = re.compile(rf"({NUMBER})([A-Za-z]*|%)")
ACROSS = ("x", "width", "cx", "rx", "x1", "x2")
UP = ("y", "height", "cy", "ry", "y1", "y2")
POSITIVE = ("width", "height", "r", "rx", "ry", "stroke-width")
AND = r"(?:\s*[,/]\s*|\s+)"
COLOUR = re.compile(rf"(rgb|hsl)a?\(\s*({NUMBER}%?){AND}({NUMBER}%?){AND}({NUMBER}%?)(?:{AND}({NUMBER}%?))?\s*\)")
ANGLE = rf"{NUMBER}(?:px|deg|rad|grad|turn)?"
TRANSFORM = re.compile(rf"\s*(?:matrix|translate|scale|rotate|skew)[xy]?\s*\((?:{ANGLE}|[\s,]+)*\)\s*,?", re.IGNORECASE)
PATH_TOKEN = re.compile(rf"([MmZzLlHhVvCcSsQqTtAa])|({NUMBER})|[ ,\t\r\n\f]+")

# the shapes that are taken: what svgelements calls them, and their lengths
SHAPES: dict[str, tuple[Any, tuple[str, ...]]] = {
    **dict.fromkeys(("path", "polyline", "polygon"), (svgelements.Path, ())),
    "rect": (svgelements.Rect, ("x", "y", "width", "height")),
    "circle": (svgelements.Circle, ("cx", "cy", "r")),
    "ellipse": (svgelements.Ellipse, ("cx", "cy", "rx", "ry")),
    "line": (svgelements.SimpleLine, ("x1", "y1", "x2", "y2")),
}
GROUPS = {"g", "a", "use", "switch", "symbol"}
SILENT = {  # nothing is drawn where they stand
    "defs", "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "pattern", "clipPath", "mask",
    "filter", "marker", "symbol", "solidColor", "view", "cursor", "color-profile",
}  # fmt: skip
INSTEAD = {
    "text": "turn text into paths", "image": "trace the picture into paths", "script": "take it out",
    "foreignObject": "leave it out, or draw it with paths", "svg": "draw what is in it into the outer drawing",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "take the animation out"),
}  # fmt: skip
CHOICES = {  # the first is usual
    **dict.fromkeys(("fill-rule", "clip-rule"), ("nonzero", "evenodd")),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel", "miter-clip", "arcs"),
    "visibility": ("visible", "hidden", "collapse"),
}
BLACK = (0.0, 0.0, 0.0, 1.0)
# what is inherited, as it is at the root
INITIAL: dict[str, Any] = {
    "color": BLACK, "fill": BLACK, "stroke": None, "fill-opacity": 1.0, "stroke-opacity": 1.0, "stroke-width": 1.0,
    "stroke-miterlimit": 4.0, "paint-order": "normal", **{key: choices[0] for key, choices in CHOICES.items()},
}  # fmt: skip
REMEDIES = {
    "filter": "take the filter out", "mix-blend-mode": "take it out", "stroke-dasharray": "turn the dashes into paths",
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "turn markers into paths"),
    **dict.fromkeys(
        ("transform-origin", "transform-box", "translate", "rotate", "scale", "offset-path"),
        "apply the transform to the shapes",
    ),
    "vector-effect": "turn the stroke into a path", "mask-image": "cut the shapes themselves",
}  # fmt: skip
HARMLESS = ("", "none", "normal", "0", "0 0", "0px 0px", "view-box")
UNREADABLE = (
    "a path, shape or transform cannot be read: found one without all its numbers, or an arc of other flags than 0 and "
    "1 or an extreme radius; save the drawing as plain SVG"
)

Line = tuple[list["_Piece"], bool]  # whether the last leads back to the first
Rule = tuple[tuple[int, int, int], set[str], dict[str, str]]  # weight; tag, #id and .classes; styles


def refusal(name: str, message: str, element: Element | None = None) -> InputError:
    """Return the error that names a file and, if known, the line of an element."""
    where = "" if element is None else f", line {element.get('line')}"
    return InputError(f"{name}{where}: {message}")


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """An area that adds to the ink, if dark, or takes away: what is inside of polygons, by SVG's rule. convex: they may
    be many over one another. views: what is shown of it, each an area. clips: the clip paths and masks around it, each
    the layers of what they leave."""

    dark: bool
    rings: list[Any]
    evenodd: bool = False
    convex: bool = False
    views: tuple[Layer, ...] = ()
    clips: tuple[tuple[Layer, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element inherits. box: what a percentage is of, if there is anything. role: it is "ink", or shows what a
    "clip-path" leaves, or a mask, by its "luminance" or "alpha"."""

    matrix: Matrix
    style: dict[str, Any]
    role: str = "ink"
    opacity: float = 1.0
    box: tuple[float, float] | None = None
    views: tuple[Layer, ...] = ()
    clips: tuple[tuple[Layer, ...], ...] = ()
    depth: int = 1


class Drawing:
    """A file that is drawn. sides: after that, the lines of its polygons, each with whether it is closed."""

    def __init__(self, name: str, content: bytes) -> None:
        """Raises InputError if the file cannot be read, or is no SVG."""
        self.name, self.root = name, _tree(name, content)
        self.parents = {child: element for element in self.root.iter() for child in element}
        self.named: dict[str, list[Element]] = {}
        self.rules: list[Rule] = []
        self.lines: dict[Any, list[Line]] = {}  # of shapes that were read, with what a percentage was of
        for element in self.root.iter():
            self.named.setdefault(element.get("id", ""), []).append(element)
        for element in self.root.iter("style"):
            try:
                self.rules += _rules("".join(element.itertext()), RULES - len(self.rules))
            except ValueError as fault:
                raise refusal(name, str(fault), element) from None
        self.rules.sort(key=lambda rule: rule[0])

    def layers(self, chord: float) -> list[Layer]:
        """Return what is painted, in order. chord: how far a straight line may lie off what it stands for.

        Raises InputError if that is what a symbol may not have, or too much.
        """
        self.chord, self.counts = chord, dict.fromkeys(MOST, 0)
        self.sides: list[tuple[Any, bool]] = []
        self.cuts: dict[Any, tuple[Layer, ...]] = {}  # what is left by each clip path at a place
        with np.errstate(all="ignore"):  # what is no number is refused
            return self._walk(self.root, _Place(Matrix(), INITIAL))

    def _walk(self, element: Element, place: _Place, size: dict[str, str] | None = None) -> list[Layer]:
        """Return what an element paints. size: the attributes of the <use> that shows a <symbol>."""
        if place.depth > DEPTH:
            message = f"elements stand more than {DEPTH} deep in one another; ungroup them, and unlink clones"
            raise refusal(self.name, message, element)
        try:
            self._count(elements=1, shapes=element.tag in SHAPES)
            given = _cascade(element, self.rules)
            opacity = place.opacity * _length("opacity", given.get("opacity", "1"))
            matrix = _transform(given.get("transform", "")) * place.matrix
            style = place.style | _style(given, place.box)
            place = replace(place, matrix=matrix, style=style, opacity=opacity, depth=place.depth + 1)
            if given.get("display", "").lower() == "none":
                return []
            for key in ("clip-path", "mask"):
                if (value := given.get(key, "").strip()).lower() not in HARMLESS:
                    place = replace(place, clips=(*place.clips, self._clip(key, value, place)))
            parts = self._parts(element, given)
            if element.tag in SHAPES:
                return self._shape(element, given, place)
            if element.tag in ("svg", "symbol"):
                place = _view(given if size is None else given | size, place, inner=size is not None)
            size = None
            if element.tag == "use":
                x, y = (_length(key, given.get(key, "0"), place.box) for key in ("x", "y"))
                place = replace(place, matrix=Matrix(1, 0, 0, 1, x, y) * place.matrix)
                size = {key: given[key] for key in ("width", "height") if given.get(key, "auto") != "auto"}
                size = {"width": "100%", "height": "100%"} | size  # whatever the <symbol> says, as browsers have it
        except InputError:
            raise
        except ValueError as fault:
            raise refusal(self.name, f"<{element.tag[:40]}>: {fault}", element) from None
        return [layer for part in parts for layer in self._walk(part, place, size)]

    def _count(self, **more: int) -> None:
        """Refuse a drawing at the first element too many: with <use> there may be billions."""
        for kind, count in more.items():
            self.counts[kind] += count
            if self.counts[kind] > MOST[kind]:
                raise refusal(self.name, f"the drawing has more than {MOST[kind]} {kind}; simplify it")

    def _parts(self, element: Element, given: dict[str, str]) -> list[Element]:
        """Return what is drawn of what is in an element."""
        parts = [part for part in element if " " not in part.tag and part.tag not in SILENT]
        if element.tag == "use":
            target = given.get("href", "").strip()
            parts = self.named.get(target[1:], []) if target.startswith("#") else []
            if len(parts) != 1 or parts[0].tag in SILENT - {"symbol"}:
                raise ValueError(
                    f"it refers to {target[:60]!r}, allowed is '#name' of one part of the same file that is drawn by "
                    "itself; unlink the clone"
                )
        elif element.tag == "switch":  # Illustrator's has a second drawing for Illustrator
            parts = [part for part in parts if not part.get("requiredExtensions")]
            if len(parts) != 1:
                raise ValueError(f"found {len(parts)} drawings, allowed is one; keep the one drawing that is meant")
        inside = f"inside <{element.tag}>" if element.tag in SHAPES else "in a symbol"
        for part in parts:
            if element.tag in SHAPES or not (part.tag in SHAPES or part.tag in GROUPS):
                remedy = INSTEAD.get(part.tag, "draw with paths and shapes")
                inner = " inside the drawing" if part.tag == "svg" else ""
                raise refusal(self.name, f"<{part.tag[:40]}>{inner} is not allowed {inside}; {remedy}", part)
        return parts

    def _clip(self, key: str, value: str, place: _Place) -> tuple[Layer, ...]:
        """Return what a clip path or a mask leaves of what stands at a place."""
        tag = {"clip-path": "clipPath"}.get(key, key)
        target = re.fullmatch(r"url\(\s*(['\"]?)#(.+?)\1\s*\)", value)
        found = [part for part in self.named.get(target[2], []) if part.tag == tag] if target else []
        if len(found) != 1:
            raise ValueError(
                f"{key} is {value[:60]!r}, allowed is 'url(#name)' of one <{tag}>; cut the shapes themselves"
            )
        above, style = found, INITIAL
        while above[0] in self.parents:  # what it inherits is not what is cut inherits
            above = [self.parents[above[0]], *above]
        for element in above:
            style = style | _style(given := _cascade(element, self.rules), place.box)
        if "objectBoundingBox" in (given.get("clipPathUnits"), given.get("maskContentUnits")):
            raise ValueError(f"{key} is measured in what it cuts (objectBoundingBox); cut the shapes themselves")
        role = key if key == "clip-path" else given.get("mask-type", "luminance")
        m, inner = place.matrix, _Place(place.matrix, style, role, box=place.box, depth=place.depth)
        if given.get("maskUnits") == "userSpaceOnUse":
            usual = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
            frame = [_length(side, given.get(side, usual[side]), place.box) for side in usual]
            inner = replace(inner, views=(_rectangle(frame, place.matrix),))
        where = (found[0], place.box, m.a, m.b, m.c, m.d, m.e, m.f)
        if where not in self.cuts:
            self.cuts[where] = tuple(self._walk(found[0], inner))
        return self.cuts[where]

    def _shape(self, element: Element, given: dict[str, str], place: _Place) -> list[Layer]:
        """Return what a shape paints."""
        if (key := (element, place.box)) not in self.lines:
            self.lines[key] = _lines(element.tag, given, place.box)
        style, m = place.style, place.matrix
        clip = place.role == "clip-path"
        fill = True if clip else _tone("fill", place)
        stroke = None if clip or style["stroke-width"] == 0 else _tone("stroke", place)
        stretch = math.hypot(m.a, m.b, m.c, m.d)
        if style["visibility"] != "visible" or m.a * m.d == m.b * m.c:
            return []
        chord = self.chord / stretch
        lines = []
        for pieces, closed in self.lines[key]:
            points = _polygon(pieces, closed, style, chord)
            self._count(points=len(points))
            lines.append((points, closed))
        self.sides += [(_image(m, points), closed or fill is not None) for points, closed in lines]
        layers = []
        if fill is not None:
            evenodd = style["clip-rule" if clip else "fill-rule"] == "evenodd"
            rings = [_image(m, points) for points, _ in lines if len(points) > 2]
            layers.append(Layer(fill, rings, evenodd, False, place.views, place.clips))
        if stroke is not None:
            rings = [_image(m, ring) for points, closed in lines for ring in _stroke(points, closed, style, chord)]
            layers.append(Layer(stroke, rings, False, True, place.views, place.clips))
        return layers[:: -1 if style["paint-order"].startswith("stroke") else 1]


def _tree(name: str, content: bytes) -> Element:
    """Return a file's elements, those of SVG without their namespace. Raises InputError for what no drawing has."""
    builder, parser = TreeBuilder(), expat.ParserCreate(namespace_separator=" ")
    declared: dict[str, str] = {}

    def refuse(message: str) -> NoReturn:
        raise InputError(f"{name}, line {parser.CurrentLineNumber}: {message}")

    def declare(called: str, text: str | None) -> None:
        if fault := _declare(declared, called, text, content.count(b"&")):
            refuse(f"the <!DOCTYPE> declares {called[:40]!r}, {fault}; take it out")

    def start(tag: str, attributes: dict[str, str]) -> None:
        kept = {key: value for key, value in attributes.items() if " " not in key}
        kept |= {"href": kept.get("href", attributes.get(LINK, "")), "line": str(parser.CurrentLineNumber)}
        builder.start(tag.removeprefix(NAMESPACE), kept)

    if len(content) > BYTES:
        raise refusal(name, "the file is larger than 1 MiB, the most that is read; simplify the drawing")
    parser.buffer_text = True
    parser.EntityDeclHandler = lambda entity, parameter, text, *_: declare(entity, None if parameter else text)
    parser.AttlistDeclHandler = lambda tag, key, _, default, __: declare(f"{tag} {key}", default or "")
    parser.SkippedEntityHandler = lambda entity, _: refuse(f"the entity {entity[:40]!r} is not declared in the file")
    parser.StartElementHandler, parser.EndElementHandler = start, builder.end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(content, True)
    except InputError:
        raise
    except expat.ExpatError as fault:
        raise refusal(name, f"the file is not XML ({fault}); save the drawing as SVG") from None
    except (LookupError, ValueError) as fault:
        raise refusal(name, f"the file's encoding cannot be read ({fault}); save it as UTF-8") from None
    root = builder.close()
    if root.tag != "svg":
        kind = root.tag.rpartition(" ")[2][:40]
        raise refusal(name, f"the root element is <{kind}>, but a drawing starts with <svg>", root)
    if sum(1 for _ in root.iter()) > READ:
        raise refusal(name, f"the file has more than {READ} elements; simplify the drawing")
    level, depth = [root], 0
    while level:
        level, depth = [child for element in level for child in element], depth + 1
    if depth > DEPTH:
        raise refusal(name, f"elements stand more than {DEPTH} deep in one another; ungroup them")
    return root


def _declare(declared: dict[str, str], called: str, text: str | None, uses: int) -> str:
    """Add a text of a DOCTYPE to those declared, with what it names; Illustrator's stand for namespaces. Return what
    speaks against it. uses: there are no more in the file."""
    inner = re.findall(r"&([^#;][^;]*);", text or "")
    if text is None or not declared.keys() | {"amp", "lt", "gt", "quot", "apos"} >= set(inner):
        return "which stands outside of the file or comes later, allowed is plain text"
    for entity in inner:
        if len(text) <= DECLARED:
            text = text.replace(f"&{entity};", declared.get(entity, "?"), 1)
    declared.setdefault(called, text)
    if sum(map(len, declared.values())) > DECLARED or uses * len(text) > BYTES:
        return f"which becomes too long, allowed are {DECLARED} characters for all and 1 MiB in use"
    return ""


def _rules(sheet: str, most: int) -> list[Rule]:
    """Return the rules of a style sheet, at most so many: the heaviest are to be applied last."""
    sheet = re.sub(r"/\*.*?(\*/|\Z)|<!--|-->", " ", sheet, flags=re.DOTALL)
    found: list[Rule] = []
    *blocks, rest = sheet.split("}")
    for block in blocks if not rest.strip() else [sheet]:
        selectors, brace, body = block.partition("{")
        styles = _declarations(body) if "{" not in body else {}
        for selector in map(str.strip, selectors.split(",")):
            if not re.fullmatch(r"(\*|[A-Za-z][\w-]*)?([.#][A-Za-z_][\w-]*)*", selector) or not selector or not brace:
                raise ValueError(
                    f"the style sheet cannot be read at {block.strip()[:30]!r}, allowed are rules for a tag, .class or "
                    "#id; write styles as attributes"
                )
            needed = re.findall(r"[.#]?[\w-]+", selector)
            weight = (selector.count("#"), selector.count("."), int(selector[0] not in "*.#"))
            found.append((weight, set(needed), styles))
            if len(found) > most:
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
    """Return an element's attributes after style sheets and its style attribute had their say."""
    result, classes = dict(element.attrib), element.get("class", "").split()
    known = {element.tag, f"#{element.get('id')}", *(f".{name}" for name in classes)}
    for _, needed, styles in rules:
        if needed <= known:
            result |= styles
    result |= _declarations(element.get("style", ""))
    return {key: value for key, value in result.items() if value.lower() not in ("inherit", "unset", "revert")}


def _style(given: dict[str, str], box: tuple[float, float] | None) -> dict[str, Any]:
    """Return what is inherited of an element's properties. Raises ValueError for what is not understood."""
    kept: dict[str, Any] = {}
    for key, value in given.items():
        low = value.strip().lower()
        if key in ("fill", "stroke", "color"):
            kept[key] = _colour(key, low)
        elif key in ("fill-opacity", "stroke-opacity", "stroke-width", "stroke-miterlimit"):
            kept[key] = _length(key, low, box)
        elif key in CHOICES and low not in CHOICES[key]:
            raise ValueError(f"{key} is {value[:30]!r}, allowed are {', '.join(CHOICES[key])}")
        elif key in INITIAL:
            kept[key] = low
        elif key in REMEDIES and low not in HARMLESS:
            found = "url(…)" if low.startswith("url") else repr(value[:30])
            raise ValueError(f"{key} ({found}) is not allowed in a symbol; {REMEDIES[key]}")
    return kept


def _length(key: str, text: str, of: tuple[float, float] | None = None) -> float:
    """Return a length in pixels, or an opacity. of: the size that a percentage is of; None: it may be none."""
    match, opacity = LENGTH.fullmatch(text.strip()), key.endswith("opacity")
    units = {"": 1.0, "%": 0.01} if opacity else PIXELS
    if of and not opacity:
        of_what = of[0] if key in ACROSS else of[1] if key in UP else math.hypot(*of) / math.sqrt(2)
        units = PIXELS | {"%": of_what / 100}
    value = float(match[1]) * units.get(match[2].lower(), math.nan) if match else math.nan
    least = 0 if key in POSITIVE else -FAR
    if not least <= value <= FAR:
        allowed = f"a number from {least:g} to {FAR:g} with px, pt, pc, mm, cm, in or no unit"
        raise ValueError(f"{key} is {text[:30]!r}, allowed is {'a number from 0 to 1' if opacity else allowed}")
    return min(1.0, max(0.0, value)) if opacity else value


def _colour(key: str, low: str) -> tuple[float, ...] | str | None:
    """Return red, green, blue and how opaque, each from 0 to 1; or None, or "currentcolor"."""
    if low in ("none", "currentcolor"):
        return None if low == "none" else low
    if "url(" in low:
        raise ValueError(f"{key} is a gradient or a pattern (url(…)), allowed are plain colours; fill it with black")
    if match := COLOUR.fullmatch(low):
        turn = 360 if match[1] == "hsl" else 255
        most = (turn, 1, 1, 1) if match[1] == "hsl" else (255, 255, 255, 1)
        parts = zip(match.groups("1")[1:], most, strict=True)
        a, b, c, alpha = (float(n[:-1]) / 100 if n[-1] == "%" else float(n) / whole for n, whole in parts)
        b, c, alpha = (min(1.0, max(0.0, n)) for n in (b, c, alpha))
        return (*(colorsys.hls_to_rgb(a % 1, c, b) if turn == 360 else (min(1.0, max(0.0, a)), b, c)), alpha)
    colour = svgelements.Color(low)
    # what svgelements does not know is black to it
    hexadecimal = re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", low)
    if not hexadecimal and low not in ("black", "transparent") and (colour.hex == "#000000" or not low.isalpha()):
        raise ValueError(f"{key} is {low[:30]!r}, allowed are none, currentColor, #rrggbb, rgb(…), hsl(…) and names")
    return tuple(channel / 255 for channel in (colour.red, colour.green, colour.blue, colour.alpha))


def _tone(key: str, place: _Place) -> bool | None:
    """Tell what a fill or stroke does: True adds ink, False takes it away, None changes nothing.

    What shines through is mixed with what lies below, white paper or black ink; it is ink if its relative luminance
    (WCAG 2) is below 1/2 then. What is ink in a mask is what the mask leaves.
    """
    paint = place.style["color"] if place.style[key] == "currentcolor" else place.style[key]
    if paint is None:
        return None
    *colour, alpha = (0.0, 0.0, 0.0, paint[3]) if place.role == "alpha" else paint
    alpha *= place.opacity * place.style[f"{key}-opacity"]

    def is_dark(below: float) -> bool:
        mixed: list[float] = [alpha * x + (1 - alpha) * below for x in colour]
        linear = [x / 12.92 if x <= 0.04045 else math.pow((x + 0.055) / 1.055, 2.4) for x in mixed]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.5

    if is_dark(1.0):
        return place.role != "luminance"
    return None if is_dark(0.0) else place.role == "luminance"


def _transform(text: str) -> Matrix:
    rest, count = TRANSFORM.subn("", "" if text.strip().lower() == "none" else text)
    if rest.strip() or count > TRANSFORMS:
        found = f"{rest.strip()[:40]!r}" if rest.strip() else f"{count} parts, allowed are {TRANSFORMS}"
        raise ValueError(f"the transform cannot be read at {found}")
    try:
        return Matrix(text)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        raise ValueError(UNREADABLE) from None


def _view(given: dict[str, str], place: _Place, inner: bool) -> _Place:
    """Return the place inside a drawing or, inner, a <symbol>: what is shown of it, and its viewBox."""
    box: list[float] = []
    if (text := given.get("viewBox")) is not None:
        box = [_length("viewBox", number) for number in re.split(r"\s*,\s*|\s+", text.strip()[:400])]
        if len(box) != 4:
            raise ValueError(f"viewBox is {text[:40]!r}; it is four numbers: x, y, width and height")
    size: list[float] = []
    for key in ("width", "height"):
        text = given.get(key, "auto").strip()
        # a side that goes by the window or the font is none
        if place.box or not re.fullmatch(r"auto||[0-9.]+(%|em|ex|rem|vw|vh)", text):
            size.append(_length(key, text, place.box))
    width, height = size if len(size) == 2 else box[2:] or (0.0, 0.0)
    if not (box or len(size) == 2):
        return place
    box = box or [0.0, 0.0, width, height]
    if not min(width, height, *box[2:]) > 0:
        if inner:  # it is not drawn
            return replace(place, views=(Layer(True, []),))
        found = f"{width:g} × {height:g}, its viewBox {box[2]:g} × {box[3]:g}"
        raise ValueError(f"the page is {found}; give it a width and a height above 0")
    if given.get("overflow") not in ("visible", "auto"):
        place = replace(place, views=(*place.views, _rectangle([0.0, 0.0, width, height], place.matrix)))
    fit = " ".join(given.get("preserveAspectRatio", "").split())
    known = re.fullmatch(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))( (meet|slice))?", fit)
    view = svgelements.Viewbox.viewbox_transform(0, 0, width, height, *box, fit if known else None)
    return replace(place, matrix=Matrix(view) * place.matrix, box=(box[2], box[3]))


def _rectangle(frame: list[float], matrix: Matrix) -> Layer:
    x, y, width, height = frame
    corners = [complex(x, y), complex(x + width, y), complex(x + width, y + height), complex(x, y + height)]
    return Layer(True, [_image(matrix, np.array(corners))])


def _lines(tag: str, given: dict[str, str], box: tuple[float, float] | None) -> list[Line]:
    """Return a shape's lines in its own coordinates."""
    kind, keys = SHAPES[tag]
    # a length left out is 0, but a rectangle's corner is as high as it is wide
    lengths: dict[str, Any] = dict.fromkeys(keys, 0.0)
    for key in (*keys, *(("rx", "ry") if tag == "rect" else ())):
        if given.get(key, "auto") != "auto":
            lengths[key] = _length(key, given[key], box)
    if tag == "path":
        lengths = {"d": _path_data(given.get("d", "").strip(), "path")}
    elif kind is svgelements.Path and (points := _path_data(given.get("points", "").strip(), "list of points")):
        lengths = {"d": f"M{points}{'z' * (tag == 'polygon')}"}
    try:
        paths = [list(path) for path in svgelements.Path(kind(lengths)).as_subpaths()]
        lines = [[_Piece(part) for part in path if not isinstance(part, svgelements.Move)] for path in paths]
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise ValueError(UNREADABLE) from None
    closed = [isinstance(path[-1], svgelements.Close) for path in paths]
    return [line for line in zip(lines, closed, strict=True) if line[0]]


def _path_data(text: str, what: str) -> str:
    """Return path data, or a list of points, in words that svgelements knows."""
    words: list[str] = []
    end, started, numbers = 0, what != "path", 0
    while end < len(text):
        token = PATH_TOKEN.match(text, end)
        if not token or (token[1] and what != "path") or (token[2] and not started):
            raise ValueError(f"the {what} cannot be read at {text[end:][:20]!r}")
        if not started and token[1] and token[1] not in "Mm":
            raise ValueError(f"the path starts with {token[1]!r}, but it must start with a move, M or m")
        end, started, numbers = token.end(), started or bool(token[1]), numbers + bool(token[2])
        if numbers > 7 * MOST["points"]:  # an arc has seven
            raise ValueError(f"the drawing has more than {MOST['points']} points; simplify it")
        # "5." is a number in SVG 1.1, but not to svgelements
        words.append(re.sub(r"\.(?![0-9])", "", token[0]) + " " * token[0].endswith("."))
    return "".join(words)


def _stroke(points: Any, closed: bool, style: dict[str, Any], chord: float) -> Iterator[Any]:
    """Yield convex polygons that together are the stroke along a line; they run anticlockwise where y is up."""
    half, cap, join = style["stroke-width"] / 2, style["stroke-linecap"], style["stroke-linejoin"]
    sides = 2 * max(4, math.ceil(math.pi / 2 / math.acos(1 - min(1.0, chord / half))))
    disc = half * np.exp(2j * math.pi / sides * np.arange(sides))
    if len(points) == 1:  # a dot, if the caps make one
        dots = {"round": disc, "square": half * np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])}
        yield from [points[0] + dots[cap]] if cap in dots else []
        return
    lines = np.diff(np.append(points, points[:1]) if closed else points)
    ways = lines / abs(lines)
    for k, (p, line, way) in enumerate(zip(points, lines, ways, strict=False)):
        reach = half * way if cap == "square" and not closed else 0.0
        p, q, across = p - reach * (k == 0), p + line + reach * (k == len(ways) - 1), 1j * way * half
        yield np.array([p - across, q - across, q + across, p + across])
    if cap == "round" and not closed:
        yield from (points[0] + 1j * ways[0] * disc, points[-1] + 1j * ways[-1] * disc)
    for k in range(0 if closed else 1, len(ways)):
        turn = float(np.angle(ways[k] / ways[k - 1]))
        if join == "round" and abs(turn) > 2 * math.pi / sides:
            yield points[k] + 1j * ways[k - 1] * disc
        elif turn:
            side, stretch = -1j * math.copysign(half, turn), math.cos(turn / 2)  # the outer side of the turn
            a, b = ways[k - 1] * side, ways[k] * side
            # the inner corner lies inside of the stroke, so that rounding leaves no slit
            wedge = [-(a + b) * 0.01, a, b]
            if join != "bevel" and stretch * style["stroke-miterlimit"] >= 1:
                wedge.insert(2, (a + b) / (2 * stretch * stretch))
            yield points[k] + np.array(wedge if turn > 0 else wedge[::-1])


class _Piece:
    """A straight line or a curve, as svgelements has it. rough: nine of its points; bend: how far those lean off
    straight lines at most, times eight; turn: how far it turns."""

    def __init__(self, segment: Any) -> None:
        self.segment, self.bend, self.turn = segment, 0.0, 0.0
        self.rough = np.array([complex(segment.start.x, segment.start.y), complex(segment.end.x, segment.end.y)])
        if not isinstance(segment, svgelements.Line | svgelements.Close):
            self.rough = segment.npoint(np.linspace(0, 1, 9)) @ (1, 1j)
            legs = np.diff(self.rough)
            self.bend = abs(np.diff(legs)).max()
            legs = legs[legs != 0]
            self.turn = abs(np.angle(legs[1:] / legs[:-1])).sum()

    def points(self, chord: float, sharp: float) -> Any:
        """Return its points but the first. sharp: in how many pieces per radian it is drawn at least."""
        if len(self.rough) == 2:
            return self.rough[1:]
        found = max(8 * math.sqrt(self.bend / 8 / chord), self.turn * sharp) if math.isfinite(chord) else 2.0
        if found <= 4:
            few = next(count for count in (1, 2, 4) if found <= count)
            return self.rough[8 // few :: 8 // few]
        count = math.ceil(found) if found < MOST["points"] else MOST["points"] + 1
        return self.segment.npoint(np.linspace(0, 1, count + 1)[1:]) @ (1, 1j)


def _polygon(pieces: list[_Piece], closed: bool, style: dict[str, Any], chord: float) -> Any:
    """Return a line's points, in its own coordinates, without repeats."""
    # a stroke is as smooth as its line; where it ends straight across a curve, the last piece must not lean
    over = style["stroke-width"] / 2 / chord if style["stroke"] else 0.0
    sharp = over / 4 if style["stroke-linecap"] != "round" and not closed else math.sqrt(over / 8)
    points = np.concatenate([pieces[0].rough[:1], *(piece.points(chord, sharp) for piece in pieces)])
    points = points[np.append(True, points[1:] != points[:-1])]
    return points[:-1] if closed and len(points) > 1 and points[-1] == points[0] else points


def _image(m: Matrix, points: Any) -> Any:
    """Return points moved by a matrix."""
    found = (m.a * points.real + m.c * points.imag + m.e) + 1j * (m.b * points.real + m.d * points.imag + m.f)
    if not (abs(found) <= FAR).all():  # also if it is no number
        raise ValueError(f"a shape lies farther out than {FAR:g}, or at no finite place")
    return found
