"""Rulebooks: the words of ``rules/LANGUAGE`` in a game's room, filled with what a set is, and checked figures.

Booklets are the pages of a book, two to a side of a sheet, to be folded in the middle. Typst takes no page as a picture
where it writes tags, and cannot print pages in another order than they are read. So it is done on its file: a page
becomes a form on a side, and its tags are told where it lies (ISO 32000-1, 8.10 and 14.7). What is read aloud, and in
which order, stays.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from quasiprint.documents import prose
from quasiprint.documents.boards import impose_pages
from quasiprint.documents.pictures import Known, figure_svg
from quasiprint.documents.prose import Block, Cover, Items, Note, PageBreak, Picture
from quasiprint.documents.words import COMMON, FOLDER, Templates, printed, words
from quasiprint.drawing.canvas import MM
from quasiprint.errors import InputError
from quasiprint.model.page import Content, Figure
from quasiprint.model.resources import papers

if TYPE_CHECKING:
    from pypdf.generic import IndirectObject

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

    @property
    def inputs(self) -> dict[str, str]:
        """What the layout is to know from its first line."""
        return {"accent": self.accent, **({"type": "large"} if self.large else {})}


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
    filled = prose.fill_in(text, content.fields, content.traits, name, content.typed)
    blocks = prose.blocks(printed(templates, language, filled), name)
    title = next((block for block in blocks if isinstance(block, prose.Heading) and block.level == 1), None)
    if title is None:
        raise InputError(f"{name}: found no title, allowed is a text that begins with a heading of level 1")
    breaks = [block for block in blocks if isinstance(block, PageBreak)]
    if kind == "quick" and breaks:
        raise InputError(f"{name}: found a new page, allowed is none in a quick reference, which is one page")
    if any(block.back for block in breaks[:-1]):
        raise InputError(f"{name}: found a new page after the back page, allowed is none: it is the last")
    drawn = {picture.name: figure_for(picture, content, name) for picture in pictures(blocks)}
    last = f"{texts.get(content.made, texts['made'])} {texts.get('translated', '')}".strip() if kind == "book" else ""
    made = prose.fill_in(last, content.fields, (), COMMON)
    called = "".join(run.text for run in title.line)
    labels = {label: texts.get(label, label) for label in LABELS}  # a user's own words may be older than covers
    labels["colon"] = texts.get("colon", ": ")
    return Manuscript(kind, language, called, blocks, drawn, content.accent, labels, made)


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
    """Return a manuscript as a tagged PDF; as a booklet, its pages in the order in which its sheets are folded.

    paper: of `papers`. Raises InputError where Typst refuses.
    """
    made = leaves(manuscript, paper, booklet)
    return fold(made, papers()[paper][::-1]) if booklet else made


def leaves(manuscript: Manuscript, paper: str, booklet: bool = False) -> bytes:
    """Return the pages of a book one after the other, also those of a booklet. Arguments as of `bind`."""
    return prose.typeset(files_of(manuscript, paper, booklet), manuscript.inputs)


def figure_files(figures: Mapping[str, Figure]) -> dict[str, bytes]:
    """Return figures as files that the layout asks for: by their numbers."""
    known: Known = {}
    drawn = (figure_svg(figure, known=known) for figure in figures.values())
    return {f"figure-{number}.svg": svg.encode() for number, svg in enumerate(drawn)}


def files_of(manuscript: Manuscript, paper: str, booklet: bool = False) -> dict[str, bytes]:
    """Return the files from which Typst sets a book's pages, by name. Arguments as of `bind`."""
    kind = "large" if manuscript.large else manuscript.kind
    if booklet or (kind == "book" and papers()[paper][0] < BROAD):
        kind = "booklet"
    width, height = papers()[paper]
    if booklet:  # halves of papers of whole millimetres have whole ones, too, as A5 has
        width, height = height // 2 if height == int(height) else height / 2, width
    sides = {"width": f"{width:g}mm", "height": f"{height:g}mm"}
    options = {"title": manuscript.title, "lang": manuscript.language, **sides, "kind": kind}
    sizes = {key: (figure.width, figure.height) for key, figure in manuscript.figures.items()}
    labels, made = manuscript.labels, manuscript.made
    data = prose.source(manuscript.blocks, options, sizes, labels, made, SHARES[kind], folded=booklet)
    return {prose.DATA: data, **figure_files(manuscript.figures)}


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


