"""How many solutions the classic puzzles have, and what finding and counting them costs.

Each count is held to the number here. With --twice, xcover counts the 24 squares as well: another program, without our
symmetries (pip install xcover). With --beside, each puzzle is solved three ways: ours, by CP-SAT as a whole, by a plain
exact cover (Algorithm X). With --large, regions are filled part by part. With --most, searches: hands of FastQuasi, all
90 rhombs, all 56 triominoes. Ends with 1 if a number differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measuring import program, run

from quasiprint.addons.designer.puzzle import Asked, PuzzleJob
from quasiprint.addons.designer.puzzles.counting import cover_of, nodes
from quasiprint.addons.designer.puzzles.laying import ONCE, CoverProblem, exact_cover
from quasiprint.addons.designer.puzzles.solving import solve
from quasiprint.games.quasimino.design import DIRECTIONS
from quasiprint.games.quasimino.tilings import poster
from quasiprint.make.run import Request

LONGEST = 20.0  # CPU s for a plain exact cover
HANDS = 20
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


LARGE = (  # labels of square tiles, copies of each, region, border
    (5, 1, "rectangle:15x11", "free"),
    (6, 1, "rectangle:21x16", "free"),
    (3, 100, "rectangle:40x25", "0"),
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


def outline() -> str:
    """Return a region file with the outline of the layout with 75 covered vertices: all 90 tiles fill it."""
    sides = [(ring[k], ring[(k + 1) % 4]) for ring in (tile.corners for tile in poster()) for k in range(4)]
    rim = {a: b for a, b in sides if (b, a) not in sides}
    points = [next(iter(rim))]
    while rim[points[-1]] != points[0]:
        points.append(rim[points[-1]])
    ways = [DIRECTIONS[rim[point] - point] for point in points]
    turns = [(way - before + 4) % 10 - 4 for before, way in zip(ways[-1:] + ways[:-1], ways, strict=True)]
    return f'[region]\npolygon = {{ lattice = "tenths", turns = {turns[1:] + turns[:1]} }}\n'


def beside() -> bool:
    """Solve each puzzle three ways, and tell whether those that came to an end agree."""
    right = True
    with TemporaryDirectory() as folder:
        file = Path(folder) / "ninety.toml"
        file.write_text(outline())
        print("puzzle | ours | CP-SAT as a whole | plain exact cover, CPU s | which has")
        for name, region, border in (*NONE, *FOUND, ("quasimino", str(file), "free")):
            start = time.process_time()
            some = job(name, region, border).solve().tiles is not None
            spent = [f"{time.process_time() - start:.1f}"]
            if region != str(file):  # as a whole, there are too many ways to lay a tile
                start = time.process_time()
                laid = exact_cover(job(name, region, border).puzzle)
                right &= some is (solve(laid) is not None)
                spent.append(f"{time.process_time() - start:.1f}")
                plain, seconds = plainly(laid)
                right &= plain in (None, some)
                spent.append(f"{seconds:.1f}" + (", and stopped" if plain is None else ""))
            said = "a solution" if some else "none"
            print(f"{name}, {Path(region).stem}, border {border} | {' | '.join(spent)} | {said}", flush=True)
    return right


def plainly(laid: CoverProblem) -> tuple[bool | None, float]:
    """Return whether a plain exact cover finds a solution, None if it was stopped; and after how many CPU s."""
    start = time.process_time()
    for _, tried in nodes(cover_of(laid)):
        spent = time.process_time() - start
        if tried is None or spent > LONGEST:
            return (True if tried is None else None), spent
    return False, time.process_time() - start


def large() -> bool:
    """Fill large regions with squares of one's own, and tell whether all of them were filled."""
    right = True
    with TemporaryDirectory() as folder:
        file = Path(folder) / "squares.toml"
        for labels, copies, region, border in LARGE:
            shape = f'polygon = "square"\nlabels = {{ at = "edges", count = {labels} }}\ncopies = {copies}'
            file.write_text(f'[set]\ntitle = "Squares"\nmost = 100000\n[[shape]]\n{shape}\n[rule]\nmatch = "equal"\n')
            start = time.process_time()
            asked = PuzzleJob(Request("set", {"set_file": str(file)}), Asked(region, border))
            right &= asked.solve().tiles is not None
            print(f"{labels} labels: {asked.words}: {time.process_time() - start:.1f} CPU s", flush=True)
    return right


def most(steps: int) -> bool:
    """Search for the most closed vertices, as a user does, and tell whether nothing passes its bound."""
    right = True
    hands = [("quasimino", "--hand", 7, "--steps", 40, "--seed", seed) for seed in range(HANDS)]
    for words in (*hands, ("quasimino", "--steps", steps), ("triomino", "--steps", steps)):
        used = run(program("puzzle", *words, "--most", "vertices", "--jobs", 1, "--json"))
        found = json.loads(used.output)
        said = f"{found['closed']} closed, at most {found['at_most']}"
        print(f"{' '.join(map(str, words))}: {said}, {used.cpu_s:.1f} CPU s", flush=True)
        right &= found["at_most"] is not None and found["closed"] <= found["at_most"]
    return right


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--twice", action="store_true", help="let xcover count the 24 squares, too")
    parser.add_argument("--beside", action="store_true", help="solve each puzzle three ways")
    parser.add_argument("--large", action="store_true", help="fill large regions part by part")
    parser.add_argument("--most", type=int, metavar="STEPS", help="search for the most closed vertices")
    chosen = parser.parse_args()
    if chosen.beside or chosen.large or chosen.most:
        right = not chosen.beside or beside()
        right &= not chosen.large or large()
        return 0 if right & (not chosen.most or most(chosen.most)) else 1
    right = counted() & decided()
    if chosen.twice:
        right &= again()
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
