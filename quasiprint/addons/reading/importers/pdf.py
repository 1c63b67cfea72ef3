"""PDF: the pages that show pieces at their true size, read with pypdf.

A stream is read if it keeps to one small grammar, and a dictionary if it has no entries but those that a set's has.
Clips, dashes, curves, pictures, layers, transparency, other colour spaces, earlier states of a file: none of them does.
Drawings turn, scale and move; they are never mirrored or slanted, and hold no other drawings.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from quasiprint.addons.reading.recogniser.shapes import Page, Path, Reading, Unreadable, Word, foreign
from quasiprint.system.outcome import reraise_if_not_input

MM = 25.4 / 72  # of a point
MOST_BYTES, MOST_POINTS = 1 << 26, 40_000_000  # of a stream, of a document
RING_TAKES = 20  # a ring takes as much memory as so many points more
LARGEST = 5.5  # mm: a text that is larger could cover a mark, and so could one that is paler than DARK

TRAILER = {"/Size", "/Root", "/Info", "/ID"}
CATALOG = {"/Type", "/Pages", "/Outlines", "/PageMode", "/ViewerPreferences", "/Lang"}
FLIPS = {None: "", "/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}
ASKED = {"/DisplayDocTitle": (True,), "/PrintScaling": ("/None",), "/Duplex": tuple(FLIPS)}
SHEET = {"/Type", "/Parent", "/Contents", "/MediaBox", "/Resources", "/Rotate", "/Trans", "/UserUnit"}
RESOURCES = {"/Font", "/ProcSet", "/XObject"}
STREAM = {"/Length", "/Filter", "/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources"}

# a stream is a row of shapes, of drawings that are placed, and of texts; each says all that it needs
S, NAME, TEXT = r"[ \t\r\n]+", r"/[A-Za-z0-9.+_-]+", r"\((?:[^()\\\x00-\x1f]|\\[()\\]|\\[0-3][0-7]{2})*\)"
N = rf"-?(?:[0-9]{{1,7}}(?:\.[0-9]{{0,6}})?|\.[0-9]{{1,6}}){S}"
DARK = rf"(?:0|\.[0-5][0-9]{{0,5}}){S}"
RING = rf"{N}{N}m{S}(?:{N}{N}l{S})++(?:h{S})?"
INK = rf"(?:(?P<fill>{N}{N}{N})rg{S})?(?:(?P<stroke>{N}{N}{N})RG{S}(?P<width>(?!-){N})w{S}1{S}j{S})?"
SHAPE = rf"{INK}(?P<rings>(?:{RING})++)(?(fill)(?(stroke)B|f)\*|(?(stroke)S|(?!)))"
UPRIGHT = rf"1{S}0{S}0{S}1{S}"
SHOWN_TEXT = rf"(?:{NAME}{S}(?!-){N}Tf{S}{N}TL{S})?{TEXT}{S}Tj{S}"
LINE = rf"{DARK}{DARK}{DARK}rg{S}BT{S}{UPRIGHT}(?P<at>{N}{N})Tm{S}(?P<text>(?:{SHOWN_TEXT})*+)T\*{S}ET"
PLACED = rf"(?:q{S}(?P<matrix>(?:{N}){{6}})cm{S})?(?:(?P<form>{NAME}){S}Do|{LINE})(?(matrix){S}Q)"
OPERATION = re.compile(rf"(?:{SHAPE}|{PLACED}|{UPRIGHT}0{S}0{S}cm)(?:{S}|\Z)")
RINGS = re.compile(RING)
LETTERS = re.compile(rf"({NAME}){S}({N})Tf|({TEXT})")  # a font and its size, or codes of its letters
CODE = re.compile(r"\\([0-7]{3}|.)")
MEANS = re.compile(rb"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{4})>")


def read(reading: Reading) -> Iterator[tuple[str, list[Page]]]:
    """Return the documents that show pieces at their true size."""
    shown = f"pdf/{'tiles' if reading.set.boards is None else 'sheets'}-.*"
    return reading.parse(lambda _, content: pages_of(content), shown, "a book: proved by bytes alone")


def pages_of(content: bytes) -> list[Page]:
    """Return the pages of a document. Raises Unreadable."""
    try:
        return list(_Document(content).pages())
    except Unreadable:
        raise
    except Exception as problem:  # pypdf raises whatever damage leads to
        reraise_if_not_input(problem)
        raise Unreadable(f"it cannot be read: {type(problem).__name__} {problem}") from None


class _Document:
    """A file's pages; its drawings, each read once."""

    def __init__(self, content: bytes) -> None:
        from pypdf import PdfReader

        if not content.startswith(b"%PDF-1.") or content.count(b"startxref") != 1:
            raise Unreadable("it is no PDF, or holds an earlier state of itself")
        self._trailer: Any = PdfReader(io.BytesIO(content), strict=True).trailer
        self._forms, self._points = dict[int, list[Path]](), 0

    def pages(self) -> Iterator[Page]:
        """Yield the pages, as they are printed."""
        root = _dictionary_of(_dictionary_of(self._trailer, TRAILER, "its end")["/Root"], CATALOG, "the catalog")
        asked = _dictionary_of(root["/ViewerPreferences"], set(ASKED), "how it asks to be printed")
        tree = _dictionary_of(root["/Pages"], {"/Type", "/Kids", "/Count"}, "the list of pages")
        if any(asked.get(key) not in allowed for key, allowed in ASKED.items()) or len(tree["/Kids"]) != tree["/Count"]:
            raise foreign("it asks to be printed scaled, turned over in another way, or with other pages than it has")
        for link in tree["/Kids"]:
            sheet = _dictionary_of(link.get_object(), SHEET, "a page")
            left, low, right, high = map(float, sheet["/MediaBox"])
            if sheet.get("/UserUnit", 1) != 1:
                raise Unreadable("its unit is not the point", "unit-wrong")
            if left or low or sheet.get("/Rotate", 0) != 0 or sheet.get("/Trans") or sheet["/Type"] != "/Page":
                raise foreign("a page is shifted, turned, or comes in another way than at once")
            resources = _dictionary_of(sheet["/Resources"], RESOURCES, "what a page draws with")
            width, height = right * MM, high * MM
            items = list(self._items(sheet["/Contents"], resources, MM, (0.0, 0.0, width, height)))
            yield Page(width, height, items, FLIPS[asked.get("/Duplex")])

    def _items(self, stream: Any, resources: Any, unit: float, box: Sequence[float]) -> Iterator[Path | Word]:
        """Yield what a stream paints and writes. unit: of its numbers. box: what is seen: west, south, east, north."""
        packed = _dictionary_of(stream, STREAM, "a stream").get("/Filter")
        if packed not in (None, "/FlateDecode", ["/FlateDecode"]) or len(stream.get_data()) > MOST_BYTES:
            raise foreign("a stream is packed otherwise than a set's, or longer")
        data, at = stream.get_data().decode("latin-1").lstrip(" \t\r\n"), 0
        while at < len(data):
            if not (found := OPERATION.match(data, at)):
                raise foreign(f"a stream goes on with {data[at : at + 40]!r}, as no set's does")
            at = found.end()
            turn, shift = (z * unit for z in _matrix(found["matrix"] or "1 0 0 1 0 0"))
            if found["rings"]:
                texts, fill, stroke = RINGS.findall(found["rings"]), _colour(found["fill"]), _colour(found["stroke"])
                numbers = (re.sub("[mlh]", "", text).split() for text in texts)
                rings = tuple(np.array(row, dtype=np.float64).view(np.complex128) for row in numbers)
                path = Path(rings, tuple("h" in text for text in texts), fill, stroke, float(found["width"] or 0))
                yield self._place(path, turn, shift, box)
            elif found["form"]:
                for path in self._form(resources["/XObject"][found["form"]]):
                    yield self._place(path, turn, shift, box)
            elif found["text"]:
                text, wide = _letters(found["text"], resources, abs(turn))
                z = (complex(*map(float, found["at"].split())) + wide / 2) * turn + shift
                yield Word(text, z.real, z.imag)

    def _place(self, path: Path, turn: complex, shift: complex, box: Sequence[float]) -> Path:
        """Return a path, every point multiplied and moved."""
        rings, width = tuple(ring * turn + shift for ring in path.rings), path.width * abs(turn)
        z, (west, south, east, north) = np.concatenate(rings), box
        self._points += len(z) + RING_TAKES * len(rings)
        if self._points > MOST_POINTS:
            raise Unreadable("it draws more than any set does")
        room = np.array((z.real.min() - west, z.imag.min() - south, east - z.real.max(), north - z.imag.max()))
        if not (room >= width / 2).all():
            raise foreign("something is cut off at the border of its page or drawing")
        return Path(rings, path.closed, path.fill, path.stroke, width)

    def _form(self, form: Any) -> list[Path]:
        """Return what a drawing paints, in its own frame: paths alone, as it has no names to draw or write with."""
        if (number := form.indirect_reference.idnum) not in self._forms:
            _dictionary_of(form["/Resources"], RESOURCES, "what a drawing draws with")
            if form["/Subtype"] != "/Form" or form["/Matrix"] != [1, 0, 0, 1, 0, 0]:
                raise foreign("a drawing is none, or lies otherwise than at its origin")
            items = self._items(form, {"/XObject": {}, "/Font": {}}, 1.0, [*map(float, form["/BBox"])])
            self._forms[number] = [item for item in items if isinstance(item, Path)]
        return self._forms[number]


