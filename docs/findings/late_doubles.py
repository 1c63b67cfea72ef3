"""Who wins Majomino if O's double comes late: positions after some marks, solved, on boards drawn uniformly.

A whole board under such a rule takes the solver 2 to 20 minutes. After six marks it takes a second. The marks are made
as good players might: each is drawn from the four that promise most. From there on both play their best, under each
rule from the same positions. So what it says is exact for these positions, and an estimate for whole boards.

    python docs/findings/late_doubles.py [--boards N] [--seed N] [--marks N] [--from-turn N] [--write]

With --from-turn: of the rules only those for one turn, that or a later one. Ends with 2 where the page has no place for
a table of so many marks.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from fairness import said, share
from measuring import recorded, table

from quasiprint.addons.lab.perfect_play import search
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.games.majomino.board import Board, lines
from quasiprint.games.majomino.sampling import sample
from quasiprint.games.majomino.situation import Contest, Rule
from quasiprint.system import compiled

PAGE = Path(__file__).with_name("fair.md")
LAST = 12  # of O's turns on 5 × 5, if she has not doubled
RULES = (Rule("none"),
         *(Rule(name, (turn, turn)) for name in ("restricted", "standard") for turn in range(8, LAST + 1)),
         *(Rule(name, (turn, LAST)) for name in ("restricted", "standard") for turn in range(9, LAST)))  # fmt: skip
PROMISING = 4  # marks among which one is drawn
SMALL = 1  # MiB: nothing is searched with it


def begun(board: Board, marks: int, seed: int) -> Contest:
    """Return a board after so many marks."""
    draw = random.Random(seed)
    contest = Contest(lines(board), "." * len(board.regions), "x")
    solver = Solver(contest, SMALL)
    for _ in range(marks):
        contest = contest.after(draw.choice(solver.promising(contest)[:PROMISING]))
    return contest


def x_wins(contest: Contest, rule: Rule) -> tuple[bool, int]:
    """Tell whether X wins a position under a rule, and how many positions were looked at."""
    under = replace(contest, double=rule.name != "none", apart=rule.name == "restricted", turns=rule.turns)
    solver = Solver(under)
    return solver.reaches(under, len(under.lines) // 2 + 1), solver.nodes


def since(turn: int | None) -> Sequence[Rule]:
    """Return the rules that are asked about: all, or those for one turn from this one on."""
    return RULES if turn is None else [rule for rule in RULES if rule.turns and turn <= rule.turns[0] == rule.turns[1]]


def rows(positions: Sequence[Contest], rules: Sequence[Rule]) -> list[list[str]]:
    """Solve, and return a row for each rule."""
    found = []
    for rule in rules:
        begin, won, nodes = time.process_time(), 0, 0
        for position in positions:
            wins, looked = x_wins(position, rule)
            won, nodes = won + wins, nodes + looked
        seconds = (time.process_time() - begin) / len(positions)
        row = [said(rule), share(won, len(positions)), f"{nodes / len(positions) / 1e6:.2f}", f"{seconds:.1f}"]
        print(*row, sep=" | ", flush=True)
        found.append(row)
    return found


def main() -> int:
    """Print the table, and write it into the page if that is asked."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--boards", type=int, default=100)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--marks", type=int, default=6)
    asked.add_argument("--from-turn", type=int)
    asked.add_argument("--write", action="store_true")
    chosen = asked.parse_args()
    name = f"after {chosen.marks} marks"
    if chosen.write:
        try:
            recorded(PAGE.read_text(encoding="utf-8"), name, "")
        except ValueError as problem:
            asked.error(str(problem))
    compiled.compile_kernel(search.decide)
    boards = [Board(5, regions) for regions in sample(5, chosen.boards, chosen.seed)]
    positions = [begun(board, chosen.marks, chosen.seed + k) for k, board in enumerate(boards)]
    heads = ["rule", f"X wins, of {len(positions)}", "million positions each", "CPU s each"]
    told = table(heads, rows(positions, since(chosen.from_turn)))
    print(told)
    if chosen.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(recorded(page, name, told), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
