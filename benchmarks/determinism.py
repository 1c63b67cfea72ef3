"""Makes the same sets under other conditions, or beside the record of this version, and tells where a byte differs.

    python benchmarks/determinism.py [--quick] [CONDITION ...]
    python benchmarks/determinism.py --record [SET ...]     every default set and example beside the record
    python benchmarks/determinism.py --record lines         the lines of tests/data/lines.toml, beside theirs
    python benchmarks/determinism.py --record --write [lines]  and writes it anew, or that of the lines alone

Each game is made at its defaults in all formats once, and again in another process, with two jobs, from the wheel and
with another clock; under all other conditions as a small set in all its formats (--quick: always). A set's digest is
the SHA-256 of its paths and bytes, sorted. Prints a table, "same" or the first file that differs, and what could not be
varied. Ends with 1 if anything differs. The clock is changed by libfaketime, where it is installed
(`apt-get install libfaketime`), else by Python's own clocks alone.

The record is tests/data/bytes-VERSION.json, since books say by which version they were made: compare before the version
is raised, raise it, then write. SET: a game, or ex-NAME for examples/NAME.toml. A set's START-HERE.html and
manifest.json may change and are left out. What each line of tests/data/lines.toml prints and writes stands in
tests/data/lines-VERSION.json.
Some libraries decide the bytes of a format (see docs/proof/supply.md); the record has their versions, and with others
the files of that format are compared by name.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from measuring import CALL, MEMORY_FOLDER, ROOT

sys.path.insert(0, str(ROOT))

from quasiprint.version import __version__  # of the checkout that this script lies in

SMALL = {
    "quasimino": ("make", "quasimino", "--colours", "1"),
    "triomino": ("make", "triomino", "--highest", "1"),
    "majomino": ("make", "majomino", "--size", "3", "--count", "2", "--seed", "5"),
    "quomino": ("make", "quomino", "--size", "4"),
}
WHOLE = {game: ("make", game) for game in SMALL}
GAMES = tuple(SMALL)
RECORD = ROOT / f"tests/data/bytes-{__version__}.json"
EXAMPLES = {f"ex-{path.stem}": path for path in sorted((ROOT / "examples").glob("*.toml"))}
# an example that takes long, with fewer pieces: the tests make this one
SHORTER = {"ex-majomino-booklet-of-six": ("ex-majomino-booklet", "--count", "6")}
LINES = ROOT / "tests/data/lines.toml"
LINES_RECORD = RECORD.with_name(f"lines-{__version__}.json")
DECIDED = ("libraries", "files", "seal")  # keys of a manifest
LINKED = ("examples", "quasiprint", "tests")  # folders that a line may name
EVERYTHING = ("--paper", "a4,letter", "--extras", "all")
FORMATS = "stl,3mf,step,svg,dxf,pdf"  # of games on record, and txt of a game that has it
LEFT_OUT = ("START-HERE.html", "manifest.json")
LIBRARIES = {"stl": ("manifold3d",), "3mf": ("manifold3d",), "pdf": ("reportlab", "typst")}
SHORT = 8  # hexadecimal digits of a file's own digest, to name it: what decides is that of its format
AS_WHOLE = ("another process", "--jobs 2", "the wheel", "the clock in 2038")
FAKETIME = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
CLOCK = """
import datetime, time
real = time.time
time.time = lambda: real() + 5e8
time.time_ns = lambda: int(time.time() * 1e9)
shifted, broken = time.gmtime, time.localtime
time.gmtime = lambda seconds=None: shifted(time.time() if seconds is None else seconds)
time.localtime = lambda seconds=None: broken(time.time() if seconds is None else seconds)
class Shifted(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
    @classmethod
    def utcnow(cls):
        return cls.utcfromtimestamp(time.time())
datetime.datetime = Shifted
"""
NOT_VARIED = (
    "the type of processor: floats are rounded alike wherever IEEE 754 is kept, but nobody has looked",
    "other versions of the libraries, of Python, of the C library, and other systems than Linux",
)
Formats = dict[str, dict[str, Any]]  # by folder: its digest, and its files with a short one each


@dataclass
class Condition:
    """How a set is made another time. prepare: told a folder of its own, says what to add to the environment."""

    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()  # of the interpreter
    python: str = sys.executable
    checkout: bool = True
    before: tuple[str, ...] = ()  # a program that runs the command
    prepare: Callable[[Path], Mapping[str, str]] = lambda _: {}
    stands_elsewhere: bool = False
    terminal: bool = False


def digest(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a set, by path, and under "" that of them all."""
    files = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.is_file())
    whole = hashlib.sha256()
    found = {}
    for name, path in files:
        content = path.read_bytes()
        found[name] = hashlib.sha256(content).hexdigest()
        whole.update(name.encode() + b"\0" + content + b"\0")
    return {"": whole.hexdigest(), **found}


