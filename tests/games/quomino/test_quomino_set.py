"""Boxes of Quomino: what the checks prove of them, and a counterexample for every law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from samples import LASER, PALETTE, PAPER, PRINTER, resized

from quasiprint.checks import check_set
from quasiprint.drawing.outlines import circle, round_square, square
from quasiprint.errors import InputError
from quasiprint.games.quomino import design as board_module
from quasiprint.games.quomino.design import HEAVY, HOLES, LINES, NAMES, STUDS, board, design
from quasiprint.games.quomino.face import DIAMOND, GRIP, HALF, HOLLOW, Sizes
from quasiprint.games.quomino.proof import prove
from quasiprint.model.face import Cell, Face, Mark, Region, Ring, area, bounds
from quasiprint.model.game import Brief
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Value

ROOMS = {"printer": (244.0, 204.0), "laser": (590.0, 290.0), "paper": (185.0, 237.0)}
MEASURES = {m.process: resized(m, edge=22, stripe=0, room=ROOMS[m.process]) for m in (PRINTER, LASER, PAPER)}
PROCESSES = tuple(MEASURES)
Change = Callable[[GameSet], GameSet]


def box(process: str = "printer", measures: Measures | None = None, **asked: Value) -> GameSet:
    """Return a box; of the smallest board, if nothing else is asked for."""
    return design(Brief({"size": 4, "grip": "dimple", **asked}, measures or MEASURES[process], PALETTE))


def codes(held: GameSet) -> list[str]:
    return [finding.code for finding in prove(held)[0]]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize("grip", ["dimple", "knob"])
@pytest.mark.parametrize("size", ["", 4, 5, 7, 11, 16])
def test_good_boxes_pass_every_check(process: str, grip: str, size: Value) -> None:
    assert codes(box(process, size=size, grip=grip)) == []


def test_the_facts_are_those_of_the_game() -> None:
    findings, facts = prove(box(size=""))
    assert findings == []
    assert {key: facts[key] for key in ("ominoes", "quominoes", "markers")} == {
        "ominoes": 100,
        "quominoes": 25,
        "markers": 64,
    }
    assert {board: tuple(row.values()) for board, row in facts["boards"].items()} == {
        "6 × 6": (9, 4, 20, 36),
        "8 × 8": (16, 9, 28, 64),
        "10 × 10": (25, 9, 64, 100),
    }


def test_pieces_are_counted_and_boards_are_furniture() -> None:
    held = box(size="")
    ends = [(piece.id, piece.marks, len(piece.corners)) for piece in held.pieces]
    assert ends[:100:99] == [(f"omino-{k:03}", (0, 2, 1, 2), 4) for k in (1, 100)]
    assert ends[100::24] == [(f"quomino-{k:02}", (1, 0), 4) for k in (1, 25)]
    counts = [(thing.id, thing.kind, thing.count) for thing in held.accessories]
    assert counts == [
        ("marker", "marker", 64),
        ("board-a1", "board-part", 1),
        ("board-b1", "board-part", 1),
        ("frame-7", "frame", 4),
        ("frame-9", "frame", 4),
    ]
    assert ("knob", "knob", 16) in [(t.id, t.kind, t.count) for t in box("laser", grip="knob").accessories]


@pytest.mark.parametrize(("size", "room"), [(10, (244, 204)), (10, (120, 120)), (16, (174, 174)), (9, (185, 237))])
def test_parts_fit_the_machine_and_make_the_whole(size: int, room: tuple[float, float]) -> None:
    made = board(Sizes(resized(MEASURES["printer"], room=room), "dimple"), size, ())
    assert len(made.parts) > 1
    assert sum(area(ring) for _, ring in made.parts) == pytest.approx(4 * made.half**2, abs=1e-3)
    for _, ring in made.parts:
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        sides = sorted((max(xs) - min(xs), max(ys) - min(ys)))
        assert sides[0] <= min(room) + 1e-6
        assert sides[1] <= max(room) + 1e-6


# --- planted faults, each found by its own code -------------------------------------------------


def with_face(held: GameSet, shape: str, face: Face) -> GameSet:
    """Return a box in which the first piece of a shape, or accessory, has another face."""
    for things in (held.pieces, held.accessories):
        for thing in things:
            if thing.id.startswith(shape):
                new = tuple(replace(other, face=face) if other is thing else other for other in things)
                return replace(held, **{"pieces" if things is held.pieces else "accessories": new})
    raise ValueError(shape)


def face_of(held: GameSet, shape: str) -> Face:
    return next(thing.face for thing in (*held.pieces, *held.accessories) if thing.id.startswith(shape))


def on(held: GameSet, shape: str, change: Callable[[Mark], Mark | None]) -> GameSet:
    face = face_of(held, shape)
    (cell,) = face.cells
    marks = tuple(new for mark in cell.marks if (new := change(mark)) is not None)
    return with_face(held, shape, replace(face, cells=(Cell(cell.boundary, marks),)))


def drawn(mark: Mark, ink: tuple[Region, ...]) -> Mark:
    return replace(mark, ink=ink, field=ink)


def moved(region: Region, dx: float, dy: float) -> Region:
    def ring(points: Ring) -> Ring:
        return tuple((x + dx, y + dy) for x, y in points)

    return Region(ring(region.outer), tuple(map(ring, region.holes)))


def upside_down(mark: Mark) -> Mark:
    """Turn a mark by a half turn about the middle."""

    def ring(points: Ring) -> Ring:
        return tuple((-x, -y) for x, y in points)

    return drawn(mark, tuple(Region(ring(r.outer), tuple(map(ring, r.holes))) for r in mark.ink))


def counted(kind: str, more: int) -> Change:
    """One of a kind too few, or too many."""

    def change(held: GameSet) -> GameSet:
        if kind == "marker":
            things = tuple(replace(t, count=t.count + more) if t.kind == kind else t for t in held.accessories)
            return replace(held, accessories=things)
        last = [piece for piece in held.pieces if piece.shape == kind][-1]
        rest = tuple(piece for piece in held.pieces if piece is not last)
        return replace(held, pieces=rest if more < 0 else (*held.pieces, last))

    return change


def marked(shape: str, slot: int, change: Callable[[Mark], Mark | None]) -> Change:
    """A box in which a mark of a thing's face is another, or missing."""
    return lambda held: on(held, shape, lambda mark: change(mark) if mark.slot == slot else mark)


