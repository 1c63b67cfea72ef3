"""What `check majomino` proves: that boards are dissections, and drawn, coloured and named as they are."""

from __future__ import annotations

from typing import Any

from quasiprint.games.majomino import face_reading
from quasiprint.games.majomino.board import Board, beside, canonical, colouring, inner_walls, of_regions
from quasiprint.games.majomino.claims import claim, holds, wanted
from quasiprint.games.majomino.face import BoardStyle
from quasiprint.games.majomino.grid import grid_of
from quasiprint.games.majomino.laws import board_findings
from quasiprint.games.majomino.names import named
from quasiprint.games.majomino.notation import read
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding, error
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet, Piece
from quasiprint.telling import counted


def prove(game_set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
    """Check every board of a run and what is drawn on it; return findings, and facts for people.

    thorough: count all boards of the size, and put the draw on trial, if boards were drawn.
    """
    findings: list[Finding] = []
    boards = [position.board for position in read(game_set.text.encode(), "the run's text")]
    if len(boards) != len(game_set.pieces):
        message = f"the text has {len(boards)} boards, the run {len(game_set.pieces)}"
        findings.append(error("text-differs", "the run's text", message, "write every board once"))
    for piece, board in counted(tuple(zip(game_set.pieces, boards, strict=False)), "proving boards"):
        wrong = board_findings(board, piece.id)
        findings += wrong
        if board.regions != piece.marks:
            message = "in the text its regions are others than its marks say"
            findings.append(error("text-differs", piece.id, message, "write the board's own walls"))
        if game_set.measures.process is not Maker.TEXT:
            findings += drawn_findings(piece, game_set)
        if not wrong and piece.name:
            findings += name_findings(piece, board)
    findings += same_findings(game_set)
    findings += claim_findings(game_set)
    findings += box_findings(game_set)
    known: dict[str, Any] = {"boards": len(game_set.pieces)}
    if thorough and "board" not in dict(game_set.parameters):
        from quasiprint.games.majomino.draw_trial import trial_of_the_draw

        more, about = trial_of_the_draw(game_set)
        findings += more
        known |= about
    return findings, known


def drawn_findings(piece: Piece, game_set: GameSet) -> list[Finding]:
    """Check what a board's face shows against the regions that its marks say."""
    grid = grid_of(piece, game_set)
    if len(piece.marks) != grid.size**2:
        message = f"its marks name {len(piece.marks)} cells, a board of {grid.size} × {grid.size} has {grid.size**2}"
        return [error("marks-wrong", piece.id, message, "give each cell its region")]
    board = of_regions(grid.size, piece.marks)
    findings = []
    shown = face_reading.walls(piece.face, grid, printed=game_set.measures.process is Maker.PRINTER)
    differing = sorted(shown ^ board.walls(), key=lambda w: (w[1], w[2], w[0]))
    if differing:
        kind, row, column = differing[0]
        side = "above" if kind == "-" else "to the left of"
        what = "shows a wall" if differing[0] in shown else "shows no wall"
        message = f"its face {what} {side} row {row + 1}, column {column + 1}, the board has it otherwise"
        findings.append(error("walls-differ", piece.id, message, "draw the walls between regions"))
    style = BoardStyle(game_set.measures, game_set.palette.inks)
    shown_colours = face_reading.colours(piece.face, grid, style.foot + style.band / 2)
    plain = dict(game_set.parameters)["regions"] == "plain" or game_set.measures.touch
    if plain and not any(shown_colours):
        return findings
    return findings + _coloured(piece, board, shown_colours)


def _coloured(piece: Piece, board: Board, shown: tuple[frozenset[int], ...]) -> list[Finding]:
    """Check that regions have one colour each, and neighbours different ones."""
    for cell, labels in enumerate(shown):
        first = shown[board.regions.index(board.regions[cell])]
        if len(labels) != 1 or labels != first:
            row, column = divmod(cell, board.size)
            message = (
                f"row {row + 1}, column {column + 1} shows the colours {sorted(labels)}, and its region begins "
                f"with {sorted(first)}; every cell shows the one colour of its region"
            )
            return [error("colours-mixed", piece.id, message, "colour regions as a whole")]
    for wall in inner_walls(board.size):
        one, two = beside(wall, board.size)
        if board.regions[one] != board.regions[two] and shown[one] == shown[two]:
            (row, column), (label,) = divmod(two, board.size), shown[two]
            message = f"the regions that meet at row {row + 1}, column {column + 1} both have colour {label}"
            return [error("neighbours-alike", piece.id, message, "give neighbours different colours")]
    used, fewest = len(frozenset().union(*shown)), max(colouring(board)) + 1
    if used > fewest:
        message = f"its regions show {used} colours, and {fewest} are enough"
        return [error("colours-too-many", piece.id, message, "a colour less is a filament or an ink less")]
    return []


def name_findings(piece: Piece, board: Board) -> list[Finding]:
    """Check that the name printed on a board gives this board back."""
    try:
        meant = named(piece.name)
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


def claim_findings(game_set: GameSet) -> list[Finding]:
    """Prove anew who wins each board, where the set says so."""
    findings = []
    sought = wanted(dict(game_set.parameters), grid_of(game_set.pieces[0], game_set).size)
    for piece in game_set.pieces:
        grid = grid_of(piece, game_set)
        if len(piece.marks) != grid.size**2:
            continue  # said already
        board = of_regions(grid.size, piece.marks)
        due = "" if sought is None or board_findings(board, piece.id) else claim(board, sought.rule).words()
        printed = [note for note in piece.notes if note == piece.claim]
        right = holds(piece.claim, board, sought.rule) if due and sought else piece.claim == due
        if not right or (due and game_set.measures.process is not Maker.TEXT and not printed):
            said = piece.claim or "nothing of who wins"
            message = f"it says {said!r}, and found was {due or 'that nothing was asked'!r}"
            findings.append(error("board-claim-wrong", piece.id, message, "say what is found, and print it"))
    return findings


def box_findings(game_set: GameSet) -> list[Finding]:
    """Check that there is a marker for every cell, where there are markers."""
    cells = len(game_set.pieces[0].marks)
    return [
        error("markers-wrong", thing.id, f"there are {thing.count}, and a board has {cells} cells", "one for each cell")
        for thing in game_set.accessories
        if thing.kind == "marker" and thing.count != cells
    ]
