"""Races: somebody works in the folder that a run replaces, at any moment; nothing of theirs may be lost.

    python benchmarks/races.py [RACES [SEED]]

While a small `make` runs over an older set, a hand puts files into it at every level, edits files of it, in their place
or as editors do (a new file under the old name), removes some, starts other runs at the same place, beside it and
beneath it, tells runs to end and kills them. Half of the time it acts by the clock, half just before an operation of
the file system, mostly in the swap at the end. Afterwards every file that the hand has written must be there with its
bytes: in its place, or under a name that a run has told; and the set in its place must be the old one or the new one,
whole but for what the hand itself did to it. Prints a table, and ends with 1 if anything was lost, untold or by half.

A hand that holds a file open may write into it after its name is gone. Nobody can keep that; it is counted apart.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from disturbed import CHANGES, HUNG, Action, Ground, Sets, Tree, abandoned, as_program, command, tree, warm, whole

MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
BOARDS = ("majomino --size 3 --count 2 --format txt,svg", "majomino --size 3 --count 3 --seed 4 --format txt,svg")
LAST = 45  # changes to the disk at the end of a run: the swap, and the clearing up


@dataclass
class Hand:
    """Somebody who works in a folder while a run replaces it. log: where it is written down what was done."""

    target: Path
    random: random.Random
    log: Path
    race: int

    def note(self, kind: str, path: Path, content: bytes = b"") -> None:
        """Write down what was done."""
        with self.log.open("ab") as log:
            log.write(f"{kind}\t{path}\t{content.hex()}\n".encode())

    def act(self) -> None:
        """Do something, and write down what was done. What cannot be done just now is left."""
        acts = self.acts if self.target.suffix != ".zip" else self.archive_acts
        with contextlib.suppress(OSError, zipfile.BadZipFile):
            self.random.choice(acts())()

    def acts(self) -> list[Action]:
        """Return what may be done to a folder."""
        return [self.put, self.put, self.put, self.edit, self.edit, self.save, self.save, self.remove, self.nest]

    def archive_acts(self) -> list[Action]:
        """Return what may be done to an archive."""
        return [self.save_over, self.append, self.edit_archive]

    def _content(self) -> bytes:
        return f"race {self.race}: {self.random.random()}".encode()

    def _some(self) -> Path:
        files = sorted(path for path in self.target.rglob("*") if path.is_file())
        if not files:
            raise FileNotFoundError
        return self.random.choice(files)

    def put(self) -> None:
        """Put a file of one's own somewhere, in a folder of one's own perhaps."""
        folders = [self.target, *(path for path in self.target.rglob("*") if path.is_dir())]
        folder, content = self.random.choice(folders), self._content()
        if self.random.random() < 0.4:
            folder = folder / f"mine-{self.random.randrange(10**6)}"
            folder.mkdir()
        self._write(folder / f"mine-{self.random.randrange(10**6)}.txt", content, "xb", "put")

    def edit(self) -> None:
        """Write into a file of the set, in its place."""
        path = self._some()
        self.note("touch", path)
        self._write(path, self._content(), "r+b", "edit")

    def save(self) -> None:
        """Save a file of the set as editors do: a new one, under the old name."""
        path, content = self._some(), self._content()
        self.note("touch", path)
        part = path.with_name(f"{path.name}~{self.random.randrange(10**6)}")
        self.note("touch", part)
        self._write(part, content, "xb", "part")
        os.replace(part, path)
        self.note("save", path, content)

    def remove(self) -> None:
        """Remove a file of the set."""
        path = self._some()
        self.note("touch", path)
        os.unlink(path)

    def nest(self) -> None:
        """Put a folder with a set of another program's in it."""
        folder = self.target / f"other-{self.random.randrange(10**6)}"
        folder.mkdir()
        self._write(folder / "manifest.json", self._content(), "xb", "put")

    def save_over(self) -> None:
        """Save something else under the archive's name."""
        content = self._content()
        part = self.target.with_name(f"part-{self.random.randrange(10**6)}")
        self._write(part, content, "xb", "part")
        os.replace(part, self.target)
        self.note("save", self.target, content)

    def append(self) -> None:
        """Put more into the archive's file."""
        self._write(self.target, self._content(), "r+b", "edit")

    def edit_archive(self) -> None:
        """Put a file into the archive, as an archiver does: a new archive under the old name."""
        part = self.target.with_name(f"part-{self.random.randrange(10**6)}")
        part.write_bytes(self.target.read_bytes())
        with zipfile.ZipFile(part, "a") as archive:
            archive.writestr(f"mine-{self.random.randrange(10**6)}.txt", self._content())
        content = part.read_bytes()
        os.replace(part, self.target)
        self.note("save", self.target, content)

    def _write(self, path: Path, content: bytes, mode: str, kind: str) -> None:
        with open(path, mode, buffering=0) as stream:
            if mode == "r+b":
                stream.seek(0, os.SEEK_END)
            stream.write(content)
            kept = os.fstat(stream.fileno()).st_nlink
        self.note(kind if kept else "gone", path, content)


