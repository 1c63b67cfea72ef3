"""Break lines of the core, one at a time, and see whether the tests notice:

    pip install coverage
    python tests/support/mutants.py --seed N --count 100 [--reached FOLDER]

First it is measured which tests of the first tier of the core reach which lines, for some ten minutes; with --reached
it is kept in a folder, for other seeds. A mutant has one constant, sign, comparison or condition changed, or one call
left out. It is killed if a test that reaches its line fails, the quickest first, for `SPENT` seconds in all; or one
that reaches its module, for what was made once and kept; or one of its room that runs the program in other processes.
Prints a line for each that survives, and how many did not. Exits with 1 if fewer than `ENOUGH` of a hundred are killed.
`EQUAL` names lines of which every mutant does the same.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from reached import Reached

ROOT = Path(__file__).parents[2]
ENOUGH = 85
LONGEST, SPENT = 300, 60.0  # s: tests that take five times as long have noticed
# tests that look at what other processes do, which is not measured: of rooms of which nearly all is seen in files, the
# files of whole sets; of others their own
MADE = {"coupons", "documents", "drawing", "exact", "formats", "games", "layout", "make", "model", "solids"}
APART = {"system": ("tests/disk", "tests/system", "tests/cli"), "disk": ("tests/disk",), "cli": ("tests/cli",)}
SETS = "tests/make/test_bytes.py::test_the_files_of_a_whole_set_are_what_they_were"
EQUAL = {  # "path: line as it stands, without a comment": why a change of it is none
    "quasiprint/cli/reporting.py: self._stands = 0": "a blank more is wiped than stood there",
    "quasiprint/solids/mesh.py: KEPT = 300_000": "how much is kept to be quick",
    "quasiprint/solids/partition.py: KEPT = 100_000": "how much is kept to be quick",
    "quasiprint/layout/sheets.py: KEPT = 200_000": "how much is kept to be quick",
    "quasiprint/system/interruption.py: AGAIN = 0.02": "how soon a signal that waits for imports is sent again",
    "quasiprint/disk/ownership.py: AT_ONCE = 16": "how many files are read at once",
    "quasiprint/drawing/symbols.py: AT_ONCE = 64": "of how many lines pairs are counted at once",
    "quasiprint/accessories/racks.py: TURNS = tuple(math.tau * k / 12 for k in range(12))": "a thirteenth is the first",
    "quasiprint/drawing/outlines.py: ARC_STEP = math.radians(18)": "no tile's corner is cut into other steps",
    "quasiprint/games/majomino/sampling.py: AT_ONCE = 1 << 15": "how many words are drawn at once, of one sequence",
}
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
SIGNED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
}  # fmt: skip


def mutations(tree: ast.Module) -> Iterator[tuple[ast.AST, str, object]]:
    """Yield node, field and what to put there, for each change of a module that could be noticed by a test."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=bool(value)):
                yield node, "value", not value
            case ast.Constant(value=int(value) | float(value)):
                yield node, "value", value + 1
            case ast.Compare(ops=[op]) if type(op) in COMPARED:
                yield node, "ops", [COMPARED[type(op)]()]
            case ast.BinOp(op=op) if type(op) in SIGNED:
                yield node, "op", SIGNED[type(op)]()
            case ast.BoolOp(op=op):
                yield node, "op", ast.Or() if isinstance(op, ast.And) else ast.And()
            case ast.If(test=test):
                yield node, "test", ast.UnaryOp(ast.Not(), test)
            case ast.Expr(value=ast.Call()):
                yield node, "value", ast.Constant(None)


