"""Is everything there, once, and where it can be made? What is said of things that were recognised, as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import shapely

from quasiprint.model.blame import elsewhere
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import Readback, Reading
from quasiprint.model.profile import Box
from quasiprint.readback.plane import Lie, astray_by
from quasiprint.readback.recognise import CLOSE, REMAKE, Found
from quasiprint.readback.reference import Reference
from quasiprint.readback.unreadable import Unreadable

T = TypeVar("T")
OFF = {"bed": "off-bed", "sheet": "off-sheet", "page": "off-page"}
MOST = 6  # findings of a kind for a group of files: then how many more there are


@dataclass(slots=True)
class Report(Readback):
    """What was read of a format, and what is noted while it is read."""

    def read(
        self, reading: Reading, reader: Callable[[bytes], T], wanted: Callable[[str], bool] = lambda _: True
    ) -> Iterator[tuple[str, T]]:
        """Yield what each file holds; note those that cannot be read. wanted: which files, by path."""
        for path, content in reading.files.items():
            if not wanted(path):
                continue
            reading.tick(path)
            try:
                parsed = reader(content)
            except Unreadable as problem:
                elsewhere(problem)
                self.findings.append(error(problem.code, path, str(problem), REMAKE))
                continue
            self.off[path] = 0.0
            yield path, parsed

    def note(self, paths: Iterable[str], found: Iterable[Found]) -> None:
        """Take note of the things found in some files."""
        for thing in found:
            self.findings += thing.findings
            for path in paths:
                self.off[path] = max(self.off.get(path, 0.0), thing.off)


def pieces(found: Sequence[Found], reference: Reference) -> int:
    """Return how many of a set's pieces were found; one that is there twice is one."""
    own = set(reference.ids)
    seen = Counter(thing.ids for thing in found if thing.ids and thing.ids[0] in own)
    return sum(min(count, len(ids)) for ids, count in seen.items())


def complete(
    subject: str, found: Sequence[Found], reference: Reference, *variants: str, once: str = ""
) -> Iterator[Finding]:
    """Yield what is missing, and what is there too often. variants: how the things looked for are made; of several, the
    first that a thing has.

    once: "accessories" where one of each is enough, however often it is in the set, and one of accessories that look
    alike; "looks" where one is enough of all pieces that look alike, too.
    Findings: piece-missing, piece-doubled, accessory-count.
    """
    wanted: dict[tuple[str, ...], bool] = {}
    own = set(reference.ids)
    for kind in reference.kinds:
        ways = {
            id: made for way in variants[::-1] for (made, _), ids in kind.faces.items() if made == way for id in ids
        }
        for (made, _), alike in kind.faces.items():
            if ways.get(alike[0]) == made:
                # an outline may be that of pieces and accessories: a part of a board may be as large as a tile
                wanted[tuple(alike)] = alike[0] not in own
    counts = reference.counts
    seen = Counter(thing.ids for thing in found if thing.ids)
    wrong: dict[str, list[Finding]] = {}
    for ids, accessory in wanted.items():
        # parts of a board that look alike have each a file and a picture of their own
        single = len(ids) if accessory else 1
        due = single if once == "looks" or (once and accessory) else len(ids) if once else sum(counts[id] for id in ids)
        count = seen[ids]
        if count == due:
            continue
        name = ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"
        if accessory:
            entry = error("accessory-count", subject, f"{name}: found {count}, due are {due}", REMAKE)
        elif count < due:
            entry = error("piece-missing", subject, f"{name}: found {count}, due are {due}", REMAKE)
        else:
            entry = error("piece-doubled", subject, f"{name}: found {count}, due are {due}", REMAKE)
        wrong.setdefault(entry.code, []).append(entry)
    for entries in wrong.values():
        yield from shortened(entries)