def difference(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    """Return "same", or the first file that differs or that only one of two sets has."""
    if one[""] == other[""]:
        return "same"
    names = sorted({*one, *other} - {""}, key=lambda name: (name == "manifest.json", name))  # it names the others
    return next(name for name in names if one.get(name) != other.get(name))


def made(words: tuple[str, ...], condition: Condition, folder: Path) -> dict[str, str]:
    """Make a set under a condition in a folder of its own; return its digests, and remove it.

    Raises RuntimeError with what was said if it cannot be made.
    """
    folder.mkdir(parents=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LC_", "LANG"))}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", **condition.environment, **condition.prepare(folder)}
    if condition.checkout:
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (environment.get("PYTHONPATH"), str(ROOT))))
    here = folder / ("ä b" if condition.stands_elsewhere else "here")
    here.mkdir()
    place = "deep/below/it" if condition.stands_elsewhere else "set"
    command = [condition.python, *condition.flags, "-c", CALL, *words, "-o", place, *condition.options]
    if condition.terminal:
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in command)
        command = ["script", "-qec", quoted, "/dev/null"]
    command = [*condition.before, *command]
    done = subprocess.run(
        command, cwd=here, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"ended with {done.returncode}: {(done.stdout + done.stderr)[-400:]}")
    found = digest(here / place)
    shutil.rmtree(folder, ignore_errors=True)
    return found


def unwritable_home(folder: Path) -> Mapping[str, str]:
    """Return a home that is a file: nothing can be written below it, not even by root."""
    (folder / "home").write_text("")
    return {"HOME": str(folder / "home"), "XDG_CACHE_HOME": ""}


def fresh_home(folder: Path) -> Mapping[str, str]:
    """Return a home and caches in which nothing lies yet."""
    (folder / "home").mkdir()
    cache = str(folder / "home" / "compiled")
    return {"HOME": str(folder / "home"), "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": cache}


def foreign_settings(folder: Path) -> Mapping[str, str]:
    """Return settings of ReportLab and Typst, in a home and in the environment."""
    home = folder / "home"
    home.mkdir(parents=True)
    (home / ".reportlab_settings").write_text("pageCompression = 0\ndefaultEncoding = 'MacRomanEncoding'\n")
    (home / ".reportlab_mods").write_text("raise SystemExit('run by ReportLab')\n")
    said = {"RL_pdfComments": "1", "RL_canvas_basefontname": "Courier", "RL_verbose": "1"}
    return {"HOME": str(home), "XDG_CONFIG_HOME": "", "TYPST_FONT_PATHS": str(home), **said}


def other_tmp(folder: Path) -> Mapping[str, str]:
    """Return another folder for what is temporary."""
    (folder / "t").mkdir()
    return {"TMPDIR": str(folder / "t")}


