"""Says in words what a move does: which lines it bears on, what best play gives before and after it, what it loses."""

from __future__ import annotations

from quasiprint.games.majomino.analyst import Analyst
from quasiprint.games.majomino.match import Match, other
from quasiprint.games.majomino.outlook import UNIT, Outlook
from quasiprint.perfect_play.contest import Contest, Move, O, X

SCORED = 14  # empty cells: with more, who wins is found out, and not by how much


def why(match: Match, before: Contest, move: Move, analyst: Analyst) -> str:
    """Return some sentences on a move, made or thought of. before: the position in which it is made."""
    lines = [f"{before.mover.upper()}, {match.words(move)}."]
    lines += [_bearing(match, before, cell) for cell in move]
    lines += _decided(match, before, before.after(move))
    return "\n".join([*lines, *_worth(before, move, analyst)])


def _bearing(match: Match, before: Contest, cell: int) -> str:
    """Return what each line of a cell still lacks."""
    names, half = match.line_names(), match.size // 2 + 1
    parts = []
    for k in match.lines_of(cell):
        needs = {who: half - sum(before.marks[at] == who for at in before.lines[k]) for who in (X, O)}
        won = next((who for who in (X, O) if needs[who] <= 0), "")
        state = f"{won.upper()} has it" if won else f"X needs {needs[X]} more, O {needs[O]}"
        parts.append(f"{names[k]} ({state})")
    return f"{match.place(cell)} lies in {parts[0]}, {parts[1]} and {parts[2]}."


def _decided(match: Match, before: Contest, after: Contest) -> list[str]:
    """Return which lines the move decides, and which it leaves one mark short."""
    mover, names = before.mover, match.line_names()
    half = match.size // 2 + 1
    counts = [
        (sum(before.marks[cell] == mover for cell in line), sum(after.marks[cell] == mover for cell in line),
         sum(after.marks[cell] == other(mover) for cell in line)) for line in after.lines
    ]  # fmt: skip
    won = [names[k] for k, (was, now, _) in enumerate(counts) if was < half <= now]
    near = [names[k] for k, (was, now, rival) in enumerate(counts) if was < now == half - 1 and rival < half]
    said = [f"It wins {_listed(won)}."] if won else []
    return said + ([f"One mark more wins {_listed(near)}."] if near else [])


def _worth(before: Contest, move: Move, analyst: Analyst) -> list[str]:
    """Return what best play gives, before the move and after it."""
    after, total = before.after(move), len(before.lines)
    if len(before.empty) <= SCORED:
        best, left = analyst.points(before), analyst.points(after)
        if best is not None and left is not None:
            lost = abs(best - left)
            said = f"Computed: with best play X gets {best} of the {total} lines, O {total - best}. "
            if not lost:
                return [said + "This move keeps that: none is better."]
            given = f"After this move X gets {left}, O {total - left}: it gives {lost} line{'s' * (lost > 1)} away"
            return [said + given + (", and with that the game." if _half(best, total) != _half(left, total) else ".")]
    wins = analyst.wins(before)
    if wins is not None:
        if not wins:
            winner, loser = other(before.mover).upper(), before.mover.upper()
            return [f"Computed: {winner} wins with best play, whatever {loser} does."]
        away = analyst.wins(after)
        if away is not None:
            won = f"Computed: {before.mover.upper()} wins with best play. "
            return [won + ("This move gives the game away." if away else "After this move, too.")]
    points = Outlook(after).value / UNIT
    return [
        f"Too early to prove who wins. Estimate: if the cells that are left fell by lot, X would get {points:.1f} of "
        f"the {total} lines after this move, {Outlook(before).value / UNIT:.1f} without it."
    ]


def _half(points: int, total: int) -> bool:
    return 2 * points > total


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
