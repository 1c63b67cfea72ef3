#!/usr/bin/env bash
# A page in larger units is half as large when it is joined, or measured by one of three libraries.
#
# pypdf 7.1.1, pdfplumber 0.11.10, PyMuPDF 2.0.
# A page of 720 × 720 units, of 1/36 inch each (/UserUnit 2), is 20 × 20 inches: so PDF describes a board too large for
# 1/72 inch.
# Guess: readers give its size in points, or all of them in units.
# Seen: PyMuPDF gives 1440 points, pdfplumber 720. pypdf gives 720 and the unit beside it, but laid on another page the
# board keeps its 720 and loses the unit: on paper it is half as large.
# For a maker: a large board in tiles of ordinary pages; measure the first print.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check pypdf==7.1.1 pdfplumber==0.11.10 pymupdf==2.0.0 pikepdf==10.18.0
environment/bin/python - <<'END'
import pdfplumber
import pikepdf
import pymupdf
from pypdf import PdfReader, PdfWriter

with pikepdf.new() as document:
    document.add_blank_page(page_size=(720, 720))
    document.pages[0].UserUnit = 2
    document.pages[0].Contents = document.make_stream(b"72 72 576 576 re S")
    document.save("board.pdf", min_version="1.6")

page = PdfReader("board.pdf").pages[0]
assert (page.mediabox.width, page.user_unit) == (720, 2)

with pdfplumber.open("board.pdf") as document:
    assert (document.pages[0].width, document.pages[0].rects[0]["width"]) == (720, 576)

with pymupdf.open("board.pdf") as document:
    assert document[0].rect.width == 1440
    assert document[0].get_drawings()[0]["rect"].width == 1152

writer = PdfWriter()
writer.add_blank_page(1440, 1440).merge_page(page)
writer.write("joined.pdf")
with pymupdf.open("joined.pdf") as document:
    assert document[0].rect.width == 1440
    assert document[0].get_drawings()[0]["rect"].width == 576
END
echo "as stated"
