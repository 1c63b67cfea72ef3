"""A run of Majomino boards: drawn at random, or read from a name or a file; and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from quasiprint.drawing.outlines import refuse_wide_chamfer
from quasiprint.drawing.palettes import refuse_patterns
from quasiprint.errors import InputError
from quasiprint.exact.regular import square
from quasiprint.games.majomino import SIZES
from quasiprint.games.majomino.board import FREE, Board, MarkedBoard, colouring
from quasiprint.games.majomino.face import (
    FRAME_PLAY,
    TACTILE,
    BoardStyle,
    CellGrid,
    bare,
    face,
    least_edge_of_markers,
    markers,
    refuse_too_small,
    tray,
)
from quasiprint.games.majomino.notation import name, names, parse_typed, read, write_all
from quasiprint.model.choices import Maker
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.piece import Accessory, Boards, GameSet, Piece, Seat, Value
from quasiprint.model.plugins import require_extension
from quasiprint.model.texts import Phrase
from quasiprint.system.progress import tell_progress

if TYPE_CHECKING:
    from quasiprint.model.face import Point
    from quasiprint.model.game import Brief
    from quasiprint.model.option import Supplied
    from quasiprint.model.profile import Palette

QUICK, FEW = 5, 1000  # cells along a side, and boards: no more are drawn at once
PLAYERS, LINES = ("x", "o"), tuple(Phrase.of(line, f"of-{line}") for line in ("rows", "columns", "regions", "total"))


def claims() -> Any:
    """Return the add-on's module that says who wins boards. Raises InputError where there is none."""
    return require_extension("quasiprint.claims", "majomino", "--winner, --fair and --character", "lab")


def wanted(parameters: Mapping[str, Value], size: int) -> Any:
    """Return which boards are asked for by who wins them; None for any, with nothing said of them."""
    asked = parameters.get("winner") or parameters.get("fair") or parameters.get("double_turns")
    if not asked and parameters.get("rule", "standard") == "standard":
        return None
    return claims().parse_wanted(parameters, size)


@dataclass(frozen=True, slots=True)
class BoardRun:
    """Boards and where they come from. names: "" for a board that has none. says: how they were drawn,
    a sentence for people. note: a finding about it, if there is one. claims: who wins each, where that was asked."""

    boards: tuple[Board, ...]
    names: tuple[str, ...]
    says: str
    note: Finding | None = None
    claims: tuple[str, ...] = ()


def run(parameters: Mapping[str, Value], seed: int, given: Supplied | None) -> BoardRun:
    """Return the boards that were asked for. Raises InputError if there are none such."""
    if given:
        boards = _in_file(given)
        found = BoardRun(
            boards,
            tuple(map(_name_or_none, boards)),
            Phrase.of(f"read from {given.name}", "from-file", name=given.name),
        )
    elif parameters["board"]:
        board = parse_typed(str(parameters["board"]), "--board")
        found = BoardRun((board,), (name(board),), Phrase.of("asked for by name", "by-name"))
    else:
        size, count, distinct = int(parameters["size"]), int(parameters["count"]), bool(parameters["distinct"])
        sought = wanted(parameters, size)
        if sought is None:
            return draw(size, count, seed, distinct)
        return cast("BoardRun", claims().draw_wanted(size, count, seed, distinct, sought))
    sought = wanted(parameters, found.boards[0].size)
    return found if sought is None else cast("BoardRun", claims().with_claims(found, sought))


