"""A play-test as plots: who wins by seat, and how turns and counts are spread."""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

from quasiprint.addons.lab.play_figures import share
from quasiprint.addons.lab.playtest import Column, Playtest
from quasiprint.errors import Unavailable
from quasiprint.system.outcome import reraise_if_not_input

COLOURS = ("#27509b", "#c8641e", "#3c8c50", "#8c3c78", "#7a7a7a", "#1e96aa")
STYLES = ("-", "--", ":", "-.")
SIZE = (10.0, 3.6)  # inches


def plots(found: Playtest) -> dict[str, bytes]:
    """Return the plots of a test by the names of their files. Raises Unavailable without matplotlib."""
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as problem:
        reraise_if_not_input(problem)
        raise Unavailable("plots need matplotlib; pip install 'quasiprint[plots]'") from None
    # the same test gives the same bytes
    with matplotlib.rc_context({"svg.hashsalt": "quasiprint", "svg.fonttype": "path", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=SIZE, layout="constrained")
        left, middle, right = figure.subplots(1, 3)
        _seats(left, found.columns)
        _spread(middle, found.columns, "turns", [[play.turns for play in one.plays] for one in found.columns])
        counts = " or ".join(dict.fromkeys(column.test.counts for column in found.columns))
        _spread(right, found.columns, counts, [[play.count for play in one.plays] for one in found.columns])
        if found.columns[0].head:
            figure.legend(*middle.get_legend_handles_labels(), fontsize=8, loc="outside lower center", ncols=4)
        figure.suptitle(found.lines()[0], fontsize=10)
        written = {}
        for name, canvas, metadata in (
            ("playtest.svg", FigureCanvasSVG(figure), {"Date": None, "Creator": "quasiprint"}),
            ("playtest.png", FigureCanvasAgg(figure), {"Software": "quasiprint"}),
        ):
            stream = io.BytesIO()
            canvas.print_figure(stream, format=name[-3:], dpi=150, metadata=metadata)
            written[name] = stream.getvalue()
    return written


def _seats(axes: Any, columns: tuple[Column, ...]) -> None:
    """Draw the share of games that each seat wins, with its interval, and what would be even."""
    width = 0.8 / len(columns)
    for k, column in enumerate(columns):
        shares = [
            share(sum(seat in play.winners for play in column.plays), len(column.plays))
            for seat in range(column.test.players)
        ]
        at = [seat + 1 - 0.4 + width * (k + 0.5) for seat in range(len(shares))]
        values = [100 * one.value for one in shares]
        low = [100 * (one.value - one.low) for one in shares]
        high = [100 * (one.high - one.value) for one in shares]
        colour = COLOURS[k % len(COLOURS)]
        axes.bar(at, values, 0.9 * width, yerr=[low, high], color=colour, ecolor="black", capsize=2, label=column.head)
        even, end = 100 / column.test.players, column.test.players + 0.5
        axes.plot([0.5, end], [even, even], color=colour, linewidth=0.8, linestyle="--")
    axes.set_xticks(range(1, 1 + max(column.test.players for column in columns)))
    axes.set_xlabel("seat, from who begins")
    axes.set_ylabel("wins, %")


def _spread(axes: Any, columns: tuple[Column, ...], name: str, values: list[list[int]]) -> None:
    """Draw how a number is spread over the games of each test."""
    for k, each in enumerate(values):
        counted = Counter(each)
        least, most = min(counted), max(counted)
        bins = max(1, (most - least) // 40)  # so many neighbours are one step
        steps = range(least, most + 1, bins)
        parts = [100 * sum(counted[step + n] for n in range(bins)) / len(each) for step in steps]
        style = {"color": COLOURS[k % len(COLOURS)], "linestyle": STYLES[k % len(STYLES)], "label": columns[k].head}
        edges = [step - 0.5 for step in (least, *steps, steps[-1] + bins)]  # a number is in the middle of its step
        axes.step(edges, [0, *parts, 0], where="post", **style)
    axes.set_xlabel(name)
    axes.set_ylabel("games, %")
    axes.set_ylim(bottom=0)
