"""Who wins which boards, as far as the results that come with the program say.

They are files of `quasiprint catalogue majomino`, as that command wrote them.

A result under one rule says something about others. Whatever O may do under one, she may do under a rule that allows
her more, and nobody has to double; X may do the same under all. So where O wins she wins, too, if she may double in
more turns, or two cells that share a line. Where X wins he wins, too, if she may less.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quasiprint.games.majomino.board import Board, Labels
from quasiprint.games.majomino.classes import game_form
from quasiprint.games.majomino.match import Rule
from quasiprint.games.majomino.names import named
from quasiprint.games.majomino.situation import NONE
from quasiprint.model.solution import PROVED, Entry, entry
from quasiprint.perfect_play.contest import O

RESULTS = Path(__file__).parent / "results"
HEAD = ("kind", "format", "game", "size", "rule", "double_turns", "sha256")  # of a line, beside its entry
ANY = (1, 1000)  # turns, where O may double in all of them


@dataclass(frozen=True, slots=True)
class Known:
    """Who wins a board under a rule. rule: under which it was found out; standing: how sure that is."""

    winner: str
    standing: str
    rule: Rule


def known(board: Board, rule: Rule) -> Known | None:
    """Return who wins a board if a result says so, of those that do a proved one; None if none does."""
    if board.size not in {size for size, _ in results()} or board.loose or board.gaps:
        return None
    name = form(board)
    found = [
        Known(one.winner, one.standing, under)
        for (size, under), forms in results().items()
        if size == board.size and (one := forms.get(name))
        and (allows(rule, under) if one.winner == O else allows(under, rule))
    ]  # fmt: skip
    return min(found, key=lambda one: (one.standing != PROVED, one.rule != rule), default=None)


def allows(more: Rule, less: Rule) -> bool:
    """Tell whether O may do under one rule whatever she may do under another."""
    if less.name == NONE:
        return True
    if more.name == NONE or (more.name, less.name) == ("restricted", "standard"):
        return False
    first, last = more.turns or ANY
    return first <= (less.turns or ANY)[0] and (less.turns or ANY)[1] <= last


@cache
def form(board: Board) -> Labels:
    """Return what boards that are the same game have in common."""
    return game_form(board)[0]


@cache
def results() -> dict[tuple[int, Rule], dict[Labels, Entry]]:
    """Return what was found out: by size and rule, for each game by its form."""
    found: dict[tuple[int, Rule], dict[Labels, Entry]] = {}
    for file in sorted(RESULTS.glob("*.jsonl")):
        for line in file.read_text(encoding="ascii").splitlines():
            content = json.loads(line)
            head = {name: content.pop(name) for name in HEAD}
            turns = head["double_turns"]
            rule = Rule(head["rule"], tuple(turns) if turns else None)
            one = entry(content)
            found.setdefault((head["size"], rule), {})[form(named(one.board))] = one
    return found
