"""How many positions Majomino's search looks at with its weights, and whether other weights need fewer.

Twelve positions of four boards, empty but for O's double move and two marks of X: the search finds that O wins each.
`--trials` tries other weights, by chance: whatever needs fewer positions than the best so far, as a geometric mean,
takes its place and is printed. Every run with one seed tries the same.

    python benchmarks/promises.py [--trials N] [--seed N]
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from plain_minimax import REGIONS

from quasiprint.addons.lab.perfect_play import solver
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.games.majomino.board import lines, of_regions
from quasiprint.games.majomino.contest import Contest, X
from quasiprint.games.majomino.positions import EXAMPLE

SIZE, CELLS, ENOUGH = 5, 25, 8
BOARDS = (EXAMPLE.board, *(of_regions(SIZE, [ord(name) for name in regions]) for regions in REGIONS[1:4]))
DOUBLES = (
    (0, (1, 10)),
    (0, (8, 20)),
    (0, (5, 24)),
    (1, (11, 23)),
    (2, (4, 15)),
    (3, (10, 19)),
)  # boards, and O's cells
EACH = 2  # positions of a board with a double
WORSE = 1.6  # how many times more positions than the best one trial may take of one position
BETTER = 0.03  # how much less the logarithms of all positions must be
MEMORY = 128  # MiB
Weights = dict[tuple[int, int], int]


def drawn() -> list[Contest]:
    """Return the positions."""
    draw = random.Random(77)
    found = []
    for board, double in DOUBLES:
        contest = Contest(lines(BOARDS[board]), "." * CELLS, X, True, True, (1, 1))
        for _ in range(EACH):
            one, two = draw.sample([cell for cell in range(CELLS) if cell not in double], 2)
            found.append(contest.after((one,)).after(double).after((two,)))
    return found


def needed(positions: list[Contest], most: list[float]) -> list[int] | None:
    """Return how many positions are looked at for each of some; None if it is too many for one of them."""
    found = []
    for position, limit in zip(positions, most, strict=True):
        asked = Solver(position, MEMORY)

        def pause(asked: Solver = asked, limit: float = limit) -> None:
            if asked.nodes > limit:
                raise TimeoutError

        try:
            if asked.reaches(position, ENOUGH, pause):
                sys.exit(f"X wins {position}, and should not")
        except TimeoutError:
            return None
        found.append(asked.nodes)
    return found


def varied(weights: Weights, draw: random.Random) -> Weights:
    """Return weights of which one to three are changed."""
    changed = draw.sample(sorted(weights), draw.choice((1, 1, 2, 3)))
    return weights | {needs: max(1, int(weights[needs] * 2 ** draw.gauss(0, 0.5))) for needs in changed}


def main() -> int:
    """Count, try, and print."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--trials", type=int, default=0, help="how many other weights to try")
    ask.add_argument("--seed", type=int, default=1, help="of the trials")
    asked = ask.parse_args()
    positions, draw = drawn(), random.Random(asked.seed)
    best, cost = dict(solver.PROMISES), needed(positions, [math.inf] * len(positions))
    assert cost is not None  # nothing is too many
    print(f"{sum(cost):,} positions: {best}")
    for trial in range(1, asked.trials + 1):
        solver.PROMISES = weights = varied(best, draw)
        found = needed(positions, [WORSE * number for number in cost])
        if found and sum(math.log(new / old) for new, old in zip(found, cost, strict=True)) < -BETTER:
            best, cost = weights, found
            print(f"{sum(cost):,} positions, trial {trial}: {best}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
