"""Rulebooks: the words of ``rules/LANGUAGE`` in a game's room, filled with what a set is, and checked figures.

The text is Markdown in ``templates/rules/LANGUAGE/``, which a user may edit or translate.

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
own. Texts and figures, as SVG, reach it in memory, by `sys.inputs`: a folder for them would be left behind by a run
that is killed, and a file in memory is parsed as a program, whatever is in it.

Booklets are the pages of a book, two to a side of a sheet, to be folded in the middle. They are for paper alone: Typst
lays the pages as pictures on its sides, and writes no tags where it does that. The book itself is what is read aloud.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count
from string import Template
from typing import TYPE_CHECKING, Any

from quasiprint.documents.boards import impose_pages
from quasiprint.documents.pictures import Known, figure_svg
from quasiprint.documents.words import COMMON, FOLDER, Templates, printed, words
from quasiprint.drawing.lettering import foreign_letter
from quasiprint.errors import InputError
from quasiprint.model.page import Content, Figure
from quasiprint.model.resources import papers, template_folder
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
        Template(kept).substitute(fields)  # refuses with a line of the whole
        parts = [Template(part) for part in TYPED.split(kept)]
        return "".join(part.substitute(typed if typed and at % 2 else fields) for at, part in enumerate(parts))
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
            places = (at for at in reversed(range(len(kept))) if isinstance(kept[at], (Paragraph, Items, Heading)))
            if (at := next(places, -1)) < 0 or isinstance(kept[at], Heading):
                allowed = "allowed is one below a paragraph or list"
                raise InputError(f"{where}: found note {notes[-1].number} without words above it, {allowed}")
            kept[at] = _marked(kept[at], notes[-1].number)
        elif isinstance(block, NotesPlace):
            if not notes:
                raise InputError(f"{where}: found a block notes, but no note above it to gather")
            yield from (*kept, *notes)
            kept, notes = [], []
        else:
            kept.append(block)
    yield from (*kept, *all_blocks[end:])


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
STANDARD = "ua-1"
UNDISPLAYED = re.compile(r'the text "(.+?)" could not be displayed')  # in Typst's words


def _as_data(value: object, *, alone: bool = False) -> object:
    """Return a block, or what it is made of, as data that names its class. alone: whether it may be a cover."""
    if isinstance(value, Cover) and not alone:
        allowed = "allowed is one that stands by itself, in a book"
        raise InputError(f"rulebook: found the cover {value.picture.name!r} within other text, {allowed}")
    if is_dataclass(value):
        held = {part.name: _as_data(getattr(value, part.name)) for part in fields(value)}
        return {"is": type(value).__name__, **held}
    return [_as_data(part) for part in value] if isinstance(value, tuple) else value


def typeset(inputs: Mapping[str, str], files: Mapping[str, bytes] | None = None) -> bytes:
    """Return the PDF of a document, PDF/UA-1, as Typst proves it. inputs: what it reads, as of `inputs_of`; files: its
    programs besides the layouts, or in their place. Raises InputError where Typst refuses."""
    (made,) = _press(inputs, files or {}, {"pdf_standards": [STANDARD], "timestamp": 0})
    return made


def typeset_pages(inputs: Mapping[str, str]) -> list[str]:
    """Return each page of a document as SVG, its letters as outlines. Arguments and errors as of `typeset`."""
    return [page.decode() for page in _press(inputs, {}, {"format": "svg"})]


def _press(inputs: Mapping[str, str], files: Mapping[str, bytes], options: Mapping[str, Any]) -> list[bytes]:
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
    finally:
        press.close()  # it would keep what a book took


KINDS = ("book", "quick")
# how large figures are at most, in their own millimetres, which are the pieces'
SHARES = {"book": 1.0, "booklet": 0.75, "quick": 1.0, "large": 1.75}
LABELS = ("players", "age", "minutes", "notes")  # under the numbers of a cover, and above a page that is blank
BROAD, LEAST_HALF = 190.0, 135.0  # mm: of a page with two columns, or of large letters; of half a page
VERSION = "version"  # a field of every book, printed at its end


@dataclass(frozen=True, slots=True)
class Edition:
    """Which book is made. kind: of `KINDS`; paper: of `papers`; booklet: on half the paper, to be folded."""

    kind: str
    language: str
    paper: str
    booklet: bool = False


def has(templates: Templates, game: str, edition: Edition) -> bool:
    """Tell whether a game has a book of this kind: a rulebook, a quick reference, or both. Of one that has neither in
    this language the rulebook is missing, and a note says so where it is made."""
    texts = {kind: _name(game, edition.language, kind) in templates for kind in KINDS}
    return texts[edition.kind] or (edition.kind == "book" and not any(texts.values()))


def _name(game: str, language: str, kind: str) -> str:
    return f"{FOLDER}/{language}/{game}{'' if kind == 'book' else f'-{kind}'}.md"


def template(templates: Templates, game: str, edition: Edition) -> tuple[str, str]:
    """Return the name and the text of a book's template. Raises InputError if it is missing or unreadable."""
    name = _name(game, edition.language, edition.kind)
    if name not in templates:
        if edition.kind == "book" and not has(templates, game, edition):
            raise InputError(f"{name}: found no template, allowed for {game} is a quick reference: --quick")
        raise InputError(f"{name}: found no template, allowed are books that have one")
    return name, printed(templates, edition.language, templates.text(name))


