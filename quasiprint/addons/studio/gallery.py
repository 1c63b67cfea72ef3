"""The gallery of a set: how to make it, every piece, plate and sheet, layouts, and what it takes, on one page.

What it shows is gathered with the job that has laid it out, so that nothing is made twice. All of it stands in the
HTML, in the words of a language; scripts add a search, pages and bodies to turn. Pictures are SVG, see ``web/stock``;
how the page is put together stands in ``gallery.html``.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from string import Formatter, Template
from typing import TYPE_CHECKING, Any

from quasiprint.addons.studio.web.page import LOOK, THREE, VIEWER, fonts, html, mesh_value, part
from quasiprint.addons.studio.web.stock import Stock, box, frame, use_of
from quasiprint.documents.words import GALLERY, Templates, words
from quasiprint.errors import InputError
from quasiprint.make.bill import share_of
from quasiprint.make.bill import tables as bill_tables
from quasiprint.make.manifest import FileEntry, MadeSet
from quasiprint.make.run import room, shared_words
from quasiprint.make.workshop import Workshop
from quasiprint.model.choices import Maker, Offer
from quasiprint.model.coupon import Coupon
from quasiprint.model.game import Explained
from quasiprint.model.limits import SHOWN
from quasiprint.model.page import Figure
from quasiprint.model.piece import Accessory, Labelled, Piece
from quasiprint.model.production import Arrangement, Bill
from quasiprint.model.resources import template_folder
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
TO_SCRIPTS = ("found", "turned", "turn-hint", "no-bodies", "no-body", "page-of", "picture")  # words that they say
Thing = Piece | Accessory
Words = Mapping[str, str]
Labels = Mapping[int, tuple[str, str]]  # what each says, and its colour as "#RRGGBB", "" if that says nothing


def page(made: MadeSet, others: Sequence[FileEntry], readme: str, seen: Mapping[Offer, GalleryData]) -> bytes:
    """Return the page that shows a made set: what the core asks for by the group ``quasiprint.pages``. others: its
    files beside the folders. Raises InputError for a user's own words that are no texts."""
    return Gallery(made, others, readme, seen).html().encode()


class Html(str):
    """Text that is HTML already."""


class _Part(Template):
    """A part of the page. Its fields are what it is given, and words of the language, by their keys."""

    idpattern = r"[a-z]+(?:-[a-z]+)*"


@cache
def _templates() -> dict[str, _Part]:
    """Return the parts of the page, by name."""
    found = re.split(r"<!-- ([a-z-]+) -->\n", part("gallery.html"))
    return {name: _Part(text.removesuffix("\n")) for name, text in zip(found[1::2], found[2::2], strict=True)}


def fill_in(text: str, **fields: object) -> str:
    """Return a text with its names in braces filled in. One that is not known stays, so that a user's own words can
    end no run."""
    parts = []
    for literal, name, _, _ in Formatter().parse(text):
        parts += [literal, *([str(fields.get(name, f"{{{name}}}"))] if name is not None else [])]
    return "".join(parts)


