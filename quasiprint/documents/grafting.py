"""Booklets: pages of a PDF, two to a side, so that the sheets, folded in the middle, are a book; and their tags.

Tags are the structure of the pages, which are pictures on the sheets, in the order in which they are read.

Typst takes pages of a PDF as pictures, and keeps the marks in them that tags count on; the structure that says what the
marks are it leaves out, and it takes no picture at all where it is to write tags. So the structure of the pages is put
back here (ISO 32000-1, 14.7: marks in a form are named with the form). Both files are Typst's, plain objects and one
table of their places; other files are refused.

Figures of a book are forms of its PDF: what recurs in them, a tile or a letter, is said once for all of them. Letters
are outlines: they look alike everywhere, and a figure is read aloud in the words that stand for it. Typst lays a
picture of one pixel where a figure comes to lie, and its colour says which; here that picture becomes the figure, in
PDF's own operators. As drawings of Typst's every tile of every figure would be read and written anew.

Seals tell whether anything of a PDF was changed since it was written. A score sheet is filled in on a screen and saved
under its name, a rulebook gets a reader's notes: that must not go when the sheet or the book is written again. A set
has a manifest to tell; a single file has its seal, the hash of all other bytes, in a comment before ``startxref``:
there it moves nothing that is found by its place.
"""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence

from quasiprint.documents import typeset
from quasiprint.documents.boards import impose_pages
from quasiprint.drawing.canvas import MM, operators
from quasiprint.drawing.lettering import letters
from quasiprint.model.face import bounds
from quasiprint.model.page import Drawn, Figure, Shape
from quasiprint.model.texts import typst_string

OBJECT = re.compile(rb"(\d+) 0 obj\n")
TABLE = re.compile(rb"xref\n0 (\d+)\n")


class TypstFile:
    """The objects of a PDF by Typst, by number, as they stand between `obj` and `endobj`."""

    def __init__(self, pdf: bytes) -> None:
        at = pdf.rfind(b"xref\n0 ")
        found = TABLE.match(pdf, at)
        if not found:
            raise ValueError("pdf: found no table of objects, allowed is what Typst writes")
        rows = pdf[found.end() :].split(b"\r\n", int(found[1]))
        self.start = pdf[: pdf.index(b"1 0 obj")]
        self.objects: dict[int, bytes] = {}
        for number, row in enumerate(rows[1:-1], 1):
            place = int(row[:10])
            head = OBJECT.match(pdf, place)
            if not head or int(head[1]) != number:
                raise ValueError(f"pdf: found no object {number} at {place}")
            self.objects[number] = pdf[head.end() : self._end(pdf, head.end())]
        self.trailer = rows[-1]

    @staticmethod
    def _end(pdf: bytes, start: int) -> int:
        """Return where an object ends: a stream may hold anything, and says how long it is."""
        end = pdf.index(b"endobj", start)
        stream = pdf.find(b"stream\n", start, end)
        if stream >= 0:
            length = re.search(rb"/Length (\d+)", pdf[start:stream])
            if not length:
                raise ValueError("pdf: found a stream without its length")
            end = pdf.index(b"endobj", stream + len(b"stream\n") + int(length[1]))
        return end

    def number(self, pattern: bytes) -> int:
        """Return the number after a pattern in the trailer or the catalog."""
        root = re.search(rb"/Root (\d+) 0 R", self.trailer)
        where = self.trailer if pattern == b"/Root" or not root else self.objects[int(root[1])]
        found = re.search(re.escape(pattern) + rb" (\d+) 0 R", where)
        if not found:
            raise ValueError(f"pdf: found no {pattern.decode()}")
        return int(found[1])

    def pages(self) -> list[int]:
        """Return the objects that are pages, in order."""
        kids = re.search(rb"/Kids\[([^\]]*)\]", self.objects[self.number(b"/Pages")])
        return [int(number) for number in re.findall(rb"(\d+) 0 R", kids[1])] if kids else []

    def add(self, body: bytes) -> int:
        """Add an object and return its number."""
        number = next(reversed(self.objects)) + 1
        self.objects[number] = body
        return number

    def to_bytes(self) -> bytes:
        """Return the file, its objects one after the other."""
        made = bytearray(self.start)
        rows = [b"0000000000 65535 f"]
        for number in sorted(self.objects):
            rows.append(b"%010d 00000 n" % len(made))
            made += b"%d 0 obj\n%sendobj\n" % (number, self.objects[number])
        place = len(made)
        made += b"xref\n0 %d\n%s\r\n" % (len(rows), b"\r\n".join(rows))
        trailer = re.sub(rb"/Size \d+", b"/Size %d" % len(rows), self.trailer)
        return bytes(made) + re.sub(rb"startxref\n\d+", b"startxref\n%d" % place, trailer)


