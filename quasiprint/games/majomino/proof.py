"""What `check majomino` proves: that boards are dissections, and drawn, coloured and named as they are.

What a face shows is read from its geometry alone. The trial of the draw does not depend on the boards of a run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise, product
from typing import Any

from quasiprint.drawing.rings import crossings, inside, to_segment
from quasiprint.errors import InputError
from quasiprint.games.majomino.board import (
    Board,
    Wall,
    beside,
    board_findings,
    canonical,
    colouring,
    inner_walls,
    place,
    rim,
)
from quasiprint.games.majomino.design import BoardStyle, CellGrid, claims, grid_of, wanted
from quasiprint.games.majomino.notation import parse_name, read
from quasiprint.model.choices import Process
from quasiprint.model.face import Face, Operation, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet, Piece
from quasiprint.system.progress import tell_progress


def prove(game_set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
    """Check every board of a run and what is drawn on it; return findings, and facts for people. thorough: put
    the draw on trial, if boards were drawn."""
    findings: list[Finding] = []
    boards = [position.board for position in read(game_set.text.encode(), "the run's text")]
    if len(boards) != len(game_set.pieces):
        message = f"the text has {len(boards)} boards, the run {len(game_set.pieces)}"
        findings.append(error("text-differs", "the run's text", message, "write every board once"))
    for piece, board in tell_progress(tuple(zip(game_set.pieces, boards, strict=False)), "proving boards"):
        wrong = board_findings(board, piece.id)
        findings += wrong
        if board.regions != piece.marks:
            message = "in the text its regions are others than its marks say"
            findings.append(error("text-differs", piece.id, message, "write the board's own walls"))
        elif not wrong and game_set.measures.process is not Process.TEXT:
            findings += face_findings(piece, board, game_set)
        if not wrong and piece.name:
            findings += name_findings(piece, board)
    findings += same_findings(game_set)
    findings += claim_findings(game_set, boards)
    cells = len(game_set.pieces[0].marks)
    markers = (item for item in game_set.accessories if item.kind == "marker" and item.count != cells)
    for item in markers:
        message = f"there are {item.count}, and a board has {cells} cells"
        findings.append(error("markers-wrong", item.id, message, "one for each cell"))
    known: dict[str, Any] = {"boards": len(game_set.pieces)}
    if thorough and "board" not in dict(game_set.parameters):
        from quasiprint.games.majomino.sampling import trial_of_the_draw

        size = grid_of(game_set.pieces[0], game_set).size
        more, about = trial_of_the_draw(size, int(dict(game_set.parameters).get("seed", 0)))
        findings += more
        known |= about
    return findings, known


def face_findings(piece: Piece, board: Board, game_set: GameSet) -> list[Finding]:
    """Check what a board's face shows against its regions."""
    grid, findings = grid_of(piece, game_set), []
    shown = walls_on(piece.face, grid, printed=game_set.measures.process is Process.PRINTER)
    differing = sorted(shown ^ board.walls(), key=lambda w: (w[1], w[2], w[0]))
    if differing:
        kind, row, column = differing[0]
        side = "above" if kind == "-" else "to the left of"
        what = "shows a wall" if differing[0] in shown else "shows no wall"
        message = f"its face {what} {side} row {row + 1}, column {column + 1}, the board has it otherwise"
        findings.append(error("walls-differ", piece.id, message, "draw the walls between regions"))
    style = BoardStyle(game_set.measures, game_set.palette.inks)
    in_cells = colours_on(piece.face, grid, style.foot + style.band / 2)
    plain = dict(game_set.parameters)["regions"] == "plain" or game_set.measures.touch
    if plain and not any(in_cells):
        return findings
    return findings + _colour_findings(piece, board, in_cells)


def _colour_findings(piece: Piece, board: Board, shown: tuple[frozenset[int], ...]) -> list[Finding]:
    """Check that regions have one colour each, and neighbours different ones."""
    for cell, labels in enumerate(shown):
        first = shown[board.regions.index(board.regions[cell])]
        if len(labels) != 1 or labels != first:
            message = (
                f"{place(cell, board.size)} shows the colours {sorted(labels)}, and its region begins with "
                f"{sorted(first)}; every cell shows the one colour of its region"
            )
            return [error("colours-mixed", piece.id, message, "colour regions as a whole")]
    for wall in inner_walls(board.size):
        near, other = beside(wall, board.size)
        if board.regions[near] != board.regions[other] and shown[near] == shown[other]:
            (label,) = shown[other]
            message = f"the regions that meet at {place(other, board.size)} both have colour {label}"
            return [error("neighbours-alike", piece.id, message, "give neighbours different colours")]
    used, fewest = len(frozenset().union(*shown)), max(colouring(board)) + 1
    if used > fewest:
        message = f"its regions show {used} colours, and {fewest} are enough"
        return [error("colours-too-many", piece.id, message, "a colour less is a filament or an ink less")]
    return []


