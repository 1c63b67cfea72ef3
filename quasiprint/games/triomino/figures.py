"""Triomino's figures: what lies, with the set's own faces, and what the rules say of it; the set as it is made, a table
set up, a turn, a round step by step; puzzles, and their solutions, found by the rules whenever a book is made. Lengths
in mm.

Their positions and rounds, in ``positions.toml``, were found once. A tile that lies is written "x,y,k:abc": its cell
(of squares "x,y:abcd") and the numbers at the cell's corners, clockwise from the first, one digit each. The positions
use the numbers 0 to 3; a `shift` is added to every number, which leaves the tiles of the set tiles of the set, so that
a larger set shows its larger numbers."""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from quasiprint.drawing.face_shapes import GOLDEN, RIM, Scene, SetPainter, heap, in_rows
from quasiprint.drawing.numerals import middle
from quasiprint.drawing.outlines import turn_ring
from quasiprint.errors import InputError
from quasiprint.exact.lattice import LatticePoint, corners
from quasiprint.exact.orbit import Labels, canonical
from quasiprint.exact.regular import TURNS
from quasiprint.games.triomino.proof import hexagons, sides
from quasiprint.games.triomino.rounds import ways
from quasiprint.games.triomino.rules import (
    COMMON,
    DRAW,
    DRAWS,
    LAST,
    HouseRules,
    Parts,
    PlacedTile,
    TilePlacement,
    full_points,
    judge,
    labellings,
    others,
    place,
    read,
    shows,
    tile_id,
    total,
    turn_parts,
)
from quasiprint.games.triomino.scoring import tables
from quasiprint.games.triomino.turns import DRAW as DRAW_ONE
from quasiprint.games.triomino.turns import LAYING, NAMES, PASS, Turns
from quasiprint.model.choices import Process
from quasiprint.model.face import Point, Region, Ring
from quasiprint.model.finding import Finding, in_words
from quasiprint.model.game_text import is_layout
from quasiprint.model.page import Drawn, Figure, Said, Shape
from quasiprint.model.piece import GameSet

PLAYERS = NAMES[:2]  # of the round in the book
SHAPE = "triangle"
SHOWN = 3  # the highest number in the positions
HANDS = (12, 21)  # what two players hold at the end of a round, in examples
POSITIONS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text(encoding="utf-8"))


def tiles_of(text: str, shift: int = 0) -> tuple[Labels, ...]:
    """Return the tiles of a hand, written by their digits."""
    return tuple(tuple(int(digit) + shift for digit in digits) for digits in text.split())


def lying(text: str, shift: int = 0, entry: int = 1) -> tuple[PlacedTile, ...]:
    """Return the tiles that a text tells, counted from `entry`."""
    found = []
    for k, word in enumerate(text.split(), entry):
        cell, _, digits = word.partition(":")
        (numbers,) = tiles_of(digits, shift)
        group = next(turns for turns in TURNS.values() if turns.slots == len(numbers))
        found.append(PlacedTile(k, canonical(group, numbers), tuple(map(int, cell.split(","))), numbers))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A turn: a tile put down on a table, if one is, and what the rules say of it. parts: of its points, nothing if the
    tile may not lie there. hand, drawn: what the player had, and drew. number, player, totals: of a turn in a round,
    and what both players have after it."""

    table: tuple[PlacedTile, ...]
    placed: PlacedTile | None
    result: TilePlacement
    parts: Parts
    hand: tuple[Labels, ...] = ()
    drawn: tuple[Labels, ...] = ()
    number: int = 0
    player: str = ""
    totals: tuple[int, ...] = ()

    @property
    def tile(self) -> PlacedTile:
        """The tile that is put down."""
        assert self.placed is not None
        return self.placed

    @property
    def points(self) -> int:
        """What it brings."""
        return total(self.parts)

    @property
    def sum(self) -> str:
        """Its points, and what they come to: "14 − 15 = −1"; of one part that alone."""
        came_to = points_text(self.points)
        return f"{sum_text(self.parts)} = {came_to}" if len(self.parts) > 1 else came_to

    @property
    def name(self) -> str:
        """The tile's."""
        return tile_id(self.placed.marks) if self.placed else "none"


def judge_case(case: Sequence[str], shift: int) -> Outcome:
    """Return what the rules say of a turn on the table `turn`. case: a hand, and the turn as `take_turn` has it."""
    hand, written = case
    hands, pool = (tiles_of(hand, shift), ()), drawn_in(written, shift)[::-1]
    game = Turns(0, COMMON, 0, hands, (0, 0), pool, 0, lying=lying(POSITIONS["turn"], shift), phase=LAYING)
    return take_turn(game, written, 1, shift)[1]


