"""What an SVG file paints: layers, dark and light, in order.

The file is read with expat, which fetches nothing, and walked as a renderer walks it. svgelements knows what shapes,
transforms, viewBoxes and lengths mean, and shapely what a stroke covers. What svgelements does not understand it takes
for black, for zero, or for the end of a path: so each value must be on the list of what is taken, `TAKEN`. Lengths in
CSS pixels; a point is a complex number, y down.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

import numpy as np
import shapely
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
PIECES = 4  # of a curve at least
NEIGHBOURS = 200_000  # pairs of a line's pieces that a stroke's width reaches over
AT_ONCE = 64  # sides whose pairs are counted together: there may be as many as all with each
STRAIGHT = 0.2  # radians: a turn by less needs no mitre

NAMESPACE = "http://www.w3.org/2000/svg "
LINK = "http://www.w3.org/1999/xlink href"
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
LENGTH = rf"{NUMBER}(?:px|pt|pc|in|cm|mm|%)?|auto"
AND = r"(?:\s*[,/]\s*|\s+)"
PART, SHARE = "[0-9]+%?", r"[0-9]*\.?[0-9]+"
COLOUR = rf"(?:rgb|hsl)(?:\(\s*{PART}{AND}{PART}{AND}{PART}|a\(\s*{PART}{AND}{PART}{AND}{PART}{AND}{SHARE})\s*\)"
ANGLE = rf"{NUMBER}(?:px|deg|rad|grad|turn)?"
BY_WINDOW = re.compile(r"(?:[0-9.]+(?:%|em|ex|rem|vw|vh)|auto)?", re.IGNORECASE)  # of a page, it is none

# the shapes that are taken: what svgelements calls them, and their lengths
SHAPES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "path": (svgelements.Path, ("d",)),
    "polyline": (svgelements.Polyline, ("points",)),
    "polygon": (svgelements.Polygon, ("points",)),
    "rect": (svgelements.Rect, ("x", "y", "width", "height", "rx", "ry")),
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
# what values are taken, and in words
TAKEN: dict[str, tuple[re.Pattern[str], str]] = {
    key: (re.compile(pattern, re.IGNORECASE), words)
    for keys, pattern, words in (
        ("x y cx cy x1 y1 x2 y2", LENGTH, "a number with px, pt, mm, cm, in or %"),
        ("r rx ry stroke-width", f"(?!-)(?:{LENGTH})", "a number from 0 with px, pt, mm, cm, in or %"),
        ("width height", f"(?!-)(?:{LENGTH}|{BY_WINDOW.pattern})", "a number from 0 with px, pt, mm, cm, in or %"),
        ("stroke-miterlimit", NUMBER, "a number"),
        ("opacity fill-opacity stroke-opacity", f"{NUMBER}%?", "a number from 0 to 1"),
        (
            "fill stroke color",
            rf"none|currentcolor|#(?:[0-9a-f]{{3,4}}|[0-9a-f]{{6}}|[0-9a-f]{{8}})|[a-z]+|{COLOUR}",
            "one of none, currentColor, #rrggbb, rgb(…), hsl(…) and names",
        ),
        ("fill-rule clip-rule", "nonzero|evenodd", "nonzero or evenodd"),
        ("stroke-linecap", "butt|round|square", "butt, round or square"),
        ("stroke-linejoin", "miter|round|bevel|miter-clip|arcs", "miter, round, bevel, miter-clip or arcs"),
        ("visibility", "visible|hidden|collapse", "visible, hidden or collapse"),
        ("viewBox", rf"{NUMBER}(?:(?:\s*,\s*|\s+){NUMBER}){{3}}", "four numbers: x, y, width and height"),
        (
            "transform",
            rf"(?:none)?(?>(?:matrix|translate|scale|rotate|skew)[xy]?\s*\((?>{ANGLE}|[\s,]+)*+\)[\s,]*){{0,{TRANSFORMS}}}",
            f"up to {TRANSFORMS} of matrix(…), translate(…), scale(…), rotate(…) and skew(…)",
        ),
        ("d", rf"(?:\s*m(?>[mzlhvcsqta]|{NUMBER}|[\s,]+)*+|\s*)", "a move, M or m, then letters of a path and numbers"),
        (
            "preserveAspectRatio",
            r"(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?: (?:meet|slice))?",
            "none or xMidYMid and the like, then meet or slice",
        ),
        ("points", rf"(?>{NUMBER}|[\s,]+)*+", "numbers"),
    )
    for key in keys.split()
}  # fmt: skip
BLACK = (0.0, 0.0, 0.0, 1.0)
# what is inherited, as it is at the root
INITIAL: dict[str, Any] = {
    "color": BLACK, "fill": BLACK, "stroke": None, "fill-opacity": 1.0, "stroke-opacity": 1.0, "stroke-width": 1.0,
    "stroke-miterlimit": 4.0, "paint-order": "normal", "fill-rule": "nonzero", "clip-rule": "nonzero",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "visibility": "visible",
}  # fmt: skip
EFFECTS = {  # what is not taken, unless it has no effect
    "filter", "mix-blend-mode", "stroke-dasharray", "marker", "marker-start", "marker-mid", "marker-end", "mask-image",
    "transform-origin", "transform-box", "translate", "rotate", "scale", "offset-path", "vector-effect",
}  # fmt: skip
HARMLESS = ("", "none", "normal", "0", "0 0", "0px 0px", "view-box")
UNREADABLE = (
    "a path, shape or transform cannot be read: found one without all its numbers, or an arc of other flags than 0 and "
    "1 or an extreme radius; save the drawing as plain SVG"
)


def refusal(name: str, message: str, element: Element | None = None) -> InputError:
    """Return the error that names a file and, if known, the line of an element."""
    where = "" if element is None else f", line {element.get('line')}"
    return InputError(f"{name}{where}: {message}")


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """An area that adds to the ink, if dark, or takes away: what is inside of polygons, by SVG's rule. clips: what is
    shown of it, each the layers of a clip path, a mask or a page, and whether it is a page, which may cut ink off."""

    dark: bool
    rings: list[Any]
    evenodd: bool = False
    clips: tuple[tuple[tuple[Layer, ...], bool], ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element inherits. box: what a percentage is of, if there is anything. role: it is "ink", or shows what a
    "clip-path" leaves, or a mask, by its "luminance" or "alpha"."""

    matrix: Matrix
    style: dict[str, Any]
    role: str = "ink"
    opacity: float = 1.0
    box: tuple[float, float] | None = None
    clips: tuple[tuple[tuple[Layer, ...], bool], ...] = ()
    depth: int = 1