@lru_cache(maxsize=2)
def draw(size: int, count: int, seed: int, distinct: bool) -> BoardRun:
    """Return so many boards drawn at random, and how they were drawn."""
    from quasiprint.games.majomino.sampling import AGREED, sample, steps_for

    drawn = sample(size, count, seed, distinct)
    boards = tuple(Board(size, regions) for regions in drawn.boards)
    different = " that differ by more than rotation and reflection" if distinct else ""
    differ = Phrase.of(different, "different")
    if drawn.convergence is None:
        text, note = f"drawn uniformly from all boards of {size} × {size} cells{different}", None
        says = Phrase.of(text, "drawn", size=size, different=differ)
    else:
        c = drawn.convergence
        text = (
            f"{steps_for(size)} swaps of cells tried between two boards; {c.chains} chains of the same kind, from "
            f"unlike starts, agree to R-hat = {c.r_hat:.3f} with {c.steps} between two"
        )
        rhat = f"{c.r_hat:.3f}"
        figures = Phrase.of(text, "chains", swaps=steps_for(size), chains=c.chains, rhat=rhat, steps=c.steps)
        these = Phrase.of(f" from boards{different}" if distinct else "", "from-boards", different=differ)
        text = f"drawn approximately uniformly{these}: {figures}"
        says = Phrase.of(text, "drawn-roughly", different=these, figures=figures)
        note = Finding(
            "approximately-uniform",
            Severity.NOTE if c.r_hat <= AGREED else Severity.WARNING,
            f"boards of {size} × {size} cells",
            f"there are too many to count, so they are drawn approximately uniformly: {figures}",
            "" if c.r_hat <= AGREED else f"R-hat should be up to {AGREED:g}: draw smaller boards",
        )
    return BoardRun(boards, names(boards), says, note)


def _in_file(given: Supplied) -> tuple[Board, ...]:
    """Return the boards of a file, or of standard input."""
    boards = tuple(position.board for position in read(given.content, given.name))
    sizes = sorted({board.size for board in boards})
    if len(sizes) > 1:
        raise InputError(
            f"--board: {given.name!r} holds boards of {' and '.join(f'{n} × {n}' for n in sizes)} cells, allowed is "
            "one size in a run, since a run has one set of markers"
        )
    if sizes[0] > SIZES[-1]:
        found = f"{sizes[0]} × {sizes[0]}"
        raise InputError(
            f"--board: {given.name!r} holds boards of {found} cells, allowed is up to {SIZES[-1]} × {SIZES[-1]}"
        )
    return boards


def _name_or_none(board: Board) -> str:
    try:
        return name(board)
    except ValueError:
        return ""


def design(brief: Brief) -> GameSet:
    """Return a run of boards; one of a file that is no dissection is left to the checks. Raises InputError where boards
    cannot be drawn, read or made."""
    return _game_set(run(brief.parameters, brief.seed, brief.supplied.get("board")), brief)


