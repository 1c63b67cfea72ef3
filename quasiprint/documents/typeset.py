"""From blocks of text to a tagged PDF (PDF/UA-1), typeset by Typst. The layout is ``templates/rules/layout.typ``.

Words reach Typst as string literals, never as markup: what a text or a field holds cannot change the layout.
The layout is a program, which could loop for ever or fetch packages: it is the packaged one, and no user's own. Files,
such as figures as SVG, reach it in memory: a folder for them would be left behind by a run that is killed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, zip_longest
from typing import Any

from quasiprint.documents.prose import (
    MARK,
    Block,
    Cover,
    Heading,
    Items,
    Line,
    Note,
    NotesPlace,
    PageBreak,
    Paragraph,
    Picture,
    TextRun,
    TextTable,
)
from quasiprint.errors import InputError
from quasiprint.model.resources import template_folder
from quasiprint.model.texts import typst_string
from quasiprint.system import press

LAYOUTS = ("layout.typ", "make-up.typ")  # how pages look, and what stands on each
MAIN = "main.typ"
STANDARD = "ua-1"
STYLES = {"": "#…", "strong": "#strong[#…]", "emphasis": "#emph[#…]", "code": "#code(…)"}  # as Typst says them
NARROW = 3  # columns: what a table has at most that stands in one of a page's columns
LIFE = 1.0

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Dress:
    """What a book's pages are given besides its text. share: of their true size, what figures have at most. labels: of
    a cover's facts, by key. made: what stands at the end.
    """

    share: float = LIFE
    labels: Mapping[str, str] = field(default_factory=dict)
    made: str = ""


def source(blocks: Iterable[Block], options: Mapping[str, str], sizes: Mapping[str, Size], dress: Dress) -> str:
    """Return a document in Typst's language. options: named arguments of the layout's `book`, texts all. sizes: of the
    figures, by name, in the order of their numbers.
    """
    # large letters take what room they need: no page is to hold all that a text says, nor a table many columns
    large = options["kind"] == "large"
    colon = dress.labels.get("colon", ": ")
    rows = chain.from_iterable(_row_by_row(block, colon) for block in blocks)
    flow, back = ([*rows], []) if large else _split_back_page(blocks)
    title = options["title"]
    head = opening("book", options)
    if options["kind"] == "quick":
        return f"{head}#quick-page({typst_string(title)}, {_loose(flow, sizes, dress, across=True)})\n"
    text = [head]
    covered = any(isinstance(block, Cover) for block in flow)
    parts: list[str] = []
    for block, after in zip_longest(flow, flow[1:]):
        if isinstance(block, Cover):
            text.append(_cover(block, title, sizes, dress))
        elif covered and isinstance(block, Heading) and block.level == 1:
            continue  # the title stands on the cover
        elif isinstance(block, PageBreak):
            text += _made_up(parts)
            text.append(_block(block, sizes, dress.share))
            parts = []
        else:
            parts.append(_part(block, after, sizes, dress.share))
    foot = f"text(size: foot-size, fill: quiet, {typst_string(dress.made)})" if dress.made else "none"
    if dress.made and not back:
        parts.append(f'(kind: "text", keep: "", body: {foot})')
    text += _made_up(parts)
    if back:
        notes = typst_string(dress.labels["notes"]) if options["kind"] == "booklet" else "none"
        text.append(f"#back-page({_loose(back, sizes, dress)}, {foot}, notes: {notes})")
    return "\n\n".join([*text, ""])


def _made_up(parts: Sequence[str]) -> list[str]:
    """Return parts as the layout breaks them into columns and pages, if there are any."""
    return [f"#make-up({', '.join(parts)})"] if parts else []


def _part(block: Block, after: Block | None, sizes: Mapping[str, Size], share: float) -> str:
    """Return a block as a part of a page: what kind it is, whether what comes after it stands in the same column, or
    at least on the same page, and what it says."""
    keep, what = "page" if isinstance(after, Picture) and not after.across else "", ""
    match block:
        case Heading(level):
            kind, keep = f"heading {min(level, 3)}", "column"
        case Paragraph(line):
            kind = "head" if _is_head(block) else "text"
            said = "".join(run.text for run in line if run.style != MARK)
            if kind == "head" or (isinstance(after, Items) and not said.endswith((".", "!", "?"))):
                keep = "column"
        case Items(numbered, entries):
            kind = "list"
            listed = "".join(f"{_content(entry, sizes, share)}, " for entry in entries)
            what = f"numbered: {_truth(numbered)}, entries: ({listed})"
        case Picture():
            kind, keep, what = "picture", "", f"of: arguments({_figure(block, sizes, share)})"
        case TextTable():
            kind, what = "table", f"table: arguments({_table(block)})"
        case Note(inner, number) if number:
            kind, what = "numbered", f"note: arguments({typst_string(str(number))}, {_content(inner, sizes, share)})"
        case _:
            kind = "note"
    if not what:
        what = f"body: [{_block(block, sizes, share)}]"
    return f"(kind: {typst_string(kind)}, keep: {typst_string(keep)}, {what})"


def _split_back_page(blocks: Iterable[Block]) -> tuple[list[Block], list[Block]]:
    """Return the blocks of the pages that follow one another, and those of the back page."""
    every = list(blocks)
    end = next((k for k, block in enumerate(every) if isinstance(block, PageBreak) and block.back), len(every))
    return every[:end], every[end + 1 :]


def _loose(blocks: Sequence[Block], sizes: Mapping[str, Size], dress: Dress, *, across: bool = False) -> str:
    """Return blocks that the layout puts on one page: each by itself, whether it goes across the columns (if any does),
    and whether it is a head."""
    said = []
    for block in _apart(blocks):
        if isinstance(block, Heading) and block.level == 1:
            continue
        wide = across and _is_wide(block)
        shown = replace(block, across=False) if isinstance(block, Picture) else block
        head = isinstance(block, Heading) or _is_head(block)
        body = _block(shown, sizes, dress.share, full=wide or not across)
        said.append(f"(wide: {_truth(wide)}, head: {_truth(head)}, body: [{body}])")
    return f"({', '.join(said)},)" if said else "()"


def _apart(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, of a list that is not numbered each entry by itself: it may go on in the next column."""
    for block in blocks:
        if isinstance(block, Items) and not block.numbered:
            yield from (Items(False, (entry,)) for entry in block.entries)
        else:
            yield block


