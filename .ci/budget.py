"""Holds the project to budget.toml: the lines of each room, each add-on, and the tests of each.

    python .ci/budget.py            what differs; exit 1 if anything does
    python .ci/budget.py --write    write down what shrank; refuses what grew

A number is raised by hand, and only with a decision in docs/decisions that names what was removed for it.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
BUDGET = ROOT / "budget.toml"
KINDS = {".py": "python", ".js": "javascript", ".mjs": "javascript", ".md": "templates", ".toml": "templates",
         ".typ": "templates", ".html": "templates", ".css": "templates", ".xml": "templates"}  # fmt: skip
OTHERS = "three.bundle.js"  # a library's, as it was bundled
HEAD = "# Lines of each room, and of its tests: see docs/CONTRIBUTING.md. Checked by `python .ci/budget.py`.\n\n"

Table = dict[str, dict[str, int]]


def tracked() -> Iterator[PurePosixPath]:
    """Yield the files of the project: those that git knows, or all of a copy without git."""
    listed = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, capture_output=True, text=True, check=False)
    names = found.stdout.splitlines() if found.returncode == 0 else map(str, ROOT.rglob("*"))
    for name in names:
        path = ROOT / name
        if path.is_file() and path.name != OTHERS:
            yield PurePosixPath(path.relative_to(ROOT).as_posix())


def room_of(path: PurePosixPath) -> tuple[str, str] | None:
    """Return the room that a file counts for, and as what; None for a file that does not count."""
    kind, (top, *rest) = KINDS.get(path.suffix), path.parts
    if kind is None or top not in ("quasiprint", "tests", "benchmarks", "templates"):
        return None
    if top == "benchmarks":
        return (top, kind) if kind == "python" else None
    if top == "templates":
        return top, kind
    depth = 2 if rest[0] == "addons" else 1
    room = "/".join(rest[:depth]) if len(rest) > depth else "top"
    return room, "tests" if top == "tests" else kind


def count() -> Table:
    """Return the lines of each room by kind, in alphabetical order."""
    lines: Counter[tuple[str, str]] = Counter()
    for path in tracked():
        where = room_of(path)
        if where and not (where[1] == "tests" and path.suffix != ".py"):
            lines[where] += len((ROOT / path).read_bytes().splitlines())
    rooms = sorted({room for room, _ in lines})
    order = dict.fromkeys((*KINDS.values(), "tests"))
    return {room: {kind: lines[room, kind] for kind in order if lines[room, kind]} for room in rooms}


def differences(found: Table, allowed: Table) -> tuple[list[str], list[str]]:
    """Return what grew and what shrank, a line each."""
    grown, shrunk = [], []
    for room in sorted({*found, *allowed}):
        for kind in ("python", "javascript", "templates", "tests"):
            has, may = found.get(room, {}).get(kind, 0), allowed.get(room, {}).get(kind, 0)
            if has > may:
                grown.append(f"{room}: {has} lines of {kind}, budget {may}")
            elif has < may:
                shrunk.append(f"{room}: {has} lines of {kind}, budget {may}")
    return grown, shrunk


def written(table: Table) -> str:
    """Return the text of budget.toml."""
    rows = (
        f'"{room}" = {{ {", ".join(f"{kind} = {n}" for kind, n in kinds.items())} }}' for room, kinds in table.items()
    )
    return HEAD + "\n".join(rows) + "\n"


def main(words: list[str]) -> int:
    """Compare, or write down; return the exit code."""
    if not BUDGET.exists() and words != ["--write"]:
        print(f"{BUDGET} is missing: restore it, or begin it anew with python .ci/budget.py --write")
        return 1
    found, allowed = count(), tomllib.loads(BUDGET.read_text()) if BUDGET.exists() else {}
    grown, shrunk = differences(found, allowed)
    if grown and allowed:
        print("\n".join(grown))
        print("remove as many lines, or raise the number with a decision that names what was removed for it")
        return 1
    if words == ["--write"]:
        BUDGET.write_text(written(found))
        return 0
    if shrunk:
        print("\n".join(shrunk))
        print("write it down: python .ci/budget.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
