"""How many hexagons all 56 triominoes can make in one layout: at most 18, by a proof that this recomputes.

Hexagons around a number v are walks of six steps around their middle, a step for each tile. The walks are found by
trying every six numbers with tiles written down anew from their definition; then how many of them can be made of one
set of tiles, by two programs that share nothing: a plain search, and CP-SAT (OR-tools). A layout in a file is judged by
`quasiprint score triomino`'s rules, and by the labels of its corners here.

    python docs/findings/hexagons.py [--layout FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

HIGHEST = 5
NUMBERS = range(HIGHEST + 1)
Walk = tuple[int, ...]  # the six numbers around a middle, clockwise
Step = tuple[int, int]


def tiles() -> dict[tuple[int, int, int], tuple[int, int, int]]:
    """Return the tile that shows three numbers clockwise, where there is one: from the smallest they do not fall."""
    found = {}
    for tile in product(NUMBERS, repeat=3):
        if tile == tuple(sorted(tile)):
            for turn in range(3):
                found[tile[turn:] + tile[:turn]] = tile
    return found


def steps(walk: Walk) -> list[Step]:
    """Return the neighbours on a walk, clockwise."""
    return list(zip(walk, walk[1:] + walk[:1], strict=True))


def walks(middle: int) -> list[Walk]:
    """Return the six numbers around each hexagon of different tiles with this number in its middle, up to rotation."""
    shown, found = tiles(), []
    for walk in product(NUMBERS, repeat=6):
        if walk == min(walk[k:] + walk[:k] for k in range(6)):
            used = [shown.get((middle, one, two)) for one, two in steps(walk)]
            if None not in used and len(set(used)) == 6:
                found.append(walk)
    return found


def uses(walk: Walk, middle: int) -> Counter[tuple[int, ...]]:
    """Return the corners with the middle's number that a hexagon takes, by tile and by which of its corners.

    A tile with the number once has one such corner; one with it twice has two, told apart by where the other number
    lies; the triple has three that are alike.
    """
    return Counter((middle, one, two) for one, two in steps(walk))


def most_by_search(middle: int, found: Sequence[Walk]) -> int:
    """Return how many hexagons around one number can be made of one set of tiles."""
    taken = [uses(walk, middle) for walk in found]
    triple = (middle,) * 3
    fit = [
        {k for k in range(j + 1, len(found)) if not (taken[j].keys() & taken[k].keys()) - {triple}}
        for j in range(len(found))
    ]

    def grown(chosen: int, triples: int, left: set[int]) -> int:
        best = chosen
        for k in sorted(left):
            count = triples + taken[k][triple]
            if count <= 3:
                best = max(best, grown(chosen + 1, count, left & fit[k]))
        return best

    return grown(0, 0, set(range(len(found))))


def most_by_cp_sat(middle: int, found: Sequence[Walk]) -> int:
    """Return the same, found by another program."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    made = [model.new_bool_var(str(walk)) for walk in found]
    for corner in {corner for walk in found for corner in uses(walk, middle)}:
        limit = 3 if corner == (middle,) * 3 else 1
        model.add(sum(uses(walk, middle)[corner] * one for walk, one in zip(found, made, strict=True)) <= limit)
    model.maximize(sum(made))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise AssertionError("CP-SAT did not finish")
    return round(solver.objective_value)


def by_counting(blocks: int) -> int:
    """Return how many steps the hexagons around a number have at most if its own number stands around them in so many
    blocks: the proof of the page, as a formula.

    Two steps for each block that lead in and out; between the number and itself at most three, the triple's
    corners; between others five from a number to itself, and rises: from different numbers of 1 to 5 to different ones.
    """
    rises = sum(range(HIGHEST, HIGHEST - blocks, -1)) - sum(range(1, blocks + 1))
    return 2 * blocks + 3 + HIGHEST + rises


def by_sides() -> int:
    """Return how many hexagons a layout of all tiles has at most, as sides have to meet: from a to b on b to a."""
    shown = tiles()
    sides = Counter(tile[:2] for tile in shown for _ in range(3 if len(set(tile)) == 1 else 1))
    together = sum(min(sides[a, b], sides[b, a]) if a < b else sides[a, a] // 2 for a in NUMBERS for b in NUMBERS[a:])
    return together - len(set(shown.values())) + 1


def layout(path: str) -> list[str]:
    """Return what a layout holds: by the program's rules, and counted anew."""
    from quasiprint.games.triomino.rules import score_layout

    text = Path(path).read_bytes()
    judged = score_layout(text)
    corners: Counter[tuple[int, int]] = Counter()
    shown, entries = tiles(), json.loads(text)["tiles"]
    for entry in entries:
        x, y, down = entry["cell"]
        if shown.get(tuple(entry["corners"])) != tuple(map(int, entry["tile"].split("-"))):
            raise AssertionError(f"tile {entry['tile']}: its corners are {entry['corners']}")
        corners.update([(x + 1, y), (x, y + 1), (x + 1, y + 1) if down else (x, y)])
    full = sum(count == 6 for count in corners.values())
    return [f"{path}: {len(entries)} tiles, legal: {'yes' if judged.is_legal else 'no'}, hexagons: {judged.hexagons} "
            f"(counted anew: {full})"]  # fmt: skip


def main() -> int:
    """Print what is found; 1 if it is not as the page has it."""
    from quasiprint.games.triomino.proof import MOST_HEXAGONS

    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--layout", action="append", default=[], metavar="FILE", help="a layout to judge")
    chosen = asked.parse_args()
    every = {middle: walks(middle) for middle in NUMBERS}
    print(f"hexagons of different tiles: {sum(map(len, every.values()))}, {len(every[0])} around each number")
    own = all(middle in walk for middle, found in every.items() for walk in found)
    print(f"the number in the middle stands around it, too, in each of them: {'yes' if own else 'no'}")
    by_hand = {blocks: by_counting(blocks) for blocks in range(4, HIGHEST + 1)}
    print("four hexagons around a number have 24 steps; there are at most "
          + ", ".join(f"{most} in {blocks} blocks" for blocks, most in by_hand.items()))  # fmt: skip
    searched = {middle: most_by_search(middle, found) for middle, found in every.items()}
    solved = {middle: most_by_cp_sat(middle, found) for middle, found in every.items()}
    print(f"at most around one number: {max(searched.values())} by search, {max(solved.values())} by CP-SAT")
    print(f"at most in a layout of all 56 tiles: {sum(searched.values())}")
    print(f"at most, as sides have to meet: {by_sides()}")
    for path in chosen.layout:
        print(*layout(path), sep="\n")
    good = own and searched == solved and max(by_hand.values()) < 24 and len(set(map(len, every.values()))) == 1
    return 0 if good and sum(searched.values()) == MOST_HEXAGONS else 1


if __name__ == "__main__":
    sys.exit(main())