class Drawing:
    """A file that is drawn."""

    def __init__(self, name: str, content: bytes) -> None:
        """Raises InputError if the file cannot be read, or is no SVG."""
        self.name, self.root = name, _tree(name, content)
        self.parents = {child: element for element in self.root.iter() for child in element}
        self.named: dict[str, list[Element]] = {}
        # what is needed of tag, #id and .classes, and the styles of who has it; the weightiest are applied last
        self.rules: list[tuple[tuple[int, int, int], set[str], dict[str, str]]] = []
        self.paths: dict[Any, list[Any]] = {}  # of shapes that were read, with what a percentage was of
        for element in self.root.iter():
            self.named.setdefault(element.get("id", ""), []).append(element)
        for element in self.root.iter("style"):
            try:
                self._read_rules("".join(element.itertext()))
            except ValueError as fault:
                raise refusal(name, str(fault), element) from None
        self.rules.sort(key=lambda rule: rule[0])

    def layers(self, chord: float) -> list[Layer]:
        """Return what is painted, in order. chord: how far a straight line may lie off what it stands for.

        Raises InputError if that is what a symbol may not have, or too much.
        """
        self.chord, self.counts = chord, dict.fromkeys(MOST, 0)
        self.cuts: dict[Any, tuple[Layer, ...]] = {}  # what is left by each clip path at a place
        with np.errstate(all="ignore"):  # what is no number is refused
            return self._walk(self.root, _Place(Matrix(), INITIAL))

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
            if key in ("fill", "stroke") and "url(" in text.lower():
                raise ValueError(
                    f"{key} is a gradient or a pattern (url(…)), allowed are plain colours; fill it with black"
                )
            if key in TAKEN and not TAKEN[key][0].fullmatch(text):
                raise ValueError(f"{key} is {text[:30]!r}, allowed is {TAKEN[key][1]}")
            if key in EFFECTS and text.lower() not in HARMLESS:
                found = "url(…)" if text.lower().startswith("url") else repr(text[:30])
                raise ValueError(
                    f"{key} ({found}) is not allowed in a symbol; take it out, or turn what it does into paths"
                )
        return given

    def _walk(self, element: Element, place: _Place, size: dict[str, str] | None = None) -> list[Layer]:
        """Return what an element paints. size: the attributes of the <use> that shows a <symbol>."""
        if place.depth > DEPTH:
            message = f"elements stand more than {DEPTH} deep in one another; ungroup them, and unlink clones"
            raise refusal(self.name, message, element)
        try:
            self._count(elements=1, shapes=element.tag in SHAPES)
            given = self._given(element)
            if given.get("display", "").lower() == "none":
                return []
            place = replace(
                place, matrix=_transform(given) * place.matrix, style=place.style | _style(given, place.box),
                opacity=place.opacity * _share(given.get("opacity", "1")), depth=place.depth + 1,
            )  # fmt: skip
            for key in ("clip-path", "mask"):
                if given.get(key, "").lower() not in HARMLESS:
                    place = replace(place, clips=(*place.clips, (self._clip(key, given[key], place), False)))
            parts = self._parts(element, given)
            if element.tag in SHAPES:
                return self._shape(element, given, place)
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
            target = given.get("href", "")
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
        above, style, given = found, INITIAL, {}
        while above[0] in self.parents:  # what it inherits is not what is cut inherits
            above = [self.parents[above[0]], *above]
        for element in above:
            given = self._given(element)
            style = style | _style(given, place.box)
        if "objectBoundingBox" in (given.get("clipPathUnits"), given.get("maskContentUnits")):
            raise ValueError(f"{key} is measured in what it cuts (objectBoundingBox); cut the shapes themselves")
        role = key if key == "clip-path" else given.get("mask-type", "luminance")
        m, inner = place.matrix, _Place(place.matrix, style, role, box=place.box, depth=place.depth)
        if given.get("maskUnits") == "userSpaceOnUse":
            usual = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}
            frame = [_pixels(given.get(side, text), side, place.box) for side, text in usual.items()]
            inner = replace(inner, clips=(_rectangle(frame, m),))
        where = (found[0], place.box, m.a, m.b, m.c, m.d, m.e, m.f)
        if where not in self.cuts:
            self.cuts[where] = tuple(self._walk(found[0], inner))
        return self.cuts[where]

    def _shape(self, element: Element, given: dict[str, str], place: _Place) -> list[Layer]:
        """Return what a shape paints."""
        style, m, clip = place.style, place.matrix, place.role == "clip-path"
        fill = True if clip else _tone("fill", place)
        stroke = None if clip or style["stroke-width"] == 0 else _tone("stroke", place)
        if (key := (element, place.box)) not in self.paths:
            self.paths[key] = _paths(element.tag, given, place.box)
        if style["visibility"] != "visible" or m.a * m.d == m.b * m.c:
            return []
        chord = self.chord / math.hypot(m.a, m.b, m.c, m.d)
        # a stroke bends more on its outer side
        least = PIECES if stroke is None else max(PIECES, math.sqrt(style["stroke-width"] / 2 / chord))
        lines = [_polygon(path, chord, least) for path in self.paths[key]]
        self._count(points=sum(len(points) for points, _ in lines))
        layers = []
        if fill is not None:
            evenodd = style["clip-rule" if clip else "fill-rule"] == "evenodd"
            layers.append(Layer(fill, [_image(m, ring) for ring, _ in lines if len(ring) > 2], evenodd, place.clips))
        if stroke is not None:
            rings = [_image(m, ring) for ring in _stroke(lines, style, chord)]
            layers.append(Layer(stroke, rings, True, place.clips))
        return layers[:: -1 if style["paint-order"].startswith("stroke") else 1]


