"""An SVG file as a plain tree: everything in it that a symbol may have, in the simplest words.

The file is read with expat. Every element and property is checked and written anew, so that what
could fetch, expand or hang is refused before anything is drawn, and so is what svgelements would
draw otherwise than a browser does. Lengths in CSS pixels, y down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn
from xml.etree.ElementTree import Element, SubElement, TreeBuilder
from xml.parsers import expat

from quasiprint.drawing import svgstyle as style
from quasiprint.errors import InputError
from quasiprint.model.face import Point

FIT = re.compile(r"(none|x(Min|Mid|Max)Y(Min|Mid|Max))(\s+(meet|slice))?")
BYTES = 1 << 20
ELEMENTS = 20_000  # of a file, drawn or not
DEPTH = 64  # elements one in another, every <use> taken for what it shows
FAR = 1e9  # no coordinate lies farther out, in pixels
BLACK = "#000000ff"
NAMESPACE = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink href"

SHAPE_LENGTHS = {
    "path": (),
    "rect": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": (),
    "polygon": (),
}
GROUPS = {"svg": "svg", "g": "g", "a": "g", "defs": "defs", "use": "use"}
# definitions draw nothing where they stand; what refers to them is refused there
SILENT = {
    "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "pattern", "clipPath", "mask",
    "filter", "marker", "symbol", "solidColor", "view", "cursor", "color-profile",
}  # fmt: skip
REMEDIES = {
    "text": "turn text into paths",
    "image": "trace the picture into paths",
    "foreignObject": "leave it out, or draw it with paths",
    "script": "take it out",
    "svg": "draw what is in it into the outer drawing",
    "switch": "keep the one drawing that is meant",
    **dict.fromkeys(("animate", "animateTransform", "animateMotion", "set"), "take the animation out"),
}


class Source:
    """A file being read: knows where its elements stand, to say so."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[Any, int] = {}  # the line of each element

    def refusal(self, message: str, element: Any = None) -> InputError:
        """Return the error that names the file and, if known, the line."""
        where = f", line {self.lines[element]}" if element in self.lines else ""
        return InputError(f"{self.name}{where}: {message}")

    @contextmanager
    def refusing(self, element: Any, what: str = "") -> Iterator[None]:
        """Turn what is not understood within into the error that names the file and the line."""
        try:
            yield
        except ValueError as fault:
            raise self.refusal(f"{what}{fault}", element) from None


@dataclass(frozen=True, slots=True)
class Tree:
    """A drawing's elements without namespaces, styles or anything that is not drawn.

    page: the corners of what a browser shows of it; None: the file does not say. points: how many points each path has.
    """

    root: Element
    page: tuple[Point, ...] | None
    points: dict[Any, int]


def parse(source: Source, content: bytes) -> Tree:
    """Return the tree of a file.

    Raises InputError if it is no SVG, or has what a symbol may not have.
    """
    if len(content) > BYTES:
        raise source.refusal("the file is larger than 1 MiB, the most that is read; simplify the drawing")
    root = _parse(source, content)
    rules: list[style.Rule] = []
    for element in root.iter("style"):
        with source.refusing(element):
            rules += style.rules("".join(element.itertext()), len(rules))
    return _Cleaner(source, rules).clean(root)


def _parse(source: Source, content: bytes) -> Element:
    """Return the root of the file, tags and attributes of SVG without namespace, others left out."""
    try:
        return _Reader(source).read(content)
    except InputError:
        raise
    except expat.ExpatError as fault:
        raise source.refusal(f"the file is not XML ({fault}); save the drawing as SVG") from None
    except (LookupError, ValueError) as fault:
        raise source.refusal(f"the file's encoding cannot be read ({fault}); save it as UTF-8") from None


