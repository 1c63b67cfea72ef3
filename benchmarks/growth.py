"""Does the cost of a set grow in proportion, and its memory hardly at all?

    python benchmarks/growth.py [--rounds N] [--json] [--only WORD ...]

Makes sets of growing size in one format at a time, with one job, and fits the exponent of CPU time against the number
of tiles, boards or cells: the slope of a straight line through the logarithms, by least squares. An exponent of 1 is in
proportion. What a process costs that makes nothing large is part of every run, so that the exponent of a series of
small sets is below 1; the limit holds for the last step of a series, too, where the growth is seen best, but not for
the size of Majomino boards: their draw takes N⁵ steps so that its chain forgets where it was, and the last step is told
alone. Peak memory is that of the process. --only: series or formats, by name. STEP is left out but with --only step.

Exits with 1 where an exponent is above 1.15, or any run takes more than 250 MiB.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from measuring import Figure, Used, arguments, empty, fresh, program, report, run, table

FORMATS = ("stl", "3mf", "svg", "dxf", "pdf")
EXPONENT, MIB = 1.15, 250.0


@dataclass(frozen=True)
class Series:
    """Sets of growing size. of: what is counted; sizes: values of the option, and how many of these there are then."""

    name: str
    of: str
    command: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    formats: tuple[str, ...] = FORMATS


def rhombs(colours: int) -> int:
    """Return how many tiles a set of Quasimino has: two shapes, four edges, half turns aside."""
    return colours**4 + colours**2


def triangles(highest: int) -> int:
    """Return how many tiles a set of Triomino has: three numbers, turns aside, clockwise ascending."""
    return math.comb(highest + 3, 3)


SERIES = (
    Series("quasimino --colours", "tile", ("quasimino", "--colours"), tuple((k, rhombs(k)) for k in (2, 4, 6, 8))),
    Series("triomino --highest", "tile", ("triomino", "--highest"), tuple((k, triangles(k)) for k in (3, 5, 7, 9))),
    Series("majomino --count", "board", ("majomino", "--count"), tuple((k, k) for k in (12, 50, 200))),
    # larger boards have no room on the bed, and fewer cells would be parts of one
    Series(
        "majomino --size", "cell", ("majomino", "--size"), tuple((k, k * k) for k in (5, 9, 13, 17)),
        ("stl", "3mf"),
    ),
    Series(
        "majomino --size", "cell", ("majomino", "--size"), tuple((k, k * k) for k in (5, 9, 13, 17, 21)),
        ("svg", "dxf", "pdf"),
    ),
    Series("quomino --size", "square", ("quomino", "--size"), tuple((k, k * k) for k in (4, 8, 12, 16))),
)  # fmt: skip


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """Return the slope of log y against log x, by least squares. points: (x, y), at least two different x."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mx, my = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    return sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs)


def measured(series: Series, format: str, rounds: int) -> list[Used]:
    """Return what the sets of a series used, the least of some rounds."""
    found = []
    for value, _ in series.sizes:
        best: Used | None = None
        for _ in range(rounds):
            with empty() as folder:
                words = ("make", *series.command, value, "--format", format, "--jobs", 1, "-o", fresh(folder))
                used = run(program(*words))
            best = used.least(best) if best else used
        assert best is not None
        found.append(best)
    return found


def figures(series: Series, format: str, used: Sequence[Used]) -> list[Figure]:
    """Return what is judged of a series in a format."""
    points = [(float(count), one.cpu_s) for (_, count), one in zip(series.sizes, used, strict=True)]
    name = f"{series.name}, {format}"
    return [
        Figure(f"{name}: exponent of CPU time by {series.of}", exponent(points), most=EXPONENT),
        Figure(
            f"{name}: exponent of the last step", exponent(points[-2:]), most=EXPONENT if series.of != "cell" else None
        ),
        Figure(f"{name}: most memory, MiB", max(one.peak_mib for one in used), most=MIB),
    ]


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = arguments(__doc__, rounds=1)
    parser.add_argument("--only", nargs="+", default=[], help="series (majomino, --count …) or formats to measure")
    asked = parser.parse_args()
    rows: list[tuple[object, ...]] = []
    judged: list[Figure] = []
    wanted = set(asked.only)
    for series in SERIES:
        every = (*series.formats, *(wanted & {"step"} if "stl" in series.formats else ()))
        words = set(series.name.split())
        if wanted & {word for other in SERIES for word in other.name.split()} and not wanted & words:
            continue
        for format in every:
            if wanted & {*FORMATS, "step"} and format not in wanted:
                continue
            used = measured(series, format, asked.rounds)
            for (value, count), one in zip(series.sizes, used, strict=True):
                rows.append((f"{series.name} {value}", format, count, one.cpu_s, one.peak_mib))
                print(f"{rows[-1]}", file=sys.stderr, flush=True)
            judged += figures(series, format, used)
    every_set = table(("set", "format", "of them", "CPU, s", "peak, MiB"), rows)
    return report(judged, asked.json, asked.write, every_set)


if __name__ == "__main__":
    sys.exit(main())
