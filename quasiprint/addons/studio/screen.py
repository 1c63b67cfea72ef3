"""Pages as SVG, to be looked at on a screen: of books that Typst sets, and of those that are drawn here.

They come from what the PDF is made from: the same source for Typst, the same pages, shapes and texts in millimetres.
Nothing is described a second time. Letters are outlines, so that they look as they are printed; what recurs, a letter
or a tile, is said once on each page.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence

from quasiprint.documents import typeset
from quasiprint.documents.grafting import MARKED
from quasiprint.documents.rulebook import Manuscript, source_of
from quasiprint.drawing.lettering import letters
from quasiprint.model.face import Ring
from quasiprint.model.page import Drawn, Figure, Page, Shape, Stamp, Text

DIGITS = 3  # behind the point of a millimetre
SMALL = 0.1  # what is drawn smaller than this is a letter in its font's units, which are whole
HAIR = "hair"  # the class of lines to cut along and of guides: a screen shows them a pixel wide
HAIRLINE = 0.1  # mm: as wide as these are
# the picture of one pixel that Typst lays where a figure comes to lie, and what of it is kept
PIXEL = re.compile(
    r'<image(?P<place> transform="[^"]*")? xlink:href="data:image/png;base64,(?P<png>[^"]{20,200})" '
    r'width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)" preserveAspectRatio="none"/>'
)


class _Ink:
    """What is drawn on one page, as SVG with y up; what recurs is said once, and used. digits: behind the point of a
    millimetre."""

    def __init__(self, figures: Mapping[str, Sequence[Shape]], digits: int = DIGITS) -> None:
        self._figures, self._digits = figures, digits
        self._names: dict[int | str, str] = {}
        self._kept: list[Sequence[Shape]] = []  # known by their addresses, which must not be given to others
        self.said: list[str] = []

    def draw(self, drawn: Iterable[Drawn], texts: Iterable[Text], *, page: bool = False) -> str:
        """Return shapes, and texts over them. page: see `letters`."""
        every = [*drawn, *(letter for text in texts for letter in letters(text, page=page))]
        return "".join([_path(one, self._digits) if isinstance(one, Shape) else self._imprint(one) for one in every])

    def _imprint(self, one: Drawn) -> str:
        assert not isinstance(one, Shape)
        if id(one.shapes) not in self._names:
            self._kept.append(one.shapes)
            digits = 0 if one.scale < SMALL else self._digits
            self._say(id(one.shapes), [_path(shape, digits, wide=not one.width) for shape in one.shapes])
        width = f' stroke-width="{_number(one.width / one.scale)}"' if one.width else ""
        return _use(self._names[id(one.shapes)], one.x, one.y, one.angle, one.scale, width)

    def stamp(self, stamp: Stamp) -> str:
        """Return a figure of the page's book where it is stamped."""
        if stamp.figure not in self._names:
            self._say(stamp.figure, list(map(_path, self._figures[stamp.figure])))
        return _use(self._names[stamp.figure], stamp.x, stamp.y, stamp.angle, stamp.scale)

    def _say(self, key: int | str, paths: Sequence[str]) -> None:
        self._names[key] = f"s{len(self._names)}"
        self.said.append(f'<g id="{self._names[key]}">{"".join(paths)}</g>')


def page_svg(page: Page, figures: Mapping[str, Sequence[Shape]], width: float, height: float) -> str:
    """Return a page of a drawn book as SVG, a unit a millimetre. figures: of the book, by name. width, height: mm."""
    ink = _Ink(figures)
    body = ink.draw(page.shapes, ()) + "".join(map(ink.stamp, page.stamps)) + ink.draw((), page.texts, page=True)
    return _document(body, ink, width, height)


def figure_svg(figure: Figure, before: str = "", digits: int = DIGITS) -> str:
    """Return a figure as SVG, a unit a millimetre. before: put in front of the names that it uses. digits: behind the
    point of a millimetre."""
    ink = _Ink({}, digits)
    body = ink.draw(figure.drawn, figure.texts)
    return (
        _document(body, ink, figure.width, figure.height)
        .replace('id="s', f'id="{before}s')
        .replace("#s", f"#{before}s")
    )


def _document(body: str, ink: _Ink, width: float, height: float) -> str:
    said = f"<defs>{''.join(ink.said)}</defs>" if ink.said else ""
    wide, high = _number(width), _number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{said}'
        f'<g transform="matrix(1 0 0 -1 0 {high})" fill-rule="evenodd" stroke-linejoin="round">{body}</g></svg>'
    )


def _use(name: str, x: float, y: float, angle: float, scale: float, more: str = "") -> str:
    turn = f" rotate({_number(angle)})" if angle else ""
    size = f" scale({scale:.7g})" if scale != 1.0 else ""
    return f'<use href="#{name}" transform="translate({_number(x)} {_number(y)}){turn}{size}"{more}/>'


def _path(shape: Shape, digits: int = DIGITS, *, wide: bool = True) -> str:
    """Return a shape. wide: say how wide its line is."""
    hair = wide and shape.stroke and not shape.fill and shape.width <= HAIRLINE
    words = [f' class="{HAIR}"'] if hair else []
    words.append(f' fill="{shape.fill or "none"}"')
    if shape.stroke:
        words.append(f' stroke="{shape.stroke}"')
        words += [f' stroke-width="{_number(shape.width)}"'] if wide else []
    return f'<path d="{ring_data(shape.rings, closed=shape.closed, digits=digits)}"{"".join(words)}/>'


def ring_data(rings: Iterable[Ring], *, closed: bool = True, digits: int = DIGITS) -> str:
    """Return rings as the data of an SVG path, y up. digits: behind the point of a millimetre."""
    end = "Z" if closed else ""
    found = []
    for ring in rings:
        points = [f"{_number(x, digits)} {_number(y, digits)}" for x, y in ring]
        found.append(f"M{'L'.join(points)}{end}")
    return "".join(found)


def _number(number: float, digits: int = DIGITS) -> str:
    said = f"{number:.{digits}f}"
    said = said.rstrip("0").rstrip(".") if digits else said
    return "0" if said in ("-0", "") else said


def book_svg(manuscript: Manuscript, paper: str, booklet: bool = False) -> list[str]:
    """Return each page of a book as SVG, in the order in which they are read; arguments as of `rulebook.leaves`.

    Raises InputError where Typst refuses.
    """
    pages = typeset.typeset_pages(source_of(manuscript, paper, booklet), manuscript.inputs)
    figures = [*manuscript.figures.values()]
    return [PIXEL.sub(lambda pixel: _figure(pixel, figures), page) for page in pages]


def _figure(pixel: re.Match[str], figures: Sequence[Figure]) -> str:
    """Return the figure that a pixel stands for, as large."""
    number = _figure_number(b64decode(pixel["png"]))
    drawn = figure_svg(figures[number], f"f{number}")
    size = f'<svg width="{pixel["width"]}" height="{pixel["height"]}" preserveAspectRatio="none"'
    return f"<g{pixel['place'] or ''}>{drawn.replace('<svg', size, 1)}</g>"


def _figure_number(png: bytes) -> int:
    """Return which figure is meant: the pixel's green and blue."""
    at = png.index(b"IDAT")
    length = int.from_bytes(png[at - 4 : at], "big")
    _, marked, high, low = zlib.decompress(png[at + 4 : at + 4 + length])
    assert marked == MARKED
    return 256 * high + low
