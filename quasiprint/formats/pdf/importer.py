"""PDF: the pages that show pieces at their true size, read with pypdf.

A stream is read if it keeps to one small grammar, and a dictionary if it has no entries but those that a set's has.
Clips, dashes, curves, pictures, layers, transparency, other colour spaces, earlier states of a file: none of them does.
Drawings turn, scale and move; they are never mirrored or slanted, and hold no other drawings.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from quasiprint.model.finding import error
from quasiprint.recogniser.shapes import REMAKE, Complex, Page, Path, Reading, Unreadable, Word, foreign

MM = 25.4 / 72  # of a point
MOST_BYTES, MOST_PAGES, MOST_POINTS, DEEPEST = 1 << 26, 20_000, 20_000_000, 64
FAINT, LARGEST = 0x99, 5.0  # a text that is paler, or larger in mm, could cover a mark
SKEW = 2e-6  # of a matrix, which is written with six places

TRAILER = {"/Size", "/Root", "/Info", "/ID"}
CATALOG = {"/Type", "/Pages", "/Outlines", "/PageMode", "/ViewerPreferences", "/Lang"}
ASKED = {"/DisplayDocTitle": (True,), "/PrintScaling": ("/None",), "/Duplex": (None, "/DuplexFlipLongEdge")}
SHEET = {"/Type", "/Parent", "/Contents", "/MediaBox", "/Resources", "/Rotate", "/Trans", "/UserUnit"}
RESOURCES = {"/Font", "/ProcSet", "/XObject"}
STREAM = {"/Length", "/Filter"}
FORM = STREAM | {"/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources"}
FONT = {"/Type", "/Subtype", "/BaseFont", "/FirstChar", "/LastChar", "/Widths", "/FontDescriptor", "/ToUnicode", "/Name"}

_S = rb"[ \t\r\n]+"
_N = rb"-?(?:\d{1,7}(?:\.\d{0,6})?|\.\d{1,6})" + _S
_NAME = rb"[A-Za-z0-9.+_-]+"
_RING = rb"%(n)s%(n)sm%(s)s(?:%(n)s%(n)sl%(s)s)++(?:h%(s)s)?" % {b"n": _N, b"s": _S}
_SAID = rb"(?:/(%(name)s)%(s)s(%(n)s)Tf%(s)s%(n)sTL%(s)s)?\(((?:[^()\\\r\n]|\\[^\r\n])*)\)%(s)sTj%(s)s" % {
    b"name": _NAME, b"n": _N, b"s": _S}  # fmt: skip
RING, SAID = re.compile(_RING), re.compile(_SAID)
OPERATION = re.compile(
    rb"(?:(?P<rings>(?:%(ring)s)++)(?P<paint>f\*|B\*|S|n)|/(?P<form>%(name)s)%(s)sDo"
    rb"|BT%(s)s(?P<place>(?:%(n)s){6})Tm%(s)s(?P<text>(?:%(said)s)*)T\*%(s)sET"
    rb"|(?P<numbers>(?:%(n)s)*)(?P<set>cm|rg|RG|[wjqQ]))(?:%(s)s|\Z)"
    % {b"ring": _RING, b"name": _NAME, b"n": _N, b"s": _S, b"said": re.sub(rb"\((?=[/%(])", b"(?:", _SAID)}
)
TAKES = {"cm": 6, "rg": 3, "RG": 3, "w": 1, "j": 1, "q": 0, "Q": 0}
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)")
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
LETTER = re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{4})>")


def read(reading: Reading) -> Iterator[tuple[str, list[Page]]]:
    """Yield the documents that show pieces at their true size."""
    shown = f"pdf/{'tiles' if reading.set.boards is None else 'sheets'}-"
    for path, content in reading.files.items():
        if not path.startswith(shown):
            reading.unread[path] = "a book: proved by bytes alone"
            continue
        try:
            yield path, pages_of(content)
        except Unreadable as problem:
            reading.findings.append(error(problem.code, path, str(problem), REMAKE))


def pages_of(content: bytes) -> list[Page]:
    """Return a document's pages. Raises Unreadable."""
    from pypdf import PdfReader

    if not content.startswith(b"%PDF-1.") or content.count(b"startxref") != 1:
        raise Unreadable("it is no PDF, or holds an earlier state of itself")
    try:
        return list(_Document(PdfReader(io.BytesIO(content), strict=True)).pages())
    except Unreadable:
        raise
    except Exception as problem:  # pypdf raises whatever damage leads to
        raise Unreadable(f"pypdf cannot read it: {type(problem).__name__} {problem}") from None


