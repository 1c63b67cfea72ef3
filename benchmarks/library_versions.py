"""Whether other versions of the libraries make other bytes: the same sets in several environments, format by format.

    python benchmarks/library_versions.py locked=/tmp/a/bin/python lowest=/tmp/b/bin/python newest=/tmp/c/bin/python

Each environment is one of ``.ci/versions`` (QUASIPRINT_VENV keeps it), or any Python, with folders in front of it after
a colon: ``old-shapely=/tmp/a/bin/python:/tmp/shapely-2.0.6`` has all of the first but that one library, which tells
which library decides. Prints, for each format of each game, how many of its files are the same as in the first, and
from each file that is not the first place where it differs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from measuring import ROOT, program, run, surroundings

SETS = {
    "quasimino": [],
    "triomino": ["--finish", "inlaid"],
    "majomino": ["--count", "2", "--seed", "7"],
    "quomino": ["--size", "6"],
}


def made(python: str, folder: Path) -> None:
    """Make the sets with an environment. python: its program, and folders that go before its libraries."""
    ours, *before = python.split(":")
    path = os.pathsep.join([str(ROOT), *before])
    for game, options in SETS.items():
        command = program("make", game, *options, "-o", folder / game, python=ours)
        run(command, surroundings(None, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1"))


def files(folder: Path) -> dict[str, str]:
    """Return the digest of each file of a set, as its manifest has it."""
    entries = json.loads((folder / "manifest.json").read_bytes())["files"]
    return {entry["path"]: entry["sha256"] for entry in entries if "/" in entry["path"]}


def first_difference(one: Path, other: Path) -> str:
    """Return where two files part, and what stands there in each."""
    a, b = one.read_bytes(), other.read_bytes()
    at = next((at for at, (left, right) in enumerate(zip(a, b, strict=False)) if left != right), min(len(a), len(b)))
    return f"byte {at} of {len(a)} and {len(b)}: {a[max(0, at - 30) : at + 20]!r} {b[max(0, at - 30) : at + 20]!r}"


def named(word: str) -> tuple[str, str]:
    """Return the two sides of an argument. Raises argparse.ArgumentTypeError if there are not two."""
    name, equals, python = word.partition("=")
    if not (name and equals and python):
        raise argparse.ArgumentTypeError(f"found {word!r}, allowed is NAME=PYTHON")
    return name, python


def main(arguments: list[str]) -> int:
    """Make and compare; the number of formats that differ somewhere is the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environments", nargs="+", metavar="NAME=PYTHON[:FOLDER...]", type=named)
    environments = dict(parser.parse_args(arguments).environments)
    first, *others = environments
    different: set[tuple[str, str]] = set()
    with tempfile.TemporaryDirectory() as temporary:
        for name, python in environments.items():
            made(python, Path(temporary, name))
        print(f"| game, format | files | {' | '.join(f'as with {first}: {name}' for name in others)} |")
        print(f"|---|---|{'---|' * len(others)}")
        where = []
        for game in SETS:
            held = {name: files(Path(temporary, name, game)) for name in environments}
            formats = Counter(path.split("/")[0] for path in held[first])
            for format_, count in formats.items():
                cells = []
                for name in others:
                    names = {p for p in held[first].keys() | held[name].keys() if p.split("/")[0] == format_}
                    odd = sorted(p for p in names if held[first].get(p) != held[name].get(p))
                    cells.append("all" if not odd else f"{len(names) - len(odd)}")
                    if odd:
                        different.add((name, format_))
                        pair = [Path(temporary, kind, game, odd[0]) for kind in (first, name)]
                        said = first_difference(*pair) if all(path.exists() for path in pair) else "in one of them only"
                        where.append(f"{name}: {game}/{odd[0]}: {said}")
                print(f"| {game}, {format_} | {count} | {' | '.join(cells)} |")
        print("", *where, sep="\n")
    return len(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