def _tree(name: str, content: bytes) -> Element:
    """Return a file's elements, those of SVG without their namespace. Raises InputError for what no drawing has."""
    builder, parser = TreeBuilder(), expat.ParserCreate(namespace_separator=" ")
    sizes = dict.fromkeys(("amp", "lt", "gt", "quot", "apos"), 1)

    def refuse(message: str) -> NoReturn:
        raise InputError(f"{name}, line {parser.CurrentLineNumber}: {message}")

    def declare(called: str, text: str | None) -> None:
        """Note how long a text of a DOCTYPE is, with what it names; Illustrator's stand for namespaces."""
        inner = re.findall(r"&([^#;][^;]*);", text or "")
        if text is None or not sizes.keys() >= set(inner):
            message = "which stands outside of the file or comes later, allowed is plain text"
            refuse(f"the <!DOCTYPE> declares {called[:40]!r}, {message}; take it out")
        sizes.setdefault(called, len(text) + sum(sizes[entity] - len(f"&{entity};") for entity in inner))
        if sum(sizes.values()) > DECLARED or sizes[called] * content.count(b"&") > BYTES:
            message = f"which becomes too long, allowed are {DECLARED} characters for all and 1 MiB in use"
            refuse(f"the <!DOCTYPE> declares {called[:40]!r}, {message}; take it out")

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


