"""The gallery of a set: how to make it, every piece, plate and sheet, layouts, and what it takes, on one page.

All of it stands in the HTML; scripts add a search, pages and bodies to turn. What is said comes in the words of
a language; pictures come as SVG, see `quasiprint.addons.studio.web.gallery`. How it is put together
stands in ``gallery.html``.

Shapes of a page as SVG: what recurs is written once, and used in every place.

A page has one hidden stock of outlines; each picture uses them. Coordinates are whole hundredths of a millimetre, y
down. A shape's colours are classes, so that one and the same tile is of plastic on a plate and of wood on a sheet.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from string import Formatter, Template
from typing import Any

from quasiprint.addons.studio.web.page import LOOK, THREE, VIEWER, Page, fonts, html, part
from quasiprint.drawing.lettering import CAPITALS, anchor_of, outlines
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.palettes import outline_of
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Figure, Imprint, Shape, Text
from quasiprint.model.piece import Accessory, Piece
from quasiprint.model.profile import Palette

STEPS = 100  # a millimetre
SHORT = 24  # characters: an outline that is no longer is written wherever it is needed
BODY, PLAIN, LINE = "b", "n", "l"  # classes: a body, a mark without colour, an open line
Box = tuple[float, float, float, float]  # left, low, right, high, mm


@dataclass(frozen=True, slots=True)
class Used:
    """An outline of the stock: where its first point lies, and how it is shown, as attributes."""

    outline: str
    x: int
    y: int
    look: str


@dataclass(frozen=True, slots=True)
class Group:
    """A group of the stock, where it lies. look: how wide its lines are there, as an attribute."""

    id: str
    where: str
    look: str


Drawn = tuple[Used | Group, ...]


class Stock:
    """The outlines of a page, each once. Pictures are added first, and written when all are known."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._outlines: Counter[str] = Counter()
        self._faces: dict[Face, str] = {}
        self._drawn: dict[str, Drawn] = {}
        self._said: dict[tuple[int, ...], tuple[tuple[Ring, ...], str]] = {}
        self._imprints: dict[int, tuple[tuple[Shape, ...], str]] = {}  # by what recurs, which is kept meanwhile
        self._known: tuple[int, dict[str, str]] = 0, {}

    def face(self, thing: Piece | Accessory) -> str:
        """Return the id under which a picture of a thing's face can be used: see `use_of`."""
        face = thing.face
        if face not in self._faces:
            id = self._faces[face] = f"f{len(self._faces)}"
            self._drawn[id] = tuple(self._face(face))
        return self._faces[face]

    def figure(self, figure: Figure) -> Drawn:
        """Return a figure of a book, to be written once all are known."""
        letters = (letter for text in figure.texts for letter in _letters(text))
        return tuple(
            self._imprint(one, figure.height)
            if isinstance(one, Imprint)
            else self._use(one.rings, one.closed, _colours(one), figure.height)
            for one in (*figure.drawn, *letters)
        )

    def _imprint(self, one: Imprint, height: float) -> Group:
        if id(one.shapes) not in self._imprints:
            name = f"d{len(self._imprints)}"
            self._imprints[id(one.shapes)] = one.shapes, name
            self._drawn[name] = tuple(self._use(s.rings, s.closed, _colours(s, wide=False)) for s in one.shapes)
        scale = f"scale({one.scale:.5g})" if one.scale != 1.0 else ""
        where = _transform(one.x, one.y - height, one.angle) + scale
        return Group(self._imprints[id(one.shapes)][1], where, f'stroke-width="{one.width * STEPS / one.scale:.4g}"')

    def _face(self, face: Face) -> Iterator[Used]:
        yield self._use((face.outline,), True, f'class="{BODY}"')
        for mark in face.marks:
            for line in mark.lines:
                yield self._use((line,), False, f'class="{LINE}"')
            if mark.colour is not None and not mark.ink:
                for region in mark.field:
                    yield self._use(region.rings, True, f'class="i{mark.colour} t"')
        for mark in face.marks:
            look = PLAIN if mark.colour is None else f"i{mark.colour}"
            for region in mark.ink:
                yield self._use(region.rings, True, f'class="{look}"')

    def _use(self, rings: Iterable[Ring], closed: bool, look: str, height: float = 0.0) -> Used:
        """Return rings as an outline of the stock. height: mm, from which y is counted down."""
        every = tuple(rings)
        x0, y0 = every[0][0]
        key = closed, *map(id, every)  # faces share their rings, which are kept meanwhile
        if key not in self._said:
            self._said[key] = every, _outline(every, closed)
        outline = self._said[key][1]
        self._outlines[outline] += 1
        return Used(outline, round(x0 * STEPS), round((height - y0) * STEPS), look)

    def svg(self, drawn: Drawn) -> str:
        """Return what was drawn as SVG elements. Neighbours that look alike share an element."""
        names = self._names()
        groups: list[tuple[str, list[str]]] = []
        for one in drawn:
            if isinstance(one, Group):
                element = f'<use href="#{one.id}" transform="{one.where}"/>'
            elif name := names.get(one.outline):
                element = f'<use href="#{name}" x="{one.x}" y="{one.y}"/>'
            else:
                element = f'<path d="M{one.x} {one.y}{one.outline}"/>'
            if groups and groups[-1][0] == one.look:
                groups[-1][1].append(element)
            else:
                groups.append((one.look, [element]))
        return "".join(
            f"<g {look}>{''.join(every)}</g>" if len(every) > 1 else every[0].replace(" ", f" {look} ", 1)
            for look, every in groups
        )

    def _names(self) -> dict[str, str]:
        """Return what outlines that recur are called."""
        count = self._outlines.total()
        if self._known[0] != count:
            often = (outline for outline, times in self._outlines.items() if times > 1 and len(outline) > SHORT)
            self._known = count, {outline: f"p{k}" for k, outline in enumerate(often)}
        return self._known[1]

    def definitions(self) -> str:
        """Return the stock as an SVG that shows nothing, to stand before all pictures."""
        paths = "".join(f'<path id="{name}" d="M0 0{outline}"/>' for outline, name in self._names().items())
        faces = "".join(f'<g id="{id}">{self.svg(drawn)}</g>' for id, drawn in self._drawn.items())
        return (
            '<svg class="stock" width="0" height="0" aria-hidden="true" focusable="false">'
            f"<defs>{paths}{faces}</defs></svg>"
        )

    def style(self) -> str:
        """Return the colours of classes: those of the palette, and of wood on a sheet."""
        inks = self.palette.inks
        rules = [f".s{{--b:{self.palette.body}}}"]
        for k, ink in enumerate(inks):
            line = outline_of(ink.rgb, self.palette.body)
            edge = f";stroke:{line};stroke-width:15" if line else ""
            rules.append(f".i{k}{{fill:var(--i{k},{ink.rgb}){edge}}}")
        wood = "".join(f"--i{k}:#5d3a1a;" for k in range(len(inks)))
        rules.append(f".wood{{--b:#e2c48f;--rim:#4a2f12;--n:#5d3a1a;{wood}}}")
        return "\n".join(rules)


