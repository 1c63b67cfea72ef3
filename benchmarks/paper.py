"""Leaves of paper, and straight cuts, that a set takes with every option of every game: read from the PDF that is cut.

    python benchmarks/paper.py                         every option of every game
    python benchmarks/paper.py triomino quomino        of these
    python benchmarks/paper.py --before FOLDER         and beside it what another checkout takes
    python benchmarks/paper.py --write                 and put the table into benchmarks/README.md

A straight cut runs along all grey lines that follow one another in one direction. What is round, or has more than
twelve corners, is cut out with scissors. Cuts run through if a guillotine can make all of them: each parts what is in
hand in two and meets no piece. No option may take more leaves or cuts than the plain set but for a reason, which stands
in its row; and the bill that the set brings must count as this program does. Boards of Majomino are not cut out.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from measuring import ROOT, Figure, empty, fresh, program, report, run, surroundings, table
from shapely.geometry import LineString, Polygon
from tried import Values, options, wishes

POINT = 72 / 25.4
NEAR = 0.01  # mm: ends that are nearer to one another meet
STRAIGHT = 1e-3  # of a direction: lines that differ by less go on in one another
ROUND = 12  # corners
# what of an option is tried, where it is no choice of words
TRIED: dict[str | tuple[str, str], Values] = {
    "colours": (1, 2, 4, 8), "highest": (0, 4, 6, 9), "size": (6, 8, 12), "count": (4, 24), "edge": (24, 36),
    "bleed": (0, 6), "dpi": (72,), "back_offset": ("1,1",), "profiles": ("letter-silhouette",), "seed": (1,),
    "storage": ("box",), "board_by": ("paper",), ("majomino", "size"): (3, 7), ("majomino", "edge"): (),
}  # fmt: skip
OF_MACHINES = {"kerf", "cut", "tabs", "thickness", "touch", "stripe", "clearance", "finish", "tack", "tack_depth",
               "walls"}  # fmt: skip
MORE = "more pieces"
REASONS = {
    "--colours=4": MORE, "--colours=8": MORE, "--highest=6": MORE, "--highest=9": MORE, "--count=24": "more boards",
    "--size=12": MORE, "--size=7": "larger boards", "--storage=box": "a box to fold lies on leaves of its own",
    "--edge=24": "larger pieces", "--edge=36": "larger pieces", "--bleed=6": "colours run out farther, and take room",
    "--bleed=0": "blocks lie nearer to one another, in other rows",
    "--profile=letter-silhouette": "the machine's marks take room",
    "--per-page=1": "as was asked", "--per-page=2": "as was asked",
    "--shape=square": "126 squares for 56 triangles",
}  # fmt: skip

Point = tuple[float, float]
Line = tuple[Point, Point]


class Leaf:
    """The grey lines of a page, along which it is cut, mm."""

    def __init__(self, page: Any) -> None:
        self.lines: list[Line] = []  # of pieces with few corners
        self.round: list[list[Line]] = []
        for drawn in page.get_drawings():
            colour = drawn["color"]
            if drawn["type"] == "s" and colour and 0.55 < colour[0] < 0.7 and drawn["width"] < 0.15 * POINT:
                for chain in _chains(list(_lines(drawn["items"]))):
                    (self.round.append if len(chain) > ROUND else self.lines.extend)(chain)

    def cuts(self) -> int:
        """Return how many straight cuts there are: lines that go on in one another are one."""
        ends: dict[tuple[int, int], list[int]] = {}
        first = list(range(len(self.lines)))

        def of(k: int) -> int:
            while first[k] != k:
                k = first[k]
            return k

        for k, line in enumerate(self.lines):
            for x, y in line:
                column, row = round(x), round(y)
                for cell in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
                    for other in ends.get(cell, ()):
                        if _meet((x, y), self.lines[other]) and _parallel(line, self.lines[other]):
                            first[of(k)] = of(other)
                ends.setdefault((column, row), []).append(k)
        return sum(first[k] == k for k in range(len(first)))

    def pieces(self) -> list[Polygon]:
        """Return what the lines enclose."""
        lines = [*self.lines, *(line for chain in self.round for line in chain)]
        every = sorted({end for line in lines for end in line})
        tree = shapely.STRtree(shapely.points(every))
        met = {end: every[min(tree.query(shapely.Point(end), "dwithin", NEAR))] for end in every}
        net = shapely.unary_union([LineString([met[a], met[b]]) for a, b in lines])
        return [Polygon(area.exterior) for area in shapely.polygonize([net]).geoms]

    def runs_through(self) -> bool:
        """Tell whether a guillotine can cut out every piece that has few corners: parallel cuts of one direction after
        another part what is in hand, until one piece is left."""
        corners = [np.array(piece.exterior.coords[:-1]) for piece in self.pieces()]
        return _parted([ring for ring in corners if len(ring) <= ROUND] or corners[:1])


def _lines(items: Sequence[Any]) -> Iterator[Line]:
    for kind, *parts in items:
        if kind == "l":
            yield _mm(parts[0]), _mm(parts[1])
        elif kind in {"re", "qu"}:
            quad = parts[0].quad if kind == "re" else parts[0]
            yield from pairwise([_mm(p) for p in (quad.ul, quad.ur, quad.lr, quad.ll, quad.ul)])


def _mm(p: Any) -> Point:
    return p.x / POINT, p.y / POINT


def _chains(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield lines each of which begins where the last one ends."""
    chain: list[Line] = []
    for line in lines:
        if chain and math.dist(chain[-1][1], line[0]) > NEAR:
            yield chain
            chain = []
        chain.append(line)
    if chain:
        yield chain


