"""Runs of boards: what the checks prove, who is said to win, the draw on trial; a counterexample for every law."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke
from samples import LASER, PALETTE, PAPER, PRINTER, resized

from quasiprint.checks import check_set
from quasiprint.errors import InputError
from quasiprint.games.majomino import design as room
from quasiprint.games.majomino.board import Board, colouring, of_regions
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.proof import prove
from quasiprint.games.majomino.sampling import Convergence, Trial, convergence_findings, trial_findings
from quasiprint.model.face import Cell, Mark, Region, Ring, area
from quasiprint.model.finding import Finding
from quasiprint.model.game import Brief
from quasiprint.model.measures import Measures, Size
from quasiprint.model.option import Supplied
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.profile import Palette

ASKED: dict[str, Value] = {"regions": "coloured", "walls": "engraved", "per_page": 4, "character": False}
TYPICAL = "5-0MJ-1"  # the board of the inventor's message
NINE = "9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S"  # nine rows
MEASURES = {m.process: replace(m, size=Size(20)) for m in (PRINTER, LASER, PAPER)}
PROCESSES = tuple(MEASURES)


def design(parameters: dict[str, Value], measures: Measures, palette: Palette, **supplied: Supplied) -> GameSet:
    return room.design(Brief(parameters, measures, palette, supplied=supplied))


def boards(source: str = TYPICAL, process: str = "paper", **asked: Value) -> GameSet:
    """Return a run of the boards of a name or file."""
    given = Path(source)
    if given.is_file():
        supplied = Supplied(given.name, ((given.name, given.read_bytes()),))
        return design({**ASKED, "board": given.name, **asked}, MEASURES[process], PALETTE, board=supplied)
    return design({**ASKED, "board": source, **asked}, MEASURES[process], PALETTE)


def two(tmp_path: Path, process: str = "paper") -> GameSet:
    """Return a run of two different boards."""
    text = boards().text + "\n" + boards("5-2M3-P").text
    (tmp_path / "two.txt").write_text(text)
    return boards(str(tmp_path / "two.txt"), process)


def codes(held: GameSet) -> list[str]:
    return [finding.code for finding in prove(held)[0]]


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize("name", [TYPICAL, "3-7-2", "5-2M3-P", "7-3NQK8N-2", NINE])
@pytest.mark.parametrize("asked", [{}, {"regions": "plain"}, {"walls": "cut"}])
def test_good_boards_pass_every_check(name: str, process: str, asked: dict[str, Value]) -> None:
    held = boards(name, process, **asked)
    assert codes(held) == []


# --- planted faults, each found by its own code -------------------------------------------------


def on_face(held: GameSet, change: Callable[[Mark], Mark | None]) -> GameSet:
    """Return a run whose first board has other marks."""
    piece = held.pieces[0]
    (cell,) = piece.face.cells
    marks = tuple(new for mark in cell.marks if (new := change(mark)) is not None)
    face = replace(piece.face, cells=(Cell(cell.boundary, marks),))
    return replace(held, pieces=(replace(piece, face=face), *held.pieces[1:]))


def mirrored(held: GameSet) -> GameSet:
    def ring(points: Ring) -> Ring:
        return tuple((-x, y) for x, y in points[::-1])

    def flip(mark: Mark) -> Mark:
        return replace(
            mark,
            field=tuple(Region(ring(r.outer), tuple(map(ring, r.holes))) for r in mark.field),
            ink=tuple(Region(ring(r.outer), tuple(map(ring, r.holes))) for r in mark.ink),
            lines=tuple(map(ring, mark.lines)),
        )

    return on_face(held, flip)


def without_a_wall(mark: Mark) -> Mark:
    """Join the holes of two regions by leaving the walls between them out: the first hole grows."""
    if mark.slot != 5 or not mark.ink:  # slot 5: after the five regions
        return mark
    (region,) = mark.ink
    return replace(mark, ink=(Region(region.outer, region.holes[1:]),))


def recoloured(number: int, label: int) -> Callable[[Mark], Mark]:
    """Give a region's marks another label."""

    def change(mark: Mark) -> Mark:
        inside = mark.slot == number or (mark.slot >= 25 and cells_of(number).count(mark.slot - 25) == 1)
        return replace(mark, label=label, colour=label) if mark.colour is not None and inside else mark

    return change


def cells_of(number: int) -> tuple[int, ...]:
    return of_regions(5, [ord(c) for c in "AAAABACCBBCCDDBECEDBEEEDD"]).cells()[number]


def one_bar(mark: Mark) -> Mark:
    return replace(mark, label=3 - (mark.label or 0), colour=3) if mark.slot == 25 else mark


COLOURS = colouring(of_regions(5, [ord(c) for c in "AAAABACCBBCCDDBECEDBEEEDD"]))


