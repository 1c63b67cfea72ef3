"""Booklets: the pages of a book, two to a side of a sheet; sheets that are folded in the middle are a booklet.

Typst takes no page as a picture where it writes tags, and cannot print pages in another order than they are read. So it
is done on its file: a page becomes a form on a side, and its tags are told where it lies (ISO 32000-1, 8.10 and 14.7).
What is read aloud, and in which order, stays.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from quasiprint.documents.boards import impose_pages
from quasiprint.drawing.canvas import MM

if TYPE_CHECKING:
    from pypdf.generic import IndirectObject


class _Place(NamedTuple):
    """Where a page lies: its side, the form that it is there, how large and how far to the right and up, in points."""

    side: IndirectObject
    form: IndirectObject
    scale: float
    right: float
    up: float


def fold(book: bytes, sheet: tuple[float, float]) -> bytes:
    """Return a book on sheets that are printed on both sides, turned over the short edge, and folded.

    book: a tagged PDF by Typst without links, its pages all of one size; what is blank goes to its end. sheet: its
    width and height, mm; a page is as wide as half of it. Each side has a bookmark.
    """
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter(clone_from=io.BytesIO(book))
    root = writer.root_object
    del root["/PageLabels"], root["/Outlines"]  # both are of the pages
    leaves: list[Any] = [*writer.pages]
    width, height = (side * MM for side in sheet)
    scale = width / 2 / leaves[0].mediabox.width
    up = height - scale * leaves[0].mediabox.height
    places: dict[int, _Place] = {}  # by the number of a page's object
    for number, (title, *halves) in enumerate(impose_pages(len(leaves)), len(leaves)):
        side: Any = writer.add_blank_page(width, height)
        forms, content = DictionaryObject(), DecodedStreamObject()
        words = []
        for right, leaf in zip((0.0, width / 2), halves, strict=True):
            if leaf < len(leaves):
                form = _form(leaves[leaf])
                forms[NameObject(f"/page{leaf}")] = form
                words.append(f"q {scale:.6f} 0 0 {scale:.6f} {right:.4f} {up:.4f} cm /page{leaf} Do Q")
                place = _Place(side.indirect_reference, form, scale, right, up)
                places[leaves[leaf].indirect_reference.idnum] = place
        content.set_data("\n".join(words).encode())
        side[NameObject("/Contents")] = writer._add_object(content)  # noqa: SLF001
        side[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): forms})
        side[NameObject("/Tabs")] = NameObject("/S")
        writer.add_outline_item(title=title, page_number=number)
    for element in _elements(root["/StructTreeRoot"]):
        _move(element, places)
    for _ in leaves:
        writer.remove_page(0)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _form(leaf: Any) -> Any:
    """Make a page's content a form, and return it."""
    from pypdf.generic import NameObject

    content = leaf.raw_get("/Contents")
    form = content.get_object()
    form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
    form[NameObject("/BBox")] = leaf.mediabox
    for entry in ("/Resources", "/StructParents"):
        if entry in leaf:
            form[NameObject(entry)] = leaf.raw_get(entry)
    return content


def _elements(node: Any) -> Iterator[Any]:
    """Yield the elements below a node of the structure."""
    for kid in node.get("/K", ()):
        element = kid.get_object()
        if isinstance(element, Mapping) and "/S" in element:
            yield element
            yield from _elements(element)


def _move(element: Any, places: Mapping[int, _Place]) -> None:
    """Tell an element of the structure where its marks lie, and its area, if it says one."""
    from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject

    leaf: Any = element.pop("/Pg", None)

    def mark(kid: Any) -> Any:
        page: Any
        number: Any
        if isinstance(kid, int):
            page, number = leaf, kid
        elif isinstance(kid, DictionaryObject) and kid.get("/Type") == "/MCR":
            page, number = kid.raw_get("/Pg"), kid["/MCID"]
        else:
            return kid
        side, form, *_ = places[page.idnum]
        entries = {"/Type": NameObject("/MCR"), "/Pg": side, "/Stm": form, "/MCID": number}
        return DictionaryObject({NameObject(name): value for name, value in entries.items()})

    element[NameObject("/K")] = ArrayObject(map(mark, element.get("/K", ())))
    if leaf is not None:
        side, _, scale, right, up = places[leaf.idnum]
        element[NameObject("/Pg")] = side
        for attributes in element.get("/A", ()):
            if "/BBox" in attributes:
                moved = (scale * x + by for x, by in zip(attributes["/BBox"], (right, up, right, up), strict=True))
                attributes[NameObject("/BBox")] = ArrayObject(map(FloatObject, moved))
