"""PDF, read back: what is drawn on its pages, at which size, in which colour, and what is written where.

Understands what drawings are made of: paths, colours, matrices, forms. What it does not know (pictures, shadings,
clips) it passes over: pieces are drawn with paths.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quasiprint.model.finding import error
from quasiprint.model.format import Reading
from quasiprint.readback import pages
from quasiprint.readback.document import Document, DrawnPath, ReadPage, Word
from quasiprint.readback.recognise import REMAKE, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces
from quasiprint.readback.unreadable import DAMAGED, Unreadable

MM = 25.4 / 72  # of a point
PAIR = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
SPAN = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(\[[^\]]*\]|<[0-9A-Fa-f]+>)")
LEAST_BOX = 500.0  # points, to every side: a form's box clips what it draws
MOST = 2_000_000  # paths of a file
PAINTING = {b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"n"}
# what does not change what is seen, beside what is understood below: joins and caps of lines
KNOWN = {b"j", b"J", b"ET", b"TL", b"T*"}
DEEPEST = 8  # forms within forms
CURVED = 8  # chords of a curve
LOOKS = ("one in colour", "one in grey", "one that saves ink")  # of pieces to cut out
FORMS = ("sheets", "a booklet")  # of boards to write on


def read(reading: Reading) -> Report:
    """Read PDF files. A document with pieces to cut out, or boards to write on, must hold the set once; one with
    pictures of pieces must show each once. Books and forms must be whole, on paper of the set."""
    report, recogniser, papers = Report(), recogniser_of(reading), reading.papers
    reference = recogniser.reference
    counted: list[int] = []
    served: dict[str, list[set[tuple[str, str]]]] = {}
    for path, document in report.read(reading, document_of):
        book = pages.book(path, document, recogniser, papers)
        if book.found or book.pictures:  # books are made for A4 where a paper is a user's own
            report.findings += pages.sizes(path, document, papers)
        report.findings += book.findings
        if document.covered and (book.found or book.pictures):
            report.findings.append(error("mark-foreign", path, "something lies over its pages", REMAKE))
        report.note([path], [*book.found, *book.pictures])
        if book.found:
            counted.append(pieces(book.found, reference))
            variants = {thing.variant for thing in book.found if thing.variant} or {"paper"}
            report.findings += complete(path, book.found, reference, sorted(variants)[-1])
            for name in {paper.name for page in document.pages if (paper := pages.paper_of(page, papers))}:
                served.setdefault(name, []).append(book.look)
            for number in sorted(set(book.places)):
                there = [thing for thing, place in zip(book.found, book.places, strict=True) if place == number]
                if reference.game_set.boards is None:
                    bleed = max(paper.bleed for paper in papers)
                    report.findings += lying(f"{path}, page {number}", there, (1e6, 1e6), -1e6, 2 * bleed, what="page")
        elif book.pictures:
            report.findings += complete(path, book.pictures, reference, "paper", once="looks")
    report.pieces = min(counted, default=0)
    for paper in papers:
        due = LOOKS if reference.game_set.boards is None else FORMS
        looks = served.get(paper.name, [])
        if len(looks) != len(due) or any(look in looks[:k] for k, look in enumerate(looks)):
            message = f"{len(looks)} documents hold the set on {paper.name}, due are {', '.join(due)}"
            report.findings.append(error("piece-missing", "PDF", message, REMAKE))
    return report


def document_of(content: bytes) -> Document:
    """Return a file's pages. Raises Unreadable for what is no whole PDF."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    if not content.startswith(b"%PDF-") or b"%%EOF" not in content[-1024:]:
        raise Unreadable("it does not begin with %PDF- and end with %%EOF")
    try:
        reader = PdfReader(io.BytesIO(content), strict=True)
        return _document(reader)
    except (PyPdfError, *DAMAGED) as problem:
        raise Unreadable(f"pypdf cannot read it: {problem}") from None


