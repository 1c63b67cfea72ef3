"""Triangles that cover plane faces read back, with holes or without, none of them thinner than need be."""

from __future__ import annotations

import math

import numpy as np

from quasiprint.formats.step.part21 import Flags, Numbers, Reals

Corner = tuple[float, float]
Indices = tuple[int, int, int]

THIN = 2000.0  # nm: a triangle less high is replaced, if its neighbours allow it
PATIENCE = 8  # times that a thin triangle waits for one beside it
DIAGONALS = np.array([[[0, 1, 2], [0, 2, 3]], [[0, 1, 3], [1, 2, 3]]])  # the two ways to part a face of four corners


def coverings(corners: Reals, rings: Numbers, faces: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return anticlockwise triangles (t, 3) of the areas inside rings, which area each covers, and the areas that
    triangles cannot be found for that cover just them.

    corners: of rings, one ring after the other (n, 2), nm. rings: of each, where it begins and ends (r, 2), the outer
    one of each area first and anticlockwise. faces: of each area, where its rings begin and end (f, 2).
    """
    outer: Numbers = rings[faces[:, 0]]
    begin: Numbers = outer[:, 0]
    size: Numbers = outer[:, 1] - begin
    size[faces[:, 1] > faces[:, 0] + 1] = 0
    three = np.flatnonzero(size == 3)
    four = np.flatnonzero(size == 4)
    parted = begin[four, None, None, None] + DIAGONALS  # (n, 2 ways, 2 triangles, 3)
    least = _heights(corners, parted.reshape(-1, 3)).reshape(-1, 2, 2).min(axis=2)
    better = np.argmax(least, axis=1)
    fine = np.take_along_axis(least, better[:, None], axis=1)[:, 0] >= THIN
    halves = parted[np.arange(len(four)), better][fine].reshape(-1, 3)
    others = np.setdiff1d(np.arange(len(faces)), np.concatenate((three, four[fine])))
    found, owner, wrong = _others(corners, rings, faces, others)
    triangles = np.concatenate((begin[three, None] + np.arange(3), halves, found))
    return triangles, np.concatenate((three, np.repeat(four[fine], 2), owner)), wrong


def _others(corners: Reals, rings: Numbers, faces: Numbers, which: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return what `coverings` does, for areas of any number of corners."""
    import manifold3d

    parts = []
    for k in which.tolist():
        own = rings[faces[k, 0] : faces[k, 1]].tolist()
        found = np.asarray(manifold3d.triangulate([corners[a:b] for a, b in own]), dtype=np.int64)
        parts.append(found.reshape(-1, 3) + own[0][0])  # rings of a face follow one another
    found = np.concatenate((*parts, np.zeros((0, 3), dtype=np.int64)))
    owner = np.repeat(which, [len(part) for part in parts])
    for k in np.unique(owner[_heights(corners, found) < THIN]).tolist():
        own = np.flatnonzero(owner == k)
        base = int(rings[faces[k, 0], 0])
        points = corners[base : rings[faces[k, 1] - 1, 1]].tolist()
        listed = [(a - base, b - base, c - base) for a, b, c in found[own].tolist()]
        _thickened(points, listed)
        found[own] = np.array(listed) + base
    covered = _covers(corners, rings, faces, which, found, owner)
    return found, owner, which[~covered]


def _covers(
    corners: Reals, rings: Numbers, faces: Numbers, which: Numbers, triangles: Numbers, owner: Numbers
) -> Flags:
    """Return for areas whether their triangles cover just them: the sides of these are the rings' own, each once, or
    lie between two of them; and none is turned over."""
    own = np.concatenate([np.arange(*faces[k]) for k in which.tolist()] or [np.zeros(0, dtype=np.int64)])
    length = rings[own, 1] - rings[own, 0]
    ends = np.cumsum(length)
    start = np.repeat(rings[own, 0] - (ends - length), length) + np.arange(int(length.sum()))
    after = start + 1
    after[ends - 1] = rings[own, 0]
    border = start * len(corners) + after
    area = np.repeat(np.repeat(which, faces[which, 1] - faces[which, 0]), length)
    a, b = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    there, back = a * len(corners) + b, b * len(corners) + a
    of_side = np.repeat(owner, 3)
    _, first = np.unique(there, return_index=True)
    twice = np.ones(len(there), dtype=bool)
    twice[first] = False
    lonely = ~np.isin(there, border) & ~np.isin(back, there)
    over = _heights(corners, triangles) < -THIN
    wrong = np.concatenate((of_side[twice | lonely], area[~np.isin(border, there)], owner[over]))
    return np.asarray(~np.isin(which, wrong), dtype=np.bool_)


def _heights(corners: Reals, triangles: Numbers) -> Reals:
    """Return how high triangles are over their longest sides, nm; negative of those that are turned over."""
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    sides = b - a, c - b, a - c
    longest = np.sqrt(np.maximum.reduce([(side * side).sum(axis=1) for side in sides]))
    across = sides[2][:, 0] * sides[0][:, 1] - sides[2][:, 1] * sides[0][:, 0]
    return np.asarray(across / np.maximum(longest, 1e-9), dtype=np.float64)


def _thickened(points: list[Corner], found: list[Indices]) -> None:
    """Replace thin triangles and those across their longest sides by the other two of their quadrilateral."""
    thin = [k for k, triangle in enumerate(found) if _height(points, triangle) < THIN]
    patience = PATIENCE * len(thin)
    at = {side: k for k, (a, b, c) in enumerate(found) for side in ((a, b), (b, c), (c, a))} if thin else {}
    while thin and patience:
        patience -= 1
        k = thin.pop(0)
        height = _height(points, found[k])
        turns = [found[k][i:] + found[k][:i] for i in range(3)]
        a, b, c = max(turns, key=lambda turn: math.dist(points[turn[0]], points[turn[1]]))
        other = at.get((b, a))
        if height >= THIN or other is None:
            continue
        (d,) = set(found[other]) - {a, b}
        new: tuple[Indices, Indices] = (a, d, c), (d, b, c)
        thin.append(k)
        if min(_height(points, one) for one in new) > height:
            del at[a, b], at[b, a]
            for where, (p, q, r) in zip((k, other), new, strict=True):
                found[where] = p, q, r
                at[p, q] = at[q, r] = at[r, p] = where
            thin.append(other)


def _height(points: list[Corner], triangle: Indices) -> float:
    (ax, ay), (bx, by), (cx, cy) = (points[k] for k in triangle)
    longest = max(math.hypot(bx - ax, by - ay), math.hypot(cx - bx, cy - by), math.hypot(ax - cx, ay - cy))
    return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / max(longest, 1e-9)