def _is_wide(block: Block) -> bool:
    match block:
        case TextTable(rows):
            return len(rows[0]) > NARROW
        case Picture():
            return block.across
    return False


def _row_by_row(block: Block, colon: str) -> Iterator[Block]:
    """Yield a block; in the place of a wide table each of its rows as a list, below its first cell. colon:
    as the language has it."""
    if not isinstance(block, TextTable) or not _is_wide(block):
        yield block
        return
    (_, *heads), *rows = block.rows
    for name, *cells in rows:
        yield Paragraph(_strong(name))
        pairs = zip(heads, cells, strict=True)
        yield Items(False, tuple((Paragraph((*_strong(head), TextRun(colon), *cell)),) for head, cell in pairs))


def _strong(line: Line) -> Line:
    return tuple(TextRun(run.text, "strong") for run in line)


def _is_head(block: Block) -> bool:
    """Tell whether a paragraph is a head: it is strong altogether."""
    return isinstance(block, Paragraph) and all(run.style in ("strong", MARK) for run in block.line)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _cover(cover: Cover, title: str, sizes: Mapping[str, Size], dress: Dress) -> str:
    facts = ", ".join(
        f"({typst_string(value)}, {typst_string(dress.labels[label])})"
        for label, value in (("players", cover.players), ("age", cover.age), ("minutes", cover.minutes))
    )
    number, width, height = _place(cover.picture.name, sizes)
    lines = ", ".join(map(typst_string, (title, cover.tagline, cover.by)))
    return f"#cover({lines}, ({facts}), {number}, {width:.3f}mm, {height:.3f}mm, {typst_string(cover.picture.alt)})"


def opening(form: str, options: Mapping[str, str]) -> str:
    """Return how a document begins. form: a function of the layout that its pages go through."""
    arguments = ", ".join(f"{name}: {typst_string(value)}" for name, value in options.items())
    return f'#import "layout.typ": *\n#show: {form}.with({arguments})\n\n'