@dataclass(frozen=True)
class Manuscript:
    """A book's text, filled in and found true, before it is set: for every paper, and as a book or a booklet.

    kind: of `KINDS`. accent: the game's colour. labels: of a cover's facts, and of pages for notes. made: what is said
    at its end. large: set in large type, on as many pages as that takes.
    """

    kind: str
    language: str
    title: str
    blocks: tuple[Block, ...]
    figures: Mapping[str, Figure]
    accent: str
    labels: Mapping[str, str]
    made: str
    large: bool = False


def manuscript(templates: Templates, game: str, content: Content, kind: str, language: str) -> Manuscript:
    """Return what a book says; nothing is typeset.

    Raises InputError for a language that is not there, a template that lacks a field or has an unknown one, a
    figure that nobody draws, and a claim that the rules refute.
    """
    texts = words(templates, language)
    name, text = template(templates, game, Edition(kind, language, "a4"))
    if kind == "book":
        # every field is there to be read, also where some sets leave it out
        missing = sorted(set(content.fields) - {*Template(text).get_identifiers()} - {VERSION})
        if missing:
            fields = ", ".join(f"${field}" for field in missing)
            each = "a rulebook says each of its numbers at least once"
            raise InputError(f"{name}: the fields {fields} are missing; {each}")
    filled = fill_in(text, content.fields, content.traits, name, content.typed)
    parts = blocks(printed(templates, language, filled), name)
    title = next((part for part in parts if isinstance(part, Heading) and part.level == 1), None)
    if title is None:
        raise InputError(f"{name}: found no title, allowed is a text that begins with a heading of level 1")
    breaks = [part for part in parts if isinstance(part, PageBreak)]
    if kind == "quick" and breaks:
        raise InputError(f"{name}: found a new page, allowed is none in a quick reference, which is one page")
    if any(block.back for block in breaks[:-1]):
        raise InputError(f"{name}: found a new page after the back page, allowed is none: it is the last")
    drawn = {picture.name: figure_for(picture, content, name) for picture in pictures(parts)}
    last = f"{texts.get(content.made, texts['made'])} {texts.get('translated', '')}".strip() if kind == "book" else ""
    made = fill_in(last, content.fields, (), COMMON)
    called = "".join(run.text for run in title.line)
    labels = {label: texts.get(label, label) for label in LABELS}  # a user's own words may be older than covers
    labels["colon"] = texts.get("colon", ": ")
    return Manuscript(kind, language, called, parts, drawn, content.accent, labels, made)


def refuse_narrow(edition: Edition, large: bool) -> None:
    """Raise InputError for paper that is too small for a booklet, or for large letters."""
    width, height = papers()[edition.paper]
    if large and edition.booklet:
        half = "half a page is too narrow for large letters"
        raise InputError(f"booklet: found with --type large, allowed are the rules on whole pages: {half}")
    if large and width < BROAD:
        raise InputError(f"--type large: found {edition.paper}, allowed is paper of at least {BROAD:g} mm in width")
    if edition.booklet and height / 2 < LEAST_HALF:
        least = f"{2 * LEAST_HALF:g} mm in height: half a page is too narrow"
        raise InputError(f"booklet: found {edition.paper}, allowed is paper of at least {least}")


def bind(manuscript: Manuscript, paper: str, booklet: bool = False) -> bytes:
    """Return a manuscript as a tagged PDF; as a booklet, its pages as they lie on sheets that are folded, see `fold`.

    paper: of `papers`. Raises InputError where Typst refuses.
    """
    made = leaves(manuscript, paper, booklet)
    return fold(made, manuscript, papers()[paper][::-1]) if booklet else made


def leaves(manuscript: Manuscript, paper: str, booklet: bool = False) -> bytes:
    """Return the pages of a book one after the other, also those of a booklet. Arguments as of `bind`."""
    return typeset(inputs_of(manuscript, paper, booklet))


def figure_inputs(figures: Mapping[str, Figure]) -> dict[str, str]:
    """Return figures as the layout asks for them: by their numbers."""
    known: Known = {}
    drawn = (figure_svg(figure, known=known) for figure in figures.values())
    return {f"figure-{number}": svg for number, svg in enumerate(drawn)}


