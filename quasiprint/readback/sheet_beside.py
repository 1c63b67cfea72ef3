"""What a laser sheet holds beside the faces of its things: rim, ruler and title, names, and what stands on backs.

All of it follows from where the things lie. Every line of a sheet that is never burned, and all that is engraved on a
back, is claimed by something that is due there, or it is foreign.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from quasiprint.model.face import Face, Operation, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import SheetOperation, SheetStock
from quasiprint.readback import letters
from quasiprint.readback.accounts import Accounts, Claim, Way, rings
from quasiprint.readback.labels import labels
from quasiprint.readback.plane import Lie
from quasiprint.readback.recognise import CLOSE, REMAKE, Found, Recogniser
from quasiprint.readback.report import shortened
from quasiprint.readback.sheet_lines import LaserSheet, OpenLine
from quasiprint.readback.waste import FREE, on_waste

RULER = 100.0  # mm
TICK = 10.0  # mm
TITLE = 1.6  # mm: its capitals
LEAST = 0.2  # mm: a margin of less stays empty
CORNER = 0.75  # of the margin: how large the mark of the corner is from which both sides are measured
AFTER = 3.0  # mm: from the ruler to the title
ARM = 40.0  # mm: of the jig's L's
ABOUT = 1.0  # mm: so far may another version's backs be off
BEHIND = (SheetOperation.ENGRAVE, SheetOperation.REFERENCE)


class Beside:
    """What is due beside the faces of a set's things."""

    def __init__(self, recogniser: Recogniser, stock: SheetStock) -> None:
        self._recogniser, self._stock = recogniser, stock
        game_set = recogniser.reference.game_set
        self._faces: dict[str, Face] = {thing.id: thing.face for thing in game_set.things}
        self._on_face = _names(game_set)
        self._on_back = {part.id: part.id for part in game_set.parts()} if game_set.secret else self._on_face
        self._once = self._on_face if recogniser.loose else {}  # older versions had names on every back
        reference = next(style for style in stock.styles if style.operation is SheetOperation.REFERENCE)
        self._drawn = bool(reference.stroke or reference.fill)

    def backed(self, things: Sequence[Found]) -> bool:
        """Tell whether anything is due on the back of a sheet with these things."""
        return any(any(map(any, self._behind(thing))) for thing in things)

    def front(
        self,
        subject: str,
        sheet: LaserSheet,
        things: Sequence[Found],
        titles: Sequence[str],
        waste: Sequence[OpenLine] = (),
        *,
        turned: bool = False,
    ) -> list[Finding]:
        """Return what is wrong with the lines on a sheet's face that are never burned, and with the waste. titles: of
        which one is due; turned: whether the sheet has a back."""
        held = Accounts([line.shape for line in sheet.of(SheetOperation.REFERENCE)])
        findings = [*self._around(subject, held, sheet, titles)] if self._drawn else []
        findings += self._corner(subject, held, 0.0) if turned and self._drawn else []
        room = box(FREE, self._stock.margin, sheet.width - FREE, sheet.height - FREE)
        findings += on_waste(subject, waste, things, self._on_face, room, loose=self._recogniser.loose)
        names = [[rings(name) for name in self._upon(thing)] for thing in things] if self._drawn else []
        for thing, ways in zip(things, _each(held, names, CLOSE), strict=False):
            if _best(held, ways).missing:
                message = "its name does not stand on its face, never to be burned, as is due"
                findings.append(error("id-wrong", thing.subject, message, REMAKE))
        return [*shortened(findings), *_foreign(subject, held, "drawn, never to be burned,")]

    def back(self, subject: str, sheet: LaserSheet, things: Sequence[Found], titles: Sequence[str]) -> list[Finding]:
        """Return what is wrong with the back of a sheet, on whose face the things were found."""
        stray = [line for line in sheet.lines if line.operation not in BEHIND]
        if stray:
            message = f"{len(stray)} lines on it are to {stray[0].operation}: a back is engraved, and nothing else"
            return [error("operation-wrong", subject, message, REMAKE)]
        held = Accounts([line.shape for line in sheet.of(SheetOperation.REFERENCE)])
        engraved = Accounts(sheet.areas())
        findings = [*self._around(subject, held, sheet, titles)] if self._drawn else []
        findings += self._corner(subject, held, sheet.width) if self._drawn else []
        behind = [self._behind(thing) for thing in things]
        within = ABOUT if self._recogniser.loose else CLOSE
        backs = _each(engraved, [[_seen(back, sheet.width) for back, _ in ways] for ways in behind], within)
        names = _each(engraved, [[_seen(name, sheet.width) for _, name in ways] for ways in behind], CLOSE)
        rims = _each(held, [self._rims(thing, sheet.width) for thing in things], CLOSE)
        for thing, back, name, rim in zip(things, backs, names, rims, strict=True):
            findings += _engraved(subject, thing, engraved, back, name)
            if _best(held, rim).missing:
                message = f"the outline of {thing.subject} is not drawn behind it"
                findings.append(error("back-wrong", subject, message, REMAKE))
        findings = list(shortened(findings))
        findings += _foreign(subject, held, "drawn, never to be burned,")
        return [*findings, *_foreign(subject, engraved, "engraved", "engraving-foreign")]

    def jig(self, subject: str, sheet: LaserSheet, title: str) -> list[Finding]:
        """Return what is wrong with the jig by which backs are registered: an L at the lower left, one at the lower
        right, along the rim of the drawing."""
        held = Accounts([line.shape for line in sheet.of(SheetOperation.REFERENCE)])
        findings = [*self._around(subject, held, sheet, [title])] if self._drawn else []
        arm, width = min(ARM, sheet.width / 4, sheet.height / 2), sheet.width
        left, right = [(0, arm), (0, 0), (arm, 0)], [(width - arm, 0), (width, 0), (width, arm)]
        burned = [line for line in sheet.lines if line.operation is not SheetOperation.REFERENCE]
        cut = Accounts([line.shape for line in burned if line.operation is SheetOperation.CUT_OUTER])
        if _drawn(cut, [[LineString(left), LineString(right)]]).missing or len(burned) != 2:
            message = f"it is to cut an L of {arm:g} mm at the lower left, one at the lower right, and nothing else"
            findings.append(error("jig-wrong", subject, message, REMAKE))
        return [*shortened(findings), *_foreign(subject, held, "drawn, never to be burned,")]

    def _corner(self, subject: str, held: Accounts, side: float) -> Iterator[Finding]:
        """Yield whether the mark is missing of the corner from which both sides are measured. side: where it is, mm."""
        if self._stock.margin < LEAST:
            return
        size = CORNER * self._stock.margin
        mark = Polygon([(side, 0.0), (abs(side - size), 0.0), (side, size)])
        if _drawn(held, [[mark]]).missing and not self._recogniser.loose:
            message = "the corner from which its face and its back are measured is not marked as is due"
            yield error("jig-wrong", subject, message, REMAKE)

    def _rims(self, thing: Found, width: float) -> list[list[BaseGeometry]]:
        """Return how the outline of a thing is to be drawn behind it."""
        if not self._drawn or thing.lie is None or not thing.ids:
            return []
        return [_seen([thing.lie.there(Polygon(self._faces[thing.ids[0]].outline))], width)]

    def _upon(self, thing: Found) -> list[list[Polygon]]:
        """Return how a thing's name may stand on its face, on the sheet; the likeliest first."""
        if not any(id in self._on_face for id in thing.ids):
            return []
        found = []
        for text, lie in self._told(thing, self._on_face):
            face = self._faces[thing.ids[0]]
            ways = labels(text, face.outline, _cuts(face)) if text else [[]]
            found += [[*lie.all_there(way)] for way in ways]
        return sorted(found, key=len, reverse=True) if len(found) > 1 else found

    def _behind(self, thing: Found) -> list[tuple[list[BaseGeometry], list[BaseGeometry]]]:
        """Return what may stand on a thing's back, and its name there, on the sheet, seen through it."""
        if not any(id in self._on_back or id in self._once or self._faces[id].back for id in thing.ids):
            return []
        found: list[tuple[list[BaseGeometry], list[BaseGeometry]]] = []
        face = self._faces[thing.ids[0]]
        drawn = [Polygon(region.outer, region.holes) for region in face.back]
        clear = (*(region.outer for region in face.back), *_cuts(face))
        # a name is laid out as it is read, from behind
        outline = tuple((-x, y) for x, y in reversed(face.outline))
        free = tuple(tuple((-x, y) for x, y in ring) for ring in clear)
        for text, lie in (*self._told(thing, self._on_back), *(self._told(thing, self._once) if self._once else ())):
            if not text and not drawn and found and found[0] == ([], []):
                continue  # nothing looks the same, however the thing lies: a round token has a way for each corner
            ways = labels(text, outline, free) if text else [[]]
            found += [([*lie.all_there(drawn)], [*lie.all_there(_turned_over(way))]) for way in ways]
        return sorted(found, key=lambda way: -len(way[1])) if len(found) > 1 else found  # the likeliest first

    def _told(self, thing: Found, names: Mapping[str, str]) -> Iterator[tuple[str, Lie]]:
        """Yield what names a thing may bear, and how it may lie to bear them: those that look alike are alike."""
        texts = dict.fromkeys(names.get(id, "") for id in thing.ids)
        yield from product(texts, self._recogniser.stances(thing))

    def _around(self, subject: str, held: Accounts, sheet: LaserSheet, titles: Sequence[str]) -> Iterator[Finding]:
        """Yield what is missing of a sheet's rim, its ruler and its title, which stand in its margin."""
        width, height, foot = sheet.width, sheet.height, self._stock.margin / 2
        if _drawn(held, [[box(0.0, 0.0, width, height)]]).missing:
            yield error("page-size", subject, "the rim of the sheet is not drawn as is due", REMAKE)
        left, length = self._stock.margin, min(RULER, TICK * math.floor((width - 2 * self._stock.margin) / TICK))
        if self._stock.margin < LEAST or not length:
            return
        tick = min(1.0, foot)
        marks = [LineString([(left + x, foot - tick), (left + x, foot + tick)]) for x in np.arange(0, length + 1, TICK)]
        if _drawn(held, [[LineString([(left, foot), (left + length, foot)]), *marks]]).missing:
            yield error("ruler-wrong", subject, f"its ruler of {length:g} mm is not drawn as is due", REMAKE)
        size = min(TITLE, self._stock.margin)
        at = complex(left + length + AFTER, foot - size / 2)
        ways: list[list[Polygon]] = []
        for title in titles:
            words = letters.written(f"{length:g} mm   {title}", size, at)
            low, right = min(area.bounds[1] for area in words), max(area.bounds[2] for area in words)
            ways += [rings(words)] if low > -CLOSE and right < width + CLOSE else []
            if low < CLOSE or right > width - CLOSE:
                ways.append([])  # where there is no room for it, it is left out
        if _drawn(held, ways).missing:
            message = f"its title is not {titles[0]!r}, or does not stand where it is due"
            yield error("id-wrong", subject, message, REMAKE)