def _dictionary_of(found: Any, keys: set[str], what: str) -> Any:
    """Return a dictionary of the file that has no other entries than these."""
    if more := sorted(set(found) - keys):
        raise foreign(f"{what} has the entry {more[0]}, which no set has")
    return found


def _matrix(text: str) -> tuple[complex, complex]:
    """Return by what a matrix multiplies and moves points."""
    a, b, c, d, e, f = map(float, text.split())
    if a != d or b != -c or not (a or b):
        raise foreign("something is mirrored, slanted or stretched")
    return complex(a, b), complex(e, f)


def _colour(text: str | None) -> str | None:
    return "#" + bytes(round(255 * float(part)) for part in text.split()).hex().upper() if text else None


def _letters(text: str, resources: Any, scale: float) -> tuple[str, float]:
    """Return the letters of a line of text, and how wide they are, pt."""
    plain_text, letters, wide = "", dict[int, str](), 0.0
    for name, size, codes in LETTERS.findall(text):
        if name:
            font = resources["/Font"][name]
            high = float(size)
            if high * scale > LARGEST or font["/Subtype"] != "/TrueType":
                raise foreign("a text is larger than a set's, or its letters are drawings")
            letters = {int(code, 16): chr(int(to, 16)) for code, to in MEANS.findall(font["/ToUnicode"].get_data())}
        plain = CODE.sub(lambda code: chr(int(code[1], 8)) if len(code[1]) > 1 else code[1], codes[1:-1])
        plain_text += "".join(letters[ord(code)] for code in plain)
        widths, start = font["/Widths"], int(font["/FirstChar"])
        wide += sum(float(widths[ord(code) - start]) for code in plain) * high / 1000
    return plain_text, wide