def _outline(every: Sequence[Ring], closed: bool) -> str:
    """Return rings as steps from the first point of the first."""
    x0, y0 = every[0][0]
    parts: list[str] = []
    last = 0, 0
    for ring in every:
        places = [(round((x - x0) * STEPS), round((y0 - y) * STEPS)) for x, y in ring]
        steps = [f"m{_steps([(places[0], last)])}"] if parts else []
        around = [(a, b) for a, b in zip(places[1:], places, strict=False) if a != b]
        steps += ["l" + _steps(around)] if around else []
        last = places[0] if closed else places[-1]
        parts.append("".join(steps) + ("z" if closed else ""))
    return "".join(parts)


def _steps(ways: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> str:
    """Return steps, each from its second point to its first, with as little between numbers as SVG asks for."""
    return " ".join([f"{x - u} {y - v}" for (x, y), (u, v) in ways]).replace(" -", "-")


def _letters(text: Text) -> Iterator[Shape]:
    """Yield the letters of a line of text where they lie, mm."""
    turn = text.angle * math.pi / 180
    for area in outlines(text.text, CAPITALS * text.size, 0.0, 0.0, anchor_of(text), bold=text.bold):
        yield Shape(area.map_rings(lambda ring: turn_ring(ring, turn, text.x, text.y)).rings, text.colour)


def _colours(shape: Shape, *, wide: bool = True) -> str:
    width = f' stroke-width="{round((shape.width or 0.2) * STEPS)}"' if wide else ""
    return f'fill="{shape.fill or "none"}"' + (f' stroke="{shape.stroke}"{width}' if shape.stroke else "")


def box(face: Face) -> Box:
    """Return how far a face reaches, mm."""
    return bounds((face.outline,))


def frame(inner: str, across: Box, attributes: Mapping[str, str]) -> str:
    """Return an SVG of a part of the plane, mm, y up. attributes: of the element; its class comes to ours."""
    left, low, right, high = across
    view = " ".join(str(round(value * STEPS)) for value in (left, -high, right - left, high - low))
    more = "".join(f' {name}="{value}"' for name, value in attributes.items() if name != "class")
    classes = f"s {attributes.get('class', '')}".strip()
    return f'<svg class="{classes}" viewBox="{view}"{more}>{inner}</svg>'


def use_of(id: str, x: float = 0.0, y: float = 0.0, angle: float = 0.0) -> str:
    """Return a use of a face: turned anticlockwise by `angle` degrees, its origin at (x, y), mm, y up."""
    where = _transform(x, y, angle)
    return f'<use href="#{id}"' + (f' transform="{where}"/>' if where else "/>")


def _transform(x: float, y: float, angle: float) -> str:
    move = f"translate({round(x * STEPS)} {round(-y * STEPS) + 0})" if x or y else ""
    return move + (f"rotate({-angle:g})" if angle else "")


Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class File:
    """A file of the set. path: from the page's own folder. size: bytes."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark of a piece says. label: as the manifest has it. colour: "#RRGGBB", "" if its colour says nothing."""

    label: int
    words: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Pieces or accessories that are alike. ids: at least one. kind: of which they are, for a filter; what: in words.
    count: how many are made of all of them. notes: lines of small print. body: the id by which the viewer knows it, ""
    if it has no body here."""

    ids: tuple[str, ...]
    name: str
    kind: str
    what: str
    count: int
    marks: tuple[Mark, ...]
    picture: str
    files: tuple[File, ...]
    notes: tuple[str, ...] = ()
    body: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """A plate or a sheet with what lies on it. plate: its number among the viewer's, None if it has none there."""

    name: str
    said: str
    picture: str
    files: tuple[File, ...]
    plate: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture from a book, and what stands under it."""

    picture: str
    caption: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading; all but its first column are figures."""

    title: str
    lead: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Gallery:
    """All that stands on the page. lead: lines under the title. cover: an SVG. stock, style: those of all pictures.
    others: how many pieces are not shown. howto: headings and HTML. meshes: for the viewer, None without bodies."""

    language: str
    words: Words
    title: str
    inventor: str
    version: str
    accent: str
    lead: tuple[str, ...]
    cover: str
    stock: str
    style: str
    pieces: tuple[Card, ...]
    others: int
    plates: tuple[Ground, ...]
    sheets: tuple[Ground, ...]
    places: tuple[str, str]  # of plates and of sheets: the bed, the material
    layouts: tuple[Shown, ...]
    tables: tuple[Table, ...]
    howto: tuple[tuple[str, str], ...]
    files: tuple[File, ...]
    singles: Mapping[str, int] = field(default_factory=dict)  # by folder
    meshes: Mapping[str, Any] | None = None
    game: bool = True


class Html(str):
    """Text that is HTML already."""


class _Part(Template):
    """A part of the page. Its fields are what it is given, and words of the language, by their keys."""

    idpattern = r"[a-z]+(?:-[a-z]+)*"


@cache
def _parts() -> dict[str, _Part]:
    """Return the parts of the page, by name."""
    found = re.split(r"<!-- ([a-z-]+) -->\n", part("gallery.html"))
    return {name: _Part(text.removesuffix("\n")) for name, text in zip(found[1::2], found[2::2], strict=True)}


class _Filler:
    """Fills in parts of the page, in the words of a language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.escaped = {key: escape(text) for key, text in words.items()}

    def __call__(self, name: str, /, **values: object) -> Html:
        """Return a part. What is given is a text, and escaped, or HTML, or several parts of it."""
        given = {
            key: "".join(value) if isinstance(value, list) else value if isinstance(value, Html) else escape(str(value))
            for key, value in values.items()
        }
        return Html(_parts()[name].substitute({**self.escaped, **given}))

    def text(self, key: str, **fields: object) -> str:
        """Return a text of the language, filled in."""
        return fill_in(self.words[key], **fields)


def gallery(one: Gallery) -> str:
    """Return the page as one file."""
    said = one.words
    bodies = one.meshes is not None
    needed = ("found", "turned", "turn-hint", "no-bodies", "no-body", "page-of", "picture")
    data: list[tuple[str, Any]] = [("words", {key: said[key] for key in needed})]
    if bodies:
        data.append(("meshes", one.meshes))
    return html(
        Page(
            title=fill_in(said["title"], title=one.title),
            language=one.language,
            body=_body(one, _Filler(said)),
            styles=(fonts(), part(LOOK), part("gallery.css"), f":root{{--accent:{one.accent}}}\n{one.style}"),
            scripts=(*((part(THREE), part(VIEWER)) if bodies else ()), part("gallery.js")),
            data=data,
        )
    )


def fill_in(text: str, **fields: object) -> str:
    """Return a text with its names in braces filled in. One that is not known stays, so that a user's own words can
    end no run."""
    parts = []
    for literal, name, _, _ in Formatter().parse(text):
        parts += [literal, *([str(fields.get(name, f"{{{name}}}"))] if name is not None else [])]
    return "".join(parts)


def _body(one: Gallery, fill: _Filler) -> str:
    sections = {
        "howto": _howto(one, fill),
        "pieces": _pieces(one, fill),
        "plates": _grounds(one.plates, "plates", fill.text("plates-lead", bed=one.places[0]), fill),
        "sheets": _grounds(one.sheets, "sheets", fill.text("sheets-lead", material=one.places[1]), fill),
        "layouts": _layouts(one, fill),
        "takes": _takes(one, fill),
        "files": _files(one, fill),
    }
    there = {name: Html(inner) for name, inner in sections.items() if inner}
    by = Html(f'<p class="by">{escape(fill.text("by", inventor=one.inventor))}</p>') if one.game else ""
    return fill(
        "body",
        stock=Html(one.stock),
        set=one.title,
        inventor=by,
        lead=[f"<li>{escape(line)}</li>" for line in one.lead],
        cover=Html(one.cover),
        links=[fill("link", name=name, text=fill.words[name]) for name in there],
        sections=Html("\n".join(fill("section", name=n, text=fill.words[n], inner=t) for n, t in there.items())),
        made=fill.text("made-by", version=one.version),
        rights=Html(f"<p>{escape(fill.words['to-rights'])}</p>" if one.game else ""),
    )


def _pieces(one: Gallery, fill: _Filler) -> str:
    kinds = {card.kind: (card.what, "") for card in one.pieces}
    marks = {mark.label: mark for card in one.pieces for mark in card.marks}
    labels = {str(label): (marks[label].words, marks[label].colour) for label in sorted(marks)}
    every = sum(len(card.ids) for card in one.pieces)
    return fill(
        "pieces",
        chips=[
            fill("chips", name=name, text=fill.words[title], inner=_chips(name, chips, fill))
            for name, title, chips in (("kind", "kind", kinds), ("mark", "with", labels))
            if len(chips) > 1
        ],
        shown=fill.text("found", shown=every, all=every),
        count=one.others,
        cards=Html("\n".join(_card(card, fill) for card in one.pieces)),
        rest=fill("quiet", text=fill.text("others", count=one.others)) if one.others else "",
    )


def _chips(name: str, chips: Mapping[str, tuple[str, str]], fill: _Filler) -> list[Html]:
    return [
        fill("chip", name=name, value=value, swatch=_swatch(colour, fill), text=words)
        for value, (words, colour) in chips.items()
    ]


def _swatch(colour: str, fill: _Filler) -> Html:
    """Return a dot of a colour: as an SVG, for the page's policy allows no styles of elements."""
    return fill("swatch", colour=colour) if colour else Html()


def _card(card: Card, fill: _Filler) -> str:
    words = ", ".join(mark.words for mark in card.marks)
    lines = [fill("quiet", text=card.what)] if card.what != card.name else []
    if words:
        lines.append(fill("marks", swatches=[_swatch(mark.colour, fill) for mark in card.marks], text=words))
    return fill(
        "card",
        ids=" ".join(card.ids),
        what=card.kind,
        labels=" ".join(dict.fromkeys(str(mark.label) for mark in card.marks)),
        sought=" ".join((*card.ids, card.name, card.what, words, *card.notes)).casefold(),
        body=Html(f' data-body="{escape(card.body)}"' if card.body else ""),
        drawn=Html(card.picture),
        name=card.name,
        count=Html(f' <span class="count">× {card.count}</span>' if card.count > 1 else ""),
        lines=[*lines, *(fill("quiet", text=note) for note in card.notes)],
        act=fill.words["turn" if card.body else "look"],
        files=_links(card.files, card.name, fill),
    )


def _links(files: Sequence[File], of: str, fill: _Filler) -> Html:
    """Return files to unfold. of: whose they are, for those who hear the page."""
    if not files:
        return Html()
    count = fill.words["one-file"] if len(files) == 1 else fill.text("number-of-files", count=len(files))
    return fill("files", count=count, name=of, inner=_each(files, fill))


def _each(files: Iterable[File], fill: _Filler) -> list[Html]:
    return [fill("file", path=file.path, size=size(file.size)) for file in files]


def size(count: int) -> str:
    """Return a number of bytes for people."""
    for unit, step in (("MB", 1_000_000), ("kB", 1000)):
        if count >= step:
            return f"{count / step:.3g} {unit}" if count < 1000 * step else f"{count // step} {unit}"
    return f"{count} B"


def _grounds(grounds: Sequence[Ground], name: str, lead: str, fill: _Filler) -> str:
    if not grounds:
        return ""
    inner = [
        fill(
            "ground",
            id=f"{name}-{k}",
            drawn=Html(one.picture),
            name=one.name,
            text=one.said,
            turned=fill("turn", plate=one.plate, name=one.name) if one.plate is not None else "",
            files=_links(one.files, one.name, fill),
        )
        for k, one in enumerate(grounds, 1)
    ]
    return fill("grounds", text=lead, name=fill.words[name], inner=inner)


def _layouts(one: Gallery, fill: _Filler) -> str:
    inner = [
        fill("layout", drawn=Html(shown.picture), caption=shown.caption, number=k)
        for k, shown in enumerate(one.layouts, 1)
    ]
    return fill("layouts", inner=inner) if inner else ""


def _takes(one: Gallery, fill: _Filler) -> str:
    glance = [fill("glance", name=table.title, text=table.lead) for table in one.tables]
    tables = [fill("table", name=table.title, **_cells(table)) for table in one.tables if table.rows]
    return fill("takes", glance=glance, tables=tables) if glance else ""


def _cells(table: Table) -> dict[str, object]:
    rows = [
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in table.rows
    ]
    return {"head": [f'<th scope="col">{escape(cell)}</th>' for cell in table.head], "rows": rows}


def _howto(one: Gallery, fill: _Filler) -> str:
    inner = [
        fill("how", open="" if k else Html(" open"), name=title, text=Html(text))
        for k, (title, text) in enumerate(one.howto)
    ]
    return fill("howto", inner=inner) if inner else ""


def _files(one: Gallery, fill: _Filler) -> str:
    folders: dict[str, list[File]] = {}
    for file in one.files:
        folders.setdefault(file.path.rpartition("/")[0], []).append(file)
    inner = []
    for folder in dict.fromkeys((*folders, *one.singles)):
        count = one.singles.get(folder, 0)
        more = f'<li class="quiet">{escape(fill.text("single-files", count=count))}</li>' if count else ""
        head = f"<h3>{escape(folder)}/</h3>" if folder else ""
        inner.append(fill("folder", head=Html(head), inner=_each(folders.get(folder, ()), fill), more=Html(more)))
    return fill("all-files", inner=inner)
