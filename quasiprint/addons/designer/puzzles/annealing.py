"""The most closed vertices of tiles whose labels stand at corners: the labels of points are annealed, and where tiles
lie.

Where labels at a point are equal, a layout is a label for each point, and the cells in which there is a tile: which
tile, the labels say. A move gives another label to one point, or lays a tile, or takes one away. On the way, labels may
stand around a cell that are on no tile, or on one that lies elsewhere: that costs more than a closed vertex is worth.
The temperature falls (Kirkpatrick, Gelatt and Vecchi 1983), and the best layout that broke no rule is the result. All
is counted in whole numbers, so the same seed gives the same layout, compiled or not.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from quasiprint.addons.designer.puzzles.laying import Laid
from quasiprint.addons.designer.sets.placed import integers
from quasiprint.system import interruption
from quasiprint.system.compiled import choose, kernel

Array = Any
# What a wrong tile costs, and what others are worth. In one piece without holes, as many vertices are closed as there
# are sides together, less the tiles, and 1: so what would hang apart is worth little.
WRONG, CLOSED, TILE, SIDE = 30, 4, -8, 10
HOT, WARM, COLD = 3.0, 1.8, 0.8  # temperatures
LEVELS, MOVES = 48, 50_000  # of temperature; moves in all for each cell
MOST_CODES = 10_000_000  # labellings of all cells
PLAIN = 5e-6  # s for a move, as Python
LOW = (1 << 32) - 1


@kernel
def _relabel(
    p: int, step: int, draw: int, chance: Array, at: Array, by: Array, kind: Array, copies: Array, number: Array,
    code: Array, lying: Array, used: Array,
) -> int:  # fmt: skip
    """Add a step to a point's label, and take it back if that is refused; return how many more tiles are wrong."""
    around, codes, worse = len(at) // len(number), len(kind) // len(lying), 0
    for again in range(2):
        for j in range(p * around, (p + 1) * around):
            c = at[j]
            if c >= 0 and lying[c]:
                k = kind[c * codes + code[c]]
                used[k] -= 1
                worse -= int(used[k] >= copies[k])
        for j in range(p * around, (p + 1) * around):
            c = at[j]
            if c >= 0:
                code[c] += step * by[j]
                k = kind[c * codes + code[c]]
                worse += int(lying[c] and used[k] >= copies[k])
                used[k] += lying[c]
        number[p] += step
        if again or worse <= 0 or draw < chance[worse * WRONG]:
            break
        step = -step
    return worse


@kernel
def _turn_over(
    c: int, draw: int, chance: Array, ends: Array, near: Array, k: int, copies: Array, whole: Array, lying: Array,
    used: Array, now: Array,
) -> None:  # fmt: skip
    """Lay a tile of a kind in a cell, beside others or as the only one, or take it away, unless that is refused."""
    sides = len(ends) // len(lying)
    beside = closing = 0
    for j in range(c * sides, (c + 1) * sides):
        beside += int(near[j] >= 0 and lying[near[j]])
        closing += int(whole[ends[j]] == 1 - lying[c])
    sign = 1 - 2 * lying[c]
    wrong = int(used[k] - lying[c] >= copies[k])
    loss = sign * (WRONG * wrong - CLOSED * closing - TILE - SIDE * beside)
    if (beside == 0 and now[3] > lying[c]) or (loss > 0 and draw >= chance[loss]):
        return
    lying[c] += sign
    used[k] += sign
    now[1] += sign * wrong
    now[2] += sign * closing
    now[3] += sign
    for j in range(c * sides, (c + 1) * sides):
        whole[ends[j]] -= sign