def _document(reader: Any) -> Document:
    forms: _Known = {}
    found, count = [], 0
    drawn = "quasiprint" in str((reader.metadata or {}).get("/Creator", ""))
    for sheet in reader.pages:
        left, low, right, high = map(float, sheet.mediabox)
        if left or low or int(sheet.get("/Rotate", 0)) or float(sheet.get("/UserUnit", 1)) != 1:
            raise Unreadable("a page is shifted, turned or scaled")
        if list(map(float, sheet.cropbox)) != [left, low, right, high]:
            raise Unreadable("a page is cropped", "page-size")
        page = ReadPage(right * MM, high * MM)
        if drawn:
            base = np.array([MM, 0, 0, MM, 0, 0])
            for seen in _painted(sheet.get_contents(), sheet.get("/Resources", {}), base, forms, 0):
                if isinstance(seen, DrawnPath):
                    page.paths.append(seen)
                    count += 1
                    if count > MOST:
                        raise Unreadable(f"it has more than {MOST} paths")
                else:
                    page.words.append(seen)
        else:
            sheet.get_contents().get_data()  # proves that it is whole
        found.append(page)
    covered = any(sheet.get("/Annots") for sheet in reader.pages)
    return Document(tuple(found), drawn, covered)


def _letters(font: Any) -> dict[int, str]:
    """Return what the codes of a font mean, as its own map to Unicode says."""
    if "/ToUnicode" not in font:
        return {}
    found: dict[int, str] = {}
    data = font["/ToUnicode"].get_data().decode("latin-1")
    for kind, block in re.findall(r"begin(bfchar|bfrange)(.*?)endbf", data, re.DOTALL):
        if kind == "bfchar":
            found.update((int(code, 16), _text(to)) for code, to in PAIR.findall(block))
            continue
        for first, last, rest in SPAN.findall(block):
            given = re.findall(r"<([0-9A-Fa-f]+)>", rest)
            codes = range(int(first, 16), min(int(last, 16), int(first, 16) + 255) + 1)
            several = rest.startswith("[")
            for k, code in enumerate(codes):
                text = _text(given[k]) if several else _text(given[0])[:-1] + chr(ord(_text(given[0])[-1]) + k)
                found[code] = text
    return found


def _text(digits: str) -> str:
    return bytes.fromhex(digits).decode("utf-16-be", "replace")


@dataclass(slots=True)
class _Form:
    """A form of the file, in its own frame, points."""

    number: int
    paths: list[DrawnPath]
    matrix: Any


_Known = dict[Any, "_Form | dict[int, str]"]  # forms and fonts of the file, by their number


@dataclass(slots=True)
class _State:
    matrix: Any
    fill: str = "#000000"
    stroke: str = "#000000"
    width: float = 1.0
    font: str = ""
    line: Any = None