def drawn_in(written: str, shift: int = 0) -> tuple[Labels, ...]:
    """Return the tiles that are drawn in a turn."""
    return tiles_of(written.rpartition(">")[0].replace("+", " "), shift)


def take_turn(game: Turns, written: str, number: int, shift: int = 0) -> tuple[Turns, Outcome]:
    """Return a game after a turn, and the turn. written: as "+abc+abc>x,y,k:abc", the tiles drawn and the one that is
    placed; without the latter, the turn is a pass."""
    table, player, hand, drawn = game.lying, game.who, game.hands[game.mover or 0], drawn_in(written, shift)
    tile = next(iter(lying(written.rpartition(">")[2], shift, len(table) + 1)), None)
    for move in (*[DRAW_ONE] * len(drawn), tile or PASS):
        done = game.apply(move)
        assert not isinstance(done, Finding), f"turn {number}: {done.message}"
        game, event = done
    placed = tile and replace(tile, entry=number)
    return game, Outcome(table, placed, event.made, event.parts, hand, drawn, number, player, game.totals)


def points_text(points: int) -> str:
    """Return points with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def sum_text(parts: Parts) -> str:
    """Return a sum as it is written on a score sheet: "9 − 10 + 50"."""
    text = ""
    for _, points in parts:
        text += f" {'−' if points < 0 else '+'} {abs(points)}" if text else points_text(points)
    return text


def rows(cells: Sequence[Sequence[str]]) -> str:
    """Return the rows of a table for a text, which has the first row's bar and the last one's."""
    return " |\n| ".join(" | ".join(row) for row in cells)


def reckonings(highest: int, rules: HouseRules = COMMON) -> dict[str, tuple[Labels, Parts]]:
    """Return turns to reckon, by name: the tile, none of a pass, and the parts of its points."""
    top, far, low, mid = (highest,) * 3, (0, highest, highest), (0, 1, 3), (1, 2, 3)
    return {
        "open": (top, turn_parts(top, opens=True)),
        "drawn": (low, turn_parts(low, DRAWS - 1)),
        "bridge": (mid, turn_parts(mid, bridge=True)),
        "hexagon": (far, turn_parts(far, 1, hexagons=1)),
        "two": (mid, turn_parts(mid, hexagons=2, rules=rules)),
        "none": ((), turn_parts((), DRAWS)),
        "empty": ((), turn_parts((), 1, empty=True, rules=rules)),
        "last": (mid, (*turn_parts(mid), *LAST, *others(HANDS))),
    }


@dataclass(frozen=True, slots=True)
class RoundCase:
    """The round as it went. hands: that were dealt. steps: the turns of each picture. pool: tiles left when the hands
    were dealt. game: as it stands at the end."""

    hands: tuple[tuple[Labels, ...], ...]
    turns: tuple[Outcome, ...]
    steps: tuple[tuple[Outcome, ...], ...]
    pool: int
    game: Turns

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        """The tiles on the table at the end, each with its turn as `entry`."""
        return tuple(turn.placed for turn in self.turns if turn.placed)


def made_in(turns: Sequence[Outcome]) -> dict[str, int]:
    """Return how many hexagons were closed in some turns, and how many tiles were bridges."""
    return {
        "hexagons": sum(turn.result.completed for turn in turns),
        "bridges": sum(turn.result.bridge for turn in turns),
    }


# A round of two. hands: what each is dealt. turns: as `take_turn` has them. steps: how many each picture adds.
Script = Mapping[str, Any]
LONG, SHORT = POSITIONS["long"], POSITIONS["short"]  # for sets from 0 to 5 or more, and for smaller ones


def play_round(script: Script, highest: int, rules: HouseRules = COMMON) -> RoundCase:
    """Return a round as it is played: opened by the common rule, with the points of a table."""
    hands = tuple(map(tiles_of, script["hands"]))
    written = script["turns"].split()
    ahead = [marks for turn in written for marks in drawn_in(turn)]
    rest = sorted({*labellings(SHAPE, highest)} - {*ahead, *(marks for hand in hands for marks in hand)})
    played = replace(rules, first=COMMON.first, target=COMMON.target)
    game = Turns(highest, played, 0, ((), ()), (0, 0)).deal(hands, (*rest, *reversed(ahead)))
    turns, pool = list[Outcome](), len(game.pool)
    for number, text in enumerate(written, 1):
        game, turn = take_turn(game, text, number)
        turns.append(turn)
    ends = accumulate(script["steps"])
    steps = tuple(tuple(turns[end - many : end]) for end, many in zip(ends, script["steps"], strict=True))
    return RoundCase(hands, tuple(turns), steps, pool, game)


def round_fields(case: RoundCase, words: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a round. words: of the book's language. Raises InputError for one that is missing."""
    out = case.turns[-1].player
    first, left = case.turns[0], sorted(marks for hand in case.game.hands for marks in hand)
    sheet = []
    for row_turns in zip_longest(*(case.turns[seat :: len(PLAYERS)] for seat in range(len(PLAYERS)))):
        row = ["–".join(str(turn.number) for turn in row_turns if turn)]
        for seat, turn in enumerate(row_turns):
            name = turn.name if turn and turn.placed else "–"
            row += [name, points_text(turn.points), points_text(turn.totals[seat])] if turn else ["", "", ""]
        sheet.append(row)
    fields = {
        "round_rows": rows(sheet),
        "round_turns": str(len(case.turns)),
        "round_tiles": str(len(case.tiles)),
        "round_out": out,
        "round_other": next(name for name in PLAYERS if name != out),
        "round_hand": str(sum(map(sum, left))),
        "round_left": ", ".join(map(tile_id, left)),
        **{f"round_{key}": str(count) for key, count in made_in(case.turns).items()},
        "round_pool": str(case.pool),
        "round_each": str(len(case.hands[0])),
        "round_opens": first.name,
        "round_first": points_text(first.points),
    }
    for name, hand, points in zip(PLAYERS, case.hands, case.game.totals, strict=True):
        fields[f"round_{name.lower()}"] = points_text(points)
        fields[f"hand_{name.lower()}"] = ", ".join(map(tile_id, hand))
    for number, turns in enumerate(case.steps, 1):
        last = turns[-1] is case.turns[-1]
        fields[f"step_{number}"] = " ".join(_sentence(turn, words, last and turn is turns[-1]) for turn in turns)
        for name, points in zip(PLAYERS, turns[-1].totals, strict=True):
            fields[f"{name.lower()}_{number}"] = points_text(points)
    return fields


