"""Every dissection of a board: where regions can lie, how many boards there are, which number each has, and how to draw
one so that all are equally likely.

A board is the region of each cell, row by row. Regions are numbered from 0 in the order of their first cells, so equal
boards have equal labels. A set of cells is an integer, cell k as bit k.

A `CountTable` has states, the sets of cells that regions can cover so far, always the first free cell next (dynamic
programming on covered cells, see ``docs/decisions``). For each, the number of ways to finish it is known exactly; a
board is drawn by walking from the empty board, each step with the share of the ways that lead through it. Exact for N =
3, 5 and 7; larger boards have too many states.

Dissections are numbered in the order in which the table comes to them: by their first region, then by their second,
and so on, regions in the order of their bits.

For N = 7 there are 798,412 states. A table need not hold them all: one with the first layers counts what lies behind
their states when boards come there. The counts of the second layer, of 18,529 states, come with the program: a test and
``benchmarks/boards.py`` count them anew.

Random numbers are each as likely as any other, and a seed means the same numbers for good. The generator is
xoshiro256** (Blackman and Vigna 2018). The compiler's words have 64 bits, and Python's numbers as many as they need:
what is more than 64 is masked.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from quasiprint.games.majomino.board import beside, inner_walls
from quasiprint.system.compiled import choose, kernel
from quasiprint.system.progress import tell

Array = Any


def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells beside each cell."""
    found: list[list[int]] = [[] for _ in range(size * size)]
    for wall in inner_walls(size):
        first, second = beside(wall, size)
        found[first].append(second)
        found[second].append(first)
    return tuple(map(tuple, found))


