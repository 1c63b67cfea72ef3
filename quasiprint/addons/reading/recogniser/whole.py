"""Says whether things that were named are a whole set, each as often as it has to be there, and lie where they may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import shapely

from quasiprint.addons.reading.recogniser.expected import Expected
from quasiprint.addons.reading.recogniser.match import CLOSE, Found
from quasiprint.addons.reading.recogniser.plane import there
from quasiprint.model.finding import Finding, error, fault
from quasiprint.model.profile import Box

OFF = {"bed": "off-bed", "sheet": "off-sheet", "page": "off-page"}
MOST = 6  # findings of a kind for a group of files: then how many more there are


def check_complete(
    subject: str, found: Iterable[Found], known: Expected, *variants: str, once: bool = False
) -> Iterator[Finding]:
    """Yield what is missing, and what is there too often. variants: how the things looked for are made; of several, the
    first that a thing has. once: whether one of those that look alike is enough, as where they share their files.
    Findings: piece-missing, piece-doubled, accessory-count."""
    counts, own = known.counts, known.pieces
    wanted: dict[tuple[str, ...], bool] = {}
    for kind in known.kinds:
        ways = {
            id: made for way in variants[::-1] for (made, _), ids in kind.faces.items() if made == way for id in ids
        }
        for (made, _), alike in kind.faces.items():
            if ways.get(alike[0]) == made:
                wanted[tuple(alike)] = alike[0] in own
    seen = Counter(thing.ids for thing in found if thing.ids)
    wrong: list[Finding] = []
    for ids, piece in wanted.items():
        due = sum(counts[id] for id in ids)
        if once:  # things that look alike may share their files
            due = min(max(seen[ids], 1), len(ids))
        if seen[ids] == due:
            continue
        name = ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"
        code = "accessory-count" if not piece else "piece-missing" if seen[ids] < due else "piece-doubled"
        wrong.append(fault(code, subject, f"{name}: found {seen[ids]}, expected are {due}"))
    yield from shorten(wrong)


def shorten(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the first findings of each code, and how many more there are."""
    by_code: dict[str, list[Finding]] = {}
    for one in findings:
        by_code.setdefault(one.code, []).append(one)
    for own in by_code.values():
        yield from own[:MOST]
        if len(own) > MOST:
            message = f"and {len(own) - MOST} more findings of this kind"
            yield error(own[MOST].code, own[MOST].subject, message, own[MOST].remedy)


def check_placed(
    found: Sequence[Found],
    size: tuple[float, float],
    margin: float,
    gap: float,
    what: str,
    kept: Sequence[Box] = (),
) -> Iterator[Finding]:
    """Yield what leaves its bed, sheet or page, and what lies too near to another thing. size: width and height, mm;
    margin: to be kept free; gap: between things as they are designed; kept: where nothing may lie. Findings: off-bed,
    off-sheet, off-page, kept-free, overlap, too-close."""
    things = [thing for thing in found if thing.kind is not None]
    nominal = [thing.kind.nominal for thing in things if thing.kind is not None]
    shapes = there(np.array(nominal, dtype=object), [thing.lie for thing in things])
    wrong: list[Finding] = []
    for thing, shape, (left, low, right, high) in zip(things, shapes, shapely.bounds(shapes).tolist(), strict=True):
        free = min(left, low, size[0] - right, size[1] - high)
        if free < margin - CLOSE:
            message = f"it comes within {free:.2f} mm of the rim, allowed is {margin:g} mm"
            wrong.append(fault(OFF[what], thing.subject, message))
        for x0, y0, x1, y1 in kept:
            if shape.intersects(shapely.box(x0 + CLOSE, y0 + CLOSE, x1 - CLOSE, y1 - CLOSE)):
                message = f"it lies where nothing may lie, within {x0:g}, {y0:g} and {x1:g}, {y1:g} mm"
                wrong.append(fault("kept-free", thing.subject, message))
    near = shapely.STRtree(shapes).query(shapes, "dwithin", max(gap - CLOSE, 0.0)).T.tolist()
    for one, two in sorted((a, b) for a, b in near if a < b):
        if things[one].block and things[one].block == things[two].block:
            continue  # meshes of one net: they share its lines, and nothing else
        names = f"{things[one].subject} and {things[two].subject}"
        if (shared := things[one].outline.intersection(things[two].outline).area) > 1e-3:
            wrong.append(fault("overlap", names, f"they share {shared:.2f} mm²"))
        elif (apart := shapes[one].distance(shapes[two])) < gap - CLOSE:
            wrong.append(fault("too-close", names, f"they are {apart:.3f} mm apart, allowed is {gap:g} mm"))
    yield from shorten(wrong)
