"""What a play-test says of many games: figures, each with an interval that holds the true one 95 times in 100.

Intervals of shares are Wilson's (1927), those of means are normal, from the games' own variance. Both know nothing of
each other: where twenty figures are looked at, one of them is expected to lie outside of its interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quasiprint.model.play import Play, Trial

Z = 1.959963984540054  # of the normal distribution, for 95 %
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean, or a share, with its interval. unit: "" for a number, "%" for a share."""

    value: float
    low: float
    high: float
    unit: str = ""

    def as_json(self) -> dict[str, float]:
        """Return it as data."""
        return {name: round(getattr(self, name), DIGITS) for name in ("value", "low", "high")}

    def __str__(self) -> str:
        if self.unit:
            return f"{100 * self.value:.1f} % ({100 * self.low:.0f}–{100 * self.high:.0f})"
        half = self.high - self.value
        places = 1 if half >= 0.05 else 2
        return f"{self.value:.{places}f} ± {half:.{places}f}"


def mean(values: Sequence[float]) -> Figure:
    """Return a mean with its normal interval; of a single value there is none but the value."""
    n = len(values)
    middle = math.fsum(values) / n
    spread = math.fsum((value - middle) ** 2 for value in values) / max(n - 1, 1)
    half = Z * math.sqrt(spread / n)
    return Figure(middle, middle - half, middle + half)


def share(count: int, of: int) -> Figure:
    """Return a share with Wilson's interval."""
    p, z = count / of, Z * Z / of
    middle, half = (p + z / 2) / (1 + z), Z / (1 + z) * math.sqrt(p * (1 - p) / of + z / (4 * of))
    return Figure(p, min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half)), "%")


def figures(test: Trial, plays: Sequence[Play]) -> dict[str, Figure]:
    """Return the figures of a test by what they are called."""

    def of(value: Callable[[Play], float]) -> Figure:
        return mean([value(play) for play in plays])

    counts = [play.count for play in plays]
    found = {
        "turns": of(lambda play: play.turns),
        "choices in a turn": of(lambda play: play.choices / max(play.chosen, 1)),
        "dead turns in a game": of(lambda play: play.dead),
        "games with a dead turn": share(sum(play.dead > 0 for play in plays), len(plays)),
        "blocked games": share(sum(play.blocked for play in plays), len(plays)),
        test.counts: mean(counts),
    }
    if test.most is not None:
        found[f"games that reach {test.most} {test.counts}"] = share(counts.count(test.most), len(plays))
    for seat in range(test.players):
        found[f"seat {seat + 1} wins"] = share(sum(seat in play.winners for play in plays), len(plays))
    if test.players > 1:
        found["shared wins"] = share(sum(len(play.winners) > 1 for play in plays), len(plays))
    for seat in range(test.players):
        found[f"{test.scores} of seat {seat + 1}"] = of(lambda play, seat=seat: play.scores[seat])  # type: ignore[misc]
    return found


def table(heads: Sequence[str], columns: Sequence[dict[str, Figure]]) -> list[str]:
    """Return figures side by side, a line for each."""
    names = list(dict.fromkeys(name for column in sorted(columns, key=len, reverse=True) for name in column))
    rows = [["", *heads]] * any(heads) + [[name, *(str(column.get(name, "")) for column in columns)] for name in names]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
