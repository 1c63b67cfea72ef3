"""The laws of any set: a good set passes all, and each counterexample breaks exactly one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from samples import LASER, PALETTE, PAPER, PRINTER, mirrored, moved_marks, piece, quasimino, resized, with_piece

from quasiprint.checks import check_set
from quasiprint.checks.completeness import agreement
from quasiprint.checks.marks import crossings, reading
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.drawing.strokes import finest
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labelled, SymmetryGroup, cyclic
from quasiprint.games.quasimino.design import face, mark
from quasiprint.model.face import Cell, Face, Mark, Region
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.game import traits
from quasiprint.model.measures import Measures
from quasiprint.model.piece import Boards, GameSet, Parts
from quasiprint.model.profile import Ink, Palette


def codes(held: GameSet) -> set[str]:
    return {finding.code for finding in check_set(held)[0]}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("measures", [PRINTER, LASER, PAPER], ids=lambda m: m.process)
@pytest.mark.parametrize("colours", [1, 2, 3, 4, 6, 8])
def test_a_good_set_passes(colours: int, measures: Measures) -> None:
    assert check_set(quasimino(colours, measures))[0] == []


def test_counts_agree_with_the_known_ones() -> None:
    for colours, expected in zip(range(1, 6), (1, 10, 45, 136, 325), strict=True):
        counts = check_set(quasimino(colours))[1]["counts"]
        for shape in ("thick", "thin"):
            found = counts[shape]
            assert (found["closed form"], found["enumerated"], found["in the set"]) == (expected,) * 3


def test_three_colours_are_one_sided_as_the_facts_say() -> None:
    for found in check_set(quasimino())[1]["counts"].values():
        assert (found["own turned image"], found["own mirror image"], found["mirror pairs"]) == (9, 9, 18)
        assert found["if flipping were allowed"] == 27


def test_mirrored_piece_is_caught_from_its_geometry() -> None:
    held = quasimino()
    good = piece(held, "thin-0012")
    bad = replace(good, face=mirrored(good.face))
    assert reading(good.face, held.labelled.marking) == (0, 0, 1, 2)
    assert reading(bad.face, held.labelled.marking) == (2, 1, 0, 0)
    findings = check_set(with_piece(held, good.id, bad))[0]
    assert [(f.code, f.subject) for f in findings] == [("piece-mirrored", "thin-0012")]


def test_symmetry_must_be_the_outline_s() -> None:
    held = quasimino(2)
    wrong = SymmetryGroup("none", ((0, 1, 2, 3),))
    symmetry = (("thick", wrong), ("thin", cyclic("half turn", 4, 2)))
    spoilt = replace(held, composition=replace(held.labelled, symmetry=symmetry))
    found = codes(spoilt)
    assert "symmetry-wrong" in found
    assert found <= {"symmetry-wrong", "piece-missing"}


Change = Callable[[GameSet], GameSet]
Point = tuple[float, float]


def with_face(name: str, change: Callable[[Face], Face]) -> Change:
    """Change the face of one piece."""

    def changed(held: GameSet) -> GameSet:
        good = piece(held, name)
        return with_piece(held, name, replace(good, face=change(good.face)))

    return changed


def with_edge_0(move: Callable[[Point], Point]) -> Change:
    """Move the mark of edge 0, which lies along the x axis: by x it slides along the edge."""
    return with_face("thick-0012", lambda good: moved_marks(good, move, {0}))


def with_ink(good: Face, ink: Callable[[Mark], tuple[Region, ...]]) -> Face:
    return replace(
        good, cells=tuple(replace(c, marks=tuple(replace(m, ink=ink(m)) for m in c.marks)) for c in good.cells)
    )


def sheared(good: Face) -> Face:
    floor = min(y for _, y in good.outline)
    return moved_marks(good, lambda p: (round(p[0] + 0.01 * (p[1] - floor), 6), p[1]), {0})


def grown(good: Face) -> Face:
    """The stripe of edge 1 grows towards the middle: only its inner end moves."""
    far = max(good.cells[1].marks[0].field[0].outer, key=lambda p: math.hypot(*p))
    dx, dy = (0.9 * x / math.hypot(*far) for x in far)
    return moved_marks(good, lambda p: p if math.hypot(*p) > 3 else (round(p[0] - dx, 6), round(p[1] - dy, 6)), {1})


def alike(held: GameSet) -> GameSet:
    """No palette has a pattern twice; here every mark is drawn in one, whatever its colour's is."""
    pieces = (
        replace(p, face=with_ink(p.face, lambda m, shape=p.shape: mark(shape, m.slot, 0, "solid", PRINTER).ink))
        for p in held.pieces
    )
    return replace(held, pieces=tuple(pieces))


def stranger(held: GameSet) -> GameSet:
    marks = (0, 1, 2, 5)
    new = replace(held.pieces[0], id="thick-0125", marks=marks, face=face("thick", marks, PALETTE.inks, PRINTER))
    return replace(held, pieces=(*held.pieces, new))


