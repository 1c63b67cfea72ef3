"""Trials for `interruptions.py`: a run is disturbed, and what it has left is judged.

An old set lies at its place; another run, of other parameters, is made over it in a fork of one warm process, and is
disturbed. What lies at the place afterwards must be the old set or the new one, to the byte, or become so by the next
run, which must leave nothing beside it: not there, not in TMPDIR, not in the home, where the caches are. A disturbance
comes just before an operation of the file system: Python's audit hooks see it there, in the jobs of a run, too.
"""

from __future__ import annotations

import errno
import hashlib
import importlib
import json
import mmap
import os
import pkgutil
import shutil
import signal
import struct
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.truncate", "shutil.rmtree"}
HUNG, FAULT = "hung", 99  # FAULT: the exit code of a run that ended with a traceback
LIMIT = 120.0  # s, for a single trial
Action = Callable[[], None]
Tree = dict[str, str]


def tree(folder: Path) -> Tree:
    """Return everything below a folder: a file's SHA-256, and a word for what is none. Of a file, its own."""
    if folder.is_file():
        return {"": hashlib.sha256(folder.read_bytes()).hexdigest()}
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        plain = path.is_file() and not path.is_symlink()
        found[name] = hashlib.sha256(path.read_bytes()).hexdigest() if plain else "no file"
    return found


def whole(target: Path) -> bool:
    """Tell whether a folder, or an archive, is a set: each file as its manifest has it, nothing more, nothing less."""
    try:
        if target.is_file():
            with zipfile.ZipFile(target) as archive:
                held = {name: archive.read(name) for name in archive.namelist()}
        else:
            paths = [path for path in target.rglob("*") if path.is_file()]
            held = {path.relative_to(target).as_posix(): path.read_bytes() for path in paths}
        listed = json.loads(held.pop("manifest.json"))["files"]
    except (OSError, ValueError, LookupError, zipfile.BadZipFile):
        return False
    files = {name: hashlib.sha256(content).hexdigest() for name, content in held.items()}
    return files == {entry["path"]: entry["sha256"] for entry in listed}


def copied(source: Path, target: Path) -> None:
    """Copy a file, or a folder with everything in it."""
    if source.is_file():
        shutil.copy2(source, target)
    else:
        shutil.copytree(source, target)


def removed(target: Path) -> None:
    """Remove a file, or a folder with everything in it, if it is there."""
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)


def command(*words: object) -> Action:
    """Return an action that runs the command line."""

    def act() -> None:
        from quasiprint.cli import main

        main(args=[str(word) for word in words], prog_name="quasiprint")

    return act


def refuse_one_job(words: Sequence[str], jobs: int) -> None:
    """Raise ValueError if a run is to have more than one job, and its formats are a single one: then none is begun."""
    from quasiprint.make.make import jobs_of

    names = words[words.index("--format") + 1]
    if jobs > 1 and len(jobs_of(names.split(","))) < 2:
        raise ValueError(f"--jobs {jobs}: {names} are made in one job, allowed are formats that need different things")


def as_program(action: Action) -> Action:
    """Return an action done as the program does: signals are heard, and what ends it becomes an exit code."""

    def act() -> None:
        from quasiprint.system import interruption
        from quasiprint.system.outcome import exit_code

        interruption.listen()
        sys.exit(exit_code(action))

    return act


def abandoned(target: Path) -> Action:
    """Return the least that a next run can be: it begins to write a set, and gives up."""

    def act() -> None:
        from quasiprint.disk.sinks import sink

        with sink(target):
            raise SystemExit(0)

    return act


def warm() -> None:
    """Import everything once, so that a fork has nothing left to load. Start no thread: forks lose them."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    package = importlib.import_module("quasiprint")
    for module in pkgutil.walk_packages(package.__path__, "quasiprint."):
        importlib.import_module(module.name)
    for name in (
        *("reportlab.pdfgen.canvas", "typst", "numpy", "manifold3d", "shapely", "svgwrite"),
        *("urllib.request", "encodings.cp1252", "multiprocessing.popen_fork"),
    ):
        importlib.import_module(name)


class Count:
    """Counts what all processes of a run do to the disk, in memory that they share."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    def next(self) -> int:
        """Return the number of this operation, from 0."""
        (number,) = struct.unpack("q", self._memory[:8])
        self._memory[:8] = struct.pack("q", number + 1)
        return int(number)

    @property
    def seen(self) -> int:
        """How many there were."""
        return int(struct.unpack("q", self._memory[:8])[0])


