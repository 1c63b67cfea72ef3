"""The gallery of a set: what it shows, gathered from designs, files, and what was seen while formats were made.

What a set's page shows of it: bodies, what lies on plates and sheets, and figures of the rulebook. It is gathered
with the job that has laid it out, so that nothing is made twice.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from quasiprint.addons.studio.web.gallery import (
    Box,
    Card,
    Drawn,
    File,
    Gallery,
    Ground,
    Mark,
    Shown,
    Stock,
    Table,
    box,
    fill_in,
    frame,
    gallery,
    use_of,
)
from quasiprint.addons.studio.web.page import mesh_value
from quasiprint.documents.words import GALLERY, words
from quasiprint.errors import InputError
from quasiprint.make.bill import share_of
from quasiprint.make.bill import tables as bill_tables
from quasiprint.make.manifest import FileEntry, MadeSet
from quasiprint.make.run import room
from quasiprint.make.templates import shared_words
from quasiprint.make.workshop import Workshop
from quasiprint.model.bill import Bill
from quasiprint.model.choices import Maker, Offer
from quasiprint.model.coupon import Coupon
from quasiprint.model.game import Explained
from quasiprint.model.limits import SHOWN
from quasiprint.model.page import Figure
from quasiprint.model.piece import Accessory, Labelled, Piece
from quasiprint.model.production import Arrangement
from quasiprint.model.resources import template_folder
from quasiprint.model.templates import Templates
from quasiprint.model.texts import as_printed
from quasiprint.version import __version__

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_TRIANGLES = 160_000  # of all bodies on a page: of more those that come first
MOST_LAID = 4000  # things on all plates or sheets that are drawn


@dataclass(frozen=True, slots=True)
class BookPicture:
    """A figure of a book, what stands under it, and what it shows to those who do not see it."""

    figure: Figure
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class GalleryData:
    """What can be shown of one kind of files. meshes: bodies, for the viewer. laid: on plates or sheets. cover: of the
    rulebook; pictures: those that its game would show; accent: its colour."""

    meshes: Mapping[str, Any] | None = None
    laid: tuple[Arrangement, ...] = ()
    cover: BookPicture | None = None
    pictures: tuple[BookPicture, ...] = ()
    accent: str = ""


def gather(shop: Workshop, offer: Offer) -> GalleryData:
    """Return what can be shown of a production, while it is at hand."""
    if offer is Offer.SOLIDS:
        return _bodies(shop)
    if offer is Offer.DRAWINGS:
        return GalleryData(laid=_few(shop.laid_on_sheets))
    return _book(shop) if offer is Offer.PAGES else GalleryData()


def _bodies(shop: Workshop) -> GalleryData:
    made = shop.solids
    known: set[str] = set()
    left, shown = MOST_TRIANGLES, []
    for piece in made.pieces[:SHOWN]:
        fresh = {part.key for part in piece.parts} - known
        left -= sum(len(surface) for key in sorted(fresh) for surface in made.meshes[key].surfaces)
        if left < 0:
            break
        known |= fresh
        shown.append(piece)
    plates = made.plates if len(shown) == len(made.pieces) else ()
    return GalleryData(mesh_value(shown, made.meshes, made.set.palette, _few(plates)), _few(made.plates))


def _few(laid: tuple[Arrangement, ...]) -> tuple[Arrangement, ...]:
    """Return the first plates or sheets, as many as a page can show."""
    left, few = MOST_LAID, []
    for one in laid:
        left -= len(one.placements)
        if left < 0:
            break
        few.append(one)
    return tuple(few)


def _book(shop: Workshop) -> GalleryData:
    """Return the pictures of the rulebook that a game would show, if it has one."""
    from quasiprint.documents.rulebook import Edition, has, pictures

    run = shop.run
    edition = Edition("book", run.language, "a4")
    if run.part is not None or not isinstance(shop.game, Explained) or not has(run.templates, run.game, edition):
        return GalleryData()
    book, content = shop.books.manuscript(edition), shop.books.content(run.language)
    there: dict[str, BookPicture] = {}
    for one in pictures(book.blocks):
        caption = "".join(text.text for text in one.caption)
        there.setdefault(one.name, BookPicture(book.figures[one.name], caption, one.alt))
    chosen = tuple(there[name] for name in content.shown if name in there)
    return GalleryData(cover=there.get("cover"), pictures=chosen, accent=book.accent)


__all__ = ["gather", "page"]  # what the core asks for
MOST_ALIKE = 6000  # pieces that are looked through for such that are alike
GRID = 10  # mm: of the lines on a bed
AIR = 1.5  # mm: around a piece
LEAST = 0.5  # of the room of a piece: what a small thing's picture takes
FAN = 7  # pieces on the head of a page that has no picture of a book
Thing = Piece | Accessory


def page(made: MadeSet, others: Sequence[FileEntry], readme: str, seen: Mapping[Offer, GalleryData]) -> bytes:
    """Return the page that shows a made set: what the core asks for by the group ``quasiprint.pages``."""
    return Gathering(made, others, readme, seen).html()


@dataclass
class Gathering:
    """A set as its gallery needs it. others: its files beside the folders. page: its README. Pictures are drawn first,
    and written when all are known: what recurs in them is written once."""

    set: MadeSet
    others: Sequence[FileEntry]
    page: str
    seen: Mapping[Offer, GalleryData]

    def __post_init__(self) -> None:
        """Raise InputError for a user's own words that are no texts."""
        run, self.whole = self.set.run, self.set.whole
        self.words = texts(run.templates, run.language)
        self.own_words = words(run.templates, run.language, run.game)
        self.stock = Stock(self.whole.palette)
        self.meshes = self.seen[Offer.SOLIDS].meshes if Offer.SOLIDS in self.seen else None
        entries = [(name, entry, File(entry.path, entry.size)) for name, own in self.set.files.items() for entry in own]
        self.singles = dict(Counter(name for name, entry, _ in entries if entry.of))
        self.rest = [file for _, entry, file in entries if not entry.of]
        self.files_of: dict[str, list[File]] = {}
        for _, entry, file in entries:
            for id in entry.of:
                self.files_of.setdefault(id, []).append(file)

    def html(self) -> bytes:
        """Return the page."""
        return gallery(self._gallery()).encode()

    def _gallery(self) -> Gallery:
        """Return all that stands on the page."""
        run = self.set.run
        game = room(run)
        groups = self._groups()
        shown = groups[:SHOWN]
        boxes = [box(things[0].face) for things in shown if isinstance(things[0], Piece)]
        # how large the picture of a piece is: the same for all, so that they can be compared
        around = max((max(right - left, high - low) for left, low, right, high in boxes), default=0.0)
        labels = self._labels()
        cards = tuple(self._card(things, around, labels) for things in shown)
        plates = self._grounds(Offer.SOLIDS, "plate")
        sheets = self._grounds(Offer.DRAWINGS, "sheet")
        books = self.seen.get(Offer.PAGES, GalleryData())
        drawn = [(one, self.stock.figure(one.figure)) for one in books.pictures]
        cover = (books.cover, self.stock.figure(books.cover.figure)) if books.cover else None
        own, used = game.titles, {thing.id for things in shown for thing in things}
        return Gallery(
            language=run.language,
            words=self.words,
            title=own.title,
            inventor=own.inventor,
            version=__version__,
            accent=books.accent or own.accent,
            lead=tuple(self._lead()),
            cover=self._figure(*cover) if cover else self._fan([things[0] for things in shown]),
            layouts=tuple(Shown(self._figure(one, figure), one.caption) for one, figure in drawn),
            stock=self.stock.definitions(),
            style=self.stock.style(),
            pieces=cards,
            others=sum(thing.id not in used for thing in self.whole.things),
            plates=plates,
            sheets=sheets,
            places=(run.profiles.bed.name, run.profiles.material_of(Maker.LASER).name if sheets else ""),
            tables=tuple(tables(self.set.bill, self.words)),
            howto=howto(self.page),
            files=(*self.rest, *(File(entry.path, entry.size) for entry in self.others)),
            singles=self.singles,
            meshes=self.meshes,
            game=not isinstance(game, Coupon),
        )

    def _lead(self) -> Iterator[str]:
        """Yield what is in the box, in short."""
        kinds: dict[str, int] = {}
        for thing in self.whole.things:
            kind = self._what(thing)
            kinds[kind] = kinds.get(kind, 0) + thing.count
        if self.whole.whole is not None:
            yield self.words["part"]
        for kind, count in kinds.items():
            yield f"{count} × {kind}"

    def _what(self, thing: Thing) -> str:
        """Return of which kind something is, in words."""
        if isinstance(thing, Piece):
            return self.words.get(f"shape-{thing.shape}", thing.shape)
        return self.words.get(f"kind-{thing.kind}", thing.kind.replace("-", " "))

    def _groups(self) -> list[tuple[Thing, ...]]:
        """Return what is in the set, things that are alike and share their files together."""
        alike: dict[object, list[Thing]] = {}
        for thing in self.whole.things[:MOST_ALIKE]:
            about = (thing.shape, thing.name, thing.notes) if isinstance(thing, Piece) else (thing.kind, thing.id)
            files = tuple(file.path for file in self.files_of.get(thing.id, ()))
            alike.setdefault((about, self.stock.face(thing), files), []).append(thing)
        return [tuple(things) for things in alike.values()]

    def _labels(self) -> dict[int, Mark] | None:
        """Return what labels say, each in words, with its colour if no two have the same; None if pieces have none."""
        whole = self.whole
        if not isinstance(whole.composition, Labelled):
            return None
        found: dict[int, set[int]] = {}
        for piece in whole.pieces:
            for mark in piece.face.marks:
                if mark.label is not None and mark.colour is not None:
                    found.setdefault(mark.label, set()).add(mark.colour)
        inks = [next(iter(colours)) for colours in found.values() if len(colours) == 1]
        labels = {label for piece in whole.pieces for label in piece.marks}
        if len(set(inks)) < len(labels):
            return {label: Mark(label, str(label)) for label in sorted(labels)}
        named = {label: whole.palette.inks[next(iter(found[label]))] for label in sorted(labels)}
        return {label: Mark(label, self._ink(ink.name), ink.rgb) for label, ink in named.items()}

    def _ink(self, name: str) -> str:
        key = f"ink-{name}"
        return self.own_words.get(key, self.words.get(key, name))

    def _card(self, things: tuple[Thing, ...], around: float, labels: Mapping[int, Mark] | None) -> Card:
        first, ids = things[0], tuple(thing.id for thing in things)
        own = first.name if isinstance(first, Piece) and first.name else first.id
        name = own if len(ids) == 1 else f"{ids[0]} … {ids[-1]}"
        marks = first.marks if isinstance(first, Piece) and labels is not None else ()
        inks = [self._ink(self.whole.palette.inks[k].name) for k in sorted(first.face.inks)]
        said = tuple(labels[label] for label in marks) if labels else ()
        if not said and isinstance(first, Accessory) and len(inks) == 1:
            name = f"{self._what(first)}, {inks[0]}"
        here = self.meshes is not None and first.id in self.meshes["things"]
        return Card(
            ids=ids,
            name=name,
            kind=first.shape if isinstance(first, Piece) else first.kind,
            what=self._what(first),
            count=sum(thing.count for thing in things),
            marks=said,
            picture=self._picture(first, around, ", ".join((name, *(mark.words for mark in said)))),
            files=tuple(self.files_of.get(first.id, ())),
            notes=first.notes if isinstance(first, Piece) else (),
            body=first.id if here else "",
        )

    def _picture(self, thing: Thing, around: float, label: str) -> str:
        left, low, right, high = box(thing.face)
        side = max(right - left, high - low, around if isinstance(thing, Piece) else LEAST * around) / 2 + AIR
        x, y = (left + right) / 2, (low + high) / 2
        wide, tall = side, max((high - low) / 2 + AIR, side * 0.75)
        across = x - wide, y - tall, x + wide, y + tall
        return frame(use_of(self.stock.face(thing)), across, _image(label, self._material(thing)))

    def _material(self, thing: Thing) -> str:
        """Return the class of what something is made of: wood if nothing but a laser makes it."""
        makers = [maker for maker, own in self.set.sets.items() if any(one.id == thing.id for one in own.things)]
        return "wood" if makers[:1] == [Maker.LASER] else ""

    def _figure(self, one: BookPicture, drawn: Drawn) -> str:
        across = 0.0, -one.figure.height, one.figure.width, 0.0
        return frame(self.stock.svg(drawn), across, _image(one.alt))

    def _fan(self, things: Sequence[Thing]) -> str:
        """Return some pieces like a hand of cards: for a set without a book."""
        if not things:
            return ""
        step = max(1, len(things) // FAN)
        some = things[::step][:FAN]
        size = max(max(right - left, high - low) for left, low, right, high in (box(thing.face) for thing in some))
        middle = (len(some) - 1) / 2
        uses = [
            use_of(self.stock.face(thing), (k - middle) * size * 0.6, -abs(k - middle) * size * 0.1, (middle - k) * 8)
            for k, thing in enumerate(some)
        ]
        half = (len(some) * 0.6 + 1) * size / 2
        return frame("".join(uses), (-half, -size, half, size), {"aria-hidden": "true", "focusable": "false"})

    def _grounds(self, offer: Offer, word: str) -> tuple[Ground, ...]:
        """Return the plates or sheets, with their files."""
        laid = self.seen[offer].laid if offer in self.seen else ()
        own = self.set.sets.get(offer.maker)
        if own is None:
            return ()
        faces = {thing.id: self.stock.face(thing) for thing in own.things} if laid else {}
        numbers = {plate["name"]: k for k, plate in enumerate(self.meshes["plates"])} if self.meshes else {}
        return tuple(self._ground(one, word, k, faces, numbers) for k, one in enumerate(laid, 1))

    def _ground(
        self, one: Arrangement, word: str, k: int, faces: Mapping[str, str], numbers: Mapping[str, int]
    ) -> Ground:
        name = fill_in(self.words[word], number=k)
        size = fill_in(self.words["size"], width=f"{one.width:g}", height=f"{one.height:g}")
        count = len(one.placements)
        called = re.compile(rf"(?:^|[/-]){re.escape(one.name)}(?![0-9])")
        across: Box = (0.0, 0.0, one.width, one.height)
        uses = "".join(use_of(faces[lying.item], lying.x, lying.y, lying.angle) for lying in one.placements)
        picture = frame(_bed(one) + uses, across, _image(f"{name}: {size}", "wood" if word == "sheet" else ""))
        files = tuple(file for file in self.rest if called.search(file.path))
        there = fill_in(self.words["lies-there"], count=count)
        return Ground(name, f"{size}; {there}", picture, files, numbers.get(one.name) if word == "plate" else None)


def _image(label: str, material: str = "") -> dict[str, str]:
    """Return the attributes of a picture."""
    return {"class": material, "role": "img", "aria-label": escape(label)}


def _bed(one: Arrangement) -> str:
    """Return a bed or a sheet, with lines across it, in hundredths of a millimetre."""
    wide, high = round(one.width * 100), round(one.height * 100)
    step = GRID * 100
    lines = "".join(f"M{x} {-high}v{high}" for x in range(step, wide, step))
    lines += "".join(f"M0 {-y}h{wide}" for y in range(step, high, step))
    return f'<path class="bed" d="M0 0h{wide}v{-high}H0z"/><path class="grid" d="{lines}"/>'


NOT_READ = ("html_block", "html_inline", "link", "image", "autolink")  # a page asks for nothing, and leads nowhere
Words = Mapping[str, str]


def texts(templates: Templates, language: str) -> dict[str, str]:
    """Return the words of a language. What a user's own lack, the program's say, in English if need be. Raises
    InputError for what is no text."""
    found: dict[str, str] = {}
    for name in shared_words(language, GALLERY):
        if name not in templates:
            continue
        for key, text in (*_ours(name).items(), *templates.toml(name).items()):
            if not isinstance(text, str) or not text:
                raise InputError(f"{name}: found {key} = {text!r}, allowed are texts that are not empty")
            try:
                fill_in(text)
            except ValueError as problem:
                raise InputError(f"{name}: {key}: {problem}; a brace is written twice") from None
            found[key] = as_printed(text)
    return found


@cache
def _ours(name: str) -> dict[str, str]:
    """Return the words that come with the program; none of a language that it has not."""
    path = template_folder() / name
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def tables(bill: Bill, say: Words) -> Iterator[Table]:
    """Yield what making the set takes: a table for each process, and one of costs."""

    def table(title: str, lead: Iterable[str], head: str, rows: Iterable[Sequence[object]]) -> Table:
        cells = tuple(tuple(map(str, row)) for row in rows)
        return Table(say[title], " · ".join(lead), tuple(say.get(key, key) for key in head.split()), cells)

    if bill.ways:
        way, made = bill.ways[0], dict(bill.materials)
        lead = [
            say["one-plate"] if len(way.plates) == 1 else fill_in(say["count-plates"], count=len(way.plates)),
            fill_in(say["grams"], grams=f"{way.grams:.0f}", material=made["printer"]),
            f"≈ {max(1, round(way.hours))} h",
            *([fill_in(say["changes"], count=way.changes)] if way.changes else []),
        ]
        tower = say["tower"]
        each = ([*((name, g) for name, (_, g) in one.spools().items()), (tower, one.tower)] for one in bill.ways)
        spools = (", ".join(f"{name} {grams:g}" for name, grams in own if grams) for own in each)
        rows = [(w.name, len(w.plates), s, w.changes, f"{w.hours:.0f}") for w, s in zip(bill.ways, spools, strict=True)]
        yield table("printed", lead, "way figure-plates filament figure-changes figure-hours", rows)
    if bill.sheets:
        lead = [
            say["one-sheet"] if bill.cut_sheets == 1 else fill_in(say["count-sheets"], count=bill.cut_sheets),
            fill_in(say["metres"], metres=f"{bill.total('cut') / 1000:.1f}"),
            _time(bill.minutes / 60, say),
            fill_in(say["used"], percent=f"{bill.use:g}"),
        ]
        sheets = (
            (one.name, share_of(one), f"{one.cut / 1000:.1f}", f"{one.engraved / 100:.0f}", f"{one.minutes:.1f}")
            for one in bill.sheets
        )
        yield table("cut", lead, "figure-sheet figure-used figure-cut figure-engraved figure-minutes", sheets)
    if bill.papers:
        leaves = (fill_in(say["leaves"], count=one.leaves, paper=one.paper.upper()) for one in bill.papers)
        papers = ((one.paper, one.leaves, f"{one.grams:.0f} g", one.cuts, one.scissors) for one in bill.papers)
        head = "figure-paper figure-leaves g figure-straight figure-scissors"
        yield table("paper", [" / ".join(leaves)], head, papers)
    if bill.costs:
        costs = [
            (one.way, f"{one.material:.2f}", f"{one.time:.2f}", f"{one.total:.2f} {one.currency}") for one in bill.costs
        ]
        lead = [f"{way}: {total}" for way, _, _, total in costs]
        yield table("cost", lead, "way figure-material figure-machine figure-all", costs)


def _time(hours: float, say: Words) -> str:
    minutes = max(1, round(hours * 60))
    if minutes < 60:
        return fill_in(say["minutes"], minutes=minutes)
    return fill_in(say["hours"], hours=minutes // 60, minutes=f"{minutes % 60:02}")


def howto(page: str) -> tuple[tuple[str, str], ...]:
    """Return the parts of a set's page, each its heading and its HTML, without those that hold the tables of the bill,
    which the gallery shows itself."""
    shown = [text.split("\n")[0] for key, text in bill_tables().items() if key.startswith("bill_")]
    return tuple((title, html) for title, text, html in _parts(page) if not any(head in text for head in shown))


def _parts(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of a page below headings of the second level: heading, text, HTML."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table").disable([*NOT_READ])
    for part in page.split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        yield title.strip(), text, "".join(_html(reader.parse(text)))


PLAIN = {
    "paragraph_open": "p", "bullet_list_open": "ul", "ordered_list_open": "ol", "list_item_open": "li",
    "table_open": "table", "thead_open": "thead", "tbody_open": "tbody", "tr_open": "tr", "th_open": "th",
    "td_open": "td", "blockquote_open": "blockquote", "em_open": "em", "strong_open": "strong", "heading_open": "h4",
}  # fmt: skip


def _html(tokens: Iterable[Token]) -> Iterator[str]:
    """Yield what was read as HTML: what is known here, without attributes, and nothing else."""
    for token in tokens:
        opened = PLAIN.get(token.type.replace("_close", "_open"))
        if token.hidden:
            continue
        if opened:
            yield f"</{opened}>" if token.nesting < 0 else f"<{opened}>"
        elif token.type == "inline":
            yield from _html(token.children or ())
        elif token.type in ("code_inline", "fence", "code_block"):
            yield f"<code>{escape(token.content)}</code>"
        elif token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "text":
            yield escape(token.content)
