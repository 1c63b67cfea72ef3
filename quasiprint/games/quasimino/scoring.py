"""What the rules say of a layout, or of a game in its text form, up to the first line that they forbid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.following import Step, Table, follow
from quasiprint.games.quasimino.notation import DOMINO, FAST, GameText, first_line, read
from quasiprint.games.quasimino.placing import is_seen
from quasiprint.games.quasimino.rules import CoveredVertex, RhombLayout, located
from quasiprint.games.quasimino.rules import score as score_layout
from quasiprint.games.quasimino.turns import LAYING, Turns
from quasiprint.model.finding import Finding, Judgement
from quasiprint.model.game_text import decode, is_layout

STARTERS = "who shouted first, and who shouted in vain"
TAKEN_OFF = "which tiles were left in hand, or lay wrongly and were taken off before the count"


@dataclass(frozen=True, slots=True)
class ScoredEvent:
    """An event as it is told: the line, who did it, how many vertices it covered, and the player's score after it."""

    line: int
    player: str
    covers: int
    score: int
    event: str


@dataclass(frozen=True, slots=True)
class OwnedVertex(CoveredVertex):
    """A covered vertex that is somebody's in Quasi-Match, or of what somebody built in FastQuasi."""

    player: str


@dataclass(frozen=True, slots=True)
class QuasiScore(Judgement):
    """What the rules say of a game. counts: what scores are. hands, pile: in tiles. winners: of a finished game."""

    game: str
    legal: bool
    counts: str
    scores: dict[str, int]
    events: tuple[ScoredEvent, ...]
    covered: int
    vertices: tuple[CoveredVertex, ...]
    hands: dict[str, int]
    pile: dict[str, int]
    finished: bool
    winners: tuple[str, ...]
    findings: tuple[Finding, ...]
    not_seen: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the JSON object; a game that goes on has no winners in it, and FastQuasi no pile."""
        left_out = {"winners": not self.finished, "pile": not self.pile}
        return {key: value for key, value in Judgement.as_json(self).items() if not left_out.get(key)}


def score(text: bytes, colours: int = 3) -> RhombLayout | QuasiScore:
    """Judge a layout, or a game. Raises InputError for what cannot be read."""
    return score_layout(text, colours) if is_layout(text) else score_game(decode(text), colours)


def last_table(text: bytes, colours: int = 3) -> Table:
    """Return a game as it is at its end, or before the first line that the rules forbid. Raises InputError as
    `score`."""
    return follow(read(decode(text)), colours)[1]


def score_game(text: str, colours: int = 3) -> QuasiScore:
    """Judge a game in its text form. Raises InputError, which names the line, for what is not in the form."""
    said = read(text)
    steps, table, finding = follow(said, colours)
    names = table.names
    events = tuple(
        ScoredEvent(step.event.number, player, step.covers, step.table.score(names.index(player)), step.words)
        for step in steps
        if (player := step.event.player)
    )
    vertices = tuple(_vertices(table))
    return QuasiScore(
        game=first_line(said.kind, said.goal),
        legal=finding is None,
        counts="tiles left" if said.kind == DOMINO else "vertices",
        scores={name: table.score(player) for player, name in enumerate(names)},
        events=events,
        covered=len(vertices),
        vertices=vertices,
        hands=dict(zip(names, map(len, table.hands), strict=True)),
        pile=dict(zip(SHAPES, map(len, table.heaps), strict=False)),
        finished=table.over,
        winners=tuple(names[player] for player in table.winners),
        findings=(finding,) if finding else (),
        not_seen=_not_seen(said, steps),
    )


def _vertices(table: Table) -> Iterator[CoveredVertex]:
    for vertex, owner in table.vertices:
        yield CoveredVertex(*located(vertex)) if owner is None else OwnedVertex(*located(vertex), table.names[owner])


def _not_seen(said: GameText, steps: list[Step]) -> tuple[str, ...]:
    """Return what the text does not say."""
    if said.kind == FAST:
        return (TAKEN_OFF,)
    blind = {
        after.event.player
        for before, after in zip(steps, steps[1:], strict=False)
        if isinstance(before.table, Turns) and before.table.phase == LAYING and after.event.verb in ("draws", "passes")
        if not all(map(is_seen, before.table.hands[before.table.names.index(after.event.player)]))
    }
    who = " and ".join(name for name in said.players if name in blind)
    hidden = (f"which tiles {who} had where the text names none, and whether one of them could be laid",) if who else ()
    return (STARTERS, *hidden)
