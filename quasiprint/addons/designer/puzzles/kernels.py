"""The search of `cover.solutions` for the compiler: sets of options are rows of 64-bit words.

Its state lies in arrays, so that it can stop after a while, let the program hear a signal, and go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from quasiprint.addons.designer.puzzles.cover import Cover
from quasiprint.system.compiled import kernel

Array = Any
Arrays = tuple[Any, ...]
ZERO, ONE = np.uint64(0), np.uint64(1)
TWO, FOUR, LAST = np.uint64(2), np.uint64(4), np.uint64(56)
M1, M2 = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
M4, H = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
MORE, FOUND, DONE = 0, 1, 2


@kernel
def bits(word: Array) -> int:
    """Return how many bits are set (Warren, Hacker's Delight, 5-1)."""
    word = word - ((word >> ONE) & M1)
    word = (word & M2) + ((word >> TWO) & M2)
    word = (word + (word >> FOUR)) & M4
    return int((word * H) >> LAST)


@kernel
def narrowest(live: Array, takers: Array, first: Array, last: Array, taken: Array) -> int:
    """Return the needed item that the fewest live options take, −1 if all are taken."""
    best, fewest = -1, 1 << 60
    for item in range(len(takers)):
        if taken[item]:
            continue
        count = 0
        for word in range(first[item], last[item]):
            count += bits(live[word] & takers[item, word])
            if count >= fewest:
                break
        if count < fewest:
            best, fewest = item, count
            if count == 0:
                break
    return best


@kernel
def next_option(left: Array) -> int:
    """Take the lowest option out of a set, and return it; −1 from an empty set."""
    for word in range(len(left)):
        if left[word] != ZERO:
            low = left[word] & (~left[word] + ONE)
            left[word] ^= low
            return word * 64 + bits(low - ONE)
    return -1


@kernel
def give_back(option: int, taken: Array, used: Array, takes: Array, kinds: Array) -> None:
    """Undo what `take` has done with an option's items and kinds."""
    for k in range(takes.shape[1]):
        if takes[option, k] >= 0:
            taken[takes[option, k]] = False
    for k in range(kinds.shape[1]):
        if kinds[option, k] >= 0:
            used[kinds[option, k]] -= 1


@kernel
def take(
    option: int,
    live: Array,
    rest: Array,
    taken: Array,
    used: Array,
    excluded: Array,
    takes: Array,
    kinds: Array,
    most: Array,
    laying: Array,
) -> bool:
    """Choose an option; tell whether there are as many of its kinds. rest: becomes those of `live` that are left."""
    for k in range(takes.shape[1]):
        if takes[option, k] >= 0:
            taken[takes[option, k]] = True
    for word in range(len(live)):
        rest[word] = live[word] & ~excluded[option, word]
    enough = True
    for k in range(kinds.shape[1]):
        kind = kinds[option, k]
        if kind >= 0:
            used[kind] += 1
            enough = enough and used[kind] <= most[kind]
            if used[kind] == most[kind]:
                for word in range(len(live)):
                    rest[word] &= ~laying[kind, word]
    return enough


@kernel
def search(state: Arrays, fixed: Arrays, steps: int, each: bool) -> int:
    """Go on searching for so many steps. Returns MORE, DONE, or FOUND at a solution if `each` is to be told.

    state, fixed: see `Search`. live: for each depth the options that are left. left: of the item chosen there,
    those not tried yet. chosen: the options tried. depth: how deep the search is, and whether it goes down (1) or
    back (0). found: how many solutions.
    """
    live, left, chosen, taken, used, depth, found = state
    excluded, takers, first, last, takes, kinds, most, laying = fixed
    level, down = depth[0], depth[1]
    outcome = MORE
    for _ in range(steps):
        if down:
            down = 0
            item = narrowest(live[level], takers, first, last, taken)
            if item < 0:
                found[0] += 1
                level -= 1
                if each:
                    outcome = FOUND
                    break
            else:
                for word in range(live.shape[1]):
                    left[level, word] = live[level, word] & takers[item, word]
                chosen[level] = -1
        if level < 0:
            outcome = DONE
            break
        if chosen[level] >= 0:
            give_back(chosen[level], taken, used, takes, kinds)
        option = next_option(left[level])
        chosen[level] = option
        if option < 0:
            level -= 1
        elif take(option, live[level], live[level + 1], taken, used, excluded, takes, kinds, most, laying):
            level, down = level + 1, 1
    depth[0], depth[1] = level, down
    return outcome


class Search:
    """The state of a search, and the exact cover as arrays. allowed: the options that may be chosen."""

    def __init__(self, problem: Cover, allowed: int) -> None:
        words = max(1, -(-problem.options // 64))
        deep = len(problem.takers) + 2
        live, left = np.zeros((deep, words), np.uint64), np.zeros((deep, words), np.uint64)
        live[0] = _words(allowed, words)
        taken, used = np.zeros(len(problem.takers), np.bool_), np.zeros(max(1, len(problem.most)), np.int64)
        self.chosen = np.full(deep, -1, np.int64)
        self.depth = np.array([0, 1], np.int64)
        self.found = np.zeros(1, np.int64)
        self.state = live, left, self.chosen, taken, used, self.depth, self.found
        takers = _rows(problem.takers, words)
        lowest = [next(iter(np.flatnonzero(row)), 0) for row in takers]
        highest = [next(iter(np.flatnonzero(row)[::-1]), -1) + 1 for row in takers]
        self.fixed = (
            _rows(problem.excluded, words),
            takers,
            np.array(lowest, np.int64),
            np.array(highest, np.int64),
            _lists(problem.takes),
            _lists(problem.kinds),
            np.array(problem.most, np.int64),
            _rows(problem.laying, words),
        )

    def go_on(self, run: Any, steps: int, each: bool) -> int:
        """Search for so many steps. run: `search`, compiled or not."""
        return int(run(self.state, self.fixed, steps, each))

    @property
    def solution(self) -> tuple[int, ...]:
        """The options of the solution that was found last."""
        return tuple(int(option) for option in self.chosen[: int(self.depth[0]) + 1])


def _words(options: int, words: int) -> Array:
    return np.frombuffer(options.to_bytes(8 * words, "little"), np.uint64)


def _lists(lists: Sequence[Sequence[int]]) -> Array:
    """Return lists of numbers as rows, filled up with −1."""
    found = np.full((len(lists), max(map(len, lists), default=0)), -1, np.int64)
    for k, each in enumerate(lists):
        found[k, : len(each)] = each
    return found


def _rows(sets: Any, words: int) -> Array:
    found = np.zeros((max(1, len(sets)), words), np.uint64)
    for k, options in enumerate(sets):
        found[k] = _words(options, words)
    return found[: len(sets)]
