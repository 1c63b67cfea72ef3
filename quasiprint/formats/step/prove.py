"""Proves STEP files a second time: what the CAD kernel reads with nothing healed against what CadQuery builds.

A body has to be sound as it stands, and the one that CadQuery's workplanes build from the design: as large, in the same
place, with as much surface, and each of its faces a part of the other's. Two bodies of which all faces of one are parts
of the other's surface, and that have as much of it, are one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from quasiprint.addons.reading.recogniser.shapes import Unreadable
from quasiprint.drawing.arcs import Arc
from quasiprint.drawing.rings import to_mm
from quasiprint.formats.step.importer import LOOSE, answer
from quasiprint.model.finding import Finding, fault
from quasiprint.model.format import Proved
from quasiprint.model.production import SolidProduction
from quasiprint.model.solid import Part
from quasiprint.solids.cad import Built, Chord, Curved, load_cadquery

KINDS = frozenset({"plane", "cylinder", "cone"})
EQUAL = 1e-6  # of a volume or a surface
PLACE = 1e-5  # mm: of a body's bounds, of centres and radii
BESIDE = 1e-3  # mm: so far beside a face a point is asked for that has to lie inside, or outside


@dataclass(frozen=True, slots=True)
class BareFace:
    """A face. kind: what it lies on, "plane", "cylinder", "cone", or as the kernel calls it. about: of what is round,
    centre and radius, mm, the angle at which it begins, and how far it goes anticlockwise; zeros else. place: a point
    in it, then the direction that leads out of the body there; () where the kernel finds none."""

    kind: str
    about: tuple[float, ...]
    place: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BareBody:
    """A body as it stands in a file, without any healing. name: of its product. valid: by the kernel's own check.
    closed: whether its shells are. loose: how far edges miss a corner at most, mm. volume: mm³. area: mm². box: the
    least x, y, z, then the greatest, mm."""

    name: str
    valid: bool
    closed: bool
    loose: float
    volume: float
    area: float
    box: tuple[float, ...]
    faces: tuple[BareFace, ...]


def bare_bodies_of(content: bytes) -> list[BareBody]:
    """Return a file's bodies, each once. Raises as `answer` does."""
    return [
        BareBody(
            **{**body, "faces": tuple(BareFace(kind, tuple(about), tuple(at)) for kind, about, at in body["faces"])}
        )
        for body in answer(content, "faces")[0]
    ]


def prove(production: SolidProduction, files: Mapping[str, bytes], tick: Callable[[str], None]) -> Proved:
    """Return what is wrong with STEP files, each of which holds the set's bodies. tick: told of each body before it is
    built. Their units, products, colours and places are for their reader to judge. Codes: "solid-invalid",
    "volume-differs", "solid-differs", "piece-missing", "content-foreign", and those of a file that cannot be read.
    Raises Unavailable without CadQuery."""
    load_cadquery()
    due = {part.key: part for piece in production.pieces for part in piece.parts}
    found: list[Finding] = []
    count = 0
    for path, content in files.items():
        tick(path)
        try:
            bodies = bare_bodies_of(content)
        except Unreadable as problem:
            found.append(fault(problem.code, path, f"without healing: {problem}"))
            continue
        found += _check_bodies(path, Counter(body.name for body in bodies), due)
        for body in bodies:
            if body.name in due:
                tick(f"{path}, {body.name}")
                found += compare(f"{path}, {body.name}", body, due[body.name])
                count += 1
    return Proved(found, count)


def _check_bodies(path: str, there: Counter[str], due: dict[str, Part]) -> Iterator[Finding]:
    for name in sorted(set(due) - set(there)):
        yield fault("piece-missing", path, f"the body {name!r} is not there")
    for name, count in sorted(there.items()):
        if name not in due:
            yield fault("content-foreign", path, f"the body {name[:80]!r} is none of the set's")
        elif count > 1:
            yield fault("content-foreign", path, f"the body {name!r} is there {count} times, allowed is once")


def compare(subject: str, body: BareBody, part: Part) -> list[Finding]:
    """Return what is wrong with a body that is to be a part of the set."""
    if wrong := _unsound(body):
        return [fault("solid-invalid", subject, f"as it stands, without healing, {wrong}")]
    built = Built(part.solid, round_chords(body.faces))
    if abs(body.volume - built.volume) > EQUAL * built.volume:
        message = f"its volume is {body.volume:.6f} mm³, the design's {built.volume:.6f} mm³"
        return [fault("volume-differs", subject, message)]
    if wrong := _unlike(body, built):
        return [fault("solid-differs", subject, f"it is not what CadQuery builds: {wrong}")]
    return []


def _unsound(body: BareBody) -> str:
    """Return why a body is none, "" if it is one."""
    strange = sorted({face.kind for face in body.faces} - KINDS)
    if strange:
        return f"a face of it lies on a {strange[0]}, allowed are {', '.join(sorted(KINDS))}"
    if not body.closed:
        return "it is not closed"
    if body.volume <= 0:
        return f"its volume is {body.volume:g} mm³, allowed is more than 0"
    if not body.valid:
        return "the CAD kernel finds it invalid"
    if body.loose > LOOSE:
        return f"edges of it miss a corner by {body.loose:.3g} mm"
    return ""


def round_chords(faces: Iterable[BareFace]) -> Curved:
    """Return which chords of the design's arcs are round where these faces are a body's."""
    rounds = list(dict.fromkeys(face.about for face in faces if face.kind == "cylinder"))

    def is_round(arc: Arc, chord: Chord) -> bool:
        (ax, ay), (bx, by) = map(to_mm, chord)
        angle = math.atan2((ay + by) / 2 - arc.centre[1], (ax + bx) / 2 - arc.centre[0])
        return any(
            math.dist(arc.centre, (x, y)) < PLACE
            and abs(radius - arc.radius) < PLACE
            and (angle - begins) % math.tau <= sweep
            for x, y, radius, begins, sweep in rounds
        )

    return is_round


def _unlike(body: BareBody, built: Built) -> str:
    """Return how a body differs from one that CadQuery built, "" if it does not."""
    off = max(abs(a - b) for a, b in zip(body.box, built.box, strict=True))
    if off > PLACE:
        return f"its bounds are off by {off:.3g} mm"
    if abs(body.area - built.area) > EQUAL * built.area:
        return f"its surface is {body.area:.6f} mm², that one's {built.area:.6f} mm²"
    for face in body.faces:
        point, out = face.place[:3], face.place[3:]
        if not point:
            return f"a {face.kind} of it has no inside"
        beside, within = (tuple(p + way * n for p, n in zip(point, out, strict=True)) for way in (BESIDE, -BESIDE))
        if built.holds(beside) or not built.holds(within):
            x, y, z = point
            return f"its face at ({x:.4f}, {y:.4f}, {z:.4f}) mm is none of that one's"
    return ""
