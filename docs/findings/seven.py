"""How far boards of 7 × 7 can be solved: endings with ever more empty cells, and what an empty board would take.

The theorem (questions.md) settles a board for O by two first moves that win without the double. So the
question is put to the solver without a double: endings of a board drawn by the seed, marked by lot, each within a limit
of positions; then an opening of the empty board. What the positions grow by from cell to cell says what 48 would take.

    python docs/findings/seven.py [--boards N] [--limit POSITIONS] [--seed N]
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from measuring import table

from quasiprint.addons.lab.majomino.opponent import Analyst
from quasiprint.addons.lab.perfect_play import search
from quasiprint.games.majomino.board import Board, lines
from quasiprint.games.majomino.sampling import sample
from quasiprint.games.majomino.situation import Contest
from quasiprint.system import compiled

SIZE, CELLS = 7, 49
EMPTY = range(15, 28, 2)  # X moves, and both have marked as many cells


def ending(board: Board, empty: int, seed: int) -> Contest:
    """Return a position with so many empty cells, the others marked by lot."""
    draw = Random(seed)
    order = sorted(range(CELLS), key=lambda _: draw.random())
    marks = ["."] * CELLS
    for k, cell in enumerate(order[: CELLS - empty]):
        marks[cell] = "xo"[k % 2]
    return Contest(lines(board), "".join(marks), "x" if (CELLS - empty) % 2 == 0 else "o")


def main() -> int:
    """Print how many positions it took."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--boards", type=int, default=6)
    asked.add_argument("--limit", type=int, default=2_000_000)
    asked.add_argument("--seed", type=int, default=0)
    chosen = asked.parse_args()
    compiled.compile_kernel(search.decide)
    boards = [Board(SIZE, regions) for regions in sample(SIZE, chosen.boards, chosen.seed)]
    rows, means = [], []
    for empty in EMPTY:
        used, solved, begun = [], 0, time.process_time()
        for number, board in enumerate(boards):
            analyst = Analyst(chosen.limit)
            solved += analyst.wins(ending(board, empty, number)) is not None
            used.append(analyst.solver.nodes if analyst.solver else 0)
        mean = math.exp(sum(map(math.log, used)) / len(used))
        rows.append([empty, f"{solved} of {len(boards)}", f"{mean:,.0f}", f"{time.process_time() - begun:.0f}"])
        print(*rows[-1], sep=" | ", flush=True)
        if solved == len(boards):
            means.append((empty, mean))
        elif not solved:
            break
    growth = (means[-1][1] / means[0][1]) ** (1 / (means[-1][0] - means[0][0]))
    print(table(["empty cells", "solved", "positions, geometric mean", "CPU s in all"], rows))
    due = means[-1][1] * growth ** (CELLS - 1 - means[-1][0])
    print(f"each cell more: {growth:.2f} times the positions; at that pace an opening takes 10^{math.log10(due):.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
