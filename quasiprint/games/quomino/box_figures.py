"""A box of Quomino in pictures: on the cover, piece by piece, and on the table before a game. Lengths in mm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from quasiprint.drawing.face_shapes import RIM
from quasiprint.games.quomino import ACCENT
from quasiprint.games.quomino.figures import (
    EDGE,
    LINE,
    NAME,
    Drawn,
    OminoFigures,
    Shown,
    box_ring,
    shown,
)
from quasiprint.games.quomino.played import in_play
from quasiprint.games.quomino.rules import BLACK, DEAD, EMPTY, FIRST, LAST, WHITE, GameState
from quasiprint.games.quomino.squares import name
from quasiprint.model.face import bounds
from quasiprint.model.page import Figure, Shape, Text
from quasiprint.model.piece import Accessory, GameSet

COVER = 160.0  # wide and high
COVER_RIM = 8.0
CELL = 9.2  # a square where pieces are shown one by one
GAP = 3.2
BOARD = 44.0  # a board among the pieces
TABLE, TABLE_HIGH = 80.0, 58.0
ON_TABLE = 42.0  # a board on the table
PIECE = 5.2  # a square of what lies beside it
HEAP = 10  # ominoes, to be seen as many
CLOTH = "#F7F4EC"
WORD, COUNT = 3.4, 5.2  # the sizes of what is said of a piece
SEAT = 4.4  # the size of a player's name
NOUNS = {"omino": "ominoes", "quomino": "quominoes", "marker": "markers"}  # as the words and facts have them
ASKEW = (0.06, -0.1, 0.12, 0.0, -0.05, 0.1, -0.12)  # quarter turns: how ominoes lie in a heap
OUT = "#D3CBB8"  # squares that are out of play


class BoxFigures:
    """What a box holds. sizes: of the boards that it is for. frames: strips of a set that is printed, if it has any."""

    def __init__(self, game_set: GameSet, sizes: Sequence[int], frames: Collection[Accessory]) -> None:
        self.draw = OminoFigures(game_set)
        self.sizes, self.frames = tuple(sorted(sizes)), frames
        self.counts = Counter(piece.shape for piece in game_set.pieces)
        self.counts.update({thing.kind: thing.count for thing in game_set.accessories})

    def cover(self) -> Figure:
        """A game under way on the largest board."""
        game = in_play(max(self.sizes))
        n = game.size
        cell = (COVER - 2 * COVER_RIM) / n
        shapes = [Shape((box_ring(0.0, 0.0, COVER, COVER),), ACCENT)]
        shapes += self.draw.field(shown(game), COVER_RIM, COVER_RIM, cell)
        texts = []
        for k in range(n):
            at = COVER_RIM + (k + 0.5) * cell
            texts.append(Text(at, 2.5, name(k, n)[0], 4.4, "middle", colour="#FFFFFF"))
            texts.append(Text(COVER_RIM / 2, at - 1.6, str(k + 1), 4.4, "middle", colour="#FFFFFF"))
        facts = {
            "side": n,
            "over": "yes" if game.over else "no",
            # those of the cells, not of the count that the rules keep
            "agree": "yes" if _quominoes(game) == sum(game.laid) else "no",
        }
        return Figure(COVER, COVER, tuple(shapes), tuple(texts), facts)

    def pieces(self, words: Mapping[str, str]) -> Figure:
        """The pieces, with how many there are of each."""
        low = BOARD + 2 * EDGE + 5.0
        y = low + 14.0 + CELL
        shapes: list[Shape] = []
        texts: list[Text] = []
        x = EDGE + 1.0
        wide = {"omino": 14.6, "quomino": 4 * CELL + GAP, "marker": 14.6}
        for kind, width in wide.items():
            middle = x + width / 2
            if kind == "omino":
                shapes += self.draw.omino(1, middle, y, CELL)
            elif kind == "marker":
                shapes += self.draw.marker(middle, y, CELL)
            else:
                for colour, side in ((BLACK, -1), (WHITE, 1)):
                    shapes += self.draw.quomino(colour, middle + side * (CELL + GAP / 2), y, CELL)
            texts.append(Text(middle, low + 6.0, str(self.counts[kind]), COUNT, "middle", True))
            texts.append(Text(middle, low + 1.0, words[NOUNS[kind]], WORD, "middle"))
            x += width + 1.6 * GAP
        width = x - 1.6 * GAP + EDGE + 1.0
        more, said = self._board(words, width)
        facts: dict[str, object] = {noun: self.counts[kind] for kind, noun in NOUNS.items()}
        facts["sizes"] = len(self.sizes)
        facts["frames"] = sum(thing.count for thing in self.frames)
        return Figure(width, y + CELL + EDGE, (*shapes, *more), (*texts, *said), facts)

    def _board(self, words: Mapping[str, str], width: float) -> Drawn:
        """Return the board, with the lines of the smaller ones, and the frames beside it."""
        shapes = self._empty(self.sizes[-1], (), EDGE + 1.0, EDGE, BOARD)
        texts: list[Text] = []
        x = EDGE + 1.0 + BOARD + GAP
        cell = BOARD / self.sizes[-1]
        y = EDGE + BOARD - cell
        told = [f"{n} × {n}" for n in self.sizes]
        texts.append(Text(x, EDGE + BOARD - 3.0, words["board-sizes" if len(told) > 1 else "board-size"], WORD))
        texts += [Text(x, EDGE + BOARD - 8.5 - 5.0 * k, said, WORD, bold=True) for k, said in enumerate(told)]
        if self.frames:
            y = EDGE + BOARD - 8.5 - 5.0 * len(told) - 5.0
            sides = {thing.id: bounds((thing.face.nominal,)) for thing in self.frames}
            scale = (width - x - EDGE - 8.0) / max(east - west for west, _, east, _ in sides.values())
            for thing in sorted(self.frames, key=lambda one: one.id):
                west, south, east, north = sides[thing.id]
                long, high = east - west, north - south
                shapes.append(Shape((box_ring(x, y - high * scale, long * scale, high * scale),), "#FFFFFF", RIM, 0.25))
                texts.append(Text(x + long * scale + 1.5, y - high * scale / 2 - 1.2, f"{thing.count} ×", WORD))
                y -= cell + 2.0
            count = sum(thing.count for thing in self.frames)
            texts.append(Text(x, y - 2.0, f"{count} {words['frames']}", WORD))
        return shapes, texts

    def _empty(self, size: int, out: Collection[int], left: float, low: float, side: float) -> list[Shape]:
        """Return an empty board with the heavy lines of the smaller ones. out: squares that are out of play."""
        cell = side / size
        shapes = self.draw.field(Shown(size, (EMPTY,) * size * size), left, low, cell)
        for square in out:
            row, column = divmod(square, size)
            ring = box_ring(left + column * cell, low + (size - 1 - row) * cell, cell, cell)
            shapes.append(Shape((ring,), OUT, LINE, 0.2))
        for smaller in self.sizes[:-1]:
            first = (size - smaller) / 2 * cell
            ring = box_ring(left + first, low + first, smaller * cell, smaller * cell)
            shapes.append(Shape((ring,), None, "#222222", 0.7))
        return shapes

    def table(self, words: Mapping[str, str]) -> Figure:
        """The table before a game on the smallest board: the board between the players, the pieces at its sides."""
        size, small = self.sizes[-1], self.sizes[0]
        before = (size - small) // 2
        inside = range(before, before + small)
        out = [k for k in range(size * size) if not (k // size in inside and k % size in inside)]
        left, low = (TABLE - ON_TABLE) / 2, (TABLE_HIGH - ON_TABLE) / 2
        shapes = [Shape((box_ring(0.0, 0.0, TABLE, TABLE_HIGH),), CLOTH, LINE, 0.3)]
        shapes += self._empty(size, out, left, low, ON_TABLE)
        texts = [
            Text(TABLE / 2, low - 5.4, words["black"], SEAT, "middle", True),
            Text(TABLE / 2, low + ON_TABLE + 2.2, words["white"], SEAT, "middle", True),
        ]
        column = left / 2  # the middle of what lies at the left; at the right it is as far from the edge
        for k in range(HEAP):
            x = column + (-3.7, 3.7)[k % 2]
            y = low + 8.0 + (k // 2) * 7.2 + (k % 3) / 2
            shapes += self.draw.omino(k % 4 + ASKEW[k % len(ASKEW)], x, y, PIECE)
        for k in range(2):
            shapes += self.draw.quomino(k, TABLE - column, low + ON_TABLE - 3.6 - k * (2 * PIECE + 1.2), PIECE)
        for k in range(6):
            x, y = TABLE - column + (k % 3 - 1) * 4.6, low + 10.2 - (k // 3) * 4.4
            shapes += self.draw.marker(x, y, PIECE)
        for x, y, kind in (
            (column, low - 4.4, "omino"),
            (TABLE - column, low + 13.9, "quomino"),
            (TABLE - column, low - 4.4, "marker"),
        ):
            texts.append(Text(x, y + 3.6, str(self.counts[kind]), 4.0, "middle", True))
            texts.append(Text(x, y, words[NOUNS[kind]], NAME, "middle"))
        game = GameState(small)
        facts = {
            "play": sum(game.cells[k] == EMPTY for k in range(small * small)),
            "out": len(out),
            **{noun: self.counts[kind] for kind, noun in NOUNS.items()},
            "nested": "yes" if all((b - a) % 2 == 0 for a, b in pairwise(self.sizes)) else "no",
        }
        return Figure(TABLE, TABLE_HIGH, tuple(shapes), tuple(texts), facts)


def _quominoes(game: GameState) -> int:
    """Return how many Quominoes there are, by the squares that hold neither an omino nor a marker nor nothing."""
    return sum(cell not in (EMPTY, DEAD, *range(FIRST, LAST + 1)) for cell in game.cells) // 4
