"""The text of a rulebook: Markdown in ``templates/rules/LANGUAGE/``, which a user may edit or translate.

``$name`` is a field. What stands between ``<!-- for WORD -->`` and ``<!-- end -->`` is there only if the word
holds of the set. A fenced block ``figure NAME`` puts a figure there::

    ```figure opening
    caption: The first move: a tile of $points points.
    alt: Three tiles around a corner.
    claims: points=$points
    ```

``claims`` are compared with what the rules say of the figure; one that is false ends the run. A figure may also say
``span: page`` (across all columns), ``size: true`` (as large as the pieces are) and ``step: 2`` (its number in a
sequence). A block ``cover NAME`` is a title page around a figure, with ``tagline``, ``players``, ``age``, ``minutes``
and ``by``. An empty block ``page`` begins a new page, an empty block ``back`` the last one, a booklet's back cover.
Headings, paragraphs, lists, tables, quotations (notes), *emphasis*, **strong** text and `code` are read; nothing else
is.

A note stands below the paragraph or list that it belongs to. An empty block ``notes`` gathers the notes above it, back
to the last such block: they have numbers, and what they belong to has the number as a mark. Notes that nothing gathers
stay where they are.

Typst makes a tagged PDF (PDF/UA-1) of the blocks: ``templates/rules/prose.typ`` says which content each is, and
``layout.typ`` how that looks. Words reach Typst as data, never as markup: what a text or a field holds cannot change
the layout. The layout is a program, which could loop for ever or fetch packages: it is the packaged one, and no user's
own. Files, such as figures as SVG, reach it in memory: a folder for them would be left behind by a run that is killed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count
from string import Template
from typing import TYPE_CHECKING, Any

from quasiprint.drawing.lettering import foreign_letter
from quasiprint.errors import InputError
from quasiprint.model.resources import template_folder
from quasiprint.model.texts import choose_parts, without_comments
from quasiprint.system import press

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

STYLES = {"em": "emphasis", "strong": "strong"}
NOT_READ = ("html_block", "html_inline", "link", "image", "autolink")
FIGURE_KEYS = ("caption", "alt", "claims", "span", "size", "step")
COVER_KEYS = ("tagline", "players", "age", "minutes", "by", "alt", "claims")
PAGE = "page"  # what a figure may span
TRUE = "true"
EMPTY = ("page", "back", "notes")  # blocks without a text
TYPED = re.compile(r"(^claims:.*$|(?<!`)`[^`\n]+`(?!`))", re.MULTILINE)  # numbers in it are as English has them
MARK = "mark"  # the style of a note's number, beside what it belongs to


@dataclass(frozen=True, slots=True)
class TextRun:
    """A stretch of text in one style: "" or "emphasis", "strong", "code"; "mark": the number of a note."""

    text: str
    style: str = ""


Line = tuple[TextRun, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the book's title."""

    level: int
    line: Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    line: Line


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered or not; each entry is made of blocks."""

    numbered: bool
    entries: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table: the first row is its head."""

    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What is set apart: a note on the rules. number: of its mark; 0: in its place already."""

    blocks: tuple[Block, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure's place: its name, its caption, its alternative text, and the claims on it.

    across: whether it goes across all columns. life_size: whether it is as large as the pieces are, and no smaller.
    step: its number in a sequence of figures, from 1; 0: it is in none.
    """

    name: str
    caption: Line
    alt: str
    claims: tuple[tuple[str, str], ...]
    across: bool = False
    life_size: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True)
class Cover:
    """A title page: a picture, and what stands on the lid of a box. players, age, minutes: as they are printed."""

    picture: Picture
    tagline: str
    players: str
    age: str
    minutes: str
    by: str


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A new page begins. back: it is the last one, a booklet's back cover."""

    back: bool


@dataclass(frozen=True, slots=True)
class NotesPlace:
    """Where the notes above are gathered."""


Block = Heading | Paragraph | Items | TextTable | Note | Picture | Cover | PageBreak | NotesPlace


