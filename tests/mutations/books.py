"""PDF by pypdf: pages and forms as text, and the tiles that are stamped on pages."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mutations.folder import NotHere, files, put

MM = 72 / 25.4
STAMP = re.compile(r"q (\S+) (\S+) (\S+) (\S+) (\S+) (\S+) cm\s*/(\S+) Do\s*Q\s*\n?")
TEXT = re.compile(r"BT 1 0 0 1 (\S+) (\S+) Tm (/\S+ \S+ Tf \S+ TL) \(([^)]*)\) Tj T\* ET")
POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+) ([ml])\b")
Stamp = re.Match[str]


class Document:
    """A PDF that is edited: its pages' and forms' content as text."""

    def __init__(self, folder: Path, pattern: str) -> None:
        from pypdf import PdfReader, PdfWriter

        self.path = files(folder, f"pdf/{pattern}")[0]
        self.writer = PdfWriter(clone_from=PdfReader(io.BytesIO(self.path.read_bytes())))
        self.contents = [page.get_contents().get_data().decode("latin-1") for page in self.writer.pages]

    def forms(self) -> dict[str, Any]:
        """Return the forms of the document by their names."""
        found: dict[str, Any] = {}
        for page in self.writer.pages:
            for name, form in page["/Resources"].get("/XObject", {}).items():
                found[name[1:]] = form.get_object()
        return found

    def form(self, name: str, edit: Callable[[str], str]) -> None:
        """Edit what a form draws. Raises NotHere if it stays the same."""
        form = self.forms()[name]
        text = form.get_data().decode("latin-1")
        if edit(text) == text:
            raise NotHere(f"nothing like it in {name}")
        form.set_data(edit(text).encode("latin-1"))

    def shared(self) -> None:
        """Let every page know every form."""
        from pypdf.generic import DictionaryObject, NameObject

        found = self.forms()
        for page in self.writer.pages:
            held = page["/Resources"].get_object().setdefault(NameObject("/XObject"), DictionaryObject())
            for name, form in found.items():
                held.get_object()[NameObject(f"/{name}")] = form.indirect_reference

    def write(self) -> None:
        """Write the document again."""
        from pypdf.generic import NameObject, StreamObject

        for page, text in zip(self.writer.pages, self.contents, strict=True):
            stream = StreamObject()
            stream.set_data(text.encode("latin-1"))
            page[NameObject("/Contents")] = self.writer._add_object(stream)
        stream = io.BytesIO()
        self.writer.write(stream)
        put(self.path, stream.getvalue())


def tiles_of(text: str) -> list[list[Stamp]]:
    """Return the stamps of each tile of a page: those at one place, one after the other."""
    found: list[list[Stamp]] = []
    for stamp in STAMP.finditer(text):
        if found and found[-1][0].groups()[:6] == stamp.groups()[:6]:
            found[-1].append(stamp)
        else:
            found.append([stamp])
    return [tile for tile in found if len(tile) > 1]


def replaced(text: str, stamps: list[Stamp], fresh: str) -> str:
    """Return a page's content with stamps replaced by something else."""
    return text[: stamps[0].start()] + fresh + text[stamps[-1].end() :]


def first_tile(document: Document) -> tuple[int, list[Stamp]]:
    for number, text in enumerate(document.contents):
        if tiles := tiles_of(text):
            return number, tiles[0]
    raise NotHere("no tiles on any page")


def stamped(matrix: list[float], name: str) -> str:
    return f"q {' '.join(f'{number:.6f}' for number in matrix)} cm\n/{name} Do\nQ\n"


def matrix_of(stamp: Stamp) -> list[float]:
    return [float(word) for word in stamp.groups()[:6]]
