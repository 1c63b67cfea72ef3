"""Sets for fingers: raised lines by the guidelines, Braille, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from samples import PALETTE, PRINTER, resized
from shapely import Polygon, unary_union

from quasiprint import api, games
from quasiprint.checks.marks import read_braille, touch
from quasiprint.drawing.numerals import braille_dots
from quasiprint.errors import InputError
from quasiprint.games.quasimino.design import design as quasimino
from quasiprint.games.triomino.design import design as triomino
from quasiprint.model.face import Mark, Region
from quasiprint.model.game import Brief
from quasiprint.model.measures import BRAILLE, ProductionOptions
from quasiprint.model.piece import GameSet, Piece

FELT = replace(PRINTER, manner=ProductionOptions(touch=True))
NUMBERS = {"highest": 2, "shape": "triangle", "marks": "digits", "symbols": "", "finish": "recessed", "tack": 0.0}
UNICODE = "⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊"  # 0 to 9; of a Braille character, bit n − 1 is dot n


def tiles(edge: float = 50.0, **parameters: object) -> GameSet:
    chosen = {**NUMBERS, "tack_depth": 1.0, **parameters}
    return triomino(Brief(chosen, resized(FELT, edge=edge), PALETTE))  # type: ignore[arg-type]


def rhombs(colours: int, edge: float, stripe: float) -> GameSet:
    return quasimino(Brief({"colours": colours}, resized(FELT, edge=edge, stripe=stripe), PALETTE))


def some(held: GameSet, *chosen: int) -> GameSet:
    return replace(held, pieces=tuple(held.pieces[k] for k in chosen))


def redrawn(held: GameSet, draw: Callable[[Mark], Mark]) -> GameSet:
    def drawn(piece: Piece) -> Piece:
        cells = tuple(replace(cell, marks=tuple(map(draw, cell.marks))) for cell in piece.face.cells)
        return replace(piece, face=replace(piece.face, cells=cells))

    return replace(held, pieces=tuple(map(drawn, held.pieces)))


def codes(held: GameSet) -> set[str]:
    return {finding.code for finding in touch(held)}


def raised(piece: Piece) -> list[tuple[Mark, list[Polygon]]]:
    """Return what stands above a face, by another library's eyes: each mark with its areas."""
    return [
        (mark, [Polygon(area.outer, area.holes) for area in mark.ink])
        for mark in piece.face.marks
        if (mark.rise or 0) > 0
    ]


def test_all_eight_patterns_are_felt_and_told_apart() -> None:
    held = rhombs(8, 54.0, 5.23)
    shown = {mark.label for piece in (held.pieces[k] for k in EIGHT) for mark in piece.face.marks}
    assert shown == set(range(8))
    assert codes(some(held, *EIGHT)) == set()


EIGHT = (0, 300, 700, 1100, 1500, 1900, 2079, 2080, 2600, 3300, 4159)


@pytest.mark.parametrize(("edge", "stripe", "colours"), [(40.0, 3.33, 3), (54.0, 5.23, 4)])
def test_no_rib_is_narrower_and_no_two_are_nearer_than_fingers_need(edge: float, stripe: float, colours: int) -> None:
    for piece in rhombs(colours, edge, stripe).pieces[::17]:
        marks = raised(piece)
        assert len(marks) == 4
        every = [area for _, areas in marks for area in areas]
        for area in every:
            assert area.buffer(-0.549).buffer(0.56).area > 0.95 * area.area  # a disc of 1.1 mm rolls through all of it
        for k, one in enumerate(every):
            assert all(one.distance(two) >= 3.0 for two in every[:k])
        assert {mark.rise for mark, _ in marks} == {1.0}


def test_a_number_is_raised_and_stands_in_braille_below() -> None:
    held = tiles(highest=5)
    for piece in held.pieces[::9]:
        digits = [pair for pair in raised(piece) if pair[0].label is not None]
        dots = [pair for pair in raised(piece) if pair[0].pattern == BRAILLE]
        assert len(digits) == len(dots) == 3
        assert {mark.rise for mark, _ in dots} == {0.8}
        for (_, one), (_, two) in zip(digits, dots, strict=True):
            assert unary_union(one).distance(unary_union(two)) >= 3.0
    assert touch(held) == []


