"""The gallery of a set: what it shows, gathered from designs, files, and what was seen while formats were made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.documents.rulebook import words
from quasiprint.model.bill import Bill
from quasiprint.model.game import Coupon
from quasiprint.model.limits import SHOWN
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, GameSet, Labelled, Piece
from quasiprint.model.production import Arrangement, Offer
from quasiprint.pipeline.gallery_words import howto, tables, texts
from quasiprint.pipeline.manifest import FileEntry
from quasiprint.pipeline.pictures import BookPicture, GalleryData
from quasiprint.pipeline.run import Run, room
from quasiprint.version import __version__
from quasiprint.web.gallery import Card, File, Gallery, Ground, Mark, Shown, filled, gallery
from quasiprint.web.shapes import Box, Drawn, Stock, box, framed, placed

MOST_ALIKE = 6000  # pieces that are looked through for such that are alike
GRID = 10  # mm: of the lines on a bed
AIR = 1.5  # mm: around a piece
LEAST = 0.5  # of the room of a piece: what a small thing's picture takes
FAN = 7  # pieces on the head of a page that has no picture of a book
Thing = Piece | Accessory


@dataclass(frozen=True, slots=True)
class Set:
    """A set as its gallery needs it. whole: all that is in it. sets: by process, as each makes it. files: by format;
    others: those beside the folders. page: its README."""

    run: Run
    whole: GameSet
    sets: Mapping[Maker, GameSet]
    files: Mapping[str, Sequence[FileEntry]]
    others: Sequence[FileEntry]
    bill: Bill
    page: str
    seen: Mapping[Offer, GalleryData]


def gallery_page(made: Set) -> bytes:
    """Return the page. Raises InputError for a user's own words that are no texts."""
    return gallery(_Gathering(made).whole()).encode()


