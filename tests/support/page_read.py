"""Looks at the pages of a book as an editor does: how full they are, and what stands where. With pymupdf and pypdf.

A page is looked at as a picture and as lines of text, and the order of the text is that of the tagged structure.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pymupdf
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject
from tags import elements

FULL = {1: 0.75, 2: 0.8}  # of its height, what each column of a page is filled at least, by how many there are
EVEN = 0.1  # by how much at most the columns of the last page differ, which ends where the text does
DPI = 36
PALE = 250  # from this grey on a point of the picture is blank
FOOT = 0.935  # of the page's height: below stands its number
HEAD_FACE = "AlegreyaSans-Black"
MARK = 7.6  # points: what letters of a note's mark are smaller than
END = re.compile('[.!?:…”“"»)]$')


@dataclass(frozen=True)
class Line:
    """A line of text: where it begins and stands, in points, y down, the size of its letters, and its faces."""

    left: float
    base: float
    text: str
    size: float
    faces: frozenset[str]

    @property
    def is_heading(self) -> bool:
        # the number of a step is set in the same face
        return any(HEAD_FACE in face for face in self.faces) and not self.text.isdigit()

    @property
    def is_body(self) -> bool:
        return any(re.search("Alegreya-", face) for face in self.faces)


@dataclass
class Column:
    """A column of a page: its lines from the top, and how far down there is ink, from 0 to 1."""

    lines: list[Line] = field(default_factory=list)
    filled: float = 0.0


def columns(pdf: bytes, count: int) -> list[list[Column]]:
    """Return the columns of each page."""
    return [_columns(page, count) for page in pymupdf.open(stream=pdf)]


def _columns(page: Any, count: int) -> list[Column]:
    found = [Column() for _ in range(count)]
    wide, high = page.rect.width, page.rect.height
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", []):
            text = "".join(span["text"] for span in line["spans"]).strip()
            left, base = line["spans"][0]["origin"]
            if not text or base > FOOT * high or (text.isdigit() and line["spans"][0]["size"] < MARK):
                continue
            at = min(count - 1, int(count * left / wide))
            faces = frozenset(span["font"] for span in line["spans"] if span["text"].strip())
            found[at].lines.append(Line(left, base, text, line["spans"][0]["size"], faces))
    picture = page.get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
    last = int(FOOT * picture.height)
    step = picture.width // count
    for at, column in enumerate(found):
        column.lines.sort(key=lambda line: (round(line.base), line.left))
        for y in range(last - 1, -1, -1):
            start = y * picture.stride + at * step
            if min(picture.samples[start : start + step]) < PALE:
                column.filled = (y + 1) / last
                break
    return found


def unfilled(pages: list[list[Column]], inner: range) -> list[str]:
    """Return which of the inner pages are not filled, and whether the columns of the last one are not even."""
    said = []
    for number in inner:
        full = [column.filled for column in pages[number]]
        if number == inner[-1]:
            if max(full) - min(full) > EVEN:
                said.append(f"page {number + 1}: columns end at {' and '.join(f'{100 * part:.0f} %' for part in full)}")
        elif min(full) < FULL[len(full)]:
            said.append(f"page {number + 1}: {100 * min(full):.0f} % filled")
    return said


def faults(pdf: bytes, count: int, *, back: bool, cover: bool, fill: bool = True, notes: str = "") -> list[str]:
    """Return what an editor would not let pass. count: of the columns of a page. cover, back: whether the first and the
    last page are made up by themselves. fill: whether pages are to be full. notes: head of those left to write on."""
    pages = [page for page in columns(pdf, count) if [line.text for line in page[0].lines[:1]] != [notes]]
    inner = range(cover, len(pages) - back)
    said = unfilled(pages, inner) if fill else []
    flow = [(number, column) for number in inner for column in pages[number] if column.lines]
    for number, column in flow:
        if column.lines[-1].is_heading:
            said.append(f"page {number + 1}: heading at the foot: {column.lines[-1].text!r}")
    for (number, first), (_, second) in pairwise(flow):
        said += [f"page {number + 1}: {text}" for text in _orphans(first.lines, second.lines)]
    said += _parted(pdf)
    return said


def _orphans(first: list[Line], second: list[Line]) -> list[str]:
    """Return which lines of a paragraph that goes on in the next column stand there alone."""
    last, top = first[-1], second[0]
    if not (last.is_body and top.is_body) or END.search(last.text):
        return []
    pitch = 1.42 * last.size  # more than from one line to the next, less than from one paragraph to the next
    said = []
    if len(first) > 1 and (not first[-2].is_body or last.base - first[-2].base > pitch):
        said.append(f"first line alone at the foot: {last.text!r}")
    if len(second) > 1 and (not second[1].is_body or second[1].base - top.base > pitch):
        said.append(f"last line alone at the top: {top.text!r}")
    return said


def _parted(pdf: bytes) -> list[str]:
    """Return the figures that are on another spread than the text before them."""
    reader = PdfReader(io.BytesIO(pdf))
    numbers = {page.indirect_reference.idnum: at for at, page in enumerate(reader.pages, 1) if page.indirect_reference}

    def leaf(node: Any, page: Any) -> Any:
        """Return the page of the last thing in a part of the structure."""
        node = node.get_object()
        if isinstance(node, ArrayObject):
            page = [leaf(child, page) for child in node][-1] or page
        elif isinstance(node, DictionaryObject):
            page = numbers[node.raw_get("/Pg").idnum] if "/Pg" in node else page
            page = leaf(node["/K"], page) if "/K" in node else page
        return page

    def is_leaf(kind: str) -> bool:
        return kind in ("/Figure", "/P", "/LI", "/Caption") or bool(re.fullmatch("/H[1-6]", kind))

    order = [
        (kind, leaf(node, 0), str(node.get("/Alt", "")))
        for kind, node in elements(reader.trailer["/Root"]["/StructTreeRoot"], is_leaf)
        if is_leaf(kind) and kind != "/Caption"
    ]
    said = []
    for (text, before, _), (kind, page, alt) in pairwise(order):
        # of figures in a row the first stands by its text
        if kind == "/Figure" != text and before and page and before // 2 != page // 2:
            said.append(f"page {page}: figure parted from its text on page {before}: {alt[:40]!r}")
    return said