def _style(given: dict[str, str], box: tuple[float, float] | None) -> dict[str, Any]:
    """Return what is inherited of an element's properties."""
    kept: dict[str, Any] = {}
    for key in given.keys() & INITIAL.keys():
        low = given[key].lower()
        if key in ("fill", "stroke", "color"):
            kept[key] = _colour(key, low)
        elif key.endswith("opacity"):
            kept[key] = _share(low)
        else:
            kept[key] = _pixels(low, key, box) if key in ("stroke-width", "stroke-miterlimit") else low
    return kept


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


def _colour(key: str, low: str) -> tuple[float, ...] | str | None:
    """Return red, green, blue and how opaque, each from 0 to 1; or None, or "currentcolor"."""
    if low in ("none", "currentcolor"):
        return None if low == "none" else low
    colour = svgelements.Color(re.sub(r"\s*[,/]\s*|\s+", ",", low))
    if low.isalpha() and low not in ("black", "transparent") and colour.hex == "#000000":  # an unknown name is black
        raise ValueError(f"{key} is {low[:30]!r}, allowed is {TAKEN[key][1]}")
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
    size = [_pixels(text, key, place.box) for key, text in sides.items() if place.box or not BY_WINDOW.fullmatch(text)]
    width, height = size if len(size) == 2 else box[2:] or (0.0, 0.0)
    if not (box or len(size) == 2):
        return place
    box = box or [0.0, 0.0, width, height]
    if not min(width, height, *box[2:]) > 0:
        if inner:  # it is not drawn
            return replace(place, clips=(((), True),))
        found = f"{width:g} × {height:g}, its viewBox {box[2]:g} × {box[3]:g}"
        raise ValueError(f"the page is {found}; give it a width and a height above 0")
    if given.get("overflow") not in ("visible", "auto"):
        place = replace(place, clips=(*place.clips, _rectangle([0.0, 0.0, width, height], place.matrix)))
    view = svgelements.Viewbox.viewbox_transform(0, 0, width, height, *box, given.get("preserveAspectRatio"))
    return replace(place, matrix=Matrix(view) * place.matrix, box=(box[2], box[3]))


def _rectangle(frame: list[float], matrix: Matrix) -> tuple[tuple[Layer, ...], bool]:
    """Return a page as a clip."""
    x, y, width, height = frame
    corners = [complex(x, y), complex(x + width, y), complex(x + width, y + height), complex(x, y + height)]
    return (Layer(True, [_image(matrix, np.array(corners))]),), True