def fill_in(
    text: str, fields: Mapping[str, str], traits: Collection[str], where: str, typed: Mapping[str, str] | None = None
) -> str:
    """Return a text with its fields filled in, and without what does not hold of the set.

    where: how a message names the text. typed: the fields in claims and `code`, where a language writes numbers in
    another way than English. Raises InputError for a field that is not known.
    """
    kept = without_comments(choose_parts(text, lambda words: words in traits))
    try:
        whole = Template(kept).substitute(fields)  # refuses with a line of the whole
        if typed is None:
            return whole
        parts = [Template(part) for part in TYPED.split(kept)]
        return "".join(part.substitute(typed if at % 2 else fields) for at, part in enumerate(parts))
    except KeyError as problem:
        known = ", ".join(f"${name}" for name in sorted(fields))
        raise InputError(f"{where}: found ${problem.args[0]}, allowed are {known}") from None
    except ValueError as problem:
        raise InputError(f"{where}: {problem}; a dollar sign is written $$") from None


def blocks(text: str, where: str) -> tuple[Block, ...]:
    """Return the blocks of a text. Raises InputError, naming the line, for what a rulebook cannot have."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    reader = MarkdownIt("commonmark").enable("table").disable([*NOT_READ])
    return tuple(_gather_notes(_blocks(SyntaxTreeNode(reader.parse(text)), where), where))


def _gather_notes(blocks: Iterable[Block], where: str) -> Iterator[Block]:
    """Yield blocks, the notes among them where they are gathered, with their numbers."""
    all_blocks = list(blocks)
    end = max((at + 1 for at, block in enumerate(all_blocks) if isinstance(block, NotesPlace)), default=0)
    numbers = count(1)
    kept: list[Block] = []
    notes: list[Note] = []
    for block in all_blocks[:end]:
        if isinstance(block, Note):
            notes.append(replace(block, number=next(numbers)))
            _mark(kept, notes[-1].number, where)
        elif isinstance(block, NotesPlace):
            if not notes:
                raise InputError(f"{where}: found a block notes, but no note above it to gather")
            yield from (*kept, *notes)
            kept, notes = [], []
        else:
            kept.append(block)
    yield from (*kept, *all_blocks[end:])


def _mark(blocks: list[Block], number: int, where: str) -> None:
    """Put the number of a note behind the last words of some blocks."""
    for at in reversed(range(len(blocks))):
        block = blocks[at]
        if isinstance(block, (Paragraph, Items)):
            blocks[at] = _marked(block, number)
            return
        if isinstance(block, Heading):
            break
    raise InputError(f"{where}: found note {number} without words above it, allowed is one below a paragraph or list")


def _marked(block: Block, number: int) -> Block:
    """Return a paragraph with a mark behind it; of a list, its last entry has it."""
    if isinstance(block, Paragraph):
        return Paragraph((*block.line, TextRun(str(number), MARK)))
    if isinstance(block, Items):
        *entries, last = block.entries
        return replace(block, entries=(*entries, (*last[:-1], _marked(last[-1], number))))
    return block


def _blocks(parent: SyntaxTreeNode, where: str) -> tuple[Block, ...]:
    return tuple([_block(node, where) for node in parent.children])


def _block(node: SyntaxTreeNode, where: str) -> Block:
    kind, what = node.type, node.info.strip() if node.type == "fence" else ""
    if kind == "heading":
        return Heading(int(node.tag[1]), _line(node, where))
    if kind == "paragraph":
        return Paragraph(_line(node, where))
    if kind in ("bullet_list", "ordered_list"):
        return Items(kind == "ordered_list", tuple(_blocks(entry, where) for entry in node.children))
    if kind == "blockquote":
        return Note(_blocks(node, where))
    if kind == "table":
        rows = (row for part in node.children for row in part.children)
        return TextTable(tuple(tuple(_line(cell, where) for cell in row.children) for row in rows))
    if what.split()[:1] == ["figure"]:
        return _picture(node, where)
    if what.split()[:1] == ["cover"]:
        at, name, values = _attributes(node, COVER_KEYS, ("tagline", "players", "age", "minutes", "alt"), where)
        picture = Picture(name, (), values["alt"], _claims(at, values.get("claims", "")))
        return Cover(
            picture, values["tagline"], values["players"], values["age"], values["minutes"], values.get("by", "")
        )
    if what in EMPTY:
        if node.content.strip():
            raise InputError(f"{where}: {_number(node)}found text in a block {what}, allowed is none")
        return NotesPlace() if what == "notes" else PageBreak(what == "back")
    raise InputError(
        f"{where}: {_number(node)}found {kind.replace('_', ' ')}, allowed are headings, paragraphs, lists, tables, "
        "notes, figures, a cover and new pages"
    )


def _number(node: SyntaxTreeNode) -> str:
    return f"line {node.map[0] + 1}: " if node.map else ""


def _line(node: SyntaxTreeNode, where: str) -> Line:
    """Return the words of a node that holds nothing else."""
    (inline,) = node.children
    return tuple([run for run in _runs(inline, "", f"{where}: {_number(inline)}") if run.text])


def _runs(node: SyntaxTreeNode, style: str, where: str) -> Iterator[TextRun]:
    for child in node.children:
        if child.type in ("text", "code_inline"):
            yield TextRun(child.content, style if child.type == "text" else "code")
        elif child.type in ("softbreak", "hardbreak"):
            yield TextRun(" ", style)
        elif child.type in STYLES:
            yield from _runs(child, STYLES[child.type], where)
        else:
            raise InputError(f"{where}found {child.type}, allowed are *emphasis*, **strong** and `code`")


def _attributes(
    node: SyntaxTreeNode, keys: tuple[str, ...], needed: tuple[str, ...], where: str
) -> tuple[str, str, dict[str, str]]:
    """Return how a message names a block of keys, what the block is called, and its texts by their keys."""
    kind, *names = node.info.split()
    name = names[0] if len(names) == 1 else ""
    at = f"{where}: {_number(node)}{kind} {name!r}"
    values: dict[str, str] = {}
    key = ""
    for line in node.content.splitlines():
        word, colon, rest = line.partition(":")
        if colon and word in keys and word not in values:
            key, values[word] = word, rest.strip()
        elif key and line.startswith(" "):
            values[key] += f" {line.strip()}"
        else:
            listed = ", ".join(f"{word}:" for word in keys)
            raise InputError(f"{at}: found {line!r}, allowed are {listed} once each")
    missing = [key for key in needed if not values.get(key)]
    if not name or missing:
        what = f"no {' and no '.join(missing)}" if name else "no name"
        raise InputError(f"{at}: found {what}, allowed is a {kind} with name, {', '.join(needed)}")
    return at, name, values


def _claims(at: str, text: str) -> tuple[tuple[str, str], ...]:
    claims = []
    for claim in text.split():
        key, equals, value = claim.partition("=")
        if not key or not equals or not value:
            raise InputError(f"{at}: found the claim {claim!r}, allowed is name=value")
        claims.append((key, value))
    return tuple(claims)


def _picture(node: SyntaxTreeNode, where: str) -> Picture:
    at, name, values = _attributes(node, FIGURE_KEYS, ("caption", "alt"), where)
    claims = _claims(at, values.get("claims", ""))
    caption = blocks(values["caption"], where)
    if len(caption) != 1 or not isinstance(caption[0], Paragraph):  # what only defines a link is no block at all
        raise InputError(f"{at}: its caption is no paragraph")
    for key, allowed in (("span", PAGE), ("size", TRUE)):
        if values.get(key, allowed) != allowed:
            raise InputError(f"{at}: found {key}: {values[key]}, allowed is {key}: {allowed}")
    step = values.get("step", "0")
    if not re.fullmatch("[1-9][0-9]?", step) and "step" in values:
        raise InputError(f"{at}: found step: {step}, allowed are whole numbers from 1 to 99")
    return Picture(name, caption[0].line, values["alt"], claims, "span" in values, "size" in values, int(step))


LAYOUTS = ("main.typ", "prose.typ", "layout.typ", "make-up.typ")  # what a text becomes, how it looks, where it stands
DATA = "book.json"
STANDARD = "ua-1"
UNDISPLAYED = re.compile(r'the text "(.+?)" could not be displayed')  # in Typst's words

Size = tuple[float, float]


def source(
    blocks: Sequence[Block],
    options: Mapping[str, str],
    sizes: Mapping[str, Size],
    labels: Mapping[str, str],
    made: str = "",
    share: float = 1.0,
    folded: bool = False,
) -> bytes:
    """Return what Typst sets a book from, as `typeset` takes it. options: named arguments of the layout's `book`, texts
    all. sizes: of the figures, by name, in the order of their numbers. labels: of a cover's facts, by key. made: what
    stands at the end. share: of their true size, what figures have at most. folded: whether sheets are folded; then no
    page is blank. Raises InputError for a cover within a text."""
    kind = options["kind"]
    backs = (at for at, block in enumerate(blocks) if isinstance(block, PageBreak) and block.back and kind != "large")
    end = 0 if kind == "quick" else next(backs, len(blocks))
    numbered = enumerate(sizes.items())
    figures = {name: (number, round(wide, 3), round(high, 3)) for number, (name, (wide, high)) in numbered}
    data = {
        "options": options,
        "blocks": [_as_data(block, alone=at < end) for at, block in enumerate(blocks)],
        "figures": figures,
        "share": share,
        "labels": labels,
        "colon": labels.get("colon", ": "),
        "notes": labels["notes"] if folded else None,
        "made": made,
    }
    return json.dumps(data).encode()


def _as_data(value: object, *, alone: bool = False) -> object:
    """Return a block, or what it is made of, as data that names its class. alone: whether it may be a cover."""
    if isinstance(value, Cover) and not alone:
        allowed = "allowed is one that stands by itself, in a book"
        raise InputError(f"rulebook: found the cover {value.picture.name!r} within other text, {allowed}")
    if is_dataclass(value):
        held = {part.name: _as_data(getattr(value, part.name)) for part in fields(value)}
        return {"is": type(value).__name__, **held}
    return [_as_data(part) for part in value] if isinstance(value, tuple) else value


def typeset(files: Mapping[str, bytes], inputs: Mapping[str, str] | None = None) -> bytes:
    """Return the PDF of a document, PDF/UA-1, as Typst proves it. files: what it asks for, by name, a book's `source`
    as DATA; inputs: those of a `Manuscript`. Raises InputError where Typst refuses."""
    (made,) = _press(files, inputs, {"pdf_standards": [STANDARD], "timestamp": 0})
    return made


def typeset_pages(files: Mapping[str, bytes], inputs: Mapping[str, str]) -> list[str]:
    """Return each page of a document as SVG, its letters as outlines. Arguments and errors as of `typeset`."""
    return [page.decode() for page in _press(files, inputs, {"format": "svg"})]


def _press(files: Mapping[str, bytes], inputs: Mapping[str, str] | None, options: Mapping[str, Any]) -> list[bytes]:
    layouts = {name: (template_folder() / "rules" / name).read_bytes() for name in LAYOUTS}
    folder = str(template_folder() / "fonts")
    try:
        # what is not among the files Typst looks for below its root, and is to find nothing of the current folder
        return press.typeset({**layouts, **files}, options, folder, (folder,), inputs)
    except press.Refused as problem:
        message = " ".join(str(problem).replace(folder, "").split())
        if strange := UNDISPLAYED.search(message):
            raise InputError(f"rulebook: {foreign_letter(strange[1]) or message}") from None
        raise InputError(f"rulebook: Typst found {message}") from None
