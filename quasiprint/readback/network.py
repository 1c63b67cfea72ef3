"""Shared cuts: a net of lines, each cut once, whose meshes are the outlines of tiles.

Where lines meet, each of them has a corner: so the net falls into pieces of line, of which every one bounds two tiles,
or a tile and the sheet around the net. In the order in which they are cut nothing may come loose that has more to be
cut. That is asked backwards: each piece of line that is put back has to join what it bounds to the sheet. And the
tiles of one outline share their lines, but for one that may be left over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, error
from quasiprint.model.manner import CutStyle
from quasiprint.model.piece import GameSet
from quasiprint.readback.plane import Complex, cornered
from quasiprint.readback.recognise import CLOSE, REMAKE, Found
from quasiprint.readback.report import shortened
from quasiprint.readback.sheet_lines import OpenLine

SHEET = -1
End = tuple[float, float]
Bridge = tuple[End, End]
Part = tuple[End, End]  # the lesser end first


@dataclass(slots=True)
class Net:
    """What outer cuts bound. outlines: closed, each with a corner wherever a line meets it; blocks: by outline, the
    number of what hangs together with it by shared lines; sides: the outlines, by number, beside each piece of line."""

    outlines: list[Polygon] = field(default_factory=list)
    sides: dict[Part, list[int]] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def net(subject: str, cuts: Sequence[OpenLine], bridges: Sequence[Bridge] = ()) -> Net:
    """Return what outer cuts bound. cuts: in the order in which they are done; bridges: what is left out of them, and
    stays. Findings: cut-open, loose-early, line-broken."""
    parts: list[tuple[int, Part]] = []
    for k, line in enumerate(cuts):
        ends = [(float(z.real), float(z.imag)) for z in line.points]
        after = ends[1:] + ends[:1] if line.closed else ends[1:]
        parts += [(k, (min(a, b), max(a, b))) for a, b in zip(ends, after, strict=False)]
    kept = [(min(a, b), max(a, b)) for a, b in bridges]
    parts += [(len(cuts), part) for part in kept]
    segments = shapely.linestrings([part for _, part in parts]) if parts else []
    meshes = shapely.get_parts(shapely.polygonize(segments)) if parts else np.array([], dtype=object)
    found = Net(list(meshes))
    sides: dict[Part, list[int]] = {}
    for k, mesh in enumerate(meshes):
        ends = [tuple(point) for point in shapely.get_coordinates(mesh.exterior).tolist()]
        for a, b in zip(ends, ends[1:], strict=False):
            sides.setdefault((min(a, b), max(a, b)), []).append(k)
    cut = parts[: len(parts) - len(kept)]
    found.findings += shortened(list(_dangling(subject, cuts, cut, sides)))
    found.findings += shortened(list(_loose(subject, cut, kept, sides)))
    found.findings += shortened(list(_broken(subject, cuts, bridges)))
    found.blocks, found.sides = _blocks(len(meshes), sides), sides
    return found


def _dangling(
    subject: str, cuts: Sequence[OpenLine], parts: Sequence[tuple[int, Part]], sides: dict[Part, list[int]]
) -> Iterator[Finding]:
    """Yield which cuts have a piece that bounds nothing: they end on no other."""
    for k in sorted({k for k, part in parts if part not in sides}):
        at = cuts[k].points[0]
        message = f"the cut that begins at {at.real:.2f}, {at.imag:.2f} mm bounds nothing for some of its way"
        yield error("cut-open", subject, message, REMAKE)


def _broken(subject: str, cuts: Sequence[OpenLine], bridges: Sequence[Bridge]) -> Iterator[Finding]:
    """Yield where the beam stops, and begins the next cut at that very point, though both could be one line that comes
    nowhere twice. A cut runs on over a bridge."""
    over = {(complex(*a), complex(*b)) for a, b in (*bridges, *(bridge[::-1] for bridge in bridges))}
    whole: list[list[complex]] = []
    for line in (line for line in cuts if not line.closed):
        if whole and (whole[-1][-1], complex(line.points[0])) in over:
            whole[-1] += line.points.tolist()
        else:
            whole.append(line.points.tolist())
    for one, two in pairwise(whole):
        if one[-1] == two[0] and not {*one} & {*two[1:]}:
            message = f"two cuts that meet at {two[0].real:.2f}, {two[0].imag:.2f} mm are not one line"
            yield error("line-broken", subject, message, REMAKE)


def unchained(subject: str, lines: Sequence[OpenLine]) -> Iterator[Finding]:
    """Yield where two open lines of one piece, and no third, end at one point: they are to be one line."""
    ends = Counter(end for line in lines for end in dict.fromkeys((complex(line.points[0]), complex(line.points[-1]))))
    for end, count in ends.items():
        if count == 2:
            message = f"two lines to {lines[0].operation} that end at {end.real:.2f}, {end.imag:.2f} mm are not one"
            yield error("line-broken", subject, message, REMAKE)


def unshared(subject: str, found: Sequence[Found], game_set: GameSet) -> Iterator[Finding]:
    """Yield of which outline several pieces on a sheet share no cut, if the set says that cuts are shared: one may be
    left over, its like share theirs. Accessories are cut out by themselves. Finding: cut-unshared."""
    if game_set.measures.manner.cut is not CutStyle.SHARED:
        return
    pieces = {piece.id for piece in game_set.pieces}
    # shared cuts have sharp corners: where a set says otherwise, ask of its pieces as if it had them
    rounded = game_set.measures.finish.corner_radius > 0
    alone: dict[int, list[Found]] = {}
    for thing in found:
        if thing.kind is None or thing.block or not pieces.intersection(thing.ids):
            continue
        if _fills(cornered(thing.kind.nominal.exterior.coords) if rounded else thing.kind.ring):
            alone.setdefault(id(thing.kind), []).append(thing)
    for own in alone.values():
        if len(own) > 1:
            message = f"{len(own)} pieces of one outline share no cut, {own[0].ids[0]} among them; allowed is one"
            yield error("cut-unshared", subject, message, REMAKE)


def _fills(ring: Complex) -> bool:
    """Tell whether an outline shares its edges with its like: it is a triangle or a parallelogram."""
    return len(ring) == 3 or (len(ring) == 4 and bool(abs(ring[0] + ring[2] - ring[1] - ring[3]) < CLOSE))


class Joined:
    """What hangs together: meshes by number, and the sheet, which is the least of all."""

    def __init__(self) -> None:
        self._home: dict[int, int] = {}

    def root(self, k: int) -> int:
        """Return the least of what hangs together with this."""
        while self._home.setdefault(k, k) != k:
            k = self._home[k]
        return k

    def both(self, own: Sequence[int]) -> tuple[int, int]:
        """Return what hangs together on either side of a piece of line, the lesser first."""
        one, two = sorted((self.root(own[0]), self.root(own[1] if len(own) > 1 else SHEET)))
        return one, two

    def join(self, own: Sequence[int]) -> None:
        """Let both sides of a piece of line hang together."""
        one, two = self.both(own)
        self._home[two] = one


def _loose(
    subject: str, parts: Sequence[tuple[int, Part]], kept: Sequence[Part], sides: dict[Part, list[int]]
) -> Iterator[Finding]:
    """Yield during which cuts a tile comes loose that has more to be cut. kept: what is never cut."""
    held = Joined()
    for part in kept:
        if part in sides:
            held.join(sides[part])
    said: set[int] = set()
    for k, part in reversed(parts):
        own = sides.get(part)
        if own is None:
            continue
        if held.both(own)[0] != SHEET and k not in said:
            said.add(k)
            (x0, y0), (x1, y1) = part
            where = f"{(x0 + x1) / 2:.2f}, {(y0 + y1) / 2:.2f} mm"
            message = f"outer cut {k + 1} frees a tile at {where} that has more to be cut"
            yield error("loose-early", subject, message, REMAKE)
        held.join(own)


def _blocks(count: int, sides: dict[Part, list[int]]) -> list[int]:
    """Return for each mesh the number of the block that it belongs to, from 1; 0 if it shares no line."""
    together = Joined()
    for own in sides.values():
        if len(own) > 1:
            together.join(own)
    roots = [together.root(k) for k in range(count)]
    return [k + 1 if roots.count(k) > 1 else 0 for k in roots]