def _paths(tag: str, given: dict[str, str], box: tuple[float, float] | None) -> list[Any]:
    """Return a shape's lines in its own coordinates, as svgelements has them."""
    kind, keys = SHAPES[tag]
    width, height = box or (0.0, 0.0)
    if len(re.findall(NUMBER, given.get("d", ""))) > 7 * MOST["points"]:  # an arc has seven
        raise ValueError(f"the drawing has more than {MOST['points']} points; simplify it")
    texts = {key: given[key] if key == "d" else given[key].lower() for key in keys if key in given}
    # "5." is a number in SVG 1.1, but not to svgelements
    values = {key: re.sub(r"([0-9])\.(?![0-9])", r"\1.0", text) for key, text in texts.items() if text != "auto"}
    try:
        shape = kind(values)
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


def _stroke(lines: list[tuple[Any, bool]], style: dict[str, Any], chord: float) -> list[Any]:
    """Return the rings of what strokes along lines cover together. Raises ValueError if they cross too often."""
    half, join = style["stroke-width"] / 2, style["stroke-linejoin"]
    cap = {"butt": "flat"}.get(style["stroke-linecap"], style["stroke-linecap"])
    quarter = math.ceil(max(2, math.pi / 4 / math.acos(1 - min(1.0, chord / half))))  # sides of a quarter of a round
    found = []
    for points, closed in lines:
        ring = np.append(points, points[:1]) if closed and len(points) > 1 else points
        line = shapely.Point(ring[0].real, ring[0].imag)
        if len(ring) > 1:
            line = shapely.linestrings(ring.real, ring.imag).simplify(min(chord / 2, half), preserve_topology=False)
            ring = np.array(line.coords) @ (1, 1j)
            if crossings(np.column_stack((ring[:-1], ring[1:])), NEIGHBOURS, 2 * half) > NEIGHBOURS:
                raise ValueError("the stroke is too broad for how often it turns; turn it into a path")
        covers = "round" if join == "round" else "bevel"
        found.append(line.buffer(half, quad_segs=quarter, cap_style=cap, join_style=covers))
        if join in ("round", "bevel"):
            continue
        ring = np.append(ring, ring[1:2]) if closed else ring
        ways = np.diff(ring)
        turns = abs(np.angle(ways[1:] / ways[:-1]))
        for k in np.flatnonzero((turns > STRAIGHT) & (np.cos(turns / 2) * style["stroke-miterlimit"] >= 1)):
            corner = shapely.linestrings(ring[k : k + 3].real, ring[k : k + 3].imag)
            found.append(corner.buffer(half, cap_style="flat", join_style="mitre", mitre_limit=1e3))
    covered = shapely.get_parts(shapely.union_all(found))
    rings = [ring for part in covered if part.geom_type == "Polygon" for ring in (part.exterior, *part.interiors)]
    return [np.array(ring.coords[:-1]) @ (1, 1j) for ring in rings]


def crossings(sides: Any, most: int, reach: float = 0.0) -> int:
    """Return how many pairs of sides cross or come within reach of one another, or more than `most` of them. sides: the
    ends of each, in a row."""
    if len(sides) ** 2 <= most:
        return 0
    drawn = shapely.linestrings(np.stack((sides.real, sides.imag), axis=2))
    tree, total = shapely.STRtree(drawn), 0
    for k in range(0, len(drawn), AT_ONCE):
        total += tree.query(drawn[k : k + AT_ONCE], predicate="dwithin", distance=reach).shape[1]
        if total > 2 * most:
            break
    return (total - 3 * len(sides)) // 2  # each comes near itself, and near the next, from both


def _image(m: Matrix, points: Any) -> Any:
    """Return points moved by a matrix."""
    found = (m.a * points.real + m.c * points.imag + m.e) + 1j * (m.b * points.real + m.d * points.imag + m.f)
    if not (abs(found) <= FAR).all():  # also if it is no number
        raise ValueError(f"a shape lies farther out than {FAR:g}, or at no finite place")
    return found
