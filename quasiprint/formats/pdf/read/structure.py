"""What a file is made of: catalog, pages, bookmarks, drawings, fonts. Every entry of every part stands on a list.

Actions, scripts, notes, forms to fill in, attached files, layers that may be hidden, passwords: none of them does.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from quasiprint.formats.pdf.read.fonts import font_of, proved
from quasiprint.formats.pdf.read.streams import MM, Font, Form, Resources, foreign, form_of, page_items
from quasiprint.readback.document import Document, ReadPage
from quasiprint.readback.unreadable import DAMAGED, Unreadable

T = TypeVar("T")
ROOT = {"/Type", "/Pages", "/Outlines", "/PageMode", "/ViewerPreferences", "/Lang"}
TYPESET = ROOT | {"/Metadata", "/PageLabels", "/MarkInfo", "/StructTreeRoot"}
TRAILER = {"/Size", "/Root", "/Info", "/ID", "/Type", "/W", "/Index", "/Filter", "/Length", "/DecodeParms"}
INFO = {"/Title", "/Subject", "/Author", "/Creator", "/Producer", "/Keywords", "/CreationDate", "/ModDate", "/Trapped"}
NODE = {"/Type", "/Kids", "/Count", "/Parent"}
PAGE = {"/Type", "/Parent", "/Contents", "/MediaBox", "/Resources", "/Rotate", "/Trans"}
TYPESET_PAGE = PAGE | {"/StructParents", "/Tabs"}
WIDGET = {"/Type", "/Subtype", "/FT", "/T", "/TU", "/Rect", "/P", "/F", "/Ff", "/Q", "/DA", "/AP"}
FIELDS = {"/DA", "/DR", "/Fields"}
RESOURCES = {"/Font", "/ProcSet", "/XObject"}
FORM = {"/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources"}
PACKED = {"/Length", "/Filter", "/DecodeParms"}
# the last of them in sets of old versions
PACKINGS: tuple[list[str], ...] = ([], ["/FlateDecode"], ["/ASCII85Decode", "/FlateDecode"])
BOOKMARK = {"/Title", "/Dest", "/Parent", "/Next", "/Prev"}
BOXES = ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox")
ASKED = {"/DisplayDocTitle": True, "/PrintScaling": "/None"}
DUPLEX = {"/DuplexFlipLongEdge": "long edge", "/DuplexFlipShortEdge": "short edge"}
STRAIGHT = [1, 0, 0, 1, 0, 0]
DEEPEST = 16  # nodes above a page
MOST_PAGES = 20_000


def sheets_of(content: bytes) -> Document:
    """Return what is drawn on a file's pages. Raises Unreadable for what is no whole PDF, and for what no set has."""
    return _guarded(content, _sheets)


def book_of(content: bytes, *, filled_in: bool, tagged: bool) -> tuple[tuple[float, float], ...]:
    """Return the sizes of a typeset book's pages, mm, whose content is not read. filled_in: whether it has fields;
    tagged: whether it must have tags, which tell it from a document of sheets.

    Raises Unreadable as `sheets_of`.
    """
    return _guarded(content, lambda reader: _book(reader, filled_in=filled_in, tagged=tagged))


def _guarded(content: bytes, read: Callable[[Any], T]) -> T:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    if not content.startswith(b"%PDF-") or b"%%EOF" not in content[-1024:]:
        raise Unreadable("it does not begin with %PDF- and end with %%EOF")
    if content.count(b"startxref") != 1:
        raise foreign("a file within the file, or an earlier state of it")
    try:
        reader = PdfReader(io.BytesIO(content), strict=True)
        if reader.is_encrypted or not set(reader.trailer) <= TRAILER:
            raise foreign("a password, or an entry at its end")
        return read(reader)
    except (PyPdfError, *DAMAGED) as problem:
        raise Unreadable(f"pypdf cannot read it: {problem}") from None


