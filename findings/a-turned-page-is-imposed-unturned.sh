#!/usr/bin/env bash
# A page that is turned by /Rotate is laid on a sheet unturned by two of three libraries.
#
# pypdf 7.1.1, PyMuPDF 2.0, pikepdf 10.18.0.
# A score sheet is written 200 × 100 points large and turned by a quarter, so that a reader shows it upright, 100 × 200.
# Guess: whoever lays that page on a larger sheet, for a booklet, lays it as a reader shows it.
# Seen: pypdf's `merge_page` and PyMuPDF's `show_pdf_page` lay it as it was before the turn (PyMuPDF shrinks it into the
# place, too); pikepdf's `add_overlay` turns it.
# For a maker: a booklet or a sheet of several pages may come out with pages on their side; look before you print.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check pypdf==7.1.1 pymupdf==2.0.0 pikepdf==10.18.0 reportlab==5.1.0
environment/bin/python - <<'END'
import pikepdf
import pymupdf
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen import canvas

sheet = canvas.Canvas("sheet.pdf", pagesize=(200, 100))
sheet.rect(10, 10, 100, 20)  # wider than high; on the turned page higher than wide
sheet.save()
turned = PdfWriter(clone_from="sheet.pdf")
turned.pages[0].rotate(90)
turned.write("turned.pdf")


def size(name):
    """Return how wide and high the only drawing of a page is."""
    (drawing,) = pymupdf.open(name)[0].get_drawings()
    box = drawing["rect"]
    return round(box.width), round(box.height)


assert pymupdf.open("turned.pdf")[0].rect[2:] == (100, 200)  # as a reader shows it

writer = PdfWriter()
writer.add_blank_page(400, 400).merge_page(PdfReader("turned.pdf").pages[0])
writer.write("pypdf.pdf")
assert size("pypdf.pdf") == (100, 20)

document = pymupdf.open()
document.new_page(width=400, height=400).show_pdf_page(pymupdf.Rect(0, 300, 200, 400), pymupdf.open("turned.pdf"), 0)
document.save("pymupdf.pdf")
wide, high = size("pymupdf.pdf")
assert wide > high

with pikepdf.new() as document, pikepdf.open("turned.pdf") as source:
    document.add_blank_page(page_size=(400, 400))
    place = pikepdf.Rectangle(0, 0, 100, 200)
    pikepdf.Page(document.pages[0]).add_overlay(pikepdf.Page(source.pages[0]), place)
    document.save("pikepdf.pdf")
assert size("pikepdf.pdf") == (20, 100)
END
echo "as stated"
