"""Does everything find its place? Containers hold what they say they hold, fingers get it out, and lids close.

What is asked is read from the faces: a well is an area that is sunk, a lip one that is raised, a groove one that is
sunk from below. Lengths in mm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quasiprint.drawing.areas import beyond, grown, room_beside
from quasiprint.drawing.outlines import turned
from quasiprint.drawing.rings import distance
from quasiprint.model.face import Region, Ring, bounds, snap
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Piece, Stack
from quasiprint.model.solid import tallest

CLEAR = 0.3  # around what lies in a well, and
CLEAR_LIP = 0.2  # around a lip in its groove
FINGER = 8.0  # the tip of a finger
SMALL = 16.0  # what is no longer on either side is reached from above
HAND = 20.0  # the room that this takes
BESIDE = 11.0  # so near to its thing a finger reaches in
GRID = 1e-4
REMEDY = "take the sizes from the set as it is made"

Placed = tuple[Stack, Region]  # a stack, and an outline that lies in it


def kept(game_set: GameSet) -> list[Finding]:
    """Check that all pieces lie in containers, if there are any, and everything lies in wells that are wide and deep
    enough, and can be taken out."""
    holders = [thing for thing in game_set.accessories if thing.stacks]
    findings = list(_counted(game_set, holders)) if holders else []
    things = {thing.id: thing for thing in game_set.things}
    for holder in holders:
        unknown = [id for stack in holder.stacks for id, _ in stack.things if id not in things]
        if unknown:
            message = f"it is to hold {unknown[0]!r}, which the set has not"
            findings.append(error("place-unknown", holder.id, message, REMEDY))
            continue
        placed = [(stack, _lying(things[id], stack)) for stack in holder.stacks for id, _ in stack.things]
        findings += _heights(holder, things, game_set)
        findings += _apart(holder, placed)
        if game_set.measures.with_thickness(holder.face.thickness) is not game_set.measures:
            findings += _wells(holder, placed)
    return findings


def _counted(game_set: GameSet, holders: Sequence[Accessory]) -> Iterator[Finding]:
    """Yield of what there are more or fewer places than things. An accessory may be kept elsewhere, all of it."""
    places: Counter[str] = Counter()
    for holder in holders:
        for stack in holder.stacks:
            for id, count in stack.things:
                places[id] += count * holder.count
    for thing in game_set.things:
        found = places[thing.id]
        beside = isinstance(thing, Accessory) and (thing.storage or not found)
        if not beside and found != thing.count:
            code = "place-missing" if found < thing.count else "place-twice"
            message = f"{found} of it have a place in containers, there are {thing.count}"
            yield error(code, thing.id, message, "let the stacks of the containers hold each thing once")


def _lying(thing: Piece | Accessory, stack: Stack) -> Region:
    """Return the outline of a thing as it is made where it lies."""
    from math import radians

    return Region(turned(thing.face.outline, radians(stack.angle), stack.x, stack.y))


def _heights(holder: Accessory, things: dict[str, Piece | Accessory], game_set: GameSet) -> Iterator[Finding]:
    """Yield which stacks are higher than they are said to be, or reach out of their container."""
    rim = game_set.measures.with_thickness(holder.face.thickness).stock.thickness
    for stack in holder.stacks:
        subject = f"{holder.id}, {stack.things[0][0]}"
        due = sum(count * tallest(things[id].face, game_set.measures) for id, count in stack.things)
        if stack.height < due - GRID:
            message = f"its stack is {stack.height:g} mm high, what lies in it takes {due:g} mm"
            yield error("stack-low", subject, message, REMEDY)
        if holder.face.thickness is not None and stack.z + stack.height > rim - CLEAR:
            message = f"it reaches up to {stack.z + stack.height:g} mm, and the rim lies at {rim:g} mm"
            yield error("well-shallow", subject, message, "make the container higher, or the stack lower")


def _apart(holder: Accessory, placed: Sequence[Placed]) -> Iterator[Finding]:
    """Yield which stacks lie where others lie."""
    boxes = [bounds((region.outer,)) for _, region in placed]
    for k, (one, first) in enumerate(placed):
        for (two, second), box in zip(placed[k + 1 :], boxes[k + 1 :], strict=True):
            if one is two or not _level(one, two) or not _near(boxes[k], box):
                continue
            if distance(first.outer, second.outer) < CLEAR:
                subject = f"{holder.id}, {one.things[0][0]} and {two.things[0][0]}"
                yield error("stacks-overlap", subject, "they lie in the same place", "move the stacks apart")


def _level(one: Stack, two: Stack) -> bool:
    """Tell whether two stacks share a height."""
    return one.z < two.z + two.height - GRID and two.z < one.z + one.height - GRID


def _near(one: tuple[float, float, float, float], two: tuple[float, float, float, float]) -> bool:
    return max(one[0] - two[2], two[0] - one[2], one[1] - two[3], two[1] - one[3]) < CLEAR


def _wells(holder: Accessory, placed: Sequence[Placed]) -> Iterator[Finding]:
    """Yield what lies in no well, or on no floor, or cannot be got hold of."""
    rim = holder.face.thickness or 0.0
    sunk = [
        (area, snap(rim + mark.rise))
        for mark in holder.face.marks
        if mark.rise is not None and mark.rise < 0
        for area in mark.ink
    ]
    for stack, region in placed:
        subject = f"{holder.id}, {stack.things[0][0]}"
        around = grown((region,), CLEAR)
        homes = [(area, floor) for area, floor in sunk if not beyond(around, (area,), GRID)]
        if not homes:
            message = f"it has not {CLEAR:g} mm of room on all sides in any well"
            yield error("well-tight", subject, message, REMEDY)
            continue
        area, floor = homes[0]
        below = [other.z + other.height for other, _ in placed if other is not stack]
        if abs(stack.z - floor) > GRID and not any(abs(stack.z - top) < GRID for top in below):
            message = f"it is said to lie at {stack.z:g} mm, and the floor of its well at {floor:g} mm"
            yield error("stack-floats", subject, message, "let stacks stand on floors")
        # what lies above it is taken out before it
        beside = tuple(dict.fromkeys(other for two, other in placed if _level(stack, two)))
        if not _reached(area, region.outer, beside):
            message = "no finger gets hold of it: it has no notches on two sides of its well"
            yield error("notch-missing", subject, message, "let notches reach the well")


def _reached(area: Region, ring: Ring, things: tuple[Region, ...]) -> bool:
    left, low, right, high = bounds((ring,))
    if max(right - left, high - low) <= SMALL:
        return room_beside(area, (), HAND) > 0
    far = (left - BESIDE, low - BESIDE, right + BESIDE, high + BESIDE)
    sides = [
        (far[0], low, left, high),
        (right, low, far[2], high),
        (left, far[1], right, low),
        (left, high, right, far[3]),
    ]
    return sum(room_beside(area, things, FINGER, _box(*side)) > 0 for side in sides) > 1


def _box(left: float, low: float, right: float, high: float) -> Region:
    return Region(((left, low), (right, low), (right, high), (left, high)))


def closed_up(game_set: GameSet) -> list[Finding]:
    """Check that containers with lips stand on one another, and that there is a lid which closes each."""
    stored = [thing for thing in game_set.accessories if thing.storage and thing.face.thickness is not None]
    trays = [thing for thing in stored if thing.stacks]
    covers = [thing for thing in stored if not thing.slots]
    findings = []
    for tray in trays:
        if not any(cover.face.outline == tray.face.outline and not cover.stacks for cover in covers):
            message = "no lid of its outline closes it"
            findings.append(error("lid-missing", tray.id, message, "make a lid for the trays"))
        for cover in covers:
            if cover is not tray:
                findings += _closes(tray, cover)
    return findings


def _closes(tray: Accessory, cover: Accessory) -> Iterator[Finding]:
    """Yield why something does not lie on a tray: a lip that meets no groove, or one that is too shallow."""
    for mark in tray.face.marks:
        if mark.rise is None or mark.rise <= 0:
            continue
        deep = cover.face.hollow_depth or 0.0
        homes = [hollow for hollow in cover.face.hollows if not beyond(grown(mark.ink, CLEAR_LIP), (hollow,), GRID)]
        if not homes or deep < mark.rise + CLEAR_LIP - GRID:
            message = f"it does not lie on {tray.id}: a lip there, {mark.rise:g} mm high, finds no groove for it"
            yield error("lid-open", cover.id, message, "let grooves follow the lips")
            return