@kernel
def _moves(
    lots: Array, chance: Array, at: Array, by: Array, ends: Array, near: Array, kind: Array, copies: Array,
    whole: Array, number: Array, code: Array, lying: Array, used: Array, now: Array, best: Array,
) -> None:  # fmt: skip
    """Make a move for each lot, of 63 bits, in place. chance: of 2³¹, to take a move that loses so much. Of points: at,
    the cells there, −1 for none; by, what a label counts in their codes; whole, in how many cells more a tile has to
    lie; number, its label. Of cells: ends, its points; near, the cells beside it; code, its labels; lying, whether a
    tile is there. kind: of each cell and code; the last one is wrong. copies, used: of kinds. now: labels, tiles that
    are wrong, vertices closed, tiles, what the best layout is worth; best: of each cell, its code there, −1 if empty.
    """
    points, cells, others = len(number), len(lying), now[0] - 1
    codes = len(kind) // cells
    for lot in lots:
        which, draw = (lot & LOW) >> 1, lot >> 32
        if lot & 1:
            p = which % points
            step = (number[p] + 1 + which // points % others) % (others + 1) - number[p]
            now[1] += _relabel(p, step, draw, chance, at, by, kind, copies, number, code, lying, used)
        else:
            c = which % cells
            k = kind[c * codes + code[c]]
            _turn_over(c, draw, chance, ends, near, k, copies, whole, lying, used, now)
        if now[1] == 0 and now[2] * cells + now[3] > now[4]:
            now[4] = now[2] * cells + now[3]
            for c in range(cells):
                best[c] = code[c] if lying[c] else -1


class Labels:
    """Which tile lies in each cell of a region, by the labels at its corners. copies: of each kind of tile. rim: points
    along the border."""

    def __init__(self, laid: Laid, copies: Sequence[int], rim: Collection[Any]) -> None:
        self._cells: list[Any] = list(laid.needed)
        points = {point: k for k, point in enumerate(sorted(set().union(*self._cells), key=integers))}
        ends = [sorted(points[point] for point in cell) for cell in self._cells]
        number = {cell: k for k, cell in enumerate(self._cells)}
        self._labels = max(2, *(label + 1 for option in laid.choices for _, label in option.other))
        self._weights = self._labels ** np.arange(len(ends[0]))
        kind = np.full((len(ends), self._labels ** len(ends[0])), len(copies), np.int64)
        self._shown: dict[int, tuple[int, int]] = {}  # of each choice that lays a tile, its cell and code
        for k, option in enumerate(laid.choices):
            shown = {points[item[1]]: label for item, label in option.other}  # type: ignore[index]
            c = number[option.needed[0]]
            self._shown[k] = c, int([shown[p] for p in ends[c]] @ self._weights)
            kind[self._shown[k]] = option.kind
        self._choice = {shown: k for k, shown in self._shown.items()}
        there = [[c for c, own in enumerate(ends) if p in own] for p in range(len(points))]
        around = max(map(len, there))
        at = [own + [-1] * (around - len(own)) for own in there]
        by = [[self._weights[ends[c].index(p)] if c >= 0 else 0 for c in own] for p, own in enumerate(at)]
        beside = [[d for d, other in enumerate(ends) if len({*own} & {*other}) == 2] for own in ends]
        near = [own + [-1] * (len(ends[0]) - len(own)) for own in beside]
        self._fixed = [np.array(each, np.int64).ravel() for each in (at, by, ends, near, kind, (*copies, 0))]
        self._whole = np.array([len(own) + (point in rim) for own, point in zip(there, points, strict=True)], np.int64)
        self._worst = 1 + max(WRONG * around, WRONG + len(ends[0]) * (CLOSED + SIDE) + abs(TILE))  # loss of a move
        self._run: Any = choose(_moves, MOVES * len(ends) * PLAIN, "the annealing of labels")

    @staticmethod
    def fit(laid: Laid) -> bool:
        """Tell whether a puzzle is so: each tile lies in one cell, and has labels that are equal at a point."""
        labels = 1 + max((label for option in laid.choices for _, label in option.other), default=0)
        sides = max((len(option.other) for option in laid.choices), default=0)
        return (
            not laid.fixed
            and 0 < labels**sides * len(laid.needed) <= MOST_CODES
            and all(
                option.needed == (frozenset(item[1] for item, _ in option.other),)  # type: ignore[index]
                and all(item[0] == "corner" for item, _ in option.other)  # type: ignore[index]
                for option in laid.choices
            )
        )

    def anneal(self, chosen: Sequence[int], lot: random.Random) -> tuple[int, ...]:
        """Return the choices of a good layout, a blank in each cell without a tile: its number comes behind those of
        the tiles. chosen: such a layout; half of the lots begin there, warm, the others anew, hot."""
        warm = lot.random() < 0.5
        at, by, ends, near, kind, copies = self._fixed
        cells, points = len(self._cells), len(self._whole)
        corners, number = ends.reshape(cells, -1), np.zeros(points, np.int64)
        lying, best = np.zeros(cells, np.int64), np.full(cells, -1, np.int64)
        for k in chosen if warm else ():
            if k in self._shown:
                c, code = self._shown[k]
                lying[c], number[corners[c]] = 1, [code // weight % self._labels for weight in self._weights]
        codes = number[corners] @ self._weights
        used = np.bincount(kind.reshape(cells, -1)[lying > 0, codes[lying > 0]], minlength=len(copies))
        whole = self._whole - np.bincount(corners[lying > 0].ravel(), minlength=points)
        now = np.array([self._labels, 0, sum(whole == 0), sum(lying), 0], np.int64)
        arrays = [at, by, ends, near, kind, copies, whole, number, codes, lying, used, now, best]
        if plain := self._run is _moves:
            arrays = [array.tolist() for array in arrays]
        for level in range(LEVELS):
            interruption.check()
            heat = (WARM if warm else HOT) * (COLD / (WARM if warm else HOT)) ** (level / (LEVELS - 1))
            chance = np.array([int(math.exp(-loss / heat) * (1 << 31)) for loss in range(self._worst)], np.int64)
            lots = np.frombuffer(lot.randbytes(8 * (MOVES * cells // LEVELS)), "<i8") & ((1 << 63) - 1)
            self._run(*(each.tolist() if plain else each for each in (lots, chance)), *arrays)
        laid = {(c, int(code)) for c, code in enumerate(arrays[-1])}
        return tuple(self._choice.get(each, len(self._shown) + each[0]) for each in sorted(laid))