@dataclass
class Row:
    """What became of the races of one kind."""

    races: int = 0
    written: int = 0
    in_place: int = 0
    aside: int = 0
    gone: int = 0
    old: int = 0
    new: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    half: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        """Return a row of the table."""
        figures = (self.races, self.written, self.in_place, self.aside, self.gone, len(self.lost), self.old, self.new,
                   len(self.half), len(self.faults))  # fmt: skip
        ends = " ".join(f"{end}:{number}" for end, number in sorted(self.ends.items()))
        return f"| {name} | " + " | ".join(map(str, figures)) + f" | {ends} |"


HEADER = (
    "| races | number | files written by hand | in place | aside, told | open when gone | lost | old set | new set "
    "| half sets | faults | exit codes |\n|" + "---|" * 12
)


class Made(Sets):
    """Sets that can be made anywhere."""

    def run(self, of: int, place: str, *, replace: bool = False) -> Action:
        """Return a run that makes the old set or the new one somewhere."""
        return command("make", *self.words[of], *["--replace"] * replace, "-o", place)


class Course:
    """Where races of one kind are run."""

    def __init__(self, sets: Made, seed: int) -> None:
        self.ground, self.sets = sets.ground, sets
        self.random = random.Random(seed)
        self.row = Row()
        self.log = self.ground.root / "hand"
        self.sets.lay()
        begun = time.monotonic()
        self.ground.must(self.sets.make())
        self.length = time.monotonic() - begun
        self.changes = self._changes()

    def _changes(self) -> int:
        from disturbed import Count, at

        self.sets.lay()
        count = Count()
        self.ground.run(self.sets.make(), at(1 << 40, count, lambda: None))
        return count.seen

    def started(self, action: Action, prepare: Action | None = None) -> int:
        """Start a run whose words are kept apart from those of others."""
        self.runs += 1
        self.ground.said = self.ground.root / f"said-{self.runs}"
        return self.ground.started(action, prepare)

    def race(self, *, clock: bool, others: bool, kills: bool) -> None:
        """Run one race, and judge it."""
        row, target = self.row, self.sets.target
        for path in self.ground.root.glob("said-*"):
            path.unlink()
        self.runs = 0
        self.log.write_bytes(b"")
        self.sets.lay()
        hand = Hand(target, random.Random(self.random.random()), self.log, row.races)
        acts = self.random.randrange(1, 4)
        moments = {self.changes - 1 - self.random.randrange(LAST) for _ in range(acts)}
        make = self.sets.run(1, target.name, replace=self.random.random() < 0.2)
        pids = [self.started(make, None if clock else lambda: striking(hand, moments))]
        beside: list[tuple[int, Path]] = []
        if others:
            for place in (target.name, f"{target.name}-2", f"{target.name}/svg/sub", f"{target.name}/sub"):
                if self.random.random() < 0.5 and (target.suffix != ".zip" or "/" not in place):
                    time.sleep(self.random.random() * self.length / 3)
                    pids.append(self.started(self.sets.run(0, place)))
                    beside.append((len(pids) - 1, self.ground.area / place))
        plan: list[tuple[float, Callable[[], object]]] = []
        if clock:
            plan += [(self.random.random() * self.length * 1.2, hand.act) for _ in range(acts)]
        if kills:
            number = self.random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
            when = self.length * (1 - self.random.random() ** 2 * 0.5) if number != signal.SIGKILL else 0.01
            if number == signal.SIGKILL:  # at any moment; the others are heard once the program runs
                when = self.length * self.random.random() * 1.1
            plan.append((when, lambda: os.kill(pids[0], number)))
        begun = time.monotonic()
        for when, do in sorted(plan, key=lambda entry: entry[0]):
            time.sleep(max(0.0, begun + when - time.monotonic()))
            do()
        ends = [self.ground.ended(pid) for pid in pids]
        self.ground.ended(self.started(next_run(target)))
        self.judge(ends, [place for number, place in beside if ends[number] == "0"])

    def judge(self, ends: list[str], made: list[Path]) -> None:
        """Look for everything that the hand has written, and for the set."""
        row, target = self.row, self.sets.target
        where = f"race {row.races} ({' '.join(ends)})"
        row.races += 1
        row.ends.update(ends)
        said = "".join(path.read_text(errors="replace") for path in self.ground.root.glob("said-*"))
        if "Traceback" in said or HUNG in ends:
            row.faults.append(f"{where}: {said[-900:]}")
        there = {path: path.read_bytes() for path in self.ground.area.rglob("*") if path.is_file()}
        notes = [line.split("\t") for line in self.log.read_text().splitlines()]
        touched = {Path(path) for kind, path, _ in notes if kind != "put"}
        last = {path: content for kind, path, content in notes if kind in ("put", "edit", "save")}
        for path, content in last.items():  # what the hand itself has written over since is not looked for
            row.written += 1
            wanted = bytes.fromhex(content)
            found = [place for place, held in there.items() if wanted in held]
            removed = any(kind == "touch" and other == path for kind, other, _ in notes[self._index(notes, path) :])
            if Path(path) in found:
                row.in_place += 1
            elif any(self._is_told(place, said) for place in found):
                row.aside += 1
            elif not (removed and not found):
                row.lost.append(f"{where}: {path}: found in {found}; said {said[-600:]}")
            else:
                row.written -= 1  # the hand has removed it itself
        row.gone += sum(kind == "gone" for kind, _, _ in notes)
        self._judge_set(where, touched, there)
        for place in made:
            # one that another run then replaced, or somebody put something into, is not asked for
            if place != target and not place.is_relative_to(target) and not whole(place):
                row.half.append(f"{where}: {place}")

    @staticmethod
    def _index(notes: list[list[str]], path: str) -> int:
        return max(n for n, note in enumerate(notes) if note[1] == path and note[0] in ("put", "edit", "save")) + 1

    def _is_told(self, place: Path, said: str) -> bool:
        top = self.ground.area / place.relative_to(self.ground.area).parts[0]
        return f"{os.fspath(top)}'" in said or f"'{top.name}'" in said

    def _judge_set(self, where: str, touched: set[Path], there: dict[Path, bytes]) -> None:
        row, target = self.row, self.sets.target
        if target.suffix == ".zip":
            found = self.sets.found() if target.is_file() else "neither"
            hand = target in touched
        else:
            held = tree(target) if target.is_dir() else {}
            own = {path.relative_to(target).as_posix() for path in touched if path.is_relative_to(target)}
            found = next((name for name, is_it in self._which(held, own) if is_it), "neither")
            hand = False
        row.old += found == "old"
        row.new += found == "new"
        if found == "neither" and not hand:
            row.half.append(f"{where}: {sorted(place.as_posix() for place in there)[:12]}")

    def _which(self, held: Tree, own: set[str]) -> Iterator[tuple[str, bool]]:
        for name, files in zip(("old", "new"), self.sets.trees, strict=True):
            yield name, all(held.get(path) == digest or path in own for path, digest in files.items())