DOUBLE = mark("thick", 0, 0, "double", PRINTER).ink
TWICE = replace(PALETTE, inks=(PALETTE.inks[0], replace(PALETTE.inks[1], rgb=PALETTE.inks[0].rgb), *PALETTE.inks[2:]))
LAWS: list[tuple[str, Change]] = [
    ("piece-missing", lambda held: replace(held, pieces=held.pieces[:-1])),
    ("piece-duplicate", lambda held: replace(held, pieces=(*held.pieces, held.pieces[7]))),
    ("piece-foreign", stranger),
    ("marks-differ", with_face("thick-0001", lambda good: face("thick", (0, 0, 0, 2), PALETTE.inks, PRINTER))),
    ("", with_face("thin-0110", mirrored)),  # it is its own mirror image
    ("stripe-off-midpoint", with_edge_0(lambda p: (p[0] + 0.01, p[1]))),
    ("stripe-slanted", with_face("thick-0012", sheared)),
    ("stripe-broken", with_face("thick-0012", lambda good: with_ink(good, lambda m: m.ink if m.slot else DOUBLE))),
    ("edge-uncrossed", with_edge_0(lambda p: (p[0], p[1] + 0.5))),
    ("marks-too-close", with_face("thick-0012", grown)),
    ("colours-alike", lambda held: replace(held, palette=TWICE)),
    ("patterns-alike", alike),
    ("outline-off", lambda held: replace(held, measures=resized(PRINTER, edge=30.001))),
]


@pytest.mark.parametrize(("code", "change"), LAWS, ids=lambda x: x if isinstance(x, str) else "")
def test_each_law_has_a_counterexample_that_breaks_it_alone(code: str, change: Change) -> None:
    assert codes(change(quasimino())) == ({code} if code else set())


def test_strokes_and_gaps_too_fine() -> None:
    held = quasimino(5)
    coarse = replace(held, measures=resized(PRINTER, min_feature=0.95))
    found = [f for f in check_set(coarse)[0] if f.severity == "error"]
    assert {f.code for f in found} == {"stroke-too-fine"}
    assert {f.message.split("'")[1] for f in found} == {"double", "ladder"}
    coarse = replace(held, measures=resized(PRINTER, min_feature=1.2))
    assert {f.code for f in check_set(coarse)[0]} == {"stroke-too-fine", "gap-too-fine"}


def test_a_back_in_colour_can_be_made_too() -> None:
    held = quasimino(1)
    first, *rest = held.pieces

    def spoilt(back: Region, hollow: Region, colour: int | None = 0) -> list[tuple[str, str]]:
        own = replace(first, face=replace(first.face, back=(back,), hollows=(hollow,), back_colour=colour))
        found = check_set(replace(held, pieces=(own, *rest), hidden=False))[0]
        return [(finding.code, finding.subject) for finding in found]

    def bar(low: float, high: float) -> Region:
        return Region(((-3.0, low), (3.0, low), (3.0, high), (-3.0, high)))

    assert spoilt(bar(-2.0, 0.0), bar(0.9, 2.9)) == []
    assert spoilt(bar(-0.5, 0.0), bar(0.9, 2.9)) == [("stroke-too-fine", f"{first.id} back")]
    assert spoilt(bar(-2.0, 0.0), bar(0.9, 1.4)) == [("stroke-too-fine", f"{first.id} back")]
    assert spoilt(bar(-2.0, 0.0), bar(0.5, 2.9)) == [("gap-too-fine", f"{first.id} back")]
    assert spoilt(bar(-0.5, 0.0), bar(0.5, 1.0), colour=None) == []  # then it is felt, or engraved


def test_colours_alike() -> None:
    naive = Palette(
        "naive",
        "#FFFFFF",
        tuple(Ink(n, c, n) for n, c in zip(PATTERNS, ("#FF0000", "#00FF00", "#0000FF", "#FFFF00"), strict=False)),
    )
    findings = check_set(quasimino(4, palette=naive))[0]
    assert {f.code for f in findings} == {"colours-alike"}
    assert any("protan" in f.message or "deutan" in f.message for f in findings)
    with pytest.raises(InputError, match="body: found 'white', allowed is a colour"):
        replace(naive, body="white")


def test_crossings_are_where_the_face_says() -> None:
    for shape in ("thick", "thin"):
        across = crossings(face(shape, (0, 1, 2, 3), PALETTE.inks, PAPER))
        assert [c.edge for c in across] == [0, 1, 2, 3]
        for c in across:
            assert c.field == pytest.approx((-1.5, 1.5), abs=3e-6)


def test_check_reports_the_facts_of_the_rules_as_computed() -> None:
    from quasiprint.games.quasimino import GAME

    findings, facts = traits(GAME).prove(quasimino(), thorough=True)
    assert findings == []
    assert facts["joins"]["second tile of either shape"] == {
        shape: {"all": 16, "parallelograms": 4} for shape in ("thick", "thin")
    }
    assert facts["joins"]["up to rotation"] == {"all": 10, "legal": 6}
    assert (facts["vertex stars"]["up to rotation"], facts["vertex stars"]["up to reflection"]) == (34, 29)
    assert facts["colour on edges"] == {shape: dict.fromkeys("012", 60) for shape in ("thick", "thin")}


