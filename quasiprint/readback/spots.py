"""What hangs together in a picture: how many spots there are of what is asked for, and how large they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def spots(there: NDArray[np.bool_]) -> list[int]:
    """Return how many points each spot has: points that are there and lie side by side, or above one another."""
    parents: list[int] = []
    sizes: list[int] = []

    def root(k: int) -> int:
        while parents[k] != k:
            parents[k] = parents[parents[k]]
            k = parents[k]
        return k

    above: list[tuple[int, int, int]] = []
    edges = np.diff(np.pad(there.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    for row in edges:
        here = []
        at = 0
        for begin, end in zip(np.flatnonzero(row == 1).tolist(), np.flatnonzero(row == -1).tolist(), strict=True):
            own = len(parents)
            parents.append(own)
            sizes.append(end - begin)
            while at < len(above) and above[at][1] <= begin:
                at += 1
            k = at
            while k < len(above) and above[k][0] < end:
                parents[root(above[k][2])] = root(own)
                k += 1
            here.append((begin, end, own))
        above = here
    total: dict[int, int] = {}
    for k, size in enumerate(sizes):
        total[root(k)] = total.get(root(k), 0) + size
    return list(total.values())
