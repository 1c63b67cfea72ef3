"""The triomino set: which tiles, what is drawn on them, pips among it, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path

import pytest
from digits import least_turn, read_tile
from samples import LASER, PAPER, PRINTER, moved_marks, piece, reversed_regions, triomino, with_piece
from shapely.geometry import Polygon

from quasiprint.checks import check_set
from quasiprint.checks.marks import reading
from quasiprint.drawing.numerals import digits, is_another_upside_down, words
from quasiprint.drawing.outlines import turn_ring
from quasiprint.errors import InputError
from quasiprint.games.triomino import GAME
from quasiprint.games.triomino.rules import labellings, tile_id
from quasiprint.games.triomino.rules import read_tile as read_name
from quasiprint.model.face import Cell, Face, Mark, Point, Region, area
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet

PROCESSES = pytest.mark.parametrize("measures", [PRINTER, LASER, PAPER], ids=lambda m: m.process)
VARIANTS = {
    "common": {},
    "seven numbers": {"highest": 6},
    "one tile": {"highest": 0},
    "ten numbers": {"highest": 9},
    "pips": {"marks": "pips"},
    "ten pips": {"marks": "pips", "highest": 9},
    "inlaid": {"finish": "inlaid"},
    "raised": {"finish": "raised"},
    "a tack": {"tack": 6.0},
    "squares": {"shape": "square"},
    "one or two pips": {"marks": "pips", "highest": 1, "finish": "inlaid"},
    "all at once": {"shape": "square", "highest": 7, "tack": 8.0, "finish": "inlaid"},
}


def codes(held: GameSet) -> set[str]:
    return {finding.code for finding in check_set(held)[0]}


def polygon(region: Region) -> Polygon:
    return Polygon(region.outer, region.holes)


def mirrored(face: Face) -> Face:
    """Return a triangle's face mirrored in the y axis, which carries its outline onto itself."""

    def reflect(p: Point) -> Point:
        return 0.0 - p[0], p[1]

    return reversed_regions(moved_marks(face, reflect))


@pytest.mark.sampled(12)
@PROCESSES
@pytest.mark.parametrize("name", VARIANTS)
def test_a_good_set_passes(name: str, measures: Measures) -> None:
    assert check_set(triomino(measures, **VARIANTS[name]))[0] == []


@pytest.mark.parametrize("highest", range(0, 9))
@pytest.mark.parametrize(("shape", "corners"), [("triangle", 3), ("square", 4)])
def test_three_counts_agree_with_a_fourth(shape: str, corners: int, highest: int) -> None:
    held = triomino(LASER, shape=shape, highest=highest)
    found = check_set(held)[1]["counts"][shape]
    multisets = {tuple(sorted(numbers)) for numbers in product(range(highest + 1), repeat=corners)}
    assert (found["closed form"], found["enumerated"], found["in the set"]) == (len(multisets),) * 3
    assert {p.marks for p in held.pieces} == multisets
    assert len({p.id for p in held.pieces}) == len(multisets)


def test_the_common_set_is_that_of_the_facts() -> None:
    found = check_set(triomino())[1]["counts"]["triangle"]
    assert found["in the set"] == 56
    assert (found["own turned image"], found["own mirror image"], found["mirror image not in the set"]) == (6, 36, 20)
    assert check_set(triomino(highest=6))[1]["counts"]["triangle"]["in the set"] == 84
    assert check_set(triomino(shape="square"))[1]["counts"]["square"]["in the set"] == 126


@pytest.mark.sampled(1)
@PROCESSES
def test_the_drawn_digits_read_as_the_labels_say(measures: Measures) -> None:
    """Of each drawing of a number in a corner, for whichever tile it is drawn, one is read, in its tile; of every tile,
    that it has the drawings of its numbers."""
    for held, corners, numbers in ((triomino(measures, highest=9), 3, 10), (triomino(measures, shape="square"), 4, 6)):
        read = set()
        for tile in held.pieces:
            drawn = {(tile.face.outline, mark) for mark in tile.face.marks}
            if not drawn <= read:
                ink = [polygon(region) for mark in tile.face.marks for region in mark.ink]
                assert least_turn(read_tile(Polygon(tile.face.outline), ink, corners)) == tile.marks
                read |= drawn
            said = tuple(mark.label for mark in sorted(tile.face.marks, key=lambda mark: mark.slot))
            assert least_turn(said) == tile.marks
        assert len(read) >= corners * numbers


