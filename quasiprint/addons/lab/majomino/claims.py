"""Who wins a board under a rule when both play their best: what a sheet prints of it, and how sure that is.

"proved": by a theorem, or by two runs of the solver that know positions by different keys. "computed": a single run
found it, and no second run has confirmed it. "estimated": nothing is known but how many of a number of playouts X wins.

Playouts are an estimate, not an analysis. Each line (row, column, region) belongs to whoever marks more of its cells. A
player, who looks one mark ahead, marks the free cell whose lines are most contested, which is where a mark counts: a
line of which one player needs p more cells and the other q counts 1/(p + q), a decided one nothing; to each cell's sum
a random share of noise is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from quasiprint.addons.lab.answers import COMPUTED, PROVED
from quasiprint.addons.lab.figures import share
from quasiprint.addons.lab.majomino.cataloguing import form, results, rule_of
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.errors import InputError
from quasiprint.games.majomino import MOST
from quasiprint.games.majomino.board import Board, board_findings, images, inner_walls
from quasiprint.games.majomino.dissection import filler, neighbours, seed_state, words
from quasiprint.games.majomino.notation import names
from quasiprint.games.majomino.situation import NONE, RESTRICTED, STANDARD, O, Rule, X, new_game
from quasiprint.model.piece import Value
from quasiprint.model.texts import Phrase
from quasiprint.system.compiled import choose, kernel
from quasiprint.system.progress import portion, tell, tell_progress

Array = Any
NOISE = 0.5  # of a contested line's weight: how far chance sways a choice
PLAIN = 1.5e-6  # s for a chance that may be taken, as Python


@kernel
def _choose_cell(
    chances: Array, at: int, free: Array, lines: Array, needs: Array, noise: float, first: int
) -> tuple[int, int]:
    """Return the free cell to mark, -1 for none, and where the chances go on.

    needs: how many cells each player lacks for each line, or less than 1; O's behind X's. first: a cell with which
    the mark may share no line, -1 for none.
    """
    best, found = -1.0, -1
    count = len(needs) // 2
    for cell in range(len(free)):
        if not free[cell]:
            continue
        if first >= 0:
            shared = 0
            for k in range(3):
                shared += lines[3 * cell + k] == lines[3 * first + k]
            if shared:
                continue
        weight = 0.0
        for k in range(3 * cell, 3 * cell + 3):
            line = lines[k]
            p, q = needs[line], needs[count + line]
            if p > 0 and q > 0:
                weight += 1.0 / (p + q) + noise * chances[at] / (p + q)
                at += 1
        weight += 1e-9 * chances[at]
        at += 1
        if weight > best:
            best, found = weight, cell
    return found, at


@kernel
def _games(
    chances: Array, free: Array, lines: Array, needs: Array, games: int, double: int, last: int, apart: int,
    noise: float,
) -> tuple[int, int, int]:  # fmt: skip
    """Play games, as many as there are chances for; return how many, how many X wins, and the chances that it took.

    free, needs: of a game, to work with. double, last, apart: see `estimate`.
    """
    count, cells = len(needs) // 2, len(free)
    majority = count // 3 // 2 + 1
    at = done = won = 0
    while done < games and at + 2 * cells * (cells + 1) <= len(chances):
        for cell in range(cells):
            free[cell] = 1
        for line in range(2 * count):
            needs[line] = majority
        left, player, turn, doubled = cells, 0, 0, 0
        while left:
            if player == 1:
                turn += 1
            marks = 2 if player == 1 and not doubled and double <= turn <= last and left > 1 else 1
            cell = -1
            for mark in range(marks):
                cell, at = _choose_cell(chances, at, free, lines, needs, noise, cell if apart and mark else -1)
                if cell < 0:
                    continue
                doubled += mark
                free[cell] = 0
                left -= 1
                for k in range(3 * cell, 3 * cell + 3):
                    needs[player * count + lines[k]] -= 1
            player = 1 - player
        taken = 0
        for line in range(count):
            if needs[line] <= 0:
                taken += 1
        if 2 * taken > count:
            won += 1
        done += 1
    return done, won, at


def prepare(size: int, games: int, boards: int) -> Callable[..., tuple[int, int, int]]:
    """Return what plays games: compiled, where that pays for so many boards; from then on one board is, too."""
    most = boards * games * _chances(size)
    filler(most)
    return choose(_games, most * PLAIN, f"playouts on {size} × {size}")


def _chances(size: int) -> int:
    """Return a number of chances that is more than a game takes."""
    return 2 * size**2 * (size**2 + 1)


def estimate(
    boards: Any, size: int, games: int, double: int, seed: int, last: int = 0, apart: bool = False
) -> list[int]:
    """Return for each board (its cells' regions, N²) how many of `games` games X wins, who begins. All begin with the
    seed, so that what is found does not depend on the others.

    double: O's turn, from 1, in which she marks two cells; 0 for none; a turn that the game does not reach is none
    either. last: the turn until which she tries, where it could not be done before, `double` if it is less. apart: the
    two may share no line.
    """
    cells, a_game, last, found = size * size, _chances(size), max(double, last), list[int]()
    play = prepare(size, games, len(boards))
    for labels in tell_progress(boards, "playouts"):
        lines = [line for k in range(cells) for line in (k // size, size + k % size, 2 * size + int(labels[k]))]
        work: list[Array] = [np.zeros(cells, np.int64), np.array(lines), np.zeros(6 * size, np.int64)]
        if play is _games:  # Python is quicker with lists
            work = [array.tolist() for array in work]
        state, chances, done, won = seed_state(seed), np.empty(0), 0, 0
        while done < games:
            drawn = (words(state, 16 * a_game, len(boards) * games * a_game) >> np.uint64(11)) / 9007199254740992.0
            chances = np.concatenate((chances, drawn))
            ready = chances.tolist() if play is _games else chances
            more, wins, at = play(ready, *work, games - done, double, last, int(apart), NOISE)
            done, won, chances = done + more, won + wins, chances[at:]
        found.append(won)
    return found


if TYPE_CHECKING:
    from quasiprint.games.majomino.design import BoardRun

GAMES = 1000  # playouts for an estimate
# the symmetries beside the identity, in the order of `board.images`: turns, then reflections
TURNS = ("quarter turn", "half turn", "quarter turn")
MIRRORS = ("left to right", "about the falling diagonal", "top to bottom", "about the rising diagonal")


def symmetry(board: Board) -> str:
    """Return in words which turns and reflections leave a board as it is."""
    same = [image == board.regions for image in images(board)]
    # a quarter turn makes a half turn, too; the stronger word says both
    turn = next((word for word, same_so in zip(TURNS, same[1:4], strict=True) if same_so), None)
    mirrors = [word for word, same_so in zip(MIRRORS, same[4:], strict=True) if same_so]
    turned = Phrase.of(turn or "none", turn.replace(" ", "-") if turn else "symmetry-none")
    if not mirrors:
        return turned
    about = reduce(
        lambda first, second: Phrase.of(f"{first} and {second}", "both", one=first, two=second),
        (Phrase.of(word, word.replace(" ", "-")) for word in mirrors),
    )
    text = Phrase.of(f"mirrored {about}", "mirrored", mirror=about)
    return Phrase.of(f"{turned}, {text}", "turned-and-mirrored", turn=turned, mirrored=text) if turn else text


def longest(board: Board) -> int:
    """Return how many cells the longest region has from end to end: on the shortest way inside it
    between the two cells that are farthest apart."""
    beside = neighbours(board.size)

    def farthest(start: int) -> int:
        region = {cell for cell, other in enumerate(board.regions) if other == board.regions[start]}
        reached, front, steps = {start}, {start}, 0
        while front := {other for cell in front for other in beside[cell]} & region - reached:
            reached |= front
            steps += 1
        return steps

    return 1 + max(map(farthest, range(len(board.regions))))


@lru_cache(maxsize=2)  # one set a process that makes it, of the same boards
def characters(boards: tuple[Board, ...], seed: int) -> tuple[tuple[str, ...], ...]:
    """Return the lines of small print of each board. Boards are all of one size."""
    regions = [board.regions for board in boards]
    size = boards[0].size
    with portion(0.0, 0.5):
        plain = estimate(regions, size, GAMES, 0, seed)
    with portion(0.5, 1.0):
        doubled = estimate(regions, size, GAMES, 1, seed)
    return tuple(map(small_print, boards, plain, doubled))


def small_print(board: Board, won: int, doubled: int) -> tuple[str, ...]:
    """Return a board's lines of small print. won, doubled: the games that X wins of GAMES, and if O doubles."""
    count = sum(map(board.parts, inner_walls(board.size)))  # between two regions
    same, far, plain, double = symmetry(board), longest(board), _share(won), _share(doubled)
    about = f"{count} wall segments; symmetry: {same}; longest region: {far} cells"
    estimate = (
        f"estimate from {GAMES} playouts, 95 % confidence: X wins {plain} without a double move, {double} if O doubles "
        "on turn 1; O wins the others"
    )
    return (
        Phrase.of(about, "character", walls=count, symmetry=same, longest=far),
        Phrase.of(estimate, "character-estimate", games=GAMES, plain=plain, doubled=double),
    )


def _share(won: int) -> str:
    """Return which share of games is won, for people."""
    found = share(won, GAMES)
    least, most = f"{100 * found.low:.0f}", f"{100 * found.high:.0f}"
    return Phrase.of(f"{least} to {most} %", "share", least=least, most=most)


ANY = (1, 1000)  # turns, where O may double in all of them


def find_result(board: Board, rule: Rule) -> Claim | None:
    """Return who wins a board by a stored result, a proved one if possible, with its rule; None if none does."""
    if not results(board.size) or board.loose or board.gaps:
        return None
    name = form(board)
    found = [
        Claim(under, entry.winner, entry.standing)
        for under, forms in results(board.size).items()
        if (entry := forms.get(name)) and (allows(rule, under) if entry.winner == O else allows(under, rule))
    ]
    return min(found, key=lambda claim: (claim.standing != PROVED, claim.rule != rule), default=None)


def allows(more: Rule, less: Rule) -> bool:
    """Tell whether O may do under one rule whatever she may do under another."""
    if less.name == NONE:
        return True
    if more.name == NONE or (more.name, less.name) == ("restricted", "standard"):
        return False
    first, last = more.turns or ANY
    return first <= (less.turns or ANY)[0] and (less.turns or ANY)[1] <= last


ESTIMATED = "estimated"
SOLVED_AT_ONCE = 9  # cells: so small a board is solved whenever it is asked for
MEMORY = 64  # MiB: of the solver's table
FAIR = (40, 60)  # per cent of the playouts that X wins on a board called even
TRIES = 60  # boards that are drawn for each that is wanted, before it is given up
PLAYED_BY = 0  # the seed of playouts: a board's claim does not depend on the run that it is in


@dataclass(frozen=True, slots=True)
class Claim:
    """What is printed of a board. winner: "x" or "o"; of an estimate who wins clearly more playouts, "" for nobody.
    standing: how sure that is. won: playouts that X wins of GAMES, None where nobody played."""

    rule: Rule
    winner: str
    standing: str
    won: int | None = None

    def words(self) -> str:
        """Return it as a sentence of small print."""
        rule, winner, share = self.rule.words(), self.winner.upper(), _share(self.won or 0)
        start, by = f"{rule[0].upper()}{rule[1:]}", Phrase.of(self.standing, self.standing)
        if self.standing != ESTIMATED:
            text = f"{start}: {winner} wins when both play their best ({by})"
            return Phrase.of(text, "claim", rule=rule, winner=winner, standing=by)
        text = f"{start}: X wins {share} of {GAMES} playouts ({by})"
        return Phrase.of(text, "claim-estimated", rule=rule, share=share, games=GAMES, standing=by)


@lru_cache(maxsize=4096)
def claim(board: Board, rule: Rule) -> Claim:
    """Return who wins a board, as surely as is possible in little time."""
    if len(board.regions) <= SOLVED_AT_ONCE and rule.name != NONE:
        contest = new_game(board, rule).contest
        wanted = len(contest.lines) // 2 + 1
        first, second = (Solver(contest, MEMORY, key).reaches(contest, wanted) for key in (0, 1))
        return Claim(rule, X if first else O, PROVED if first == second else COMPUTED)
    return sure(board, rule) or _guess(board, rule)


def sure(board: Board, rule: Rule) -> Claim | None:
    """Return who wins a board as a theorem or a result says, None where neither does."""
    if rule.name == NONE:
        return Claim(rule, X, PROVED)  # strategy stealing: an extra mark never hurts, and there are no draws
    found = find_result(board, rule)
    return replace(found, rule=rule) if found else None


def holds(text: str, board: Board, rule: Rule) -> bool:
    """Tell whether a sentence is what a claim says, or said before more was found out: less surely, or of playouts."""
    expected = claim(board, rule)
    if expected.standing == ESTIMATED:
        return text == expected.words()
    if text in (expected.words(), replace(expected, standing=COMPUTED).words()):
        return True
    return text == _guess(board, rule).words()  # takes its time


def _guess(board: Board, rule: Rule) -> Claim:
    won = playouts(board, rule)
    found = share(won, GAMES)
    return Claim(rule, X if found.low > 0.5 else O if found.high < 0.5 else "", ESTIMATED, won)


@lru_cache(maxsize=4096)
def playouts(board: Board, rule: Rule) -> int:
    """Return how many playouts of GAMES X wins, if O doubles as soon as she may and can."""
    prepare(board.size, GAMES, 1 + playouts.cache_info().currsize)  # boards come one by one: so many may follow
    first, last = (0, 0) if rule.name == NONE else rule.turns or (1, board.size**2)
    return estimate([board.regions], board.size, GAMES, first, PLAYED_BY, last, rule.name == RESTRICTED)[0]


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
        text, key = " and ".join(filter(None, (who, even))), "wanted-even" if even else "wanted"
        return Phrase.of(text, key + "-wins" * bool(who), winner=self.winner.upper(), least=FAIR[0], most=FAIR[1])

    def takes(self, board: Board) -> bool:
        """Tell whether a board is one of them."""
        if self.even and not FAIR[0] * GAMES <= 100 * playouts(board, self.rule) <= FAIR[1] * GAMES:
            return False
        return self.winner in ("any", claim(board, self.rule).winner)


def parse_wanted(parameters: Mapping[str, Value], size: int) -> Wanted | None:
    """Return which boards are asked for; None for any, without a claim. Raises InputError."""
    winner, even = str(parameters.get("winner", "")), bool(parameters.get("fair", False))
    if winner or even:
        return Wanted(rule_of(parameters, size), winner or "any", even)
    name, turns = parameters.get("rule", STANDARD), parameters.get("double_turns", "")
    if name != STANDARD or turns:
        flag = "--double-turns" if turns else f"--rule {name}"
        raise InputError(f"{flag}: found without --winner or --fair, which say what it is for")
    return None


def choose_boards(
    boards_of: Callable[[int], Sequence[Board]], count: int, sought: Wanted, most: int
) -> tuple[tuple[Board, ...], int]:
    """Return so many boards of a lot that are wanted, in its order, and how many were drawn for them.

    boards_of: draws so many boards; fewer are the first of more. most: how many there are to draw. Raises InputError if
    there are too few.
    """
    drawn, limit = count, min(most, TRIES * count)
    while True:
        found: list[Board] = []
        for number, board in enumerate(boards_of(drawn), 1):
            tell(f"looking for boards {sought.words}: {len(found)} of {count} found, {number} looked at")
            if sought.takes(board):
                found.append(board)
            if len(found) == count:
                return tuple(found), number
        if drawn == limit:
            remedy = "ask for fewer, or for another rule" if found else "ask for another rule, or another side"
            raise InputError(
                f"--count: found {len(found)} boards {sought.words} among {drawn} drawn, allowed are as many as there "
                f"are ({sought.rule.words()}); {remedy}"
            )
        drawn = min(2 * drawn, limit)


def with_claims(found: BoardRun, sought: Wanted) -> BoardRun:
    """Return boards with who wins them. Raises InputError if one is not as asked for."""
    for number, board in enumerate(found.boards, 1):
        if board_findings(board, "board"):
            return found  # the checks say what is wrong with it
        if not sought.takes(board):
            called, text = found.names[number - 1] or number, claim(board, sought.rule).words()
            raise InputError(f'board {called}: found "{text}", allowed are boards {sought.words}')
    return replace(found, claims=tuple(claim(board, sought.rule).words() for board in found.boards))


@lru_cache(maxsize=2)
def draw_wanted(size: int, count: int, seed: int, distinct: bool, sought: Wanted) -> BoardRun:
    """Return boards of a lot that are as asked for, the first in its order."""
    from quasiprint.games.majomino.design import BoardRun, draw
    from quasiprint.games.majomino.sampling import CLASSES

    there = CLASSES.get(size, MOST) if distinct else MOST
    boards, drawn = choose_boards(lambda number: draw(size, number, seed, distinct).boards, count, sought, there)
    of = draw(size, drawn, seed, distinct)
    text = f"{of.says}; the first {count} of {drawn} {sought.words}"
    first = Phrase.of(text, "first-of", says=of.says, count=count, drawn=drawn, wanted=sought.words)
    return with_claims(BoardRun(boards, names(boards), first if sought.words else of.says, of.note), sought)
