"""Puzzles for other programs: plain readers of the three formats, which know nothing of tiles, find what we find."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from called import invoke
from test_puzzles import DOMINOES, OCTAGON, REGION, SETS, SQUARES, Write, job

FEW = (
    DOMINOES.replace("copies = 8", "copies = 6")
    + '[[shape]]\npolygon = "square"\nlabels = { at = "cells", count = 1 }\ncopies = 2\n'
)
APART = SQUARES + "forbidden = [[0, 0]]\n"
Clauses = list[tuple[int, ...]]


class Propagation:
    """Clauses, and what follows from literals by looking for units."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses: dict[tuple[int, ...], int] = defaultdict(int)
        self.having: dict[int, set[tuple[int, ...]]] = defaultdict(set)
        self.units: set[int] = set()
        for clause in clauses:
            self.add(clause)

    def add(self, clause: tuple[int, ...]) -> None:
        clause = tuple(sorted(clause))
        self.clauses[clause] += 1
        self.units.update(clause if len(clause) == 1 else ())
        for literal in clause:
            self.having[literal].add(clause)

    def remove(self, clause: tuple[int, ...]) -> None:
        clause = tuple(sorted(clause))
        assert self.clauses[clause] > 0, f"{clause} was never there"
        self.clauses[clause] -= 1
        if not self.clauses[clause]:
            del self.clauses[clause]
            self.units.difference_update(clause if len(clause) == 1 else ())
            for literal in clause:
                self.having[literal].discard(clause)

    def follow(self, literals: list[int]) -> set[int] | None:
        """Return what is true if some literals are, None for a contradiction."""
        true: set[int] = set()
        waiting = [*literals, *self.units]
        if () in self.clauses:
            return None
        while waiting:
            literal = waiting.pop()
            if -literal in true:
                return None
            if literal not in true:
                true.add(literal)
                for clause in self.having[-literal]:
                    if not true.intersection(clause):
                        left = [one for one in clause if -one not in true]
                        if not left:
                            return None
                        if len(left) == 1:
                            waiting.append(left[0])
        return true


def read_cnf(text: str) -> tuple[int, Clauses]:
    lines = [line for line in text.splitlines() if not line.startswith("c ")]
    variables, number = map(int, lines[0].removeprefix("p cnf ").split())
    clauses = [tuple(map(int, line.split()))[:-1] for line in lines[1:]]
    assert len(clauses) == number
    assert {abs(literal) for clause in clauses for literal in clause} <= {*range(1, variables + 1)}
    return variables, clauses


def models(variables: int, known: Propagation, chosen: list[int]) -> Iterator[frozenset[int]]:
    """Yield every model of clauses: what is true in it."""
    true = known.follow(chosen)
    if true is None:
        return
    free = next((k for k in range(1, variables + 1) if k not in true and -k not in true), None)
    if free is None:
        yield frozenset(literal for literal in true if literal > 0)
        return
    yield from models(variables, known, [*chosen, free])
    yield from models(variables, known, [*chosen, -free])


