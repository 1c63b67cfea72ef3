"""What Quasimino's rulebook is filled with: its numbers, and its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.figures import Panel, RhombFigures, verdict
from quasiprint.games.quasimino.layout import read
from quasiprint.games.quasimino.penrose import covered
from quasiprint.games.quasimino.puzzles import PUZZLES, solution
from quasiprint.games.quasimino.rules import PlacedRhomb, is_complete, patch
from quasiprint.games.quasimino.stars import stars
from quasiprint.model.errors import InputError
from quasiprint.model.measures import MAKERS, Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Content, Figure

POSTER = "record.json"  # the layout with the most covered vertices that is known
USUAL = 3  # colours of the set that the rules are written for
# of each shape: the hands of the three games, and what lies open at the start of the first two
DOMINO_HAND, MATCH_HAND, FAST_HAND, OPEN = 3, 2, 7, 1
LEAST_SHAPE = 3  # tiles, in FastQuasi
FAST_RIM = TURN + 2  # edges: ten enclose no more than the regular decagon of side 1, and an odd number nothing
GOALS = (6, 10)  # vertices, for a short Quasi-Match
RING = 5  # tiles of each shape in the regular decagon of side 1; one of side s has s² times as many
WAYS = {"aaaa": (4,), "aaab": (1, 3), "aabb": (2, 2), "aabc": (1, 1, 2), "abcd": (1, 1, 1, 1)}
ACCENT = "#27509b"  # the colour of the game's books


def content(sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the tiles, as each process makes them.
    words: of the book's language.
    """
    paper = sets[Maker.PAPER]
    tiles = len(paper.pieces)
    marks = [piece.marks for piece in paper.pieces if piece.shape == SHAPES[0]]
    own_mirror = sum(canonical(HALF_TURN, m[::-1]) == m for m in marks)
    tokens = [thing for thing in paper.accessories if thing.kind == "token"]
    kinds = Counter(tuple(sorted(Counter(m).values())) for m in marks)
    fields = {
        "tiles": str(tiles),
        "each": str(len(marks)),
        "colours": str(paper.labelled.labels),
        "palette": _colours(paper, words),
        "edges": str(sum(m.count(0) for m in marks) * len(SHAPES)),
        "own_mirror": str(own_mirror),
        "pairs": str((len(marks) - own_mirror) // 2),
        "players": str(len(tokens)),
        "tokens": str(tokens[0].count),
        "domino_hand": str(2 * DOMINO_HAND),
        "domino_each": str(DOMINO_HAND),
        "domino_start": str(2 * DOMINO_HAND - 1),
        "match_hand": str(2 * MATCH_HAND),
        "match_each": str(MATCH_HAND),
        "match_moves": str(max(0, tiles - LEAST_SHAPE)),
        "goal_few": str(GOALS[0]),
        "goal_many": str(GOALS[1]),
        "fast_hand": str(2 * FAST_HAND),
        "fast_each": str(FAST_HAND),
        "fast_players": str(len(marks) // FAST_HAND),
        "fast_most": str(most(2 * FAST_HAND, FAST_RIM)),
        "least_shape": str(LEAST_SHAPE),
        "stars": str(len(stars(reflections=True))),
    }
    fields |= {f"kind_{kind}": str(kinds[parts]) for kind, parts in WAYS.items()}
    fields |= {f"edge_{process}": f"{sets[process].measures.size.edge:g}" for process in MAKERS}
    draw = RhombFigures(paper)
    figures: dict[str, Callable[[], Figure]] = {
        "shapes": draw.shapes,
        "palette": draw.palette,
        "joins": draw.joins,
        "parallelograms": draw.parallelograms,
        "three": draw.three,
        "stars": draw.stars,
        "skill": draw.skill,
        "periodic": draw.periodic,
        "penrose": draw.penrose,
    }
    traits = {"one-edge" if len({fields[f"edge_{process}"] for process in sets}) == 1 else "several-edges"}
    if paper.labelled.labels > 1:
        traits |= {"mixed", "many" if len(marks) // FAST_HAND > 1 else "few"}
        figures |= {"mirror": draw.mirror, "mismatch": draw.mismatch}
    else:
        traits.add("plain")
    if paper.labelled.labels >= USUAL:  # the tiles of the puzzles are in larger sets, too
        traits.add("puzzles")
        fields |= {"ring": str(2 * RING), "ring_each": str(RING)}
        figures |= {f"{name}-hand": partial(draw.hand, solution(name)) for name in PUZZLES}
        figures["solutions"] = partial(solutions, draw, paper.labelled.labels)
    if paper.labelled.labels == USUAL:
        traits.add("usual")
        laid = poster()
        lying = patch(laid)
        side = 3
        rim = TURN * side
        fields |= {
            "most": str(len(lying.covered())),
            "boundary": str(lying.boundary_edges),
            "least_boundary": str(rim),
            "bound": str(most(tiles, rim)),
            "side": str(side),
        }
        facts = verdict(laid, USUAL) | {"whole": "yes" if is_complete(laid, USUAL) else "no", "holes": lying.holes()}
        figures["record"] = lambda: draw.solved(laid, facts, 18.0)
    return Content(fields, frozenset(traits), figures, accent=ACCENT)


def most(tiles: int, rim: int) -> int:
    """Return how many vertices one layout without holes covers, by Euler's count. rim: the edges of its boundary."""
    return 1 + tiles - rim // 2


def poster() -> tuple[PlacedRhomb, ...]:
    """Return the layout with the most covered vertices. Raises InputError if its file holds no layout."""
    tiles, findings = read((Path(__file__).parent / POSTER).read_bytes())
    if findings:
        raise InputError(f"{POSTER}: {findings[0].message}")
    return tiles


def solutions(draw: RhombFigures, colours: int) -> Figure:
    """Return the solutions of all puzzles, numbered. The figure's facts are, in order, what the rules say of each."""
    layouts = [solution(name) for name in PUZZLES]
    found = [verdict(tiles, colours) | {"guarded": guarded(tiles)} for tiles in layouts]
    facts: dict[str, object] = {key: ",".join(str(each[key]) for each in found) for key in found[0]}
    panels = []
    for number, tiles in enumerate(layouts, 1):
        points = [corner.to_xy() for tile in tiles for corner in tile.corners]
        middle = (min(x for x, _ in points) + max(x for x, _ in points)) / 2
        sign = (middle, min(y for _, y in points) - 0.25, str(number))
        last_two = number == len(layouts) - 1
        panels.append(Panel(tiles, covered(tiles), signs=(sign,), room=0.3, breaks=last_two))
    return draw.figure(panels, 13.0, facts, gap=0.0)


def guarded(tiles: tuple[PlacedRhomb, ...]) -> int:
    """Return how many tiles of a layout have all their corners covered."""
    closed = set(covered(tiles))
    return sum(closed.issuperset(tile.corners) for tile in tiles)


def _colours(game_set: GameSet, words: Mapping[str, str]) -> str:
    """Return the colours with their numbers and patterns, in the words of a language where it has some."""
    named = []
    for number, ink in enumerate(game_set.palette.inks[: game_set.labelled.labels], 1):
        colour = words.get(f"ink-{ink.name}", ink.name)
        pattern = words.get(f"pattern-{ink.pattern}", ink.pattern)
        named.append(f"{colour} ({number}, {pattern})")
    return ", ".join(named)
