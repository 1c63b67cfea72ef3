"""How a round is told in a book: sentences for its steps, put together of a language's words, and its score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from string import Template

from quasiprint.games.triomino.cases import rows, signed
from quasiprint.games.triomino.rounds import PLAYERS, RoundCase, TurnTold
from quasiprint.games.triomino.tiles import tile_id
from quasiprint.model.errors import InputError

BESIDE = len(PLAYERS)  # turns that stand in one row


def told(case: RoundCase, words: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a round. words: of the book's language. Raises InputError for one that is missing."""
    out = case.turns[-1].player
    first = case.turns[0]
    fields = {
        "round_rows": rows(_sheet(case)),
        "round_turns": str(len(case.turns)),
        "round_tiles": str(len(case.tiles)),
        "round_out": out,
        "round_other": next(name for name in PLAYERS if name != out),
        "round_hand": str(case.hand),
        "round_left": ", ".join(map(tile_id, case.left)),
        "round_hexagons": str(case.hexagons),
        "round_bridges": str(case.bridges),
        "round_pool": str(case.pool),
        "round_each": str(len(case.hands[0])),
        "round_opens": _name(first),
        "round_first": signed(first.points),
    }
    for name, hand, total in zip(PLAYERS, case.hands, case.totals, strict=True):
        fields[f"round_{name.lower()}"] = signed(total)
        fields[f"hand_{name.lower()}"] = ", ".join(map(tile_id, hand))
    for number, turns in enumerate(case.steps, 1):
        last = turns[-1] is case.turns[-1]
        fields[f"step_{number}"] = " ".join(_sentence(turn, words, last and turn is turns[-1]) for turn in turns)
        for name, total in zip(PLAYERS, turns[-1].totals, strict=True):
            fields[f"{name.lower()}_{number}"] = signed(total)
    return fields


def _sheet(case: RoundCase) -> list[list[str]]:
    """Return the rows of the round's score sheet: its turns, then tile, points and total of each player."""
    found = []
    for turns in zip_longest(*(case.turns[seat::BESIDE] for seat in range(BESIDE))):
        there = [turn for turn in turns if turn]
        row = ["–".join(str(turn.number) for turn in there)]
        for seat, turn in enumerate(turns):
            row += [_name(turn), signed(turn.points), signed(turn.totals[seat])] if turn else ["", "", ""]
        found.append(row)
    return found


def _name(turn: TurnTold) -> str:
    return tile_id(turn.tile.marks) if turn.tile else "–"


def _sentence(turn: TurnTold, words: Mapping[str, str], out: bool) -> str:
    """Return a turn as a sentence: who draws, places, closes, and what that scores."""
    said = []
    if turn.drawn:
        said.append("step-draws-one" if len(turn.drawn) == 1 else "step-draws")
    if not turn.tile:
        said.append("step-stuck")
    else:
        said.append("step-opens" if turn.number == 1 else "step-places")
        said += ["step-hexagon"] * turn.hexagons + ["step-bridge"] * turn.bridge + ["step-out"] * out
    missing = [key for key in (*said, "step-and") if key not in words]
    if missing:
        raise InputError(f"triomino.toml: found no {', no '.join(missing)}, allowed is a table with all of them")
    phrases = [Template(words[key]).substitute(drawn=len(turn.drawn), tile=_name(turn)) for key in said]
    whole = f" {words['step-and']} ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)
    return f"{turn.player} {whole}: {turn.sum}."
