"""Do the pieces of two made sets go together? After a change of options, profiles or version.

Both sets are designed anew from their manifests, and compared piece by piece, by their ids, as each process makes them:
what a piece shows, its outline, thickness and colours, its back, and how it is worked. A kerf may differ: what is cut
is as large as before. What another version made may be drawn a little otherwise than this one draws it, so its files
are read back first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from quasiprint.disk.sinks import Stored
from quasiprint.make.manifest import offers_of, run_of
from quasiprint.make.verify import (
    By,
    Tick,
    Verdict,
    check_work_limit,
    estimate_work,
    read_files,
    read_manifest,
    verify,
)
from quasiprint.make.workshop import Workshop
from quasiprint.model.blame import DAMAGED, reraise_if_not_input
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Mark, Ring
from quasiprint.model.finding import Severity, has_errors
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.version import __version__

CLOSE = 0.05  # mm: no printer and no laser makes the same piece twice within that
SAME_HEIGHT = 0.05  # mm: of thickness, and of what is raised or sunk
BESIDES = {"formats", "offers", "language", "supplied"}  # parameters that say nothing of pieces


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the pieces of two sets compare as one process makes them. same: the ids of those that match and fit. differ:
    by reason, the ids of those that do not."""

    maker: Maker
    same: tuple[str, ...]
    differ: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def count(self) -> int:
        """How many things were compared."""
        return len({*self.same, *(id for _, ids in self.differ for id in ids)})


@dataclass(frozen=True, slots=True)
class Difference:
    """How two sets compare. games: of both. versions: of the program, of both. changed: parameters that differ, each
    with its two values. left, right: the ids of what is in the first, or the second, alone. processes: those by which
    both are made. unsure: why one of them is not what its manifest says."""

    games: tuple[str, str]
    versions: tuple[str, str]
    changed: tuple[tuple[str, str, str], ...] = ()
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    processes: tuple[Comparison, ...] = ()
    unsure: tuple[str, ...] = field(default=())

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why pieces of the two must not be mixed; () if they may be."""
        if self.games[0] != self.games[1]:
            return (f"one is a set of {self.games[0]}, the other of {self.games[1]}",)
        if not self.processes:
            return ("no process makes both: one is of other formats than the other",)
        none = [f"{one.maker}: nothing is in both" for one in self.processes if not one.same and not one.differ]
        wrong = [
            f"{one.maker}: {why} ({_several(ids, one.count)})" for one in self.processes for why, ids in one.differ
        ]
        return (*self.unsure, *wrong, *(none if len(none) == len(self.processes) else ()))

    @property
    def mixes(self) -> bool:
        """Whether pieces of the two may be mixed."""
        return not self.reasons

    def as_json(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return {
            "games": list(self.games),
            "versions": list(self.versions),
            "mixes": self.mixes,
            "reasons": list(self.reasons),
            "changed": {name: [one, other] for name, one, other in self.changed},
            "only in the first": list(self.left),
            "only in the second": list(self.right),
            "processes": {
                one.maker: {"same": list(one.same), "differ": {why: list(ids) for why, ids in one.differ}}
                for one in self.processes
            },
        }


def _several(ids: Sequence[str], of: int) -> str:
    shown = ", ".join(ids[:3])
    return f"{len(ids)} of {of}: {shown}{' …' if len(ids) > len(ids[:3]) else ''}"


@dataclass(frozen=True, slots=True)
class _Set:
    """A made set: its manifest, what follows from it, and what is wrong with its files."""

    manifest: Mapping[str, Any]
    shop: Workshop
    processes: tuple[Maker, ...]
    version: str
    wrong: tuple[str, ...]


def compare_sets(
    old: Stored, new: Stored, tick: Tick = lambda _: None, *, patient: bool = False, jobs: int = 1
) -> Difference:
    """Compare two made sets. patient: whether to go on however long it takes. Raises InputError for what is no set."""
    one, two = (_open(files, tick, patient=patient, jobs=jobs) for files in (old, new))
    games = one.shop.run.game, two.shop.run.game
    versions = one.version, two.version
    if games[0] != games[1]:
        return Difference(games, versions)
    both = tuple(process for process in one.processes if process in two.processes and process is not Maker.TEXT)
    ids: tuple[dict[str, None], dict[str, None]] = {}, {}
    found = []
    for process in both:
        sets = one.shop.set(process), two.shop.set(process)
        for own, game_set in zip(ids, sets, strict=True):
            own.update(dict.fromkeys(thing.id for thing in game_set.things))
        found.append(_compare(process, *sets))
    return Difference(
        games,
        versions,
        tuple(_changes(_values_of(one.manifest), _values_of(two.manifest))),
        tuple(id for id in ids[0] if id not in ids[1]),
        tuple(id for id in ids[1] if id not in ids[0]),
        tuple(found),
        (*one.wrong, *two.wrong),
    )


def _open(files: Stored, tick: Tick, *, patient: bool, jobs: int) -> _Set:
    """Read a set's manifest, see that its files are those that were made, and read back what another version made."""
    tick(f"reading {files.name} …")
    manifest, _ = read_manifest(files)
    verdict = Verdict(str(manifest["game"]), str(manifest.get("version", "")))
    read = read_files(files, manifest, verdict)
    try:
        run = run_of(manifest, read)
        wrong, work = estimate_work(manifest, run, read)
        if not patient:
            check_work_limit(files.name, work)
        shop = Workshop(run)
        processes = tuple(dict.fromkeys(offer.maker for offer in offers_of(manifest).values()))
        for process in processes:
            shop.set(process)
    except DAMAGED as problem:
        reraise_if_not_input(problem)
        raise InputError(f"{files.name!r}: no set can be made as its manifest says: {problem}") from None
    findings = [*verdict.findings, *([wrong] if wrong else [])]
    if not has_errors(findings) and verdict.version != __version__:
        findings += verify(files, tick, By.PIECES, patient=patient, jobs=jobs).findings
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    more = f", and {len(errors) - 1} more findings" if len(errors) > 1 else ""
    doubts = [f"{files.name} is not as it was made: {one.subject}: {one.message}{more}" for one in errors[:1]]
    return _Set(manifest, shop, processes, verdict.version, tuple(doubts))