def _each(held: Accounts, ways: Sequence[Sequence[Sequence[BaseGeometry]]], within: float) -> list[list[Way]]:
    """Return where each of several things may be drawn, which may be in several ways."""
    found = iter(held.ways([way for own in ways for way in own], within))
    return [[next(found) for _ in own] for own in ways]


def _drawn(held: Accounts, ways: Sequence[Sequence[BaseGeometry]]) -> Claim:
    return _best(held, held.ways(ways, CLOSE))


def _best(held: Accounts, ways: Sequence[Way]) -> Claim:
    """Return what was found of that one of several ways to draw something of which most is there, and claim it."""
    best = Claim((), (), 0.0)
    for k, way in enumerate(ways):
        claim = held.claim(way)
        if not k or len(claim.missing) < len(best.missing):
            best = claim
        if not best.missing:
            break
    held.take(best)
    return best


def _engraved(
    subject: str, thing: Found, engraved: Accounts, backs: Sequence[Way], names: Sequence[Way]
) -> Iterator[Finding]:
    """Yield what is not engraved behind a thing and is due there. backs, names: in which ways it may be, in pairs."""
    if not backs:
        return
    ways = [(engraved.claim(back), engraved.claim(name)) for back, name in zip(backs, names, strict=True)]
    back, name = min(ways, key=lambda way: len(way[0].missing) + len(way[1].missing))
    engraved.take(back)
    engraved.take(name)
    thing.off = max(thing.off, back.off, name.off)
    if back.missing:
        yield error("back-wrong", subject, f"the back of {thing.subject} is not engraved", REMAKE)
    if name.missing:
        message = f"{thing.subject}: what is engraved behind it is not its name as it is due there"
        yield error("id-wrong", subject, message, REMAKE)