def faced(shape: str, change: Callable[[Face], Face]) -> Change:
    """A box in which a thing has another face."""
    return lambda held: with_face(held, shape, change(face_of(held, shape)))


def inked(*rings: Ring) -> Callable[[Mark], Mark]:
    return lambda mark: drawn(mark, tuple(map(Region, rings)))


def region(number: int, change: Callable[[Region], Region | None]) -> Callable[[Mark], Mark]:
    """A mark one of whose areas is another, or missing."""
    return lambda m: drawn(m, tuple(n for k, r in enumerate(m.ink) if (n := change(r) if k == number else r)))


def outlined(side: float) -> Callable[[Face], Face]:
    ring = round_square(square(side), 0.0, 0.8)
    return lambda face: replace(face, outline=ring, cells=(Cell(ring, face.cells[0].marks),))


def shorter(mark: Mark) -> Mark:
    return replace(mark, lines=mark.lines[1:]) if mark.lines else drawn(mark, mark.ink[1:])


def hole(*by: float) -> Callable[[Mark], Mark]:
    """Lines in which the sides of the lower left square lie elsewhere: left, low, right and high, each by so much."""

    def change(r: Region) -> Region:
        (x0, y0), _, (x1, y1), _ = r.holes[0]
        a, b, c, d = x0 + by[0], y0 + by[1], x1 + by[2], y1 + by[3]
        return Region(r.outer, (((a, b), (a, d), (c, d), (c, b)), *r.holes[1:]))

    return region(0, change)


def half_line(r: Region) -> Region:
    (left, low), (right, _), (_, high), _ = r.outer
    return Region(((left, low), (right - 0.25, low), (right - 0.25, high), (left, high)), r.holes)


def broad(mark: Mark) -> Mark:
    """Lines of twice their width."""

    def change(r: Region) -> Region:
        left, low, right, high = bounds((r.outer,))
        dx, dy = ((right - left) / 2, 0.0) if high - low > right - left else (0.0, (high - low) / 2)
        return Region(((left - dx, low - dy), (right + dx, low - dy), (right + dx, high + dy), (left - dx, high + dy)))

    return drawn(mark, tuple(map(change, mark.ink)))


def all_four(r: Region) -> Region:
    """A square hole around the middle of a square, from the quarter of it to the upper right."""
    x, y = (least - 0.9 for least in bounds((r.outer,))[:2])
    return moved(Region(square(10.0)), x, y)


def resized_set(**values: object) -> Change:
    return lambda held: replace(held, measures=resized(held.measures, **values))


def tight(face: Face) -> Face:
    return replace(face, outline=face.nominal, cells=(Cell(face.nominal, face.marks),))


def gone(_: object) -> None:
    return None


