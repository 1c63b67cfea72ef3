"""Draws mutations of made sets and asks who notices: reading back alone, bytes alone, anybody's eyes.

A set is designed once, and of it only the format that a mutation touches is read again: the whole of `verify` for
each would take a hundred times as long. Bytes are deterministic, so every mutation, which is other bytes, is caught
where the set is made again and compared.
"""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from mutations.drawn import drawn, folders, shown
from mutations.drawn.hands import Drawn, Nothing
from mutations.folder import MANIFEST

SMALL = {
    "quasimino": ("--colours", "2"),
    "triomino": ("--highest", "1"),
    "majomino": ("--size", "5", "--count", "3"),
    "quomino": ("--size", "4"),
}
LARGER = {
    "quasimino": ("--colours", "3"),
    "triomino": ("--highest", "3"),
    "majomino": ("--size", "7", "--count", "5"),
    "quomino": ("--size", "5"),
}
SIZES = {"small": SMALL, "larger": LARGER}
FORMATS = ("svg", "dxf", "3mf", "stl", "obj", "txt", "pdf", "step")
# rows of their own: what no reader reads, and the manifest, which verify reads
BOOKS, README, PICTURES, RECORD, FOLDER = "books", "readme", "pictures", "manifest", "folder"
ROWS = (*FORMATS, BOOKS, README, PICTURES, RECORD, FOLDER)
BOOK = ("rules", "quick-reference", "scoresheet")
UNREAD = {BOOKS, README, PICTURES}  # what is seen there otherwise may be noticed by bytes alone
RECORDED = ("svg", "pdf")  # the formats of the set whose manifest or folder is changed: quick to verify whole


@dataclass(slots=True)
class Outcome:
    """What came of a mutation. codes: findings of severity error that reading back reports, or what it raises.
    bytes: whether comparing bytes catches it. seen: how anybody can see it, "" if nobody can, None if nobody was asked.
    broken: what reading back fails with, in place of saying what is wrong."""

    row: str
    game: str
    seed: str
    path: str
    kind: str
    says: str
    codes: tuple[str, ...] = ()
    bytes: bool = True
    seen: str | None = None
    broken: str = ""
    seconds: float = 0.0

    @property
    def read(self) -> bool:
        """Whether reading back alone catches it."""
        return bool(self.codes)

    @property
    def missed(self) -> bool:
        """Whether neither catches it, though it is no true set of other choices."""
        return not self.bytes and not self.read and self.row != RECORD

    @property
    def defect(self) -> bool:
        """Whether reading back misses what can be seen, or fails on the file instead of saying what is wrong."""
        return (
            bool(self.broken)
            or self.missed
            or ((self.row != RECORD or self.bytes) and (not self.read and bool(self.seen) and self.row not in UNREAD))
        )

    @property
    def replay(self) -> str:
        return f"{self.row}:{self.game}:{self.seed}"


@dataclass(slots=True)
class Set:
    """A made set in memory, with what it takes to read any of its formats back."""

    game: str
    files: dict[str, bytes]
    manifest: bytes
    readings: dict[str, Any] = field(default_factory=dict)
    showing: tuple[Any, ...] = ()  # what the readers of pictures take

    @classmethod
    def of(cls, folder: Path) -> Set:
        """Return the set in a folder."""
        from quasiprint.model.format import Reading
        from quasiprint.model.production import Offer
        from quasiprint.pipeline.bill import bill_of
        from quasiprint.pipeline.manifest import decoded, files_of, offers_of, run_of
        from quasiprint.pipeline.workshop import Workshop

        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        manifest = files.pop(MANIFEST)
        held = decoded(manifest, folder.name)
        run = run_of(held, files)
        shop, offers, stock = Workshop(run), offers_of(held), run.profiles
        sets = {maker: shop.set(maker) for maker in {offer.maker for offer in offers.values()}}
        made = cls(held["game"], files, manifest, showing=(shop, offers, bill_of(shop, offers.values())))
        for name in run.formats:
            own = {path: content for path, content in files.items() if path.startswith(f"{name}/")}
            made.readings[name] = Reading(
                sets[offers[name].maker],
                own,
                files_of(held),
                stock.bed,
                stock.sheet,
                stock.pages,
                False,
                lambda _: None,
                shop.books.names(),
                beds=shop.beds if offers[name] is Offer.SOLIDS else {},
            )
        return made

    def paths(self, row: str) -> list[str]:
        """Return the files of a row; of the row of folders none: they are all in others."""
        if row == FOLDER:
            return []
        if row == RECORD:
            return [MANIFEST]
        if row == README:
            return ["README.md", "bill.csv"]
        if row == PICTURES:
            return ["gallery.html", *sorted(path for path in self.files if path.startswith("preview/"))]
        folder = "pdf" if row == BOOKS else row
        return sorted(
            path for path in self.files
            if path.startswith(f"{folder}/") and (folder != "pdf" or Path(path).name.startswith(BOOK) is (row == BOOKS))
        )  # fmt: skip

    def content(self, path: str) -> bytes:
        return self.manifest if path == MANIFEST else self.files[path]

    def rearranged(self, seed: str) -> folders.Rearranged:
        """Draw a mutation of the folder."""
        r = random.Random(f"{FOLDER}:{self.game}:{seed}")
        while True:
            with suppress(Nothing):
                return folders.mutated(r, self.files, self.manifest)

    def draw(self, row: str, seed: str) -> tuple[str, Drawn]:
        """Draw a mutation of one of a row's files. Equal seeds give equal mutations."""
        r = random.Random(f"{row}:{self.game}:{seed}")
        path = r.choice(self.paths(row))
        content = self.content(path)
        others = [other for other in self.paths(row) if other != path and self.content(other) != content]
        if others and r.random() < 0.01:
            other = r.choice(others)
            return path, Drawn(self.content(other), "another file in its place", other)
        return path, drawn(r, path.rpartition(".")[2], content)