def _sentence(turn: Outcome, words: Mapping[str, str], out: bool) -> str:
    """Return a turn as a sentence: who draws, places, closes, and what that scores."""
    notes = []
    if turn.drawn:
        notes.append("step-draws-one" if len(turn.drawn) == 1 else "step-draws")
    if not turn.placed:
        notes.append("step-stuck")
    else:
        notes.append("step-opens" if turn.number == 1 else "step-places")
        notes += ["step-hexagon"] * turn.result.completed + ["step-bridge"] * turn.result.bridge + ["step-out"] * out
    say = Said(words, "triomino.toml")
    phrases = [say(key, drawn=len(turn.drawn), tile=turn.name) for key in notes]
    whole = f" {say('step-and')} ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)
    return say("step-line", who=turn.player, what=whole, sum=turn.sum)


EDGE = 16.0  # mm: a tile's edge in a figure
LARGE = 20.0  # of squares, whose digits are near the corners; and on the cover
MIDDLE = 15.0  # where more than two lie
WHOLE = 16.0  # of a layout of the whole set
BODY = "#FFFFFF"
SIGN = 5.2  # mm: the font of a sum below tiles
MARGIN = 3.0
GAP = 9.0  # between two items in one figure
NEW = "#e9e6da"  # the body of the tile just put down, which has a heavy line around it too
HEAVY, LINE = 0.8, "#1c1c1c"
DASH = 1.6
DOT = 1.5  # a point's radius, where tiles lie all around
CROSS = 1.5  # half of what marks a corner where numbers disagree: small enough to leave the digits whole
STEP = 8.0  # of a table's cells


def frame(scenes: Sequence[Scene], facts: Mapping[str, object]) -> Figure:
    """Return scenes side by side, each on the middle line, as a figure."""
    return in_rows(scenes, facts, GAP, MARGIN)


def stack(scenes: Sequence[Scene], facts: Mapping[str, object]) -> Figure:
    """Return scenes one below the other as a figure."""
    return in_rows(scenes, facts, GAP / 2, MARGIN, 0.0)


def below(scene: Scene, text: str) -> Scene:
    """Return a scene with a sign below it."""
    left, low, right, _ = scene.bounds
    scene.write((left + right) / 2, low - 1.4 * SIGN, text, SIGN, bold=True)
    return scene