def _joined(inner: Any, outer: Any) -> Any:
    """Return the matrix that does first `inner`, then `outer`; each a, b, c, d, e, f."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return np.array([a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u])


def _moved(path: DrawnPath, matrix: Any, form: int) -> DrawnPath:
    a, b, c, d, e, f = matrix
    rings = tuple((a * z.real + c * z.imag + e) + 1j * (b * z.real + d * z.imag + f) for z in path.rings)
    width = path.width * abs(a * d - b * c) ** 0.5
    return DrawnPath(rings, path.closed, path.fill, path.stroke, width, form)


def _painted(contents: Any, resources: Any, matrix: Any, forms: _Known, depth: int) -> Iterator[DrawnPath | Word]:
    """Yield what a stream paints and writes."""
    from pypdf.generic import ContentStream

    if contents is None:
        return
    if depth > DEEPEST:
        raise Unreadable("its forms are too deep")
    painter = _Painter(matrix)
    for operands, name in ContentStream(contents, None).operations:
        if name in PAINTING:
            yield from painter.paint(name)
        elif name == b"Tj":
            yield from painter.write(_written(operands[0], resources, painter.state.font, forms))
        elif name == b"Do":
            yield from _form(resources, operands[0], painter.state.matrix, forms, depth)
        elif not (painter.set(name, operands) or painter.draw(name, operands)) and name not in KNOWN:
            raise Unreadable(f"it draws with {name.decode('latin-1')[:20]!r}, which no sheet does")


class _Painter:
    """Follows a stream: how it draws just now, what was set aside, and the path that it has begun."""

    def __init__(self, matrix: Any) -> None:
        self.state = _State(matrix)
        self._kept: list[_State] = []
        self._rings: list[list[complex]] = []
        self._closed: list[bool] = []

    def set(self, name: bytes, operands: Any) -> bool:
        """Change how things are drawn; tell whether the operator does that."""
        state = self.state
        match name:
            case b"q":
                self._kept.append(replace(state))
            case b"Q":
                if not self._kept:
                    raise Unreadable("it restores what it has not kept")
                self.state = self._kept.pop()
            case b"cm":
                state.matrix = _joined(list(map(float, operands)), state.matrix)
            case b"w":
                state.width = float(operands[0])
            case b"rg" | b"g":
                state.fill = _colour(operands, grey=name == b"g")
            case b"RG" | b"G":
                state.stroke = _colour(operands, grey=name == b"G")
            case b"BT":
                state.line = np.array([1.0, 0, 0, 1, 0, 0])
            case b"Tf":
                state.font = operands[0]
            case b"Tm":
                state.line = np.array(list(map(float, operands)))
            case b"Td" | b"TD":
                state.line = _joined([1, 0, 0, 1, *map(float, operands)], state.line)
            case _:
                return False
        return True

    def draw(self, name: bytes, operands: Any) -> bool:
        """Go on with the path; tell whether the operator does that."""
        match name:
            case b"m":
                self._rings.append([complex(*map(float, operands))])
                self._closed.append(False)
            case b"l":
                self._rings[-1].append(complex(*map(float, operands)))
            case b"c":
                self._rings[-1] += _curve(self._rings[-1][-1], list(map(float, operands)))
            case b"h":
                self._closed[-1] = True
            case b"re":
                x, y, w, h = map(float, operands)
                self._rings.append([complex(x, y), complex(x + w, y), complex(x + w, y + h), complex(x, y + h)])
                self._closed.append(True)
            case _:
                return False
        return True

    def paint(self, name: bytes) -> Iterator[DrawnPath]:
        """Yield the path, if the operator paints it, and begin another."""
        if self._rings and name != b"n":
            whole = name in (b"s", b"b", b"b*")
            path = DrawnPath(
                tuple(np.array(ring) for ring in self._rings),
                tuple(whole or shut for shut in self._closed),
                self.state.fill if name not in (b"S", b"s") else None,
                self.state.stroke if name not in (b"f", b"F", b"f*") else None,
                self.state.width,
            )
            yield _moved(path, self.state.matrix, 0)
        self._rings, self._closed = [], []

    def write(self, text: str) -> Iterator[Word]:
        """Yield a text where it stands, unless it is empty."""
        at = _joined(self.state.line, self.state.matrix)
        if text.strip():
            yield Word(text.strip(), float(at[4]), float(at[5]))


def _colour(operands: Any, *, grey: bool) -> str:
    values = list(map(float, operands)) * (3 if grey else 1)
    return "#" + "".join(f"{round(255 * value):02X}" for value in values)


def _curve(start: complex, numbers: list[float]) -> list[complex]:
    one, two, end = (complex(*numbers[k : k + 2]) for k in (0, 2, 4))
    times = np.linspace(0, 1, CURVED + 1)[1:]
    return [
        complex((1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * end)
        for t in times
    ]


def _written(operand: Any, resources: Any, font: str, forms: _Known) -> str:
    """Return the text that a string of codes means."""
    link = resources["/Font"].raw_get(font)
    key = ("font", getattr(link, "idnum", id(link)))
    if key not in forms:
        forms[key] = _letters(link.get_object())
    letters = forms[key]
    codes = operand if isinstance(operand, bytes) else operand.original_bytes
    return "".join(letters.get(code, chr(code)) for code in codes) if isinstance(letters, dict) else ""


def _form(resources: Any, name: str, matrix: Any, forms: _Known, depth: int) -> Iterator[DrawnPath]:
    """Yield what a form paints; what it writes is passed over."""
    link = resources["/XObject"].raw_get(name)
    key = getattr(link, "idnum", id(link))
    if key not in forms:
        form = link.get_object()
        own = np.array(list(map(float, form.get("/Matrix", [1, 0, 0, 1, 0, 0]))))
        drawn: list[DrawnPath] = []
        if form.get("/Subtype") != "/Form" or "/OC" in form or "/Group" in form:
            raise Unreadable("it holds a picture, or a drawing that may be hidden")
        west, south, east, north = map(float, form["/BBox"])
        if max(west, south) > -LEAST_BOX or min(east, north) < LEAST_BOX:
            raise Unreadable("it holds a drawing that is cut off")
        if form.get("/Subtype") == "/Form":
            identity = np.array([1.0, 0, 0, 1, 0, 0])
            inside = _painted(form, form.get("/Resources", {}), identity, forms, depth + 1)
            drawn = [path for path in inside if isinstance(path, DrawnPath)]
        forms[key] = _Form(len(forms) + 1, drawn, own)
    form = forms[key]
    assert isinstance(form, _Form)
    whole = _joined(form.matrix, matrix)
    for path in form.paths:
        yield _moved(path, whole, path.form or form.number)
