"""What Majomino's rulebook is filled with: its numbers, what has been found about the game, and figures."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.majomino import ACCENT, SIZES
from quasiprint.games.majomino.board import tally
from quasiprint.games.majomino.grid import side_of
from quasiprint.games.majomino.names import COUNTED
from quasiprint.games.majomino.positions import EXAMPLE, LINED
from quasiprint.games.majomino.scenes import Scenes, colours
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.texts import markdown

PACE = (12.0, 24.0)  # s: a mark of quick players and of slow ones; estimated
STATED = {"x": 5, "o": 10}  # the sum under the scoring example of the first description
# Measured with other programs than this one, on 5 × 5 cells; a book says so. Of 400,000 boards made each way: the
# distance from fair (total variation); how often the favourite board came, fair being 1; how many boards never came.
GENERATORS = {
    "fair": (0.040, 1.4, 0),
    "swaps": (0.043, 1.4, 0),
    "growth": (0.253, 5.0, 0),
    "shares": (0.283, 4.8, 0),
    "stealing": (0.320, 6.1, 0),
    "single": (0.540, 24, 223),
    "splitting": (0.590, 14, 8),
}
SAMPLED = 400_000
# Games of players who look one move ahead, with some chance: the share that X wins, without a double, and with one in
# O's turn of this number.
SHARES = {"plain": 0.77, 1: 0.23, 8: 0.30, 12: 0.70}
# Measured by `benchmarks/late_doubles.py`: of so many positions after six marks X wins so many if both play their best
# and O may double in her turn of this number only, which is the most even one.
POSITIONS, FAIR_TURN, FAIR_WON = 100, 11, 48
FIVES = 25  # cells
RELAXING = 1083  # tries: how long the chain of swaps takes to forget e-fold where it began, 5 × 5
DISPLAYED = ("table", "kinds", "example", "threes", "own")  # figures that a page of the set shows


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the run, as each process makes it. words: of the book's language."""
    paper, printer = sets[Maker.PAPER], sets[Maker.PRINTER]
    parameters = dict(paper.parameters)
    size = side_of(paper.pieces[0])
    cells, lines = size * size, 3 * size

    fields = {
        "size": str(size),
        "cells": str(cells),
        "points": str(lines),
        "win": str(lines // 2 + 1),
        "most": str(size // 2 + 1),
        "more": str(cells // 2 + 1),
        "fewer": str(cells // 2),
        "boards": str(len(paper.pieces)),
        "markers": str(cells),  # one for each, also where the book is for a set that no printer makes
        "minutes": _minutes(cells),
        "edge": f"{printer.measures.size.edge:g}",
        "largest": str(SIZES[-1]),
        **_example(),
        **_findings_fields(),
    }
    traits = {"one" if len(paper.pieces) == 1 else "many"}
    traits |= _origin(parameters, size)
    if paper.pieces[0].name:
        fields["name"] = paper.pieces[0].name
        traits.add("named")
    if size in COUNTED:
        from quasiprint.games.majomino.dissection.programme import programme

        fields["all"] = _format_count(programme(size, 0).total)
        traits.add("counted")
    marks = (mark for piece in paper.pieces for mark in piece.face.marks)
    made = {mark.colour for mark in marks if mark.colour is not None}
    if made:
        # a picture may need a colour that none of the set's boards has
        inks = [paper.palette.inks[colour] for colour in sorted(made | colours(len(paper.palette.inks)))]
        fields["colours"] = ", ".join(
            f"{words.get(ink.name, markdown(ink.name))} ({words.get(f'pattern-{ink.pattern}', ink.pattern)})"
            for ink in inks
        )
        traits.add("coloured")
    else:
        traits.add("plain")
    traits.add(str(parameters["walls"]))
    return Content(fields, frozenset(traits), Scenes(sets, words).figures(), accent=ACCENT, shown=DISPLAYED)


def _minutes(cells: int) -> str:
    """Return how long a game takes, from a quick one to a slow one."""
    fast, slow = (seconds * cells / 60 for seconds in PACE)
    step = 5 if fast >= 5 else 1
    return f"{max(step, round(fast / step) * step)}–{max(step, round(slow / step) * step)}"


def _origin(parameters: Mapping[str, Value], size: int) -> set[str]:
    """Return the words for how a run's boards came about."""
    if parameters.get("board"):
        return {"given"}
    distinct = {"distinct"} if parameters["distinct"] else set()
    if size not in COUNTED:
        return {"chained"} | distinct
    return distinct or {"drawn"}


def _example() -> dict[str, str]:
    """Return what the scoring example comes to, counted, and the sum that its source states."""
    count = tally(EXAMPLE)
    found = {f"stated_{player}": str(points) for player, points in STATED.items()}
    for kind, won in {"rows": count.rows, "columns": count.columns, "regions": count.regions}.items():
        found |= {f"{kind}_x": str(won.count("x")), f"{kind}_o": str(won.count("o"))}
    return found | {"total_x": str(count.x), "total_o": str(count.o)}


def _findings_fields() -> dict[str, str]:
    """Return what is known of boards of 5 × 5."""
    from quasiprint.games.majomino.dissection.programme import programme
    from quasiprint.games.majomino.dissection.sampling import classes

    found = {
        "fives": str(programme(5).total),
        "five_classes": str(classes(5)),
        "lined": str(LINED),
        "sampled": _format_count(SAMPLED),
        "relaxing": str(RELAXING),
    }
    for way, (off, favourite, never) in GENERATORS.items():
        found |= {f"{way}_off": f"{100 * off:.0f}", f"{way}_most": f"{favourite:g}", f"{way}_never": str(never)}
    _, early, from_turn, to_turn = SHARES
    found |= {"from_turn": str(from_turn), "to_turn": str(to_turn)}
    found |= {
        "fair_turn": str(FAIR_TURN),
        "fair_left": str(FIVES + 1 - 2 * FAIR_TURN),
        "fair_of": str(POSITIONS),
        "fair_won": str(FAIR_WON),
    }
    names = {"plain": "plain", early: "first", from_turn: "from", to_turn: "to"}
    return found | {f"share_{names[when]}": f"{100 * share:.0f}" for when, share in SHARES.items()}


def _format_count(count: int) -> str:
    """Return a large number in groups of three digits."""
    return f"{count:,}" if count >= 10_000 else str(count)
