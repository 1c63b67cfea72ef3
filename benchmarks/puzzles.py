"""How many solutions the classic puzzles have, and what finding and counting them costs.

Each count is held to the number here. With --twice, xcover counts the 24 squares as well: another program, without our
symmetries (pip install xcover). Ends with 1 if a number differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from quasiprint.pipeline.puzzle import Asked, PuzzleJob
from quasiprint.pipeline.run import Request
from quasiprint.search.puzzles.cover import ONCE

SETS = Path(__file__).parent.parent / "examples/sets"
COUNTED = (  # set, region, border: all solutions; up to turns; and reflections; and exchanged labels
    ("macmahon-squares", "rectangle:6x4", "0", (106_624, 53_312, 26_656, 13_328)),
    ("macmahon-triangles", "hexagon:2", "0", (11_853_792, 1_975_632, 987_816, 164_636)),
    ("triomino", "hexagon:1", "free", (3_996, 666, 666, 666)),
)
NONE = (
    ("macmahon-squares", "rectangle:8x3", "0"),
    ("macmahon-squares", "rectangle:12x2", "0"),
    ("trioker", "hexagon:2", "free"),
    ("triomino", "hexagon:3", "free"),
)
FOUND = (
    ("macmahon-squares", "rectangle:6x4", "0"),
    ("macmahon-triangles", "hexagon:2", "0"),
    ("quasimino", "decagon:1", "free"),
    ("quasimino", "decagon:2", "free"),
)


def job(name: str, region: str, border: str) -> PuzzleJob:
    """Return a puzzle with the tiles of an example."""
    return PuzzleJob(Request("set", {"set_file": str(SETS / f"{name}.toml")}), Asked(region, border))


def counted() -> bool:
    """Count, and tell whether the numbers are right."""
    right = True
    for name, region, border, due in COUNTED:
        start = time.process_time()
        count = job(name, region, border).count()
        found = (count.all, count.turns, count.mirrors, count.labels)
        print(f"{name}, {region}, border {border}: {found}, {time.process_time() - start:.1f} CPU s", flush=True)
        right &= found == due
    return right


def decided() -> bool:
    """Find solutions, or that there are none."""
    right = True
    for puzzles, some in ((NONE, False), (FOUND, True)):
        for name, region, border in puzzles:
            start = time.process_time()
            solved = job(name, region, border).solve()
            said = "a solution" if solved.tiles else "none"
            print(f"{name}, {region}, border {border}: {said}, {time.process_time() - start:.1f} CPU s", flush=True)
            right &= (solved.tiles is not None) is some
    return right


def again() -> bool:
    """Let xcover, somebody else's program, count the 24 squares: the same options, no symmetries."""
    from xcover import covers

    name, region, border, due = COUNTED[0]
    laid = job(name, region, border).cover
    needed = {item: f"n{k}" for k, item in enumerate(laid.needed)}
    other: dict[object, str] = {}
    options = []
    for option in laid.choices:
        row = [needed[item] for item in option.needed]
        for item, colour in option.other:
            called = other.setdefault(item, f"o{len(other)}")
            row.append(called if colour == ONCE else f"{called}:{colour}")
        options.append(row)
    start = time.process_time()
    found = sum(1 for _ in covers(options, primary=[*needed.values()], secondary=[*other.values()], colored=True))
    print(f"{name} by xcover: {found:,}, {time.process_time() - start:.1f} CPU s", flush=True)
    return found == due[0]


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--twice", action="store_true", help="let xcover count the 24 squares, too")
    chosen = parser.parse_args()
    right = counted() & decided()
    if chosen.twice:
        right &= again()
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
