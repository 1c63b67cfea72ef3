"""Forms to be filled in: pages as `quasiprint.drawing.canvas` draws them, with fields.

The fields are made with ReportLab. Each has a name, a tooltip and an appearance of its own, empty; its letters are
those of the program's font, which is embedded whole, as a simple font of Western European letters: viewers cannot type
in the subset that pages have.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from quasiprint.drawing.canvas import MM, document, pages
from quasiprint.drawing.canvas import font as packaged
from quasiprint.drawing.lettering import CAPITALS, PAGE_FONTS, text_width, wrap
from quasiprint.errors import InputError
from quasiprint.model.face import Ring
from quasiprint.model.page import (
    Beside,
    Block,
    Field,
    FieldGrid,
    Form,
    FormCell,
    Legend,
    Page,
    ScoreSheet,
    Shape,
    SheetHeading,
    Text,
    Words,
)
from quasiprint.model.resources import papers, template_folder

LETTERS = "cp1252"  # what PDF calls WinAnsiEncoding
FONT = "AlegreyaSans"  # by which the fields name it
PRINTED = 4  # a flag of annotations
# what a field shows, each its own: viewers write into it
EMPTY = (
    b"<<\n/BBox [ 0 0 %s ] /Filter [  ] /Length 12 /Subtype /Form /Type /XObject\n>>\nstream\n/Tx BMC EMC\nendstream\n"
)
NOT_CHECKED, NOT_SCROLLED = 1 << 22, 1 << 23  # flags of fields: no spelling, no more than the box holds


def pdf(form: Form) -> bytes:
    """Return a form's document. Equal forms give equal bytes."""
    from reportlab.pdfbase.pdfdoc import PDFName

    stream = io.BytesIO()
    size = form.width * form.scale, form.height * form.scale
    canvas = document(stream, size, form.language, form.title)
    font = _font(canvas)
    canvas.acroForm.fonts[FONT] = canvas.acroForm.getRefStr(font)

    def scaled() -> Iterator[Page]:
        for page, _ in form.pages:
            if form.scale != 1.0:
                canvas.scale(form.scale, form.scale)
            yield page

    for _, (_, fields) in zip(pages(canvas, scaled()), form.pages, strict=True):
        for field in fields:
            _field(canvas, field, MM * form.scale)
    for page in canvas._doc.Pages.pages:
        # the tabulator goes through fields in their order; ReportLab does not know this entry
        page.__NoDefault__ = [*page.__NoDefault__, "Tabs"]
        page.Tabs = PDFName("W")
    canvas.save()
    return stream.getvalue()


