"""Who wins a board under a rule when both play their best: what is said of it on a sheet, and how sure that is.

"proved": by a theorem, or by two runs of the solver that know positions by different keys. "computed": one run says so,
and no second one has confirmed it. "estimated": nothing is said of the winner but how many of a number of playouts X
wins, by players who look one mark ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from quasiprint.games.majomino.board import FREE, Board, MarkedBoard
from quasiprint.games.majomino.character import GAMES, interval
from quasiprint.games.majomino.known import known
from quasiprint.games.majomino.match import Match, Rule
from quasiprint.games.majomino.situation import NONE, RESTRICTED, situation_of, turns_of
from quasiprint.model.errors import InputError
from quasiprint.model.piece import Value
from quasiprint.model.solution import COMPUTED, PROVED
from quasiprint.perfect_play.contest import O, X
from quasiprint.perfect_play.solver import Solver
from quasiprint.telling import tell

ESTIMATED = "estimated"
SOLVED_AT_ONCE = 9  # cells: so small a board is solved whenever it is asked for
MEMORY = 64  # MiB: of the solver's table
FAIR = (40, 60)  # per cent of the playouts that X wins on a board called even
TRIES = 60  # boards that are drawn for each that is wanted, before it is given up
PLAYED_BY = 0  # the seed of playouts: a board's claim does not depend on the run that it is in


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of a board. winner: "x" or "o"; of an estimate who wins clearly more playouts, "" for nobody.
    standing: how sure that is. won: playouts that X wins of GAMES, None where nobody played."""

    rule: Rule
    winner: str
    standing: str
    won: int | None = None

    def words(self) -> str:
        """Return it as a sentence of small print."""
        start = f"{self.rule.words()[0].upper()}{self.rule.words()[1:]}"
        if self.standing != ESTIMATED:
            return f"{start}: {self.winner.upper()} wins when both play their best ({self.standing})"
        return f"{start}: X wins {self._share()} of {GAMES} playouts ({self.standing})"

    def _share(self) -> str:
        assert self.won is not None
        low, high = interval(self.won, GAMES)
        return f"{100 * low:.0f} to {100 * high:.0f} %"


@lru_cache(maxsize=4096)
def claim(board: Board, rule: Rule) -> Claim:
    """Return who wins a board, as surely as can be said in little time."""
    if len(board.regions) <= SOLVED_AT_ONCE and rule.name != NONE:
        first, second = (_solved(board, rule, key) for key in (0, 1))
        return Claim(rule, first, PROVED if first == second else COMPUTED)
    return sure(board, rule) or _guess(board, rule)


def sure(board: Board, rule: Rule) -> Claim | None:
    """Return who wins a board as a theorem or a result says, None where neither does."""
    if rule.name == NONE:
        return Claim(rule, X, PROVED)  # strategy stealing: an extra mark never hurts, and there are no draws
    found = known(board, rule)
    return Claim(rule, found.winner, found.standing) if found else None


def holds(said: str, board: Board, rule: Rule) -> bool:
    """Tell whether a sentence is what a claim says, or says the same winner less surely, as it did before more was
    found out. What playouts came to stays true."""
    due = claim(board, rule)
    if due.standing == ESTIMATED:
        return said == due.words()
    if said in (due.words(), replace(due, standing=COMPUTED).words()):
        return True
    return said == _guess(board, rule).words()  # takes its time


def _guess(board: Board, rule: Rule) -> Claim:
    won = playouts(board, rule)
    low, high = interval(won, GAMES)
    return Claim(rule, X if low > 0.5 else O if high < 0.5 else "", ESTIMATED, won)