class Gallery:
    """The page of a set, in the words of a language. Pictures are drawn first, and written when all are known: what
    recurs in them is written once."""

    def __init__(
        self, made: MadeSet, others: Sequence[FileEntry], readme: str, seen: Mapping[Offer, GalleryData]
    ) -> None:
        self.set, self.others, self.readme, self.seen = made, others, readme, seen
        self.run, self.whole = made.run, made.whole
        self.words = texts(self.run.templates, self.run.language)
        self.escaped = {key: escape(text) for key, text in self.words.items()}
        self.own_words = words(self.run.templates, self.run.language, self.run.game)
        self.stock = Stock(self.whole.palette)
        self.meshes = self.seen[Offer.SOLIDS].meshes if Offer.SOLIDS in self.seen else None
        entries = [(name, entry) for name, own in made.files.items() for entry in own]
        self.singles = Counter(name for name, entry in entries if entry.of)
        self.rest = [entry for _, entry in entries if not entry.of]
        self.files_of: dict[str, list[FileEntry]] = {}
        for _, entry in entries:
            for id in entry.of:
                self.files_of.setdefault(id, []).append(entry)

    def fill(self, name: str, /, **values: object) -> Html:
        """Return a part of the page. What is given is a text, and escaped, or HTML, or several parts of it."""
        given = {
            key: "".join(value) if isinstance(value, list) else value if isinstance(value, Html) else escape(str(value))
            for key, value in values.items()
        }
        return Html(_templates()[name].substitute({**self.escaped, **given}))

    def text(self, key: str, **fields: object) -> str:
        """Return a text of the language, filled in."""
        return fill_in(self.words[key], **fields)

    def html(self) -> str:
        """Return the page as one file."""
        books = self.seen.get(Offer.PAGES, GalleryData())
        title, accent = room(self.run).titles.title, books.accent or room(self.run).titles.accent
        body, bodies = self._body(books), self.meshes is not None
        data: list[tuple[str, Any]] = [("words", {key: self.words[key] for key in TO_SCRIPTS})]
        return html(
            title=self.text("title", title=title),
            language=self.run.language,
            body=body,
            styles=(fonts(), part(LOOK), part("gallery.css"), f":root{{--accent:{accent}}}\n{self.stock.style()}"),
            scripts=(*((part(THREE), part(VIEWER)) if bodies else ()), part("gallery.js")),
            data=[*data, ("meshes", self.meshes)] if bodies else data,
        )

    def _body(self, books: GalleryData) -> Html:
        groups = self._groups()[:SHOWN]
        pieces = self._pieces(groups)
        plates, sheets = self._grounds(Offer.SOLIDS, "plate"), self._grounds(Offer.DRAWINGS, "sheet")
        shown = [*books.pictures, *([books.cover] if books.cover else [])]
        drawn = [(one, self.stock.figure(one.figure)) for one in shown]
        pictures = [
            Html(frame(self.stock.svg(figure), (0.0, -one.figure.height, one.figure.width, 0.0), _image(one.alt)))
            for one, figure in drawn
        ]
        cover = pictures.pop() if books.cover else self._fan([things[0] for things in groups])
        layouts = [
            self.fill("layout", drawn=picture, caption=one.caption, number=k)
            for k, (one, picture) in enumerate(zip(books.pictures, pictures, strict=True), 1)
        ]
        steps = [
            self.fill("how", open="" if k else Html(" open"), name=title, text=Html(text))
            for k, (title, text) in enumerate(howto(self.readme))
        ]
        sections = {
            "howto": self.fill("howto", inner=steps) if steps else "",
            "pieces": pieces,
            "plates": plates,
            "sheets": sheets,
            "layouts": self.fill("layouts", inner=layouts) if layouts else "",
            "takes": self._takes(),
            "files": self._files(),
        }
        there = {name: inner for name, inner in sections.items() if inner}
        game = room(self.run)
        by = f'<p class="by">{escape(self.text("by", inventor=game.titles.inventor))}</p>'
        rights = f"<p>{self.escaped['to-rights']}</p>"
        return self.fill(
            "body",
            stock=Html(self.stock.definitions()),
            set=game.titles.title,
            inventor=Html("" if isinstance(game, Coupon) else by),
            lead=[f"<li>{escape(line)}</li>" for line in self._lead()],
            cover=cover,
            links=[self.fill("link", name=name, text=self.words[name]) for name in there],
            sections=Html(
                "\n".join(self.fill("section", name=n, text=self.words[n], inner=t) for n, t in there.items())
            ),
            made=self.text("made-by", version=__version__),
            rights=Html("" if isinstance(game, Coupon) else rights),
        )

    def _lead(self) -> Iterator[str]:
        """Yield what is in the box, in short."""
        kinds: Counter[str] = Counter()
        for thing in self.whole.things:
            kinds[self._what(thing)] += thing.count
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

    def _labels(self) -> Labels:
        """Return what labels say, each in words, with its colour if no two have the same; none if pieces have none."""
        whole = self.whole
        if not isinstance(whole.composition, Labelled):
            return {}
        found: dict[int, set[int]] = {}
        for piece in whole.pieces:
            for mark in piece.face.marks:
                if mark.label is not None and mark.colour is not None:
                    found.setdefault(mark.label, set()).add(mark.colour)
        inks = [next(iter(colours)) for colours in found.values() if len(colours) == 1]
        labels = {label for piece in whole.pieces for label in piece.marks}
        if len(set(inks)) < len(labels):
            return {label: (str(label), "") for label in sorted(labels)}
        named = {label: whole.palette.inks[next(iter(found[label]))] for label in sorted(labels)}
        return {label: (self._ink(ink.name), ink.rgb) for label, ink in named.items()}

    def _ink(self, name: str) -> str:
        key = f"ink-{name}"
        return self.own_words.get(key, self.words.get(key, name))

    def _pieces(self, groups: Sequence[tuple[Thing, ...]]) -> Html:
        """Return all cards, with a search and filters. groups: things that share a card."""
        boxes = [box(things[0].face) for things in groups if isinstance(things[0], Piece)]
        # how large the picture of a piece is: the same for all, so that they can be compared
        around = max((max(right - left, high - low) for left, low, right, high in boxes), default=0.0)
        labels = self._labels()
        kinds = {_kind(thing): (self._what(thing), "") for thing, *_ in groups}
        used = {label for thing, *_ in groups if isinstance(thing, Piece) and labels for label in thing.marks}
        marks = {str(label): labels[label] for label in sorted(used)}
        every = sum(map(len, groups))
        left = len(self.whole.things) - every
        return self.fill(
            "pieces",
            chips=[
                self._chips(name, title, chips)
                for name, title, chips in (("kind", "kind", kinds), ("mark", "with", marks))
                if len(chips) > 1
            ],
            shown=self.text("found", shown=every, all=every),
            count=left,
            cards=Html("\n".join(self._card(things, around, labels) for things in groups)),
            rest=self.fill("quiet", text=self.text("others", count=left)) if left else "",
        )

    def _chips(self, name: str, title: str, chips: Mapping[str, tuple[str, str]]) -> Html:
        inner = [
            self.fill("chip", name=name, value=value, swatch=self._swatch(colour), text=said)
            for value, (said, colour) in chips.items()
        ]
        return self.fill("chips", name=name, text=self.words[title], inner=inner)

    def _swatch(self, colour: str) -> Html:
        """Return a dot of a colour: as an SVG, for the page's policy allows no styles of elements."""
        return self.fill("swatch", colour=colour) if colour else Html()

    def _card(self, things: tuple[Thing, ...], around: float, labels: Labels) -> Html:
        """Return the card of things that are alike. around: mm, room of a piece. labels: what each says."""
        first, ids, what = things[0], [thing.id for thing in things], self._what(things[0])
        own = first.name if isinstance(first, Piece) and first.name else first.id
        name = own if len(ids) == 1 else f"{ids[0]} … {ids[-1]}"
        marks = first.marks if isinstance(first, Piece) and labels else ()
        inks = [self._ink(self.whole.palette.inks[k].name) for k in sorted(first.face.inks)]
        if not marks and isinstance(first, Accessory) and len(inks) == 1:
            name = f"{what}, {inks[0]}"
        said = ", ".join(labels[label][0] for label in marks)
        notes = first.notes if isinstance(first, Piece) else ()
        lines = [self.fill("quiet", text=what)] if what != name else []
        if said:
            swatches = [self._swatch(labels[label][1]) for label in marks]
            lines.append(self.fill("marks", swatches=swatches, text=said))
        count = sum(thing.count for thing in things)
        body = self.meshes is not None and first.id in self.meshes["things"]
        return self.fill(
            "card",
            ids=" ".join(ids),
            what=_kind(first),
            labels=" ".join(dict.fromkeys(map(str, marks))),
            sought=" ".join((*ids, name, what, said, *notes)).casefold(),
            body=Html(f' data-body="{escape(first.id)}"' if body else ""),
            drawn=self._picture(first, around, ", ".join((name, *([said] if marks else [])))),
            name=name,
            count=Html(f' <span class="count">× {count}</span>' if count > 1 else ""),
            lines=[*lines, *(self.fill("quiet", text=note) for note in notes)],
            act=self.words["turn" if body else "look"],
            files=self._links(self.files_of.get(first.id, ()), name),
        )

    def _picture(self, thing: Thing, around: float, label: str) -> Html:
        left, low, right, high = box(thing.face)
        side = max(right - left, high - low, around if isinstance(thing, Piece) else LEAST * around) / 2 + AIR
        x, y = (left + right) / 2, (low + high) / 2
        wide, tall = side, max((high - low) / 2 + AIR, side * 0.75)
        across = x - wide, y - tall, x + wide, y + tall
        return Html(frame(use_of(self.stock.face(thing)), across, _image(label, self._material(thing))))

    def _material(self, thing: Thing) -> str:
        """Return the class of what something is made of: wood if nothing but a laser makes it."""
        makers = [maker for maker, own in self.set.sets.items() if any(one.id == thing.id for one in own.things)]
        return "wood" if makers[:1] == [Maker.LASER] else ""

    def _fan(self, things: Sequence[Thing]) -> Html:
        """Return some pieces like a hand of cards: for a set without a book."""
        if not things:
            return Html()
        step = max(1, len(things) // FAN)
        some = things[::step][:FAN]
        size = max(max(right - left, high - low) for left, low, right, high in (box(thing.face) for thing in some))
        middle = (len(some) - 1) / 2
        uses = [
            use_of(self.stock.face(thing), (k - middle) * size * 0.6, -abs(k - middle) * size * 0.1, (middle - k) * 8)
            for k, thing in enumerate(some)
        ]
        half = (len(some) * 0.6 + 1) * size / 2
        return Html(frame("".join(uses), (-half, -size, half, size), {"aria-hidden": "true", "focusable": "false"}))

    def _grounds(self, offer: Offer, word: str) -> str:
        """Return plates or sheets with what lies on them, and their files; "" if there are none. word: "plate"
        or "sheet"."""
        laid = self.seen[offer].laid if offer in self.seen else ()
        if offer.maker not in self.set.sets or not laid:
            return ""
        faces = {thing.id: self.stock.face(thing) for thing in self.set.sets[offer.maker].things}
        known = self.meshes["plates"] if self.meshes and word == "plate" else ()
        numbers = {plate["name"]: k for k, plate in enumerate(known)}
        profiles = self.run.profiles
        place = {"bed": profiles.bed.name} if word == "plate" else {"material": profiles.material_of(offer.maker).name}
        inner = []
        for k, one in enumerate(laid, 1):
            name = self.text(word, number=k)
            size = self.text("size", width=f"{one.width:g}", height=f"{one.height:g}")
            called = re.compile(rf"(?:^|[/-]){re.escape(one.name)}(?![0-9])")
            uses = "".join(use_of(faces[lying.item], lying.x, lying.y, lying.angle) for lying in one.placements)
            image = _image(f"{name}: {size}", "wood" if word == "sheet" else "")
            turned = self.fill("turn", plate=numbers[one.name], name=name) if one.name in numbers else ""
            inner.append(
                self.fill(
                    "ground",
                    id=f"{word}s-{k}",
                    drawn=Html(frame(_bed(one) + uses, (0.0, 0.0, one.width, one.height), image)),
                    name=name,
                    text=f"{size}; {self.text('lies-there', count=len(one.placements))}",
                    turned=turned,
                    files=self._links([file for file in self.rest if called.search(file.path)], name),
                )
            )
        return self.fill("grounds", text=self.text(f"{word}s-lead", **place), name=self.words[f"{word}s"], inner=inner)

    def _links(self, files: Sequence[FileEntry], of: str) -> Html:
        """Return files to unfold. of: whose they are, for those who hear the page."""
        if not files:
            return Html()
        count = self.words["one-file"] if len(files) == 1 else self.text("number-of-files", count=len(files))
        return self.fill("files", count=count, name=of, inner=self._each(files))

    def _each(self, files: Iterable[FileEntry]) -> list[Html]:
        return [self.fill("file", path=file.path, size=size(file.size)) for file in files]

    def _takes(self) -> str:
        """Return what making the set takes: all at a glance, and tables; all but their first column are figures."""
        glance, full = [], []
        for title, lead, head, rows in tables(self.set.bill, self.words):
            glance.append(self.fill("glance", name=title, text=lead))
            cells = [(str(first), "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)) for first, *rest in rows]
            body = [f'<tr><th scope="row">{escape(first)}</th>{rest}</tr>' for first, rest in cells]
            named = [f'<th scope="col">{escape(cell)}</th>' for cell in head]
            full += [self.fill("table", name=title, head=named, rows=body)] if body else []
        return self.fill("takes", glance=glance, tables=full) if glance else ""

    def _files(self) -> Html:
        """Return all files by their folders; of those of single things how many there are."""
        folders: dict[str, list[FileEntry]] = {}
        for file in (*self.rest, *self.others):
            folders.setdefault(file.path.rpartition("/")[0], []).append(file)
        inner = []
        for folder in dict.fromkeys((*folders, *self.singles)):
            count = self.singles[folder]
            more = f'<li class="quiet">{escape(self.text("single-files", count=count))}</li>' if count else ""
            head = f"<h3>{escape(folder)}/</h3>" if folder else ""
            inner.append(
                self.fill("folder", head=Html(head), inner=self._each(folders.get(folder, ())), more=Html(more))
            )
        return self.fill("all-files", inner=inner)


def _kind(thing: Thing) -> str:
    """Return of which kind something is, for a filter."""
    return thing.shape if isinstance(thing, Piece) else thing.kind


def size(count: int) -> str:
    """Return a number of bytes for people."""
    for unit, step in (("MB", 1_000_000), ("kB", 1000)):
        if count >= step:
            return f"{count / step:.3g} {unit}" if count < 1000 * step else f"{count // step} {unit}"
    return f"{count} B"


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


Table = tuple[str, str, list[str], list[Sequence[object]]]


def tables(bill: Bill, say: Words) -> Iterator[Table]:
    """Yield what making the set takes: a table for each process, and one of costs; of each its title, a line that says
    it in short, the head, and the rows."""

    def table(title: str, lead: Iterable[str], head: str, rows: Iterable[Sequence[object]]) -> Table:
        return say[title], " · ".join(lead), [say.get(key, key) for key in head.split()], list(rows)

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


def howto(page: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a set's page below headings of the second level, each its heading and its HTML, without those
    that hold the tables of the bill, which the gallery shows itself."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table").disable([*NOT_READ])
    shown = [text.split("\n")[0] for key, text in bill_tables().items() if key.startswith("bill_")]
    for section in page.split("\n## ")[1:]:
        title, _, inner = section.partition("\n")
        if not any(head in inner for head in shown):
            yield title.strip(), "".join(_html(reader.parse(inner)))


TAGS = ("h4", "p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "blockquote", "em", "strong")


def _html(tokens: Iterable[Token]) -> Iterator[str]:
    """Yield what was read as HTML: what is known here, without attributes, and nothing else."""
    for token in tokens:
        tag = "h4" if token.type.startswith("heading") else token.tag
        if token.hidden:
            continue
        if tag in TAGS:
            yield f"</{tag}>" if token.nesting < 0 else f"<{tag}>"
        elif token.type == "inline":
            yield from _html(token.children or ())
        elif token.type in ("code_inline", "fence", "code_block"):
            yield f"<code>{escape(token.content)}</code>"
        elif token.type in ("softbreak", "hardbreak"):
            yield "\n"
        elif token.type == "text":
            yield escape(token.content)
