"""Which rule of the double move is even between people who err: Majomino between equals of three strengths.

Boards are drawn uniformly from those of 5 × 5. On each, under each rule, two equal players meet, whose moves follow
from the seed alone: "easy" looks at the mark it makes, and misjudges it; "medium" looks at the answer, too; "hard"
looks further, and solves the end. Both sides have the same level, so a rule is even when X wins half of the games.

    python docs/findings/fairness.py [--games N] [--boards N] [--seed N] [--level NAME …] [--write]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from measuring import recorded, table

from quasiprint.addons.lab.figures import share as share_of
from quasiprint.addons.lab.majomino.opponent import LEVELS, Analyst, answer
from quasiprint.addons.lab.perfect_play import search
from quasiprint.games.majomino.board import FREE, Board, MarkedBoard
from quasiprint.games.majomino.sampling import sample
from quasiprint.games.majomino.situation import Rule
from quasiprint.system import compiled

PAGE = Path(__file__).with_name("fair-players.md")
RULES = (Rule("none"), Rule("standard"), Rule("restricted"),
         *(Rule("restricted", (turn, turn)) for turn in (9, 10)),
         *(Rule("standard", (turn, turn)) for turn in (9, 10, 11)))  # fmt: skip
GAMES = {"easy": 300, "medium": 300, "hard": 60}  # by strength: what takes longer is played less often


def said(rule: Rule) -> str:
    """Return a rule as a row of the table has it."""
    if rule.name == "none":
        return "no double"
    if not rule.turns:
        return f"{rule.name} double, any turn"
    first, last = rule.turns
    return f"{rule.name} double, turn {first}" if first == last else f"{rule.name} double, turns {first} to {last}"


def x_wins(board: Board, rule: Rule, level: str, seed: int) -> bool:
    """Play one game between equals; tell whether X wins."""
    contest = rule.contest(MarkedBoard(board, FREE * len(board.regions)), "x")
    analyst = Analyst(0)
    half = len(contest.lines) // 2
    # each side errs in its own way: X by even seeds, O by odd ones
    while contest.empty and max(contest.lines_won("x"), contest.lines_won("o")) <= half:
        own = 2 * seed + (contest.mover == "o")
        contest = contest.after(answer(contest, LEVELS[level], own, analyst).move)
    return contest.lines_won("x") > half


def share(won: int, games: int) -> str:
    """Return the share of games that X wins, with its 95 % interval."""
    found = share_of(won, games)
    low, high = found.low, found.high
    return f"{100 * won / games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def rows(boards: Sequence[Board], levels: Mapping[str, int]) -> list[list[str]]:
    """Play, and return a row for each rule. levels: how many games of each."""
    found = []
    for rule in RULES:
        row = [said(rule)]
        for level, games in levels.items():
            won = sum(x_wins(boards[k % len(boards)], rule, level, k) for k in range(games))
            row.append(share(won, games))
        print(*row, sep=" | ", flush=True)
        found.append(row)
    return found


def main() -> int:
    """Print the table, and write it into the page if that is asked."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=0, help="of each strength, in place of what is usual")
    asked.add_argument("--boards", type=int, default=100)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--level", action="append", choices=tuple(GAMES), default=None)
    asked.add_argument("--write", action="store_true")
    chosen = asked.parse_args()
    compiled.compile_kernel(search.decide)
    boards = [Board(5, regions) for regions in sample(5, chosen.boards, chosen.seed)]
    levels = {level: chosen.games or GAMES[level] for level in chosen.level or GAMES}
    told = table(["rule", *(f"{level}, {games} games" for level, games in levels.items())], rows(boards, levels))
    print(told)
    if chosen.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(recorded(page, "players", told), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
