"""Booklets: pages of a PDF, two to a side, so that the sheets, folded in the middle, are a book; and their tags.

Tags are the structure of the pages, which are pictures on the sheets, in the order in which they are read.

Typst takes pages of a PDF as pictures, and keeps the marks in them that tags count on; the structure that says what the
marks are it leaves out, and it takes no picture at all where it is to write tags. So the structure of the pages is put
back here (ISO 32000-1, 14.7: marks in a form are named with the form). Both files are Typst's, plain objects and one
table of their places; other files are refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from quasiprint.documents import typeset
from quasiprint.documents.boards import impose_pages
from quasiprint.documents.objects import TypstFile, packed, reference, stream_of
from quasiprint.model.texts import typst_string

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
