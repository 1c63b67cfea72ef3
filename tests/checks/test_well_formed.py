"""What every set must satisfy: each law has a counterexample, which breaks it and no other."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from samples import LASER, PAPER, PRINTER, quasimino, triomino

from quasiprint.checks.well_formed import check_request, well_formed
from quasiprint.exact.orbit import Labelled, Marking, cyclic
from quasiprint.exact.regular import CORNERS, TURNS
from quasiprint.games import load, names
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring
from quasiprint.model.piece import Accessory, Boards, GameSet, Parts, Piece

Spoil = Callable[[GameSet], GameSet]


def box(left: float, low: float, right: float, top: float) -> Ring:
    return ((left, low), (right, low), (right, top), (left, top))


RIM = box(-10.0, -10.0, 10.0, 10.0)
FIELD = (Region(box(-4.0, -4.0, 4.0, 4.0)),)
MARK = Mark(0, Operation.ENGRAVE, 0, "solid", FIELD, FIELD, 0)
FACE = Face(box(-10.1, -10.1, 10.1, 10.1), RIM, (Cell(RIM, (MARK,)),), (Region(box(-2.0, -2.0, 2.0, 2.0)),))
PIECE = Piece("tile-0", "tile", (0, 0, 0, 0), CORNERS["square"], FACE)
THING = Accessory("token", "token", 3, FACE)


@pytest.fixture
def held() -> GameSet:
    """A small set in which nothing is wrong, and of which everything can be spoiled."""
    return replace(
        quasimino(1),
        pieces=(PIECE,),
        accessories=(THING,),
        composition=Labelled((("tile", TURNS["square"]),), 1, Marking("edge")),
    )


def codes(held: GameSet) -> list[str]:
    return [finding.code for finding in well_formed(held)]


def of_set(**values: Any) -> Spoil:
    return lambda held: replace(held, **values)


def of_piece(**values: Any) -> Spoil:
    return of_set(pieces=(replace(PIECE, **values),))


def of_token(**values: Any) -> Spoil:
    return of_set(accessories=(replace(THING, **values),))


def of_face(**values: Any) -> Spoil:
    return of_piece(face=replace(FACE, **values))


def of_mark(**values: Any) -> Spoil:
    return of_face(cells=(Cell(RIM, (replace(MARK, **values),)),))


def of_field(*areas: Region) -> Spoil:
    return of_mark(field=areas, ink=areas)


def of_whole(**values: Any) -> Spoil:
    whole = Labelled((("tile", TURNS["square"]),), 1, Marking("edge"))
    return of_set(composition=replace(whole, **values))


def boards(**values: Any) -> Spoil:
    whole = Boards(per_page=1, players=("x",), lines=("rows",), boxes=((0.0, 0.0),))
    return of_set(composition=replace(whole, **values))


def shifted(ring: Ring, dx: float) -> Ring:
    return tuple((x + dx, y) for x, y in ring)


BOW = ((-4.0, -4.0), (4.0, 4.0), (4.0, -4.0), (-4.0, 4.0))
PINCHED = ((-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (0.0, -4.0), (-4.0, 4.0))  # a point lies on another side
HOLE = box(-1.0, -1.0, 1.0, 1.0)[::-1]
SMALL = Region(box(5.0, 5.0, 6.0, 6.0))
TWO = (FIELD[0], SMALL)

LAWS: dict[str, list[Spoil]] = {
    # names
    "name-unfit": [
        of_set(game="../evil"),
        of_set(game="aux"),
    ],
    "id-unfit": [
        of_piece(id="../../evil"),
        of_piece(id="näh-1"),
    ],
    "id-twice": [
        of_set(pieces=(PIECE, PIECE)),
        of_set(accessories=(THING, replace(THING, kind="other"))),
    ],
    "id-taken": [
        of_piece(id="tiles-plate-1"),
        of_piece(id="x-sheet-12-back"),
    ],
    # words and numbers
    "words-unprintable": [
        of_set(title=" "),
        of_piece(name="two\nlines"),
    ],
    "text-not-ascii": [of_set(text="Größe 5\n")],
    "parameter-wrong": [
        of_set(parameters=(("colours", 1), ("colours", 1))),
        of_set(parameters=(("scale", math.nan),)),
    ],
    "pieces-missing": [of_set(pieces=())],
    "count-wrong": [of_token(count=0), of_token(count=-3)],
    "marks-no-numbers": [of_piece(marks=("0", "0", "0", "0")), of_piece(marks=(0, 0, 0, True))],
    # compositions
    "shape-twice": [of_whole(symmetry=(("tile", TURNS["square"]), ("tile", TURNS["square"])))],
    "shape-unknown": [of_whole(symmetry=(("other", TURNS["square"]),))],
    "labels-wrong": [of_whole(labels=0), of_whole(labels=1.0)],
    "labellings-too-many": [of_whole(labels=100)],
    "ascending-unfit": [
        of_whole(symmetry=(("tile", cyclic("half turn", 4, 2)),), marking=Marking("corner", ascending=True))
    ],
    "slots-differ": [
        lambda held: replace(
            of_whole(symmetry=(("tile", TURNS["triangle"]),))(held), pieces=(replace(PIECE, marks=(0, 0, 0)),)
        )
    ],
    "marks-miscounted": [of_piece(marks=(0, 0, 0)), of_piece(marks=())],
    "page-wrong": [
        boards(per_page=0),
        boards(players=()),
    ],
    # exact outlines
    "corners-miscounted": [
        of_set(pieces=(replace(PIECE, corners=CORNERS["triangle"]),), composition=Parts()),
    ],
    "corners-crossed": [of_piece(corners=tuple(CORNERS["square"][k] for k in (0, 2, 1, 3)))],
    "corners-clockwise": [of_piece(corners=CORNERS["square"][::-1])],
    "shapes-differ": [
        of_set(pieces=(PIECE, replace(PIECE, id="tile-1", corners=CORNERS["square"][1:] + CORNERS["square"][:1])))
    ],
    # points and rings
    "face-changeable": [of_face(outline=list(RIM)), of_mark(lines=([(0.0, 0.0), (1.0, 1.0)],))],
    "point-wrong": [
        of_field(Region(((0.0, 0.0), (1.0, 0.0), "x"))),
        of_field(Region(((0.0, 0.0), (1.0,), (1.0, 1.0)))),
    ],
    "point-infinite": [
        of_field(Region(((0.0, 0.0), (math.nan, 0.0), (1.0, 1.0)))),
        of_mark(lines=(((0.0, 0.0), (-math.inf, 1.0)),)),
    ],
    "point-off-grid": [
        of_field(Region(((0.0, 0.0), (1 / 3, 0.0), (1.0, 1.0)))),
        of_field(Region(((-0.0, 0.0), (1.0, 0.0), (1.0, 1.0)))),
    ],
    "ring-short": [of_field(Region(((0.0, 0.0), (1.0, 0.0)))), of_field(Region(()))],
    "ring-repeats": [
        of_field(Region((*FIELD[0].outer, FIELD[0].outer[0]))),
        of_face(back=(Region(((0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (1.0, 1.0))),)),
    ],
    "ring-crosses": [of_field(Region(BOW)), of_field(Region(PINCHED))],
    "ring-sense": [
        of_field(Region(FIELD[0].outer[::-1])),
        of_field(Region(FIELD[0].outer, (HOLE[::-1],))),
    ],
    "line-short": [of_mark(lines=(((0.0, 0.0),),))],
    "line-repeats": [of_mark(lines=(((0.0, 0.0), (0.0, 0.0), (1.0, 0.0)),))],
    # what lies in what
    "hole-outside": [of_field(Region(FIELD[0].outer, (shifted(HOLE, 7.0),)))],
    "areas-touch": [
        of_field(FIELD[0], Region(box(4.0, 0.0, 5.0, 1.0))),
        of_field(FIELD[0], Region(box(3.0, 0.0, 5.0, 1.0))),
    ],
    "areas-overlap": [
        of_field(FIELD[0], Region(HOLE[::-1])),
        of_face(back=(FACE.back[0], Region(HOLE[::-1]))),
    ],
    "outline-outside": [of_face(nominal=box(-9.9, -10.1, 10.3, 10.1)), of_face(nominal=box(-9.0, -9.0, 9.0, 9.0))],
    "cells-differ": [
        of_face(cells=()),
        of_face(cells=(Cell(box(-10.0, -10.0, 10.0, 9.0), (MARK,)),)),
    ],
    "mark-outside": [
        of_field(Region(shifted(FIELD[0].outer, 7.0))),
        of_mark(lines=(((0.0, 0.0), (0.0, 10.1)),)),
    ],
    "ink-outside": [of_mark(ink=(Region(box(-4.0, -4.0, 4.1, 4.0)),)), of_mark(field=())],
    "back-outside": [
        of_face(back=(Region(box(-9.8, -2.0, 2.0, 2.0)),)),  # in the bevel
        of_face(back=(Region(box(-12.0, -2.0, 2.0, 2.0)),)),
    ],
    # marks
    "colour-unknown": [
        of_mark(colour=8),
        of_mark(colour=-1),
    ],
    "pattern-unknown": [of_mark(pattern="tartan"), of_mark(pattern=None)],
    "label-unknown": [of_mark(label=1), of_mark(label=-1)],
    "rise-wrong": [of_mark(colour=None, rise=math.nan), of_mark(colour=None, rise=-math.inf)],
    "slot-twice": [of_face(cells=(Cell(RIM, (MARK, replace(MARK, field=(SMALL,), ink=(SMALL,)))),))],
    "field-parted": [of_mark(field=TWO, ink=(SMALL,))],
}  # fmt: skip


def test_nothing_is_wrong_with_what_is_spoiled(held: GameSet) -> None:
    assert well_formed(held) == []


@pytest.mark.parametrize(
    ("code", "spoil"),
    [(code, spoil) for code, spoils in LAWS.items() for spoil in spoils],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_law_has_a_counterexample(held: GameSet, code: str, spoil: Spoil) -> None:
    findings = well_formed(spoil(held))
    assert {finding.code for finding in findings} == {code}
    assert all(finding.message and finding.remedy and finding.subject.strip() for finding in findings)


def test_a_set_of_texts_has_one(held: GameSet) -> None:
    bare = replace(held, measures=replace(held.measures, process=Process.TEXT))
    assert codes(bare) == ["text-missing"]
    assert codes(replace(bare, text="+--+\n")) == []


def test_a_set_is_the_one_that_was_asked_for(held: GameSet) -> None:
    assert check_request(held, "quasimino", Process.PRINTER) == []
    assert [finding.code for finding in check_request(held, "other", Process.PRINTER)] == ["game-differs"]
    assert [finding.code for finding in check_request(held, "quasimino", Process.LASER)] == ["process-differs"]


def test_what_a_laser_or_a_page_allows_a_printer_does_not(held: GameSet) -> None:
    at_the_rim = of_face(back=(Region(RIM),))(held)
    parted = of_mark(field=TWO, ink=(SMALL,))(held)
    for measures in (LASER, PAPER):
        assert codes(replace(at_the_rim, measures=measures)) == []
        assert codes(replace(parted, measures=measures)) == []
    assert codes(replace(at_the_rim, measures=PRINTER)) == ["back-outside"]


def test_no_other_check_looks_at_a_set_that_is_not_well_formed(held: GameSet) -> None:
    asked = []

    class Room:
        name = "quasimino"

        def design(self, brief: object) -> GameSet:
            return of_piece(id="../../evil", marks=("x",))(held)

        def prove(self, set: GameSet, thorough: bool = False) -> tuple[list[Any], dict[str, object]]:
            asked.append(set)
            return [], {"asked": True}

    shop = Build(settle(Request("quasimino", {})))
    shop.game = Room()  # type: ignore[assignment]
    findings, facts = shop.prove((Process.PRINTER,))
    assert {finding.code for finding in findings} == {"id-unfit", "marks-no-numbers", "marks-miscounted"}
    assert (asked, facts) == ([], {})
    shop = Build(settle(Request("quasimino", {})))
    shop.game = SimpleNamespace(name="quasimino", design=lambda brief: quasimino(1), prove=Room().prove)  # type: ignore[assignment]
    assert shop.prove((Process.PRINTER,)) == ((), {**shop.prove((Process.PRINTER,))[1]})
    assert asked


@pytest.mark.sampled(1)
@pytest.mark.parametrize("measures", [PRINTER, LASER, PAPER], ids=lambda m: m.process)
def test_sets_of_every_kind_are_well_formed(measures: Any) -> None:
    every = [quasimino(8, measures), triomino(measures), triomino(measures, shape="square", tack=8.0, finish="inlaid")]
    for held in every:
        assert well_formed(held) == [], held.title


@pytest.mark.parametrize("game", names())
def test_the_sets_of_all_games_are_well_formed_for_every_process(game: str) -> None:
    shop = Build(settle(Request(game, {})))
    processes = [process for process in Process if process is not Process.TEXT]
    processes += [offer.maker for offer in load(game).offers if offer.maker is Process.TEXT]
    for process in processes:
        held = shop.set(process)
        assert well_formed(held) == []
        assert check_request(held, game, process) == []