def _foreign(subject: str, held: Accounts, what: str, code: str = "content-foreign") -> Iterator[Finding]:
    """Yield how much is left that nothing has claimed."""
    left = held.left
    if left:
        at = held.shapes[left[0]].centroid
        message = f"{len(left)} of what is {what} is not expected, the first at {at.x:.2f}, {at.y:.2f} mm"
        yield error(code, subject, message, REMAKE)


def _names(game_set: GameSet) -> dict[str, str]:
    """Return what things are called that have a name, or no equal."""
    alike = Counter(piece.face for piece in game_set.complete.pieces)
    own = {piece.id: piece.name or piece.id for piece in game_set.pieces if piece.name or alike[piece.face] == 1}
    return own | {part.id: part.id for part in game_set.parts()}


def _cuts(face: Face) -> tuple[Ring, ...]:
    """Return the lines along which a piece comes apart: a name stays clear of them."""
    return tuple(line for mark in face.marks if mark.operation is Operation.CUT for line in mark.lines)


def _turned_over(shapes: Sequence[BaseGeometry]) -> list[BaseGeometry]:
    return _transformed(shapes, -1.0, 0.0)


def _seen(shapes: Sequence[BaseGeometry], width: float) -> list[BaseGeometry]:
    """Return shapes of a sheet's face as they are seen from behind. width: of the sheet, mm."""
    return _transformed(shapes, -1.0, width)


def _transformed(shapes: Sequence[BaseGeometry], factor: float, shift: float) -> list[BaseGeometry]:
    """Return shapes, their x multiplied by a factor, then moved by so many mm."""
    if not len(shapes):
        return []
    there = np.array(shapes, dtype=object)
    moved: list[BaseGeometry] = shapely.transform(there, lambda points: points * (factor, 1) + (shift, 0)).tolist()
    return moved