def typeset(text: str, files: Mapping[str, bytes], inputs: Mapping[str, str] | None = None) -> bytes:
    """Return the PDF of a document, PDF/UA-1, as Typst proves it. files: what it asks for, by name; inputs: those of a
    `Manuscript`. Raises InputError where Typst refuses.
    """
    (made,) = _press(text, files, inputs, {"pdf_standards": [STANDARD], "timestamp": 0})
    return made


def typeset_pages(text: str, files: Mapping[str, bytes], inputs: Mapping[str, str]) -> list[str]:
    """Return each page of a document as SVG, its letters as outlines. Arguments and errors as of `typeset`."""
    return [page.decode() for page in _press(text, files, inputs, {"format": "svg"})]


def _press(
    text: str, files: Mapping[str, bytes], inputs: Mapping[str, str] | None, options: Mapping[str, Any]
) -> list[bytes]:
    layouts = {name: (template_folder() / "rules" / name).read_bytes() for name in LAYOUTS}
    held = {MAIN: text.encode(), **layouts, **files}
    folder = str(template_folder() / "fonts")
    try:
        # what is not among the files Typst looks for below its root, and is to find nothing of the current folder
        return press.typeset(press.Job(held, options, folder, (folder,), inputs or {}))
    except press.Refused as problem:
        said = " ".join(str(problem).replace(folder, "").split())
        raise InputError(f"rulebook: Typst found {said}") from None


def _line(line: Line) -> str:
    words = "".join(STYLES[run.style].replace("…", typst_string(run.text)) for run in line if run.style != MARK)
    marks = ", ".join(typst_string(run.text) for run in line if run.style == MARK)
    return f"{words}#marks({marks})" if marks else words


def _content(blocks: Iterable[Block], sizes: Mapping[str, Size], share: float) -> str:
    """Return blocks as the content of another one."""
    return "[" + "\n\n".join(_block(block, sizes, share) for block in blocks) + "]"


def _block(block: Block, sizes: Mapping[str, Size], share: float, *, full: bool = False) -> str:
    """Return a block in Typst's language. full: whether a table is as wide as there is room."""
    match block:
        case Heading(level, line):
            return f"#heading(level: {level})[{_line(line)}]"
        case Paragraph(line):
            return f"#head[{_line(line)}]" if _is_head(block) else _line(line)
        case Items(numbered, entries):
            content = ", ".join(_content(entry, sizes, share) for entry in entries)
            return f"#{'enum' if numbered else 'list'}({content})"
        case TextTable():
            return f"#grid-of({_table(block, full=full)})"
        case Note(inner, number):
            body = _content(inner, sizes, share)
            return f"#numbered-note({typst_string(str(number))}){body}" if number else f"#note{body}"
        case Picture():
            return f"#picture({_figure(block, sizes, share)})"
        case PageBreak() | NotesPlace():
            return "#pagebreak(weak: true)"
        case Cover():
            allowed = "allowed is one that stands by itself, in a book"
            raise InputError(f"rulebook: found the cover {block.picture.name!r} within other text, {allowed}")


def _table(table: TextTable, *, full: bool = False) -> str:
    """Return what the layout is given of a table. full: whether it is as wide as there is room."""
    head = "".join(f"[{_line(cell)}], " for cell in table.rows[0])
    body = "".join(f"[{_line(cell)}], " for row in table.rows[1:] for cell in row)
    return f"{len(table.rows[0])}, ({head}), ({body}), full: {_truth(full)}"


def _place(name: str, sizes: Mapping[str, Size]) -> tuple[int, float, float]:
    """Return a figure's number, and its width and height."""
    return [*sizes].index(name), *sizes[name]


def _figure(picture: Picture, sizes: Mapping[str, Size], share: float) -> str:
    """Return what the layout is told of a figure."""
    number, width, height = _place(picture.name, sizes)
    told = {
        "across": _truth(picture.across),
        "life-size": _truth(picture.life_size),
        "step": str(picture.step),
        "share": f"{share:g}",
    }
    options = ", ".join(f"{key}: {value}" for key, value in told.items())
    where = f"{number}, {width:.3f}mm, {height:.3f}mm, {typst_string(picture.alt)}"
    return f"{where}, [{_line(picture.caption)}], {options}"