def reference(body: bytes, key: bytes) -> int:
    """Return the number of the object that an entry refers to. Raises ValueError if there is none."""
    found = re.search(re.escape(key) + rb" (\d+) 0 R", body)
    if not found:
        raise ValueError(f"pdf: found no {key.decode()} in {body[:60]!r}")
    return int(found[1])


def stream_of(body: bytes) -> bytes:
    """Return what an object holds beside its dictionary, unpacked."""
    head, _, rest = body.partition(b"stream\n")
    length = re.search(rb"/Length (\d+)", head)
    held = rest[: int(length[1])] if length else b""
    return zlib.decompress(held) if b"/FlateDecode" in head else held


def packed(entries: bytes, content: bytes) -> bytes:
    """Return an object that holds something, packed. entries: of its dictionary."""
    held = zlib.compress(content)
    return b"<</Length %d%s/Filter/FlateDecode>>\nstream\n%s\nendstream\n" % (len(held), entries, held)


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


# a text in brackets (Typst leaves pairs of brackets in it as they are), one in hexadecimal digits, or a reference
TEXT = rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.|\([^()\\]*\))*\))*\))*\)|<[0-9A-Fa-f]+>"
TOKEN = re.compile(TEXT + rb"|\b(\d+) 0 R", re.S)
PAGE = rb"/Pg (\d+) 0 R(?=>>\s*$)"
KIDS = rb"/K\[([^\]]*)\]"
BOX = rb"/BBox\[([-\d. ]+)\]"
# what an element is made of: another one, marks on a page that is named, or marks on the element's page
KID = re.compile(
    rb"(?P<reference>\d+ 0 R)|<</Type/MCR/MCID (?P<mark>\d+)/Pg (?P<page>\d+) 0 R>>|(?P<other>\d+)|(?P<odd>[^ ])"
)
# a page as it is drawn: moved, or just where it is; never turned
DRAWN = re.compile(rb"(?:([\d.]+) 0 0 [\d.]+ (-?[\d.]+) (-?[\d.]+) cm|\bq)/(x\d+) Do\n")
STAYS = (b"1", b"0", b"0")
SAYS_UA = b' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" ><pdfuaid:part>1</pdfuaid:part><dc:title>'


def graft(folded: bytes, pages: bytes, sides: Sequence[Sequence[int]]) -> bytes:
    """Return a folded booklet with the tags of its pages.

    folded: by Typst, without tags. pages: what lies on its sheets, by Typst, with tags. sides: for each page of
    `fold` the pages that are drawn on it, from 0, in the order they are drawn. Raises ValueError for files of other
    kinds.
    """
    outer, inner = TypstFile(folded), TypstFile(pages)
    root = inner.number(b"/StructTreeRoot")
    placed = _page_places(outer, inner, sides)
    numbers = _reachable(inner, root, set(placed))
    first = max(outer.objects) + 1
    renamed = {old: first + k for k, old in enumerate(numbers)}
    for old, new in renamed.items():
        outer.objects[new] = _element(inner.objects[old], renamed, placed)
    for page, (_, form, _) in placed.items():
        key = re.search(rb"/StructParents \d+", inner.objects[page])
        if key:
            outer.objects[form] = outer.objects[form].replace(b"/Type/XObject", b"/Type/XObject" + key[0], 1)
    _say(outer, renamed[root])
    return outer.to_bytes()


