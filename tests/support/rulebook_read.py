"""Reads a tagged PDF as those do who have it read aloud: by its structure, with pypdf, never by its layout; and all of
its text, with MuPDF, which takes a twentieth of the time for a book full of figures. And what books are filled with."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import pymupdf
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from tags import elements

from quasiprint import games
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.page import Content


@cache
def shop_of(game: str, language: str = "en", edge: float | None = None, **given: Any) -> Build:
    """Return where the books of a set with these options are made."""
    return Build(settle(Request(game, given, edge=edge, language=language)))


def content(game: str, language: str = "en", edge: float | None = None, **given: Any) -> Content:
    """Return what the books of a set are filled with."""
    return shop_of(game, language, edge, **given).books.content(language)


def facts(game: str, figure: str, **given: Any) -> dict[str, Any]:
    """Return what the rules say of a figure."""
    return dict(content(game, **given).figures[figure]().facts)


def own_text(change: tuple[str, str], name: str = "quomino", language: str = "en") -> None:
    """Put a user's own text of a book into the current folder, in which one thing is changed, or added at the end."""
    text = (games.folder(name.partition("-")[0]) / f"rules/{language}/{name}.md").read_text(encoding="utf-8")
    assert change[0] in text
    file = Path(f"templates/rules/{language}/{name}.md")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.replace(*change, 1) if change[0] else text + change[1], encoding="utf-8")


def text_of(pdf: bytes) -> str:
    """Return all text of a PDF, its white space made one space."""
    return " ".join(" ".join(pages_of(pdf)).split())


def pages_of(pdf: bytes) -> list[str]:
    """Return the text of each page, in the order in which it was written."""
    with pymupdf.open(stream=pdf) as opened:
        return [page.get_text() for page in opened]


def structure(pdf: bytes) -> dict[str, list[DictionaryObject]]:
    """Return the elements of a PDF's structure by their kind, in reading order."""
    found: dict[str, list[DictionaryObject]] = {}
    root = PdfReader(io.BytesIO(pdf)).trailer["/Root"]
    for kind, node in elements(root["/StructTreeRoot"]) if "/StructTreeRoot" in root else ():
        found.setdefault(kind, []).append(node)
    return found


def faults(pdf: bytes) -> list[str]:
    """Return what keeps a PDF from being read by everybody: of ISO 14289-1 what a reader of structure can see."""
    reader = PdfReader(io.BytesIO(pdf))
    root = reader.trailer["/Root"]
    said = []
    if not root.get("/MarkInfo", {}).get("/Marked"):
        said.append("not tagged")
    if not root.get("/Lang"):
        said.append("no language")
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        said.append("its title is not shown")
    meta = root["/Metadata"].get_object().get_data() if "/Metadata" in root else b""
    if not re.search(rb"pdfuaid:part[>=]['\"]?1", meta):
        said.append("does not say that it is PDF/UA-1")
    if b"dc:title" not in meta:
        said.append("no title")
    every = structure(pdf)
    for figure in every.get("/Figure", []):
        if not str(figure.get("/Alt", "")).strip():
            said.append("a figure without a text in its place")
    levels = [int(str(kind)[2:]) for kind in _kinds(pdf) if re.fullmatch(r"/H[1-6]", str(kind))]
    if not levels or levels[0] != 1 or any(b > a + 1 for a, b in zip(levels, levels[1:], strict=False)):
        said.append("headings skip a level")
    if "/Outlines" not in root and len(levels) > 1:
        said.append("no bookmarks")
    for table in every.get("/Table", []):
        if "/TH" not in [kind for kind, _ in elements(table)]:
            said.append("a table without a head")
    for page in reader.pages:
        if page.get("/Tabs") != "/S":
            said.append("its tab order is not that of its structure")
        for name, font in page["/Resources"].get("/Font", {}).items():
            if not _embedded(font.get_object()):
                said.append(f"font {name} is not embedded")
            if "/ToUnicode" not in font.get_object():
                said.append(f"font {name} has no characters")
    return sorted(set(said))


def _kinds(pdf: bytes) -> list[str]:
    """Return the kinds of elements in reading order."""
    return [kind for kind, _ in elements(PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/StructTreeRoot"])]


def _embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    descriptor = inner.get("/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