def test_braille_says_the_digits_that_unicode_says() -> None:
    for number, character in enumerate(UNICODE):
        due = {n + 1 for n in range(6) if ord(character) - 0x2800 >> n & 1}
        dots = braille_dots(number)
        found = set()
        for dot in dots:
            x, y = (sum(axis) / len(dot.outer) for axis in zip(*dot.outer, strict=True))
            found.add((4 if x > 0 else 1) + (0 if y > 2 else 1))
        assert found == due
        assert read_braille(dots, 0.0) == number
    assert [read_braille(braille_dots(number), 0.0) for number in (10, 42, 99, 123)] == [10, 42, 99, 123]


def bars(*lefts: float, wide: float) -> tuple[Region, ...]:
    return tuple(Region(((x, 12.0), (x + wide, 12.0), (x + wide, 21.0), (x, 21.0))) for x in lefts)


def grown(area: Region) -> Region:
    x, y = (sum(axis) / len(area.outer) for axis in zip(*area.outer, strict=True))
    return Region(tuple((x + 1.1 * (px - x), y + 1.1 * (py - y)) for px, py in area.outer))


@pytest.mark.parametrize(
    ("spoilt", "change", "code"),
    [
        (lambda mark: mark.label is not None, lambda _: {"rise": 0.8}, "touch-low"),
        (lambda mark: mark.label is not None, lambda _: {"rise": None}, "touch-low"),
        (lambda mark: (mark.label, mark.slot) == (1, 0), lambda _: {"ink": bars(0.0, wide=1.05)}, "touch-thin"),
        (lambda mark: (mark.label, mark.slot) == (1, 0), lambda _: {"ink": bars(-2.0, 2.1, wide=1.2)}, "touch-close"),
        (lambda mark: mark.pattern == BRAILLE, lambda _: {"rise": 0.5}, "touch-braille"),
        (lambda mark: mark.pattern == BRAILLE and len(mark.ink) == 3, lambda m: {"ink": m.ink[:1]}, "touch-braille"),
        (lambda mark: mark.pattern == BRAILLE, lambda m: {"ink": tuple(map(grown, m.ink))}, "touch-braille"),
    ],
)
def test_each_law_finds_what_breaks_it(spoilt: Callable[[Mark], bool], change: Any, code: str) -> None:
    assert codes(redrawn(tiles(), lambda mark: replace(mark, **change(mark)) if spoilt(mark) else mark)) == {code}


def test_marks_too_near_to_one_another_are_found() -> None:
    held = tiles()
    piece = held.pieces[0]
    first, *_ = [mark for mark in piece.face.marks if mark.label is not None]
    moved = tuple(Region(tuple((x + 7.0, y) for x, y in area.outer)) for area in first.ink)
    beside = Mark(20, first.operation, None, None, moved, moved, rise=1.0)
    cell = replace(piece.face.cells[0], marks=(first, beside))
    spoilt = replace(piece, face=replace(piece.face, cells=(cell,)))
    assert codes(replace(held, pieces=(spoilt,))) == {"touch-close"}


def test_labels_that_feel_alike_are_found() -> None:
    held = tiles()
    ink = {mark.slot: mark.ink for piece in held.pieces for mark in piece.face.marks if mark.label == 2}

    def same(mark: Mark) -> Mark:
        return replace(mark, ink=ink.get(mark.slot, mark.ink)) if mark.label == 0 else mark

    assert codes(redrawn(held, same)) == {"touch-alike"}


def test_a_set_says_that_fingers_read_it_and_is_verified() -> None:
    files = api.design("triomino", highest=1, touch=True, storage=["tray"]).files(formats=["stl"])
    assert json.loads(files["manifest.json"])["parameters"]["made with"]["manner"]["touch"] is True
    verdict = api.verify(files)
    assert verdict.findings == []
    plain = api.design("triomino", highest=1).files(formats=["stl"])
    assert "touch" not in json.loads(plain["manifest.json"])["parameters"]["made with"]["manner"]


def test_a_game_without_faces_for_fingers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain:
        name = "plain"
        options = ()
        offers = ()

    monkeypatch.setattr(games, "load", lambda name: Plain())
    with pytest.raises(InputError, match="--touch: plain cannot be made to be read with fingers; leave it out"):
        api.design("plain", touch=True)
