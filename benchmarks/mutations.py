"""How many of the ways to break a set does `quasiprint verify` notice, and by which findings?

    python benchmarks/mutations.py                            every mutation, each in the games where it means something
    python benchmarks/mutations.py quasimino --only stl-      some of them, by the beginning of their names
    python benchmarks/mutations.py triomino --set made/triomino --jobs 2

Makes a set of each game (`--small`: the smallest that have everything), makes sure that it verifies, and then breaks a
copy of it, mends the hashes in its manifest, and verifies that. Prints a Markdown table and ends with 1 if anything is
missed. The mutations stand in tests/mutations and share no code with the program.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutations.catalogue import MUTATIONS, named  # noqa: E402
from mutations.folder import GAMES, Mutation, NotHere, broken, copied, formats_for  # noqa: E402
from mutations.verdicts import caught, reported  # noqa: E402

SMALL = {
    "quasimino": ["--colours", "2"],
    "triomino": ["--highest", "1"],
    "majomino": ["--size", "5", "--count", "3"],
    "quomino": ["--size", "4"],
}


@dataclass(frozen=True)
class Row:
    """What came of one mutation of one game's set.

    missing: why this set has nothing to break. harmless: why there is nothing to catch, and a finding a false alarm.
    """

    name: str
    says: str
    formats: str
    game: str
    found: tuple[str, ...]
    expected: tuple[str, ...]
    right: bool
    missing: str = ""
    harmless: str = ""

    def line(self) -> str:
        """Return the row of the table."""
        if self.missing:
            verdict = f"not here: {self.missing}"
        elif self.harmless:
            verdict = f"nothing to catch: {self.harmless}" if self.right else "**false alarm**"
        else:
            verdict = "yes" if self.right else "**no**"
        codes = (", ".join(self.found), ", ".join(self.expected))
        return f"| {' | '.join((self.name, self.says, self.formats, self.game, verdict, *codes))} |"


def made(game: str, formats: tuple[str, ...], folder: Path, small: bool) -> Path:
    """Make a set of a game in some formats and return its folder. Raises SystemExit if it cannot be made."""
    from quasiprint.cli import main

    target = folder / "-".join(formats) / game
    arguments = ["make", game, "--format", ",".join(formats), "-o", str(target), *(SMALL[game] if small else [])]
    main(arguments, prog_name="quasiprint", standalone_mode=False)
    return target


def tried(task: tuple[str, str, Path]) -> Row:
    """Break a copy of a set in one way and verify it."""
    name, game, whole = task
    mutation = named(name)
    folder = Path(tempfile.mkdtemp(prefix="mutation-", dir=whole.parent))
    head = (name, mutation.says, ", ".join(mutation.formats), game)
    expected = tuple(sorted(mutation.codes))
    try:
        copy = copied(whole, folder / game)
        try:
            broken(mutation, copy)
        except NotHere as reason:
            return Row(*head, (), expected, False, missing=str(reason))
        found = tuple(sorted(reported(copy)))
        return Row(*head, found, expected, caught(mutation, found), harmless=mutation.harmless)
    finally:
        shutil.rmtree(folder)


def tasks(games: list[str], only: str) -> Iterator[tuple[Mutation, str]]:
    """Yield every mutation with every game in which it means something."""
    for mutation in MUTATIONS:
        for game in games:
            if mutation.name.startswith(only) and game in mutation.games:
                yield mutation, game


def main() -> int:
    """Break sets, print what was noticed, and return the exit code."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named")
    options.add_argument("--only", default="", metavar="NAME", help="mutations whose names begin like this")
    options.add_argument("--set", type=Path, metavar="DIR", help="a made set of the one game named")
    options.add_argument("--small", action="store_true", help="the smallest sets that have everything")
    options.add_argument("--brief", type=Path, metavar="FILE", help="also write a table, a line for each mutation")
    options.add_argument("--jobs", type=int, default=1, metavar="N")
    chosen = options.parse_args()
    games = chosen.games or list(GAMES)
    if unknown := sorted(set(games) - set(GAMES)):
        options.error(f"unknown game: {', '.join(unknown)}; there are {', '.join(GAMES)}")
    if chosen.set and len(games) != 1:
        options.error("--set wants one game")
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="mutations-") as name:
        sets: dict[tuple[str, tuple[str, ...]], Path] = {}
        todo = []
        for mutation, game in tasks(games, chosen.only):
            key = game, () if chosen.set else formats_for(mutation, game)
            if key not in sets:
                # a copy even of a set that is given: the copies to break are linked to it
                given = chosen.set and shutil.copytree(chosen.set, Path(name) / game)
                sets[key] = given or made(game, key[1], Path(name), chosen.small)
                if found := reported(sets[key]):
                    print(f"{game}: the set that was made does not verify: {', '.join(sorted(found))}")
                    return 1
            todo.append((mutation.name, game, sets[key]))
        rows = _rows(todo, chosen.jobs)
    if not rows:
        options.error(f"no mutation's name begins with {chosen.only!r}")
    if chosen.brief:
        chosen.brief.write_text(f"{brief(rows)}\n")
    counted = [row for row in rows if not row.missing]
    broke = [row for row in counted if not row.harmless]
    wrong = [row for row in counted if not row.right]
    idle = f"nothing to catch in {len(counted) - len(broke)}, nothing to break in {len(rows) - len(counted)}"
    print(f"\ncaught {sum(row.right for row in broke)} / {len(broke)}; {idle}; {time.perf_counter() - began:.0f} s")
    return int(bool(wrong))


def brief(rows: list[Row]) -> str:
    """Return a table with one line for each mutation: in which games it was tried, and what reported it."""
    lines = ["| mutation | what is done | format | caught in | reported by |", "|---|---|---|---|---|"]
    for name in dict.fromkeys(row.name for row in rows):
        own = [row for row in rows if row.name == name]
        tried_in = [row for row in own if not row.missing]
        found = sorted({code for row in tried_in for code in row.found})
        if any(row.harmless for row in own):
            verdict = f"nothing to catch: {own[0].harmless}"
        else:
            verdict = ", ".join(f"{row.game}{'' if row.right else ' **not**'}" for row in tried_in)
        head = f"| {name} | {own[0].says} | {own[0].formats}"
        lines.append(f"{head} | {verdict or 'nothing to break'} | {', '.join(found)} |")
    return "\n".join(lines)


def _rows(todo: list[tuple[str, str, Path]], jobs: int) -> list[Row]:
    """Try everything and print each row as soon as it is there, in order."""
    print("| mutation | what is done | format | game | caught | findings | expected, one of |")
    print("|---|---|---|---|---|---|---|")
    rows = []
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for row in pool.imap(tried, todo):
            print(row.line(), flush=True)
            rows.append(row)
    return rows


if __name__ == "__main__":
    sys.exit(main())