def next_run(target: Path) -> Action:
    """Return the least that a next run can be, which clears up what a killed one has left, or says why not."""
    return as_program(abandoned(target))


def striking(hand: Hand, moments: set[int]) -> None:
    """Let the hand act just before the operations of the file system that have these numbers."""
    count, busy = 0, False

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count, busy
        if busy:
            return
        if event == "open":
            flags = arguments[2] if len(arguments) > 2 else 0
            if not isinstance(flags, int) or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                return
        elif event not in CHANGES:
            return
        if count in moments:
            busy = True
            # the signals are for the run, and not for the hand
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
            hand.act()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            busy = False
        count += 1

    sys.addaudithook(hook)


KINDS = {
    "by the clock": ("set", {"clock": True, "others": False, "kills": False}),
    "between two operations": ("set", {"clock": False, "others": False, "kills": False}),
    "by the clock, other runs beside and beneath": ("set", {"clock": True, "others": True, "kills": False}),
    "between two operations, other runs": ("set", {"clock": False, "others": True, "kills": False}),
    "by the clock, runs killed": ("set", {"clock": True, "others": True, "kills": True}),
    "between two operations, runs killed": ("set", {"clock": False, "others": False, "kills": True}),
    "an archive, by the clock": ("set.zip", {"clock": True, "others": True, "kills": False}),
    "an archive, between two operations": ("set.zip", {"clock": False, "others": False, "kills": True}),
}


def main() -> int:
    """Run the races, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("races", nargs="?", type=int, default=400)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    asked = parser.parse_args()
    races, seed = asked.races, asked.seed
    warm()
    bad: list[str] = []
    print(HEADER, flush=True)
    for number, (name, (target, how)) in enumerate(KINDS.items()):
        with tempfile.TemporaryDirectory(prefix="quasiprint-", dir=MEMORY) as folder:
            course = Course(Made(Ground(Path(folder)), *BOARDS, name=target), seed * 1000 + number)
            for _ in range(-(-races // len(KINDS))):
                course.race(**how)
        print(course.row.line(name), flush=True)
        bad += [*course.row.lost, *course.row.half, *course.row.faults]
    for line in bad:
        print(line, file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
