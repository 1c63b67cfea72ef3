"""From blocks of text to a tagged PDF (PDF/UA-1), typeset by Typst. The layout is ``templates/rules/layout.typ``.

Words reach Typst as string literals, never as markup: what a text or a field holds cannot change the layout.
The layout is a program, which could loop for ever or fetch packages: it is the packaged one, and no user's own. Files
reach it in memory: a folder for them would be left behind by a run that is killed. It holds such files to be text, so
what is none goes as a list of its bytes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from quasiprint import resources
from quasiprint.documents.prose import Block, Heading, Items, Line, Note, Paragraph, Picture, TextTable
from quasiprint.model.errors import InputError

LAYOUT = "rules/layout.typ"
MAIN = "main.typ"
STANDARD = "ua-1"
COUNT = re.compile(rb"%PDF-1\.[0-9]\n[^\n]*\n\s*1 0 obj\n<</Type/Pages/Count ([0-9]+)/Kids\[")
STYLES = {"strong": "strong", "emphasis": "emph"}  # what Typst calls them


def source(blocks: Iterable[Block], options: Mapping[str, str], widths: Mapping[str, float]) -> str:
    """Return a document in Typst's language. options: named arguments of the layout's `book`, texts all.
    widths: of the figures, by name, in mm.
    """
    return opening("book", options) + "".join(f"{_block(block, widths)}\n\n" for block in blocks)


def opening(form: str, options: Mapping[str, str]) -> str:
    """Return how a document begins. form: a function of the layout that its pages go through."""
    arguments = ", ".join(f"{name}: {literal(value)}" for name, value in options.items())
    return f'#import "layout.typ": *\n#show: {form}.with({arguments})\n\n'


def typeset(text: str, files: Mapping[str, bytes], *, tagged: bool = True) -> bytes:
    """Return the PDF of a document. files: what it asks for, by name, texts all. tagged: whether it is PDF/UA-1, as
    Typst proves it, or bare pages. Raises InputError where Typst refuses.
    """
    standards: Any = [STANDARD] if tagged else []
    import typst

    held: Any = {MAIN: text.encode(), "layout.typ": (resources.packaged() / LAYOUT).read_bytes(), **files}
    folder = _fonts_folder()
    try:
        # what is not among the files Typst looks for below its root, and is to find nothing of the current folder
        compiler = typst.Compiler(held, root=folder, font_paths=_fonts())
        done: Any = compiler.compile(pdf_standards=standards, pdf_tags=tagged, timestamp=0)
    except typst.TypstError as problem:
        said = " ".join(str(problem).replace(folder, "").split())
        raise InputError(f"rulebook: Typst found {said}") from None
    return bytes(done)


def began() -> bool:
    """Tell whether this process may have typeset: Typst's threads are not in a process that it is forked into, which
    would wait for them for ever."""
    return "typst" in sys.modules


def page_count(pdf: bytes) -> int:
    """Return how many pages a document has that Typst made. It begins with the list of its pages, and to have Typst
    count them would be to have it typeset again. Raises ValueError for a document that begins otherwise."""
    found = COUNT.match(pdf)
    if not found:
        raise ValueError(f"pdf: found {pdf[:60]!r}, allowed is what Typst writes, its list of pages first")
    return int(found[1])


def _fonts_folder() -> str:
    return str(resources.packaged() / "fonts")


@lru_cache(maxsize=1)
def _fonts() -> Any:
    """Return the fonts that there are for every document: the packaged ones and Typst's own, none of the system's."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[_fonts_folder()])


def literal(text: str) -> str:
    """Return a text as a string of Typst's, which knows the escapes of JSON but for its way with other signs."""
    return json.dumps(text, ensure_ascii=False)


def _line(line: Line) -> str:
    found = []
    for run in line:
        said = f"#{literal(run.text)}"
        found.append(f"#{STYLES[run.style]}[{said}]" if run.style in STYLES else said)
        if run.style == "code":
            found[-1] = f"#code({literal(run.text)})"
    return "".join(found)


def _held(blocks: Iterable[Block], widths: Mapping[str, float]) -> str:
    """Return blocks as the content of another one."""
    content = "\n\n".join(_block(block, widths) for block in blocks)
    return f"[{content}]"


def _block(block: Block, widths: Mapping[str, float]) -> str:
    match block:
        case Heading(level, line):
            return f"#heading(level: {level})[{_line(line)}]"
        case Paragraph(line):
            return _line(line)
        case Items(numbered, entries):
            content = ", ".join(_held(entry, widths) for entry in entries)
            return f"#{'enum' if numbered else 'list'}({content})"
        case TextTable(rows):
            head = "".join(f"[{_line(cell)}], " for cell in rows[0])
            body = "".join(f"[{_line(cell)}], " for row in rows[1:] for cell in row)
            return f"#grid-of({len(rows[0])}, ({head}), ({body}))"
        case Note(inner):
            return f"#note{_held(inner, widths)}"
        case Picture(name, caption, alt, _):
            return f"#picture({literal(name)}, {widths[name]:.3f}mm, {literal(alt)}, [{_line(caption)}])"