def at(
    moment: int, count: Count, strike: Callable[[], None], only: frozenset[str] | None = None, *, on: bool = False
) -> Action:
    """Return what makes a process strike just before its `moment`-th change to the disk. on: and before all that
    follow."""

    def prepare() -> None:
        def hook(event: str, arguments: tuple[object, ...]) -> None:
            if event == "open":
                flags = arguments[2] if len(arguments) > 2 else 0
                if not isinstance(flags, int) or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                    return
            elif event not in CHANGES:
                return
            if only is None or event in only:
                number = count.next()
                if number == moment or (on and number > moment):
                    strike()

        sys.addaudithook(hook)

    return prepare


def sends(number: int) -> Callable[[], Callable[[], None]]:
    """Return a maker of strikes: a signal for the run's first process, whichever of them it is that strikes."""

    def make() -> Callable[[], None]:
        first = os.getpid()

        def strike() -> None:
            os.kill(first, number)

        return strike

    return make


def own_end() -> None:
    """Kill the process that strikes, a job as well as the run itself."""
    os.kill(os.getpid(), signal.SIGKILL)


def no_room() -> None:
    """Find the disk full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@dataclass
class Tally:
    """What became of the trials of one kind."""

    tried: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    old: int = 0
    new: int = 0
    restored: int = 0
    lost: list[str] = field(default_factory=list)
    strays: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        """Return a row of the table."""
        ends = " ".join(f"{end}:{number}" for end, number in sorted(self.ends.items()))
        figures = (self.tried, self.old, self.new, self.restored, len(self.lost), len(self.strays), len(self.faults))
        return f"{name:<44}" + "".join(f"{figure:>9}" for figure in figures) + f"  {ends}"

    @property
    def bad(self) -> list[str]:
        """Everything that should not have been."""
        return [*self.lost, *self.strays, *self.faults]


HEADER = (
    f"{'':<44}"
    + "".join(f"{word:>9}" for word in ("tried", "old", "new", "restored", "lost", "strays", "faults"))
    + "  exit codes"
)


class Ground:
    """Where trials are made: a folder for the target, and a home, a TMPDIR and caches of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.area, self.home, self.tmp = root / "area", root / "home", root / "tmp"
        for folder in (self.area, self.home, self.tmp):
            folder.mkdir(parents=True)
        self.said = root / "said"
        self.settled: set[str] = set()  # what lies at home once all caches are filled

    def started(self, action: Action, prepare: Action | None = None) -> int:
        """Start an action in a fork and return its process id."""
        sys.stdout.flush()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until it is the run's own to hear
        pid = os.fork()
        if pid:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            return pid
        code = FAULT
        try:
            os.setsid()
            out = os.open(self.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            os.dup2(out, 1)
            os.dup2(out, 2)
            # whoever started us may have put something else in their place
            sys.stdout, sys.stderr = (open(number, "w", buffering=1, closefd=False) for number in (1, 2))  # noqa: SIM115
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.environ.update(HOME=str(self.home), TMPDIR=str(self.tmp), XDG_CACHE_HOME="")
            tempfile.tempdir = None
            os.chdir(self.area)
            if prepare:
                prepare()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            action()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        except BaseException as problem:
            # what click would have ended with, if it had been in charge
            code = getattr(problem, "exit_code", FAULT)
            if code == FAULT:
                traceback.print_exc()
        finally:
            os._exit(code)

    def ended(self, pid: int) -> str:
        """Wait for a process; return its exit code, the name of the signal that killed it, or that it hung."""
        last = time.monotonic() + LIMIT
        while time.monotonic() < last:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                return signal.Signals(-code).name if code < 0 else str(code)
            time.sleep(0.0005)
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return HUNG

    def run(self, action: Action, prepare: Action | None = None) -> str:
        """Run an action in a fork to its end."""
        return self.ended(self.started(action, prepare))

    def must(self, action: Action) -> None:
        """Run an action that has to be done. Raises RuntimeError with what it said if it is not."""
        if (end := self.run(action)) != "0":
            raise RuntimeError(f"ended with {end}: {self.said.read_text()}")

    def empty(self) -> None:
        """Remove everything from where the trials are made."""
        for entry in (*self.area.iterdir(), *self.tmp.iterdir()):
            removed(entry)

    def beside(self, target: str) -> list[str]:
        """Return what lies where nothing should: beside the target, in TMPDIR, in the home."""
        found = [entry.name for entry in self.area.iterdir() if entry.name != target]
        found += [f"TMPDIR/{entry.name}" for entry in self.tmp.iterdir()]
        return found + [f"HOME/{name}" for name in tree(self.home) if name not in self.settled]


class Sets:
    """An old set and a new one, made to be put in the same place. name: of the folder, or of the archive."""

    def __init__(self, ground: Ground, old: str, new: str, name: str = "set") -> None:
        self.ground, self.target = ground, ground.area / name
        self.words = old.split(), new.split()
        self.trees: list[Tree] = []
        for words in self.words:
            ground.empty()
            ground.must(self.first(words))
            assert whole(self.target)
            self.trees.append(tree(self.target))
            if words is self.words[0]:
                removed(ground.root / "old")
                copied(self.target, ground.root / "old")
        assert self.trees[0] != self.trees[1]
        ground.settled = set(tree(ground.home))

    def first(self, words: list[str]) -> Action:
        """Return the run that makes a set for comparison."""
        return command("make", *words, "-o", self.target.name)

    def lay(self) -> None:
        """Put the old set in its place, and nothing else."""
        self.ground.empty()
        copied(self.ground.root / "old", self.target)

    def make(self, jobs: int = 1, of: int = 1) -> Action:
        """Return the run that is disturbed. Raises ValueError where it would begin no process for its jobs."""
        refuse_one_job(self.words[of], jobs)
        return command("make", *self.words[of], "-o", self.target.name, "--jobs", jobs)

    def found(self) -> str:
        """Tell which set lies at the target, whole: old, new or neither."""
        lies = tree(self.target)
        return "old" if lies == self.trees[0] else "new" if lies == self.trees[1] else "neither"

    def judge(self, tally: Tally, end: str, where: str, *, caught: bool, again: bool = True) -> None:
        """Count what a trial has left. caught: the run could clear up itself. again: try a whole next run, too."""
        ground, name = self.ground, self.target.name
        tally.tried += 1
        tally.ends[end] += 1
        if end in {HUNG, str(FAULT)}:
            tally.faults.append(f"{where}: {end}: {ground.said.read_text()[-600:]}")
        first = self.found()
        if caught and (first == "neither" or ground.beside(name)):
            tally.strays.append(f"{where}: {first} set, and {ground.beside('set')} right after it ended with {end}")
        ground.run(abandoned(self.target))
        then = self.found()
        if then == "neither" or first not in {"neither", then}:
            tally.lost.append(f"{where}: {first} set, then {then}: {sorted(tree(ground.area))[:6]}")
        elif first == "neither":
            tally.restored += 1
        tally.old += first == "old"
        tally.new += first == "new"
        if left := ground.beside(name):
            tally.strays.append(f"{where}: {left} after the next run")
        if again and (after := ground.run(self.make())) != "0":
            tally.faults.append(f"{where}: the next run ended with {after}: {ground.said.read_text()[-300:]}")
        if again and (self.found() != "new" or ground.beside(name)):
            tally.lost.append(f"{where}: the next run made {self.found()}, beside it {ground.beside('set')}")


def moments(
    sets: Sets, strike: Callable[[], Callable[[], None]], *, jobs: int = 1, caught: bool, step: int = 1,
    only: frozenset[str] | None = None, on: bool = False,
) -> Tally:  # fmt: skip
    """Disturb a run at every change to the disk in turn, or every `step`-th, until it has no more of them. caught: the
    run could clear up itself. only: what counts as a change. on: disturb it again at all that follow."""
    tally, moment = Tally(), 0
    while True:
        sets.lay()
        count = Count()

        def prepare(moment: int = moment, count: Count = count) -> None:
            at(moment, count, strike(), only, on=on)()

        end = sets.ground.run(sets.make(jobs), prepare)
        if count.seen <= moment:
            return tally
        sets.judge(tally, end, f"moment {moment}", caught=caught)
        moment += step


def spread(sets: Sets, number: int, trials: int, *, jobs: int = 1) -> Tally:
    """Send a signal at moments spread evenly over the time that a run takes."""
    tally = Tally()
    sets.lay()
    start = time.monotonic()
    sets.ground.must(sets.make(jobs))
    length = (time.monotonic() - start) * 1.1
    for trial in range(trials):
        sets.lay()
        pid = sets.ground.started(sets.make(jobs))
        time.sleep(length * trial / trials)
        os.kill(pid, number)
        end = sets.ground.ended(pid)
        caught = number != signal.SIGKILL
        sets.judge(tally, end, f"{length * trial / trials:.4f} s", caught=caught, again=trial % 4 == 0)
    return tally


def together(sets: Sets, rounds: int, runs: int, *, kill: bool) -> Tally:
    """Start several runs at once into one place, old and new in turn; kill one of them in the middle if asked."""
    tally = Tally()
    for round_ in range(rounds):
        sets.lay()
        pids = [sets.ground.started(sets.make(of=turn % 2)) for turn in range(runs)]
        if kill:
            time.sleep(0.002 * (round_ % 100))
            os.kill(pids[round_ % runs], signal.SIGKILL)
        ends = [sets.ground.ended(pid) for pid in pids]
        if set(ends) - {"0", "2", "SIGKILL"} or ("0" not in ends and not kill):
            tally.faults.append(f"round {round_}: the runs ended with {ends}")
        sets.judge(tally, "+".join(sorted(ends)), f"round {round_}", caught=not kill, again=round_ % 4 == 0)
    return tally