def _refuse(found: Mapping[str, Any], known: set[str], what: str) -> None:
    """Raise Unreadable if a part has an entry that is not known."""
    for key in found:
        if key not in known:
            raise foreign(f"an entry {key} of {what}")


def _sheets(reader: Any) -> Document:
    root, info = reader.trailer["/Root"], reader.metadata or {}
    _refuse(root, ROOT, "the catalog")
    _refuse(info, INFO, "what it says of itself")
    asked = root.get("/ViewerPreferences", {})
    _refuse(asked, set(ASKED) | {"/Duplex"}, "how it asks to be shown")
    parts = _Parts()
    if root.get("/PageMode", "/UseNone") != "/UseNone" or any(asked.get(key) != due for key, due in ASKED.items()):
        parts.problems["it asks to be shown or printed in another way"] = None
    title, duplex = str(info.get("/Title", "")), str(asked.get("/Duplex", ""))
    if str(info.get("/Subject", "")) != title or str(info.get("/Author", "")) != "quasiprint":
        parts.problems["it has another subject or author"] = None
    pages: list[ReadPage] = []
    sheets = list(_leaves(root["/Pages"]))
    titles = _bookmarks(root, sheets)
    if len(titles) != len(sheets):
        parts.problems[f"it has other bookmarks than one for each of its {len(sheets)} pages"] = None
    count = 0
    for sheet, name in zip(sheets, [*titles, *[""] * (len(sheets) - len(titles))], strict=True):
        width, height = _size(sheet, PAGE)
        items = page_items(_packed(sheet["/Contents"], set(), "a page's content"), parts.resources(sheet))
        count += len(items)
        if count > MOST_PAGES * 100:
            raise Unreadable(f"it has more than {MOST_PAGES * 100} paths")
        pages.append(ReadPage(width, height, name, items))
    parts.prove()
    return Document(tuple(pages), title, DUPLEX.get(duplex, duplex), tuple(parts.problems))


def _book(reader: Any, *, filled_in: bool, tagged: bool) -> tuple[tuple[float, float], ...]:
    root = reader.trailer["/Root"]
    if tagged and not (root.get("/MarkInfo", {}).get("/Marked") and "/StructTreeRoot" in root):
        raise foreign("a document without tags in the place of a book")
    _refuse(root, TYPESET | ({"/AcroForm"} if filled_in else set()), "the catalog")
    if filled_in:
        _refuse(root.get("/AcroForm", {}), FIELDS, "the form")
    found = []
    for sheet in _leaves(root["/Pages"]):
        found.append(_size(sheet, TYPESET_PAGE | ({"/Annots"} if filled_in else set())))
        for note in sheet.get("/Annots", ()):
            field = note.get_object()
            _refuse(field, WIDGET, "a field")
            if field.get("/Subtype") != "/Widget":
                raise foreign(f"a note {str(field.get('/Subtype'))[:20]}")
        sheet["/Contents"].get_object().get_data()  # proves that it is whole
    return tuple(found)


def _leaves(node: Any, depth: int = 0) -> Iterator[Any]:
    """Yield the pages below a node, as they are: nothing is handed down to them."""
    node = node.get_object()
    if "/Kids" not in node:
        yield node
        return
    _refuse(node, NODE, "the pages")
    below = 0
    if depth > DEEPEST or len(node["/Kids"]) > MOST_PAGES:
        raise foreign("pages below pages, or too many")
    for kid in node["/Kids"]:
        for leaf in _leaves(kid, depth + 1):
            below += 1
            yield leaf
    if node.get("/Count") != below:
        raise foreign(f"{below} pages where it says {node.get('/Count')}")


def _size(sheet: Any, known: set[str]) -> tuple[float, float]:
    """Return the width and height of a page, mm, that is neither shifted, turned, scaled nor cropped."""
    left, low, right, high = map(float, sheet["/MediaBox"])
    if left or low or int(sheet.get("/Rotate", 0)) or float(sheet.get("/UserUnit", 1)) != 1:
        raise Unreadable("a page is shifted, turned or scaled")
    if any(key in sheet and list(map(float, sheet[key])) != [left, low, right, high] for key in BOXES):
        raise Unreadable("a page is cropped", "page-size")
    _refuse(sheet, known | set(BOXES), "a page")
    if sheet.get("/Type") != "/Page" or sheet.get("/Trans", {}):
        raise foreign("a page that is none, or comes in another way")
    return right * MM, high * MM


