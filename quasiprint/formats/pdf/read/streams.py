"""What a stream of a page paints, in order: a closed list of operators, with their operands, in the places where a
sheet has them. Whatever else a stream holds is refused.

Clips, dashes, shadings, patterns, pictures, transparency, hidden layers, spaced or outlined letters: all of them are
operators that are not on the list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from quasiprint.readback.document import DrawnPath, Word
from quasiprint.readback.fonts import NONE
from quasiprint.readback.plane import Complex
from quasiprint.readback.unreadable import Unreadable

MM = 25.4 / 72  # of a point
FARTHEST = 1e5  # mm
MOST = 2_000_000  # paths of a file
MOST_KEPT = 64  # states set aside at once
KEPT = 1 << 16  # bytes of a form that is kept for the next document
NOTHING = 1e-6  # of a matrix: as far as that, it turns and scales, and does not slant
HAIR = 0.03  # of 1/255: colours are written with four places
ROUND = 1  # how lines are joined

_S = rb"[\0\t\n\f\r ]"
# renderers round numbers of many digits each in its own way, and sets have none
_N = rb"-?(?:\d{1,7}(?:\.\d{0,6})?|\.\d{1,6})"
TOKEN = re.compile(
    rb"%(s)s*(?:(?P<path>(?:%(n)s%(s)s+%(n)s%(s)s+[ml]%(s)s+|h%(s)s+)+)|(?P<number>%(n)s)(?=[\0\t\n\f\r /(]|$)"
    rb"|/(?P<name>[!-$&'*-.0-;=?-Z\\^-z|~]+)|\((?P<text>(?:[^()\\\r\n]|\\[^\r\n])*)\)|(?P<word>[A-Za-z]+\*?))"
    % {b"s": _S, b"n": _N}
)
# what comes most often, each as one: a drawing that is stamped, and a line of text
STAMP = re.compile(rb"%(s)s*q%(s)s+((?:%(n)s%(s)s+){6})cm%(s)s+/([!-$&'*-.0-;=?-Z\\^-z|~]+)%(s)s+Do%(s)s+Q(?=%(s)s)"
                   % {b"s": _S, b"n": _N})  # fmt: skip
LINE = re.compile(
    rb"%(s)s*BT%(s)s+((?:%(n)s%(s)s+){6})Tm%(s)s+/([!-$&'*-.0-;=?-Z\\^-z|~]+)%(s)s+(%(n)s)%(s)s+Tf%(s)s+%(n)s%(s)s+TL"
    rb"%(s)s+\(((?:[^()\\\r\n]|\\[^\r\n])*)\)%(s)s+Tj%(s)s+T\*%(s)s+ET(?=%(s)s)" % {b"s": _S, b"n": _N}
)
SPACE = re.compile(_S + rb"*\Z")
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)")
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"(": b"(", b")": b")", b"\\": b"\\"}
# how many numbers each operator takes; those with a name or a text are written out
TAKES = {
    b"q": 0, b"Q": 0, b"cm": 6, b"w": 1, b"j": 1, b"rg": 3, b"RG": 3,
    b"BT": 0, b"ET": 0, b"Tm": 6, b"TL": 1, b"S": 0, b"f*": 0, b"B*": 0, b"n": 0,
}  # fmt: skip
IN_TEXT = {b"Tm", b"Tf", b"TL", b"Tj", b"T*", b"ET"}
# how many numbers, whether a name, whether a text: what a form has none of
NAMING = {b"Tf": (1, True, False), b"Do": (0, True, False), b"Tj": (0, False, True), b"T*": (0, False, False)}
PAINTS = {b"S": (False, True), b"f*": (True, False), b"B*": (True, True), b"n": (False, False)}

Matrix = tuple[float, float, float, float, float, float]
STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
PAGE: Matrix = (MM, 0.0, 0.0, MM, 0.0, 0.0)


class Font:
    """What a font of the file is: see `fonts`. letters: what its codes mean; widths: how far each goes on, in parts
    of the size. used: the codes that were written."""

    def __init__(self, bold: bool, letters: Mapping[int, str], widths: Mapping[int, float]) -> None:
        self.bold, self.letters, self.widths = bold, letters, widths
        self.used: set[int] = set()


@dataclass(frozen=True, slots=True)
class Form:
    """A drawing that is stamped on pages: all its points, in its own frame; its paths, which have none, each with where
    its own begin and end. problems: see `Resources`."""

    points: Complex
    paths: tuple[tuple[int, int, DrawnPath], ...]
    problems: tuple[str, ...]

    def stamped(self, matrix: Matrix) -> list[DrawnPath]:
        """Return its paths as a matrix lays them."""
        points, factor = _laid(self.points, matrix), _scale(matrix)
        return [
            DrawnPath(points[start:end], p.sizes, p.closed, p.fill, p.stroke, p.width * factor)
            for start, end, p in self.paths
        ]


@dataclass(slots=True)
class Resources:
    """What a stream can name. problems: taken note of while it is read."""

    forms: Mapping[str, Form]
    fonts: Mapping[str, Font]
    problems: dict[str, None]


@dataclass(slots=True)
class _State:
    matrix: Matrix
    fill: str | None
    stroke: str | None
    width: float
    join: float = 0.0
    font: Font | None = None
    size: float = 0.0


def foreign(what: str) -> Unreadable:
    """Return what is raised at something that no set has."""
    return Unreadable(f"it holds {what}, which no set has", "content-foreign")


def page_items(data: bytes, resources: Resources) -> list[DrawnPath | Word]:
    """Return what a page's stream paints and writes, mm. Raises Unreadable, as all here does."""
    return _Painter(_State(PAGE, "#000000", "#000000", MM), resources).paint(data)