# a page's object in the book: the sheet that it lies on, the form that it became, and how it is moved: scale, x, y
Placed = Mapping[int, tuple[int, int, tuple[float, float, float]]]


def _page_places(outer: TypstFile, inner: TypstFile, sides: Sequence[Sequence[int]]) -> Placed:
    """Return where each page lies, and mark all else on the sheets as decoration."""
    leaves, sheets = inner.pages(), outer.pages()
    if len(sheets) != len(sides):
        raise ValueError(f"pdf: found {len(sheets)} sides of sheets, allowed are {len(sides)}")
    placed = {}
    for sheet, drawn in zip(sheets, sides, strict=True):
        content, resources = (reference(outer.objects[sheet], key) for key in (b"/Contents", b"/Resources"))
        text = stream_of(outer.objects[content])
        found = list(DRAWN.finditer(text))
        if len(found) != len(drawn):
            raise ValueError(f"pdf: found {len(found)} pages on a side, allowed are {len(drawn)}")
        for page, match in zip(drawn, found, strict=True):
            form = reference(outer.objects[resources], b"/" + match[4])
            scale, dx, dy = (float(x or y) for x, y in zip(match.groups(), STAYS, strict=False))
            placed[leaves[page]] = sheet, form, (scale, dx, dy)
        # a form has its own marks, and may not lie in what is decoration
        marked = DRAWN.sub(lambda match: b"EMC\n" + match[0] + b"/Artifact BMC\n", text)
        outer.objects[content] = packed(b"", b"/Artifact BMC\n" + marked + b"\nEMC")
        outer.objects[sheet] = outer.objects[sheet].replace(b"/Type/Page", b"/Type/Page/Tabs/S", 1)
    return placed


def _reachable(inner: TypstFile, root: int, stops: set[int]) -> list[int]:
    """Return the objects of a structure, in the order they are met, without the pages."""
    order, seen = [root], {root, *stops}
    for number in order:
        for match in TOKEN.finditer(inner.objects[number]):
            if match[1] and int(match[1]) not in seen:
                seen.add(int(match[1]))
                order.append(int(match[1]))
    return order


def _element(body: bytes, renamed: Mapping[int, int], placed: Placed) -> bytes:
    """Return an object of the structure as it stands in the booklet."""

    def name(match: re.Match[bytes]) -> bytes:
        if not match[1]:
            return match[0]
        number = int(match[1])
        return b"%d 0 R" % (placed[number][0] if number in placed else renamed[number])

    page, kids, box = (_outside(body, pattern) for pattern in (PAGE, KIDS, BOX))
    on = placed.get(int(page[1])) if page else None

    def kid(match: re.Match[bytes]) -> bytes:
        here = placed.get(int(match["page"])) if match["page"] else on
        if match["odd"] or not (match["reference"] or here):
            raise ValueError(f"pdf: found {body[:90]!r}, allowed are elements of marks and of other elements")
        if match["reference"] or not here:
            return name_of(match["reference"])
        sheet, form, _ = here
        return b"<</Type/MCR/Pg %d 0 R/Stm %d 0 R/MCID %s>>" % (sheet, form, match["mark"] or match["other"])

    def name_of(text: bytes) -> bytes:
        return TOKEN.sub(name, text)

    edits = []
    if kids:
        edits.append((kids.start(1), kids.end(1), KID.sub(kid, kids[1])))
    if box and on:
        scale, *move = on[2]
        moved = (b"%.5f" % (scale * float(x) + move[k % 2]) for k, x in enumerate(box[1].split()))
        edits.append((box.start(1), box.end(1), b" ".join(moved)))
    made, last = b"", 0
    for start, end, text in sorted(edits):
        made += name_of(body[last:start]) + text
        last = end
    return made + name_of(body[last:])


