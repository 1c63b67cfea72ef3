"""Pips: as many as the number says, and those of one corner plainly together."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from samples import moved_marks, triomino

from quasiprint.checks import check_set
from quasiprint.games.triomino import GAME
from quasiprint.model.face import Cell, Face, Mark, Point
from quasiprint.model.piece import GameSet

SHAPES = pytest.mark.parametrize("shape", ["triangle", "square"])


def codes(held: GameSet) -> set[str]:
    return {finding.code for finding in (*check_set(held)[0], *GAME.prove(held)[0])}


def redrawn(held: GameSet, draw: Callable[[Face], Face]) -> GameSet:
    return replace(held, pieces=tuple(replace(piece, face=draw(piece.face)) for piece in held.pieces))


@pytest.mark.sampled(4)
@SHAPES
@pytest.mark.parametrize("highest", range(1, 10))
def test_pips_of_a_corner_lie_together(highest: int, shape: str) -> None:
    """Measured here anew, with floats: from middle to middle."""
    held = triomino(marks="pips", highest=highest, shape=shape)
    within, between = 0.0, math.inf
    for piece in held.pieces:
        groups = [
            [tuple(sum(axis) / len(axis) for axis in zip(*area.outer, strict=True)) for area in mark.ink]
            for mark in piece.face.marks
        ]
        within = max([within, *(math.dist(a, b) for group in groups for a, b in combinations(group, 2))])
        pairs = [(a, b) for one, two in combinations(groups, 2) for a in one for b in two]
        between = min([between, *(math.dist(a, b) for a, b in pairs)])
    assert between > 1.5 * within
    assert codes(held) == set()


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
    assert codes(good) == set()
    assert codes(redrawn(good, pushed)) == {"pips-scattered"}


def test_a_pip_too_few_is_found() -> None:
    def fewer(mark: Mark) -> Mark:
        return replace(mark, field=mark.field[1:], ink=mark.ink[1:]) if mark.label == 5 else mark

    def spoilt(face: Face) -> Face:
        return replace(face, cells=tuple(Cell(c.boundary, tuple(map(fewer, c.marks))) for c in face.cells))

    assert codes(redrawn(triomino(marks="pips"), spoilt)) == {"pips-miscounted"}
