"""Samples of boards: uniform for N = 3, 5 and 7, from a Markov chain for larger ones.

Everything follows from the size, the count, the seed and whether boards are to be distinct. Boards are arrays of
labels, count × N², regions numbered in order of their first cells.

The cell-swap Markov chain is for sizes too large to count. A step proposes two cells, drawn alike and each for itself.
If their regions differ, they change places, provided that both regions stay connected. The way back is proposed as
often, so the chain is symmetric, and where it reaches every board, it comes to be at each as often as at any other. Its
law tends to the uniform one, but no finite walk reaches it: what comes from here is never called exactly uniform.
`Convergence` says how many steps were taken and what they gave.

Trials ask whether boards come as often as they should: Pearson's chi-square. Beside the draw a generator that favours
some boards is tried, since a trial that nothing fails proves nothing. Where boards cannot be counted, chains from
unlike starts are compared, and must disagree if they are stopped too soon.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from statistics import NormalDist
from typing import Any

import numpy as np

from quasiprint.errors import InputError
from quasiprint.games.majomino import COUNTED
from quasiprint.games.majomino.board import Board, Labels, images, renumber
from quasiprint.games.majomino.dissection import CountTable, count_table, seed_state, toss, walls, words
from quasiprint.model.finding import Finding, error
from quasiprint.system.compiled import choose, kernel
from quasiprint.system.progress import tell

Array = Any

AGREED = 1.1  # R̂ up to which chains are taken to agree (Gelman and Rubin)
EDGE = 255  # no region: the frame around the board, which saves asking where the board ends
AT_ONCE = 1 << 15  # proposals between two looks at whether the run was ended
PLAIN = 2e-6  # s for a proposal, as Python
# R̂ of chains on boards that are not counted, by size: what `convergence` finds with the seed 0, which a test finds
# anew; it says nothing of a run
FOUND = {
    9: 1.0013420816995828,
    11: 0.9902057815705335,
    13: 1.018693898911862,
    15: 1.0257558289650246,
    17: 1.000337807829006,
    19: 0.9909438833289309,
    21: 1.006087635037853,
}


def steps_for(size: int) -> int:
    """Return how many proposals to take between two boards that are kept: 4 N⁵.

    Measured integrated autocorrelation times (Sokal's window), in proposals, from walks of 1000 times as many and more:
    of the number of inner walls 502, 2345, 4939, 9918, 18,364, 35,371, 148,281 for N = 5, 7, 9, 11, 13, 15, 21. Slower
    are how many regions the middle row meets: 867, 4291, 16,225, 38,859, 95,471, 214,082, 1,129,084, that is 0.24 to
    0.28 N⁵; the walls that lie flat less those that stand upright: 0.43, 0.38, 0.32, 0.34, 0.27, 0.28, 0.18 N⁵; and how
    elongated the regions are (squared distances within them): 0.24, 0.36, 0.36, 0.38, 0.33, 0.33, 0.33 N⁵. So from N =
    7 on, 4 N⁵ is at least 10 times the slowest of these, and 25 of the walls.
    """
    return 4 * size**5


def warm_up_for(size: int) -> int:
    """Return how many proposals to take before the first board: 50 autocorrelation times."""
    return 5 * steps_for(size)


def starts(size: int) -> Array:
    """Return boards unlike one another to start from, uint8 3 × N²: rows, columns, and a spiral cut up."""
    rows = np.repeat(np.arange(size, dtype=np.uint8), size)
    spiral = np.empty(size * size, np.uint8)
    left = np.arange(size * size).reshape(size, size)
    path: list[int] = []
    while left.size:
        path += left[0].tolist()
        left = np.rot90(left[1:])
    spiral[path] = rows
    return np.array([rows, rows.reshape(size, size).T.ravel(), spiral])


@kernel
def _touching(grid: Array, cell: int, label: int, wide: int) -> int:
    """Return how many cells of a region are beside a cell."""
    return (
        int(grid[cell - wide] == label) + int(grid[cell - 1] == label)
        + int(grid[cell + 1] == label) + int(grid[cell + wide] == label)
    )  # fmt: skip


@kernel
def _whole(grid: Array, cell: int, size: int, waiting: Array, visited: Array, mark: int) -> bool:
    """Tell whether the region of a cell is connected: whether a flood from it reaches N cells."""
    wide = size + 2
    label = grid[cell]
    waiting[0] = cell
    visited[cell] = mark
    found = done = 1
    while done:
        done -= 1
        here = waiting[done]
        for beside in (here - wide, here - 1, here + 1, here + wide):
            if grid[beside] == label and visited[beside] != mark:
                visited[beside] = mark
                waiting[done] = beside
                done += 1
                found += 1
    return found == size


@kernel
def _swap(grid: Array, a: int, b: int, size: int, waiting: Array, visited: Array, mark: int) -> None:
    """Swap two cells if their regions differ and both stay connected.

    grid: the region of each cell, framed. waiting, visited: for floods. mark: not in `visited`, nor is mark + 1.
    """
    wide = size + 2
    of_a, of_b = grid[a], grid[b]
    if of_a == of_b:
        return
    # Each has to touch what is left of the other's region. That refuses nearly all pairs, and cheaply.
    close = int(b == a - wide or b == a - 1 or b == a + 1 or b == a + wide)
    if _touching(grid, b, of_a, wide) == close or _touching(grid, a, of_b, wide) == close:
        return
    grid[a], grid[b] = of_b, of_a
    if not (_whole(grid, b, size, waiting, visited, mark) and _whole(grid, a, size, waiting, visited, mark + 1)):
        grid[a], grid[b] = of_a, of_b


@kernel
def _step(first: Array, second: Array, grid: Array, size: int, waiting: Array, visited: Array, mark: int) -> None:
    """Propose to swap each first cell with its second one, in place."""
    for k in range(len(first)):
        mark += 2
        _swap(grid, first[k], second[k], size, waiting, visited, mark)


class Walk:
    """One walk on boards, to be taken up where it was left. Its grid is the board's cells in a frame, row by row."""

    def __init__(self, labels: Array, state: Array, proposals: int = 0) -> None:
        """Begin at a board. labels: uint8, the region of each cell. state: of the generator, moved on. proposals: how
        many are expected in all."""
        self.size, self.state, self.expected = math.isqrt(len(labels)), state, proposals
        wide = self.size + 2
        framed = np.full((wide, wide), EDGE, np.uint8)
        framed[1:-1, 1:-1] = labels.reshape(self.size, self.size)
        self.place = np.arange(wide * wide).reshape(wide, wide)[1:-1, 1:-1].ravel()
        self.step = choose(_step, proposals * PLAIN, f"the walk from board to board of {self.size} × {self.size}")
        work = framed.ravel(), np.zeros(self.size * self.size, np.int64), np.zeros(wide * wide, np.int64)
        self.plain = self.step is _step
        self.grid, self.waiting, self.visited = self._ready(*work)
        self.mark = 0

    def _ready(self, *arrays: Array) -> tuple[Array, ...]:
        """Return arrays as a step takes them: Python is quicker with lists."""
        return tuple(array.tolist() for array in arrays) if self.plain else arrays

    def walk(self, proposals: int) -> None:
        """Take so many steps.

        Both cells come from one word, by multiplying: some come more often, by 2^-32 of all, which is as it may be,
        since a pair is proposed as often one way as the other.
        """
        cells, half = np.uint64(len(self.place)), np.uint64(32)
        for done in range(0, proposals, AT_ONCE):
            if self.plain and done:
                tell(f"walking from board to board of {self.size} × {self.size}: {done / proposals:.0%}")
            x = words(self.state, min(AT_ONCE, proposals - done), self.expected)
            first = self.place[((x >> half) * cells) >> half]
            second = self.place[((x & np.uint64(0xFFFFFFFF)) * cells) >> half]
            pair = self._ready(first, second)
            self.step(pair[0], pair[1], self.grid, self.size, self.waiting, self.visited, self.mark)
            self.mark += 2 * len(x)

    def labels(self) -> Array:
        """Return the region of each cell, uint8."""
        return np.array(self.grid, np.uint8)[self.place]

    def states(self, count: int, steps: int) -> Array:
        """Return the boards after every `steps` proposals from here on, uint8 count × N²."""
        found = np.empty((count, len(self.place)), np.uint8)
        for board in range(count):
            self.walk(steps)
            found[board] = renumber(self.labels().tolist())
        return found


@dataclass(frozen=True, slots=True)
class Convergence:
    """How several chains that start from unlike boards agree.

    steps: proposals between two boards of a chain. chains: how many. r_hat: Gelman and Rubin's R̂,
    near 1 where chains agree, of the number of inner walls and of the flat ones less the upright
    ones (rows and columns differ in these most), whichever is larger.
    """

    steps: int
    chains: int
    r_hat: float


def steps_compared(size: int) -> int:
    """Return how many proposals the chains take between two boards that are compared: N⁵ / 2.

    One and a half to two autocorrelation times of the slowest figures (see `steps_for`), an eighth of what is taken
    between boards that are kept. Chains that agree so have all the more forgotten their starts after eight times as
    many. Measured for N = 9, 11 and 13 with 8 to 24 seeds: R̂ from 0.99 to 1.055, as with 4 N⁵.
    """
    return steps_for(size) // 8


# how many boards there are up to rotation and reflection: as many as the symmetries leave boards unmoved on average
# (Cauchy and Frobenius); a test counts them
CLASSES = {3: 2, 5: 515, 7: 19_846_102}
LISTED = 5  # the largest size of which all boards are listed
BATCH, FEW = 8192, 16  # boards drawn at a time where most are passed over: by the table, by the chain
COINS = 0x5851F42D4C957F2D  # makes another seed, for what is not a board


def sample(size: int, count: int, seed: int, distinct: bool = False) -> tuple[Labels, ...]:
    """Return `count` boards, all equally likely; for N > 7 as nearly as the chain comes to it. Each is the region of
    each cell, numbered from 0 in order of their first cells.

    distinct: no two the same up to rotation and reflection; each class of such boards is then equally likely, and any
    of its boards stands for it. Without it, fewer boards of the same seed are the first of more. size: odd, from 3 to
    21. Raises InputError for more distinct boards than there are.
    """
    if distinct and count > CLASSES.get(size, count):
        raise InputError(
            f"count: found {count} distinct boards of {size} × {size} cells, allowed is up to {CLASSES[size]}: "
            "there are no more that differ by more than rotation and reflection"
        )
    if not distinct:
        return next(_batches(size, count, seed))
    return _draw_from_list(size, count, seed) if size <= LISTED else _draw_and_accept(size, count, seed)


def _batches(size: int, count: int, seed: int) -> Iterator[tuple[Labels, ...]]:
    """Return boards without end, `count` at a time."""
    state = seed_state(seed)
    if size in COUNTED:
        table = count_table(size)
        while True:
            yield tuple(map(tuple, table.unrank_each(toss(state, count, table.total)).tolist()))
    walk = Walk(starts(size)[0], state, warm_up_for(size) + count * steps_for(size))
    walk.walk(warm_up_for(size))
    while True:
        yield tuple(map(tuple, walk.states(count, steps_for(size)).tolist()))


@cache
def _classes(size: int) -> tuple[list[Labels], ...]:
    """Return all boards, those together that are the same up to rotation and reflection."""
    found: dict[Labels, list[Labels]] = {}
    for board in map(tuple, count_table(size).all_boards().tolist()):
        found.setdefault(min(images(Board(size, board))), []).append(board)
    return tuple(found[form] for form in sorted(found))


def _draw_from_list(size: int, count: int, seed: int) -> tuple[Labels, ...]:
    """Return boards of different classes from the list of all: the first of the classes, shuffled."""
    members, state, found = [*_classes(size)], seed_state(seed), list[Labels]()
    for k in range(count):  # Fisher and Yates
        other = k + int(toss(state, 1, len(members) - k)[0])
        members[k], members[other] = members[other], members[k]
        found.append(members[k][int(toss(state, 1, len(members[k]))[0])])
    return tuple(found)


def _draw_and_accept(size: int, count: int, seed: int) -> tuple[Labels, ...]:
    """Return boards of different classes from those drawn.

    A class has 8 / s boards, s the order of their stabiliser, so a class comes as often as any other where a drawn
    board is taken with the chance s / 8. For N = 7 it is s / 4, since no board has all eight symmetries: the regions
    of the corners, of the middles of the sides and of the centre would be nine.
    """
    largest = 4 if size < 9 else 8
    coins = seed_state(seed ^ COINS)
    found: dict[Labels, Labels] = {}
    drawn = chain.from_iterable(_batches(size, min(BATCH, count * largest) if size in COUNTED else FEW, seed))
    while len(found) < count:
        board = next(drawn)
        alike = [*images(Board(size, board))]
        if alike.count(board) > toss(coins, 1, largest)[0]:
            found.setdefault(min(alike), board)
    return tuple(found.values())


REJECTED = 1e-6  # p below this: one perfect sampler in a million is suspected
PER_BOARD = 10  # draws for each board that there is
FEWEST = 10_000  # draws at least
DRAWS = 200_000  # where there are too many boards for that
TOO_FEW = 50  # so many times fewer steps must not seem enough
EXPECTED = 5  # expected of each outcome; rarer ones are taken together, or the statistic is not chi-square's
CHAIN_DRAWS = 36  # boards of each chain in the diagnostic: R̂ of a good chain stays under 1.08, all but once in 1000


def trial_of_the_draw(size: int, seed: int) -> tuple[list[Finding], dict[str, Any]]:
    """Put on trial how boards of a size are drawn; return findings and figures."""
    if size not in COUNTED:
        return _chain(size, seed)
    known = count_table(size)
    facts: dict[str, Any] = {f"boards of {size} × {size}": known.total, "up to rotation and reflection": CLASSES[size]}
    name, judge, count = "first region", first_regions, DRAWS
    if size <= LISTED:
        name, judge, count = "boards", trial, max(PER_BOARD * known.total, FEWEST)
    boards = known.draw(count, seed)
    counted, (flat, _) = walls(boards).sum(1), walls(boards).T
    fewer = np.where((flat[0::2] <= flat[1::2])[:, None], boards[0::2], boards[1::2])
    fair, unfair = judge(known, boards), judge(known, fewer)
    facts["inner walls"] = {"mean": float(counted.mean()), "standard error": float(counted.std() / count**0.5)}
    facts["drawn"] = "exactly uniformly"
    facts["trial of the draw"] = {name: _figures(fair)}
    biased = "of two boards the one with fewer walls that lie flat"
    facts["trial of a biased generator"] = {"which": biased, **_figures(unfair)}
    return trial_findings(size, name, fair, unfair), facts


def trial_findings(size: int, name: str, fair: Trial, unfair: Trial) -> list[Finding]:
    """Return the facts about trials by what is counted: of our draw, which should pass, and of a biased one."""
    subject, findings = f"boards of {size} × {size} cells", []
    if fair.p < REJECTED:
        message = (
            f"chi-square by {name}: {fair.statistic:.1f} on {fair.freedom} degrees of freedom, p = "
            f"{fair.p:.2g}; a uniform draw gives less than {REJECTED:g} once in a million times"
        )
        findings.append(error("draw-biased", subject, message, "do not play on boards drawn so"))
    if unfair.p >= REJECTED:
        message = f"a generator known to be biased passes with p = {unfair.p:.2g}: the trial shows nothing"
        findings.append(error("trial-blind", subject, message, "draw more boards for the trial"))
    return findings


def _figures(found: Trial) -> dict[str, Any]:
    return {
        "draws": found.draws,
        "outcomes": found.boards,
        "unseen": found.unseen,
        "chi-square": round(found.statistic, 1),
        "degrees of freedom": found.freedom,
        "p": float(f"{found.p:.3g}"),
        "rejected": found.p < REJECTED,
    }


def _chain(size: int, seed: int) -> tuple[list[Finding], dict[str, Any]]:
    found = convergence(size, 0)  # as a run's own figures were found
    hasty = convergence(size, seed, found.steps // (TOO_FEW * size))
    facts = {
        "drawn": "approximately uniformly",
        "convergence": _agreement(found),
        "convergence, stopped too soon": _agreement(hasty),
    }
    return convergence_findings(size, found, hasty), facts


def convergence_findings(size: int, found: Convergence, hasty: Convergence) -> list[Finding]:
    """Return the facts about chains: of those that boards come from, and of some stopped too soon."""
    subject = f"boards of {size} × {size} cells"
    findings = []
    if found.r_hat > AGREED:
        message = (
            f"chains from unlike starts do not agree: R-hat is {found.r_hat:.3f} after {found.steps} swaps tried, "
            f"allowed is up to {AGREED:g}"
        )
        findings.append(error("not-converged", subject, message, "draw smaller boards"))
    if hasty.r_hat <= AGREED:
        message = f"after only {hasty.steps} swaps tried R-hat is {hasty.r_hat:.3f} already: it can tell nothing"
        findings.append(error("trial-blind", subject, message, "compare more chains"))
    return findings


def _agreement(found: Convergence) -> dict[str, Any]:
    return {"steps": found.steps, "chains": found.chains, "R-hat": round(found.r_hat, 4)}


def convergence(size: int, seed: int, steps: int | None = None) -> Convergence:
    """Return how chains from `starts` agree after every `steps` proposals (`steps_compared` if None).

    There is no warm-up: that a start is forgotten is what R̂ is to show. Takes 0.1 s for N = 9, 3 s for N = 21.
    """
    steps = steps_compared(size) if steps is None else steps
    begun = zip(starts(size), (words(seed_state(seed), 3) >> np.uint64(1)).tolist(), strict=True)
    chains = [Walk(start, seed_state(first), CHAIN_DRAWS * steps).states(CHAIN_DRAWS, steps) for start, first in begun]
    found = np.array([walls(boards) for boards in chains]).astype(float)
    inner, lean = found.sum(2), found[:, :, 0] - found[:, :, 1]
    return Convergence(steps, len(found), max(r_hat(inner), r_hat(lean)))


def r_hat(values: Array) -> float:
    """Return Gelman and Rubin's R̂ (1992) of chains, an array of chains × draws; infinite where none moved."""
    draws = values.shape[1]
    within = values.var(1, ddof=1).mean()
    between = values.mean(1).var(ddof=1)
    return float(((draws - 1) / draws + between / within) ** 0.5) if within else float("inf")


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial found. draws: how many boards were drawn. boards: how many outcomes they were sorted into.
    statistic: Pearson's. freedom: its degrees. p: the chance that a perfect sampler gives as large a one. unseen: how
    many outcomes never came."""

    draws: int
    boards: int
    statistic: float
    freedom: int
    p: float
    unseen: int


def trial(count_table: CountTable, boards: Array) -> Trial:
    """Return the trial of boards against equal chances of all dissections, for N ≤ 5. With fewer than five draws to a
    board, p is a rough one. Raises ValueError for what is no dissection, or not numbered in order of first cells."""
    return _judge(Counter(map(bytes, boards.astype("u1"))), dict.fromkeys(map(bytes, count_table.all_boards()), 1))


def first_regions(count_table: CountTable, boards: Array) -> Trial:
    """Return the trial of the first regions of boards against the exact count of each. Raises ValueError if one is none
    that a dissection has."""
    bits = np.uint64(1) << np.arange(boards.shape[1], dtype=np.uint64)
    return _judge(Counter(map(int, (boards == 0) @ bits)), dict(ways(count_table)))


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the chance that chi-square exceeds a value: Wilson and Hilferty's approximation (1931)."""
    share = 2 / (9 * freedom)
    return NormalDist().cdf((1 - share - (statistic / freedom) ** (1 / 3)) / share**0.5)


def ways(count_table: CountTable) -> list[tuple[int, int]]:
    """Return the regions that can come first, and in how many ways each can be finished."""
    ((_, _, _, regions, passed),) = count_table.choices(0, np.zeros(1, np.uint64))
    return [(int(region), int(many)) for region, many in zip(regions, np.diff(passed), strict=True) if many]


def _judge(counted: Counter[Any], shares: dict[Any, int]) -> Trial:
    """Return the trial of what was seen against shares."""
    if unknown := [outcome for outcome in counted if not shares.get(outcome)]:
        raise ValueError(f"{len(unknown)} of what was drawn cannot come, such as {unknown[0]!r}")
    shares = {outcome: share for outcome, share in shares.items() if share}
    draws, total = counted.total(), sum(shares.values())
    pooled: list[tuple[float, int]] = []
    expected, found = 0.0, 0
    # Nothing to pool among equal chances: then the trial of single boards stays one, however few draws.
    least = EXPECTED if len(set(shares.values())) > 1 else 0
    for outcome in sorted(shares, key=lambda outcome: (shares[outcome], outcome)):
        expected += draws * shares[outcome] / total
        found += counted[outcome]
        if expected >= least:
            pooled.append((expected, found))
            expected, found = 0.0, 0
    statistic = sum((found - expected) ** 2 / expected for expected, found in pooled)
    freedom = max(1, len(pooled) - 1)
    unseen = sum(not counted[outcome] for outcome in shares)
    return Trial(draws, len(pooled), statistic, freedom, upper_tail(statistic, freedom), unseen)