class _Gathering:
    """Pictures are drawn first, and written when all are known: what recurs in them is written once."""

    def __init__(self, made: Set) -> None:
        self.made = made
        run = made.run
        self.words = texts(run.templates, run.language)
        self.own_words = words(run.templates, run.language, run.game)
        self.stock = Stock(made.whole.palette)
        self.meshes = made.seen[Offer.SOLIDS].meshes if Offer.SOLIDS in made.seen else None
        self.files: dict[str, list[File]] = {}
        self.singles: dict[str, int] = {}
        self.rest: list[File] = []
        for name, entries in made.files.items():
            for entry in entries:
                for id in entry.of:
                    self.files.setdefault(id, []).append(File(entry.path, entry.size))
                if entry.of:
                    self.singles[name] = self.singles.get(name, 0) + 1
                else:
                    self.rest.append(File(entry.path, entry.size))

    def whole(self) -> Gallery:
        """Return all that stands on the page."""
        made, run = self.made, self.made.run
        game = room(run)
        groups = self._groups()
        shown = groups[:SHOWN]
        around = self._around([things[0] for things in shown if isinstance(things[0], Piece)])
        labels = self._labels()
        cards = tuple(self._card(things, around, labels) for things in shown)
        plates = self._grounds(Offer.SOLIDS, "plate")
        sheets = self._grounds(Offer.DRAWINGS, "sheet")
        books = made.seen.get(Offer.PAGES, GalleryData())
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
            stock=self.stock.hidden(),
            style=self.stock.style(),
            pieces=cards,
            others=sum(thing.id not in used for thing in made.whole.things),
            plates=plates,
            sheets=sheets,
            places=(run.profiles.bed.name, run.profiles.material_of(Maker.LASER).name if sheets else ""),
            tables=tables(made.bill, self.words),
            howto=howto(made.page, made.bill),
            files=(*self.rest, *(File(entry.path, entry.size) for entry in made.others)),
            singles=self.singles,
            meshes=self.meshes,
            game=not isinstance(game, Coupon),
        )

    def _lead(self) -> Iterator[str]:
        """Yield what is in the box, in short."""
        kinds: dict[str, int] = {}
        for thing in self.made.whole.things:
            kind = self._what(thing)
            kinds[kind] = kinds.get(kind, 0) + thing.count
        if self.made.whole.whole is not None:
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
        for thing in self.made.whole.things[:MOST_ALIKE]:
            about = (thing.shape, thing.name, thing.notes) if isinstance(thing, Piece) else (thing.kind, thing.id)
            files = tuple(file.path for file in self.files.get(thing.id, ()))
            alike.setdefault((about, self.stock.face(thing), files), []).append(thing)
        return [tuple(things) for things in alike.values()]

    def _around(self, pieces: Sequence[Piece]) -> float:
        """Return how large the picture of a piece is: the same for all, so that they can be compared."""
        boxes = [box(piece.face) for piece in pieces]
        return max((max(right - left, high - low) for left, low, right, high in boxes), default=0.0)

    def _labels(self) -> dict[int, Mark] | None:
        """Return what labels say, each in words, with its colour if no two have the same; None if pieces have none."""
        whole = self.made.whole
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
        inks = [self._ink(self.made.whole.palette.inks[k].name) for k in sorted(first.face.inks)]
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
            files=tuple(self.files.get(first.id, ())),
            notes=first.notes if isinstance(first, Piece) else (),
            body=first.id if here else "",
        )

    def _picture(self, thing: Thing, around: float, label: str) -> str:
        left, low, right, high = box(thing.face)
        side = max(right - left, high - low, around if isinstance(thing, Piece) else LEAST * around) / 2 + AIR
        x, y = (left + right) / 2, (low + high) / 2
        wide, tall = side, max((high - low) / 2 + AIR, side * 0.75)
        across = x - wide, y - tall, x + wide, y + tall
        return framed(placed(self.stock.face(thing)), across, self._told(label, self._material(thing)))

    def _material(self, thing: Thing) -> str:
        """Return the class of what something is made of: wood if nothing but a laser makes it."""
        makers = [maker for maker, own in self.made.sets.items() if any(one.id == thing.id for one in own.things)]
        return "wood" if makers[:1] == [Maker.LASER] else ""

    def _told(self, label: str, material: str = "") -> dict[str, str]:
        from html import escape

        return {"class": material, "role": "img", "aria-label": escape(label)}

    def _figure(self, one: BookPicture, drawn: Drawn) -> str:
        across = 0.0, -one.figure.height, one.figure.width, 0.0
        return framed(self.stock.written(drawn), across, self._told(one.alt))

    def _fan(self, things: Sequence[Thing]) -> str:
        """Return some pieces like a hand of cards: for a set without a book."""
        if not things:
            return ""
        step = max(1, len(things) // FAN)
        some = things[::step][:FAN]
        size = max(max(right - left, high - low) for left, low, right, high in (box(thing.face) for thing in some))
        middle = (len(some) - 1) / 2
        uses = [
            placed(self.stock.face(thing), (k - middle) * size * 0.6, -abs(k - middle) * size * 0.1, (middle - k) * 8)
            for k, thing in enumerate(some)
        ]
        half = (len(some) * 0.6 + 1) * size / 2
        return framed("".join(uses), (-half, -size, half, size), {"aria-hidden": "true", "focusable": "false"})

    def _grounds(self, offer: Offer, word: str) -> tuple[Ground, ...]:
        """Return the plates or sheets, with their files."""
        laid = self.made.seen[offer].laid if offer in self.made.seen else ()
        own = self.made.sets.get(offer.maker)
        if own is None:
            return ()
        faces = {thing.id: self.stock.face(thing) for thing in own.things} if laid else {}
        numbers = {plate["name"]: k for k, plate in enumerate(self.meshes["plates"])} if self.meshes else {}
        return tuple(self._ground(one, word, k, faces, numbers) for k, one in enumerate(laid, 1))

    def _ground(
        self, one: Arrangement, word: str, k: int, faces: Mapping[str, str], numbers: Mapping[str, int]
    ) -> Ground:
        name = filled(self.words[word], number=k)
        size = filled(self.words["size"], width=f"{one.width:g}", height=f"{one.height:g}")
        count = len(one.placements)
        called = re.compile(rf"(?:^|[/-]){re.escape(one.name)}(?![0-9])")
        across: Box = (0.0, 0.0, one.width, one.height)
        uses = "".join(placed(faces[lying.item], lying.x, lying.y, lying.angle) for lying in one.placements)
        picture = framed(_bed(one) + uses, across, self._told(f"{name}: {size}", "wood" if word == "sheet" else ""))
        files = tuple(file for file in self.rest if called.search(file.path))
        there = filled(self.words["lies-there"], count=count)
        return Ground(name, f"{size}; {there}", picture, files, numbers.get(one.name) if word == "plate" else None)


def _bed(one: Arrangement) -> str:
    """Return a bed or a sheet, with lines across it, in hundredths of a millimetre."""
    wide, high = round(one.width * 100), round(one.height * 100)
    step = GRID * 100
    lines = "".join(f"M{x} {-high}v{high}" for x in range(step, wide, step))
    lines += "".join(f"M0 {-y}h{wide}" for y in range(step, high, step))
    return f'<path class="bed" d="M0 0h{wide}v{-high}H0z"/><path class="grid" d="{lines}"/>'