class _Reader:
    """Reads a file's elements, as far as they are SVG's.

    depth, elements: of those read so far. foreign: how deep in an element that is not SVG's. own: what SVG's tags
    begin with.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.builder = TreeBuilder()
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.depth = self.elements = self.foreign = 0
        self.own = f"{NAMESPACE} "

    def read(self, content: bytes) -> Element:
        """Return the root. Raises InputError for what no drawing has, and what expat raises."""
        parser = self.parser
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse_declaration
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.Parse(content, True)
        return self.builder.close()

    def _refuse(self, message: str) -> NoReturn:
        raise InputError(f"{self.source.name}, line {self.parser.CurrentLineNumber}: {message}")

    def _refuse_declaration(self, *_: object) -> None:
        self._refuse("a <!DOCTYPE> or <!ENTITY> declaration is not read; take it out, or save as plain SVG")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > DEPTH:
            self._refuse(f"elements stand more than {DEPTH} deep in one another; ungroup them")
        if self.elements > ELEMENTS:
            self._refuse(f"the file has more than {ELEMENTS} elements; simplify the drawing")
        if self.depth == 1:
            if tag not in ("svg", f"{NAMESPACE} svg"):
                self._refuse(f"the root element is <{tag.rpartition(' ')[2][:40]}>, but a drawing starts with <svg>")
            self.own = tag[: -len("svg")]
        if self.foreign or not tag.startswith(self.own) or " " in tag[len(self.own) :]:
            self.foreign += 1
            return
        plain = {key: value for key, value in attributes.items() if " " not in key}
        if LINK in attributes:
            plain.setdefault("href", attributes[LINK])
        self.source.lines[self.builder.start(tag[len(self.own) :], plain)] = self.parser.CurrentLineNumber

    def _end(self, tag: str) -> None:
        self.depth -= 1
        if self.foreign:
            self.foreign -= 1
        else:
            self.builder.end(tag[len(self.own) :])

    def _data(self, text: str) -> None:
        if not self.foreign:
            self.builder.data(text)


class _Cleaner:
    """Copies a tree, with what a symbol may have and nothing else, in the simplest words."""

    def __init__(self, source: Source, rules: list[style.Rule]) -> None:
        self.source = source
        self.rules = sorted(rules, key=lambda rule: rule.weight)
        self.box: tuple[float, float] | None = None  # what a percentage is of, if there is anything
        self.points: dict[Any, int] = {}  # how many each path has

    def clean(self, root: Element) -> Tree:
        """Return the copy."""
        given = self._attributes(root)
        out = Element("svg", self._properties(root, given))
        size = self._size(root, given, out)
        for child in root:
            self._copy(child, out)
        page = None
        if size and given.get("overflow") not in ("visible", "auto"):
            from svgelements import Matrix

            width, height = size
            m = Matrix(out.get("transform", ""))
            corners = (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)
            page = tuple((m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in corners)
        for key, value in {"color": BLACK, "fill": BLACK, "stroke": "none"}.items():
            out.attrib.setdefault(key, value)
        return Tree(out, page, self.points)

    def _size(self, root: Element, given: dict[str, str], out: Element) -> tuple[float, float] | None:
        """Write the page's size and view box into the copy; return the size, None if there is none."""
        box = self._view_box(root)
        width, height = (self._absolute(root, key, given) for key in ("width", "height"))
        if width is None or height is None:
            if box is None:
                return None
            width, height = box[2:]
        box = box or (0.0, 0.0, width, height)
        if not min(width, height, *box[2:]) > 0:
            found = f"{width:g} × {height:g}, its viewBox {box[2]:g} × {box[3]:g}"
            raise self.source.refusal(f"the page is {found}; give it a width and a height above 0", root)
        self.box = box[2], box[3]
        out.attrib |= {"width": repr(width), "height": repr(height), "viewBox": " ".join(map(repr, box))}
        fit = given.get("preserveAspectRatio", "").strip()
        if FIT.fullmatch(fit):
            out.set("preserveAspectRatio", fit)
        return width, height

    def _copy(self, element: Element, parent: Element) -> None:
        tag = element.tag
        if tag in SILENT:
            return
        if parent.tag in SHAPE_LENGTHS or parent.tag == "use":
            raise self.source.refusal(f"<{tag[:40]}> is not allowed inside <{parent.tag}>; take it out", element)
        if tag == "svg" or not (tag in SHAPE_LENGTHS or tag in GROUPS):
            remedy = REMEDIES.get(tag, "draw with paths and shapes")
            inner = " inside the drawing" if tag == "svg" else ""
            raise self.source.refusal(f"<{tag[:40]}>{inner} is not allowed in a symbol; {remedy}", element)
        given = self._attributes(element)
        out = SubElement(parent, GROUPS.get(tag, tag), self._properties(element, given))
        self.source.lines[out] = self.source.lines[element]
        if key := element.get("id"):
            out.set("id", key)
        if tag == "use":
            self._link(element, given, out)
        if tag in SHAPE_LENGTHS:
            self._shape(element, given, out)
        for child in element:
            self._copy(child, out)

    def _attributes(self, element: Element) -> dict[str, str]:
        """Return the element's attributes, as style sheets and its style attribute change them."""
        with self.source.refusing(element):
            return style.cascade(element.tag, element.attrib, self.rules)

    def _properties(self, element: Element, given: dict[str, str]) -> dict[str, str]:
        with self.source.refusing(element):
            return style.properties(given)

    def _link(self, element: Element, given: dict[str, str], out: Element) -> None:
        target = element.get("href", "").strip()
        if not target.startswith("#"):
            raise self.source.refusal(
                f"<use> refers to {target[:60]!r}; it may only refer to a part of the same file, '#name'", element
            )
        out.set("href", target)
        for key in ("x", "y"):
            if key in given:
                out.set(key, self._length(element, key, given[key]))

    def _shape(self, element: Element, given: dict[str, str], out: Element) -> None:
        for key in SHAPE_LENGTHS[element.tag]:
            # a length left out would be taken from the elements around
            out.set(key, self._length(element, key, given.get(key, "0"), percent=True))
        if element.tag == "rect":
            for key in ("rx", "ry"):
                if given.get(key, "auto") != "auto":
                    out.set(key, self._length(element, key, given[key], percent=True))
        if element.tag in ("path", "polyline", "polygon"):
            key = "d" if element.tag == "path" else "points"
            with self.source.refusing(element, f"<{element.tag}>: "):
                data, self.points[out] = style.path_data(given.get(key, "").strip(), path=key == "d")
            out.set(key, data)

    def _length(self, element: Element, key: str, text: str, percent: bool = False) -> str:
        with self.source.refusing(element, f"<{element.tag}>: "):
            value = style.length(key, text, self.box if percent else None)
        if abs(float(value)) > FAR:
            message = f"<{element.tag}> lies farther out than {FAR:g}, or at no finite place"
            raise self.source.refusal(message, element)
        return value

    def _absolute(self, root: Element, key: str, given: dict[str, str]) -> float | None:
        """Return a side of the page in pixels; None if it goes by the window or the font."""
        text = given.get(key, "").strip()
        if text in ("", "auto") or re.fullmatch(r"[0-9.]+(%|em|ex|rem|vw|vh)", text):
            return None
        return float(self._length(root, key, text))

    def _view_box(self, root: Element) -> tuple[float, float, float, float] | None:
        text = root.get("viewBox")
        if text is None:
            return None
        numbers = re.split(r"\s*,\s*|\s+", text.strip()[:400])
        if len(numbers) != 4:
            raise self.source.refusal(f"viewBox is {text[:40]!r}; it is four numbers: x, y, width and height", root)
        x, y, width, height = (float(self._length(root, "viewBox", number)) for number in numbers)
        return x, y, width, height
