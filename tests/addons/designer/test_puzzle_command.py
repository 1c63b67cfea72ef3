"""`quasiprint puzzle`: what it says and refuses; what it prints and cuts, read back; what other solvers get."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from called import invoke
from test_puzzles import DOMINOES, MONTHS, OCTAGON, REGION, RHOMBS, SETS, SQUARES, Write, calendar, job, write

__all__ = ["write"]


def test_the_command_says_what_is_counted(write: Write) -> None:
    said = invoke("puzzle", write(RHOMBS), "--count", code=0)
    assert said.stdout.splitlines() == [
        "Rhombs without labels: some of 10 tiles in decagon:1",
        "solutions: 62",
        "  turned ones counted once (10 turns of the shape): 7",
        "  mirrored ones, too (20 turns and reflections): 6",
    ]
    document = json.loads(invoke("puzzle", write(DOMINOES), "--count", "--json").stdout)
    assert document["solutions"] == 36
    assert document["different"] == {"turns": 12, "reflections": 9, "labels": 9}


@pytest.mark.thorough
def test_a_solution_is_a_layout_that_score_reads(write: Write, tmp_path: Path) -> None:
    file = str(SETS / "macmahon-triangles.toml")
    invoke("puzzle", file, "--border", "2", "-o", tmp_path / "solution.json", code=0)
    judged = json.loads(invoke("score", file, tmp_path / "solution.json", "--json").stdout)
    assert judged["legal"]
    assert judged["complete_set"]
    tiles = json.loads((tmp_path / "solution.json").read_text())["tiles"]
    assert len({tile["tile"] for tile in tiles}) == 24
    invoke("puzzle", file, "--border", "2", "-o", tmp_path / "solution.json", code=0)
    (tmp_path / "solution.json").write_text("mine")
    invoke("puzzle", file, "--border", "2", "-o", tmp_path / "solution.json", code=2)
    assert (tmp_path / "solution.json").read_text() == "mine"


def test_the_sheet_has_the_shape_at_true_size_the_tiles_and_the_solution(write: Write, tmp_path: Path) -> None:
    file, region = write(SQUARES), ("--region", "rectangle:3x2")
    for name_ in ("one.pdf", "two.pdf"):
        invoke("puzzle", file, *region, "--edge", "30", "-o", tmp_path / name_, code=0)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    with pymupdf.open(tmp_path / "one.pdf") as document:
        assert len(document) == 3
        words = document[0].get_text()
        assert "all 6 tiles" in words
        assert "true size" in words
        outlines = [path["rect"] for path in document[0].get_drawings() if path["fill"] is None]
        wide, high = (25.4 / 72 * side for side in (outlines[-1].width, outlines[-1].height))
        assert (round(wide, 2), round(high, 2)) == (90, 60)
        names = re.findall(r"square-[01]{4}", document[1].get_text())
        assert len(names) == len(set(names)) == 6
        # a tile is filled with white, and has a rim
        rims = [path["rect"] for path in document[2].get_drawings() if path["fill"] == (1, 1, 1)]
        lying = {(round(r.x0), round(r.y0)) for r in rims if abs(r.width * 25.4 / 72 - 30) < 0.2}
        assert len(lying) == 6


def test_the_tray_is_cut_around_the_shape(tmp_path: Path) -> None:
    """Its hole is as large as the shape, and on each side larger by the clearance, less half of the kerf."""
    for ending in ("svg", "dxf"):
        words = ("--clearance", "0.1", "--kerf", "0.2", "--edge", "20", "-o", tmp_path / f"tray.{ending}")
        invoke("puzzle", SETS / "macmahon-squares.toml", *words, code=0)
    paths = re.findall(r'<g id="([a-z-]+)"|<path d="M([^"]*)Z"', (tmp_path / "tray.svg").read_text())
    kinds = [kind for kind, _ in paths if kind]
    assert kinds == ["cut-inner", "cut-outer"]
    sides = []
    for _, data in paths:
        if data:
            points = [tuple(map(float, pair.split(","))) for pair in data.split()]
            xs, ys = zip(*points, strict=True)
            sides.append((round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3)))
    # 120 × 80 mm, 0.1 mm free on each side; the beam takes 0.1 mm of either edge; the frame is 12 mm wide
    assert sides == [(120.0, 80.0), (144.4, 104.4), (144.4, 104.4)]
    assert (tmp_path / "tray.dxf").read_text().count("LWPOLYLINE") >= 3


def test_what_fails_writes_nothing(tmp_path: Path) -> None:
    words = ("--border", "0", "--region", "rectangle:12x2", "-o", tmp_path / "none.pdf")
    made = invoke("puzzle", SETS / "macmahon-squares.toml", *words, code=1)
    assert "no solution: that is proved" in made.stdout
    assert not list(tmp_path.iterdir())


def test_time_that_is_used_up_is_told_with_what_is_known() -> None:
    words = ("--border", "0", "--count", "--time-limit", "0.001")
    made = invoke("puzzle", SETS / "macmahon-squares.toml", *words, code=1)
    assert "the time is used up: at least" in made.output
    one = invoke("puzzle", SETS / "macmahon-squares.toml", "--border", "0", "--time-limit", "0.000001", code=1)
    assert "no solution was found, and none is ruled out" in one.output


# --- Puzzles for other programs -------------------------------------------------------------------


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
        item = next((name for name in most if taken.get(name, 0) < least[name]), None)
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
        (DOMINOES, {"region": "rectangle:3x3", "open": "1", "pieces": ("domino:4",)}),
        (FEW, {"region": "rectangle:3x2", "open": "2"}),
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


def test_words_stand_on_the_sheet_and_on_the_floor_of_the_tray(write: Write, tmp_path: Path) -> None:
    file = write(calendar())
    for ending in ("pdf", "svg"):
        said = invoke("puzzle", file, "--open", "Oct,6", "-o", tmp_path / f"calendar.{ending}", code=0).stdout
    with pymupdf.open(tmp_path / "calendar.pdf") as document:
        words = document[0].get_text()
        assert all(month in words for month in MONTHS)
        assert "Cells that stay open: Oct, 6." in words
        grey = [path["rect"] for path in document[0].get_drawings() if path["fill"] and path["fill"][0] < 1]
        assert len(grey) == 2
    engraved = re.findall(r'<g id="engrave".*?</g>', (tmp_path / "calendar.svg").read_text(), re.DOTALL)
    assert engraved[0].count("<path") == len(MONTHS) + 31, said


def test_the_command_writes_them(write: Write, tmp_path: Path) -> None:
    squares, few = SETS / "macmahon-squares.toml", (write(SQUARES), "--region", "rectangle:3x2")
    for ending, first in (("dlx", "| Squares"), ("cnf", "c Squares"), ("drat", "")):
        file = tmp_path / f"none.{ending}"
        invoke("puzzle", *few, "--border", "0", "-o", file, code=0)
        assert file.read_text().startswith(first)
    made = invoke("puzzle", *few, "-o", tmp_path / "some.drat", code=1)
    assert "there is a solution, and so no proof" in made.output
    late = invoke("puzzle", squares, "--border", "1", "--region", "rectangle:8x3", "-o", tmp_path / "late.drat",
                  "--time-limit", "0.001", code=1)  # fmt: skip
    assert "no proof was found in the time" in late.output
    assert "beside --count" in invoke("puzzle", squares, "--count", "-o", tmp_path / "x.cnf", code=2).output
    assert {file.name for file in tmp_path.iterdir()} == {"mine.toml", "none.dlx", "none.cnf", "none.drat"}