def _meet(p: Point, line: Line) -> bool:
    return min(math.dist(p, end) for end in line) < NEAR


def _parallel(one: Line, two: Line) -> bool:
    (ax, ay), (bx, by) = ((q[0] - p[0], q[1] - p[1]) for p, q in (one, two))
    return abs(ax * by - ay * bx) < STRAIGHT * math.hypot(ax, ay) * math.hypot(bx, by)


def _parted(rings: list[Any]) -> bool:
    """Tell whether cuts that run through part outlines from one another."""
    if len(rings) == 1:
        return True
    turns = {0.0, 90.0}
    for ring in rings:
        along = np.roll(ring, -1, axis=0) - ring
        turns |= set(np.round(np.degrees(np.arctan2(along[:, 1], along[:, 0])) % 180, 2).tolist())
    for turn in turns:
        across = np.array([-math.sin(math.radians(turn)), math.cos(math.radians(turn))])
        spans = sorted((float((ring @ across).min()), float((ring @ across).max()), k) for k, ring in enumerate(rings))
        groups: list[list[Any]] = []
        end = -math.inf
        for low, high, k in spans:
            if low > end - 5 * NEAR:  # a direction is known to a hundredth of a degree
                groups.append([])
            groups[-1].append(rings[k])
            end = max(end, high)
        if len(groups) > 1:
            return all(map(_parted, groups))
    return False


def leaves(path: Path) -> list[Leaf]:
    """Return the pages of a PDF along whose lines anything is cut."""
    import pymupdf

    with pymupdf.open(path) as document:
        found = [Leaf(page) for page in document]
    return [leaf for leaf in found if leaf.lines or leaf.round]


def made(game: str, folder: Path, typed: Sequence[object], checkout: Path) -> Path:
    """Make a set on A4 and return its folder."""
    target = fresh(folder)
    paper = () if any("profile" in str(word) for word in typed) else ("--paper", "a4")
    command = program("make", game, "-o", target, "--format", "pdf", *paper, *typed)
    run(command, surroundings(checkout))
    return target


def measured(folder: Path) -> tuple[int, int, int, bool]:
    """Return how many leaves, straight cuts, and things for scissors a set takes, and whether its cuts run through."""
    bill = json.loads((folder / "manifest.json").read_bytes())["bill"]["papers"][0]
    cut = [leaf for path in sorted((folder / "pdf").glob("tiles-*-colour.pdf")) for leaf in leaves(path)]
    found = bill["leaves"], sum(leaf.cuts() for leaf in cut), sum(len(leaf.round) for leaf in cut)
    if cut and "cuts" in bill and (len(cut), *found[1:]) != (bill["leaves"], bill["cuts"], bill["scissors"]):
        raise SystemExit(f"{folder}: the bill says {bill}, and its pages show {found}")
    return *found, all(leaf.runs_through() for leaf in cut)


def main() -> int:
    """Make the sets, print what they take, and return whether one takes too much."""
    asked = wishes(__doc__)
    rows: list[tuple[object, ...]] = []
    wrong: list[str] = []
    for game in asked.games:
        plain: tuple[int, int, int, bool] | None = None
        for typed in ([], *options(game, TRIED, OF_MACHINES)):
            with empty() as folder:
                found = measured(made(game, folder, typed, ROOT))
                before = _before(game, folder, typed, asked.before)
            plain = plain or found
            key = " ".join(typed)
            why = REASONS.get(key, "")
            worse = found[0] > plain[0] or found[1] + found[2] > plain[1] + plain[2]
            wrong += [f"{game} {key}"] if worse and not why else []
            through = "yes" if found[3] else "no"
            rows.append((game, key or "plain", *before, *found[:3], through, why if worse else ""))
    was = ("leaves before", "cuts", "with scissors") if asked.before else ()
    head = ("game", "option", *was, "leaves", "straight cuts", "with scissors", "run through", "why more than plain")
    print(*wrong, sep="\n", file=sys.stderr)
    figures = [
        Figure("options that take more than the plain set, for no reason", len(wrong), most=0),
        Figure("options whose cuts do not run through", sum(row[-2] == "no" for row in rows), most=0),
    ]
    return report(figures, asked.json, asked.write, table(head, rows))


def _before(game: str, folder: Path, typed: Sequence[object], checkout: Path | None) -> tuple[object, ...]:
    """Return the same of another checkout; dashes for an option that it does not know."""
    if not checkout:
        return ()
    try:
        return measured(made(game, folder, typed, checkout))[:3]
    except SystemExit:
        return "–", "–", "–"


if __name__ == "__main__":
    sys.exit(main())
