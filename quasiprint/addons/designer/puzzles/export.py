"""A puzzle for other programs: as an exact cover, as clauses, and as a proof that there is no solution.

The exact cover is the text that Knuth's DLX2 reads (The Art of Computer Programming 4B, 7.2.2.1): a line with all
items, a bar before those that need not be taken, then a line for each option; an item's colour stands behind a colon,
and a line that begins with a bar says what an option is. Where there are several copies of a tile, its item has bounds,
as DLX3 reads them: `0:3|k1`.

The clauses are DIMACS CNF. Variable k says that option k is taken; those that follow are counters and colours, which
the options determine. So there are as many models as solutions.

A proof is DRAT: clauses, each of which follows from those before by unit propagation, the last of them empty. It is the
plain search, written down. Of options d₁ … dₖ that were chosen in vain "not all of d₁ … dₖ" follows: each way to go on
was refuted before, and propagation leaves nobody to take the item that was branched on.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_letters, digits

from quasiprint.addons.designer.puzzles.cover import ONCE, Cover, Item, members
from quasiprint.addons.designer.puzzles.laying import Laid
from quasiprint.addons.designer.puzzles.solving import Undecided
from quasiprint.system import interruption
from quasiprint.system.progress import tell

FEW = 5  # variables of which each two exclude each other in a clause of their own
MOST_STEPS = 1_000_000  # clauses of a proof: some 100 MB
DEEPEST = 400  # tiles that lie while one is sought
SIGNS = digits + ascii_letters
Clause = tuple[int, ...]


def says(laid: Laid, places: Sequence[str]) -> Iterator[str]:
    """Yield what each option is. places: of those that lay a tile, as they are written."""
    yield from places
    yield from (f"no tile along {sorted(map(str, side))}" for side in laid.idle)


def _limited(laid: Laid) -> dict[int, list[int]]:
    """Return the options of each kind of tile that could be laid too often otherwise."""
    laying: dict[int, list[int]] = defaultdict(list)
    needed = {*laid.needed}
    for k, option in enumerate(laid.choices):
        if option.kind >= 0 and ("tile", option.kind) not in needed:
            laying[option.kind].append(k)
    tiles = laid.puzzle.tiles
    return {kind: own for kind, own in laying.items() if tiles[kind].copies < len(own)}


def _coloured(laid: Laid) -> dict[Item, dict[int, list[int]]]:
    """Return of each item that need not be taken the options that take it, by colour."""
    found: dict[Item, dict[int, list[int]]] = {}
    for k, option in enumerate(laid.choices):
        for item, colour in option.other:
            found.setdefault(item, {}).setdefault(colour, []).append(k)
    return found


def exact_cover_text(laid: Laid, title: str, said: Sequence[str]) -> str:
    """Return a puzzle as the text of an exact cover. said: what each option is."""
    copies = [tile.copies for tile in laid.puzzle.tiles]
    limited, coloured = _limited(laid), _coloured(laid)
    primary = {item: f"p{k}" for k, item in enumerate(dict.fromkeys(laid.needed), 1)}
    secondary = {item: f"s{k}" for k, item in enumerate(coloured, 1)}
    sign = {
        (item, colour): "" if colour == ONCE else f":{SIGNS[k] if k < len(SIGNS) else k}"
        for item, colours in coloured.items()
        for k, colour in enumerate(colours)
    }
    bounded = [f"0:{copies[kind]}|k{kind}" for kind in limited if copies[kind] > 1]
    once = [f"k{kind}" for kind in limited if copies[kind] == 1]
    lines = [f"| {title}", " ".join([*primary.values(), *bounded, "|", *secondary.values(), *once])]
    for number, (option, what) in enumerate(zip(laid.choices, said, strict=True), 1):
        items = [primary[item] for item in option.needed]
        items += [f"k{option.kind}"] * (option.kind in limited)
        items += [f"{secondary[item]}{sign[item, colour]}" for item, colour in option.other]
        lines += [f"| {number} {what}", " ".join(items)]
    return "\n".join(lines) + "\n"


class _Clauses:
    """Clauses while they are written. last: the last variable."""

    def __init__(self, variables: int) -> None:
        self.all: list[Clause] = []
        self.last = variables

    def new(self) -> int:
        self.last += 1
        return self.last

    def either(self, bits: Sequence[int]) -> int:
        """Return a variable that is true if one of some is."""
        if len(bits) == 1:
            return bits[0]
        found = self.new()
        self.all += [(-bit, found) for bit in bits]
        self.all.append((-found, *bits))
        return found

    def at_most(self, bits: Sequence[int], most: int) -> None:
        """Let at most so many be true (Sinz's counter): count[j] says that more than j of those so far are."""
        if len(bits) <= most:
            return
        if most == 1 and len(bits) <= FEW:
            self.all += [(-one, -two) for one, two in combinations(bits, 2)]
            return
        count: list[int] = []
        for bit in bits[:-1]:
            after = [self.new() for _ in range(min(len(count) + 1, most))]
            for j, more in enumerate(after):
                before = [count[j]] if j < len(count) else []
                self.all += [(-had, more) for had in before]
                self.all.append((-bit, more) if j == 0 else (-bit, -count[j - 1], more))
                self.all.append((-more, bit, *before))
                if j:
                    self.all.append((-more, count[j - 1], *before))
            if len(count) == most:
                self.all.append((-bit, -count[-1]))
            count = after
        self.all.append((-bits[-1], -count[-1]))


def clauses(laid: Laid) -> tuple[int, list[Clause]]:
    """Return a puzzle as clauses, and how many variables they have."""
    made = _Clauses(len(laid.choices))
    takers: dict[Item, list[int]] = {item: [] for item in laid.needed}
    for k, option in enumerate(laid.choices, 1):
        for item in option.needed:
            takers[item].append(k)
    for bits in takers.values():
        made.all.append(tuple(bits))
        made.at_most(bits, 1)
    for colours in _coloured(laid).values():
        shown = []
        for colour, options in colours.items():
            bits = [k + 1 for k in options]
            if colour == ONCE:
                made.at_most(bits, 1)
            elif len(colours) > 1:
                shown.append(made.either(bits))
        made.at_most(shown, 1)
    for kind, options in _limited(laid).items():
        made.at_most([k + 1 for k in options], laid.puzzle.tiles[kind].copies)
    return made.last, made.all


def cnf(laid: Laid, title: str, said: Sequence[str]) -> str:
    """Return a puzzle as DIMACS CNF. said: what each option is."""
    variables, every = clauses(laid)
    lines = [f"c {title}", *(f"c {k} {what}" for k, what in enumerate(said, 1)), f"p cnf {variables} {len(every)}"]
    return "\n".join([*lines, *(" ".join(map(str, (*clause, 0))) for clause in every)]) + "\n"


class Solvable(Exception):
    """There is a solution, and so no proof that there is none."""


def refutation(problem: Cover, seconds: float | None = None) -> str:
    """Return a proof that a puzzle has no solution, for its clauses. Raises Solvable, and Undecided when the time is
    used up, or the proof too long."""
    end = None if seconds is None else time.monotonic() + seconds
    lines: list[str] = []
    for clause in _refute(problem, problem.every, (), [0] * len(problem.most), set(range(len(problem.takers)))):
        lines.append(clause)
        if len(lines) % 1000 == 0:
            interruption.check()
            tell(f"{len(lines):,} steps of the proof")
            if len(lines) > MOST_STEPS or (end is not None and time.monotonic() > end):
                raise Undecided
    return "".join(lines)


def _refute(problem: Cover, live: int, chosen: tuple[int, ...], used: list[int], free: set[int]) -> Iterator[str]:
    """Yield the clauses that refute what was chosen, its own last, and take those back that it makes needless. live:
    the options that are left; used: how often each kind is laid; free: items that nobody takes."""
    if not free:
        raise Solvable
    if len(chosen) > DEEPEST:
        raise Undecided
    item = min(sorted(free), key=lambda k: (problem.takers[k] & live).bit_count())
    branches = []
    for option in members(problem.takers[item] & live):
        left, now, rest = live & ~problem.excluded[option], used.copy(), free.difference(problem.takes[option])
        for kind in problem.kinds[option]:
            now[kind] += 1
            if now[kind] == problem.most[kind]:
                left &= ~problem.laying[kind]
        yield from _refute(problem, left, (*chosen, option), now, rest)
        branches.append(option)
    own = " ".join(str(-option - 1) for option in chosen)
    yield f"{own} 0\n" if own else "0\n"
    for option in branches if chosen else ():
        yield f"d {own} {-option - 1} 0\n"