def _bookmarks(root: Any, sheets: list[Any]) -> list[str]:
    """Return the bookmarks, as far as there is one for each page, in their order."""
    top = root.get("/Outlines")
    _refuse(top or {}, {"/Type", "/First", "/Last", "/Count"}, "the bookmarks")
    entry, titles = top.get("/First") if top else None, []
    for sheet in sheets:
        if entry is None:
            break
        _refuse(entry, BOOKMARK, "a bookmark")
        where = entry["/Dest"]
        if len(where) != 2 or where[0].get_object() is not sheet or where[1] != "/Fit":
            return []
        titles.append(str(entry["/Title"]))
        entry = entry.get("/Next")
    return titles if entry is None else []


def _packed(stream: Any, known: set[str], what: str) -> bytes:
    """Return the content of one stream, packed as sets have it."""
    stream = stream.get_object()
    if not hasattr(stream, "get_data"):
        raise foreign(f"{what} in several parts")
    _refuse(stream, known | PACKED, what)
    packed = stream.get("/Filter", [])
    if (packed if isinstance(packed, list) else [packed]) not in PACKINGS or "/DecodeParms" in stream:
        raise foreign(f"{what} packed in another way")
    data: bytes = stream.get_data()
    return data


class _Parts:
    """The drawings and fonts of a file, each read once."""

    def __init__(self) -> None:
        self._forms: dict[int, Form] = {}
        self._fonts: dict[int, tuple[Font, Any]] = {}
        self.problems: dict[str, None] = {}
        self._held: dict[int, tuple[Any, Mapping[str, Font]]] = {}

    def resources(self, sheet: Any) -> Resources:
        """Return what a page's stream can name."""
        own = sheet["/Resources"].get_object()
        _refuse(own, RESOURCES, "a page's resources")
        forms = own.get("/XObject", {})
        return Resources(
            {name[1:]: self._form(forms.raw_get(name)) for name in forms},
            self._known(own.get("/Font", {})),
            self.problems,
        )

    def _known(self, fonts: Any) -> Mapping[str, Font]:
        if id(fonts) not in self._held:
            self._held[id(fonts)] = fonts, {name[1:]: self._font(fonts.raw_get(name)) for name in fonts}
        return self._held[id(fonts)][1]

    def _form(self, link: Any) -> Form:
        number = getattr(link, "idnum", None)
        if number is None:
            raise foreign("a drawing that has no number")
        if number not in self._forms:
            form = link.get_object()
            if form.get("/Subtype") != "/Form":
                raise foreign("a picture")
            data = _packed(form, FORM, "a drawing")
            if list(form.get("/Matrix", STRAIGHT)) != STRAIGHT:
                raise foreign("a drawing that is turned or scaled in itself")
            read = form_of(data)
            self.problems.update(dict.fromkeys(read.problems))
            west, south, east, north = map(float, form["/BBox"])
            wide = max((path.width for _, _, path in read.paths), default=0.0)
            x, y = read.points.real, read.points.imag
            if len(x) and not (x.min() - wide > west and x.max() + wide < east and y.min() - wide > south
                               and y.max() + wide < north):  # fmt: skip
                raise foreign("a drawing that is cut off")
            self._forms[number] = read
        return self._forms[number]

    def _font(self, link: Any) -> Font:
        number = getattr(link, "idnum", None)
        if number is None:
            raise foreign("a font that has no number")
        if number not in self._fonts:
            found = link.get_object()
            self._fonts[number] = font_of(found), found
        return self._fonts[number][0]

    def prove(self) -> None:
        """Prove that what was written looks like what it means."""
        for font, found in self._fonts.values():
            proved(font, found)