def shifted_clock(folder: Path) -> Mapping[str, str]:
    """Return what puts the clock into another year for all of the program, or for Python alone."""
    if FAKETIME:
        return {"LD_PRELOAD": str(FAKETIME), "FAKETIME": "@2038-01-20 23:59:58", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    (folder / "site").mkdir()
    (folder / "site/sitecustomize.py").write_text(CLOCK)
    return {"PYTHONPATH": str(folder / "site")}


def conditions() -> dict[str, Condition]:
    """Return the conditions that need nothing to be built, by name."""
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout.lower()
    found = {
        "another process": Condition(),
        **{f"PYTHONHASHSEED={seed}": Condition(environment={"PYTHONHASHSEED": seed}) for seed in ("0", "1", "random")},
        **{
            f"TZ={zone}": Condition(environment={"TZ": zone})
            for zone in ("UTC", "Pacific/Kiritimati", "America/St_Johns")
        },
        "SOURCE_DATE_EPOCH=1": Condition(environment={"SOURCE_DATE_EPOCH": "1"}),
        "the clock in 2038": Condition(prepare=shifted_clock),
        **{
            f"LC_ALL={name}": Condition(environment={"LC_ALL": name})
            for name in ("C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8")
            if name == "C" or name.lower().replace("utf-8", "utf8") in known
        },
        "another folder to stand in and to write to": Condition(stands_elsewhere=True),
        "umask 077": Condition(before=("sh", "-c", 'umask 077; exec "$@"', "sh")),
        "settings of the libraries": Condition(prepare=foreign_settings),
        "TMPDIR elsewhere": Condition(prepare=other_tmp),
        "HOME that cannot be written": Condition(prepare=unwritable_home),
        "no HOME": Condition(before=("env", "-u", "HOME", "-u", "XDG_CACHE_HOME")),
        "a new HOME, cold caches": Condition(prepare=fresh_home),
        "--jobs 2": Condition(options=("--jobs", "2")),
        **{
            f"{threads} thread{'s' * (threads > 1)} of libraries": Condition(
                environment={
                    f"{name}_NUM_THREADS": str(threads) for name in ("OMP", "NUMBA", "OPENBLAS", "RAYON", "TBB")
                }
            )
            for threads in (1, 2)
        },
        "one processor": Condition(before=("taskset", "-c", "0")),
        "python -O": Condition(flags=("-O",)),
        "python -X dev": Condition(flags=("-X", "dev", "-W", "ignore")),
        "a terminal": Condition(terminal=True, environment={"TERM": "xterm", "COLUMNS": "20"}),
    }
    return {
        name: condition
        for name, condition in found.items()
        if (not condition.before or shutil.which(condition.before[0]))
        and (not condition.terminal or shutil.which("script"))
    }


def wheel(folder: Path) -> Condition:
    """Return the condition of a wheel, built and installed in an environment beside the libraries of this one."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    venv.create(folder / "environment", with_pip=False, symlinks=True)
    (file,) = folder.glob("*.whl")
    python = str(folder / "environment/bin/python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "-q", str(file)]
    subprocess.run(install, check=True, capture_output=True)
    (packages,) = (folder / "environment").glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text("\n".join(p for p in sys.path if p.endswith("site-packages")) + "\n")
    return Condition(python=python, checkout=False)


def words(name: str) -> tuple[str, ...]:
    """Return what is typed after ``quasiprint`` to make a set on record: a game or an example with all that it can
    have."""
    example, *fewer = SHORTER.get(name, (name,))
    if example not in EXAMPLES:
        return "make", example, *EVERYTHING, "--format", FORMATS + ",txt" * (example == "majomino")
    names_paper = '"a4"' in EXAMPLES[example].read_text(encoding="utf-8")
    return "make", "--project", str(EXAMPLES[example]), *fewer, *(EVERYTHING[2:] if names_paper else EVERYTHING)


def summary(files: Mapping[str, str]) -> Formats:
    """Return what is kept of a set, from its digests: for each folder a SHA-256 over lines of path and SHA-256."""
    lines: dict[str, dict[str, str]] = {}
    for name, found in sorted(files.items(), key=lambda item: item[0].split("/")):
        if name and name not in LEFT_OUT:
            top, _, rest = name.partition("/")
            lines.setdefault(top, {})[rest] = found
    return {
        top: {
            "sha256": hashlib.sha256("".join(f"{top}/{k} {v}\n" for k, v in held.items()).encode()).hexdigest(),
            "files": {name: found[:SHORT] for name, found in held.items()},
        }
        for top, held in sorted(lines.items())
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


def on_record(file: Path = RECORD) -> tuple[dict[str, Any], set[str]]:
    """Return what a record holds, and the formats that libraries of other versions decide here."""
    record = json.loads(file.read_bytes())
    assert record["version"] == __version__
    return record["lines" if file == LINES_RECORD else "sets"], by_name_alone(record["libraries"])


def write_record(file: Path, held: Mapping[str, Any]) -> None:
    """Write a record, a line a value, so that a comparison of two of them says what changed."""
    what = "lines" if file == LINES_RECORD else "sets"
    record = {"version": __version__, "libraries": libraries(), what: held}
    file.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(f"wrote {file.name}: {len(held)} {what}")


@cache
def table() -> dict[str, dict[str, Any]]:
    """Return tests/data/lines.toml."""
    return tomllib.loads(LINES.read_text(encoding="utf-8"))


def lines() -> dict[str, tuple[str, str]]:
    """Return the lines of the table and what each reads, by name: the line, and which of several texts it reads."""
    typed = table()["typed"].items()
    read = {f"{line} {k}": (line, text) for line, texts in typed for k, text in enumerate(texts, 1)}
    return {line: (line, "") for group in table()["lines"].values() for line in group} | read


def ran(line: str, text: str, folder: Path) -> dict[str, Any]:
    """Run a line of the table in an empty folder, in this process: commands with && between them, whatever each ends
    with. text: what they read. Return how they ended, what they printed, also on standard error, and a short SHA-256 of
    each file that they wrote; of manifest.json without the versions of libraries, and what they decide."""
    from click.testing import CliRunner

    from quasiprint.cli import main

    read = {word.split("/")[0] for word in shlex.split(line)}
    for name, content in table()["files"].items():
        if name.split("/")[0] in read:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
    for name in LINKED:
        if f"{name}/" in line:
            (folder / name).symlink_to(ROOT / name)
    given = digest(folder)
    ended, printed, told = [], "", ""
    with contextlib.chdir(folder):
        for command in line.split(" && "):
            result = CliRunner(env={"COLUMNS": "80"}).invoke(
                main, shlex.split(command), prog_name="quasiprint", input=text
            )
            assert isinstance(result.exception, SystemExit | None), (command, result.exc_info)
            ended.append(result.exit_code)
            printed += result.stdout.replace(str(folder), "HERE")
            told += result.stderr.replace(str(folder), "HERE")
    files = {name: found[: 2 * SHORT] for name, found in digest(folder).items()}
    written = {name: found for name, found in files.items() if name not in given}
    for name in (name for name in written if name.endswith("manifest.json")):
        manifest = json.loads((folder / name).read_bytes())
        kept = [(key, value) for key, value in manifest.items() if key not in DECIDED]
        written[name] = hashlib.sha256(json.dumps(kept).encode()).hexdigest()[: 2 * SHORT]
    return {"ended": ended, "printed": printed.splitlines(), "told": told.splitlines(), "files": written}


def lines_beside_record(*, write: bool) -> int:
    """Run all lines and compare them with the record, or write it. Return how many differ."""
    os.environ["LANG"] = "C.UTF-8"
    for name in ("LC_ALL", "LC_PAPER"):
        os.environ.pop(name, None)
    found = {}
    for name, (line, text) in lines().items():
        with tempfile.TemporaryDirectory(prefix="quasiprint-lines-") as folder:
            found[name] = ran(line, text, Path(folder).resolve())
    if write:
        write_record(LINES_RECORD, found)
        return 0
    kept, loose = on_record(LINES_RECORD)
    wrong = [line for line in found if strict(found[line], loose) != strict(kept[line], loose)]
    print(*wrong, f"{len(found)} lines, {len(wrong) or 'none'} differ", sep="\n")
    return len(wrong)


def strict(found: Mapping[str, Any], loose: Collection[str]) -> dict[str, Any]:
    """Return what a line printed and wrote, but for the bytes of files that libraries of other versions decide."""
    files = {name: "" if name.rpartition(".")[2] in loose else held for name, held in found["files"].items()}
    return {**found, "files": files}


def beside_record(names: Collection[str], *, write: bool) -> int:
    """Make sets and compare them with the record, or write it. Return how many files differ."""
    with tempfile.TemporaryDirectory(prefix="quasiprint-bytes-") as held:
        sets = {name: summary(made(words(name), Condition(), Path(held, name))) for name in names}
    if write:
        write_record(RECORD, sets)
        return 0
    kept, loose = on_record()
    if loose:
        print(f"compared by name alone, for other versions of libraries: {', '.join(sorted(loose))}")
    wrong = 0
    for name, found in sets.items():
        told = list(differences(kept[name], found, loose))
        wrong += len(told)
        print(f"{name}: {sum(len(entry['files']) for entry in found.values())} files, {len(told) or 'none'} differ")
        print(*(f"  {line}" for line in told[:20]), sep="\n", end="\n" * bool(told))
    return wrong


def under_conditions(names: Collection[str], *, quick: bool) -> int:
    """Make sets under conditions and print a table. Return how many sets differ."""
    start, differ = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="quasiprint-determinism-", dir=MEMORY_FOLDER) as held:
        folder = Path(held)
        rows = {**conditions(), "the wheel": None}
        references = {(game, False): made(SMALL[game], Condition(), folder / "reference") for game in SMALL}
        for name in names:
            condition = rows[name] or wheel(folder / "wheel")
            for whole in (False, True) if name in AS_WHOLE and not quick else (False,):
                cells = []
                for game, asks in (WHOLE if whole else SMALL).items():
                    if (game, whole) not in references:
                        references[game, whole] = made(asks, Condition(), folder / "reference")
                    try:
                        cell = difference(references[game, whole], made(asks, condition, folder / "other"))
                    except RuntimeError as problem:
                        cell = " ".join(str(problem).split())
                        shutil.rmtree(folder / "other", ignore_errors=True)
                    differ += cell != "same"
                    cells.append(cell)
                title = f"{name}{', whole sets' if whole else ''}"
                print(f"{title:<44}" + " ".join(f"{cell:<10}" for cell in cells), flush=True)
        for (game, whole), reference in sorted(references.items()):
            print(f"{'whole' if whole else 'small'} {game}: {len(reference) - 1} files, {reference[''][:16]}")
    print("the clock was changed by", FAKETIME or "Python's own functions alone")
    print("not varied:", *NOT_VARIED, sep="\n  ")
    print(f"{differ} differ, in {time.monotonic() - start:.0f} s; columns: {', '.join(SMALL)}")
    return differ


def main(arguments: list[str]) -> int:
    """Print what differs. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="conditions, or sets; all if none is named")
    parser.add_argument("--quick", action="store_true", help="small sets alone")
    parser.add_argument("--record", action="store_true", help="compare sets with the record of this version")
    parser.add_argument("--write", action="store_true", help="write the record anew, of all sets, or of the lines")
    options = parser.parse_args(arguments)
    sets = [*GAMES, *EXAMPLES, *SHORTER]
    allowed = [*sets, "lines"] if options.record else [*conditions(), "the wheel"]
    if unknown := sorted(set(options.names) - set(allowed)):
        parser.error(f"NAME: found {', '.join(unknown)}, allowed are {', '.join(allowed)}")
    if options.write and (options.names not in ([], ["lines"]) or not options.record):
        parser.error("--write: found without --record, or with a NAME; allowed is --record --write, or with lines")
    if options.record:
        wrong = 0
        if names := [name for name in options.names or sets if name != "lines"]:
            wrong += beside_record(names, write=options.write)
        if "lines" in (options.names or allowed):
            wrong += lines_beside_record(write=options.write)
        return 1 if wrong else 0
    return 1 if under_conditions(options.names or allowed, quick=options.quick) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