def rehearsal(brief: Brief) -> GameSet | None:
    """Return a run of one board, parted into rows, in place of boards that take long to be drawn; None for others.
    Raises InputError as `design` does for sizes that cannot be made."""
    if brief.parameters["board"]:
        return None
    size = int(brief.parameters["size"])
    if size <= QUICK and int(brief.parameters["count"]) <= FEW:
        return None
    rows = Board(size, tuple(cell // size for cell in range(size * size)))
    return _game_set(BoardRun((rows,), ("",), ""), replace(brief, seed=0), quick=True)


def _game_set(found: BoardRun, brief: Brief, *, quick: bool = False) -> GameSet:
    """Return the set of a run of boards. quick: whether nothing is to be played out; small print is as wide as any."""
    parameters, measures, palette, seed = brief.parameters, brief.measures, brief.palette, brief.seed
    size = found.boards[0].size
    drawn = measures.process is not Maker.TEXT
    # fingers read walls; the bars of colours would be sunk, and in their way
    coloured = drawn and parameters["regions"] == "coloured" and not measures.touch
    colours = (
        tuple(map(colouring, tell_progress(found.boards, "colouring boards")))
        if coloured
        else ((),) * len(found.boards)
    )
    style = BoardStyle(
        measures=measures,
        inks=palette.inks if coloured else (),
        cut=measures.process is Maker.LASER and parameters["walls"] == "cut",
    )
    _refuse_few_colours(palette, max((max(given, default=-1) + 1 for given in colours), default=0))
    if drawn:
        refuse_too_small(style, 0.0 if measures.process is Maker.PAPER else least_edge_of_markers(measures))
    digits = len(str(len(found.boards)))
    number = len(found.boards)
    drawn_by = Phrase.of("" if parameters["board"] else f"seed {seed}, ", "seeded", seed=seed)
    notes: tuple[tuple[str, ...], ...] = ((),) * len(found.boards)
    if drawn and parameters["character"] and quick:
        notes = tuple(claims().small_print(board, claims().GAMES // 2, claims().GAMES // 2) for board in found.boards)
    elif drawn and parameters["character"]:
        notes = claims().characters(found.boards, seed)
    said_of = found.claims or ("",) * len(found.boards)
    corners = square(size)
    pieces = tuple(
        Piece(
            id=f"board-{k:0{digits}d}",
            shape="board",
            marks=board.regions,
            corners=corners,
            face=face(board, given, style) if drawn else bare(size, style),
            name=called,
            notes=(_place(drawn_by, k, number), *character, *filter(None, (said if drawn else "",))),
            claim=said,
        )
        for k, (board, given, called, character, said) in enumerate(
            tell_progress(
                tuple(zip(found.boards, colours, found.names, notes, said_of, strict=True)), "drawing boards"
            ),
            1,
        )
    )
    accessories: tuple[Accessory, ...] = ()
    seats: tuple[Seat, ...] = ()
    if measures.process in (Maker.PRINTER, Maker.LASER):
        accessories += (markers(size, measures),)
    if measures.process is Maker.LASER:
        accessories += tray(size, style)
        seats = (Seat("around a board in its frame", FRAME_PLAY + measures.fit.clearance),)
    if measures.process is Maker.PRINTER:
        # the sunk middle of an o
        measures = measures.with_back(TACTILE)
    refuse_wide_chamfer([pieces[0].face] + [thing.face for thing in accessories], measures)
    return GameSet(
        game="majomino",
        title="Majomino",
        parameters=tuple((key, value) for key, value in _manifest_parameters(parameters, seed).items()),
        pieces=pieces,
        accessories=accessories,
        composition=Boards(
            per_page=int(parameters["per_page"]),
            players=PLAYERS,
            lines=LINES,
            boxes=_boxes(size, measures.size.edge),
            cover=(_about(drawn_by, number, found.says),),
        ),
        hidden=False,
        palette=palette,
        measures=measures,
        noun="board",
        findings=(found.note,) if found.note else (),
        seats=seats,
        text=write_all(MarkedBoard(board, FREE * size * size) for board in found.boards),
    )


def _place(seeded: Phrase, k: int, count: int) -> Phrase:
    return Phrase.of(f"{seeded}board {k} of {count}", "board-of", seeded=seeded, number=k, count=count)


def _about(seeded: Phrase, count: int, says: str) -> Phrase:
    text = f"{count} board{'s' * (count > 1)}, {seeded}{says}"
    return Phrase.of(text, "boards-of" if count > 1 else "one-board", count=count, seeded=seeded, says=says)


def _manifest_parameters(parameters: Mapping[str, Value], seed: int) -> dict[str, Value]:
    """Return the parameters that say something about these boards; a file by its name."""
    told = dict(parameters)
    if not told["board"]:
        del told["board"]
        told["seed"] = seed
    if not told.get("winner") and not told.get("fair"):
        for name in ("winner", "fair", "rule", "double_turns"):
            told.pop(name, None)
    return told


def _refuse_few_colours(palette: Palette, colours: int) -> None:
    """Raise InputError if a palette has too few colours, or one without a pattern."""
    if colours > len(palette.inks):
        raise InputError(
            f"palette {palette.name!r}: found {len(palette.inks)} colours, allowed is from {colours}: that many "
            f"are needed for neighbouring regions to differ; or ask for --regions plain"
        )
    refuse_patterns(palette, colours)


def _boxes(size: int, edge: float) -> tuple[Point, ...]:
    """Return where the winners of rows and columns are written: right of each row, below each column."""
    grid = CellGrid(size, edge)
    right, below = grid.x(size + 0.5), grid.y(size + 0.5)
    rows = tuple((right, grid.y(row + 0.5)) for row in range(size))
    return rows + tuple((grid.x(column + 0.5), below) for column in range(size))