def test_six_and_nine_are_underlined_and_so_is_whatever_is_another_number_upside_down() -> None:
    underlined = [n for n in range(120) if is_another_upside_down(str(n))]
    assert underlined[:12] == [6, 9, 16, 18, 19, 61, 66, 68, 81, 86, 89, 91]
    assert not is_another_upside_down("60")  # 09 is no number
    assert not is_another_upside_down("69")  # is itself
    assert [len(drawing) for drawing in digits(9)] == [1, 1, 1, 1, 1, 1, 2, 1, 1, 2]


def test_faces_are_parted_and_marks_lie_in_their_cells() -> None:
    for variant in VARIANTS.values():
        held = triomino(**variant)
        for tile in held.pieces[:30]:
            for cell in tile.face.cells:
                for mark in cell.marks:
                    for region in mark.field:
                        assert Polygon(cell.boundary).contains(polygon(region))
            whole = sum(area(cell.boundary) for cell in tile.face.cells)
            assert whole == pytest.approx(area(tile.face.outline), abs=1e-4)


# --- what is wrong is found, and nothing else ---------------------------------------------------


def mirrored_numbers(held: GameSet, numbers: tuple[int, ...]) -> Face:
    """Return a face with any numbers, put together from the cells of tiles of one number."""
    cells = [piece(held, tile_id((numbers[-corner % 3],) * 3)).face.cells[corner] for corner in range(3)]
    return replace(held.pieces[0].face, cells=tuple(cells))


def redrawn(held: GameSet, draw: Callable[[Face], Face]) -> GameSet:
    return replace(held, pieces=tuple(replace(piece, face=draw(piece.face)) for piece in held.pieces))


def refaced(face: Callable[[GameSet, Face], Face], name: str = "1-3-5") -> Callable[[GameSet], GameSet]:
    """Return what gives one tile of a set another face."""

    def spoil(held: GameSet) -> GameSet:
        good = piece(held, name)
        return with_piece(held, name, replace(good, face=face(held, good.face)))

    return spoil


def renumbered(*numbers: int) -> Callable[[GameSet], GameSet]:
    return refaced(lambda held, _: mirrored_numbers(held, numbers))


def foreign(held: GameSet) -> GameSet:
    other = replace(piece(held, "1-3-5"), id="1-5-3", marks=(1, 5, 3), face=mirrored_numbers(held, (1, 5, 3)))
    return replace(held, pieces=(*held.pieces, other))


def turned_in_place(face: Face) -> Face:
    """Return a face whose first mark stands on its head."""
    ring = face.marks[0].ink[0].outer
    cx, cy = sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    return moved_marks(face, lambda p: turn_ring(((p[0] - cx, p[1] - cy),), math.pi, cx, cy)[0], {0})


def remarked(face: Face, *marks: int) -> Face:
    """Return a face whose cells hold the marks of so many of its first cells, one after the other."""
    left = iter([mark for cell in face.cells for mark in cell.marks])
    cells = [
        Cell(cell.boundary, tuple(next(left) for _ in range(n))) for cell, n in zip(face.cells, marks, strict=True)
    ]
    return replace(face, cells=tuple(cells))


def forged(face: Face, ones: dict[int, tuple[Region, ...]]) -> Face:
    """Return a face whose twos look like ones."""
    cells = (
        Cell(c.boundary, tuple(replace(m, ink=ones[m.slot]) if m.label == 2 else m for m in c.marks))
        for c in face.cells
    )
    return replace(face, cells=tuple(cells))


def alike(held: GameSet) -> GameSet:
    ones = {cell.marks[0].slot: cell.marks[0].ink for cell in piece(held, "1-1-1").face.cells}
    return redrawn(held, lambda face: forged(face, ones))


def cut_short(face: Face) -> Face:
    """Return a face with a corner rounded more than the others: its edges are too short, its area in the cells."""

    def between(p: Point, q: Point) -> Point:  # a millimetre from p on the way to q
        f = 1.0 / math.dist(p, q)
        return round(p[0] + f * (q[0] - p[0]), 6), round(p[1] + f * (q[1] - p[1]), 6)

    ring, first = face.outline, face.cells[0]
    cut = {ring[0]: between(ring[0], ring[-1]), ring[8]: between(ring[8], ring[9])}
    cells = (Cell(tuple(cut.get(p, p) for p in first.boundary), first.marks), *face.cells[1:])
    return replace(face, outline=tuple(cut.get(p, p) for p in ring), cells=cells)