def made(game: str, size: str, folder: Path) -> Path:
    """Make a set in all its formats, and one whose manifest is changed, unless they are there. Raises AssertionError if
    a set does not verify by its bytes: then a file of other bytes is no proof of anything."""
    from quasiprint.pipeline.verify import By

    target = folder / size / game
    formats = [name for name in FORMATS if name != "txt" or game == "majomino"]
    for one, kinds in ((target, formats), (recorded(target), RECORDED)):
        if not (one / MANIFEST).is_file():
            _make(game, size, kinds, one)
        held = {path.relative_to(one).as_posix(): path.read_bytes() for path in one.rglob("*") if path.is_file()}
        if verified(held, By.BYTES) != ((), ""):  # made by another state of the program
            shutil.rmtree(one)
            _make(game, size, kinds, one)
            held = {path.relative_to(one).as_posix(): path.read_bytes() for path in one.rglob("*") if path.is_file()}
            assert verified(held, By.BYTES) == ((), ""), f"{one} is not made again byte for byte"
    return target


def _make(game: str, size: str, formats: Iterable[str], target: Path) -> None:
    from quasiprint.cli import main

    arguments = ["make", game, "--format", ",".join(formats), *SIZES[size][game], "-o", str(target)]
    main(arguments, prog_name="quasiprint", standalone_mode=False)


def recorded(target: Path) -> Path:
    """Return where the set lies whose manifest is changed: of few formats, since it is verified whole each time."""
    return target.with_name(f"{target.name}-record")


def rows_of(game: str) -> Iterator[str]:
    """Yield the rows that a game has."""
    yield from (row for row in ROWS if row != "txt" or game == "majomino")


@cache
def loaded(folder: Path) -> Set:
    """Return the set in a folder, designed once."""
    return Set.of(folder)


@cache
def _seen_before(folder: Path, path: str) -> shown.Seen:
    held = loaded(folder)
    return shown.seen(held.content(path), path, _beside(held, path))


@cache
def _sliced_before(folder: Path, path: str) -> dict[str, list[float]]:
    return shown.gcode(loaded(folder).content(path), path.rpartition(".")[2])


def _beside(held: Set, path: str) -> Mapping[str, bytes]:
    """Return the files without which a file cannot be seen: the materials, the other parts of a piece."""
    if path.endswith(".stl"):
        stem = path.rpartition("-body")[0] or path.partition("-inlay")[0]
        return {
            other: held.files[other] for other in held.files if other.startswith(f"{stem}-inlay") or "plate" in path
        }
    return {other: held.files[other] for other in held.files if other.endswith(".mtl") and other != path}


def read_back(held: Set, row: str, path: str, content: bytes) -> tuple[tuple[str, ...], str]:
    """Return the codes that reading back alone finds with a file changed, and what it fails with."""
    from shapely.errors import ShapelyError

    from quasiprint.model.finding import Severity
    from quasiprint.readback.unreadable import DAMAGED

    try:
        findings = _found_in_pictures(held, path, content) if row == PICTURES else _found(held, row, path, content)
    except (ShapelyError, *DAMAGED) as problem:
        return (f"not understood: {type(problem).__name__}",), ""
    except Exception as problem:
        return (), f"{type(problem).__name__}: {problem}"
    return tuple(sorted({found.code for found in findings if found.severity is Severity.ERROR})), ""


def _found(held: Set, row: str, path: str, content: bytes) -> list[Any]:
    from dataclasses import replace

    from quasiprint import formats

    name = "pdf" if row == BOOKS else row
    reading = held.readings[name]
    return list(formats.load(name).read(replace(reading, files={**reading.files, path: content})).findings)  # type: ignore[attr-defined]


def _found_in_pictures(held: Set, path: str, content: bytes) -> list[Any]:
    from quasiprint.pipeline.manifest import decoded
    from quasiprint.pipeline.remade import Found
    from quasiprint.pipeline.showing import gallery_wrong, pictures_wrong

    shop, offers, bill = held.showing
    found = Found(decoded(held.manifest, "set"), held.manifest, {**held.files, path: content})
    if path.startswith("preview/"):
        return list(pictures_wrong(shop, found, offers, bill))
    return list(gallery_wrong(shop, found, offers, loose=False))