def picture(text: str | bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw a layout with paper's tiles, or what lies at the end of each round of a game. Raises InputError as `read`,
    for a layout of none of its tiles, and for a game without places."""
    game_set = sets[Process.PAPER]
    highest, content = game_set.labelled.labels - 1, text.encode() if isinstance(text, str) else text
    if not is_layout(content):
        return SceneFigures(game_set, 0).rounds(tables(content, highest))
    tiles, findings = read(text, game_set.pieces[0].shape, highest)
    known = [tile for tile in tiles if tile.marks]
    if not known:
        raise InputError(f"layout: {in_words(findings)}")
    return SceneFigures(game_set, 0).layout(known)


def dashes(scene: Scene, ring: Ring) -> None:
    """Draw a ring in dashes."""
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        count = max(1, round(math.dist((x0, y0), (x1, y1)) / DASH / 2))
        for k in range(count):
            s, t = (k + 0.25) / count, (k + 0.75) / count
            line = ((x0 + s * (x1 - x0), y0 + s * (y1 - y0)), (x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
            scene.lines((line,), LINE, HEAVY)


COVER_BODY, SHADE = "#fbf8ef", "#d9d2c2"  # of a tile on the cover, and its shadow
DEPTH = 0.7  # of the shadow
PAGE, COLUMN = 165.0, 74.0  # wide: across both columns, and in one
ROOM = 1.8  # between tiles beside one another
WIDEST = 16.5  # a tile's edge in a round
SMALL = 12.0  # a tile's edge in a hand
CLOTH, BACK, PAPER = "#f3eee2", "#cdbfa3", "#ffffff"  # a table, a tile face down, a score sheet
DEEP = 52.0  # of a table: between the hands
SPREAD, STRETCH = 19.7, 1.9  # of the pool: how far its tiles lie from its middle, and how much wider than high it is
DISC, NUMBER, POINTS = 2.1, 3.1, 4.4  # a turn's mark, its number, and points beside tiles
GAP_NAMES = "ABC"
NEAR = 13.0  # mm: a tile's edge on the table of a puzzle
SOLVED = 16.0  # in a hexagon that is a solution
CLOSE = 10.0  # where three hexagons lie side by side


class Gap(NamedTuple):
    """A place between five tiles. place: with the numbers that a tile needs; fit: the tiles of the set that are not
    there yet and fit; lies: whether the tile that would fit is one of the five."""

    table: tuple[PlacedTile, ...]
    place: PlacedTile
    fit: tuple[Labels, ...]
    lies: bool


class SceneFigures(SetPainter):
    """Tiles of a set, as they lie."""

    def __init__(self, game_set: GameSet, shift: int) -> None:
        super().__init__(game_set)
        self.shape = game_set.pieces[0].shape
        self.faces = {piece.marks: piece.face for piece in game_set.pieces}
        self.highest = game_set.labelled.labels - 1
        self.shift = shift
        self.rules = HouseRules.of(dict(game_set.parameters))

    def position(self, name: str) -> tuple[PlacedTile, ...]:
        """Return a position of the book, in the numbers of the set."""
        return lying(POSITIONS[name], self.shift)

    def outcome(self, name: str) -> Outcome:
        """Return what the rules say of a case of the book, in the numbers of the set."""
        there, put = POSITIONS[name]
        table = lying(there, self.shift)
        (tile,) = lying(put, self.shift, len(table) + 1)
        return self.put_down(table, tile)

    def put_down(self, table: tuple[PlacedTile, ...], tile: PlacedTile, hand: tuple[Labels, ...] = ()) -> Outcome:
        """Return what the rules say of a tile put down on a legal table."""
        made = place({placed_tile.cell: placed_tile for placed_tile in table}, tile, self.shape)
        scores = self.shape == SHAPE and not made.findings
        parts = turn_parts(tile.marks, 0, made.completed, made.bridge, rules=self.rules) if scores else ()
        return Outcome(table, tile, made, parts, hand)

    def find_best(self) -> tuple[Outcome, Outcome]:
        """Return the move of the puzzle's hand that scores most, and the best of another tile."""
        table, hand = lying(POSITIONS["best"][0], self.shift), tiles_of(POSITIONS["best"][1], self.shift)
        moves = [self.put_down(table, move, hand) for move in ways(table, hand)]
        found = sorted(moves, key=lambda outcome: -outcome.points)
        return found[0], next(outcome for outcome in found if outcome.name != found[0].name)

    def find_gaps(self) -> tuple[Gap, ...]:
        """Return the gaps of the puzzle."""
        found = []
        for there, between in POSITIONS["gaps"]:
            table, (gap,) = lying(there, self.shift), lying(between, self.shift)
            out = {tile.marks for tile in table}
            fit = dict.fromkeys(move.marks for move in ways(table, tuple(self.faces)) if move.cell == gap.cell)
            found.append(Gap(table, gap, tuple(marks for marks in fit if marks not in out), bool(out & set(fit))))
        return tuple(found)

    def point(self, point: LatticePoint, edge: float) -> Point:
        """Return where a point of the lattice lies."""
        x, y = point.to_xy()
        return x * edge, y * edge

    def ring(self, cell: tuple[int, ...], edge: float) -> Ring:
        """Return the outline of a cell."""
        return tuple(self.point(point, edge) for point in corners(self.shape, cell))

    def tile(self, tile: PlacedTile, edge: float, body: str = BODY) -> tuple[Drawn, ...]:
        """Return a tile: its face is turned until the number of the cell's first corner is there."""
        ring = self.ring(tile.cell, edge)
        turn = next(k for k in range(len(ring)) if tile.marks[k:] + tile.marks[:k] == tile.numbers)
        angle = 360.0 / len(ring) * turn + (180.0 if tile.cell[2:] == (1,) else 0.0)
        return self.face_at(self.faces[tile.marks], *middle(Region(ring)), edge, angle, body)

    def lying(self, tiles: Iterable[PlacedTile], edge: float, new: PlacedTile | None = None) -> Scene:
        """Return tiles as they lie. new: the one just put down."""
        scene = Scene(shape for tile in tiles for shape in self.tile(tile, edge))
        if new:
            scene.shapes += self.tile(new, edge, NEW)
            scene.area(self.ring(new.cell, edge), None, LINE, HEAVY)
        return scene

    def case(self, done: Outcome, edge: float = MIDDLE) -> Scene:
        """Return a tile put down, crosses on the corners that disagree."""
        scene = self.lying(done.table, edge, done.placed)
        for x, y in [self.point(point, edge) for point in self.disagreeing(done)] if done.result.findings else []:
            for colour, width in (("#FFFFFF", 2.0), (LINE, 1.1)):
                for up in (-CROSS, CROSS):
                    scene.lines((((x - CROSS, y - up), (x + CROSS, y + up)),), colour, width)
        return scene

    def with_sum(self, done: Outcome, edge: float = MIDDLE) -> Scene:
        """Return a tile put down, and below it the sum that it scores."""
        return below(self.case(done, edge), done.sum)

    def disagreeing(self, done: Outcome) -> dict[LatticePoint, tuple[int, int]]:
        """Return, by point, a tile's number and that of its neighbours where they differ."""
        shown = {point: number for tile in done.table for point, number in shows(tile, self.shape).items()}
        labels = shows(done.tile, self.shape)
        return {p: (number, shown[p]) for p, number in labels.items() if shown.get(p, number) != number}

    def around(self, done: Outcome) -> int:
        """Return the number at the corner around which a tile closes a hexagon."""
        (full,) = full_points(self.shape, [*done.table, done.tile])
        return shows(done.tile, self.shape)[full]

    def verdict(self, tiles: Sequence[PlacedTile]) -> dict[str, object]:
        """Return what the rules say of a layout."""
        what = "hexagons" if self.shape == "triangle" else "blocks"
        full = len(full_points(self.shape, tiles))
        return {"tiles": len(tiles), what: full, "legal": not judge(tiles, self.shape)}

    def layout(self, tiles: Sequence[PlacedTile], edge: float = WHOLE) -> Figure:
        """A layout, judged whole."""
        return frame([self._judged(tiles, edge)], self.verdict(tiles))

    def rounds(self, tables: Mapping[int, Sequence[PlacedTile]]) -> Figure:
        """What lies at the end of rounds, each above its number if there are several."""
        scenes = [self._judged(tiles, WHOLE) for tiles in tables.values()]
        if len(scenes) > 1:
            scenes = [below(scene, str(number)) for number, scene in zip(tables, scenes, strict=True)]
        return stack(scenes, {"rounds": len(scenes), "tiles": sum(map(len, tables.values()))})

    def _judged(self, tiles: Sequence[PlacedTile], edge: float) -> Scene:
        """Return tiles as they lie, with a dot where they lie all around."""
        scene = self.lying(tiles, edge)
        for point in full_points(self.shape, tiles):
            scene.disc(self.point(point, edge), DOT, 40, LINE)
        return scene

    def kinds(self, tiles: Sequence[Labels], counts: Mapping[str, str]) -> Figure:
        """One tile of each kind, and how many of it the set has."""
        cell, edge = ((0, 0, 0), 1.2 * EDGE) if self.shape == "triangle" else ((0, 0), EDGE)
        return frame([self.lying([PlacedTile(1, marks, cell, marks)], edge) for marks in tiles], counts)

    def cases(self, facts: Mapping[str, object], *done: Outcome, edge: float = MIDDLE, sums: bool = False) -> Figure:
        """Tiles put down, side by side. sums: whether what they score stands below them."""
        return frame([(self.with_sum if sums else self.case)(outcome, edge) for outcome in done], facts)

    def impossible(self) -> Figure:
        """A gap that no tile of the set fits: dashes around it."""
        table, (gap,) = (lying(text, self.shift) for text in POSITIONS["impossible"])
        fitting = {move.marks for move in ways(table, tuple(self.faces)) if move.cell == gap.cell}
        scene, ring = self.lying(table, MIDDLE), self.ring(gap.cell, MIDDLE)
        dashes(scene, ring)
        x, y = middle(Region(ring))
        scene.write(x, y - 2.0, "?", 6.0, bold=True)
        return frame([scene], {"wants": tile_id(gap.numbers), "tiles": len(fitting)})

    def poor(self) -> PlacedTile:
        """Return a tile with such a side."""
        top = self.highest
        return PlacedTile(1, (0, top // 2, top), (0, 0, 0), (top, 0, top // 2))

    def poor_side(self) -> Figure:
        """The few tiles that fit a side which runs up from the lowest number to the highest; how many fit one that
        falls by one."""
        table = self.poor()
        others = tuple(face for face in self.faces if face != table.marks)
        found = [move for move in ways((table,), others) if move.cell == (0, 0, 1)]
        falling = {sides(self.faces)[a + 1, a] for a in range(self.highest)}
        facts = {"fits": len(found), "tiles": [tile_id(move.marks) for move in found], "falling": max(falling)}
        return frame([self.lying([table], EDGE, move) for move in found], facts)

    def sides(self) -> Figure:
        """A table: how many tiles have a side that reads from a number (rows) to a number (columns), clockwise."""
        counts: Counter[tuple[int, int]] = sides(self.faces)
        most, scene = max(counts.values()), Scene()
        for a in range(self.highest + 1):
            x, y = (a + 1.5) * STEP, -(a + 1.5) * STEP
            scene.write(x, -0.5 * STEP - 1.5, a, 4.2, bold=True)
            scene.write(0.5 * STEP, y - 1.5, a, 4.2, bold=True)
            for b in range(self.highest + 1):
                left, low = (b + 1) * STEP, -(a + 2) * STEP
                grey = 255 - round(70 * counts[a, b] / most)
                scene.box(left, low, STEP, STEP, f"#{grey:02x}{grey:02x}{grey:02x}", RIM, 0.15)
                scene.write(left + STEP / 2, low + STEP / 2 - 1.5, counts[a, b], 4.2)
        scene.lines((((0, 0), (STEP, -STEP)),), RIM, 0.2)
        return frame([scene], {"least": min(counts.values()), "most": most})

    def cover(self, tiles: Sequence[PlacedTile]) -> Figure:
        """A layout, large, its tiles as bodies on the page."""
        rings = [self.ring(tile.cell, LARGE) for tile in tiles]
        scene = Scene(Shape((tuple((x + DEPTH, y - 1.4 * DEPTH) for x, y in ring),), SHADE) for ring in rings)
        for tile in tiles:
            scene.shapes += self.tile(tile, LARGE, COVER_BODY)
        return frame([scene], self.verdict(tiles))

    def upright(self, scene: Scene, marks: Labels, x: float, y: float, edge: float, body: str = "#FFFFFF") -> None:
        """Draw a tile by itself, its first number at the top, the middle of its lower side at (x, y)."""
        scene.shapes += self.face_at(self.faces[marks], x, y + edge * math.sqrt(3) / 6, edge, body=body)

    def row(
        self, scene: Scene, hand: Iterable[Labels], x: float, y: float, edge: float, gone: Labels | None = None
    ) -> Scene:
        """Draw tiles beside one another from (x, y), upright. gone: a tile that has left, dashed."""
        for k, marks in enumerate(hand):
            at = x + edge / 2 + k * (edge + ROOM)
            if marks == gone:
                dashes(scene, _upright_ring(at, y, edge))
            else:
                self.upright(scene, marks, at, y, edge)
        return scene

    def box(self) -> Figure:
        """All tiles of the set, by how many different numbers they have."""
        kinds = [list(some) for _, some in groupby(sorted(self.faces, key=_kind), key=lambda marks: _kind(marks)[0])]
        across = 2 * self.highest
        edge = min(16.0, (PAGE + ROOM) / across - ROOM)
        scene, y = Scene(), 0.0
        for kind in kinds:
            for k in range(0, len(kind), across):
                some = kind[k : k + across]
                self.row(scene, some, -(len(some) * (edge + ROOM) - ROOM) / 2, y, edge)
                y -= edge * math.sqrt(3) / 2 + 2 * ROOM
            y -= 2 * ROOM
        return frame([scene], {"tiles": len(self.faces), **{f"of-{k}": len(kind) for k, kind in enumerate(kinds, 1)}})

    def set_up(self, case: RoundCase) -> Figure:
        """A table from above after the opening: two hands, the pool, the first tile, the score sheet."""
        first = case.turns[0]
        marks, hand = first.tile.marks, case.hands[0]
        high = SMALL * math.sqrt(3) / 2
        span = len(hand) * (SMALL + ROOM) - ROOM
        top = DEEP + 2 * high + 16.0
        x, scene = (PAGE - span) / 2, Scene()
        scene.box(0, 0, PAGE, top, CLOTH, RIM, 0.2)
        for k, tile in enumerate(hand):
            at = x + k * (SMALL + ROOM)
            self.row(scene, [tile], at, 5.0, SMALL, marks)
            scene.area(tuple((px, top - py) for px, py in _upright_ring(at + SMALL / 2, 5.0, SMALL)), BACK, RIM, 0.15)
        low = 5.0 + high + 4.0
        face_down = _upright_ring(0.0, -SMALL * math.sqrt(3) / 6, SMALL)
        for k, (dx, dy) in enumerate(heap(case.pool, SPREAD / math.sqrt(case.pool), STRETCH)):
            scene.area(turn_ring(face_down, k * GOLDEN, 0.3 * PAGE + dx, low + DEEP / 2 + dy), BACK, RIM, 0.15)
        middle, edge = (0.66 * PAGE, low + DEEP / 2 - 5.0), 1.3 * SMALL
        self.upright(scene, marks, *middle, edge, NEW)
        scene.area(_upright_ring(*middle, edge), None, LINE, HEAVY)
        _sheet(scene, 0.79 * PAGE, low + 3.0, 0.17 * PAGE, DEEP - 8.0, points_text(first.points))
        for name, y in zip(PLAYERS, (6.5, top - 10.0), strict=True):
            scene.write(x - 4.0, y, name, 5.0, "end", bold=True)
        facts = {"pool": case.pool, "each": len(hand), "opens": first.name, "points": points_text(first.points)}
        return scene.figure(PAGE, top, facts)

    def turn(self, done: Outcome) -> Figure:
        """A turn: what lies, the hand, tiles drawn, and the tile that is placed, which leaves its place in dashes."""
        lying, scene = self.lying(done.table, SMALL, done.placed), Scene()
        left, low, _, top = lying.bounds
        scene.add(lying, -left, -low)
        down = -7.0 - SMALL * math.sqrt(3) / 2
        side, level = COLUMN - len(done.drawn) * (SMALL + ROOM) + ROOM, (top - low) / 2
        placed = done.placed.marks if done.placed else None
        self.row(scene, done.hand, 0.0, down, SMALL, placed)
        self.row(scene, done.drawn, side, level, SMALL, placed)
        points = points_text(done.points)  # of a tile that alone makes them: the sum of its numbers
        text = f"{' + '.join(map(str, placed))} = {points}" if placed and len(done.parts) == 1 else done.sum
        scene.write(COLUMN, -4.5 if done.drawn else level, text, SIGN, "end", bold=True)
        if placed:  # three in vain cost more than each of them
            for k in range(len(done.drawn)):
                scene.write(side + SMALL / 2 + k * (SMALL + ROOM), level - 5.0, points_text(-DRAW), POINTS)
        facts = {
            "fit": len({way.marks for way in ways(done.table, done.hand)}),
            "drawn": len(done.drawn),
            "vain": len({*done.drawn} - {placed}),
            "tile": done.name,
            "points": points,
        }
        return frame([scene], facts)

    def step(self, case: RoundCase, number: int) -> Figure:
        """The table after some turns of a round; what came last is outlined and has its turn on it, what was drawn
        in vain stands below."""
        turns = case.steps[number - 1]
        last = turns[-1].number
        here = [tile for tile in case.tiles if tile.entry <= last]
        new = {turn.placed for turn in turns if turn.placed}
        edge = self._edge(here)
        scene = Scene(shape for tile in here for shape in self.tile(tile, edge, NEW if tile in new else "#FFFFFF"))
        for tile in here:
            if tile in new:
                scene.area(self.ring(tile.cell, edge), None, LINE, HEAVY)
                self._number(scene, tile, edge)
        vain = [marks for turn in turns for marks in turn.drawn if not turn.placed or marks != turn.placed.marks]
        facts = {
            "turns": f"{turns[0].number}-{last}",
            "tiles": len(here),
            **made_in(turns),
            "drawn": sum(len(turn.drawn) for turn in turns),
            **dict(zip(("ann", "ben"), map(points_text, turns[-1].totals), strict=True)),
            "legal": not judge(here, SHAPE),
        }
        return stack([scene, self.row(Scene(), vain, 0.0, 0.0, SMALL)] if vain else [scene], facts)

    def round(self, case: RoundCase) -> Figure:
        """The table at the end of a round; on each tile the turn in which it came."""
        edge = self._edge(case.tiles)
        scene = self.lying(case.tiles, edge)
        for tile in case.tiles:
            self._number(scene, tile, edge)
        facts = {
            "tiles": len(case.tiles),
            "turns": len(case.turns),
            **made_in(case.turns),
            "legal": not judge(case.tiles, SHAPE),
        }
        return frame([scene], facts)

    def _number(self, scene: Scene, tile: PlacedTile, edge: float) -> None:
        """Draw the disc with a tile's turn."""
        x, y = middle(Region(self.ring(tile.cell, edge)))
        scene.disc((x, y), DISC, 30, "#FFFFFF", RIM, 0.15)
        scene.write(x, y - 0.36 * NUMBER, tile.entry, NUMBER)

    def _edge(self, tiles: Sequence[PlacedTile]) -> float:
        """Return how long an edge may be, so that tiles lie in a column."""
        xs = [x for tile in tiles for x, _ in self.ring(tile.cell, 1.0)]
        return min(WIDEST, COLUMN / (max(xs) - min(xs)))

    def best(self) -> Figure:
        """A table, and a hand below it."""
        first, _ = self.find_best()
        facts = {"tiles": len(first.table), "hand": list(map(tile_id, first.hand))}
        return stack([self.lying(first.table, NEAR), self.row(Scene(), first.hand, 0.0, 0.0, SMALL)], facts)

    def best_solution(self) -> Figure:
        """The tile of the hand that scores most, where it does, and its sum."""
        first, second = self.find_best()
        facts = {"tile": first.name, "points": first.points, "second": second.name, "next": second.points}
        return frame([self.with_sum(first, NEAR)], facts)

    def six(self) -> Figure:
        """Six tiles, of which a hexagon can be made."""
        done = self.outcome("six")
        tiles = sorted(tile.marks for tile in [*done.table, done.tile])
        three = len(tiles) // 2
        rows = [self.row(Scene(), some, 0.0, 0.0, 1.3 * SMALL) for some in (tiles[:three], tiles[three:])]
        return stack(rows, {"tiles": len(tiles), "ways": hexagons(tiles, self.highest)})

    def six_solution(self) -> Figure:
        """The hexagon that they make."""
        done = self.outcome("six")
        facts = {"hexagons": done.result.completed, "around": self.around(done)}
        return frame([self.lying([*done.table, done.tile], SOLVED)], facts)

    def gaps(self) -> Figure:
        """Hexagons with a gap each, and their letters."""
        drawn, facts = [], {}
        for name, gap in zip(GAP_NAMES, self.find_gaps(), strict=True):
            scene = self.lying(gap.table, CLOSE)
            dashes(scene, self.ring(gap.place.cell, CLOSE))
            drawn.append(below(scene, name))
            facts[name.lower()] = list(map(tile_id, gap.fit)) or ("lies" if gap.lies else "none")
        return frame(drawn, facts)

    def gaps_solution(self) -> Figure:
        """The hexagon of which the gap can be filled, closed."""
        (gap,) = (gap for gap in self.find_gaps() if gap.fit)
        (tile,) = (move for move in ways(gap.table, gap.fit[:1]) if move.cell == gap.place.cell)
        facts = {"tile": tile_id(tile.marks), "hexagons": self.put_down(gap.table, tile).result.completed}
        return frame([self.lying(gap.table, SOLVED, tile)], facts)


def _sheet(scene: Scene, x: float, y: float, width: float, height: float, points: str) -> None:
    """Draw a score sheet with the points of the opening."""
    scene.box(x, y, width, height, PAPER, RIM, 0.2)
    column, line = width / 2, 6.0
    for k in range(1, int(height / line)):
        level = y + height - k * line
        scene.lines((((x, level), (x + width, level)),), RIM, 0.5 if k == 1 else 0.15)
    scene.lines((((x + column, y), (x + column, y + height)),), RIM, 0.15)
    for k, name in enumerate(PLAYERS):
        scene.write(x + (k + 0.5) * column, y + height - 0.75 * line, name, POINTS, bold=True)
    scene.write(x + column / 2, y + height - 1.75 * line, points, POINTS)


def _upright_ring(x: float, y: float, edge: float) -> Ring:
    """Return the outline of a tile that stands on (x, y), the middle of its lower side."""
    corners: tuple[Point, ...] = ((x, y + edge * math.sqrt(3) / 2), (x + edge / 2, y), (x - edge / 2, y))
    return corners


def _kind(marks: Labels) -> tuple[int, Labels]:
    return len(set(marks)), marks
