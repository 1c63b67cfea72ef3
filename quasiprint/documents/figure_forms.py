"""Figures of a book as forms of its PDF: what recurs in them, a tile or a letter, is said once for all of them. Letters
are outlines: they look alike everywhere, and a figure is read aloud in the words that stand for it.

Typst lays a picture of one pixel where a figure comes to lie, and its colour says which; here that picture becomes the
figure, in PDF's own operators. As drawings of Typst's every tile of every figure would be read and written anew.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from quasiprint.documents.objects import TypstFile, packed, reference, stream_of
from quasiprint.drawing.canvas import MM, operators
from quasiprint.drawing.lettering import letters
from quasiprint.model.face import bounds
from quasiprint.model.page import Drawn, Figure, Shape

MARKED = 1  # the red of a figure's pixel; green and blue are its number
PIXEL = b"/Subtype/Image/Filter/FlateDecode/Width 1/Height 1/"
ROOM = 3.0  # mm: beside the corners of what is stamped, for the lines


def put_figures(pdf: bytes, figures: Sequence[Figure]) -> bytes:
    """Return a PDF by Typst with figures in the place of the pixels that stand for them. figures: by their numbers."""
    file = TypstFile(pdf)
    pixels = [(number, body) for number, body in file.objects.items() if PIXEL in body[:200]]
    forms: dict[int, _Forms] = {}  # by the colours that pixels have
    for number, body in pixels:
        marked, high, low = stream_of(body)
        assert marked == MARKED
        colours = reference(body, b"/ColorSpace")
        if colours not in forms:
            forms[colours] = _Forms(file, colours)
        file.objects[number] = forms[colours].figure(figures[256 * high + low])
    return file.to_bytes()


class _Forms:
    """The forms of a file. space: the object that says what its colours mean."""

    def __init__(self, file: TypstFile, space: int) -> None:
        self._file, self._space = file, space
        self._known: dict[int, tuple[tuple[Shape, ...], int]] = {}  # by what is stamped, which is kept meanwhile

    def figure(self, figure: Figure) -> bytes:
        """Return a figure as a form that fills a square of one unit, as a picture does."""
        stamped: dict[int, None] = {}
        words = [self._words(one, stamped) for one in figure.drawn]
        words += [self._words(letter, stamped) for text in figure.texts for letter in letters(text)]
        wide, high = figure.width * MM, figure.height * MM
        entries = b"/Matrix[%.9f 0 0 %.9f 0 0]" % (1 / wide, 1 / high)
        return self._form((0.0, 0.0, wide, high), words, stamped, entries)

    def _words(self, one: Drawn, stamped: dict[int, None]) -> str:
        """Return something drawn as operators. stamped: is told which form that takes."""
        if isinstance(one, Shape):
            return operators(one)
        number = self._stamp(one.shapes)
        stamped[number] = None
        c, s = (one.scale * turn(math.radians(one.angle)) for turn in (math.cos, math.sin))
        where = f"{c:.6f} {s:.6f} {-s:.6f} {c:.6f} {one.x * MM:.4f} {one.y * MM:.4f}"
        width = f" {one.width * MM / one.scale:.4f} w" if one.width else ""
        return f"q {where} cm{width} /s{number} Do Q"

    def _stamp(self, shapes: tuple[Shape, ...]) -> int:
        """Return the number of the form of some shapes. How wide their lines are is said where they are stamped."""
        if id(shapes) not in self._known:
            left, low, right, high = bounds(tuple(ring for shape in shapes for ring in shape.rings))
            box = (left - ROOM) * MM, (low - ROOM) * MM, (right + ROOM) * MM, (high + ROOM) * MM
            number = self._file.add(self._form(box, [operators(shape, wide=False) for shape in shapes]))
            self._known[id(shapes)] = shapes, number
        return self._known[id(shapes)][1]

    def _form(
        self, box: tuple[float, ...], words: Iterable[str], stamped: Iterable[int] = (), entries: bytes = b""
    ) -> bytes:
        uses = b"".join(b"/s%d %d 0 R" % (number, number) for number in stamped)
        held = b"<</ColorSpace<</DefaultRGB %d 0 R>>/XObject<<%s>>>>" % (self._space, uses)
        across = b" ".join(b"%.4f" % length for length in box)
        said = b"/Type/XObject/Subtype/Form/BBox[%s]%s/Resources%s" % (across, entries, held)
        return packed(said, "\n".join(words).encode())
