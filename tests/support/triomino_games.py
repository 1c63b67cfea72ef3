"""Games of triomino to score, and what of the result tests look at."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, cycle

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


Tile = tuple[int, ...]
Cell = tuple[int, int, int]


def sides(tile: Tile) -> set[tuple[int, int]]:
    """The sides of a tile, each by its two numbers clockwise."""
    return {(tile[0], tile[1]), (tile[1], tile[2]), (tile[2], tile[0])}


def in_order(tiles: list[str], laid: list[str]) -> list[str]:
    """Tiles in an order in which each can lie along those before: next the first of those with the most such sides."""
    known = {name: sides(tuple(map(int, name.split("-")))) for name in (*tiles, *laid)}
    lying = {side for name in laid for side in known[name]}
    order: list[str] = []
    while tiles:
        name = max(tiles, key=lambda tile: sum((b, a) in lying for a, b in known[tile]))
        lying |= known[name]
        tiles = [tile for tile in tiles if tile != name]
        order.append(name)
    return order


# tiles, each along one before it, and what they bring; 4-5-5 and 2-3-4 may follow them along all their sides
LAID = {"5-5-5": 25, "3-5-5": 13, "2-5-5": 12, "2-4-5": 11, "4-4-5": 13, "3-3-5": 11, "3-3-4": 10, "2-3-3": 8,
        "1-5-5": 11, "0-1-5": 6, "0-0-5": 5, "1-3-3": 7, "0-0-1": 1}  # fmt: skip


def laid(count: int, players: str = "Ann Ben Cem") -> str:
    """Lines of an opened round in which the players have placed so many tiles in turn."""
    turns = zip(list(LAID)[:count], cycle(players.split()), strict=False)
    return "".join(f"{player} {'places' if n else 'opens'} {tile}\n" for n, (tile, player) in enumerate(turns))


def worth(count: int) -> list[int]:
    """What the turns of `laid` bring."""
    return list(LAID.values())[:count]


def corners(cell: Cell) -> tuple[tuple[int, int], ...]:
    """The corners of a cell, clockwise from the top, or from the bottom."""
    x, y, k = cell
    return ((x + 1, y), (x, y + 1), (x + 1, y + 1)) if k else ((x, y + 1), (x + 1, y), (x, y))


def around(cell: Cell) -> tuple[Cell, ...]:
    """The three cells beyond the sides of one."""
    x, y, k = cell
    return ((x, y, 0), (x + 1, y, 0), (x, y + 1, 0)) if k else ((x, y, 1), (x - 1, y, 1), (x, y - 1, 1))


class PlainTable:
    """A table on which tiles lie, written apart from the program."""

    def __init__(self) -> None:
        self.lying: set[Cell] = set()
        self.free: set[Cell] = {(0, 0, 0)}
        self.numbers: dict[tuple[int, int], int] = {}
        self.tiles: Counter[tuple[int, int]] = Counter()  # at each point

    def put(self, cell: Cell, tile: Tile) -> tuple[int, bool]:
        """Put down a tile whose numbers fit; return how many hexagons that completes, and whether it is a bridge."""
        points = corners(cell)
        beside = [near for near in around(cell) if near in self.lying]
        opposite = set(points) - set(corners(beside[0])) if len(beside) == 1 else set()
        bridge = any(point in self.numbers for point in opposite)
        self.numbers.update(zip(points, tile, strict=True))
        self.tiles.update(points)
        self.lying.add(cell)
        self.free = (self.free | set(around(cell))) - self.lying
        return sum(self.tiles[point] == 6 for point in points), bridge

    def touched(self, cell: Cell) -> int:
        """How many tiles lie at the corners of a cell; ten more for each corner with all around it but one."""
        return sum(self.tiles[point] + 10 * (self.tiles[point] == 5) for point in corners(cell))

    def fitting(self, hand: list[Tile]) -> list[tuple[Tile, Cell, Tile]]:
        """Each tile of a hand with each place where it fits, and its numbers there."""
        wanted: dict[tuple[int | None, ...], list[Cell]] = {}
        for cell in sorted(self.free):
            wanted.setdefault(tuple(self.numbers.get(point) for point in corners(cell)), []).append(cell)
        found = []
        for tile in hand:
            for a, b, c in {(tile[i], tile[(i + 1) % 3], tile[(i + 2) % 3]) for i in range(3)}:
                for seen in ((a, b, c), (a, b, None), (a, None, c), (None, b, c), (None, None, None)):
                    found += [(tile, cell, (a, b, c)) for cell in wanted.get(seen, [])]
        return found


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
        lines += [f"{who[1]} places {'0-2-5' if rest else '0-5-5'}"]
    return TWO + "\n".join(lines) + "\n"


def going_out(hand: int = 7) -> list[str]:
    """Lines of a round of three in which Ann goes out with 3-4-5; the others place one fewer."""
    rest = [tile for tile in names() if tile not in ("3-4-5", "4-5-5", "5-5-5") and len(set(tile)) > 1]
    tiles = iter(["4-5-5", *in_order(rest, ["5-5-5", "4-5-5"])])
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