def _outside(body: bytes, pattern: bytes) -> re.Match[bytes] | None:
    """Return the first match of a pattern that does not begin within a text."""
    for match in re.finditer(TEXT + b"|(?P<found>(?=" + pattern + b"))", body, re.S):
        if match["found"] is not None:
            return re.compile(pattern).match(body, match.start())
    return None


def _say(outer: TypstFile, root: int) -> None:
    """Say in the catalog and the metadata that there are tags, and which standard they keep."""
    catalog = outer.number(b"/Root")
    body = outer.objects[catalog].replace(b"/ViewerPreferences<<", b"/ViewerPreferences<</DisplayDocTitle true", 1)
    outer.objects[catalog] = body.replace(
        b"/Type/Catalog", b"/Type/Catalog/StructTreeRoot %d 0 R/MarkInfo<</Marked true/Suspects false>>" % root, 1
    )
    held = outer.number(b"/Metadata")
    told = stream_of(outer.objects[held]).replace(b" ><dc:title>", SAYS_UA, 1)
    outer.objects[held] = b"<</Length %d/Type/Metadata/Subtype/XML>>\nstream\n%s\nendstream\n" % (len(told), told)


PAGES = "pages.json"  # a PDF as the list of its bytes, see `typeset`
WRITTEN = [str(byte) for byte in range(256)]  # each byte as such a list has it: looked up, they take an eighth as long


def fold(pages: bytes, options: dict[str, str], notes: str, *, back: bool = False) -> bytes:
    """Return a PDF whose sheets, printed on both sides and turned over the short edge, are folded to a booklet.

    pages: a tagged PDF by Typst, its pages all of one size. options: of the layout's `fold`, texts all. back: whether
    the last page is the back cover; pages that would be blank lie before it then, ruled, with the word `notes` above.
    The sheets are pictures of the pages, and their tags tell in which order the pages are read.
    """
    count = typeset.page_count(pages)
    full = -(-count // 4) * 4

    def page(place: int) -> int | None:
        """Return which page lies at a place of the booklet, if any."""
        if back and place >= count - 1:
            return count - 1 if place == full - 1 else None
        return place if place < count else None

    def page_source(place: int) -> str:
        number = page(place)
        if number is not None:
            return str(number + 1)
        return f"ruled({typst_string(notes)})" if back else "none"

    sides = list(impose_pages(full))
    text = "".join(
        f"#side({typst_string(says)}, {page_source(left)}, {page_source(right)})\n" for says, left, right in sides
    )
    held = {PAGES: f"[{','.join(map(WRITTEN.__getitem__, pages))}]".encode()}
    made = typeset.typeset(f"{typeset.opening('folded', options)}{text}", held, tagged=False)
    drawn = [[number for place in halves if (number := page(place)) is not None] for _, *halves in sides]
    return graft(made, pages, drawn)


BEFORE = b"startxref"
SEAL = re.compile(rb"%quasiprint seal ([0-9a-f]{64})\n(?=startxref\s)")
TAIL = 256  # bytes from the end, in which it stands


def seal(pdf: bytes) -> bytes:
    """Return a PDF with its seal. Raises ValueError for what is no PDF, or has a seal."""
    at = pdf.rfind(BEFORE)
    if not pdf.startswith(b"%PDF-") or at < max(0, len(pdf) - TAIL // 2) or is_sealed(pdf):
        raise ValueError("found no PDF without a seal")
    return pdf[:at] + b"%%quasiprint seal %s\n" % hashlib.sha256(pdf).hexdigest().encode() + pdf[at:]


def is_sealed(pdf: bytes) -> bool:
    """Tell whether a file is a PDF with a seal, and nothing of it was changed since."""
    begin = max(0, len(pdf) - TAIL)
    found = SEAL.search(pdf, begin)
    if not pdf.startswith(b"%PDF-") or found is None:
        return False
    digest = hashlib.sha256(pdf[: found.start()])
    digest.update(pdf[found.end() :])
    return digest.hexdigest().encode() == found[1]
