"""Boxes of Quomino: what the checks prove of them, and a counterexample for every law."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from samples import LASER, PALETTE, PAPER, PRINTER, resized

from quasiprint.checks import check_set
from quasiprint.drawing.outlines import circle, rounded_square, square
from quasiprint.games.quomino import accessories as board_module
from quasiprint.games.quomino.accessories import HEAVY, LINES, NAMES, STUDS, PhysicalBoard, board
from quasiprint.games.quomino.design import design
from quasiprint.games.quomino.face import DIAMOND, GRIP, HALF, HOLLOW, Sizes
from quasiprint.games.quomino.proof import prove
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Region, Ring, area
from quasiprint.model.game import Brief
from quasiprint.model.measures import Maker, Measures
from quasiprint.model.piece import GameSet, Value
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import closed, meshes

ROOMS = {"printer": (244.0, 204.0), "laser": (590.0, 290.0), "paper": (185.0, 237.0)}
MEASURES = {m.process: resized(m, edge=22, stripe=0, room=ROOMS[m.process]) for m in (PRINTER, LASER, PAPER)}
PROCESSES = tuple(MEASURES)


def box(process: str = "printer", measures: Measures | None = None, **asked: Value) -> GameSet:
    """Return a box; of the smallest board, if nothing else is asked for."""
    return design(Brief({"size": 4, "grip": "dimple", **asked}, measures or MEASURES[process], PALETTE))


def codes(held: GameSet) -> list[str]:
    return [finding.code for finding in prove(held)[0]]


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize("grip", ["dimple", "knob"])
@pytest.mark.parametrize("size", ["", 4, 5, 7, 11, 16])
def test_good_boxes_pass_every_check(process: str, grip: str, size: Value) -> None:
    assert codes(box(process, size=size, grip=grip)) == []


@pytest.mark.parametrize(
    ("process", "edge", "room"),
    [
        ("printer", 19.0, (120.0, 90.0)),
        ("printer", 31.7, (174.0, 174.0)),
        ("laser", 16.0, (181.0, 181.0)),
        ("laser", 60.0, (0.0, 0.0)),
        ("paper", 9.3, (185.0, 237.0)),
        ("paper", 45.0, (185.0, 237.0)),
    ],
)
def test_boxes_of_other_sizes_pass_too(process: str, edge: float, room: tuple[float, float]) -> None:
    assert codes(box(process, resized(MEASURES[process], edge=edge, room=room), size="")) == []


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
    assert [piece.id for piece in held.pieces][:100:99] == ["omino-001", "omino-100"]
    assert [piece.id for piece in held.pieces][100::24] == ["quomino-01", "quomino-25"]
    counts = [(thing.id, thing.kind, thing.count) for thing in held.accessories]
    assert counts == [
        ("marker", "marker", 64),
        ("board-a1", "board-part", 1),
        ("board-b1", "board-part", 1),
        ("frame-7", "frame", 4),
        ("frame-9", "frame", 4),
    ]
    assert ("knob", "knob", 16) in [(t.id, t.kind, t.count) for t in box("laser", grip="knob").accessories]


def test_strips_fill_what_lies_around_the_smaller_boards() -> None:
    # around 8 × 8 lie 36 squares of the ten, around 6 × 6 another 28
    strips = {t.id: t.count for t in box(size="").accessories if t.kind == "frame"}
    assert sum(int(name.split("-")[1]) * count for name, count in strips.items()) == 36 + 28
    small = box("laser", resized(MEASURES["laser"], room=(160.0, 120.0)), size="")
    strips = {t.id: t.count for t in small.accessories if t.kind == "frame"}
    assert sum(int(name.split("-")[1]) * count for name, count in strips.items()) == 36 + 28
    assert max(int(name.split("-")[1]) for name in strips) * 22 < 160


@pytest.mark.parametrize("grip", ["dimple", "knob"])
def test_every_body_is_closed(grip: str) -> None:
    held = box(size="", grip=grip)
    for key, mesh in meshes(solid_pieces(held)).items():
        assert closed(key, [facet for surface in mesh.surfaces for facet in surface.triangles]) == []


def test_equal_pieces_share_their_bodies() -> None:
    built = solid_pieces(box(size=""))
    keys = {part.key for piece in built for part in piece.bodies if piece.id.startswith("omino")}
    assert keys == {"omino-body", "omino-inlay-0-1", "omino-001"}


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


def remade(face: Face, change: Callable[[Mark], Mark | None]) -> Face:
    (cell,) = face.cells
    marks = tuple(new for mark in cell.marks if (new := change(mark)) is not None)
    return replace(face, cells=(Cell(cell.boundary, marks),))


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
    return with_face(held, shape, remade(face_of(held, shape), change))


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


@pytest.mark.parametrize("kind", ["omino", "quomino", "marker"])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_piece_missing_or_too_many_is_found(kind: str, more: int) -> None:
    held = box()
    if kind == "marker":
        things = tuple(replace(t, count=t.count + more) if t.kind == kind else t for t in held.accessories)
        wrong = replace(held, accessories=things)
    else:
        last = [piece for piece in held.pieces if piece.shape == kind][-1]
        rest = tuple(piece for piece in held.pieces if piece is not last)
        wrong = replace(held, pieces=rest if more < 0 else (*held.pieces, last))
    assert codes(wrong) == ["supply-wrong"]


@pytest.mark.parametrize("process", PROCESSES)
def test_a_black_half_on_the_wrong_side_is_found(process: str) -> None:
    held = box(process)
    assert "half-wrong" in codes(on(held, "omino", lambda m: upside_down(m) if m.slot == HALF else m))
    plain = on(held, "omino", lambda m: None if m.slot == HALF else m)
    assert codes(plain) == ["half-wrong"]


def test_a_half_that_is_hardly_black_is_found() -> None:
    spot = (Region(((7.0, 7.0), (8.2, 7.0), (8.2, 8.2), (7.0, 8.2))),)
    assert codes(on(box("paper"), "omino", lambda m: drawn(m, spot))) == ["half-wrong"]


@pytest.mark.parametrize("process", ["printer", "laser"])
def test_a_grip_missing_or_in_the_white_half_is_found(process: str) -> None:
    held = box(process)
    assert codes(on(held, "omino", lambda m: None if m.slot == GRIP else m)) == ["grip-wrong"]
    assert codes(on(held, "omino", lambda m: upside_down(m) if m.slot == GRIP else m)) == ["grip-wrong"]


def test_a_grip_too_small_for_a_finger_is_found() -> None:
    middle = sum(x for x, _ in face_of(box(), "omino").marks[1].ink[0].outer) / 32
    small = (Region(circle(middle, middle, 1.5, 32)),)
    assert codes(on(box(), "omino", lambda m: drawn(m, small) if m.slot == GRIP else m)) == ["grip-wrong"]


@pytest.mark.parametrize("process", ["printer", "laser"])
def test_an_omino_that_cannot_turn_is_found(process: str) -> None:
    held = box(process)
    face = face_of(held, "omino")
    # its corners hardly rounded; without studs only an omino beside it is in its way
    sharp = rounded_square(square(18.48 if process is Maker.PRINTER else 19.2), 0.0, 0.8)
    wrong = replace(face, outline=sharp, cells=(Cell(sharp, face.cells[0].marks),))
    assert codes(with_face(held, "omino", wrong)) == ["omino-stuck"]


@pytest.mark.parametrize("process", PROCESSES)
def test_a_quomino_with_equal_sides_is_found(process: str) -> None:
    held = box(process)
    assert "sides-wrong" in codes(on(held, "quomino", lambda m: None if m.slot == DIAMOND else m))
    face = face_of(held, "quomino")
    assert codes(with_face(held, "quomino", replace(face, back=()))) == ["sides-wrong"]


def test_a_quomino_that_does_not_go_over_the_studs_is_found() -> None:
    held = box()
    face = face_of(held, "quomino")
    wide = rounded_square(square(40.0), 0.0, 0.8)
    large = replace(face, outline=wide, cells=(Cell(wide, face.cells[0].marks),))
    assert codes(with_face(held, "quomino", large)) == ["quomino-large"]
    tight = (Region(circle(0, 0, 3.2, 24)),)
    assert codes(on(held, "quomino", lambda m: drawn(m, tight) if m.slot == HOLLOW else m)) == ["hollow-small"]
    assert codes(with_face(held, "quomino", replace(face, hollows=()))) == ["hollow-small"]


def test_a_stud_missing_or_astray_is_found() -> None:
    held = box()
    assert codes(on(held, "board", lambda m: drawn(m, m.ink[1:]) if m.slot == STUDS else m)) == ["studs-wrong"]
    astray = on(held, "board", lambda m: drawn(m, (moved(m.ink[0], 1, 0), *m.ink[1:])) if m.slot == STUDS else m)
    assert codes(astray) == ["studs-wrong"]


@pytest.mark.parametrize("process", ["printer", "laser"])
def test_a_line_missing_or_of_the_wrong_weight_is_found(process: str) -> None:
    held = box(process, size="", grip="dimple")

    def shortened(slot: int) -> Callable[[Mark], Mark]:
        def change(mark: Mark) -> Mark:
            if mark.slot != slot:
                return mark
            return replace(mark, lines=mark.lines[1:]) if mark.lines else drawn(mark, mark.ink[1:])

        return change

    assert codes(on(held, "board", shortened(LINES))) == ["lines-wrong"]
    assert codes(on(held, "board", shortened(HEAVY))) == ["lines-wrong"]

    def all_heavy(mark: Mark) -> Mark:
        if mark.slot == LINES and mark.ink:

            def broad(r: Region) -> Region:
                xs, ys = [x for x, _ in r.outer], [y for _, y in r.outer]
                w, h = max(xs) - min(xs), max(ys) - min(ys)
                dx, dy = (w / 2, 0.0) if h > w else (0.0, h / 2)
                left, right, low, high = min(xs) - dx, max(xs) + dx, min(ys) - dy, max(ys) + dy
                return Region(((left, low), (right, low), (right, high), (left, high)))

            return drawn(mark, tuple(map(broad, mark.ink)))
        return mark

    if process == Maker.PRINTER:
        assert codes(on(held, "board", all_heavy)) == ["lines-wrong"]


def on_part(held: GameSet, name: str, slot: int, change: Callable[[Region], Region | None]) -> GameSet:
    """Return a set in which the areas of a mark of one part are changed, or left out."""
    face = face_of(held, name)
    cells = tuple(
        Cell(cell.boundary, tuple(
            drawn(mark, tuple(new for r in mark.ink if (new := change(r)))) if mark.slot == slot else mark
            for mark in cell.marks
        ))
        for cell in face.cells
    )  # fmt: skip
    return with_face(held, name, replace(face, cells=cells))


def hole_moved(region: Region, number: int, by: tuple[float, float, float, float]) -> Region:
    """Return lines in which the sides of one square lie elsewhere: left, low, right and high, each by so much."""
    holes = list(region.holes)
    (x0, y0), _, (x1, y1), _ = holes[number]
    a, b, c, d = x0 + by[0], y0 + by[1], x1 + by[2], y1 + by[3]
    holes[number] = ((a, b), (a, d), (c, d), (c, b))
    return Region(region.outer, tuple(holes))


def test_lines_on_paper_that_end_or_are_of_the_wrong_weight_are_found() -> None:
    held = box("paper", size="")
    assert codes(held) == []
    assert codes(on_part(held, "board-a1", LINES, lambda r: None)) == ["lines-wrong"]
    # the lower left square, whose left side is heavy: with a fine one; and a fine one broad
    assert codes(on_part(held, "board-a1", LINES, lambda r: hole_moved(r, 0, (-0.25, 0, 0, 0)))) == ["lines-wrong"]
    assert codes(on_part(held, "board-a1", LINES, lambda r: hole_moved(r, 0, (0, 0, -0.3, 0)))) == ["lines-wrong"]
    # a square that reaches over its upper side: the line has a gap
    assert codes(on_part(held, "board-a1", LINES, lambda r: hole_moved(r, 0, (0, 0, 0, 0.5)))) == ["lines-wrong"]

    def short(region: Region) -> Region:
        (left, low), (right, _), (_, high), _ = region.outer
        return Region(((left, low), (right - 0.25, low), (right - 0.25, high), (left, high)), region.holes)

    assert codes(on_part(held, "board-a1", LINES, short)) == ["lines-wrong"]  # half of the line along the seam


def test_a_name_of_a_column_missing_or_astray_is_found() -> None:
    held = box("paper", size="")
    names = face_of(held, "board-b1").marks[1]
    assert names.slot == NAMES
    first = names.ink[0]
    assert codes(on_part(held, "board-b1", NAMES, lambda r: None if r == first else r)) == ["lines-wrong"]
    assert codes(on_part(held, "board-b1", NAMES, lambda r: moved(r, 1, 0) if r == first else r)) == ["lines-wrong"]


def test_seams_of_a_paper_board_lie_along_lines() -> None:
    held = board(Sizes(MEASURES[Maker.PAPER], "dimple"), 10, (6, 8))
    assert held.columns == (5,)
    assert [max(x for x, _ in ring) for name, ring in held.parts if name == "board-a1"] == [0.0]


def test_a_part_missing_or_of_another_shape_is_found() -> None:
    held = box(size="")
    rest = tuple(thing for thing in held.accessories if thing.id != "board-b1")
    assert codes(replace(held, accessories=rest)) == ["parts-wrong"]
    face = face_of(held, "board-a1")
    cut = tuple((x - 1 if x > 45 else x, y) for x, y in face.nominal)  # its dovetails a millimetre short
    assert codes(with_face(held, "board-a1", replace(face, nominal=cut))) == ["board-open"]
    small = replace(held, measures=resized(held.measures, room=(60.0, 60.0)))
    assert codes(small) == ["part-large"]


def test_hollows_too_shallow_for_a_stud_are_found() -> None:
    held = box()
    flat = on(held, "quomino", lambda m: replace(m, rise=-0.8) if m.slot == HOLLOW else m)
    assert codes(flat) == ["hollow-shallow"]
    assert codes(replace(held, measures=resized(held.measures, back_depth=0.8))) == ["hollow-shallow"]


def test_parts_that_slide_apart_or_have_no_play_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    held = box(size="")
    face = face_of(held, "board-b1")
    tight = with_face(held, "board-b1", replace(face, outline=face.nominal, cells=(Cell(face.nominal, face.marks),)))
    assert codes(tight) == ["part-tight"]
    monkeypatch.setattr(board_module, "HEAD", board_module.FOOT)  # tails with straight flanks
    assert codes(box(size="")) == ["parts-loose"]
    assert codes(box("paper", size="")) == []  # is glued


@pytest.mark.parametrize(("edge", "made"), [(40.0, range(4, 17)), (64.0, range(5, 17, 2)), (80.0, ())])
def test_every_part_has_a_dovetail_along_each_seam(edge: float, made: range | tuple[int, ...]) -> None:
    # a part of one square or less would have none: such large squares are refused
    measures = resized(MEASURES["printer"], edge=edge, room=(174.0, 174.0))
    for size in (4, 5, 8, 11, 16):
        if size in made:
            assert codes(box(measures=measures, size=size)) == []
        else:
            with pytest.raises(InputError, match="a part needs a whole square to lock in"):
                box(measures=measures, size=size)


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


def test_seams_run_through_squares_and_leave_studs_alone() -> None:
    made = PhysicalBoard(Sizes(MEASURES["printer"], "dimple"), 10, (8, 6), (4,), (6,))
    assert [name for name, _ in made.parts] == ["board-a1", "board-b1", "board-a2", "board-b2"]
    for _, ring in made.parts:
        for x, y in made.crossings():
            assert min((px - x) ** 2 + (py - y) ** 2 for px, py in ring) > made.sizes.stud**2
