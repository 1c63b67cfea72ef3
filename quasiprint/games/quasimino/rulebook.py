"""What Quasimino's rulebook is filled with, its numbers and its figures; and its score sheet: a row for each game of
Quasi-Domino, Quasi-Match and FastQuasi, and the games won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import TURN
from quasiprint.games.quasimino import ACCENT, tilings
from quasiprint.games.quasimino.design import HALF_TURN, PLAYERS, SHAPES, stars
from quasiprint.games.quasimino.rules import is_complete, patch
from quasiprint.games.quasimino.scenes import COLUMN, NAMES, Panel, Scenes, box_width, verdict
from quasiprint.games.quasimino.tilings import FAST_RIM, USUAL, most, poster
from quasiprint.games.quasimino.turns import DOMINO, FAST, HAND, LEAST_SHAPE, MATCH
from quasiprint.model.choices import PROCESSES, Process
from quasiprint.model.game import Parameters
from quasiprint.model.page import Block, Content, FieldGrid, FormCell, Row, Said, ScoreSheet, group, number_fields
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Ink
from quasiprint.model.texts import markdown

POSTER_EDGE = 9.1  # mm: of its tiles in the book
GOALS = (6, 10)  # vertices, for a short Quasi-Match
RING = 5  # tiles of each shape in the regular decagon of side 1; one of side s has s² times as many
WAYS = {"aaaa": (4,), "aaab": (1, 3), "aabb": (2, 2), "aabc": (1, 1, 2), "abcd": (1, 1, 1, 1)}
DISPLAYED = ("record", "penrose", "periodic", "fast", "stars", "table")  # figures that a page of the set shows


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the tiles, as each process makes them. words: of the book's
    language."""
    paper = sets[Process.PAPER]
    tiles = len(paper.pieces)
    marks = [piece.marks for piece in paper.pieces if piece.shape == SHAPES[0]]
    own_mirror = sum(canonical(HALF_TURN, m[::-1]) == m for m in marks)
    tokens = [accessory for accessory in paper.accessories if accessory.kind == "token"]
    kinds = Counter(tuple(sorted(Counter(m).values())) for m in marks)
    fields = {
        "tiles": str(tiles),
        "each": str(len(marks)),
        "colours": str(paper.labelled.labels),
        "palette": ", ".join(
            f"{_colour_name(ink, words)} ({number}, {words.get(f'pattern-{ink.pattern}', ink.pattern)})"
            for number, ink in enumerate(paper.palette.inks[: paper.labelled.labels])
        ),
        "edges": str(sum(m.count(0) for m in marks) * len(SHAPES)),
        "own_mirror": str(own_mirror),
        "pairs": str((len(marks) - own_mirror) // 2),
        "players": str(len(tokens)),
        "tokens": str(tokens[0].count),
        "domino_hand": str(2 * HAND[DOMINO]),
        "domino_each": str(HAND[DOMINO]),
        "domino_start": str(2 * HAND[DOMINO] - 1),
        "match_hand": str(2 * HAND[MATCH]),
        "match_each": str(HAND[MATCH]),
        "match_moves": str(max(0, tiles - LEAST_SHAPE)),
        "goal_few": str(GOALS[0]),
        "goal_many": str(GOALS[1]),
        "fast_hand": str(2 * HAND[FAST]),
        "fast_each": str(HAND[FAST]),
        "fast_players": str(len(marks) // HAND[FAST]),
        "fast_most": str(most(2 * HAND[FAST], FAST_RIM)),
        "least_shape": str(LEAST_SHAPE),
        "stars": str(len(stars(reflections=True))),
    }
    fields |= {f"kind_{kind}": str(kinds[parts]) for kind, parts in WAYS.items()}
    fields |= {f"edge_{process}": f"{sets[process].measures.size.edge:g}" for process in PROCESSES}
    traits = {"one-edge" if len({fields[f"edge_{process}"] for process in sets}) == 1 else "several-edges"}
    fits = box_width(paper.measures.size.edge) <= COLUMN
    traits.add("life-size" if fits and "one-edge" in traits else "to-scale")
    if paper.labelled.labels > 1:
        traits |= {"mixed", "many" if len(marks) // HAND[FAST] > 1 else "few"}
    else:
        traits.add("plain")
    puzzles = paper.labelled.labels >= USUAL
    if puzzles:  # the tiles of the puzzles are in larger sets, too
        traits.add("puzzles")
        fields |= {"ring": str(2 * RING), "ring_each": str(RING)}
        fields |= {f"token_{who}": _colour_name(paper.palette.inks[n], words) for n, who in enumerate(NAMES)}
    draw = Scenes(paper, words)
    figures = draw.figures(puzzles)
    if paper.labelled.labels == USUAL:
        traits.add("usual")
        tiling = poster()
        lying = patch(tiling)
        side = 3
        rim = TURN * side
        fields |= {
            "most": str(len(lying.inner_corners())),
            "boundary": str(lying.boundary_edges),
            "least_boundary": str(rim),
            "bound": str(most(tiles, rim)),
            "side": str(side),
        }
        facts = verdict(tiling, USUAL) | {"whole": is_complete(tiling, USUAL), "holes": lying.holes()}
        panel = Panel(tiling, tilings.full_vertices(tiling))
        figures["record"] = partial(draw.figure, [panel], POSTER_EDGE, facts)
    return Content(fields, frozenset(traits), figures, accent=ACCENT, shown=DISPLAYED)


def _colour_name(ink: Ink, words: Mapping[str, str]) -> str:
    """Return a colour's name in the words of a language."""
    return words.get(f"ink-{ink.name}", markdown(ink.name))


SEATS = range(1, PLAYERS + 1)
GAMES = {"domino": 11, "match": 11, "fast": 20}  # rows of each kind of game, so that pages are full
NUMBER, PERSON, WHO = 20.0, 24.0, 30.0  # widths in proportion


def scoresheet(sets: Mapping[Process, GameSet], words: Mapping[str, str], chosen: Parameters) -> ScoreSheet:
    """Return the sheet, the same whatever is chosen. sets: the tiles, as each process makes them."""
    say = Said(words, "quasimino-scoresheet.toml")
    number = sum(piece.shape == SHAPES[0] for piece in sets[Process.PAPER].pieces)
    match = _games(say, "match", SEATS, few=GOALS[0], many=GOALS[1])
    pages: list[tuple[Block, ...]] = [(*say.top(), *_games(say, "domino", SEATS), *match)]
    fast = range(1, min(PLAYERS, number // HAND[FAST]) + 1)
    if fast:
        games = _games(say, "fast", fast, most=most(2 * HAND[FAST], FAST_RIM), least=LEAST_SHAPE)
        kinds = [_boxes(say, say.head(NUMBER, kind), f"all-{kind}", "tip-all", SEATS, kind=say(kind)) for kind in GAMES]
        won = _boxes(say, say.head(NUMBER, "won", bold=True), "all-won", "tip-all-won", SEATS)
        grid = FieldGrid((_names(say, "all", SEATS), *kinds, won))
        pages.append((*games, say.heading("all"), grid, say.prose("all-how")))
    return ScoreSheet(say("title"), tuple(pages), say("foot"))


def _boxes(
    say: Said, label: FormCell, name: str, tip: str, seats: range, *after: FormCell, names: bool = False, **values: Any
) -> Row:
    """Return a row with a box for each player. tip: the key of their tips' words. after: what stands behind them.
    names: whether it is for the players' names, so that a box has the player's number."""
    boxes = (say.box(PERSON, f"{name}-player-{n}", tip, str(n) * names, **values, player=n) for n in seats)
    return Row((label, *(replace(box, first=True) for box in boxes), *group(after)))


def _names(say: Said, kind: str, seats: range, *after: FormCell) -> Row:
    """Return a row with the players' names. after: what stands behind them."""
    return _boxes(say, say.head(NUMBER, "player"), kind, f"tip-{kind}-name", seats, *after, names=True)


def _games(say: Said, kind: str, seats: range, **values: Any) -> tuple[Block, ...]:
    """Return a row for each game of a kind: what each player has at its end, and for whom it is noted; then how many
    games each player won. values: of the words below."""
    rows = [_names(say, kind, seats, say.head(WHO, f"{kind}-who", bold=True))]
    for game, digits in number_fields(GAMES[kind]):
        at = f"{kind}-game-{digits}"
        who = say.box(WHO, f"{at}-who", f"tip-{kind}-who", start=True, game=game)
        rows.append(_boxes(say, say.head(NUMBER, "game", game=game), at, f"tip-{kind}", seats, who, game=game))
    won = say.head(NUMBER, "won", bold=True)
    rows.append(_boxes(say, won, f"{kind}-won", f"tip-{kind}-won", seats, FormCell(WHO)))
    return say.heading(kind), FieldGrid(tuple(rows)), say.prose(f"{kind}-how", **values)