DOT = Region(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
SPOILT: dict[str, tuple[Callable[[GameSet], GameSet], set[str]]] = {
    "a tile is missing": (lambda s: replace(s, pieces=s.pieces[1:]), {"piece-missing"}),
    "a tile is there twice": (lambda s: replace(s, pieces=(*s.pieces, s.pieces[9])), {"piece-duplicate"}),
    "a tile is foreign": (foreign, {"piece-foreign"}),
    "its numbers run the other way round": (renumbered(1, 5, 3), {"piece-mirrored"}),
    "mirrored as a picture, its digits are mirrored too": (
        refaced(lambda _, face: mirrored(face)),
        {"piece-mirrored", "mark-uneven"},
    ),
    "another number": (renumbered(1, 3, 4), {"marks-differ"}),
    "the same tile, held otherwise": (renumbered(5, 1, 3), set()),
    "a corner without a mark": (refaced(lambda _, face: remarked(face, 1, 1, 0)), {"corner-unmarked"}),
    "where a mark lies is read, not where it is listed": (refaced(lambda _, face: remarked(face, 2, 0, 1)), set()),
    "a digit out of place": (
        refaced(lambda _, face: moved_marks(face, lambda p: (p[0], p[1] - 0.2), {0})),
        {"mark-uneven"},
    ),
    "a digit at the rim": (
        refaced(lambda _, face: moved_marks(face, lambda p: (p[0], p[1] + 3.0), {0})),
        {"mark-uneven", "mark-near-rim"},
    ),
    "a digit turned in its corner": (refaced(lambda _, face: turned_in_place(face), "0-1-2"), {"mark-uneven"}),
    "two numbers drawn alike": (alike, {"marks-alike", "patterns-alike"}),
    "a back that tells": (refaced(lambda _, face: replace(face, back=(DOT,))), {"back-telling"}),
    "a back that is seen": (
        lambda s: replace(refaced(lambda _, face: replace(face, back=(DOT,)))(s), hidden=False),
        set(),
    ),
    "a hollow back": (refaced(lambda _, face: replace(face, hollows=(DOT,), back=())), {"back-telling"}),
    "a coloured back": (refaced(lambda _, face: replace(face, back_colour=0)), {"back-telling"}),
    "lopsided backs": (lambda s: redrawn(s, lambda face: replace(face, back=(DOT,))), {"back-telling"}),
    "an edge that does not meet in full": (lambda s: redrawn(s, cut_short), {"edge-short"}),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_what_is_wrong_is_found_and_nothing_else(spoilt: str) -> None:
    change, expected = SPOILT[spoilt]
    assert codes(change(triomino())) == expected


def test_a_tile_that_is_wrong_is_named() -> None:
    held = triomino()
    assert reading(piece(held, "1-3-5").face, held.labelled.marking) == (1, 3, 5)
    for change, code, name in (
        (foreign, "piece-foreign", "1-5-3"),
        (renumbered(1, 5, 3), "piece-mirrored", "1-3-5"),
        (SPOILT["a back that tells"][0], "back-telling", "1-3-5"),
    ):
        assert [(f.code, f.subject) for f in check_set(change(held))[0]] == [(code, name)]
    assert "none less than the one before" in check_set(foreign(held))[0][0].message


def test_a_six_that_is_a_nine_upside_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quasiprint.drawing.numerals.is_another_upside_down", lambda number: False)
    monkeypatch.setattr("quasiprint.drawing.numerals.TURNED", {})
    digits.cache_clear()
    words.cache_clear()
    try:
        found = check_set(triomino(LASER, highest=9))[0]
    finally:
        digits.cache_clear()
        words.cache_clear()
    assert [(f.code, f.subject) for f in found] == [("marks-alike", "6 and 9")]
    assert "upside down" in found[0].message


# --- what cannot be made is refused -------------------------------------------------------------


# --- a maker's own pictures ---------------------------------------------------------------------

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
PICTURES = {
    "1-disc": '<circle cx="5" cy="5" r="5"/>',
    "2-square": '<rect width="10" height="10"/>',
    "3-ring": '<circle cx="5" cy="5" r="3.5" fill="none" stroke="black" stroke-width="3"/>',
    "10-cross": '<path d="M3.5 0h3v3.5H10v3H6.5V10h-3V6.5H0v-3h3.5z"/>',
}


def folder(tmp_path: Path, **more: str) -> Path:
    for name, body in (PICTURES | more).items():
        (tmp_path / f"{name}.svg").write_text(SVG.format(body))
    return tmp_path


@PROCESSES
def test_pictures_stand_for_numbers_in_the_order_of_their_names(tmp_path: Path, measures: Measures) -> None:
    held = triomino(measures, highest=3, symbols=str(folder(tmp_path)))
    assert codes(held) == set()
    shapes = {m.label: m.ink for m in piece(held, "0-1-2").face.marks} | {
        m.label: m.ink for m in piece(held, "3-3-3").face.marks
    }
    areas = {label: sum(polygon(region).area for region in ink) for label, ink in shapes.items()}
    side = math.sqrt(areas[1])
    assert areas[0] == pytest.approx(math.pi / 4 * side**2, rel=0.01)
    assert areas[2] == pytest.approx(math.pi * (0.5**2 - 0.2**2) * side**2, rel=0.01)
    assert areas[3] == pytest.approx(0.51 * side**2, rel=0.01)


def test_as_many_pictures_as_numbers(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found 4 drawings .*1-disc.*, allowed are 6"):
        triomino(symbols=str(folder(tmp_path)))


def test_a_picture_too_fine_for_the_nozzle_is_refused_by_name(tmp_path: Path) -> None:
    fine = '<path d="M0 0H10V10H0zM1 1V9H9V1z M4.9 1h.2v8h-.2z"/>'
    where = str(folder(tmp_path, **{"4-fine": fine}))
    with pytest.raises(InputError, match=r"symbols: .*printer makes no less than 0.84 mm: '4-fine' \(0\.1\d* mm\)"):
        triomino(highest=4, symbols=where)


def test_names_of_tiles() -> None:
    for shape, corners in (("triangle", 3), ("square", 4)):
        for marks in combinations_with_replacement(range(6), corners):
            for k in range(corners):
                assert read_name(tile_id(marks[k:] + marks[:k]), shape, 5) == marks
        assert len(labellings(shape, 5)) == math.comb(5 + corners, corners)
    rising = {marks[k:] + marks[:k] for marks in labellings("triangle", 5) for k in range(3)}
    for numbers in set(product(range(6), repeat=3)) - rising:
        with pytest.raises(ValueError, match=f"must not fall; .* is {tile_id(sorted(numbers))}$"):
            read_name(tile_id(numbers), "triangle", 5)
    for text in ("", "1-3", "1-3-5-5", "1-3-x", "-1-3-5", "1 3 5", "٣-٣-٣", "9999-1-2"):
        with pytest.raises(ValueError, match="allowed are 3 numbers"):
            read_name(text, "triangle", 5)
    with pytest.raises(ValueError, match="its numbers run from 0 to 5"):
        read_name("1-3-6", "triangle", 5)


# --- pips -----------------------------------------------------------------------------------------


SHAPES = pytest.mark.parametrize("shape", ["triangle", "square"])


def codes_of_pips(held: GameSet) -> set[str]:
    return {finding.code for finding in (*check_set(held)[0], *GAME.prove(held)[0])}


@pytest.mark.sampled(4)
@SHAPES
@pytest.mark.parametrize("highest", range(1, 10))
def test_pips_of_a_corner_lie_together(highest: int, shape: str) -> None:
    """Measured here anew, with floats: from middle to middle."""
    held = triomino(marks="pips", highest=highest, shape=shape)
    within, between = 0.0, math.inf
    for one in held.pieces:
        groups = [
            [tuple(sum(axis) / len(axis) for axis in zip(*area.outer, strict=True)) for area in mark.ink]
            for mark in one.face.marks
        ]
        within = max([within, *(math.dist(a, b) for group in groups for a, b in combinations(group, 2))])
        pairs = [(a, b) for one, two in combinations(groups, 2) for a in one for b in two]
        between = min([between, *(math.dist(a, b) for a, b in pairs)])
    assert between > 1.5 * within
    assert codes_of_pips(held) == set()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("highest", [5, 9])
def test_pips_nearer_to_those_of_another_corner_are_found(highest: int) -> None:
    """Pushed towards the middle of the tile, all else is as it was; nothing but the law of pips sees it."""

    def pushed(face: Face) -> Face:
        for slot in range(3):
            angle = math.pi / 2 - math.tau * slot / 3
            x, y = -1.8 * math.cos(angle), -1.8 * math.sin(angle)

            def move(p: Point, x: float = x, y: float = y) -> Point:
                return round(p[0] + x, 6), round(p[1] + y, 6)

            face = moved_marks(face, move, {slot})
        return face

    good = triomino(marks="pips", highest=highest)
    assert codes_of_pips(good) == set()
    assert codes_of_pips(redrawn(good, pushed)) == {"pips-scattered"}


def test_a_pip_too_few_is_found() -> None:
    def fewer(mark: Mark) -> Mark:
        return replace(mark, field=mark.field[1:], ink=mark.ink[1:]) if mark.label == 5 else mark

    def spoilt(face: Face) -> Face:
        return replace(face, cells=tuple(Cell(c.boundary, tuple(map(fewer, c.marks))) for c in face.cells))

    assert codes_of_pips(redrawn(triomino(marks="pips"), spoilt)) == {"pips-miscounted"}
