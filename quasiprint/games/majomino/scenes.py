"""The scenes of Majomino's books: the set, what lines and boards are, games turn by turn, puzzles and their solutions.

Boards are drawn as the set draws its own, judged by the text reader, the laws and the scoring. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from quasiprint.drawing.face_shapes import Scene, heap
from quasiprint.games.majomino import board_drawing, positions
from quasiprint.games.majomino.board import (
    FREE,
    PLAYERS,
    Board,
    MarkedBoard,
    colouring,
    every,
    lines,
    of_regions,
    tally,
)
from quasiprint.games.majomino.board_drawing import DARK, LARGE, LIFT, MARGIN, BoardDrawing, Place, grid, place_ring
from quasiprint.games.majomino.contest import O, X
from quasiprint.games.majomino.face import BoardStyle, marker, markers, tray
from quasiprint.games.majomino.grid import side_of
from quasiprint.games.majomino.positions import EXAMPLE, GAMES, PATH, PATIENT, SWAP, is_valid, parse_anew, points
from quasiprint.games.majomino.situation import RESTRICTED, UNUSED, Rule
from quasiprint.model.face import Ring
from quasiprint.model.measures import Maker
from quasiprint.model.page import Figure, Shape
from quasiprint.model.piece import Accessory, GameSet, Piece

WIDEST, OWN = 78.0, 8.8  # what a column holds; a cell of the set's own board
PAIRED, THIRD, TENTH = 6.2, 4.7, 4.3  # a cell of one of two, three or ten boards
SOLVED = 5.7  # a cell of a solution, of which two stand side by side
GAP, BETWEEN = 3.4, 15.0  # between boards, and between two with an arrow
LEFT, RIGHT = Place(5, cell=PAIRED), Place(5, MARGIN + 5 * PAIRED + BETWEEN, cell=PAIRED)  # two boards side by side
ARROW = (RIGHT.left - BETWEEN + 1.5, MARGIN + LEFT.side / 2, RIGHT.left - 1.5)  # from one to the other
# of the first description's board: lines, to show what they are, a row, a column, a region; the cell whose lines are
# shown
KINDS, MARKED = (1, 8, 11), 8

COVER = (170.0, 148.0)
FRONT, BEHIND = 100.0, 77.0  # the side of the board in front on the cover, and of those behind it
TILT = -7.0  # degrees
PLACES = ((118.5, 97.0, 16.0), (53.5, 53.0, -24.0))  # mm and degrees: boards behind
STREWN = ((11.0, 121.0), (26.0, 137.0), (33.0, 120.0), (146.0, 11.0), (160.0, 26.0), (143.0, 30.0), (15.0, 103.0))
SHADE = (1.4, -1.6)  # how far a shadow falls
SHADOW, WOOD, FLOOR, MARKER = "#dcd8cd", "#ead9b5", "#dcc594", "#fcf8ee"
QUARTER, THING, LETTERS = 39.0, 25.0, 3.8  # a quarter of the box, a thing in it, the letters below
FANNED = ((-3.0, 1.5, 9.0), (2.5, 0.5, -8.0), (0.0, -0.5, 0.0))  # boards one upon another: mm and degrees
TABLE, SEAT = 41.0, 9.0  # the side of the board on a table; beyond it, where a player's sign stands
HEAP = 25  # markers in the picture of the box, at most
SPREAD = 1.3  # of a marker's radius: how far a heap spreads, so that no two overlap


class Scenes(BoardDrawing):
    """The figures of a book. sets: the run, as each process makes it. words: of the book's language."""

    def __init__(self, sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> None:
        super().__init__(sets[Maker.PAPER])
        self.sets, self.words = sets, words
        self.size = side_of(self.set.pieces[0])

    def figures(self) -> dict[str, Callable[[], Figure]]:
        """Return the figures by name, each drawn when a text asks for it."""
        return {
            **self.scenes("cover box table own kinds line swap typical example restricted threes patient"),
            **{f"turn-{k + 1}": partial(self.moment, "opening", k) for k in range(1, len(GAMES["opening"]["shown"]))},
            **{f"game-{k + 1}": partial(self.moment, "whole", k) for k in range(len(GAMES["whole"]["shown"]))},
            **{name: partial(self.puzzle, name) for name in positions.puzzles()},
            **{pair: partial(self.solutions, pair) for pair in positions.PAIRS},
        }

    # --- boards and lines

    def own(self) -> Figure:
        """The first board of the set, with its own face."""
        piece = self.set.pieces[0]
        marked = positions.empty(of_regions(self.size, piece.marks))
        place = Place(self.size, cell=min(OWN, WIDEST / self.size, self.edge))
        facts = {"cells": len(marked.marks), "regions": marked.board.count, "valid": is_valid(marked)}
        side = place.side + 2 * MARGIN
        return self.draw_face(piece.face, place).figure(side, side, facts)

    def kinds(self) -> Figure:
        """What a line is: the first description's board three times, with dots in a row, a column and a region."""
        marked = positions.empty(EXAMPLE.board)
        size, every = marked.board.size, lines(marked.board)
        scene, place = Scene(), Place(size, cell=THIRD)
        for number in KINDS:
            scene.add(self.board(marked.board, place))
            scene.shapes += map(place.dot, every[number])
            place = Place(size, place.left + (place.side + GAP), cell=THIRD)
        facts = {
            "valid": is_valid(marked),
            "cells": [len(every[number]) for number in KINDS],
            "kinds": [number // size + 1 for number in KINDS],
            "lines": len(every),
        }
        return scene.figure(place.left - GAP + MARGIN, place.side + 2 * MARGIN, facts)

    def typical(self) -> Figure:
        """The first description's board, and the lines of one cell."""
        board = positions.empty(EXAMPLE.board).board
        through = [line for line in lines(board) if MARKED in line]
        reached = set().union(*through) - {MARKED}
        marked = _with_mark(board, "x")
        facts = {
            "valid": is_valid(marked),
            "lines": len(through),
            "others": len(reached),
            "line": positions.is_lined(board),
        }
        return self.position(marked, LARGE, {MARKED}, facts, dots=sorted(reached))

    def example(self) -> Figure:
        """The scoring example: marks, the winners of rows and columns, and beside it those of regions."""
        marked = parse_anew(EXAMPLE)
        return self.tally_board(marked, {"valid": is_valid(marked), **positions.tally_facts(tally(marked))})

    def restricted(self) -> Figure:
        """Where the second mark of a restricted double may lie after a first one."""
        board = EXAMPLE.board
        doubles = Rule(RESTRICTED).contest(positions.empty(board), O).moves()
        allowed = [cell for move in doubles if len(move) == 2 and MARKED in move for cell in move if cell != MARKED]
        facts = {"allowed": len(allowed), "closed": board.size**2 - 1 - len(allowed)}
        return self.position(_with_mark(board, "o"), LARGE, {MARKED}, facts, rings=allowed)

    def line(self) -> Figure:
        """A line through all cells, cut four times, and the board that it makes."""
        size, left, right = LEFT.size, LEFT, RIGHT
        board = positions.cut(PATH, size)
        scene = Scene()
        grid(scene, left)
        at = [left.middle(number) for number in PATH]
        scene.lines((tuple(at),), DARK, 0.8)
        for end in (at[0], at[-1]):
            scene.disc(end, 1.1, 24, DARK)
        cuts = range(size, size * size, size)
        for step in cuts:
            (x0, y0), (x1, y1) = at[step - 1], at[step]
            x, y, across, up = (x0 + x1) / 2, (y0 + y1) / 2, (y1 - y0) * 0.32, (x1 - x0) * 0.32
            for colour, width in (("#FFFFFF", 2.4), (DARK, 1.4)):
                scene.lines((((x - across, y - up), (x + across, y + up)),), colour, width)
        colours, _ = positions.joint_colouring(board, positions.swap_cells(board, *SWAP), SWAP)
        scene.arrow(*ARROW)
        scene.add(self.board(board, right, colours))
        facts = {"cells": len(set(PATH)), "cuts": len(cuts), "valid": is_valid(positions.empty(board))}
        return scene.figure(right.left + right.side + MARGIN, right.side + 2 * MARGIN, facts)

    def swap(self) -> Figure:
        """Two cells that change places, and the board that they make: one that no line makes."""
        left, right = LEFT, RIGHT
        before = positions.cut(PATH, left.size)
        after = positions.swap_cells(before, *SWAP)
        # a region keeps its colour, so that what is seen to change are the two cells
        colours = positions.joint_colouring(before, after, SWAP)
        scene = self.board(before, left, colours[0])
        scene.add(self.board(after, right, colours[1]))
        scene.arrow(*ARROW)
        scene.shapes += [place.ring(number, dashed=False) for number in SWAP for place in (left, right)]
        facts = {
            "valid": is_valid(positions.empty(after)),
            "line-before": positions.is_lined(before),
            "line-after": positions.is_lined(after),
        }
        return scene.figure(right.left + right.side + MARGIN, right.side + 2 * MARGIN, facts)

    def threes(self) -> Figure:
        """Every board of 3 × 3, and how its games end."""
        scene, step = Scene(), 3 * TENTH + GAP
        for k, board in enumerate(every(3)):
            row, column = divmod(k, 5)
            scene.add(self.board(board, Place(3, MARGIN + column * step, MARGIN + (1 - row) * step, TENTH)))
        return scene.figure(5 * step - GAP + 2 * MARGIN, 2 * step - GAP + 2 * MARGIN, positions.of_threes())

    def patient(self) -> Figure:
        """A position in which O wins only if she keeps her double move."""
        marked = parse_anew(PATIENT)
        best, found = positions.of_patient()
        empty = marked.marks.count(FREE)
        facts = {
            "valid": is_valid(marked),
            "empty": empty,
            "by": positions.cell_names([best], marked.board.size),
            **found,
        }
        return self.position(marked, LARGE, (), facts, rings=[best])

    # --- games and puzzles

    def moment(self, name: str, step: int) -> Figure:
        """Some turns of a game. step: from 0."""
        moment = positions.game(name)[step]
        before = positions.game(name)[step - 1].marked if step else positions.empty(moment.marked.board)
        facts = positions.facts_of(moment, before)
        if any(tally(moment.marked).lines):
            return self.tally_board(moment.marked, facts, moment.fresh)
        return self.position(moment.marked, LARGE, moment.fresh, facts)

    def puzzle(self, name: str) -> Figure:
        """A position to be solved."""
        puzzle = positions.puzzles()[name]
        marked = parse_anew(puzzle.marked)
        count = tally(marked)
        facts: dict[str, object] = {"valid": is_valid(marked), **{mark: marked.marks.count(mark) for mark in PLAYERS}}
        facts |= {"empty": marked.marks.count(FREE), "mover": puzzle.mover, "points": f"{count.x}-{count.o}"}
        return self.position(marked, LARGE, (), facts)

    def solutions(self, pair: str) -> Figure:
        """Two solutions side by side; facts have the names of their puzzles before them."""
        scene, left, facts = Scene(), 0.0, dict[str, object]()
        drawn = {name: self.solution(name) for name in positions.PAIRS[pair]}
        for name, one in drawn.items():
            scene.add(Scene(one.shapes, one.texts), left)
            facts |= {f"{name}-{key}": value for key, value in one.facts.items()}
            left += one.width
        return scene.figure(left, max(one.height for one in drawn.values()), facts)

    def solution(self, name: str) -> Figure:
        """A puzzle, with what every mark comes to: in its cell; or dashed rings for the best double."""
        puzzle = positions.puzzles()[name]
        marked, after = parse_anew(puzzle.marked), positions.outcomes(puzzle.contest)
        size = marked.board.size
        own = {move: x if puzzle.mover == X else 3 * size - x for move, x in after.items()}
        most = max(own.values())
        best = [move for move, found in own.items() if found == most]
        others = {x for move, x in after.items() if own[move] < most}
        facts: dict[str, object] = {
            "moves": len(own),
            "winning": sum(2 * found > 3 * size for found in own.values()),
            "best": points(after[best[0]], size),
            "by": [positions.cell_names(move, size, "+") for move in best],
            "others": sorted(points(x, size) for x in others),
        }
        if puzzle.double != UNUSED:
            heavy = {move[0]: (comes, comes == most) for move, comes in own.items()}
            return self.position(marked, SOLVED, (), facts, points=heavy)
        # what looks best is to decide as many lines as can be
        greedy = max(own, key=lambda move: (positions.gain(puzzle, move), -own[move]))
        facts |= {
            "gain": positions.gain(puzzle, best[0]),
            "greedy": positions.cell_names(greedy, size, "+"),
            "most": positions.gain(puzzle, greedy),
            "greedy-best": points(after[greedy], size),
        }
        return self.position(marked, SOLVED, (), facts, rings=best[0])

    # --- the set

    def cover(self) -> Figure:
        """Some boards of the set as they are printed, the first one in the middle of a game."""
        boards = self.sets[Maker.PRINTER].pieces[: 1 + len(PLACES)]
        middle, scene = (COVER[0] / 2, COVER[1] / 2), Scene()
        for piece, (left, low, angle) in zip(boards[:0:-1], PLACES, strict=False):
            self._place_board(scene, piece, left, low, angle, BEHIND)
        self._place_board(scene, boards[0], *middle, TILT, FRONT)
        marked = positions.half_played(board_of(boards[0]))
        edge = FRONT / self.size
        scale = edge / self.edge
        for cell, mark in enumerate(marked.marks):
            if mark != FREE:
                row, column = divmod(cell, self.size)
                at = (column + 0.5 - self.size / 2) * edge, (self.size / 2 - row - 0.5 + LIFT) * edge
                (at,) = place_ring((at,), 1.0, middle, TILT)
                self._marker(scene, mark, *at, scale, TILT)
        for k, at in enumerate(STREWN):
            self._marker(scene, PLAYERS[k % 2], *at, min(scale, 1.0), 40.0 * k)
        return scene.figure(*COVER, {"valid": are_valid(boards), "legal": is_valid(marked)})

    def box(self) -> Figure:
        """What the set is made of: boards, markers, frame and tray, each with its number."""
        # of paper, which has neither kerf nor clearance: a picture is the same whatever they are
        cut = self.set.measures
        things = (markers(self.size, cut), *tray(self.size, BoardStyle(cut, ())))
        counts = {thing.kind: thing.count for thing in things}
        boards = self.sets[Maker.PRINTER].pieces[: len(FANNED)]
        high, scene = QUARTER + 1.0, Scene()
        middles = [((0.5 + k % 2) * QUARTER, 22.0 + (1 - k // 2) * high) for k in range(4)]
        (x, y), heaped, *rest = middles
        for piece, (dx, dy, angle) in zip(boards[::-1], FANNED[-len(boards) :], strict=True):
            self._place_board(scene, piece, x + dx, y + dy, angle, THING)
        self._heap(scene, min(counts["marker"], HEAP), *heaped, THING / 2)
        for thing, fill, at in zip(things[1:], (WOOD, FLOOR), rest, strict=True):
            _part(scene, thing, fill, *at)
        counts["board"] = len(self.set.pieces)
        for kind, (tx, ty) in zip(("board", "marker", "frame", "tray"), middles, strict=True):
            word = self.words.get(f"box-{kind}{'s' * (counts[kind] != 1)}", kind)
            scene.write(tx, ty - 20.0, f"{counts[kind]} {word}", LETTERS, bold=True)
        facts = {f"{kind}s": count for kind, count in counts.items()} | {"valid": are_valid(boards)}
        return scene.figure(2 * QUARTER, 2 * high, facts)

    def table(self) -> Figure:
        """A board between two players, and all markers in a heap beside it."""
        piece = self.set.pieces[0]
        cell = TABLE / self.size
        left, low = MARGIN, MARGIN + SEAT
        scene = self.draw_face(piece.face, Place(self.size, left, low, cell))
        count = markers(self.size, self.set.measures).count
        reach = spread(count) * cell / 4
        x, y = left + TABLE + 2.0 + reach, low + TABLE / 2
        self._heap(scene, count, x, y, reach)
        for mark, up in (("x", low - SEAT / 2), ("o", low + TABLE + SEAT / 2)):
            board_drawing.sign(scene, mark, (left + TABLE / 2, up), 2.2)
        marked = positions.empty(board_of(piece))
        facts = {"valid": is_valid(marked), "empty": marked.marks.count(FREE), "markers": count}
        return scene.figure(x + reach + MARGIN, TABLE + 2 * (SEAT + MARGIN), facts)

    def _place_board(self, scene: Scene, piece: Piece, x: float, y: float, angle: float, side: float) -> None:
        """Draw a board with its middle at (x, y), and its shadow. side: how wide its cells are together."""
        scale = side / self.size / self.edge
        shade = x + SHADE[0] * scale, y + SHADE[1] * scale
        scene.area(place_ring(piece.face.nominal, scale, shade, angle), SHADOW)
        scene.shapes += self.put(piece.face, x, y, side / self.size, angle)

    def _heap(self, scene: Scene, count: int, x: float, y: float, reach: float) -> None:
        """Draw markers in a heap around (x, y), no two upon one another, x and o up in turn. reach: its radius."""
        radius = reach / spread(count)
        scale = radius / max(px for px, _ in marker(self.set.measures).nominal)
        for k, (dx, dy) in enumerate(heap(count, SPREAD * radius)):
            self._marker(scene, PLAYERS[k % 2], x + dx, y + dy, scale, 50.0 * k)

    def _marker(self, scene: Scene, mark: str, x: float, y: float, scale: float, angle: float) -> None:
        """Draw a marker with the side of this mark up. scale: of the picture to the set."""
        token = marker(self.set.measures)
        areas = [region for m in token.marks for region in m.ink] if mark == "x" else list(token.back)
        put = partial(place_ring, scale=scale, at=(x, y), angle=angle)
        scene.area(put(token.nominal, at=(x + 0.7 * scale, y - 0.8 * scale)), SHADOW)
        scene.area(put(token.nominal), MARKER, "#4a4a4a", 0.2)
        scene.shapes += [Shape(tuple(map(put, region.rings)), DARK) for region in areas]


def colours(inks: int) -> set[int]:
    """Return the colours that boards in the pictures have, if a palette has so many inks: a board has all or none."""
    before = positions.cut(PATH, 5)
    drawn = list(positions.joint_colouring(before, positions.swap_cells(before, *SWAP), SWAP))
    shown = (EXAMPLE, PATIENT, positions.LATE, positions.PINWHEEL, positions.QUESTION)
    drawn += [colouring(board) for board in (*(marked.board for marked in shown), *every(3))]
    return {colour for given in drawn if max(given) < inks for colour in given}


def _with_mark(board: Board, mark: str) -> MarkedBoard:
    """Return a board with one mark, in the cell MARKED."""
    return MarkedBoard(board, "".join(mark if cell == MARKED else FREE for cell in range(board.size**2)))


def board_of(piece: Piece) -> Board:
    """Return the board that a piece is."""
    return of_regions(side_of(piece), piece.marks)


def are_valid(pieces: Sequence[Piece]) -> bool:
    """Tell whether boards are as the laws want them, all of them."""
    return all(is_valid(positions.empty(board_of(piece))) for piece in pieces)


def spread(count: int) -> float:
    """Return the radius of a heap of so many markers, in radii of one."""
    return 1 + SPREAD * math.sqrt(count)


def _part(scene: Scene, thing: Accessory, fill: str, x: float, y: float) -> None:
    """Draw a frame or a tray with its middle at (x, y)."""
    rings = (thing.face.nominal, *(ring for mark in thing.face.marks for area in mark.ink for ring in area.rings))
    scale = THING / (2 * max(px for px, _ in thing.face.nominal))

    def put(ring: Ring, dx: float = 0.0, dy: float = 0.0) -> Ring:
        return tuple((x + dx + px * scale, y + dy + py * scale) for px, py in ring)

    shade = tuple(put(ring, *(0.3 * by for by in SHADE)) for ring in rings)
    scene.shapes += [Shape(shade, SHADOW), Shape(tuple(map(put, rings)), fill, "#8a7a55", 0.2)]