def name_findings(piece: Piece, board: Board) -> list[Finding]:
    """Check that the name printed on a board gives this board back."""
    try:
        meant = parse_name(piece.name)
    except InputError as problem:
        return [error("name-wrong", piece.id, f"its name, {piece.name}, gives no board: {problem}")]
    if meant != board:
        return [error("name-wrong", piece.id, f"its name, {piece.name}, is another board's", "name it anew")]
    return []


def same_findings(game_set: GameSet) -> list[Finding]:
    """Check that no two boards are the same turned or mirrored, where that was asked for."""
    if not dict(game_set.parameters).get("distinct"):
        return []
    findings = []
    first: dict[tuple[int, ...], str] = {}
    for piece in game_set.pieces:
        board = Board(grid_of(piece, game_set).size, piece.marks)
        known = first.setdefault(canonical(board), piece.id)
        if known != piece.id:
            message = f"turned or mirrored it is the same board as {known}"
            findings.append(error("boards-alike", piece.id, message, "draw another one"))
    return findings


def claim_findings(game_set: GameSet, boards: Iterable[Board]) -> list[Finding]:
    """Prove anew who wins each board, where the set says so."""
    findings = []
    sought = wanted(dict(game_set.parameters), grid_of(game_set.pieces[0], game_set).size)
    for piece, board in zip(game_set.pieces, boards, strict=False):
        unasked = sought is None or board_findings(board, piece.id)
        expected = "" if unasked else claims().claim(board, sought.rule).words()
        printed = [note for note in piece.notes if note == piece.claim]
        right = claims().holds(piece.claim, board, sought.rule) if expected and sought else piece.claim == expected
        if not right or (expected and game_set.measures.process is not Process.TEXT and not printed):
            text = piece.claim or "nothing of who wins"
            message = f"it says {text!r}, and found was {expected or 'that nothing was asked'!r}"
            findings.append(error("board-claim-wrong", piece.id, message, "say what is found, and print it"))
    return findings


NEAR = 1e-5  # mm


def walls_on(face: Face, grid: CellGrid, *, printed: bool) -> frozenset[Wall]:
    """Return the walls that a face shows, the rim's, too. printed: walls are what is raised."""
    found: set[Wall] = set()
    for mark in face.marks:
        if mark.operation is Operation.CUT:
            found.update(rim(grid.size))  # the outline is cut anyway
            found.update(w for w in inner_walls(grid.size) if _on(mark.lines, w, grid))
        elif mark.colour is None and ((mark.rise or 0) > 0 if printed else bool(mark.ink)):
            rings = [ring for region in mark.ink for ring in region.rings]
            turned = [tuple((y, x) for x, y in ring) for ring in rings]
            for k in range(grid.size):  # a line through the middle of each row and column enters and leaves the ink
                upright = crossings(turned, grid.x(k + 0.5))
                level = crossings(rings, grid.y(k + 0.5))
                found.update(("-", row, k) for row in range(grid.size + 1) if _within(grid.y(row), upright))
                found.update(("|", k, column) for column in range(grid.size + 1) if _within(grid.x(column), level))
    return frozenset(found)


def _on(lines: Iterable[Ring], wall: Wall, grid: CellGrid) -> bool:
    """Tell whether the middle of a wall lies on lines."""
    kind, row, column = wall
    p = (grid.x(column + 0.5), grid.y(row)) if kind == "-" else (grid.x(column), grid.y(row + 0.5))
    return any(to_segment(p, a, b) < NEAR for line in lines for a, b in pairwise(line))


def _within(height: float, crossed: list[float]) -> bool:
    return any(low < height < high for low, high in zip(crossed[::2], crossed[1::2], strict=True))


def colours_on(face: Face, grid: CellGrid, height: float) -> tuple[frozenset[int], ...]:
    """Return for each cell the labels of the coloured marks that cover a place in it: in the middle of its width,
    `height` mm above its lower side."""
    found: list[set[int]] = [set() for _ in range(grid.size * grid.size)]
    half = grid.size / 2
    for mark in face.marks:
        if mark.colour is None or mark.label is None:
            continue
        for region in mark.field:
            left, low, right, high = (end / grid.edge for end in bounds((region.outer,)))
            columns = range(max(0, math.floor(left + half)), min(grid.size, math.ceil(right + half)))
            rows = range(max(0, math.floor(half - high)), min(grid.size, math.ceil(half - low)))
            for row, column in product(rows, columns):
                p = grid.x(column + 0.5), grid.y(row + 1) + height
                if inside(p, region.outer) and not any(inside(p, hole) for hole in region.holes):
                    found[row * grid.size + column].add(mark.label)
    return tuple(map(frozenset, found))