class _Place(NamedTuple):
    """Where a page lies: its side, the form that it is there, how large and how far to the right and up, in points."""

    side: IndirectObject
    form: IndirectObject
    scale: float
    right: float
    up: float


def fold(book: bytes, sheet: tuple[float, float]) -> bytes:
    """Return a book on sheets that are printed on both sides, turned over the short edge, and folded.

    book: a tagged PDF by Typst without links, its pages all of one size; what is blank goes to its end. sheet: its
    width and height, mm; a page is as wide as half of it. Each side has a bookmark.
    """
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter(clone_from=io.BytesIO(book))
    root = writer.root_object
    del root["/PageLabels"], root["/Outlines"]  # both are of the pages
    leaves: list[Any] = [*writer.pages]
    width, height = (side * MM for side in sheet)
    scale = width / 2 / leaves[0].mediabox.width
    up = height - scale * leaves[0].mediabox.height
    places: dict[int, _Place] = {}  # by the number of a page's object
    for number, (title, *halves) in enumerate(impose_pages(len(leaves)), len(leaves)):
        side: Any = writer.add_blank_page(width, height)
        forms, content = DictionaryObject(), DecodedStreamObject()
        words = []
        for right, leaf in zip((0.0, width / 2), halves, strict=True):
            if leaf < len(leaves):
                form = _form(leaves[leaf])
                forms[NameObject(f"/page{leaf}")] = form
                words.append(f"q {scale:.6f} 0 0 {scale:.6f} {right:.4f} {up:.4f} cm /page{leaf} Do Q")
                place = _Place(side.indirect_reference, form, scale, right, up)
                places[leaves[leaf].indirect_reference.idnum] = place
        content.set_data("\n".join(words).encode())
        side[NameObject("/Contents")] = writer._add_object(content)  # noqa: SLF001
        side[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): forms})
        side[NameObject("/Tabs")] = NameObject("/S")
        writer.add_outline_item(title=title, page_number=number)
    for element in _elements(root["/StructTreeRoot"]):
        _move(element, places)
    for _ in leaves:
        writer.remove_page(0)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _form(leaf: Any) -> Any:
    """Make a page's content a form, and return it."""
    from pypdf.generic import NameObject

    content = leaf.raw_get("/Contents")
    form = content.get_object()
    form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
    form[NameObject("/BBox")] = leaf.mediabox
    for entry in ("/Resources", "/StructParents"):
        if entry in leaf:
            form[NameObject(entry)] = leaf.raw_get(entry)
    return content


def _elements(node: Any) -> Iterator[Any]:
    """Yield the elements below a node of the structure."""
    for kid in node.get("/K", ()):
        element = kid.get_object()
        if isinstance(element, Mapping) and "/S" in element:
            yield element
            yield from _elements(element)


def _move(element: Any, places: Mapping[int, _Place]) -> None:
    """Set the place of an element's marks in the structure, and its area, if it has one."""
    from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject

    leaf: Any = element.pop("/Pg", None)

    def mark(kid: Any) -> Any:
        page: Any
        number: Any
        if isinstance(kid, int):
            page, number = leaf, kid
        elif isinstance(kid, DictionaryObject) and kid.get("/Type") == "/MCR":
            page, number = kid.raw_get("/Pg"), kid["/MCID"]
        else:
            return kid
        side, form, *_ = places[page.idnum]
        entries = {"/Type": NameObject("/MCR"), "/Pg": side, "/Stm": form, "/MCID": number}
        return DictionaryObject({NameObject(name): value for name, value in entries.items()})

    element[NameObject("/K")] = ArrayObject(map(mark, element.get("/K", ())))
    if leaf is not None:
        side, _, scale, right, up = places[leaf.idnum]
        element[NameObject("/Pg")] = side
        for attributes in element.get("/A", ()):
            if "/BBox" in attributes:
                moved = (scale * x + by for x, by in zip(attributes["/BBox"], (right, up, right, up), strict=True))
                attributes[NameObject("/BBox")] = ArrayObject(map(FloatObject, moved))