def inputs_of(manuscript: Manuscript, paper: str, booklet: bool = False) -> dict[str, str]:
    """Return what Typst reads of a book to set its pages, by name. Arguments as of `bind`. Raises InputError for a
    cover within a text."""
    kind = "large" if manuscript.large else manuscript.kind
    if booklet or (kind == "book" and papers()[paper][0] < BROAD):
        kind = "booklet"
    width, height = papers()[paper]
    if booklet:  # halves of papers of whole millimetres have whole ones, too, as A5 has
        width, height = height // 2 if height == int(height) else height / 2, width
    wide, high = f"{width:g}mm", f"{height:g}mm"
    options = {"title": manuscript.title, "lang": manuscript.language, "width": wide, "height": high, "kind": kind}
    all_parts, whole = manuscript.blocks, kind == "large"
    backs = (at for at, part in enumerate(all_parts) if isinstance(part, PageBreak) and part.back and not whole)
    end = 0 if kind == "quick" else next(backs, len(all_parts))  # up to which a cover may stand
    sizes = [(round(figure.width, 3), round(figure.height, 3)) for figure in manuscript.figures.values()]
    data = {
        "options": options,
        "blocks": [_as_data(part, alone=at < end) for at, part in enumerate(all_parts)],
        "figures": {name: (number, *sizes[number]) for number, name in enumerate(manuscript.figures)},
        "share": SHARES[kind],
        "labels": manuscript.labels,
        "colon": manuscript.labels.get("colon", ": "),
        "notes": manuscript.labels["notes"] if booklet else None,  # of sheets that are folded no page is blank
        "made": manuscript.made,
    }
    large = {"type": "large"} if manuscript.large else {}
    return {"book": json.dumps(data), "accent": manuscript.accent, **large, **figure_inputs(manuscript.figures)}


def pictures(blocks: Sequence[Block]) -> Iterator[Picture]:
    """Yield the figures of a text, in order."""
    for block in blocks:
        match block:
            case Picture():
                yield block
            case Cover(picture):
                yield picture
            case Items(_, entries):
                for entry in entries:
                    yield from pictures(entry)
            case Note(inner):
                yield from pictures(inner)


def figure_for(picture: Picture, content: Content, where: str) -> Figure:
    """Return the figure that a text asks for. Raises InputError if nobody draws it, or the rules refute a claim."""
    if picture.name not in content.figures:
        raise InputError(f"{where}: found figure {picture.name!r}, allowed are {', '.join(sorted(content.figures))}")
    figure = content.figures[picture.name]()
    for key, value in picture.claims:
        if key not in figure.facts:
            known = ", ".join(sorted(figure.facts)) or "none"
            raise InputError(f"{where}: figure {picture.name!r}: found a claim of {key!r}, allowed are {known}")
        if str(figure.facts[key]) != value:
            raise InputError(
                f"{where}: figure {picture.name!r}: its caption claims {key} = {value}, and by the rules it is "
                f"{figure.facts[key]}"
            )
    unclaimed = sorted(set(figure.facts) - {key for key, _ in picture.claims})
    if unclaimed:
        listed = ", ".join(unclaimed)
        raise InputError(f"{where}: figure {picture.name!r}: nothing is claimed of {listed}; say it in claims:")
    return figure


# a side of a sheet for each part of what is told; a page is as wide as half of it, and has its top
SIDES = """
#let told = json(bytes(sys.inputs.sides))
#let book = bytes(told.book)
#set document(title: told.title, author: "quasiprint", date: none)
#set text(lang: told.language)
#set page(width: told.width * 1mm, height: told.height * 1mm, margin: 0mm)
#for (title, ..halves) in told.sides {
  page({
    place(hide(heading(title)))
    for (half, number) in halves.enumerate() {
      if number < told.pages {
        place(dx: half * 50%, image(book, format: "pdf", page: number + 1, width: 50%))
      }
    }
  })
}
"""
LEAF = re.compile(rb"/Type\s*/Page\b")  # in a PDF by Typst, once for each page


def fold(book: bytes, manuscript: Manuscript, sheet: tuple[float, float]) -> bytes:
    """Return a book on sheets that are printed on both sides, turned over the short edge, and folded: pictures of its
    pages, without tags. What is blank goes to its end; each side has a bookmark. book: a PDF by Typst, its pages all of
    one size; sheet: its width and height, mm.
    """
    count = len(LEAF.findall(book))
    told = {
        "title": manuscript.title,
        "language": manuscript.language,
        "width": sheet[0],
        "height": sheet[1],
        "pages": count,
        "sides": [*impose_pages(count)],
        "book": [*book],
    }
    (made,) = _press({"sides": json.dumps(told)}, {"main.typ": SIDES.encode()}, {"timestamp": 0, "pdf_tags": False})
    return made