def _values_of(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return what a manifest says that a set was made with, a line for each value."""
    own = {name: value for name, value in manifest["parameters"].items() if name not in BESIDES}
    part = manifest.get("part", {})
    said = {"version": manifest.get("version"), "seed": manifest.get("seed"), **own}
    return dict(_flatten("", {**said, **({"only": part.get("only")} if isinstance(part, dict) and part else {})}))


def _flatten(name: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, entry in value.items():
            if str(key).endswith("_from"):  # who says so is no measure
                continue
            yield from _flatten(f"{name}, {key}" if name else str(key), entry)
    elif isinstance(value, list) and any(isinstance(entry, dict | list) for entry in value):
        for number, entry in enumerate(value, 1):
            yield from _flatten(f"{name} {number}", entry)
    else:
        yield name, str(value)


def _changes(one: Mapping[str, str], two: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for name in dict.fromkeys([*one, *two]):
        if one.get(name) != two.get(name):
            yield name, one.get(name, "nothing"), two.get(name, "nothing")


def _compare(process: Maker, one: GameSet, two: GameSet) -> Comparison:
    """Compare the things that two sets have both."""
    other = {thing.id: thing for thing in two.things}
    whole = tuple(_unlike_all(one, two))
    same: list[str] = []
    differ: dict[str, list[str]] = {}
    for thing in one.things:
        if thing.id not in other:
            continue
        why = [*whole, *_unlike(thing, other[thing.id], one, two)]
        for reason in why:
            differ.setdefault(reason, []).append(thing.id)
        if not why:
            same.append(thing.id)
    return Comparison(process, tuple(same), tuple((reason, tuple(ids)) for reason, ids in differ.items()))


def _unlike_all(one: GameSet, two: GameSet) -> Iterator[str]:
    """Yield in what all pieces of a process differ: in thickness, heights, and in what is written on their backs."""
    if one.measures.process is not Maker.PAPER:
        was, now = one.measures.stock.thickness, two.measures.stock.thickness
        if abs(was - now) > SAME_HEIGHT:
            yield f"their thickness is {was:g} and {now:g} mm"
    if one.measures.process is Maker.PRINTER:
        for own in fields(one.measures.finish):
            was, now = (getattr(each.measures.finish, own.name) for each in (one, two))
            if abs(was - now) > SAME_HEIGHT and own.name != "corner_radius":  # which outlines have
                yield f"their {own.name.replace('_', ' ')} is {was:g} and {now:g} mm"
    if one.secret != two.secret:
        yield "the backs of one set tell what they are, those of the other do not"


def _unlike(one: Piece | Accessory, two: Piece | Accessory, first: GameSet, second: GameSet) -> Iterator[str]:
    """Yield in what a thing of one set differs from that of the other."""
    if isinstance(one, Piece) != isinstance(two, Piece):
        yield "one is a piece, the other an accessory"
        return
    if isinstance(one, Piece) and isinstance(two, Piece) and (one.shape, one.marks) != (two.shape, two.marks):
        yield "they are other pieces under one name"
        return
    faces = one.face, two.face
    apart = max(_apart(faces[0].outline, faces[1].outline), _apart(faces[0].nominal, faces[1].nominal))
    if apart > CLOSE:
        yield f"their outlines are {apart:.2f} mm apart"
        return
    yield from _heights(*faces)
    if _marks_of(faces[0], first) != _marks_of(faces[1], second):
        yield "their faces show something else, or in other colours or patterns"
    elif any(_off(a, b) > CLOSE for a, b in zip(faces[0].marks, faces[1].marks, strict=True)):
        yield "their faces are drawn otherwise"
    backs = [[region.outer for region in face.back] for face in faces]
    if len(backs[0]) != len(backs[1]) or any(_apart(a, b) > CLOSE for a, b in zip(*backs, strict=True)):
        yield "their backs are marked otherwise"
    elif _ink(faces[0].back_colour, first) != _ink(faces[1].back_colour, second):
        yield "their backs have other colours"


def _heights(one: Face, two: Face) -> Iterator[str]:
    """Yield in which heights of their own two things differ."""
    for key in ("thickness", "hollow_depth"):
        was, now = getattr(one, key), getattr(two, key)
        if was != now:
            said = " and ".join("the set's" if height is None else f"{height:g} mm" for height in (was, now))
            yield f"their own {key.replace('_', ' ')} is {said}"


def _apart(one: Ring, two: Ring) -> float:
    """Return how far two outlines in one frame are apart, mm."""
    from shapely.geometry import Polygon

    return 0.0 if one == two else Polygon(one).exterior.hausdorff_distance(Polygon(two).exterior)


def _off(one: Mark, two: Mark) -> float:
    """Return how far the areas and lines of two marks are apart, mm; more than anything, if they are other ones."""
    if one == two:
        return 0.0
    rings = [[ring for area in (*mark.field, *mark.ink) for ring in area.rings] for mark in (one, two)]
    alike = len(rings[0]) == len(rings[1]) and len(one.lines) == len(two.lines)
    if not alike:
        return float("inf")
    # lines may be open: they are compared corner by corner
    ends = [_corners(a, b) for a, b in zip(one.lines, two.lines, strict=True)]
    return max([0.0, *(_apart(a, b) for a, b in zip(*rings, strict=True)), *ends])


def _corners(one: Ring, two: Ring) -> float:
    if len(one) != len(two):
        return float("inf")
    return max(abs(complex(*a) - complex(*b)) for a, b in zip(one, two, strict=True))


def _marks_of(face: Face, game_set: GameSet) -> list[tuple[object, ...]]:
    """Return what a face shows: what each of its marks says, where, how it is made, and in which colour and pattern."""
    return [
        (mark.slot, mark.label, mark.operation, mark.rise, mark.pattern, _ink(mark.colour, game_set))
        for mark in face.marks
    ]


def _ink(colour: int | None, game_set: GameSet) -> tuple[str, str] | None:
    if colour is None:
        return None
    ink = game_set.palette.inks[colour]
    # a laser burns patterns; which colour they are filled with is for who paints them
    return "" if game_set.measures.process is Maker.LASER else ink.rgb, ink.pattern
