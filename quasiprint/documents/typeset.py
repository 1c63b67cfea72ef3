"""From blocks of text to a tagged PDF (PDF/UA-1), typeset by Typst. The layout is ``templates/rules/layout.typ``.

Words reach Typst as string literals, never as markup: what a text or a field holds cannot change the layout.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from quasiprint import resources
from quasiprint.documents.prose import Block, Grid, Heading, Items, Line, Note, Paragraph, Picture
from quasiprint.model.errors import InputError

LAYOUT = "rules/layout.typ"
STANDARD = "ua-1"


def source(blocks: Iterable[Block], options: Mapping[str, str]) -> str:
    """Return a document in Typst's language. options: named arguments of the layout's `book`, texts all."""
    arguments = "".join(f", {name}: {_literal(value)}" for name, value in options.items())
    return f'#import "layout.typ": *\n#show: book.with({arguments[2:]})\n\n' + "".join(_blocks(blocks))


def typeset(text: str, figures: Mapping[str, str]) -> bytes:
    """Return the PDF of a document. figures: SVG, by name. Raises InputError where Typst refuses."""
    import typst

    files = {"main.typ": text.encode(), "layout.typ": _layout()}
    files |= {f"{name}.svg": drawn.encode() for name, drawn in figures.items()}
    try:
        made = _compiler().compile(files, format="pdf", pdf_standards=STANDARD, timestamp=0)
    except typst.TypstError as problem:
        raise InputError(f"rulebook: Typst found {' '.join(str(problem).split())}") from None
    assert isinstance(made, bytes)
    return made


def _layout() -> bytes:
    return resources.template(LAYOUT).read_bytes()


@lru_cache(maxsize=1)
def _compiler() -> object:
    import typst

    return typst.Compiler(font_paths=[str(resources.packaged() / "fonts")], ignore_system_fonts=True)


def _literal(text: str) -> str:
    """Return a text as a string of Typst's, which knows the escapes of JSON but for its way with other signs."""
    return json.dumps(text, ensure_ascii=False)


def _line(line: Line) -> str:
    found = []
    for run in line:
        said = f"#{_literal(run.text)}"
        found.append(f"#{run.style}[{said}]" if run.style in ("strong", "emphasis") else said)
        if run.style == "code":
            found[-1] = f"#code({_literal(run.text)})"
    return "".join(found).replace("#emphasis[", "#emph[")


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield f"{_block(block)}\n\n"


def _block(block: Block) -> str:
    match block:
        case Heading(level, line):
            return f"#heading(level: {level})[{_line(line)}]"
        case Paragraph(line):
            return _line(line)
        case Items(numbered, entries):
            kind = "enum" if numbered else "list"
            held = "".join(f"[{''.join(_blocks(entry)).strip()}], " for entry in entries)
            return f"#{kind}({held})"
        case Grid(rows):
            head = "".join(f"[{_line(cell)}], " for cell in rows[0])
            body = "".join(f"[{_line(cell)}], " for row in rows[1:] for cell in row)
            return f"#grid-of({len(rows[0])}, ({head}), ({body}))"
        case Note(inner):
            return f"#note[{''.join(_blocks(inner)).strip()}]"
        case Picture(name, caption, alt, _):
            return f"#picture({_literal(name)}, {_literal(alt)}, [{_line(caption)}])"
