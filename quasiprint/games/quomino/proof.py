"""What `check quomino` proves: that the box is enough for every game, and that its pieces do what they should.

How many pieces a game can need is decided in integers, see `quasiprint.games.quomino.bounds`. What is
drawn is read back from the faces, in mm, not taken from how they were made. Of the board, see `board_proof`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from quasiprint.drawing.rings import inside, sides
from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.board_proof import board_findings
from quasiprint.games.quomino.design import has_board
from quasiprint.games.quomino.face import HEIGHT, LEAST_FINGER, Sizes
from quasiprint.model.face import Face, Mark, Point, Region, area
from quasiprint.model.face import bounds as box_of
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet

NEAR = 2e-5  # mm: on the grid of a nanometre, after a few sums
FILLED = 0.4  # of an omino's black half: how much of it is black, at least, around the grip
TURNED_OVER = "turn it over: one side is black in the middle, the other white"


def prove(game_set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
    """Check a box; return findings, and facts for people and programs."""
    parameters = dict(game_set.parameters)
    played = tuple(int(said.split()[0]) for said in str(parameters["boards"]).split(", "))
    sizes = Sizes(game_set.measures, str(parameters["grip"]))
    findings = bounds.supply(game_set, bounds.box(played))
    faces: dict[tuple[str, Face], str] = {}  # each once, with the first piece that has it
    for piece in game_set.pieces:
        faces.setdefault((piece.shape, piece.face), piece.id)
    for (shape, face), id in faces.items():
        findings += omino_findings(id, face, sizes) if shape == "omino" else quomino_findings(id, face, sizes)
    if has_board(parameters, game_set.measures.process):
        findings += board_findings(game_set, sizes, max(played), played[:-1])
    elif there := [thing.id for thing in game_set.accessories if thing.kind in ("board", "board-part", "frame")]:
        message = f"it is made by another machine, {parameters['board_by']}, and stands among what this one makes"
        findings.append(error("parts-wrong", there[0], message, "make the board once"))
    counts = Counter(piece.shape for piece in game_set.pieces)
    markers = sum(thing.count for thing in game_set.accessories if thing.kind == "marker")
    table = {f"{size} × {size}": asdict(bounds.need(size)) for size in played}
    known = {"ominoes": counts["omino"], "quominoes": counts["quomino"], "markers": markers, "boards": table}
    return findings, known


def omino_findings(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that an omino is black on one side of its diagonal, turns in its square, and has its grip where
    black is."""
    findings = []
    black = [mark for mark in face.marks if mark.label is not None]
    corners = [p for mark in black for region in mark.ink for p in region.outer]
    inked = sum(area(ring) for mark in black for region in mark.ink for ring in region.rings)
    half = area(face.outline) / 2
    if len(black) != 1 or min((x + y for x, y in corners), default=-1.0) < -NEAR or inked < FILLED * half:
        message = (
            f"its black covers {inked / half:.0%} of the half at its upper right corner, and lies there alone: "
            f"{'no' if corners and min(x + y for x, y in corners) < -NEAR else 'yes'}"
        )
        findings.append(error("half-wrong", id, message, "ink the half at the upper right, up to the diagonal"))
    findings += _check_turns(id, face, sizes)
    if not sizes.paper:
        findings += _check_grip(id, [mark for mark in face.marks if mark.label is None], sizes)
    return findings


def _check_turns(id: str, face: Face, sizes: Sizes) -> Iterator[Finding]:
    """Check that the circle in which an omino turns stays clear of the studs and of ominoes beside it."""
    if sizes.paper:
        return  # it fills its square, and is lifted
    reach = max(math.hypot(x, y) for x, y in face.outline)
    beside = sizes.edge - max(x for x, _ in face.outline)
    to_stud = sizes.edge / math.sqrt(2) - sizes.stud if sizes.stud else math.inf
    room = min(beside, to_stud)
    if reach > room - sizes.measures.fit.clearance:
        what = "the stud at its corner" if to_stud < beside else "an omino beside it"
        message = f"it reaches {reach:.2f} mm from its middle when it turns, and {what} begins at {room:.2f} mm"
        yield error("omino-stuck", id, message, "round its corners more, or make it smaller")