@lru_cache(maxsize=8)
def placements(size: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, every connected set of N cells whose first cell it is, in order of their bits. Each is
    one of a cell less, and a cell beside it."""
    near, found = neighbours(size), []
    for first in range(size * size):
        sets = {1 << first}
        for _ in range(size - 1):
            cells = ((some, cell) for some in sets for cell in range(first, size * size) if some >> cell & 1)
            sets = {
                some | 1 << other
                for some, cell in cells
                for other in near[cell]
                if other > first and not some >> other & 1
            }
        found.append(tuple(sorted(sets)))
    return tuple(found)


def labels_of(dissections: Array) -> Array:
    """Return the boards (uint8, count × N²) of dissections: count × N sets of cells, of the regions in order of their
    first cells. N ≤ 8: a set is one word."""
    count, size = dissections.shape
    cells = np.arange(size * size, dtype=np.uint64)
    found = np.zeros((count, size * size), np.uint8)
    for region in range(1, size):
        found += ((dissections[:, region, None] >> cells) & np.uint64(1)).astype(np.uint8) * np.uint8(region)
    return found


def dissections(boards: Sequence[Sequence[int]]) -> Array:
    """Return the dissections that boards are: count × N sets of cells. The inverse of `labels_of`."""
    labels = np.asarray(boards, np.uint8)
    size = math.isqrt(labels.shape[1])
    cells = np.uint64(1) << np.arange(size * size, dtype=np.uint64)
    return np.stack([(labels == region) @ cells for region in range(size)], axis=1)


def walls(boards: Array) -> Array:
    """Return how many inner walls boards (count × N²) have, count × 2: between cells one below the other, and side by
    side. Uniform boards of N = 7 have 37.61 in all on average."""
    count, cells = boards.shape
    size = math.isqrt(cells)
    grid = boards.reshape(count, size, size)
    flat, upright = grid[:, 1:] != grid[:, :-1], grid[:, :, 1:] != grid[:, :, :-1]
    return np.stack((flat.sum((1, 2)), upright.sum((1, 2))), axis=1)


MASK = (1 << 64) - 1
PLAIN = 0.8e-6  # s for a word, as Python


def seed_state(seed: int) -> Array:
    """Return the state of a generator: four words of SplitMix64 (Steele, Lea and Flood 2014)."""
    words, x = [], int(seed)
    for _ in range(4):
        x = (x + 0x9E3779B97F4A7C15) & MASK
        z = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        words.append(z ^ z >> 31)
    return np.array(words, np.uint64)


def words(state: Array, count: int, of: int = 0) -> Array:
    """Return so many times 64 random bits, uint64. The state is moved on. of: how many are asked for in all, call after
    call, if that is known."""
    found, run = np.empty(count, np.uint64), filler(max(count, of))
    counts = state.tolist() if run is fill else state  # Python's numbers never overflow
    run(counts, found)
    state[:] = counts
    return found


def filler(of: int) -> Callable[[Array, Array], None]:
    """Return what fills an array: compiled, where that pays for so many words; from then on fewer are, too."""
    return choose(fill, of * PLAIN, "random numbers")


def toss(state: Array, count: int, limit: int) -> Array:
    """Return so many random numbers from 0 to limit − 1, int64, each as likely: words that would favour some are passed
    over."""
    least = np.uint64((1 << 64) % limit)
    found = np.empty(0, np.uint64)
    while len(found) < count:
        drawn = words(state, count - len(found))
        found = np.concatenate((found, drawn[drawn >= least]))
    return (found % np.uint64(limit)).astype(np.int64)


@kernel
def fill(state: Array, found: Array) -> None:
    """Fill an array with words. state: four numbers, or an array of them for the compiler."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    for k in range(len(found)):
        x = ((b << 2) + b) & MASK
        x = (x << 7 | x >> 57) & MASK
        found[k] = ((x << 3) + x) & MASK
        shifted = b << 17 & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = (d << 45 | d >> 19) & MASK
    state[0], state[1], state[2], state[3] = a, b, c, d


LARGE = 7  # the size of which not all states are held, but those that boards come to
PAIRS = 1 << 21  # of a state and a region, looked at at a time
SECOND = Path(__file__).with_name("second_layer_7.bin")
BIT = np.uint64(1)

Layer = tuple[Array, Array]  # states, in order, and in how many ways each can be finished


@dataclass(frozen=True, slots=True, eq=False)
class CountTable:
    """In how many ways what regions cover can be finished. layers: after `begin` regions, after one more, and so on."""

    size: int
    layers: tuple[Layer, ...]
    begin: int = 0

    @property
    def total(self) -> int:
        """How many dissections there are."""
        return int(self.layers[0][1][0])

    def draw(self, count: int, seed: int) -> Array:
        """Return so many boards drawn uniformly: uint8, count × N²."""
        return self.unrank_each(toss(seed_state(seed), count, self.total))

    def all_boards(self) -> Array:
        """Return every board, in order of their numbers: uint8, `total` × N². For N ≤ 5: of N = 7 there are more than
        memory holds."""
        return self.unrank_each(np.arange(self.total))

    def unrank_each(self, numbers: Array) -> Array:
        """Return the boards of numbers from 0 to `total` − 1: uint8, count × N²."""
        found = np.zeros((len(numbers), self.size), np.uint64)
        left, covered = np.array(numbers, np.int64), np.zeros(len(numbers), np.uint64)
        table = self
        for layer in range(self.size):
            table = table.knowing(layer, covered)
            for boards, begin, _, regions, passed in table.choices(layer, covered):
                at = np.searchsorted(passed, passed[begin] + left[boards], side="right") - 1
                found[boards, layer] = regions[at]
                left[boards] -= passed[at] - passed[begin]
            covered |= found[:, layer]
        return labels_of(found)

    def ranks(self, labels: Sequence[Sequence[int]]) -> Array:
        """Return the numbers of dissections (the region of each cell, in order of first cells)."""
        found, covered, cells = np.zeros(len(labels), np.int64), np.zeros(len(labels), np.uint64), dissections(labels)
        table = self
        for layer in range(self.size):
            table = table.knowing(layer, covered)
            for boards, begin, end, regions, passed in table.choices(layer, covered):
                each = zip(begin.tolist(), end.tolist(), cells[boards, layer], strict=True)
                at = [low + np.searchsorted(regions[low:high], region) for low, high, region in each]
                found[boards] += passed[at] - passed[begin]
            covered |= cells[:, layer]
        return found

    def knowing(self, layer: int, covered: Array) -> CountTable:
        """Return what knows the choices of a layer's states: the table itself, or one of what comes behind them."""
        held = layer + 1 < self.begin + len(self.layers)
        return self if held else _behind(self.size, layer, _once(covered).tobytes())

    def choices(self, layer: int, covered: Array) -> Iterator[tuple[Array, Array, Array, Array, Array]]:
        """Yield boards by their numbers, with what may come next over the first free cell of each.

        Of board k these are `regions[begin[k] : end[k]]`, in order; `passed` adds up in how many ways they can be
        finished. covered: of each board, states of one layer.
        """
        states, state_of = np.unique(covered, return_inverse=True)
        for rows, each, reached in _pairs(self.size, states):
            passed = _running_counts(reached, *self.layers[layer + 1 - self.begin])
            regions = reached ^ np.repeat(states[rows], each)
            ends = np.cumsum(each)
            place = np.full(len(states), -1)
            place[rows] = np.arange(len(rows))
            boards = np.flatnonzero(place[state_of] >= 0)
            at = place[state_of[boards]]
            yield boards, (ends - each)[at], ends[at], regions, passed


@cache
def count_table(size: int) -> CountTable:
    """Return the table of a board of N×N cells, N = 3, 5 or 7, for N = 7 with its first layers alone: what lies behind
    the states that boards come to is counted then."""
    if size != LARGE:
        return build(size)
    second = np.frombuffer(zlib.decompress(SECOND.read_bytes()), "<i4").astype(np.int64)
    return CountTable(size, _layers(size, np.zeros(1, np.uint64), 2, second))


def build(size: int) -> CountTable:
    """Return the table with all states."""
    return _behind(size, 0, bytes(8))


@lru_cache(maxsize=8)
def _behind(size: int, layer: int, states: bytes) -> CountTable:
    """Return the table of all that can come after some states of a layer."""
    if size == LARGE:
        tell(f"counting boards of {size} × {size} …")
    last = np.ones(1, np.int64)  # the whole board is finished
    return CountTable(size, _layers(size, np.frombuffer(states, np.uint64), size - layer, last), layer)


def _layers(size: int, states: Array, more: int, last: Array) -> tuple[Layer, ...]:
    """Return a layer of states, sorted, and so many more behind it. last: the counts of the last one."""
    if not more:
        return ((states, last[: len(states)]),)
    reached = [_once(after) for _, _, after in _pairs(size, states)]
    after = _once(np.concatenate([np.empty(0, np.uint64), *reached]))
    behind = _layers(size, after[_can_finish(_full(size) & ~after, size)], more - 1, last)
    counts = np.zeros(len(states), np.int64)
    for rows, each, found in _pairs(size, states):
        passed = _running_counts(found, *behind[0])
        end = np.cumsum(each)
        counts[rows] = passed[end] - passed[end - each]
    return (states, counts), *behind


def _running_counts(reached: Array, states: Array, counts: Array) -> Array:
    """Return in how many ways what is reached can be finished, added up from 0, from the states of its layer and their
    counts."""
    found = np.zeros(len(reached) + 1, np.int64)
    if len(states):
        at = np.minimum(np.searchsorted(states, reached), len(states) - 1)
        found[1:] = np.where(states[at] == reached, counts[at], 0)
    return np.cumsum(found)


def _once(states: Array) -> Array:
    """Return states sorted, each once; `np.unique` takes three times as long."""
    found = np.sort(states)
    fresh = np.ones(len(found), bool)
    fresh[1:] = found[1:] != found[:-1]
    return found[fresh]


def _full(size: int) -> Array:
    """Return the set of all cells."""
    return np.uint64((1 << size * size) - 1)


def _pairs(size: int, states: Array) -> Iterator[tuple[Array, Array, Array]]:
    """Yield states by their numbers, how many regions fit over the first free cell of each, and what is covered with
    each of them."""
    all_placements = placements(size)
    free = _full(size) & ~states
    cells = np.bitwise_count((free & (~free + BIT)) - BIT)
    for cell in np.unique(cells):
        masks = np.array(all_placements[cell], np.uint64)
        rows = np.flatnonzero(cells == cell)
        step = max(1, PAIRS // max(1, len(masks)))
        for first in range(0, len(rows), step):
            part = rows[first : first + step]
            fits = (states[part, None] & masks) == 0
            state, region = np.nonzero(fits)
            yield part, fits.sum(1), states[part][state] | masks[region]


def _can_finish(free: Array, size: int) -> Array:
    """Tell of each set of free cells whether every piece of it has a multiple of `size` cells."""
    has_left, has_right = (
        np.uint64(sum(1 << k for k in range(size * size) if k % size != without)) for without in (0, size - 1)
    )
    wide = np.uint64(size)
    fine, rows = np.ones(len(free), bool), np.flatnonzero(free)
    free = free[rows]
    while len(rows):
        piece = free & (~free + BIT)
        while True:
            sideways = ((piece & has_right) << BIT) | ((piece & has_left) >> BIT)
            larger = (piece | sideways | (piece << wide) | (piece >> wide)) & free
            if (larger == piece).all():
                break
            piece = larger
        whole = np.bitwise_count(piece) % size == 0
        fine[rows[~whole]] = False
        free &= ~piece
        going_on = whole & (free != 0)
        rows, free = rows[going_on], free[going_on]
    return fine
