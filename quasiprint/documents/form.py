"""PDFs for themselves: seals, and forms to be filled in, pages as `quasiprint.drawing.canvas` draws them, with fields.

The fields are made with ReportLab. Each has a name, a tooltip and an appearance of its own, empty; its letters are
those of the program's font, which is embedded whole, as a simple font of Western European letters: viewers cannot type
in the subset that pages have.

A seal tells whether anything was changed since. A score sheet is filled in on a screen and saved under its name, a
rulebook gets a reader's notes. What was written into them must not go when the sheet or the book is written again. A
set has a manifest to tell; a single file has its seal, the hash of all other bytes, in a comment before ``startxref``:
there it moves nothing that is found by its place.
"""

from __future__ import annotations

import hashlib
import io
import re
from typing import Any

from quasiprint import resources
from quasiprint.drawing.canvas import FONTS, MM, blank, put
from quasiprint.model.scoresheet import Field, Form

LETTERS = "cp1252"  # what PDF calls WinAnsiEncoding
FONT = "NotoSans"  # by which the fields name it
PRINTED = 4  # a flag of annotations
NOT_CHECKED, NOT_SCROLLED = 1 << 22, 1 << 23  # flags of fields: no spelling, no more than the box holds


def pdf(form: Form) -> bytes:
    """Return a form's document. Equal forms give equal bytes."""
    stream = io.BytesIO()
    canvas = blank(stream, form.width, form.height, form.language)
    canvas.setTitle(form.title)
    canvas.setSubject(form.title)
    canvas.setAuthor("quasiprint")
    canvas.setCreator("quasiprint")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    font = _font(canvas)
    canvas.acroForm.fonts[FONT] = canvas.acroForm.getRefStr(font)
    for number, (page, fields) in enumerate(form.pages):
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(page.title, f"page{number}", 0)
        put(canvas, page)
        for field in fields:
            _field(canvas, field)
        canvas.showPage()
        _tab(canvas._doc.Pages.pages[-1])
    canvas.save()
    return stream.getvalue()


def _tab(page: Any) -> None:
    """Let the tabulator go through a page's fields in their order; ReportLab does not know this entry."""
    from reportlab.pdfbase.pdfdoc import PDFName

    page.__NoDefault__ = [*page.__NoDefault__, "Tabs"]
    page.Tabs = PDFName("W")


def _font(canvas: Any) -> Any:
    """Return the font of fields, whole and with its widths."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFZCompress

    name, file = FONTS[False]
    face = pdfmetrics.getFont(name).face
    content = (resources.packaged() / "fonts" / file).read_bytes()
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
    """Add a field to the page. ReportLab's own has no text in the middle, and shares appearances between fields."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

    width, height = field.width * MM, field.height * MM
    x, y = field.x * MM, field.y * MM
    look = {"Type": PDFName("XObject"), "Subtype": PDFName("Form"), "BBox": PDFArray([0, 0, width, height])}
    empty = PDFStream(PDFDictionary(look), "/Tx BMC EMC\n", [])
    widget = PDFDictionary(
        {
            "Type": PDFName("Annot"),
            "Subtype": PDFName("Widget"),
            "FT": PDFName("Tx"),
            "T": PDFString(field.name),
            "TU": PDFString(field.tip),
            "Rect": PDFArray([x, y, x + width, y + height]),
            "P": canvas._doc.thisPageRef(),
            "F": PRINTED,
            "Ff": NOT_CHECKED | NOT_SCROLLED,
            "Q": 0 if field.start else 1,
            "DA": PDFString(f"/{FONT} {field.size * MM:.1f} Tf 0 g"),
            "AP": PDFDictionary({"N": canvas._doc.Reference(empty)}),
        }
    )
    canvas._addAnnotation(widget)
    canvas.acroForm.fields.append(canvas.acroForm.getRef(widget))


BEFORE = b"startxref"
SEAL = re.compile(rb"%quasiprint seal ([0-9a-f]{64})\n(?=startxref\s)")
TAIL = 256  # bytes from the end, in which it stands


def sealed(pdf: bytes) -> bytes:
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