NEIGHBOUR = next(iter(of_regions(5, [ord(c) for c in "AAAABACCBBCCDDBECEDBEEEDD"]).neighbours()[0]))
SHARED = next(k for k in range(5) if COLOURS.count(COLOURS[k]) > 1)


def changed(held: GameSet, **values: object) -> GameSet:
    return replace(held, pieces=(replace(held.pieces[0], **values), *held.pieces[1:]))  # type: ignore[arg-type]


def few_markers(held: GameSet) -> GameSet:
    (marker,) = (thing for thing in held.accessories if thing.kind == "marker")
    assert marker.count == 25
    others = tuple(thing for thing in held.accessories if thing is not marker)
    return replace(held, accessories=(replace(marker, count=24), *others))


Spoiled = tuple[tuple[str, ...], dict[str, Value], Callable[[GameSet], GameSet], list[str]]
FAULTS: dict[str, Spoiled] = {
    "mirrored": (PROCESSES, {"regions": "plain"}, mirrored, ["walls-differ"]),
    # a region without its hole is all wall: its cells show walls where there are none
    "a wall is missing": (
        PROCESSES, {"regions": "plain"}, lambda held: on_face(held, without_a_wall), ["walls-differ"]
    ),
    "a cut is missing": (
        ("laser",), {"walls": "cut"},
        lambda held: on_face(held, lambda m: replace(m, lines=m.lines[1:]) if m.slot == 5 else m), ["walls-differ"],
    ),
    "neighbours of one colour": (
        PROCESSES, {}, lambda held: on_face(held, recoloured(0, COLOURS[NEIGHBOUR])), ["neighbours-alike"]
    ),
    "a needless colour": (
        ("paper",), {}, lambda held: on_face(held, recoloured(SHARED, max(COLOURS) + 1)), ["colours-too-many"]
    ),
    "a cell of another colour": (("laser",), {}, lambda held: on_face(held, one_bar), ["colours-mixed"]),
    "a cell without one": (
        ("laser",), {}, lambda held: on_face(held, lambda mark: None if mark.slot == 25 else mark), ["colours-mixed"]
    ),
    "another's name": (("paper",), {}, lambda held: changed(held, name="5-2M3-P"), ["name-wrong"]),
    "nobody's name": (("paper",), {}, lambda held: changed(held, name="5-2M3-Q"), ["name-wrong"]),
    "marks of too few": (
        ("paper",), {}, lambda held: changed(held, marks=(0,) * 24), ["text-differs"]
    ),
    "a marker too few": (("printer", "laser"), {}, few_markers, ["markers-wrong"]),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_by_its_own_code(fault: str) -> None:
    processes, asked, spoil, due = FAULTS[fault]
    for process in processes:
        assert codes(spoil(boards(process=process, **asked))) == due


def test_other_marks_than_the_text_are_found(tmp_path: Path) -> None:
    held = two(tmp_path)
    swapped = replace(held, text="\n".join(reversed(held.text.split("\n\n"))).replace("+\n+", "+\n\n+"))
    assert set(codes(swapped)) == {"text-differs", "name-wrong"}
    assert codes(replace(held, pieces=held.pieces[:1])) == ["text-differs"]


def test_boards_that_are_the_same_turned_are_found_where_they_must_differ(tmp_path: Path) -> None:
    held = two(tmp_path)
    piece = held.pieces[0]
    board = Board(5, piece.marks)
    turned = of_regions(5, [board.regions[(4 - c) * 5 + r] for r in range(5) for c in range(5)])
    assert turned != board
    # only this law is asked: the second board's text and face are still its own
    twice = replace(
        held,
        parameters=(*held.parameters, ("distinct", True)),
        pieces=(piece, replace(held.pieces[1], marks=turned.regions)),
    )
    assert "boards-alike" in codes(twice)
    assert "boards-alike" not in codes(replace(twice, parameters=(*held.parameters, ("distinct", False))))
    assert "boards-alike" not in codes(replace(held, parameters=(*held.parameters, ("distinct", True))))


MOVED = of_regions(5, [ord(c) for c in "AAABBACCBBCCDDBECEDBEEEDD"])  # one cell of A given to B
SQUARE = Board(5, boards("5-22T-K").pieces[0].marks)  # its lower left region holds a square of four cells
BAD = {
    "region-size": write(MOVED),
    "wall-loose": write(replace(SQUARE, loose=frozenset({("-", 4, 0)}))),
    "wall-missing": write(replace(SQUARE, gaps=frozenset({("-", 0, 2)}))),
    "size-wrong": write(of_regions(4, [c // 4 for c in range(16)])),
}


@pytest.mark.parametrize("code", BAD)
def test_a_board_that_is_no_dissection_is_read_and_found(code: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(BAD[code])
    found = prove(boards(str(tmp_path / "bad.txt")))[0]
    assert {finding.code for finding in found} == {code}


# --- shapes -------------------------------------------------------------------------------------


def test_walls_around_a_region_inside_another_are_an_island() -> None:
    # 16 cells around 9: no dissection, but a board as a file may have it
    regions = [0 if divmod(c, 5)[0] in (0, 4) or c % 5 in (0, 4) else 1 for c in range(25)]
    from quasiprint.games.majomino.design import BoardStyle, face

    drawn = face(of_regions(5, regions), (0, 1), BoardStyle(MEASURES["paper"], PALETTE.inks))
    (walls,) = (mark for mark in drawn.marks if mark.colour is None and mark.ink)
    assert [len(region.holes) for region in walls.ink] == [1, 1]
    wall = 1.6
    assert sum(area(ring) for region in walls.ink for ring in region.rings) == pytest.approx(
        4 * 100 * wall + 4 * 60 * wall, abs=1e-6
    )


def test_sizes_that_cannot_be_made_are_refused_with_the_limit() -> None:
    with pytest.raises(InputError, match=r"edge: found 5 mm, allowed is from 10\.8 mm"):
        design({**ASKED, "board": TYPICAL}, resized(MEASURES["printer"], edge=5), PALETTE)
    with pytest.raises(InputError, match="palette 'test': found 2 colours, allowed is from 3"):
        design({**ASKED, "board": TYPICAL}, MEASURES["paper"], replace(PALETTE, inks=PALETTE.inks[:2]))
    plain = design({**ASKED, "board": TYPICAL, "regions": "plain"}, MEASURES["paper"], replace(PALETTE, inks=()))
    assert plain.pieces


def test_tints_that_nobody_tells_apart_are_named() -> None:
    dark = ("#000000", "#002200", "#CC0000", "#00CC00", "#0000CC")
    inks = tuple(replace(ink, rgb=rgb) for ink, rgb in zip(PALETTE.inks, dark, strict=False))
    for process, found in (("paper", {"tints-alike"}), ("laser", set())):
        held = design({**ASKED, "board": TYPICAL}, MEASURES[process], replace(PALETTE, inks=inks))
        assert {f.code for f in check_set(held)[0]} & {"tints-alike"} == found
    usual = design({**ASKED, "board": TYPICAL}, MEASURES["paper"], PALETTE)
    assert "tints-alike" not in {f.code for f in check_set(usual)[0]}


def test_a_set_without_the_options_says_nothing_and_records_nothing(tmp_path: Path) -> None:
    result = invoke("make", "majomino", "--size", "3", "--count", "1", "--format", "txt", "-o", tmp_path / "set")
    assert result.exit_code == 0
    held = json.loads((tmp_path / "set/manifest.json").read_text())
    assert "claim" not in held["pieces"][0]
    assert not {"winner", "rule", "fair", "double_turns"} & held["parameters"].keys()


# --- The draw on trial --------------------------------------------------------------------------


FAIR_OF_CHANCE = Trial(draws=40060, boards=4006, statistic=4000.0, freedom=4005, p=0.5, unseen=0)
UNFAIR = replace(FAIR_OF_CHANCE, statistic=80000.0, p=0.0, unseen=500)
SETTLED = Convergence(steps=236196, chains=3, r_hat=1.01)
HASTY = replace(SETTLED, steps=500, r_hat=2.4)


@pytest.mark.parametrize(
    ("found", "due"),
    [
        (trial_findings(5, "boards", FAIR_OF_CHANCE, UNFAIR), []),
        (trial_findings(5, "boards", UNFAIR, UNFAIR), ["draw-biased"]),
        (trial_findings(5, "boards", FAIR_OF_CHANCE, FAIR_OF_CHANCE), ["trial-blind"]),
        (convergence_findings(9, SETTLED, HASTY), []),
        (convergence_findings(9, SETTLED, replace(HASTY, r_hat=1.02)), ["trial-blind"]),
        (convergence_findings(9, replace(SETTLED, r_hat=1.3), HASTY), ["not-converged"]),
    ],
)
def test_a_trial_says_what_is_wrong_and_nothing_else(found: list[Finding], due: list[str]) -> None:
    assert [finding.code for finding in found] == due


def test_a_board_is_said_in_rows_of_letters_as_a_game_says_it(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text("AAB\nABB\nCCC\n\nAAA\nBBB\nCCC\n")
    for said, boards in (("AAB ABB CCC", 1), (tmp_path / "rows.txt", 2)):
        made = invoke("make", "majomino", "--board", said, "--format", "txt", "-o", tmp_path / f"{boards}", code=0)
        assert f"{boards} piece" in made.output
