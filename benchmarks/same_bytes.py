"""Are the files of every default set and example what they were, byte by byte?

    python benchmarks/same_bytes.py [--from FOLDER] [NAME ...]
    python benchmarks/same_bytes.py --write [--from FOLDER]

Makes each set and compares it with the record of this version, tests/data/bytes-VERSION.json; ends with 1 and the names
of the files that differ. NAME: a game, or ex-NAME for examples/NAME.toml; without any, all. --from: takes the sets that
lie in a folder, each under its name, in place of making them. --write: writes the record. A record is of a version, as
books say by which version they were made: compare before the version is raised, raise it, then write.

A set's README.md, gallery.html and manifest.json may change and are left out. Some libraries decide the bytes of a
format (see docs/proof/supply.md); the record tells their versions, and with others the files of that format are
compared by name.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from quasiprint import __version__  # noqa: E402 - the checkout that this script lies in

RECORD = ROOT / f"tests/data/bytes-{__version__}.json"
GAMES = ("quasimino", "triomino", "majomino", "quomino")
EXAMPLES = {f"ex-{path.stem}": path for path in sorted((ROOT / "examples").glob("*.toml"))}
# an example that takes long, with fewer pieces: the tests make this one
SHORTER = {"ex-majomino-booklet-of-six": ("ex-majomino-booklet", "--count", "6")}
EVERYTHING = ("--paper", "a4,letter", "--extras", "all")
LEFT_OUT = ("README.md", "gallery.html", "manifest.json")
LIBRARIES = {
    "stl": ("manifold3d",),
    "3mf": ("manifold3d",),
    "pdf": ("reportlab", "typst"),
}
SHORT = 8  # hexadecimal digits of a file's own digest, to name it: what decides is that of its format
RUN = ("-c", "from quasiprint.cli import main; main(prog_name='quasiprint')")
Formats = dict[str, dict[str, Any]]  # by folder: its digest, and its files with a short one each


def words(name: str) -> tuple[str, ...]:
    """Return what is typed after ``quasiprint make`` to make a set with all that it can have."""
    example, *fewer = SHORTER.get(name, (name,))
    if example not in EXAMPLES:
        return example, *EVERYTHING
    names_paper = '"a4"' in EXAMPLES[example].read_text(encoding="utf-8")
    return "--project", str(EXAMPLES[example]), *fewer, *(EVERYTHING[2:] if names_paper else EVERYTHING)


def summary(folder: Path) -> Formats:
    """Return what is kept of a set's files: for each folder a SHA-256 over lines of path and SHA-256."""
    lines: dict[str, dict[str, str]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in LEFT_OUT:
            top, _, rest = name.partition("/")
            lines.setdefault(top, {})[rest] = hashlib.sha256(path.read_bytes()).hexdigest()
    return {
        top: {
            "sha256": hashlib.sha256("".join(f"{top}/{k} {v}\n" for k, v in files.items()).encode()).hexdigest(),
            "files": {name: digest[:SHORT] for name, digest in files.items()},
        }
        for top, files in sorted(lines.items())
    }


def libraries() -> dict[str, str]:
    """Return the versions of the libraries that decide bytes."""
    return {name: version(name) for name in sorted({name for names in LIBRARIES.values() for name in names})}


def by_name_alone(known: Mapping[str, str]) -> set[str]:
    """Return the formats whose bytes are decided by a library of another version. known: versions in the record."""
    here = libraries()
    return {top for top, names in LIBRARIES.items() if any(known.get(name) != here[name] for name in names)}


def differences(then: Formats, now: Formats, loose: Collection[str] = ()) -> Iterator[str]:
    """Yield what differs between two summaries of a set, file by file. loose: formats that are compared by name."""
    for top in sorted({*then, *now}):
        old, new = then.get(top, {}).get("files", {}), now.get(top, {}).get("files", {})
        yield from (f"{top}/{name} is missing" for name in sorted(set(old) - set(new)))
        yield from (f"{top}/{name} is new" for name in sorted(set(new) - set(old)))
        if top in loose or set(old) != set(new):
            continue
        changed = [name for name in sorted(old) if old[name] != new[name]]
        yield from (f"{top}/{name} differs" for name in changed)
        if not changed and then[top]["sha256"] != now[top]["sha256"]:
            yield f"{top} differs"


def made(name: str, folder: Path) -> Path:
    """Make a set in a folder, as a user makes it, and return where it lies. Raises RuntimeError if that fails."""
    command = [sys.executable, *RUN, "make", *words(name), "-o", str(folder / name)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stdout}{done.stderr}")
    return folder / name


def main(arguments: list[str]) -> int:
    """Compare, or write. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join([*GAMES, *EXAMPLES, *SHORTER])}")
    parser.add_argument("--from", dest="lies", type=Path, metavar="FOLDER", help="where the sets lie already")
    parser.add_argument("--write", action="store_true", help="write the record of this version")
    asked = parser.parse_args(arguments)
    writes, lies, names = asked.write, asked.lies, asked.names or [*GAMES, *EXAMPLES, *SHORTER]
    with tempfile.TemporaryDirectory(prefix="quasiprint-bytes-") as temporary:
        sets = {name: summary(lies / name if lies else made(name, Path(temporary))) for name in names}
    if writes:
        record = {"version": __version__, "libraries": libraries(), "sets": sets}
        RECORD.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        print(f"wrote {RECORD.name}: {len(sets)} sets")
        return 0
    record = json.loads(RECORD.read_bytes())
    loose = by_name_alone(record["libraries"])
    if loose:
        print(f"compared by name alone, for other versions of libraries: {', '.join(sorted(loose))}")
    wrong = 0
    for name, found in sets.items():
        said = list(differences(record["sets"][name], found, loose))
        wrong += len(said)
        print(f"{name}: {sum(len(entry['files']) for entry in found.values())} files, {len(said) or 'none'} differ")
        print(*(f"  {line}" for line in said[:20]), sep="\n", end="\n" * bool(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
