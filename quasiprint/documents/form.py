"""Forms to be filled in: pages as `quasiprint.drawing.canvas` draws them, with fields.

The fields are made with ReportLab. Each has a name, a tooltip and an appearance of its own, empty; its letters are
those of the program's font, which is embedded whole, as a simple font of Western European letters: viewers cannot type
in the subset that pages have.

In large type the same cells and words take as many pages as large letters need: what stands side by side follows one
below the other, and a table with columns for each player is parted between players, until every head of a column has
its full size. Rows that go on on another page have their heads again.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain, product
from typing import Any, TypeVar

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
    Row,
    ScoreSheet,
    Shape,
    SheetHeading,
    Text,
    Words,
)
from quasiprint.model.resources import papers, template_folder

T = TypeVar("T", Text, Shape, Field, Form)

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
    canvas = document(stream, (form.width, form.height), form.language, form.title)
    font = _font(canvas)
    canvas.acroForm.fonts[FONT] = canvas.acroForm.getRefStr(font)
    drawn = pages(canvas, (page for page, _ in form.pages))
    for _, fields in zip(drawn, (form_fields for _, form_fields in form.pages), strict=True):
        for field in fields:
            _field(canvas, field)
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


def _field(canvas: Any, field: Field) -> None:
    """Add a field to the page. ReportLab's own has no text in the middle, and shares appearances between fields. It is
    written here as ReportLab writes dictionaries, which would take three times as long as the rest of a sheet."""
    from reportlab.pdfbase.pdfdoc import PDFString

    document = canvas._doc
    x, y, width, height = (way * MM for way in (field.x, field.y, field.width, field.height))
    name, tip = (PDFString(text).format(document) for text in (field.name, field.tip))
    look = b"(/%s %.1f Tf 0 g)" % (FONT.encode(), field.size * MM)
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
LARGE = 2.0  # how much larger large type is: words have 18 points then
BESIDE = 6.0  # mm, before they are enlarged: around what is printed on large pages
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


def form(sheet: ScoreSheet, language: str, paper: str, *, large: bool = False) -> Form:
    """Return a sheet as it lies on paper. paper: of `papers`. large: in large type, laid on a smaller page that is then
    enlarged, as it is for large paper; for small paper it is made smaller. Raises InputError for words that leave no
    room."""
    wide, high = papers()[paper]
    # on A4 and Letter, and wherever that suits, it is as large as it is
    most = min((wide - 2 * RIM) / WIDTH, (high - 2 * RIM) / HEIGHT)
    scale = LARGE if large else 1.0 if 1.0 <= most < ENLARGED else most
    width, height = (side / scale for side in papers()[paper])
    wide, high = (width - 2 * BESIDE, height - 2 * BESIDE) if large else (WIDTH, HEIGHT)
    x, y = (width - wide) / 2, (height - high) / 2
    if large:

        def share(blocks: Sequence[Block]) -> float:
            """Return how much of a page blocks take at least, with what stands at the foot."""
            words, lines = _measure(blocks, wide)
            return (words + LEAST * lines) / high

        sheet = reflowed(sheet, share, lambda grid: _fits(grid, wide))
    pages = []
    for number, blocks in enumerate(sheet.pages, 1):
        form_page = _FormPage(x, y + high, wide, high)
        form_page.page(blocks, f"{sheet.title} ({number})")
        foot = f"{sheet.foot}{f' · {number}/{len(sheet.pages)}' if len(sheet.pages) > 1 else ''}"
        form_page.texts.append(Text(x + wide, y, foot, SIZES["words"] if large else 2.4, "end", colour="#444444"))
        page = Page(f"{sheet.title} · {number}", tuple(form_page.shapes()), (), tuple(form_page.texts))
        pages.append((page, tuple(form_page.fields)))
    return enlarged(Form(sheet.title, language, width, height, tuple(pages)), scale)


def _fits(grid: FieldGrid, width: float) -> bool:
    """Tell whether the words of a grid need not shrink, and leave room to write in."""
    for row in grid.rows:
        share = width / sum(cell.width for cell in row.cells)
        for cell in row.cells:
            words = text_width(cell.text, SIZES["cell"], cell.bold)
            more = NARROWEST + 2 * INSET if cell.name else PADDING
            if cell.text and words + PADDING + more > cell.width * share:
                return False
    return True


class _FormPage:
    """A page that is filled from the top down. x: its left; y: how far down it is filled. width, height: of what is
    printed."""

    def __init__(self, x: float, y: float, width: float, height: float) -> None:
        self.x, self.y = x, y
        self.width, self.height = width, height
        self.rings: list[Ring] = []
        self.strong: list[Ring] = []
        self.texts: list[Text] = []
        self.fields: list[Field] = []

    def page(self, blocks: Sequence[Block], where: str) -> None:
        """Lay the blocks; boxes share what room they leave. Raises InputError if there is too little."""
        fixed, lines = _measure(blocks, self.width)
        tall = (self.height - fixed) / lines if lines else MOST
        if tall < LEAST:
            over = lines * (LEAST - tall)
            raise InputError(
                f"{where}: found words that are {over:.1f} mm too high for a page, allowed are shorter ones"
            )
        for block in blocks:
            self._block(block, min(tall, MOST))
            self.y -= _gap(block)

    def _block(self, block: Block, tall: float) -> None:
        match block:
            case SheetHeading(text, top):
                size = SIZES["title" if top else "heading"]
                size *= min(1.0, self.width / text_width(text, size, True))
                self.texts.append(Text(self.x, self.y - 4.6, text, size, bold=True, colour=INK))
                self.y -= _extent(block, self.width)[0]
            case Words(text):
                self._lines(wrap(text, self.width, SIZES["words"]), self.x)
            case Legend(entries, columns):
                self._legend(entries, columns)
            case FieldGrid():
                self.y = self._grid(block, self.x, self.y, self.width, tall)
            case Beside(grids):
                wide = (self.width - APART * (len(grids) - 1)) / len(grids)
                ends = [
                    self._grid(grid, self.x + k * (wide + APART), self.y, wide, tall) for k, grid in enumerate(grids)
                ]
                self.y = min(ends)

    def _lines(self, lines: Sequence[str], x: float) -> None:
        size = SIZES["words"]
        for line in lines:
            self.texts.append(Text(x, self.y - size, line, size, colour=INK))
            self.y -= STEP

    def _legend(self, entries: Sequence[tuple[str, str]], columns: int) -> None:
        size, top = SIZES["words"], self.y
        wide = (self.width - APART * (columns - 1)) / columns
        lowest = top
        for k, column in enumerate(_columns(entries, columns)):
            self.y, x, sign = top, self.x + k * (wide + APART), _signs(column)
            for code, meaning in column:
                self.texts.append(Text(x, self.y - size, code, size, bold=True, colour=INK))
                self._lines(wrap(meaning, wide - sign, size), x + sign)
            lowest = min(lowest, self.y)
        self.y = lowest

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


def _gap(block: Block) -> float:
    """Return how much room there is below a block, mm: a heading belongs to what comes next."""
    return GAP / 3 if isinstance(block, SheetHeading) else GAP


def _signs(entries: Sequence[tuple[str, str]]) -> float:
    """Return how wide the column of signs in a legend is."""
    return max((text_width(code, SIZES["words"], True) for code, _ in entries), default=0.0) + 2.5


def _columns(entries: Sequence[tuple[str, str]], columns: int) -> Iterator[Sequence[tuple[str, str]]]:
    number = -(-len(entries) // columns)
    for k in range(columns):
        yield entries[k * number : (k + 1) * number]


def _measure(blocks: Sequence[Block], width: float) -> tuple[float, int]:
    """Return how high blocks are without their boxes, with what stands at a page's foot, mm, and how many boxes. width:
    of what is printed."""
    sizes = [_extent(block, width) for block in blocks]
    high = sum(high + _gap(block) for block, (high, _) in zip(blocks, sizes, strict=True))
    return high + FOOT, sum(lines for _, lines in sizes)


def _extent(block: Block, width: float) -> tuple[float, int]:
    """Return how high a block is without its boxes, mm, and how many boxes it is high."""
    match block:
        case SheetHeading():
            return 7.4 if block.top else 5.6, 0
        case Words(text):
            return STEP * len(wrap(text, width, SIZES["words"])), 0
        case Legend(entries, columns):
            wide = (width - APART * (columns - 1)) / columns
            high = [
                sum(len(wrap(meaning, wide - _signs(column), SIZES["words"])) for _, meaning in column)
                for column in _columns(entries, columns)
            ]
            return STEP * max(high), 0
        case FieldGrid(rows):
            low = sum(row.low for row in rows)
            return LOW * low, len(rows) - low
        case Beside(grids):
            heights, lines = zip(*(_extent(grid, width) for grid in grids), strict=True)
            return max(heights), max(lines)


HEADS = 3  # rows at the top of a grid among which its heads are
WIDER = (1.0, 1.5, 2.0)  # what stands before the columns that are parted, if its words need it
FEWEST = 3  # rows that begin a grid at the foot of a page; one that has not twice as many is kept together


def reflowed(
    sheet: ScoreSheet, high: Callable[[Sequence[Block]], float], fits: Callable[[FieldGrid], bool]
) -> ScoreSheet:
    """Return a sheet on more pages. high: how much of a page blocks take at least, 1 for all of it. fits: whether all
    words of a grid have room for their full size."""
    pages: list[list[Block]] = [[]]
    for block in chain.from_iterable(_narrow(block, fits) for block in chain.from_iterable(sheet.pages)):
        rest: Block | None = block
        if isinstance(block, SheetHeading) and block.top and pages[-1]:
            pages.append([])
        while rest is not None:
            begun, rest = _begin(pages[-1], rest, high)
            pages[-1] += begun
            if rest is not None:
                # a heading belongs to what comes next
                pages.append([pages[-1].pop()] if isinstance(pages[-1][-1], SheetHeading) else [])
    used: Counter[str] = Counter()
    return replace(sheet, pages=tuple(tuple(_named_anew(block, used) for block in page) for page in pages))


def _narrow(block: Block, fits: Callable[[FieldGrid], bool]) -> Iterator[Block]:
    """Yield a block as blocks that stand one below the other."""
    match block:
        case Legend(entries):
            yield Legend(entries, 1)
        case Beside(grids):
            for grid in grids:
                yield from _narrow(grid, fits)
        case FieldGrid():
            counts = {sum(cell.first for cell in row.cells) for row in block.rows}
            groups = max(counts) if len(counts) == 1 else 0
            parts: Sequence[FieldGrid] = [block]
            for number, lead in product(sorted({-(-groups // n) for n in range(1, groups + 1)}, reverse=True), WIDER):
                parts = [_groups(block, k, k + number, lead) for k in range(0, groups, number)]
                if all(map(fits, parts)):
                    break
            yield from parts
        case _:
            yield block


def _groups(grid: FieldGrid, start: int, end: int, lead: float) -> FieldGrid:
    """Return a grid with some of the groups of cells that belong together, beside what stands before the first. lead:
    how much wider that is."""
    rows = []
    for row in grid.rows:
        number = -1
        kept = []
        for cell in row.cells:
            number += cell.first
            if number == -1:
                kept.append(replace(cell, width=lead * cell.width))
            elif start <= number < end:
                kept.append(cell)
        rows.append(replace(row, cells=tuple(kept)))
    return FieldGrid(tuple(rows))


def _begin(
    page: list[Block], block: Block, high: Callable[[Sequence[Block]], float]
) -> tuple[list[Block], Block | None]:
    """Return the part of a block that still fits on a page, and its rest, if any."""
    alone = all(isinstance(each, SheetHeading) for each in page)
    if high([*page, block]) <= 1.0 or (alone and not isinstance(block, FieldGrid)):
        return [block], None
    if not isinstance(block, FieldGrid):
        return [], block
    low = [k for k, row in enumerate(block.rows[:HEADS]) if row.low]
    top = low[-1] + 1 if low else 1
    heads, rows = block.rows[:top], block.rows[top:]
    if not rows:
        return ([block], None) if alone else ([], block)
    count = max((n for n in range(len(rows)) if high([*page, FieldGrid((*heads, *rows[:n]))]) <= 1.0), default=0)
    count = max(count, 1) if alone else count
    if (count < FEWEST or len(rows) < 2 * FEWEST) and not alone:
        return [], block
    return [FieldGrid((*heads, *rows[:count]))], FieldGrid((*heads, *rows[count:]))


def _named_anew(block: Block, used: Counter[str]) -> Block:
    """Return a block whose fields have names that no field before them has."""

    def cell(box: FormCell) -> FormCell:
        used[box.name] += 1
        return replace(box, name=f"{box.name}-{used[box.name]}") if box.name and used[box.name] > 1 else box

    if not isinstance(block, FieldGrid):
        return block
    return FieldGrid(tuple(Row(tuple(map(cell, row.cells)), row.low) for row in block.rows))


def enlarged(form: Form, scale: float) -> Form:
    """Return a form with everything on it larger."""
    if scale == 1.0:
        return form

    def larger(item: T, *lengths: str) -> T:
        return replace(item, **{length: getattr(item, length) * scale for length in lengths})

    def shape(drawn: Shape) -> Shape:
        rings = tuple(tuple((x * scale, y * scale) for x, y in ring) for ring in drawn.rings)
        return replace(larger(drawn, "width"), rings=rings)

    pages = []
    for page, fields in form.pages:
        texts = tuple(larger(text, "x", "y", "size") for text in page.texts)
        boxes = tuple(larger(field, "x", "y", "width", "height", "size") for field in fields)
        pages.append((replace(page, shapes=tuple(map(shape, page.shapes)), texts=texts), boxes))
    return replace(larger(form, "width", "height"), pages=tuple(pages))