def _known(found: Any, keys: set[str], what: str) -> Any:
    """Return a dictionary of the file that has no other entries than these."""
    if more := sorted(set(found) - keys):
        raise foreign(f"{what} has the entry {more[0]}, which no set has")
    return found


def _data(stream: Any, keys: set[str], what: str) -> bytes:
    """Return what a stream holds."""
    if _known(stream, keys, what)["/Filter"] != ["/FlateDecode"]:
        raise foreign(f"{what} is packed otherwise than a set's")
    data: bytes = stream.get_data()
    if len(data) > MOST_BYTES:
        raise Unreadable(f"{what} has more than {MOST_BYTES} bytes")
    return data


class _State(NamedTuple):
    """How a stream draws: z becomes turn · z + shift, mm. Colours are None until they are set."""

    turn: complex = 1 + 0j
    shift: complex = 0j
    fill: str | None = None
    stroke: str | None = None
    width: float | None = None
    join: float = 0.0

    def moved(self, numbers: list[float]) -> _State:
        """Return the state in a frame that lies in this one as a matrix says."""
        a, b, c, d, e, f = numbers
        if not (abs(a - d) <= SKEW and abs(b + c) <= SKEW and abs(complex(a, b)) > SKEW):
            raise foreign("something is mirrored, slanted or stretched")
        shift = self.turn * complex(e, f) + self.shift
        return self._replace(turn=self.turn * complex(a, b), shift=shift)


class _Document:
    """A file's pages, and its drawings and fonts, each read once."""

    def __init__(self, reader: Any) -> None:
        self._root = _known(_known(reader.trailer, TRAILER, "its end")["/Root"], CATALOG, "the catalog")
        self._forms: dict[int, list[Path]] = {}
        self._points = 0

    def pages(self) -> Iterator[Page]:
        """Yield the pages, as they are printed."""
        asked = _known(self._root["/ViewerPreferences"], set(ASKED), "how it asks to be printed")
        if any(asked.get(key) not in allowed for key, allowed in ASKED.items()):
            raise foreign("it asks to be printed scaled, or turned over another edge")
        tree = _known(self._root["/Pages"], {"/Type", "/Kids", "/Count"}, "the list of pages")
        if not len(tree["/Kids"]) == tree["/Count"] <= MOST_PAGES:
            raise foreign(f"it has {len(tree['/Kids'])} pages, and says {tree['/Count']}")
        for link in tree["/Kids"]:
            sheet = _known(link.get_object(), SHEET, "a page")
            left, low, right, high = map(float, sheet["/MediaBox"])
            if sheet.get("/UserUnit", 1) != 1:
                raise Unreadable("its unit is not the point", "unit-wrong")
            if left or low or sheet.get("/Rotate", 0) != 0 or sheet.get("/Trans") or sheet["/Type"] != "/Page":
                raise foreign("a page is shifted, turned, or comes in another way than at once")
            resources = _known(sheet["/Resources"], RESOURCES, "what a page draws with")
            start = _State(complex(MM), 0j, "#000000", "#000000", 1.0)
            items = list(self._items(_data(sheet["/Contents"], STREAM, "a page"), start, resources))
            _within(items, (0.0, 0.0, right * MM, high * MM), "a page")
            yield Page(right * MM, high * MM, items)

    def _items(self, data: bytes, state: _State, resources: Any) -> Iterator[Path | Word]:
        """Yield what a stream paints and writes."""
        kept: list[_State] = []
        data, at = data.lstrip(b" \t\r\n"), 0
        while at < len(data):
            found = OPERATION.match(data, at)
            if found is None:
                raise foreign(f"a stream goes on with {data[at : at + 40]!r}, which no set's does")
            at = found.end()
            if found["rings"]:
                if found["paint"] != b"n":
                    yield self._path(found["rings"], found["paint"], state)
            elif found["form"]:
                for path in self._form(resources, found["form"].decode()):
                    rings = tuple(self._laid(ring, state) for ring in path.rings)
                    yield Path(rings, path.closed, path.fill, path.stroke, path.width * abs(state.turn))
            elif found["place"]:
                yield from _written(found, state, resources)
            else:
                state = _set(found["set"].decode(), [*map(float, found["numbers"].split())], state, kept)
        if kept:
            raise foreign("a stream ends in the middle of something")

    def _path(self, text: bytes, paint: bytes, state: _State) -> Path:
        filled, stroked = paint in {b"f*", b"B*"}, paint in {b"S", b"B*"}
        fill, stroke = state.fill if filled else None, state.stroke if stroked else None
        if (filled and fill is None) or (stroked and (stroke is None or state.width is None or state.join != 1)):
            raise foreign("a drawing does not say its colours and lines")
        found = RING.findall(text)
        rings = [np.array(ring.translate(None, b"mlh").split(), dtype=np.float64).view(np.complex128) for ring in found]
        closed = tuple(b"h" in ring for ring in found)
        width = (state.width or 0.0) * abs(state.turn) if stroked else 0.0
        return Path(tuple(self._laid(ring, state) for ring in rings), closed, fill, stroke, width)

    def _laid(self, ring: Complex, state: _State) -> Complex:
        self._points += len(ring)
        if self._points > MOST_POINTS:
            raise Unreadable(f"it draws more than {MOST_POINTS} points")
        return ring * state.turn + state.shift

    def _form(self, resources: Any, name: str) -> list[Path]:
        """Return what a drawing paints, in its own frame: paths alone, since it knows no names."""
        form = resources["/XObject"]["/" + name]
        number = form.indirect_reference.idnum
        if number not in self._forms:
            data = _data(form, FORM, "a drawing")
            _known(form["/Resources"], RESOURCES, "what a drawing draws with")
            if form["/Subtype"] != "/Form" or form["/Matrix"] != [1, 0, 0, 1, 0, 0]:
                raise foreign("a drawing is none, or lies otherwise than at its origin")
            paths = [item for item in self._items(data, _State(), {"/XObject": {}, "/Font": {}}) if isinstance(item, Path)]
            _within(paths, [*map(float, form["/BBox"])], "a drawing")
            self._forms[number] = paths
        return self._forms[number]