SPOT = ((7.0, 7.0), (8.2, 7.0), (8.2, 8.2), (7.0, 8.2))
MIDDLE = sum(x for x, _ in face_of(box(), "omino").marks[1].ink[0].outer) / 32
BOARD = {"size": ""}  # the box of three boards
# which boxes, with what options, what is changed, and the code found
SPOILT: list[tuple[str, dict[str, Value], Change, str]] = [
    *(("printer", {}, counted(k, n), "supply-wrong") for k in ("omino", "quomino", "marker") for n in (-1, 1)),
    ("printer laser paper", {}, marked("omino", HALF, upside_down), "half-wrong"),
    ("printer laser paper", {}, marked("omino", HALF, gone), "half-wrong"),
    ("paper", {}, marked("omino", HALF, inked(SPOT)), "half-wrong"),  # hardly black
    ("printer laser", {}, marked("omino", GRIP, gone), "grip-wrong"),
    ("printer laser", {}, marked("omino", GRIP, upside_down), "grip-wrong"),
    ("printer", {}, marked("omino", GRIP, inked(circle(MIDDLE, MIDDLE, 1.5, 32))), "grip-wrong"),  # too small
    # corners hardly rounded; without studs only an omino beside it is in its way
    ("printer", {}, faced("omino", outlined(18.48)), "omino-stuck"),
    ("laser", {}, faced("omino", outlined(19.2)), "omino-stuck"),
    ("printer laser paper", {}, marked("quomino", DIAMOND, gone), "sides-wrong"),
    ("printer laser paper", {}, faced("quomino", lambda face: replace(face, back=())), "sides-wrong"),
    # on paper tinted at its corners only, and printed with corners that are sunk and not black
    ("paper printer", {}, faced("quomino", lambda face: replace(face, back_colour=None)), "sides-wrong"),
    ("printer", {}, faced("quomino", outlined(40.0)), "quomino-large"),
    ("printer", {}, marked("quomino", HOLLOW, inked(circle(0, 0, 3.2, 24))), "hollow-small"),
    ("printer", {}, faced("quomino", lambda face: replace(face, hollows=())), "hollow-small"),
    ("printer", {}, marked("quomino", HOLLOW, lambda m: replace(m, rise=-0.8)), "hollow-shallow"),
    ("printer", {}, resized_set(back_depth=0.8), "hollow-shallow"),
    ("printer", {}, marked("board", STUDS, shorter), "studs-wrong"),
    ("printer", {}, marked("board", STUDS, region(0, lambda r: moved(r, 1, 0))), "studs-wrong"),
    # a hole that reaches an omino's side; and one over a square's whole middle, through which a marker falls
    ("printer", BOARD, marked("board", HOLES, region(0, lambda r: moved(r, 0.5, 0.5))), "hole-wide"),
    ("printer", BOARD, marked("board", HOLES, region(0, all_four)), "hole-wide"),
    ("printer laser", BOARD, marked("board", LINES, shorter), "lines-wrong"),
    ("printer laser", BOARD, marked("board", HEAVY, shorter), "lines-wrong"),
    ("printer", BOARD, marked("board", LINES, broad), "lines-wrong"),
    ("paper", BOARD, marked("board-a1", LINES, inked()), "lines-wrong"),
    # the lower left square, whose left side is heavy: with a fine one; and a fine one broad
    ("paper", BOARD, marked("board-a1", LINES, hole(-0.25, 0, 0, 0)), "lines-wrong"),
    ("paper", BOARD, marked("board-a1", LINES, hole(0, 0, -0.3, 0)), "lines-wrong"),
    ("paper", BOARD, marked("board-a1", LINES, hole(0, 0, 0, 0.5)), "lines-wrong"),  # over its upper side: a gap
    ("paper", BOARD, marked("board-a1", LINES, region(0, half_line)), "lines-wrong"),  # along the seam
    ("paper", BOARD, marked("board-b1", NAMES, region(0, gone)), "lines-wrong"),
    ("paper", BOARD, marked("board-b1", NAMES, region(0, lambda r: moved(r, 1, 0))), "lines-wrong"),
    ("printer", BOARD, lambda h: replace(h, accessories=tuple(t for t in h.accessories if t.id != "board-b1")),
     "parts-wrong"),
    # its dovetails a millimetre short
    ("printer", BOARD, faced("board-a1", lambda f: replace(f, nominal=tuple((x - (x > 45), y) for x, y in f.nominal))),
     "board-open"),
    ("printer", BOARD, resized_set(room=(60.0, 60.0)), "part-large"),
    ("printer", BOARD, faced("board-b1", tight), "part-tight"),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(SPOILT)))
def test_what_is_wrong_with_a_box_is_found(case: int) -> None:
    processes, asked, change, code = SPOILT[case]
    for process in processes.split():
        assert set(codes(change(box(process, **asked)))) == {code}


def test_tails_with_straight_flanks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_module, "HEAD", board_module.FOOT)
    assert codes(box(size="")) == ["parts-loose"]
    assert codes(box("paper", size="")) == []  # is glued


def test_alike_colours_are_found() -> None:
    held = box()
    grey = replace(held.palette, inks=tuple(replace(ink, rgb="#F4F4F4") for ink in held.palette.inks))
    found = check_set(replace(held, palette=grey))[0]
    assert {finding.code for finding in found} == {"colours-alike"}


# --- what cannot be made ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"edge": 15.0}, "edge: found 15 mm, allowed is from 19 mm"),
        ({"edge": 22.0, "min_feature": 1.6}, "edge: found 22 mm, allowed is from"),
        ({"clearance": 0.8}, "clearance: found 0.8 mm, allowed is up to 0.55 mm"),
        ({"room": (20.0, 20.0)}, "no part of a board of such squares fits on 20 × 20 mm"),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_limit(changed: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        box("printer", resized(MEASURES["printer"], **changed))
