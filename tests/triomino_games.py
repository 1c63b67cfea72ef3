"""Games of triomino to score, and what of the result tests look at."""

from __future__ import annotations

from itertools import combinations_with_replacement

from quasiprint.games.triomino.scoring import COMMON, GameScore, HouseRules, score_game

THREE = "players Ann Ben Cem\nround\n"
TWO = "players Ann Ben\nround\n"


def codes(result: GameScore, severity: str = "error") -> set[str]:
    return {found.code for found in result.findings if found.severity == severity}


def points(text: str, rules: HouseRules = COMMON, highest: int = 5) -> list[int]:
    """The points of each turn of a game without a finding."""
    result = score_game(text, highest, rules)
    assert not result.findings
    return [event.points for event in result.events]


def names(highest: int = 5) -> list[str]:
    return ["-".join(map(str, tile)) for tile in combinations_with_replacement(range(highest + 1), 3)]


def to_empty_pool(left: int) -> str:
    """A game of two, opened, until `left` tiles are in the pool and Ann is in turn."""
    assert (38 - left) % 3 in (0, 2)
    turns, rest = divmod(38 - left, 3)
    # Ben opens, then both draw three and pass in turn; a rest of two is placed
    lines = ["Ben opens 5-5-5"]
    who = ["Ann", "Ben"]
    for n in range(turns):
        lines += [f"{who[n % 2]} draws 3", f"{who[n % 2]} passes"]
    at = turns
    if rest:
        lines += [f"{who[at % 2]} draws {rest}", f"{who[at % 2]} places 0-5-5"]
        at += 1
    if at % 2:
        lines += [f"{who[1]} places {'0-0-2' if rest else '0-5-5'}"]
    return TWO + "\n".join(lines) + "\n"


def going_out(hand: int = 7) -> list[str]:
    """Lines of a round of three in which Ann goes out with 3-4-5; the others place one fewer."""
    tiles = iter(["0-5-5", *(t for t in names() if t not in ("0-5-5", "3-4-5", "5-5-5") and len(set(t)) > 1)])
    lines = ["Ann opens 5-5-5"]
    for n in range(hand - 1):
        lines += [f"Ben places {next(tiles)}", f"Cem places {next(tiles)}"]
        lines.append("Ann places 3-4-5" if n == hand - 2 else f"Ann places {next(tiles)}")
    return lines


BLOCKED = "Ann opens 5-5-5\nBen draws 3\nBen passes\nCem draws 3\nCem passes\nAnn draws 3\nAnn passes\n"


# the facts, row by row


def last_round(turns: str) -> GameScore:
    """A game to 30 that Ann may win."""
    return score_game(THREE + turns, rules=HouseRules(target=30))