def _check_grip(id: str, marks: list[Mark], sizes: Sizes) -> Iterator[Finding]:
    """Check that there is one dimple or knob, wide enough for a fingertip, wholly in the black half."""
    message = ""
    rings = [region.outer for mark in marks for region in mark.ink]
    if len(rings) != 1:
        message = f"it has {len(rings)} things for a fingertip"
    else:
        left, low, right, high = box_of((rings[0],))
        width = min(right - left, high - low)
        if min(x + y for x, y in rings[0]) < NEAR:
            message = f"its {sizes.grip} lies on the diagonal or beyond, not in the black half"
        elif width < 2 * LEAST_FINGER - NEAR:
            message = f"its {sizes.grip} is {width:.2f} mm wide"
    if message:
        remedy = f"give it one {sizes.grip} of at least {2 * LEAST_FINGER:g} mm in its black half"
        yield error("grip-wrong", id, message, remedy)


def quomino_findings(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that a Quomino is black in the middle of its face and white in that of its back, and lies on four
    squares."""
    findings = []
    west, south, east, north = box_of((face.outline,))
    # beside the middle, where a hollow may be, and near a corner
    middle, corner = (0.3 * east, 0.05 * north), (0.8 * east, 0.8 * north)
    black = [region for mark in face.marks if mark.label is not None for region in mark.ink]
    shows = (_holds(black, middle), _holds(black, corner))
    if shows != (True, False):
        message = f"its face is {_words(shows)}, and should be black in the middle and white at the corners"
        findings.append(error("sides-wrong", id, message, TURNED_OVER))
    sunk = sizes.for_printer and face.back_colour is None  # then its corners are as white as the body
    back = (_holds(face.back, middle), _holds(face.back, corner) and not sunk)
    if sizes.paper and face.back_colour is None:
        back = (not back[0], not back[1])  # what is marked there stays white, and is black elsewhere
    if back != (False, True):
        message = f"its back is {_words(back)}, and should be white in the middle and black at the corners"
        findings.append(error("sides-wrong", id, message, TURNED_OVER))
    free = 2 * sizes.edge - 2 * sizes.stud
    if max(east - west, north - south) > free + NEAR:
        message = f"it is {max(east - west, north - south):.2f} mm wide, and its four squares leave {free:.2f} mm"
        findings.append(error("quomino-large", id, message, "make it smaller"))
    findings += _hollows(id, face, sizes)
    return findings


def _hollows(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that the stud in the middle of a block finds room in either side of a Quomino."""
    if not sizes.stud:
        return []
    sunk = [region for mark in face.marks if mark.rise is not None and mark.rise < 0 for region in mark.ink]
    deep = max((-mark.rise for mark in face.marks if mark.rise is not None), default=0.0)
    for where, depth in (("face", deep), ("back", sizes.measures.finish.back_depth)):
        if depth < HEIGHT + NEAR:
            message = f"the hollow in its {where} is {depth:g} mm deep, and a stud {HEIGHT:g} mm high would carry it"
            return [error("hollow-shallow", id, message, "sink the hollow deeper than the stud is high")]
    for where, regions in (("face", sunk), ("back", face.hollows)):
        around = [region.outer for region in regions if inside((0.0, 0.0), region.outer)]
        # a round ring is nearest to its middle in the middles of its sides
        middles = [(p, q) for ring in around for p, q in sides(ring)]
        apart = min((math.hypot(p[0] + q[0], p[1] + q[1]) / 2 for p, q in middles), default=0.0)
        if apart < sizes.stud + NEAR:
            message = f"the hollow in its {where} has room for {apart:.2f} mm, and a stud's radius is {sizes.stud:g} mm"
            return [error("hollow-small", id, message, "sink a hollow that is wider than the stud into both sides")]
    return []


def _holds(regions: tuple[Region, ...] | list[Region], p: Point) -> bool:
    return any(inside(p, r.outer) and not any(inside(p, hole) for hole in r.holes) for r in regions)


def _words(black: tuple[bool, ...]) -> str:
    middle, corner = ("black" if there else "white" for there in black)
    return f"{middle} in the middle and {corner} at the corners"