def annotated(tree: ast.Module) -> set[int]:
    """Return the ids of nodes that say types, of which a program knows nothing, of what forbids a change of values that
    nobody changes or lengths that nobody gives to `zip`, of how much is kept to be quick, and of how much of a long
    text is quoted in a message."""
    parts = [
        part
        for node in ast.walk(tree)
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if part is not None
    ]
    parts += [node for node in tree.body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    for node in ast.walk(tree):
        match node:
            case (
                ast.keyword(arg="frozen" | "maxsize" | "slots" | "strict")
                | ast.Assign(targets=[ast.Name(id="TYPE_CHECKING")])
            ):
                parts.append(node)
            case ast.FormattedValue():
                parts += [child for child in ast.walk(node) if isinstance(child, ast.Slice)]
    return {id(child) for part in parts for child in ast.walk(part)}


def mutate(source: str, drawn: random.Random) -> tuple[str, range, str] | None:
    """Return a module with one change, in which lines, and what is there then; None if there is nothing to change. The
    lines are none, but have a start, outside of functions: they are run once, by whatever imports the module first."""
    tree = ast.parse(source)
    unseen = annotated(tree)
    found = [change for change in mutations(tree) if id(change[0]) not in unseen]
    if not found:
        return None
    node, field, value = drawn.choice(found)
    first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    if isinstance(node, ast.If):
        last = node.test.end_lineno or first
    bodies = [(f.body[0].lineno, f.end_lineno or 0) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)]
    last = last if any(begin <= first <= end for begin, end in bodies) else first - 1
    setattr(node, field, value)
    return ast.unparse(ast.fix_missing_locations(tree)), range(first, last + 1), ast.unparse(node)


def fails(copy: Path, tests: Sequence[str], *words: str, limit: float | None = LONGEST) -> bool:
    """Tell whether one of these tests fails, or takes too long. copy: of the project, in which they are run."""
    (copy / "tests.txt").write_text("\n".join(tests), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        *(words or ("-n", "0")),
        "@tests.txt",
    ]
    found = [str(copy), str(copy / "tests/support"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(found)}
    try:
        return subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=limit).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def within(most: float, tests: Sequence[str], took: Mapping[str, float]) -> list[str]:
    """Return the first tests that take no longer together, s. took: by test."""
    spent = accumulate(took.get(name, 0.0) for name in tests)
    return [name for name, sum in zip(tests, spent, strict=True) if sum <= most]


def killed(copy: Path, path: Path, text: str, parts: Sequence[Sequence[str]]) -> bool:
    """Tell whether a test of these parts notices that a module was changed, or one that runs other processes."""
    target = copy / path
    before = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    room = path.parts[1]
    try:
        apart = [[name] for name in (*APART.get(room, ()), *[SETS] * (room in MADE))]
        return any(fails(copy, tests) for tests in (*parts, *apart) if tests)
    finally:
        target.write_text(before, encoding="utf-8")


def measure(copy: Path, folder: Path) -> None:
    """Measure into a folder which tests of the core reach which lines."""
    folder.mkdir(parents=True)
    os.environ["REACHED"] = str(folder.resolve())
    rooms = [f"tests/{path.name}" for path in (copy / "tests").iterdir() if path.name not in ("addons", "project")]
    tests = sorted(room for room in rooms if any((copy / room).rglob("test_*.py")))
    if fails(copy, tests, "-p", "reached", limit=None):
        sys.exit("the tests fail before anything is broken")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--reached", type=Path)
    asked = parser.parse_args()
    drawn = random.Random(asked.seed)
    modules = [
        path.relative_to(ROOT) for path in sorted((ROOT / "quasiprint").rglob("*.py")) if "addons" not in path.parts
    ]
    weights = [len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in modules]
    dead = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "project")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "output", "__pycache__"))
        folder_of_lines = asked.reached or Path(folder, "reached")
        if not folder_of_lines.exists():
            measure(copy, folder_of_lines)
        reached = Reached(folder_of_lines)
        tried = 0
        while tried < asked.count:
            path = drawn.choices(modules, weights)[0]
            source = (ROOT / path).read_text(encoding="utf-8")
            made = mutate(source, drawn)
            line = source.splitlines()[made[1].start - 1].strip() if made else ""
            if made is None or f"{path}: {line.partition('  #')[0].strip()}" in EQUAL:
                continue
            tried += 1
            here, anywhere = reached.tests(path, made[1]), reached.tests(path, ())
            parts = [here, [name for name in anywhere if name not in here]]
            if killed(copy, path, made[0], [within(SPENT, part, reached.took) for part in parts]):
                dead += 1
            else:
                print(f"survives: {path}:{made[1].start}: {line}", flush=True)
                print(f"    with {made[2].splitlines()[0]}", flush=True)
    print(f"{dead} of {tried} killed")
    return 0 if dead * 100 >= ENOUGH * tried else 1


if __name__ == "__main__":
    sys.exit(main())
