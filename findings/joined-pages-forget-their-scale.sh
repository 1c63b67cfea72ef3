#!/usr/bin/env bash
# Joining PDF documents drops what they say of printing.
#
# pypdf 7.1.1, pikepdf 10.18.0, PyMuPDF 2.0.
# A document of tiles asks the printer's dialog for no scaling (/PrintScaling /None) and for its long edge (/Duplex).
# Guess: whoever joins two such documents keeps what both agree on.
# Seen: pypdf's `append`, pikepdf's `pages.extend` and PyMuPDF's `insert_pdf` take pages alone: of both wishes nothing is
# left, and the dialog shrinks the joined pages as it usually does. A document that is cloned first keeps them.
# For a maker: print each document by itself, or choose "actual size" by hand.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv environment
environment/bin/pip install --quiet --disable-pip-version-check pypdf==7.1.1 pikepdf==10.18.0 pymupdf==2.0.0
environment/bin/python - <<'END'
import pikepdf
import pymupdf
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject

writer = PdfWriter()
writer.add_blank_page(595, 842)
writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(
    {NameObject("/PrintScaling"): NameObject("/None"), NameObject("/Duplex"): NameObject("/DuplexFlipLongEdge")}
)
writer.write("tiles.pdf")


def preferences(name):
    return PdfReader(name).trailer["/Root"].get("/ViewerPreferences")


assert preferences("tiles.pdf")["/PrintScaling"] == "/None"

joined = PdfWriter()
joined.append("tiles.pdf")
joined.append("tiles.pdf")
joined.write("pypdf.pdf")

with pikepdf.new() as joined, pikepdf.open("tiles.pdf") as tiles:
    joined.pages.extend(tiles.pages)
    joined.pages.extend(tiles.pages)
    joined.save("pikepdf.pdf")

joined = pymupdf.open()
for _ in range(2):
    joined.insert_pdf(pymupdf.open("tiles.pdf"))
joined.save("pymupdf.pdf")

for name in ("pypdf.pdf", "pikepdf.pdf", "pymupdf.pdf"):
    assert len(PdfReader(name).pages) == 2
    assert preferences(name) is None, name

cloned = PdfWriter(clone_from="tiles.pdf")
cloned.append("tiles.pdf")
cloned.write("cloned.pdf")
assert preferences("cloned.pdf")["/PrintScaling"] == "/None"
END
echo "as stated"
