"""Triomino at the table: the scorer finds nothing wrong in a game that was played, nor does a plain program."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from math import dist, sqrt
from pathlib import Path
from typing import Any

import pytest
from called import invoke, played, refused
from table_games import hear_refusals, legal_lines, play, undone
from test_triomino_slips import O3, P3, P4, WRONG
from triomino_games import Cell, PlainTable, Tile, around, codes, corners

import quasiprint
from quasiprint.addons.studio.table.tiles import TableSession
from quasiprint.addons.studio.table.triomino import (
    Alone,
    Shared,
    free_cells,
    new_session,
    resume_session,
    shown_places,
)
from quasiprint.errors import InputError
from quasiprint.exact.lattice import neighbours
from quasiprint.games.triomino.cases import LONG, SHORT, play_round
from quasiprint.games.triomino.points import COMMON, GameScore, HouseRules
from quasiprint.games.triomino.rounds import SHAPE, openers, turned
from quasiprint.games.triomino.rules import PlacedTile, labellings, place, tile_id
from quasiprint.games.triomino.scoring import score, score_game, tables
from quasiprint.model.finding import Finding

WHOLE = 56


def state(table: TableSession) -> Shared:
    found = table.state
    assert isinstance(found, Shared)
    return found


def scored(table: TableSession, rules: HouseRules = COMMON) -> GameScore:
    found = score(table.record().encode(), rules=rules)
    assert isinstance(found, GameScore)
    return found


def watch_rules(table: TableSession) -> None:
    """Compare a game with the scorer, which follows the record by number alone."""
    now, judged = state(table), scored(table)
    assert [one.message for one in judged.findings if one.code != "hands-to-come"] == []
    assert [len(hand) for hand in now.hands] == list(judged.hands.values())
    assert len(now.pool) == judged.pool
    every = [*now.pool, *(tile for hand in now.hands for tile in hand), *(tile.marks for tile in now.lying)]
    assert len(every) == len(set(every)) == WHOLE


def points_told(told: str) -> int:
    """Return what a move was said to score: a sum, or a single part."""
    return int(re.findall(r"[+-]?\d+$", told)[0])


@pytest.mark.parametrize("players", [2, 3])
def test_game_by_chance_has_nothing_that_the_scorer_finds_wrong(players: int) -> None:
    table = play(new_session({"players": players, "deal": 4}), 4, 40, watch_rules)
    assert len(table.lines) >= 40


def test_what_is_told_of_a_move_is_what_the_scorer_adds() -> None:
    table = new_session({"players": 2, "deal": 11})
    told: Counter[str] = Counter()
    for _ in range(60):
        if state(table).phase == "round":
            break
        said = table.step() or table.say(legal_lines(table)[-1]).text
        if "draws" not in said:
            told[said.split()[0]] += points_told(said)
    totals = scored(table).scores
    assert state(table).passed < 2  # else the lowest hand gained something, which no move told
    assert dict(told) == {name: totals[name] for name in told}


def test_undo_restores_the_text_byte_for_byte() -> None:
    table = new_session({"deal": 2})
    undone(table, 12)
    assert not table.say("undo").changed


def test_places_fit_as_the_rules_say() -> None:
    now = state(play(new_session({"deal": 7}), 7, 16))
    table = {tile.cell: tile for tile in now.lying}
    assert set(free_cells(now.lying)) == {c for cell in table for c in neighbours(SHAPE, cell)} - set(table)
    for tile in now.table().hand:
        marks = tuple(map(int, tile.piece.split("-")))
        fits = [shown_places(now.lying)[at].at for at in tile.fits]
        assert len({(at.split("/")[0], turned(marks, int(at[-1]))) for at in fits}) == len(fits)  # no way twice
        legal = {
            (cell, turned(marks, turn))
            for cell in free_cells(now.lying)
            for turn in range(3)
            if not place(table, PlacedTile(99, marks, cell, turned(marks, turn)), SHAPE).findings
        }
        assert len(legal) == len(fits)


def test_illegal_moves_give_their_finding_and_change_nothing() -> None:
    table = new_session({"deal": 1})
    for _ in range(30):
        assert table.step() or table.say(table.state.best()).changed
        if any(tile.fits for tile in table.table().hand):
            break
    now = state(table)
    hand = [tile_id(tile) for tile in now.hand]
    lying = now.lying[0].cell
    wrong = {
        "lay 9-9-9 0,0,0/0": "found no such tile that may be placed",
        "lay it": "allowed is a line such as: lay 1-3-5 6,9,0/1",
        "draw": "draw: found a tile in hand that fits, allowed is to place one",
        "round": "allowed is a line such as",
        f"lay {hand[0]} 7,7,0/0": "it shares no full side at [7, 7, 0]",
        f"lay {hand[0]} {','.join(map(str, lying))}/0": "lies in the cell",
    }
    places = {one.at for one in shown_places(now.lying)}
    for tile in now.table().hand:
        fits = {shown_places(now.lying)[at].at for at in tile.fits}
        if tile.piece[0] != tile.piece[-1]:
            wrong |= dict.fromkeys((f"lay {tile.piece} {at}" for at in places - fits), "it shows")
    hear_refusals(table, wrong)


def tiles(*names: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(int, name.split("-"))) for name in names)


@pytest.mark.parametrize(
    ("hands", "opens"),
    [
        ((("1-1-1", "0-4-5"), ("3-3-3", "5-5-5")), (1, ("5-5-5",))),
        ((("0-0-0", "4-4-4"), ("0-4-5", "3-4-5")), (0, ("0-0-0",))),  # its holder alone has any triple
        ((("0-0-0", "4-4-4"), ("1-1-1", "3-4-5")), (0, ("4-4-4",))),
        ((("0-0-1", "3-4-5"), ("4-4-5", "0-0-2")), (1, ("4-4-5",))),
        ((("0-0-1", "3-4-5"), ("2-5-5", "0-0-2")), (1, ("2-5-5",))),  # 12 each: the next highest decides
        ((("3-4-5", "2-5-5"), ("0-0-1", "0-0-2")), (0, ("3-4-5", "2-5-5"))),  # who holds both, chooses
    ],
)
def test_who_opens(hands: tuple[tuple[str, ...], ...], opens: tuple[int, tuple[str, ...]]) -> None:
    assert openers([tiles(*hand) for hand in hands]) == {opens[0]: tiles(*opens[1])}


def test_lots_are_drawn_between_hands_that_are_worth_the_same() -> None:
    assert openers([tiles("0-0-5", "1-4-5"), tiles("2-3-5", "0-1-4")]) == {0: tiles("1-4-5"), 1: tiles("2-3-5")}


def stuck(pool: tuple[str, ...]) -> Shared:
    """Return a game in which Ann holds what fits nowhere."""
    now = state(new_session({"deal": 1}))
    first = PlacedTile(1, (5, 5, 5), (0, 0, 0), (5, 5, 5))
    hands = (tiles("0-0-1", "0-1-2"), tiles("0-0-2", "0-2-2"))
    return replace(now, hands=hands, lying=(first,), mover=0, phase="lay", pool=tiles(*pool))


def after(game: Shared, line: str) -> tuple[Shared, str]:
    """Return the game after the legal move of a line, and what is told of it."""
    done = game.apply(game.parse(line))
    assert not isinstance(done, Finding)
    return done[0], done[1].text


def test_who_cannot_place_draws_three_at_most_and_passes() -> None:
    game = stuck(("1-1-1", "4-5-5", "1-1-2", "2-2-3"))
    for number in (1, 2):
        game, told = after(game, "draw")
        assert (game.drawn, told, game.mover, game.forced()) == (number, "Ann draws", 0, "")
    wrong = replace(stuck(("1-1-1",)), drawn=0).apply("pass")
    assert isinstance(wrong, Finding)
    assert wrong.message == "found 'pass', allowed is draw"
    fits, _ = after(game, "draw")
    assert not fits.forced()  # the third fits
    assert fits.words(fits.parse(fits.best())).startswith("lay 4-5-5")
    vain = replace(game, pool=tiles("1-1-3"))
    vain, _ = after(vain, "draw")
    assert vain.forced() == "pass"
    passed, told = after(vain, "pass")
    assert told.endswith("3 drawn and none fits -25")
    assert passed.mover == 1


def test_all_who_pass_end_the_round_and_an_empty_pool_costs_ten() -> None:
    game = stuck(())
    assert game.forced() == "pass"
    game, told = after(game, "pass")
    assert told.endswith("the pool is empty and nothing fits -10")
    game, _ = after(game, "pass")
    assert game.phase == "round"
    assert game.lines()[-1] == "end Ann=4 Ben=6"
    again, _ = after(game, "round")
    assert (again.number, again.phase, len(again.lying)) == (2, "open", 0)


def test_the_record_shows_no_hand_of_a_round_that_goes_on() -> None:
    table = new_session({"deal": 4})
    while not state(table).drawn:
        play(table, len(table.lines), 1)
    assert " has " not in table.record()
    assert "draws 1\n" in table.record()
    while state(table).phase != "round":
        play(table, len(table.lines), 1)
    assert table.record().count(" has ") == 2
    assert re.search(r" draws \d-\d-\d\n", table.record())
    play(table, 0, 1)
    assert table.record().endswith("\nround\n")


def test_house_rules_count_as_they_were_chosen() -> None:
    table = play(new_session({"deal": 6, "target": 30, "empty_pool": 0}), 6, 200)
    assert table.mover is None
    judged = scored(table, HouseRules(target=30, empty_pool=0))
    assert judged.finished
    assert not judged.findings
    large = new_session({"target": 10**18 - 1})  # whatever can be chosen can be read again
    assert resume_session(large.text().encode(), "game", {}).text() == large.text()


def test_alone_the_whole_set_lies_open_and_tiles_are_taken_up_again() -> None:
    table = new_session({"players": 1})
    assert isinstance(table.state, Alone)
    assert len(table.table().hand) == len(labellings(SHAPE, 5)) == WHOLE
    for _ in range(12):
        assert table.say(table.state.best()).changed
    judged = score(table.record().encode())
    assert not judged.findings
    assert table.table().sides[0].score == len(table.table().marks) == judged.as_json()["hexagons"]
    assert table.table().marks
    held, name = table.text(), table.table().lying[-1].piece
    assert table.say(f"take {name}").changed
    assert len(table.table().lying) == 11
    assert table.say("undo").changed
    assert table.text() == held
    assert "allowed is a tile on the table" in table.say("take 9-9-9").text


def test_computer_plays_all_but_the_first_and_hides_no_hand() -> None:
    table = new_session({"players": 3, "computer": "others", "deal": 8})
    assert new_session({"players": 3, "deal": 8}).table().secret
    assert not table.table().secret
    while table.step():
        pass
    assert state(table).mover == 0
    assert table.say(table.state.best()).changed
    while table.step():
        pass
    assert state(table).mover == 0


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"players": 6, "highest": 4}, "--players: found 6, who take 36 tiles; the set from 0 to 4 has 35"),
        ({"players": 1, "computer": "others"}, "--computer: found 'others' in a game for one, allowed is none"),
    ],
)
def test_what_no_table_has_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        new_session(settings)


def test_in_a_terminal_a_game_is_played_line_by_line(here: Any) -> None:
    table = new_session({"deal": 3})
    result = played("triomino", ("help", "hint", table.state.best(), "board", "save game.txt"), "--deal", 3)
    assert "file 'game.txt': saved" in result.stdout
    assert "On the table: " in result.stdout
    assert (here / "game.txt").read_text() == (table.say(table.state.best()), table.text())[1]


# --- Triomino's text with places ------------------------------------------------------------------


TOLD = re.compile(r"\w+ places (\S+) at (\S+) (\S+)(?: (left|right))?(?: (hexagons? ?\d?|bridge))?")
HEXAGON = P4 + "Ben places 4-4-5 at 4-5-5 5-4\nCem places 2-3-5 at 2-5-5 2-5\nAnn places 3-4-5 at 4-4-5 5-4 hexagon\n"


def tile(name: str) -> Tile:
    return tuple(map(int, name.split("-")))


def xy(cell: Cell) -> tuple[float, float]:
    """The middle of a cell, in edge lengths."""
    points = corners(cell)
    return sum(x + y / 2 for x, y in points) / 3, sum(y for _, y in points) * sqrt(3) / 6


def counted(lines: list[str]) -> tuple[list[tuple[int, bool]], dict[Cell, Tile]]:
    """What each tile of a round after the first completes, and where all lie, by trying every cell around a tile."""
    table, where, made = PlainTable(), dict[Cell, Tile](), []
    for line in lines:
        if " opens " in line:
            where[0, 0, 0] = tile(line.split()[2])
            table.put((0, 0, 0), where[0, 0, 0])
        elif told := TOLD.fullmatch(line):
            (on,) = (cell for cell, numbers in where.items() if sorted(numbers) == sorted(tile(told[2])))
            shown, new = where[on], tile(told[1])
            at = {corner: shown[k] for k, corner in enumerate(corners(on))}
            found = []
            for cell in set(around(on)) - set(where):
                shared = [corner for corner in corners(on) if corner in corners(cell)]
                # in the order of the corners, the last and the first are a side, too
                one_apart = corners(on).index(shared[1]) - corners(on).index(shared[0]) == 1
                first, second = shared if one_apart else shared[::-1]
                turns = {(new[k], new[k - 2], new[k - 1]) for k in range(3)}
                fits = [
                    numbers
                    for numbers in turns
                    if {(c, n) for c, n in zip(corners(cell), numbers, strict=True) if c in at}
                    == {(first, at[first]), (second, at[second])}
                ]
                if f"{at[first]}-{at[second]}" == told[3]:
                    found += [(cell, numbers) for numbers in fits]
            if told[4]:
                (near,) = (cell for cell in around(on) if cell in where)
                (x0, y0), (x1, y1) = xy(near), xy(on)
                lefts = {cell: (x1 - x0) * (xy(cell)[1] - y0) > (y1 - y0) * (xy(cell)[0] - x0) for cell, _ in found}
                found = [(cell, numbers) for cell, numbers in found if lefts[cell] == (told[4] == "left")]
            assert len(found) == 1 or len(where) == 1, line
            cell, where[cell] = found[0]
            completed, bridge = table.put(cell, where[cell])
            made.append((completed, bridge and not completed))
    return made, where


def beside(where: dict[Cell, Tile]) -> set[frozenset[Tile]]:
    """Which tiles share a side."""
    pairs = ((cell, other) for cell in where for other in around(cell) if other in where)
    return {frozenset(tuple(sorted(where[cell])) for cell in pair) for pair in pairs}


def placed(text: str, highest: int = 5) -> list[dict[Cell, Tile]]:
    """Where the program has the tiles of each round."""
    return [lying(round_) for round_ in tables(text.encode(), highest).values()]


def lying(tiles: Iterable[PlacedTile]) -> dict[Cell, Tile]:
    return {(t.cell[0], t.cell[1], t.cell[2]): t.numbers for t in tiles}


def without_places(text: str) -> str:
    return re.sub(r" at \S+ \S+(?: left| right)?", "", text)


def without_hands(text: str) -> str:
    return re.sub(r"draws (.*-.*)", lambda told: f"draws {len(told[1].split())}", re.sub(r"\n\w+ has .*", "", text))


def check_record(text: str, target: int = 400) -> Counter[str]:
    """Compare a whole game with the plain program, and with the same game without its places. Return what it made."""
    rules = quasiprint.score("triomino", text, target=target)
    bare = quasiprint.score("triomino", without_hands(without_places(text)), target=target)
    ours, plain = rules.as_json(), bare.as_json()
    assert [f.message for f in rules.findings if f.severity == "error"] == []
    assert ours["not_seen"] == []  # a game that was played says everything
    line = {"line": 0}
    events = [[{**event, **line} for event in one.pop("events")] for one in (plain, dict(ours))]
    assert events[0] == events[1]
    assert {**ours, "not_seen": 0, "events": 0} == {**plain, "not_seen": 0, "events": 0}
    silent = re.sub(r" (hexagons? ?\d?|bridge)$", "", text, flags=re.M)
    assert quasiprint.score("triomino", silent, target=target).as_json() == ours
    totals: Counter[str] = Counter()
    whys = {event["line"]: event["why"] for event in ours["events"]}
    for where, lines in zip(placed(text), rounds(text), strict=True):
        made, plainly = counted([line for _, line in lines])
        assert beside(plainly) == beside(where)
        numbers = [number for number, line in lines if " places " in line]
        for number, (completed, bridge) in zip(numbers, made, strict=True):
            why = whys[number]
            assert ("bridge" in why) == bridge
            assert (re.findall(r"(\d?) ?hexagon", why) or ["0"])[0] == (str(completed) if completed != 1 else "")
            totals.update(hexagons=completed, bridges=bridge)
    return totals


def rounds(text: str) -> list[list[tuple[int, str]]]:
    """The lines of each round, with their numbers."""
    found: list[list[tuple[int, str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line == "round":
            found.append([])
        elif found:
            found[-1].append((number, line))
    return found


def test_a_table_is_seen_whole() -> None:
    result = score_game(HEXAGON)
    assert not result.findings
    assert result.events[-1].why == "3+4+5 = 12, hexagon +50: 62"
    assert result.scores == {"Ann": 25 + 12 + 62, "Ben": 14 + 13, "Cem": 13 + 10}
    assert result.not_seen == ("the hands: who had to open",)
    assert score_game(HEXAGON.replace(" hexagon", "")).as_json() == result.as_json()
    assert result.scores == score_game(without_places(HEXAGON)).scores
    assert score_game(without_places(HEXAGON).replace(" hexagon", "")).scores["Ann"] == result.scores["Ann"] - 50
    # any corner of a tile first, and a side that a tile has once either way round
    other = HEXAGON.replace("4-4-5 at 4-5-5", "5-4-4 at 5-5-4").replace("3-4-5 at 4-4-5", "4-5-3 at 4-5-4")
    assert score_game(other).as_json() == result.as_json()
    either = P4 + "Ben places 2-3-5 at 2-5-5 2-5\nCem places 2-3-3 at 2-3-5 {}\n"
    assert score_game(either.format("2-3")).as_json() == score_game(either.format("3-2")).as_json()
    assert not score_game(either.format("3-2")).findings


@pytest.mark.parametrize("deals", [range(3, 5), pytest.param(range(60), marks=pytest.mark.thorough)])
def test_games_by_chance_are_scored_as_a_plain_program_counts(deals: range) -> None:
    totals: Counter[str] = Counter()
    for deal in deals:
        game = play(new_session({"players": 2 + deal % 5, "deal": deal, "target": 60}), deal)
        totals += check_record(game.record(), 60)
        assert isinstance(game.state, Shared)
        assert beside(lying(game.state.lying)) == beside(placed(game.record())[-1])
    assert totals["bridges"]
    assert totals["hexagons"]


def test_the_rounds_of_the_book_and_the_example_are_seen_whole(root: Path) -> None:
    assert check_record(play_round(LONG, 5).record) + check_record(play_round(SHORT, 5).record) >= Counter(bridges=1)
    text = (root / "examples" / "triomino-game.txt").read_text()
    told = [line.partition("#")[0].strip() for line in text.splitlines()]
    each = (line.split(" draws ") for line in told if line)  # a player draws tile by tile
    single = [
        f"{who} draws {tile}" if drawn else who for who, *drawn in each for tile in (drawn or [""])[0].split() or [""]
    ]
    assert "\n".join(single) + "\n" == play_round(LONG, 5).record
    assert beside(placed(text)[0]) == beside(lying(play_round(LONG, 5).tiles))


def test_left_and_right_are_seen_from_the_neighbour() -> None:
    """The last tile closes a hexagon beside the one, and meets nothing beside the other."""
    mirrored = HEXAGON.replace(" left", " right").replace(" hexagon", "")
    assert score_game(mirrored).events[-1].points == 12
    assert beside(placed(HEXAGON)[0]) != beside(placed(mirrored)[0])
    for text in (HEXAGON, mirrored):
        made, where = counted(text.splitlines())
        assert made[-1][0] == score_game(text).events[-1].why.count("hexagon") == (text is HEXAGON)
        assert beside(where) == beside(placed(text)[0])


SAID = {
    "places-mixed": ("no place, while line 4", "for all tiles of a round but the first, or for none"),
    "place-foreign": ("the set has no tile 5-5-6", "its numbers run from 0 to 5"),
    "place-absent": ("the tile 1-5-5 after 'at'", "allowed are 5-5-5, 4-5-5, 3-5-5"),
    "side-foreign": ("the side 4-4 of 4-5-5", "read clockwise: 5-5, 5-4, 4-5"),
    "side-taken": ("along which 4-5-5 lies", "5-5-5 has none"),
    "side-ambiguous": ("5-5 of 5-5-5, which has it free twice", "'left' or 'right' after it, as seen from 4-5-5"),
    "direction-needless": ("'left' after the side 5-5", "allowed is nothing"),
    "side-unfitting": ("1-3-4 at the side 5-4 of 4-5-5", "tiles that read 4-5 clockwise; it fits nowhere"),
    "corner-mismatch": ("1-4-5 where its 1 meets 3 on 2-3-5", "one number wherever corners meet"),
    "claim-wrong": ("'hexagon', but 4-4-5 makes neither hexagon nor bridge", "allowed is nothing"),
}


@pytest.mark.parametrize("code", SAID)
def test_an_illegal_place_says_what_is_found_and_what_is_allowed(code: str) -> None:
    (found,) = score_game(WRONG[code][0][1]).findings
    assert found.subject == f"line {WRONG[code][0][0]}"
    for words in SAID[code]:
        assert words in found.message


def test_after_a_slip_the_rest_of_the_round_is_believed() -> None:
    wrong = WRONG["side-unfitting"][0][1] + "Ben places 4-4-5 at 1-3-4 3-4\nCem places 2-5-5\n"
    result = score_game(wrong)
    assert codes(result) == {"side-unfitting"}
    assert result.not_seen[0] == "where the tiles lie: hexagons and bridges are counted as they are written"
    assert len(placed(wrong)[0]) == 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ben places 4-5-5 at", "found 'at', allowed is a tile on the table and two numbers of a side"),
        ("Ben places 4-5-5 at 5-5-5", "found 'at 5-5-5', allowed is"),
        ("Ben places 4-5-5 at 5-5 5-5-5", "found 'at 5-5 5-5-5', allowed is"),
    ],
)
def test_what_is_no_place_is_refused_with_its_line(line: str, said: str) -> None:
    with pytest.raises(InputError, match=f"line 4: .*{said}"):
        score_game(f"{O3}{line}\n")


def rims(svg: bytes | str) -> list[tuple[float, float]]:
    """The middles of the tiles in a picture, mm."""
    found = []
    for path in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        if path.get("stroke-width") == "0.15":
            points = [tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", path.get("d", ""))]
            found.append((sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)))
    return found


def test_the_table_is_drawn_where_the_game_put_its_tiles(here: Path, root: Path) -> None:
    text = (root / "examples" / "triomino-game.txt").read_text()
    Path("game.txt").write_text(text)
    invoke("score", "triomino", "game.txt", "--picture", "table.svg", code=0)
    middles = rims(Path("table.svg").read_bytes())
    cells = [xy(cell) for cell in counted(text.splitlines())[1]]
    assert len(middles) == len(cells) == 19
    edge = 16.0
    for drawn, told in zip(combinations(middles, 2), combinations(cells, 2), strict=True):  # in the order of the turns
        assert dist(*drawn) == pytest.approx(edge * dist(*told), abs=0.02)
    twice = text + "".join(f"{line}\n" for _, line in [(0, "round"), *rounds(text)[0]])
    both = rims(quasiprint.read_layout("triomino", twice).svg())
    assert len(both) == 2 * len(middles)  # each round's table


def test_a_picture_is_svg_or_png_and_replaces_nothing_of_yours(here: Path) -> None:
    Path("game.txt").write_text(P3)
    said = invoke("score", "triomino", "game.txt", "--picture", "table.png", "--json", code=0).stdout
    assert json.loads(said)["scores"] == {"Ann": 25, "Ben": 14, "Cem": 13}
    assert Path("table.png").read_bytes().startswith(b"\x89PNG")
    asked = ("score", "triomino", "game.txt", "--picture")
    assert (
        "found 'table.pdf', allowed is a name that ends in .svg or .png" in invoke(*asked, "table.pdf", code=2).stderr
    )
    Path("mine.svg").write_text("mine")
    refused(invoke(*asked, "mine.svg"), "mine.svg")
    assert Path("mine.svg").read_text() == "mine"
    Path("game.txt").write_text(without_places(P3))
    refused(invoke(*asked, "table.svg"), "found no places, allowed are lines such as: Ben places 4-5-5 at 5-5-5 5-5")
    assert not Path("table.svg").exists()