def covers(text: str) -> int:
    """Return how many solutions the text of an exact cover has, by Knuth's rules, tried without any order."""
    head, *lines = [line.split() for line in text.splitlines() if not line.startswith("|")]
    primary, secondary = head[: head.index("|")], head[head.index("|") + 1 :]
    most, least = {}, {}
    for item in primary:
        bounds, _, name = item.rpartition("|")
        low, _, high = bounds.partition(":")
        least[name], most[name] = (int(low), int(high)) if bounds else (1, 1)
    assert {item.partition(":")[0] for line in lines for item in line} <= {*most, *secondary}

    def go(taken: dict[str, int], colours: dict[str, str], rest: list[list[str]]) -> int:
        item = next((name for name in most if least[name] and not taken.get(name)), None)
        if item is None:
            return 1
        found = 0
        for line in (line for line in rest if item in line):
            now, shown = taken.copy(), colours.copy()
            for each in line:
                name, _, colour = each.partition(":")
                if name in most:
                    now[name] = now.get(name, 0) + 1
                else:
                    shown[name] = colour or "once"
            fits = [
                other
                for other in rest
                if all(
                    now.get(each, 0) < most[each]
                    if each in most
                    else (name := each.partition(":")[0]) not in shown
                    or (":" in each and shown[name] == each[len(name) + 1 :])
                    for each in other
                )
            ]
            found += go(now, shown, fits)
        return found

    return go({}, {}, lines)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (SQUARES, {"region": "rectangle:2x1"}),
        (SQUARES, {"region": "rectangle:3x2", "border": "0"}),
        (APART, {"region": "rectangle:2x1"}),
        (SQUARES, {"region": "rectangle:2x1", "border": "any", "place": ("square-0000@1,0",)}),
        (FEW, {"region": "rectangle:4x3"}),
        (OCTAGON, {"region": "octagon.toml"}),
    ],
)
def test_models_and_covers_are_as_many_as_solutions(write: Write, text: str, asked: dict[str, object]) -> None:
    if asked.get("region") == "octagon.toml":
        asked = {"region": write(REGION, "octagon.toml")}
    own = job(write(text), **asked)
    variables, clauses = read_cnf(own.export(".cnf").decode())
    found = list(models(variables, Propagation(clauses), []))
    assert len(found) == own.count().all == covers(own.export(".dlx").decode())
    assert len({frozenset(k for k in one if k <= len(own.cover.choices)) for one in found}) == len(found)


def check(clauses: Clauses, proof: str) -> bool:
    """Tell whether each clause of a proof follows by propagation from those before, and the last is empty."""
    known = Propagation(clauses)
    last: tuple[int, ...] | None = None
    for line in proof.splitlines():
        clause = tuple(map(int, line.removeprefix("d ").split()))[:-1]
        if line.startswith("d "):
            known.remove(clause)
            continue
        if known.follow([-literal for literal in clause]) is not None:
            return False
        known.add(clause)
        last = clause
    return last == ()


NONE = [
    (SQUARES, {"region": "rectangle:4x1", "border": "0"}),
    (FEW.replace("copies = 2", "copies = 1"), {"region": "rectangle:3x2", "pieces": ("domino:2", "square:1")}),
    (SQUARES, {"region": "rectangle:4x1", "border": "any"}),
]


@pytest.mark.parametrize(("text", "asked"), NONE)
def test_a_proof_of_none_is_checked_by_propagation(write: Write, text: str, asked: dict[str, object]) -> None:
    own = job(write(text), **asked)
    clauses, proof = read_cnf(own.export(".cnf").decode())[1], own.export(".drat").decode()
    assert own.count().all == 0
    assert check(clauses, proof)
    assert check(clauses, "0\n") == (proof == "0\n")  # nothing follows without its steps


def test_the_command_writes_them(tmp_path: Path) -> None:
    squares = SETS / "macmahon-squares.toml"
    for ending, first in (("dlx", "| MacMahon"), ("cnf", "c MacMahon"), ("drat", "")):
        file = tmp_path / f"none.{ending}"
        invoke("puzzle", squares, "--border", "0", "--region", "rectangle:12x2", "-o", file, code=0)
        assert file.read_text().startswith(first)
    made = invoke("puzzle", squares, "--border", "0", "-o", tmp_path / "some.drat", code=1)
    assert "there is a solution, and so no proof" in made.output
    late = invoke("puzzle", squares, "--border", "1", "--region", "rectangle:8x3", "-o", tmp_path / "late.drat",
                  "--time-limit", "0.001", code=1)  # fmt: skip
    assert "no proof was found in the time" in late.output
    assert "beside --count" in invoke("puzzle", squares, "--count", "-o", tmp_path / "x.cnf", code=2).output
    assert {file.name for file in tmp_path.iterdir()} == {"none.dlx", "none.cnf", "none.drat"}
