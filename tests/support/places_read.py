"""Triomino's text with places, read by a plain program that tries every cell around a tile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from math import sqrt

from triomino_games import Cell, PlainTable, Tile, around, corners

import quasiprint
from quasiprint.games.triomino.rules import PlacedTile
from quasiprint.games.triomino.scoring import tables

TOLD = re.compile(r"\w+ places (\S+) at (\S+) (\S+)(?: (left|right))?(?: (hexagons? ?\d?|bridge))?")


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