def ring(*points: tuple[float, float]) -> tuple[Region, ...]:
    return (Region(tuple((float(x), float(y)) for x, y in points)),)


STAR = [(r * math.cos(k * math.pi / 5), r * math.sin(k * math.pi / 5)) for k, r in enumerate([5.0, 1.9] * 5)]


@pytest.mark.parametrize("angle", range(0, 360, 25))
def test_tips_are_no_strokes_and_thin_bars_are(angle: float) -> None:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def turned(*points: tuple[float, float]) -> tuple[Region, ...]:
        return ring(*((x * c - y * s, x * s + y * c) for x, y in points))

    assert finest(turned(*STAR), 0.84) == {}
    # a heart: two discs that meet in a notch with parallel sides
    lobes = [(-2 + 2 * math.cos(a), 2 * math.sin(a)) for a in (k * math.pi / 12 for k in range(12, -1, -1))]
    heart = [(4, 0), *((2 + 2 * math.cos(a), 2 * math.sin(a)) for a in (k * math.pi / 12 for k in range(1, 12)))]
    assert finest(turned(*heart, *lobes[::-1], (0, -4)), 0.84) == {}
    for length in (4, 8):
        bar = finest(turned((0, 0), (length, 0), (length, 0.5), (0, 0.5)), 0.84)
        assert bar["stroke"] == pytest.approx(0.5, abs=1e-3)
    assert finest(turned((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)), 0.84)["stroke"] == pytest.approx(0.5, abs=1e-3)
    # a thin neck between two squares
    neck = [(0, 0), (3, 0), (3, 1.3), (5, 1.3), (5, 0), (8, 0), (8, 3), (5, 3), (5, 1.7), (3, 1.7), (3, 3), (0, 3)]
    assert finest(turned(*neck), 0.84)["stroke"] == pytest.approx(0.4, abs=1e-6)
    slit = [(0, 0), (3, 0), (3, 4), (3.4, 4), (3.4, 0), (8, 0), (8, 6), (0, 6)]
    assert finest(turned(*slit), 0.84) == {"gap": pytest.approx(0.4, abs=1e-6)}


def everyday(composition: Labelled | Boards | Parts) -> GameSet:
    """Return a set in which a stroke, a gap between marks, a colour, a pattern and a back are wrong."""
    held = quasimino(2)
    face_of = {piece.id: piece.face for piece in held.pieces}
    close = moved_marks(face_of["thick-0001"], lambda p: (round(0.8 * p[0], 6), round(0.8 * p[1], 6)))
    alike = replace(PALETTE.inks[1], rgb=PALETTE.inks[0].rgb)
    pieces = (
        replace(held.pieces[0], face=close),
        *(replace(piece, face=replace(piece.face, back=())) for piece in held.pieces[1:2]),
        *held.pieces[2:],
    )
    same = tuple(
        replace(piece, face=replace(piece.face, cells=tuple(map(solid, piece.face.cells)))) for piece in pieces
    )
    palette = replace(PALETTE, inks=(PALETTE.inks[0], alike))
    note = Finding("drawn-by-lot", Severity.NOTE, "the set", "whatever it is")
    coarse = resized(PRINTER, min_feature=3.5)
    return replace(
        held,
        pieces=same,
        accessories=(),
        palette=palette,
        composition=composition,
        hidden=True,
        findings=(note,),
        measures=coarse,
    )


def solid(cell: Cell) -> Cell:
    return replace(cell, marks=tuple(replace(mark, ink=mark.field) for mark in cell.marks))


@pytest.mark.parametrize("composition", [Parts(), Boards(1, ("x",), ("rows",), ())], ids=lambda c: type(c).__name__)
def test_what_must_be_true_of_any_set_is_asked_of_sets_of_every_composition(composition: Boards | Parts) -> None:
    good = replace(quasimino(2), composition=composition, hidden=True)
    found, facts = check_set(good)
    assert (found, set(facts)) == ([], {"fit"})  # nothing is counted of what no composition needs
    bad = everyday(composition)
    found, facts = check_set(bad)
    assert {finding.code for finding in found} == {
        *("drawn-by-lot", "stroke-too-fine", "marks-too-close", "colours-alike", "patterns-alike", "back-telling"),
    }
    assert set(facts) == {"fit"}
    complete = {finding.code for finding in check_set(everyday(quasimino(2).composition))[0]}
    assert complete > {finding.code for finding in found}


def test_each_way_of_counting_is_heard() -> None:
    assert agreement("thin", 45, 45, 45) == []
    for counts in ((44, 45, 45), (45, 44, 45), (45, 45, 44)):
        assert [f.code for f in agreement("thin", *counts)] == ["count-disagreement"]
