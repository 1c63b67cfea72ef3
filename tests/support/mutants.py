"""Break lines of the core, one at a time, and see whether the tests of their room notice:

    python tests/support/mutants.py --seed N --count 100

A mutant has one constant, sign, comparison or condition changed, or one call left out. It is killed if a test of the
first tier of its room fails, or takes longer than `LONGEST`. Prints a line for each that survives, and how many did
not. Exits with 1 if fewer than `ENOUGH` of a hundred are killed. `EQUAL` names lines of which every mutant does the
same.
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
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENOUGH = 85
LONGEST = 600  # s
# of rooms that are tested where they are used
TESTS = {"model": ("make", "checks", "cli"), "api": ("make", "cli"), "errors.py": ("cli",), "make": ("make", "coupons"),
         "system": ("system", "disk", "cli", "make"), "exact": ("exact", "drawing", "games/quasimino"),
         "checks": ("checks", "accessories", "games/quasimino")}  # fmt: skip
# rooms of which nearly all is seen in files: those on record are compared first, after what lines print and write
MADE = {"accessories", "coupons", "documents", "drawing", "exact", "formats", "games", "layout", "make", "model",
        "solids"}  # fmt: skip
GAMES = ("quasimino", "triomino", "majomino", "quomino")
RECORD = "tests/make/test_bytes.py::test_the_files_of_a_whole_set_are_what_they_were[{}]"
LINES = "tests/make/test_bytes.py::test_a_line_prints_and_writes_what_it_did"
EQUAL = {  # "path: line as it stands, without a comment": why a change of it is none
    "quasiprint/cli/reporting.py: self._stands = 0": "a blank more is wiped than stood there",
    "quasiprint/solids/mesh.py: KEPT = 300_000": "how much is kept to be quick",
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


def mutate(source: str, drawn: random.Random) -> tuple[str, int, str] | None:
    """Return a module with one change, in which line, and what is there then; None if there is nothing to change."""
    tree = ast.parse(source)
    unseen = annotated(tree)
    found = [change for change in mutations(tree) if id(change[0]) not in unseen]
    if not found:
        return None
    node, field, value = drawn.choice(found)
    line = getattr(node, "lineno", 0)
    setattr(node, field, value)
    return ast.unparse(ast.fix_missing_locations(tree)), line, ast.unparse(node)


def tests_of(path: Path) -> list[str]:
    """Return the folders of the tests of a module's room, of a game its own, after the records of what lines of the
    program print and write, and of what is made by it."""
    room, *below = path.parts[1:]
    games = (below[0],) if room == "games" and below[0] in GAMES else GAMES
    if room == "games" and below[0] in GAMES:
        folders = [f"tests/games/{below[0]}"]
    else:
        folders = [f"tests/{name}" for name in TESTS.get(room, (room,)) if (ROOT / "tests" / name).is_dir()]
    return [LINES, *(map(RECORD.format, games) if room in MADE else ()), *folders] if folders else []


def killed(copy: Path, path: Path, text: str) -> bool:
    """Tell whether the tests of a module's room notice that it was changed. copy: of the project, as it is but for
    that."""
    target = copy / path
    before = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests_of(path)]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        result = subprocess.run(command, cwd=copy, env=environment, capture_output=True, timeout=LONGEST, check=False)
        return result.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(before, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=100)
    asked = parser.parse_args()
    drawn = random.Random(asked.seed)
    modules = [
        path.relative_to(ROOT)
        for path in sorted((ROOT / "quasiprint").rglob("*.py"))
        if "addons" not in path.parts and tests_of(path.relative_to(ROOT))
    ]
    weights = [len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in modules]
    dead = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "project")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "output", "__pycache__"))
        tried = 0
        while tried < asked.count:
            path = drawn.choices(modules, weights)[0]
            source = (ROOT / path).read_text(encoding="utf-8")
            made = mutate(source, drawn)
            if made is None or f"{path}: {source.splitlines()[made[1] - 1].partition('  #')[0].strip()}" in EQUAL:
                continue
            tried += 1
            if killed(copy, path, made[0]):
                dead += 1
            else:
                print(f"survives: {path}:{made[1]}: {source.splitlines()[made[1] - 1].strip()}", flush=True)
                print(f"    with {made[2].splitlines()[0]}", flush=True)
    print(f"{dead} of {tried} killed")
    return 0 if dead * 100 >= ENOUGH * tried else 1


if __name__ == "__main__":
    sys.exit(main())
