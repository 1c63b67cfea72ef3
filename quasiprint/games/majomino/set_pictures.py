"""The set in pictures: its boards and markers on the cover, what is in the box, and a table that is set up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from quasiprint.drawing.face_shapes import heap, laid
from quasiprint.drawing.outlines import turned
from quasiprint.games.majomino.board import FREE, PLAYERS, Board, MarkedBoard, lines, of_regions
from quasiprint.games.majomino.board_drawing import DARK, LIFT, MARGIN, BoardDrawing, sign
from quasiprint.games.majomino.face import BoardStyle, marker, markers, tray
from quasiprint.games.majomino.figures import side_of
from quasiprint.games.majomino.played import Moment, moments
from quasiprint.games.majomino.positions import judged, valid, yes
from quasiprint.model.face import Point, Ring
from quasiprint.model.measures import Maker
from quasiprint.model.page import Figure, Shape, Text
from quasiprint.model.piece import Accessory, GameSet, Piece

COVER = (170.0, 148.0)  # mm
FRONT, BEHIND = 100.0, 77.0  # mm: the side of the board in front on the cover, and of those behind it
TILT = -7.0  # degrees
PLACES = ((118.5, 97.0, 16.0), (53.5, 53.0, -24.0))  # mm and degrees: boards behind
STREWN = ((11.0, 121.0), (26.0, 137.0), (33.0, 120.0), (146.0, 11.0), (160.0, 26.0), (143.0, 30.0), (15.0, 103.0))  # mm
MARKED = 0.55  # of the cells of the board in front
SHADE = (1.4, -1.6)  # mm: how far a shadow falls
SHADOW, WOOD, FLOOR, MARKER = "#dcd8cd", "#ead9b5", "#dcc594", "#fcf8ee"
QUARTER, THING, LETTERS = 39.0, 25.0, 3.8  # mm: a quarter of the box, a thing in it, the letters below
FANNED = ((-3.0, 1.5, 9.0), (2.5, 0.5, -8.0), (0.0, -0.5, 0.0))  # boards one upon another: mm and degrees
TABLE, SEAT = 41.0, 9.0  # mm: the side of the board on a table; beyond it, where a player's sign stands
HEAP = 25  # markers in the picture of the box, at most
SPREAD = 1.3  # of a marker's radius: how far a heap spreads, so that no two overlap


class SetPictures(BoardDrawing):
    """Pictures of a whole set."""

    def __init__(self, sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> None:
        super().__init__(sets[Maker.PAPER])
        self.sets, self.words = sets, words
        self.size = side_of(self.set.pieces[0])

    def cover(self) -> Figure:
        """Some boards of the set as they are printed, the first one in the middle of a game."""
        boards = self.sets[Maker.PRINTER].pieces[: 1 + len(PLACES)]
        x, y = COVER[0] / 2, COVER[1] / 2
        shapes: list[Shape] = []
        for piece, (left, low, angle) in zip(boards[:0:-1], PLACES, strict=False):
            shapes += self._laid(piece, left, low, angle, BEHIND)
        shapes += self._laid(boards[0], x, y, TILT, FRONT)
        moment = begun(board_of(boards[0]))
        scale = FRONT / self.size / self.set.measures.size.edge
        for cell, mark in enumerate(moment.marked.marks):
            if mark != FREE:
                across, up = _spot(cell, self.size, FRONT / self.size)
                ((dx, dy),) = turned(((across, up),), math.radians(TILT), x, y)
                shapes += self._marker(mark, dx, dy, scale, TILT)
        for k, (left, low) in enumerate(STREWN):
            shapes += self._marker(PLAYERS[k % 2], left, low, min(scale, 1.0), 40.0 * k)
        facts = {
            "valid": every_valid(boards),
            "legal": yes(moment.legal),
        }
        return Figure(*COVER, tuple(shapes), (), facts)

    def box(self) -> Figure:
        """What the set is made of: boards, markers, frame and tray, each with its number."""
        # of paper, which has neither kerf nor clearance: a picture is the same whatever they are
        cut = self.set.measures
        things = (markers(self.size, cut), *tray(self.size, BoardStyle(cut, ())))
        counts = {thing.kind: thing.count for thing in things}
        boards = self.sets[Maker.PRINTER].pieces[: len(FANNED)]
        high = QUARTER + 1.0
        middles = [((0.5 + k % 2) * QUARTER, 22.0 + (1 - k // 2) * high) for k in range(4)]
        shapes: list[Shape] = []
        (x, y), (mx, my), *rest = middles
        for piece, (dx, dy, angle) in zip(boards[::-1], FANNED[-len(boards) :], strict=True):
            shapes += self._laid(piece, x + dx, y + dy, angle, THING)
        shapes += self._heap(min(counts["marker"], HEAP), mx, my, THING / 2)
        for thing, fill, (tx, ty) in zip(things[1:], (WOOD, FLOOR), rest, strict=True):
            shapes += _part(thing, fill, tx, ty)
        counts["board"] = len(self.set.pieces)
        texts = [
            Text(tx, ty - 20.0, f"{counts[kind]} {self._word(kind, counts[kind])}", LETTERS, "middle", bold=True)
            for kind, (tx, ty) in zip(("board", "marker", "frame", "tray"), middles, strict=True)
        ]
        facts = {f"{kind}s": count for kind, count in counts.items()} | {"valid": every_valid(boards)}
        return Figure(2 * QUARTER, 2 * high, tuple(shapes), tuple(texts), facts)

    def table(self) -> Figure:
        """A board between two players, and all markers in a heap beside it."""
        piece = self.set.pieces[0]
        cell = TABLE / self.size
        left, low = MARGIN, MARGIN + SEAT
        shapes = self.drawn(piece.face, self.size, left, low, cell)
        heap = markers(self.size, self.set.measures).count
        reach = spread(heap) * cell / 4
        x, y = left + TABLE + 2.0 + reach, low + TABLE / 2
        shapes += self._heap(heap, x, y, reach)
        for mark, up in (("x", low - SEAT / 2), ("o", low + TABLE + SEAT / 2)):
            shapes += sign(mark, left + TABLE / 2, up, 2.2, DARK)
        marked = judged(MarkedBoard(board_of(piece), FREE * self.size**2))
        facts = {"valid": valid(marked), "empty": marked.marks.count(FREE), "markers": heap}
        return Figure(x + reach + MARGIN, TABLE + 2 * (SEAT + MARGIN), tuple(shapes), (), facts)

    def _word(self, kind: str, count: int) -> str:
        key = f"box-{kind}" if count == 1 else f"box-{kind}s"
        return self.words.get(key, kind)

    def _laid(self, piece: Piece, x: float, y: float, angle: float, side: float) -> list[Shape]:
        """Return a board with its middle at (x, y), and its shadow. side: how wide its cells are together, mm."""
        inks = [ink.rgb for ink in self.set.palette.inks]
        scale = side / self.size / self.set.measures.size.edge
        large = tuple((px * scale, py * scale) for px, py in piece.face.nominal)
        shade = turned(large, math.radians(angle), x + SHADE[0] * scale, y + SHADE[1] * scale)
        return [Shape((shade,), SHADOW), *laid(piece.face, inks, x, y, angle, scale)]

    def _heap(self, count: int, x: float, y: float, reach: float) -> list[Shape]:
        """Return markers in a heap around (x, y), no two upon one another, x and o up in turn. reach: its radius."""
        radius = reach / spread(count)
        scale = radius / max(px for px, _ in marker(self.set.measures).nominal)
        shapes = []
        for k, (dx, dy) in enumerate(heap(count, SPREAD * radius)):
            shapes += self._marker(PLAYERS[k % 2], x + dx, y + dy, scale, 50.0 * k)
        return shapes

    def _marker(self, mark: str, x: float, y: float, scale: float, angle: float) -> list[Shape]:
        """Return a marker with the side of this mark up. scale: of the picture to the set."""
        token = marker(self.set.measures)
        areas = [region for m in token.marks for region in m.ink] if mark == "x" else list(token.back)

        def put(ring: Ring, dx: float = 0.0, dy: float = 0.0) -> Ring:
            large = tuple((px * scale, py * scale) for px, py in ring)
            return turned(large, math.radians(angle), x + dx, y + dy)

        shapes = [Shape((put(token.nominal, 0.7 * scale, -0.8 * scale),), SHADOW)]
        shapes.append(Shape((put(token.nominal),), MARKER, "#4a4a4a", 0.2))
        return shapes + [Shape(tuple(map(put, region.rings)), DARK) for region in areas]


def spread(count: int) -> float:
    """Return the radius of a heap of so many markers, in radii of one."""
    return 1 + SPREAD * math.sqrt(count)


def board_of(piece: Piece) -> Board:
    """Return the board that a piece is."""
    return of_regions(side_of(piece), piece.marks)


def every_valid(pieces: Sequence[Piece]) -> str:
    """Tell whether boards are as the laws want them, all of them: "yes" or "no"."""
    empty = (MarkedBoard(board_of(piece), FREE * len(piece.marks)) for piece in pieces)
    return yes(all(valid(judged(marked)) == "yes" for marked in empty))


@lru_cache(maxsize=4)
def begun(board: Board) -> Moment:
    """Return a game on any board after a good half of its turns: each player marks where most is open to both."""
    marks = [FREE] * len(board.regions)
    every = lines(board)
    through = [[line for line in every if cell in line] for cell in range(len(marks))]
    turns = []
    for number in range(round(MARKED * len(marks))):
        player = PLAYERS[number % 2]
        free = [cell for cell, mark in enumerate(marks) if mark == FREE]
        cell = max(free, key=lambda cell: (sum(_worth(line, marks, board.size) for line in through[cell]), -cell))
        marks[cell] = player
        turns.append((cell,))
    (moment,) = moments(board, turns, (len(turns),))
    return moment


def _worth(line: Sequence[int], marks: Sequence[str], size: int) -> int:
    """Return how hot a line is: 0 once it is decided, more the nearer somebody is to winning it."""
    most = max(sum(marks[cell] == player for cell in line) for player in PLAYERS)
    return 0 if 2 * most > size else 1 + most * most


def _spot(cell: int, size: int, edge: float) -> Point:
    """Return where a marker lies in a cell, from the middle of the board."""
    row, column = divmod(cell, size)
    return (column + 0.5 - size / 2) * edge, (size / 2 - row - 0.5 + LIFT) * edge


def _part(thing: Accessory, fill: str, x: float, y: float) -> list[Shape]:
    """Return a frame or a tray with its middle at (x, y)."""
    rings = (thing.face.nominal, *(ring for mark in thing.face.marks for area in mark.ink for ring in area.rings))
    scale = THING / (2 * max(px for px, _ in thing.face.nominal))

    def put(ring: Ring, dx: float = 0.0, dy: float = 0.0) -> Ring:
        return tuple((x + dx + px * scale, y + dy + py * scale) for px, py in ring)

    shade = tuple(put(ring, *(0.3 * by for by in SHADE)) for ring in rings)
    return [Shape(shade, SHADOW), Shape(tuple(map(put, rings)), fill, "#8a7a55", 0.2)]