def verified(files: Mapping[str, bytes], by: Any) -> tuple[tuple[str, ...], str]:
    """Return the codes that `verify` finds in a whole set, and what it fails with."""
    from quasiprint.model.errors import InputError
    from quasiprint.model.finding import Severity
    from quasiprint.pipeline.verify import verify

    try:
        verdict = verify(InMemory(files), by=by)  # type: ignore[arg-type]
    except InputError:
        return ("no-set",), ""
    except Exception as problem:
        return (), f"{type(problem).__name__}: {problem}"
    return tuple(sorted({found.code for found in verdict.findings if found.severity is Severity.ERROR})), ""


@dataclass
class InMemory:
    """A set as `verify` takes it, of which nothing is on the disk."""

    held: Mapping[str, bytes]
    name: str = "set"

    def paths(self) -> list[str]:
        return sorted(self.held)

    def read(self, path: str, most: int = 1 << 40) -> bytes | None:
        content = self.held.get(path)
        return content if content is not None and len(content) <= most else None


def looked_at(folder: Path, row: str, path: str, content: bytes, *, slice_too: bool = False) -> str:
    """Return how anybody can see that a file is another, "" if nobody can."""
    try:
        before = _seen_before(folder, path)
        after = shown.seen(content, path, _beside(loaded(folder), path))
    except shown.Refused as problem:
        return f"not opened: {problem}"
    found = shown.difference(before, after)
    if not found and slice_too and path.rpartition(".")[2] in shown.SLICED:
        one = _sliced_before(folder, path)
        found = "other G-code" if shown.other_gcode(one, shown.gcode(content, path.rpartition(".")[2])) else ""
    return found


def tried(folder: Path, row: str, seed: str, *, slice_too: bool = False, whole: bool = False) -> Iterator[Outcome]:
    """Draw a mutation and judge it. Yields what is known after each step, the last is the outcome.

    slice_too: whether PrusaSlicer is asked, too. whole: whether the whole set, its hashes mended, is compared by bytes;
    else other bytes are taken for caught, since the set was made again byte for byte when it was prepared.
    """
    from quasiprint.pipeline.verify import By

    began = time.perf_counter()
    if row in (RECORD, FOLDER):
        folder = recorded(folder)
    held = loaded(folder)
    if row == FOLDER:
        yield _rearranged(held, seed, began)
        return
    path, mutation = held.draw(row, seed)
    content = mutation.content
    out = Outcome(row, held.game, seed, path, mutation.kind, mutation.says)
    yield out
    if row == RECORD:
        files = {**held.files, MANIFEST: content}
        out.codes, out.broken = verified(files, By.READING)
        by_bytes, broken = verified(files, By.BYTES)
        out.bytes, out.broken = bool(by_bytes), out.broken or broken
    elif row != README:
        out.codes, out.broken = read_back(held, row, path, content)
    if whole and row != RECORD:
        files = {**held.files, path: content}
        files[MANIFEST] = folders.mended(held.manifest, files)
        by_bytes, broken = verified(files, By.BYTES)
        out.bytes, out.broken = bool(by_bytes), out.broken or broken
    out.seconds = time.perf_counter() - began
    if not out.read and not out.broken and row not in UNREAD:
        yield out
        out.seen = looked_at(folder, row, path, content, slice_too=slice_too)
    yield out


def _rearranged(held: Set, seed: str, began: float) -> Outcome:
    """Draw a mutation of a folder and verify the whole set. Files without a reader come under bytes alone."""
    from quasiprint.pipeline.verify import By

    drawn_one = held.rearranged(seed)
    out = Outcome(FOLDER, held.game, seed, drawn_one.path, drawn_one.kind, drawn_one.says)
    files = {**drawn_one.files, MANIFEST: drawn_one.manifest}
    out.codes, out.broken = verified(files, By.READING)
    by_bytes, broken = verified(files, By.BYTES)
    out.bytes, out.broken = bool(by_bytes), out.broken or broken
    out.seconds = time.perf_counter() - began
    if not out.read:
        both = {path: (held.files.get(path), drawn_one.files.get(path)) for path in {*held.files, *drawn_one.files}}
        books = {held.files[path] for path in held.paths(BOOKS)}
        read = sorted(
            path for path, (old, new) in both.items()
            if old != new and path.partition("/")[0] in held.readings and path not in held.paths(BOOKS)
            and not {old, new} <= {None, *books}
        )  # fmt: skip
        out.seen = f"other files: {', '.join(read)}" if read else ""
    return out


def told(outcome: Outcome) -> str:
    """Return an outcome in a line of JSON."""
    return json.dumps({name: getattr(outcome, name) for name in Outcome.__slots__})
