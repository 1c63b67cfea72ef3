"""Every rule on every game of 3 × 3, in many equal forms of each, beside a plain minimax.

A key gives the solver another form of the same game: rows and columns change places, numbers of positions are new. Its
answer must stay the same, and be the minimax's: winner, points and winning first moves. Ends with 1 if one differs.

    python benchmarks/small_catalogue.py [--keys N]
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plain_minimax import Minimax

from quasiprint.addons.lab.majomino.cataloguing import BoardClass, catalogue, games
from quasiprint.model.solution import Ask

SIZE, CELLS, ENOUGH = 3, 9, 5
TURNS = [None, *((first, last) for first in range(1, 5) for last in range(first, 5))]
RULES = [("none", None), *product(("standard", "restricted"), TURNS)]


def right(one: BoardClass, rule: str, turns: tuple[int, int] | None) -> tuple[int, set[tuple[int, int]]]:
    """Return X's points and X's winning first moves, as a plain minimax has them."""
    game = Minimax("".join("ABC"[region] for region in one.board.regions), rule, turns)
    has = rule != "none"
    wins = {(cell // SIZE + 1, cell % SIZE + 1) for cell in range(CELLS)
            if game.after("." * CELLS, "x", (cell,), has) >= ENOUGH}  # fmt: skip
    return game.x_gets("." * CELLS, "x", has), wins


def main() -> int:
    """Compare, and print what differs."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--keys", type=int, default=8, help="how many forms of each game")
    asked = ask.parse_args()
    wrong = tried = 0
    for (rule, turns), one in product(RULES, games(SIZE)):
        expected = right(one, rule, turns)
        said = "-".join(map(str, turns or ()))
        wanted = catalogue({"size": SIZE, "rule": rule, "double_turns": said, "board": ""})
        for key in range(asked.keys):
            found = wanted.find(one.name, Ask(moves=True, score=True, key=key, memory=1), lambda: None)
            tried += 1
            if (found.x, set(found.openings or ())) != expected:
                wrong += 1
                print(f"{one.name}, rule {rule}, turns {said or 'any'}, key {key}: X gets {found.x} and wins with "
                      f"{found.openings}, right is {expected}")  # fmt: skip
    print(f"{tried} games, {wrong} of them wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