def shortened(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the first of findings that are alike, and how many more there are."""
    yield from findings[:MOST]
    if len(findings) > MOST:
        last = findings[MOST]
        more = len(findings) - MOST
        yield error(last.code, last.subject, f"and {more} more findings of this kind", last.remedy)


def lying(
    subject: str,
    found: Sequence[Found],
    size: tuple[float, float],
    margin: float,
    gap: float,
    *,
    what: str,
    origin: complex = 0j,
    kept: Sequence[Box] = (),
) -> Iterator[Finding]:
    """Yield what leaves its bed or sheet, and what lies too near to another thing.

    size: width and height, mm; margin: to be kept free; gap: between things as they are designed; what: "bed" or
    "sheet"; origin: of it, in the frame of what was found; kept: where nothing may lie on it. Findings: off-bed,
    off-sheet, kept-free, overlap, too-close.
    """
    shapes, made = [], []
    things = [thing for thing in found if thing.kind is not None and thing.lie is not None]
    for thing in things:
        assert thing.kind is not None
        assert thing.lie is not None
        lie = Lie(thing.lie.turn, thing.lie.shift - origin, thing.lie.mirrored)
        shapes.append(lie.there(thing.kind.nominal))
        made.append(lie.there(thing.kind.outline))
    width, height = size
    wrong: list[Finding] = []
    for thing, shape in zip(things, shapes, strict=True):
        left, low, right, high = shape.bounds
        free = min(left, low, width - right, height - high)
        if free < margin - CLOSE:
            message = f"it comes within {free:.2f} mm of the rim, allowed is {margin:g} mm"
            wrong.append(error(OFF[what], thing.subject, message, REMAKE))
    for left, low, right, high in kept:
        place = shapely.box(left + CLOSE, low + CLOSE, right - CLOSE, high - CLOSE)
        for thing in (thing for thing, shape in zip(things, shapes, strict=True) if shape.intersects(place)):
            message = f"it lies where nothing may lie, within {left:g}, {low:g} and {right:g}, {high:g} mm"
            wrong.append(error("kept-free", thing.subject, message, REMAKE))
    tree = shapely.STRtree(shapes)
    near = tree.query(shapes, "dwithin", max(gap - CLOSE, 0.0)).T.tolist() if shapes else []
    for one, two in sorted((a, b) for a, b in near if a < b):
        if things[one].block and things[one].block == things[two].block:
            continue  # meshes of one net: they share its lines, and nothing else
        apart = shapes[one].distance(shapes[two])
        shared = made[one].intersection(made[two]).area
        names = f"{subject}: {_called(things[one])} and {_called(things[two])}"
        if shared > 1e-3:
            wrong.append(error("overlap", names, f"they share {shared:.2f} mm²", REMAKE))
        elif apart < gap - CLOSE:
            wrong.append(error("too-close", names, f"they are {apart:.3f} mm apart, allowed is {gap:g} mm", REMAKE))
    yield from shortened(wrong)


def _called(thing: Found) -> str:
    return thing.ids[0] if thing.ids else thing.subject.rpartition(", ")[2]


def framed(found: Iterable[Found]) -> Iterator[Finding]:
    """Yield which things, each in files of its own, do not lie in their frame, as the set has them."""
    for thing in found:
        if thing.kind is None or not thing.ids:
            continue
        off = astray_by(thing.outline, thing.kind.outline, CLOSE)
        if off > CLOSE:
            message = f"it lies {off:.3f} mm from where its frame has it"
            yield error("content-foreign", thing.subject, message, REMAKE)


def named_otherwise(
    entries: Iterable[tuple[str, Sequence[str]]], found: Mapping[str, Sequence[Found]]
) -> Iterator[Finding]:
    """Yield which of the manifest's things are something else. entries: id and files; found: by id."""
    for id, files in entries:
        for thing in found.get(id, ()):
            if thing.ids and id not in thing.ids:
                message = f"its files {', '.join(files[:2])} … hold {thing.ids[0]}"
                yield error("marks-differ", id, message, REMAKE)