def _solved(board: Board, rule: Rule, key: int) -> str:
    contest = Match(situation_of(MarkedBoard(board, FREE * len(board.regions)), options(rule))).now
    return X if Solver(contest, MEMORY, key).reaches(contest, len(contest.lines) // 2 + 1) else O


@lru_cache(maxsize=4096)
def playouts(board: Board, rule: Rule) -> int:
    """Return how many playouts of GAMES X wins, if O doubles as soon as she may and can."""
    from quasiprint.dissection.playouts import estimated, prepare

    prepare(board.size, GAMES, 1 + playouts.cache_info().currsize)  # boards come one by one: so many may follow
    first, last = (0, 0) if rule.name == NONE else rule.turns or (1, board.size**2)
    apart = rule.name == RESTRICTED
    return estimated([board.regions], board.size, GAMES, first, PLAYED_BY, last, apart)[0]


def is_even(board: Board, rule: Rule) -> bool:
    """Tell whether neither side wins much more of the playouts."""
    return FAIR[0] * GAMES <= 100 * playouts(board, rule) <= FAIR[1] * GAMES


def options(rule: Rule) -> dict[str, Value]:
    """Return a rule as the options of `quasiprint solve` say it."""
    turns = "" if rule.turns is None else "{}-{}".format(*rule.turns)
    return {"rule": rule.name, "double": "", "double_turns": turns, "to_move": ""}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which boards are wanted. winner: "x", "o" or "any". even: whether playouts are to be even on them."""

    rule: Rule
    winner: str
    even: bool

    @property
    def words(self) -> str:
        """What is wanted, for people; "" for any board."""
        who = "" if self.winner == "any" else f"that {self.winner.upper()} wins"
        even = f"on which X wins {FAIR[0]} to {FAIR[1]} % of the playouts" if self.even else ""
        return " and ".join(filter(None, (who, even)))

    def takes(self, board: Board) -> bool:
        """Tell whether a board is one of them."""
        if self.even and not is_even(board, self.rule):
            return False
        return self.winner in ("any", claim(board, self.rule).winner)


def wanted(parameters: Mapping[str, Value], size: int) -> Wanted | None:
    """Return which boards are asked for; None for any, with nothing said of them. Raises InputError."""
    winner, even = str(parameters.get("winner", "")), bool(parameters.get("fair", False))
    name, turns = str(parameters.get("rule", "standard")), str(parameters.get("double_turns", ""))
    if not winner and not even:
        if name != "standard" or turns:
            flag = "--double-turns" if turns else f"--rule {name}"
            raise InputError(f"{flag}: found without --winner or --fair, which say what it is for")
        return None
    if name == NONE and turns:
        raise InputError("--double-turns: found beside --rule none, allowed is one of the two")
    return Wanted(Rule(name, turns_of(turns, size)), winner or "any", even)


def chosen(
    boards_of: Callable[[int], Sequence[Board]], count: int, sought: Wanted, most: int
) -> tuple[tuple[Board, ...], int]:
    """Return so many boards of a lot that are wanted, in its order, and how many were drawn for them.

    boards_of: draws so many boards; fewer are the first of more. most: how many there are to draw. Raises InputError if
    there are too few.
    """
    drawn, limit = count, min(most, TRIES * count)
    while True:
        found = list(_first(boards_of(drawn), count, sought))
        if len(found) == count:
            return tuple(board for _, board in found), found[-1][0]
        if drawn == limit:
            remedy = "ask for fewer, or for another rule" if found else "ask for another rule, or another side"
            raise InputError(
                f"--count: found {len(found)} boards {sought.words} among {drawn} drawn, allowed are as many as there "
                f"are ({sought.rule.words()}); {remedy}"
            )
        drawn = min(2 * drawn, limit)


def _first(boards: Sequence[Board], count: int, sought: Wanted) -> Iterator[tuple[int, Board]]:
    """Yield the first boards that are wanted, each with its number from 1."""
    left = count
    for number, board in enumerate(boards, 1):
        if not left:
            return
        tell(f"looking for boards {sought.words}: {count - left} of {count} found, {number} looked at")
        if sought.takes(board):
            left -= 1
            yield number, board