def _font(canvas: Any) -> Any:
    """Return the font of fields, whole and with its widths."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFZCompress

    face = pdfmetrics.getFont(packaged(PAGE_FONTS[False])).face
    content = (template_folder() / "fonts" / PAGE_FONTS[False]).read_bytes()
    program = PDFStream(PDFDictionary({"Length1": len(content)}), content, [PDFZCompress])
    descriptor = PDFDictionary(
        {
            "Type": PDFName("FontDescriptor"),
            "FontName": PDFName(FONT),
            "Flags": 32,  # letters of the usual set
            "FontBBox": PDFArray(face.bbox),
            "ItalicAngle": 0,
            "Ascent": face.ascent,
            "Descent": face.descent,
            "CapHeight": face.capHeight,
            "StemV": face.stemV,
            "FontFile2": canvas._doc.Reference(program),
        }
    )
    codes = [bytes([code]).decode(LETTERS, "replace") for code in range(32, 256)]
    return PDFDictionary(
        {
            "Type": PDFName("Font"),
            "Subtype": PDFName("TrueType"),
            "BaseFont": PDFName(FONT),
            "Encoding": PDFName("WinAnsiEncoding"),
            "FirstChar": 32,
            "LastChar": 255,
            "Widths": PDFArray([round(face.charWidths.get(ord(letter), face.defaultWidth)) for letter in codes]),
            "FontDescriptor": canvas._doc.Reference(descriptor),
        }
    )


def _field(canvas: Any, field: Field, unit: float) -> None:
    """Add a field to the page. unit: of its lengths, points. ReportLab's own has no text in the middle, and shares
    appearances between fields. It is written here as ReportLab writes dictionaries, which would take three times as
    long as the rest of a sheet."""
    from reportlab.pdfbase.pdfdoc import PDFString

    document = canvas._doc
    x, y, width, height = (way * unit for way in (field.x, field.y, field.width, field.height))
    name, tip = (PDFString(text).format(document) for text in (field.name, field.tip))
    look = b"(/%s %.1f Tf 0 g)" % (FONT.encode(), field.size * unit)
    empty = document.Reference(EMPTY % b" ".join(map(_number, (width, height))), f"empty {document.objectcounter}")
    widget = _written()(
        (b"<<\n/AP <<\n/N ", empty, b"\n>> /DA %s /F %d /FT /Tx /Ff " % (look, PRINTED)),
        (b"%d /P " % (NOT_CHECKED | NOT_SCROLLED), document.thisPageRef(), b" \n  /Q %d" % (not field.start)),
        (b" /Rect [ %s ] /Subtype /Widget" % b" ".join(map(_number, (x, y, x + width, y + height))),),
        (b" /T %s /TU %s /Type /Annot\n>>" % (name, tip),),
    )
    canvas._addAnnotation(widget)
    canvas.acroForm.fields.append(canvas.acroForm.getRef(widget))


@lru_cache(maxsize=4096)
def _number(number: float) -> bytes:
    """Return a number as ReportLab writes it. Fields stand in rows and columns: it comes again."""
    return bytes(import_module("reportlab.lib.rl_accel").fp_str(number), "ascii")


@cache
def _written() -> Any:
    """Return the class of what stands in a document as it is written."""
    from reportlab.pdfbase.pdfdoc import PDFObject

    class Written(PDFObject):  # type: ignore[misc]
        """lines: of bytes, and of references to objects, whose numbers are known when all is written."""

        def __init__(self, *lines: Sequence[Any]) -> None:
            self.lines = lines

        def format(self, document: Any) -> bytes:
            """Return it with the numbers."""
            parts = (part for line in self.lines for part in line)
            return b"".join([part if isinstance(part, bytes) else part.format(document) for part in parts])

    return Written


WIDTH, HEIGHT = 190.0, 264.0  # mm: what is printed on either
RIM = 5.0  # mm: no printer prints there
ENLARGED = 1.25  # from here on a sheet is as large as its paper
LEAST, MOST = 7.1, 10.0  # mm: how high a box is
NARROWEST = 5.0  # mm: what is left to write in, beside words
LOW = 4.8  # mm: of a row of heads
GAP = 2.6  # mm: below a block
APART = 6.0  # mm: between grids side by side
FOOT = 6.0  # mm
INK = "#222222"
THIN, HEAVY = 0.2, 0.6  # mm: of lines
INSET = 0.25  # mm: between a box and its field
PADDING = 1.1  # mm: beside words in a box
SIZES = {"title": 5.4, "heading": 3.8, "words": 2.9, "cell": 2.9, "field": 3.9}  # mm
STEP = 1.35 * SIZES["words"]  # mm: from line to line
SMALLEST = 1.9  # mm: of words in a box, which shrink to fit


def form(sheet: ScoreSheet, language: str, paper: str) -> Form:
    """Return a sheet as it lies on paper: on large paper it is enlarged, on small paper made smaller. paper: of
    `papers`. Raises InputError for words that leave no room."""
    wide, high = papers()[paper]
    # on A4 and Letter, and wherever that suits, it is as large as it is
    most = min((wide - 2 * RIM) / WIDTH, (high - 2 * RIM) / HEIGHT)
    scale = 1.0 if 1.0 <= most < ENLARGED else most
    width, height = (side / scale for side in papers()[paper])
    x, y = (width - WIDTH) / 2, (height - HEIGHT) / 2
    pages = []
    for number, blocks in enumerate(sheet.pages, 1):
        form_page = _FormPage(x, y + HEIGHT)
        form_page.page(blocks, f"{sheet.title} ({number})")
        foot = f"{sheet.foot}{f' · {number}/{len(sheet.pages)}' if len(sheet.pages) > 1 else ''}"
        form_page.texts.append(Text(x + WIDTH, y, foot, 2.4, "end", colour="#444444"))
        page = Page(f"{sheet.title} · {number}", tuple(form_page.shapes()), (), tuple(form_page.texts))
        pages.append((page, tuple(form_page.fields)))
    return Form(sheet.title, language, width, height, tuple(pages), scale)


class _FormPage:
    """A page that is filled from the top down. x: its left; y: how far down it is filled."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.rings: list[Ring] = []
        self.strong: list[Ring] = []
        self.texts: list[Text] = []
        self.fields: list[Field] = []

    def page(self, blocks: Sequence[Block], where: str) -> None:
        """Lay the blocks; boxes share what room they leave. Raises InputError if there is too little."""
        fixed, longer = (_height(blocks, tall) for tall in (0.0, 1.0))
        lines = round(longer - fixed)  # of boxes
        tall = (HEIGHT - FOOT - fixed) / lines if lines else MOST
        if tall < LEAST:
            over = lines * (LEAST - tall)
            found = f"words that are {over:.1f} mm too high for a page"
            raise InputError(f"{where}: found {found}, allowed are shorter ones")
        self.lay(blocks, min(tall, MOST))

    def lay(self, blocks: Sequence[Block], tall: float) -> None:
        """Lay the blocks, boxes so high, mm."""
        for block in blocks:
            match block:
                case SheetHeading(text, top):
                    size = SIZES["title" if top else "heading"]
                    size *= min(1.0, WIDTH / text_width(text, size, True))
                    self.texts.append(Text(self.x, self.y - 4.6, text, size, bold=True, colour=INK))
                    self.y -= 7.4 if top else 5.6
                case Words(text):
                    self._lines(wrap(text, WIDTH, SIZES["words"]), self.x)
                case Legend(entries, columns):
                    size, begin, lowest = SIZES["words"], self.y, self.y
                    wide = (WIDTH - APART * (columns - 1)) / columns
                    deep = -(-len(entries) // columns)
                    for k in range(columns):
                        column, self.y, x = entries[k * deep : (k + 1) * deep], begin, self.x + k * (wide + APART)
                        sign = max((text_width(code, size, True) for code, _ in column), default=0.0) + 2.5
                        for code, meaning in column:
                            self.texts.append(Text(x, self.y - size, code, size, bold=True, colour=INK))
                            self._lines(wrap(meaning, wide - sign, size), x + sign)
                        lowest = min(lowest, self.y)
                    self.y = lowest
                case FieldGrid():
                    self.y = self._grid(block, self.x, self.y, WIDTH, tall)
                case Beside(grids):
                    wide = (WIDTH - APART * (len(grids) - 1)) / len(grids)
                    lefts = (self.x + k * (wide + APART) for k in range(len(grids)))
                    self.y = min(
                        [self._grid(grid, x, self.y, wide, tall) for grid, x in zip(grids, lefts, strict=True)]
                    )
            self.y -= GAP / 3 if isinstance(block, SheetHeading) else GAP  # a heading belongs to what comes next

    def _lines(self, lines: Sequence[str], x: float) -> None:
        size = SIZES["words"]
        for line in lines:
            self.texts.append(Text(x, self.y - size, line, size, colour=INK))
            self.y -= STEP

    def _grid(self, grid: FieldGrid, x: float, y: float, width: float, tall: float) -> float:
        """Lay rows; return how far down they reach."""
        for row in grid.rows:
            height = LOW if row.low else tall
            share = width / sum(cell.width for cell in row.cells)
            sizes = [fit_size(cell.text, cell.width * share - 2 * PADDING, cell.bold) for cell in row.cells]
            left = x
            for cell, size in zip(row.cells, sizes, strict=True):
                self._cell(cell, min(sizes) if row.low else size, left, y - height, cell.width * share, height)
                left += cell.width * share
            y -= height
        return y

    def _cell(self, cell: FormCell, size: float, x: float, y: float, width: float, height: float) -> None:
        self.rings.append(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
        if cell.first:
            self.strong.append(((x, y), (x, y + height)))
        used = 0.0
        if cell.text:
            at, base = x + (PADDING if cell.start else width / 2), y + (height - CAPITALS * size) / 2
            self.texts.append(Text(at, base, cell.text, size, "start" if cell.start else "middle", cell.bold, INK))
            used = PADDING + text_width(cell.text, size, cell.bold) if cell.name else 0.0
        if cell.name:
            wide, high = width - used - 2 * INSET, height - 2 * INSET
            if wide < NARROWEST:
                raise InputError(
                    f"score sheet: found {cell.text!r} in a box {width:.1f} mm wide, allowed are words "
                    f"that leave {NARROWEST:g} mm to write in"
                )
            at = x + used + INSET
            self.fields.append(Field(cell.name, cell.tip, at, y + INSET, wide, high, SIZES["field"], cell.start))

    def shapes(self) -> Iterator[Shape]:
        """Yield the lines."""
        if self.rings:
            yield Shape(tuple(self.rings), None, INK, THIN)
        if self.strong:
            yield Shape(tuple(self.strong), None, INK, HEAVY, closed=False)


def fit_size(text: str, room: float, bold: bool) -> float:
    """Return the size of words in a box, small enough for it. Raises InputError if they would be too small to read."""
    usual = SIZES["cell"]
    if not text:
        return usual
    size = min(usual, usual * room / text_width(text, usual, bold))
    if size < SMALLEST:
        raise InputError(f"score sheet: found {text!r} in a box {room:.1f} mm wide, allowed are fewer letters")
    return size


def _height(blocks: Sequence[Block], tall: float) -> float:
    """Return how high blocks are, mm, where boxes are so high."""
    trial = _FormPage(0.0, 0.0)
    trial.lay(blocks, tall)
    return -trial.y