def _set(word: str, numbers: list[float], state: _State, kept: list[_State]) -> _State:
    """Return a stream's state after an operator that sets it. kept: the states that are restored later."""
    if len(numbers) != TAKES[word] or len(kept) > DEEPEST or (word == "Q" and not kept):
        raise foreign(f"the operator {word} has other operands, or no place there")
    match word:
        case "cm":
            return state.moved(numbers)
        case "w":
            return state._replace(width=numbers[0])
        case "j":
            return state._replace(join=numbers[0])
        case "Q":
            return kept.pop()
        case "q":
            kept.append(state)
            return state
    colour = "#" + "".join(f"{min(max(round(255 * part), 0), 255):02X}" for part in numbers)
    return state._replace(fill=colour) if word == "rg" else state._replace(stroke=colour)


def _written(found: re.Match[bytes], state: _State, resources: Any) -> Iterator[Word]:
    """Yield a line of text."""
    text, letters, place = "", dict[int, str](), state.moved([*map(float, found["place"].split())])
    for name, size, said in SAID.findall(found["text"]):
        if name:
            font = _known(resources["/Font"]["/" + name.decode()], FONT, "a font")
            if font["/Subtype"] != "/TrueType" or abs(float(size) * place.turn) > LARGEST:
                raise foreign("a font is none, or a text is larger than a set's")
            letters = {int(code, 16): chr(int(to, 16)) for code, to in LETTER.findall(font["/ToUnicode"].get_data())}
        codes = ESCAPE.sub(lambda m: bytes([int(m[1], 8) & 255]) if m[1].isdigit() else ESCAPED.get(m[1], m[1]), said)
        text += "".join(letters[code] for code in codes)
    if state.fill is None or max(bytes.fromhex(state.fill[1:])) > FAINT:
        raise foreign("a text is paler than a set's")
    if text:
        yield Word(text, place.shift.real, place.shift.imag)


def _within(items: list[Any], box: Any, what: str) -> None:
    """Raise Unreadable if something is cut off. box: west, south, east and north, in the frame of the items."""
    west, south, east, north = box
    for item in items:
        rings, half = (item.rings, item.width / 2) if isinstance(item, Path) else ((np.array([item.x + 1j * item.y]),), 0.0)
        z = np.concatenate(rings)
        if not (z.real.min() - half >= west and z.real.max() + half <= east
                and z.imag.min() - half >= south and z.imag.max() + half <= north):  # fmt: skip
            raise Unreadable(f"something on {what} is cut off at its border", "content-foreign")
