"""What Quomino's rulebook is filled with: its numbers, and figures that the rules play and the set's own faces show."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quasiprint.games.quomino import ACCENT, bounds
from quasiprint.games.quomino.box_figures import BoxFigures
from quasiprint.games.quomino.figures import OminoFigures
from quasiprint.games.quomino.played import FIRST_LAID, WHOLE
from quasiprint.games.quomino.proof_figures import ProofFigures
from quasiprint.games.quomino.puzzles import PUZZLES, PuzzleFigures
from quasiprint.games.quomino.round_figures import STEPS, RoundFigures
from quasiprint.games.quomino.rules import BLACK, WHITE
from quasiprint.games.quomino.squares import BOXED
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
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
    draw = OminoFigures(paper)
    box_draw, round_draw, proof_draw = BoxFigures(paper, sizes, frames), RoundFigures(paper), ProofFigures(paper)
    puzzle_draw = PuzzleFigures(paper)
    figures: dict[str, Callable[[], Figure]] = {
        "turns": draw.turns,
        "black-quomino": lambda: draw.closing(BLACK),
        "white-quomino": lambda: draw.closing(WHITE),
        "rotation": draw.rotation,
        "threat": draw.threat,
        "four": draw.four,
        "exchanged": draw.exchanged,
        "dead-squares": lambda: draw.after(WHOLE[:FIRST_LAID]),
        "choice": draw.choice,
        "end": lambda: draw.after(WHOLE),
        "cover": box_draw.cover,
        "pieces": lambda: box_draw.pieces(words),
        "table": lambda: box_draw.table(words),
        "pegs": proof_draw.pegs,
        "sentinels": proof_draw.sentinels,
    }
    for number in range(len(STEPS)):
        figures[f"round-{number + 1}"] = lambda number=number: round_draw.step(number)  # type: ignore[misc]
    for key in PUZZLES:
        figures[key] = lambda key=key: puzzle_draw.puzzle(key)  # type: ignore[misc]
        figures[f"{key}-answer"] = lambda key=key: puzzle_draw.answer(key)  # type: ignore[misc]
    return Content(fields, traits, figures, accent=ACCENT, shown=DISPLAYED)


def minutes(sizes: tuple[int, ...]) -> str:
    """Return how long a game lasts, about: on the smallest and the largest board."""
    found = [max(1, round(MINUTES * size * size / ROUND)) * ROUND for size in (min(sizes), max(sizes))]
    return "–".join(map(str, dict.fromkeys(found)))