def form_of(data: bytes) -> Form:
    """Return a form from its stream: it sets all its colours and lines, and holds no text and no other form."""
    return _known_form(data) if len(data) < KEPT else _form(data)


def _form(data: bytes) -> Form:
    resources = Resources({}, {}, {})
    items = _Painter(_State(STILL, None, None, 0.0), resources, inner=True).paint(data)
    paths = [item for item in items if isinstance(item, DrawnPath)]
    points = np.concatenate([np.empty(0, complex), *(path.points for path in paths)])
    ends = np.cumsum([len(path.points) for path in paths], dtype=int).tolist()
    starts = [0, *ends[:-1]]
    for path in paths:
        path.points = points[:0]
    return Form(points, tuple(zip(starts, ends, paths, strict=False)), tuple(resources.problems))


_known_form = lru_cache(maxsize=256)(_form)  # a set's documents have much the same


def _joined(inner: Sequence[float], outer: Matrix) -> Matrix:
    """Return the matrix that does first `inner`, then `outer`; each a, b, c, d, e, f."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _laid(points: Complex, matrix: Matrix) -> Complex:
    a, b, c, d, e, f = matrix
    if a == d and b == -c:  # as nearly always
        laid = points * complex(a, b) + complex(e, f)
    else:
        laid = a * points.real + c * points.imag + e + 1j * (b * points.real + d * points.imag + f)
    if len(laid) and not np.abs(laid).max() < FARTHEST:
        raise Unreadable(f"a path has a point that is no number, or farther away than {FARTHEST:g} mm")
    return laid


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return float(abs(a * d - b * c) ** 0.5)


class _Painter:
    """Follows a stream: how it draws just now, what was set aside, the path that it has begun, the line of text."""

    def __init__(self, state: _State, resources: Resources, *, inner: bool = False) -> None:
        self._state, self._resources, self._inner = state, resources, inner
        self._items: list[DrawnPath | Word] = []
        self._kept: list[_State] = []
        self._path: list[bytes] = []
        self._line: Matrix | None = None
        self._in_text = self._ended = False
        self._letters: list[tuple[str, Font, float]] = []

    def paint(self, data: bytes) -> list[DrawnPath | Word]:
        """Return what the stream paints."""
        at, numbers, name, text = 0, list[bytes](), "", None
        while True:
            if not (self._inner or self._path or self._in_text or numbers or name or text is not None):
                at = self._often(data, at)
            token = TOKEN.match(data, at)
            if token is None:
                break
            at = token.end()
            match token.lastgroup:
                case "path":
                    if self._in_text:
                        raise foreign("a path within a text")
                    self._free(numbers, name, text)
                    self._path += token["path"].split()
                case "number":
                    numbers.append(token["number"])
                case "name":
                    self._free(numbers, name, text)
                    name = token["name"].decode("latin-1")
                case "text":
                    self._free(numbers, name, text)
                    text = token["text"]
                case _:
                    self._do(token["word"], numbers, name, text)
                    numbers, name, text = [], "", None
        if not SPACE.match(data, at):
            raise foreign(f"{data[at : at + 20].strip().decode('latin-1')!r} in a stream")
        if numbers or name or text is not None or self._path or self._kept or self._in_text:
            raise foreign("a stream that ends in the middle of something")
        return self._items

    def _often(self, data: bytes, at: int) -> int:
        """Do the stamps and lines of text that come next, between operators; return where they end."""
        while True:
            if found := STAMP.match(data, at):
                if len(self._kept) == MOST_KEPT:
                    return at
                self._stamp(found[2].decode("latin-1"), _joined([*map(float, found[1].split())], self._state.matrix))
            elif found := LINE.match(data, at):
                self._write(b"BT", [], "", None)
                self._write(b"Tm", [*map(float, found[1].split())], "", None)
                self._write(b"Tf", [float(found[3])], found[2].decode("latin-1"), None)
                self._write(b"Tj", [], "", found[4])
                self._write(b"ET", [], "", None)
            else:
                return at
            at = found.end()

    def _free(self, numbers: list[bytes], name: str, text: bytes | None) -> None:
        if numbers or name or text is not None:
            raise foreign("operands without their operator in a stream")

    def _do(self, word: bytes, numbers: list[bytes], name: str, text: bytes | None) -> None:
        found = (len(numbers), bool(name), text is not None)
        if word in TAKES:
            due = (TAKES[word], False, False)
        elif word in NAMING and not self._inner:
            due = NAMING[word]
        else:
            raise foreign(f"the operator {word.decode('latin-1')[:20]!r}")
        if found != due:
            raise foreign(f"other operands of {word.decode('latin-1')!r} than it takes")
        if self._path and word not in PAINTS:
            raise foreign(f"the operator {word.decode('latin-1')!r} within a path")
        if self._in_text is not (word in IN_TEXT):
            raise foreign(f"the operator {word.decode('latin-1')!r} where it has no place")
        values = [*map(float, numbers)]
        if word in PAINTS:
            self._painted(*PAINTS[word])
        elif word in IN_TEXT or word == b"BT":
            self._write(word, values, name, text)
        elif word == b"Do":
            self._stamp(name, self._state.matrix)
        else:
            self._set(word, values)

    def _set(self, word: bytes, values: list[float]) -> None:
        state = self._state
        match word:
            case b"q":
                self._kept.append(replace(state))
                if len(self._kept) > MOST_KEPT:
                    raise foreign(f"more than {MOST_KEPT} states set aside")
            case b"Q":
                if not self._kept:
                    raise Unreadable("it restores what it has not kept")
                self._state = self._kept.pop()
            case b"cm":
                state.matrix = _joined(values, state.matrix)
            case b"w":
                state.width = values[0]
            case b"j":
                state.join = values[0]
            case b"rg":
                state.fill = self._colour(values)
            case _:
                state.stroke = self._colour(values)

    def _colour(self, values: list[float]) -> str:
        parts = [255 * value for value in values]
        if any(abs(part - round(part)) > HAIR or not 0 <= round(part) <= 255 for part in parts):
            self._resources.problems["it has a colour that eight bits do not say"] = None
        return "#" + "".join(f"{min(max(round(part), 0), 255):02X}" for part in parts)

    def _painted(self, filled: bool, stroked: bool) -> None:
        state, words = self._state, self._path
        self._path = []
        if not words or not (filled or stroked):
            return
        if (filled and state.fill is None) or (stroked and (state.stroke is None or state.join != ROUND)):
            raise foreign("lines that are joined otherwise, or a drawing that does not say its colour")
        points, sizes, closed = _rings(words)
        path = DrawnPath(
            _laid(points, state.matrix),
            sizes,
            closed,
            state.fill if filled else None,
            state.stroke if stroked else None,
            state.width * _scale(state.matrix) if stroked else 0.0,
        )
        self._add([path])

    def _stamp(self, name: str, matrix: Matrix) -> None:
        if name not in self._resources.forms:
            raise foreign(f"a drawing {name!r} that it does not have")
        self._add(self._resources.forms[name].stamped(matrix))

    def _add(self, paths: Any) -> None:
        self._items += paths
        if len(self._items) > MOST:
            raise Unreadable(f"it has more than {MOST} paths")

    def _write(self, word: bytes, values: list[float], name: str, text: bytes | None) -> None:
        state = self._state
        match word:
            case b"BT":
                self._in_text, self._ended, self._line, self._letters = True, False, None, []
            case b"Tm":
                if self._line is not None:
                    raise foreign("a text in two places")
                a, b, c, d, e, f = values
                self._line = _joined((a, b, c, d, e, f), state.matrix)
            case b"Tf":
                if name not in self._resources.fonts:
                    raise foreign(f"a font {name!r} that it does not have")
                state.font, state.size = self._resources.fonts[name], values[0]
            case b"Tj":
                self._say(text or b"")
            case b"ET":
                self._in_text = False
                self._said()
            case b"T*":
                self._ended = True
            case _:
                pass  # TL says where a next line would begin, and there is none

    def _say(self, text: bytes) -> None:
        state = self._state
        if state.font is None or self._line is None or self._ended:
            raise foreign("a text without font or place")
        codes = _plain(text)
        state.font.used.update(codes)
        said = "".join(state.font.letters.get(code, NONE) for code in codes)
        self._letters.append((said, state.font, state.size))

    def _said(self) -> None:
        """Take note of the line: all of it in one of the two fonts, in one size."""
        if not self._letters or self._line is None:
            return  # an empty text
        ways = {(font.bold, size) for _, font, size in self._letters}
        a, b, c, d, x, y = self._line
        if len(ways) > 1 or abs(a - d) > NOTHING or abs(b + c) > NOTHING or self._state.fill is None:
            raise foreign("a text in several sizes or fonts, slanted or mirrored")
        ((bold, size),) = ways
        scale = abs(complex(a, b))
        if not (scale > 0 and size > 0 and abs(complex(x, y)) < FARTHEST):
            raise foreign("a text without size")
        said = "".join(text for text, _, _ in self._letters)
        if not said:
            return
        self._items.append(Word(said, x, y, size * scale, bold, self._state.fill, complex(a, b) / scale))


def _rings(words: list[bytes]) -> tuple[Complex, tuple[int, ...], tuple[bool, ...]]:
    """Return a path's points, how many each of its rings has, and which rings are closed."""
    numbers: list[bytes] = []
    sizes: list[int] = []
    closed: list[bool] = []
    at = 0
    while at < len(words):
        if words[at] == b"h":
            if not sizes or closed[-1]:
                raise foreign("a path that is closed before it is begun")
            closed[-1] = True
            at += 1
            continue
        if words[at + 2] == b"m":
            sizes.append(1)
            closed.append(False)
        elif not sizes or closed[-1]:
            raise foreign("a path that goes on before it is begun")
        else:
            sizes[-1] += 1
        numbers += words[at : at + 2]
        at += 3
    points = np.array(numbers, dtype=float)
    return points[::2] + 1j * points[1::2], tuple(sizes), tuple(closed)


def _plain(text: bytes) -> bytes:
    """Return a text's codes, without the escapes that it is written with."""

    def said(match: re.Match[bytes]) -> bytes:
        given = match[1]
        if given.isdigit():
            return bytes([int(given, 8) & 0xFF])
        if given not in ESCAPED:
            raise foreign(f"the escape {given.decode('latin-1')!r}")
        return ESCAPED[given]

    return ESCAPE.sub(said, text) if b"\\" in text else text
