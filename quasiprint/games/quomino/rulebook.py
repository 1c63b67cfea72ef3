"""What Quomino's rulebook is filled with: its numbers, and figures that the rules play and the set's own faces show."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.quomino import ACCENT, bounds
from quasiprint.games.quomino.scenes import Scenes
from quasiprint.games.quomino.squares import BOXED
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content
from quasiprint.model.piece import GameSet

MINUTES = 0.3  # a game lasts, for each square of its board
ROUND = 5  # minutes are said in fives
DISPLAYED = ("pegs", "sentinels", "end", "table", "pieces")  # figures that a page of the set shows


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the box, as each process makes it. words: of the book's language."""
    paper = sets[Maker.PAPER]
    sizes = tuple(int(said.split()[0]) for said in str(dict(paper.parameters)["boards"]).split(", "))
    box = bounds.box(sizes)
    frames = tuple(thing for thing in sets[Maker.PRINTER].accessories if thing.kind == "frame")
    fields = {
        "ominoes": str(box.ominoes),
        "quominoes": str(box.quominoes),
        "markers": str(box.markers),
        "edge": f"{sets[Maker.PRINTER].measures.size.edge:g}",
        "boards": ", ".join(f"{size} × {size}" for size in sizes),
        "minutes": minutes(sizes),
        "frames": str(sum(thing.count for thing in frames)),
        "side": str(max(sizes)),
        **({} if sizes == BOXED else {"squares": str(max(sizes) ** 2)}),
    }
    for size in sizes:
        need = bounds.need(size)
        key = str(size) if sizes == BOXED else "one"
        fields |= {
            f"most_{key}": str(need.quominoes),
            f"fewest_{key}": str(need.fewest),
            f"dead_{key}": str(need.dead),
            f"ominoes_{key}": str(need.ominoes),
        }
    grip = str(dict(paper.parameters)["grip"])
    traits = frozenset({"box" if sizes == BOXED else "single", grip})
    figures = Scenes(paper, sizes, frames, words).figures()
    return Content(fields, traits, figures, accent=ACCENT, shown=DISPLAYED)


def minutes(sizes: tuple[int, ...]) -> str:
    """Return how long a game lasts, about: on the smallest and the largest board."""
    found = [max(1, round(MINUTES * size * size / ROUND)) * ROUND for size in (min(sizes), max(sizes))]
    return "–".join(map(str, dict.fromkeys(found)))
