"""What triomino's rulebook is filled with: numbers from the set, the scoring code and the proofs, and the figures.

And its score sheet, for few players and for many: a row for each turn, what the codes are worth by the scoring code,
and a row for the end of each round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from quasiprint.drawing.numerals import is_another_upside_down
from quasiprint.exact.lattice import AROUND
from quasiprint.exact.regular import TURNS
from quasiprint.games.triomino import ACCENT
from quasiprint.games.triomino import figures as scenes
from quasiprint.games.triomino.figures import EDGE, LARGE, SceneFigures
from quasiprint.games.triomino.proof import MOST_FOR_HEXAGONS, MOST_HEXAGONS, fitting, prove
from quasiprint.games.triomino.rounds import PLAYERS
from quasiprint.games.triomino.rules import (
    COMMON,
    DRAWS,
    HAND,
    LAST,
    HouseRules,
    lowest_hand,
    tile_id,
    total,
    turn_parts,
)
from quasiprint.model.choices import Process
from quasiprint.model.page import (
    Block,
    Content,
    FieldGrid,
    Figure,
    FormCell,
    Legend,
    Row,
    Said,
    ScoreSheet,
    group,
    number_fields,
)
from quasiprint.model.piece import GameSet, Value
from quasiprint.model.texts import markdown

COMMON_HIGHEST = 5  # of the set that shops sell
PAIRED = 9.0  # mm: the edge of tiles in layouts of the whole set, one in a column
MOST_SHOWN = 6  # the highest number up to which a page has room for a picture of all tiles
MOST_IN_TABLE = 9  # the highest number up to which the table of sides is drawn
# house rules in use at other tables; the options of `score` allow them
ELSEWHERE = {"target": 500, "two": 60, "three": 70, "empty": 0}
# figure → the case that it shows
PUT = {"hexagon": "hexagon", "two-hexagons": "two", "three-hexagons": "three", "bridge": "bridge"}

Figures = dict[str, Callable[[], Figure]]
DISPLAYED = ("nine", "ten", "three-hexagons", "bridge", "round", "squares")  # figures that a page of the set shows


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: as each process makes it. words: of the book's language."""
    paper = sets[Process.PAPER]
    shape, highest = paper.pieces[0].shape, paper.labelled.labels - 1
    facts = prove(shape, highest, [piece.marks for piece in paper.pieces])[1]
    fields = _set_fields(sets, facts)
    traits = {shape, *_making_traits(paper, fields, words)}
    if int(fields["left_out"]):
        traits.add("one-left-out" if fields["left_out"] == "1" else "some-left-out")
    if highest:
        traits.add("several-numbers")
    draw = SceneFigures(paper, max(0, min(highest, COMMON_HIGHEST) - scenes.SHOWN))
    figures: Figures = {}
    if shape == "triangle" and scenes.SHOWN <= highest <= MOST_SHOWN:
        traits.add("all-shown")
        figures["box"] = draw.box
    elif highest >= TURNS[shape].slots - 1:
        traits.add(f"{shape}-kinds")
        examples = [of_kind(shape, highest, kind) for kind in _kinds(shape)]
        counts = {f"of-{kind}": fields[f"kind_{kind}"] for kind in _kinds(shape)}
        figures["kinds"] = lambda: draw.kinds(examples, counts)
    if shape == "square":
        if highest >= scenes.SHOWN:
            traits.add("square-laid")
            wrong = draw.outcome("wrong_square")
            fields["wrong_square"] = wrong.name
            figures["squares"] = lambda: draw.layout(draw.position("squares"), 16.0)
            wrong_facts = {"tile": wrong.name, "legal": not wrong.result.findings, "around": AROUND[shape]}
            figures["wrong-square"] = partial(draw.cases, wrong_facts, wrong, edge=LARGE)
            figures["cover"] = lambda: draw.cover(draw.position("field"))
    elif highest >= scenes.SHOWN:
        traits.add("play")
        _play(fields, traits, figures, draw, len(paper.pieces))
        _scenes(fields, traits, figures, draw, words)
        _puzzles(fields, figures, draw)
        _strategy(fields, traits, figures, draw, facts)
    else:
        traits.add("too-small")
        fields["least_tiles"] = str(min(players * hand for players, hand in HAND.items()))
    return Content(fields, frozenset(traits), figures, accent=ACCENT, shown=DISPLAYED)


def _kinds(shape: str) -> range:
    return range(1, TURNS[shape].slots + 1)


def of_kind(shape: str, highest: int, kind: int) -> tuple[int, ...]:
    """Return a tile with `kind` different numbers: the highest ones, the lowest of them repeated."""
    numbers = range(highest - kind + 1, highest + 1)
    return (numbers[0],) * (TURNS[shape].slots - kind) + tuple(numbers)


def _set_fields(sets: Mapping[Process, GameSet], facts: Mapping[str, Any]) -> dict[str, str]:
    """Return what there is in the box."""
    paper = sets[Process.PAPER]
    counts, rotation = facts["tiles"], facts["rotation"]
    kinds = counts["by how many different numbers"]
    fields = {
        "tiles": len(paper.pieces),
        "highest": paper.labelled.labels - 1,
        "numbers": paper.labelled.labels,
        "edge": f"{sets[Process.PRINTER].measures.size.edge:g}",
        "with_one": counts["with a given number"],
        "with_two": counts["with two given numbers"],
        "corners": counts["corners with a given number"],
        "turned": rotation["tiles up to rotation"],
        "left_out": rotation["left out"],
    }
    fields |= {f"kind_{kind}": kinds.get(str(kind), 0) for kind in _kinds(paper.pieces[0].shape)}
    return {name: str(value) for name, value in fields.items()}


def _making_traits(paper: GameSet, fields: dict[str, str], words: Mapping[str, str]) -> set[str]:
    """Return words for how the set was made; add what it needs of fields."""
    facts = dict(paper.parameters)
    traits = {str(facts["finish"]), "pictures" if "symbols" in facts else str(facts["marks"])}
    if "digits" in traits and any(is_another_upside_down(str(number)) for number in range(paper.labelled.labels)):
        traits.add("underlined")
    if "inlaid" in traits:
        ink = paper.palette.inks[0].name
        fields["ink"] = words.get(f"ink-{ink}", markdown(ink))
    if "tack" in facts:
        traits.add("tack")
        fields["tack"] = f"{float(facts['tack']):g}"
    return traits


def _play(fields: dict[str, str], traits: set[str], figures: Figures, draw: SceneFigures, tiles: int) -> None:
    """Add what a game of triangles needs: who can play, points, examples, figures, a round."""
    highest = draw.highest
    seats = [players for players in PLAYERS if players * HAND[players] <= tiles]
    if seats[-1] < PLAYERS[-1]:
        traits.add("few-seats")
    fields |= {
        "players": f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0]),
        "deal_rows": scenes.rows([[str(n), str(HAND[n]), str(tiles - n * HAND[n])] for n in seats]),
        "example": tile_id((0, 1, highest)),
        "example_turned": tile_id((1, highest, 0)),
        "example_mirrored": tile_id((0, highest, 1)),
        "top_triple": tile_id((highest,) * 3),
        "zeros": tile_id((0, 0, 0)),
        "target": str(draw.rules.target),
        **{f"elsewhere_{rule}": str(points) for rule, points in ELSEWHERE.items()},
    }
    _points(fields, draw.rules)
    traits |= {f"first-{draw.rules.first}", *_usual(draw.rules)}
    for name, (tile, parts) in scenes.reckonings(highest, draw.rules).items():
        if tile:
            fields[f"ex_{name}_tile"] = tile_id(tile)
        if len(parts) > 1:
            fields[f"ex_{name}_sum"] = scenes.sum_text(parts)
        fields[f"ex_{name}"] = scenes.points_text(total(parts))
    low, high = scenes.HANDS
    gain = total(lowest_hand("low", {"low": low, "high": high}))
    fields |= {"ex_blocked_low": str(low), "ex_blocked_high": str(high), "ex_blocked": str(gain)}
    done = {key: draw.outcome(key) for key in (*PUT.values(), "wrong_point", "join", "wrong_join")}
    for name, key in PUT.items():
        outcome = done[key]
        fields |= {
            f"{key}_tile": outcome.name,
            f"{key}_sum": scenes.sum_text(outcome.parts),
            f"{key}_points": str(outcome.points),
        }
        made = {"hexagons": outcome.result.completed, "bridge": outcome.result.bridge}
        facts = {"tile": outcome.name, **made, "points": outcome.points}
        figures[name] = partial(draw.cases, facts, outcome, sums=True)
    fields["hexagon_number"] = str(draw.around(done["hexagon"]))
    hexagon, bridge, wrong, joined = (done[key] for key in ("hexagon", "bridge", "wrong_point", "join"))
    top, right, left = bridge.tile.numbers
    fields |= {"bridge_top": str(top), "bridge_right": str(right), "bridge_left": str(left)}
    facts = {"hexagons": hexagon.result.completed, "left": hexagon.points}
    facts |= {"bridge": bridge.result.bridge, "right": bridge.points}
    figures["both"] = partial(draw.cases, facts, hexagon, bridge, edge=EDGE, sums=True)
    ((shows, meets),) = draw.disagreeing(wrong).values()
    fields |= {"wrong_tile": wrong.name, "wrong_shows": str(shows), "wrong_meets": str(meets)}
    fields |= {"join_lying": tile_id(joined.table[0].marks), "join_tile": joined.name}
    for name, outcome in (("join", joined), ("turned", done["wrong_join"])):
        lower, upper, _ = outcome.tile.numbers
        fields |= {f"{name}_upper": str(upper), f"{name}_lower": str(lower)}
    facts = {"tile": wrong.name, "legal": not wrong.result.findings, "shows": shows, "meets": meets}
    figures["wrong-point"] = partial(draw.cases, facts, wrong)
    apart = done["wrong_join"]
    wrong_there = apart.result.findings
    facts = {"left": not joined.result.findings, "right": not wrong_there, "mismatches": len(wrong_there)}
    figures["join"] = partial(draw.cases, facts, joined, apart, edge=EDGE)


def _scenes(
    fields: dict[str, str], traits: set[str], figures: Figures, draw: SceneFigures, words: Mapping[str, str]
) -> None:
    """Add the cover, a table set up, a turn in pictures, and a round from beginning to end."""
    common = draw.highest >= COMMON_HIGHEST
    cover = scenes.lying(scenes.POSITIONS["galaxy"]) if common else scenes.lying(scenes.POSITIONS["star"])
    fields["cover_tiles"] = str(len(cover))
    figures["cover"] = lambda: draw.cover(cover)
    turns = {key: scenes.judge_case(scenes.POSITIONS[key], draw.shift) for key in ("lay", "draw", "pass")}
    for number, done in enumerate(turns.values(), 1):
        figures[f"turn-{number}"] = partial(draw.turn, done)
    for key in ("lay", "draw"):
        fields |= {f"{key}_tile": turns[key].name, f"{key}_points": scenes.points_text(turns[key].points)}
    fields["draw_sum"] = turns["draw"].sum
    game = scenes.play_round(scenes.LONG if common else scenes.SHORT, draw.highest, draw.rules)
    traits.add("long-round" if common else "short-round")
    fields |= scenes.round_fields(game, words)
    figures |= {"set-up": lambda: draw.set_up(game), "round": lambda: draw.round(game)}
    for number in range(1, len(game.steps) + 1):
        figures[f"step-{number}"] = partial(draw.step, game, number)


def _puzzles(fields: dict[str, str], figures: Figures, draw: SceneFigures) -> None:
    """Add puzzles and what their solutions say."""
    first, second = draw.find_best()
    six = draw.outcome("six")
    found = draw.find_gaps()
    fields |= {
        "best_hand": ",".join(map(tile_id, first.hand)),
        "best_tile": first.name,
        "best_sum": scenes.sum_text(first.parts),
        "best_points": str(first.points),
        "next_tile": second.name,
        "next_points": str(second.points),
        "six_names": ", ".join(sorted(tile_id(tile.marks) for tile in (*six.table, six.tile))),
        "six_number": str(draw.around(six)),
        **{f"gap_{key}": tile_id(gap.place.marks) for key, gap in zip("abc", found, strict=True)},
    }
    figures |= draw.scenes("best best-solution six six-solution gaps gaps-solution")


def _usual(rules: HouseRules) -> Iterator[str]:
    """Yield words for what a table plays as others do, so that a variant is worth a word."""
    prizes = ("double_hexagon", "triple_hexagon")
    for name, keys in (("target", ("target",)), ("prizes", prizes), ("end", ("empty_pool",))):
        if all(getattr(rules, key) == getattr(COMMON, key) for key in keys):
            yield f"usual-{name}"


def _points(fields: dict[str, str], rules: HouseRules) -> None:
    """Add the table of points, as the scoring code has it."""
    points = worth(rules)
    names = {
        **{"opening_triple": "triple", "opening_zeros": "zeros", "off_draw": "draw", "off_three": "pass"},
        **{"one_hexagon": "hexagon-1", "two_hexagons": "hexagon-2", "three_hexagons": "hexagon-3"},
        **{"a_bridge": "bridge", "off_empty": "empty", "last_tile": "out"},
    }
    fields |= {name: scenes.points_text(points[key]) for name, key in names.items()}
    fields["draws"] = str(DRAWS)
    fields["off_two"] = scenes.points_text(total(turn_parts((), 2, empty=True, rules=rules)))


def _strategy(
    fields: dict[str, str], traits: set[str], figures: Figures, draw: SceneFigures, facts: Mapping[str, Any]
) -> None:
    """Add what the proofs say that is worth knowing at the table."""
    top = draw.highest
    demands = facts["a side and the point opposite"]
    gap = scenes.lying(scenes.POSITIONS["impossible"][1], draw.shift)[0]
    fields |= {
        "fits_up": str(fitting(0, 1, top) + 1),  # less by the step
        "fits_equal": str(fitting(0, 0, top)),
        "fits_down": str(fitting(top, 0, top)),
        "fits_least": str(fitting(0, top, top)),
        "demands": str(demands["in all"]),
        "demands_impossible": str(demands["without a tile"]),
        "wants": tile_id(gap.numbers),
    }
    ends = [tile_id(marks) for marks in ((0, 0, top), (0, top, top))]
    fields |= {"poor_first": ends[0], "poor_second": ends[1], "poor_lying": tile_id(draw.poor().marks)}
    figures |= draw.scenes("impossible poor-side")
    if top <= MOST_IN_TABLE:
        traits.add("sides-table")
        figures |= draw.scenes("sides")
    if top <= MOST_FOR_HEXAGONS:
        traits.add("hexagons-counted")
        fields["all_hexagons"] = str(facts["hexagons of different tiles, up to rotation"])
    if top == COMMON_HIGHEST:
        traits.add("common-set")
        fields |= {"bound_hexagons": str(MOST_HEXAGONS), "hexagons_each": str(MOST_HEXAGONS // (top + 1))}
        for name in ("nine", "ten"):
            figures[name] = partial(draw.layout, scenes.lying(scenes.POSITIONS[name]), PAIRED)


WORDS = "triomino-scoresheet.toml"
PARTIES = ((2, 4), (5, 6))  # players that have a sheet of their own: the fewer they are, the wider their columns
PAGE_TURNS = (24, 16)  # on each page
ROUNDS = 8
PLAIN_TURNS = 26  # on the sheet for squares, which has a row of names and one of sums besides
# widths in proportion: of the turn's number, the round's number; what one player has of the rest is shared as below
TURN, ROUND, PLAYERS_ROOM = 6.5, 8.0, 175.5
CODE, POINTS, TOTAL = 0.37, 0.29, 0.34  # a code may be several signs, as D2 H


class _Party(Said):
    """The sheet for as many players as one of PARTIES says. words: of the language."""

    def __init__(self, words: Mapping[str, str], few: int, many: int) -> None:
        super().__init__(words, WORDS)
        self.few, self.many = few, many
        self._players = self("tip-players", few=few, many=many)
        self.seats = range(1, many + 1)
        self.room = PLAYERS_ROOM / many  # how wide a player's column is

    def box(
        self, width: float, name: str, tip: str, label: str = "", *, start: bool = False, **values: Any
    ) -> FormCell:
        """Return a cell to be filled; its name and tip say which sheet it is of."""
        text = f"{self._players}: {self(tip, **values)}"
        return FormCell(width, label, f"players-{self.few}-{self.many}-{name}", text, start=start or bool(label))

    def boxes(self, name: str, tip: str, suffix: str = "", labels: bool = False, **values: Any) -> list[FormCell]:
        """Return a box for each player."""
        places = (
            self.box(self.room, f"{name}player-{n}{suffix}", tip, str(n) if labels else "", **values, player=n)
            for n in self.seats
        )
        return [replace(form_cell, first=True) for form_cell in places]

    def shares(self, name: str, kinds: list[tuple[float, str, str]], **values: Any) -> list[FormCell]:
        """Return boxes of some kinds for each player. kinds: width, name and tip of each."""
        places = (
            group(self.box(wide, f"{name}-player-{n}-{kind}", tip, **values, player=n) for wide, kind, tip in kinds)
            for n in self.seats
        )
        return [box for of_player in places for box in of_player]


def scoresheet(sets: Mapping[Process, GameSet], words: Mapping[str, str], chosen: Mapping[str, Value]) -> ScoreSheet:
    """Return the sheet. sets: the tiles as each process makes them. chosen: the options, the rules of the
    table among them."""
    say = Said(words, WORDS)
    parties = [_Party(words, few, many) for few, many in PARTIES]
    if sets[Process.PAPER].pieces[0].shape == "square":
        return ScoreSheet(say("title-square"), tuple(map(_plain, parties)), say("foot"))
    rules = HouseRules.of(chosen)
    return ScoreSheet(say("title"), tuple(page for party in parties for page in _pages(party, rules)), say("foot"))


def _pages(say: _Party, rules: HouseRules) -> Iterator[tuple[Block, ...]]:
    """Yield the two pages of a party's sheet: turns and codes, then more turns and the ends of rounds."""
    legend = tuple((code, worth) for code, worth, _ in codes(say, rules))
    top = say.top("title-players", few=say.few, many=say.many)
    yield (*top, _turns(say, 1, PAGE_TURNS[0]), say.prose("how"), say.heading("codes"), Legend(legend, 2))
    yield (
        _turns(say, 1 + PAGE_TURNS[0], PAGE_TURNS[1]),
        say.heading("rounds", target=rules.target),
        _rounds(say, rules),
        say.prose("last", target=rules.target),
    )


def worth(rules: HouseRules) -> dict[str, int]:
    """Return the points of what happens in a turn by the scoring code, by its name."""
    tile = (0, 0, 1)
    parts = {
        "triple": turn_parts((1, 1, 1), opens=True),
        "zeros": turn_parts((0, 0, 0), opens=True),
        "draw": turn_parts(tile, 1, rules=rules),
        "pass": turn_parts((), DRAWS, rules=rules),
        "empty": turn_parts((), empty=True, rules=rules),
        **{f"hexagon-{n}": turn_parts(tile, hexagons=n, rules=rules) for n in (1, 2, 3)},
        "bridge": turn_parts(tile, bridge=True, rules=rules),
        "out": LAST,
        "blocked": (("", 0),),
    }
    return {key: points for key, ((*_, (_, points))) in parts.items()}


def codes(say: Said, rules: HouseRules) -> list[tuple[str, str, int]]:
    """Return the codes of what happens in a turn: code, what it stands for, and its points."""
    values = {"zeros": tile_id((0, 0, 0)), "draws": DRAWS}
    return [
        (
            say(f"code-{key}"),
            say(f"worth-{key}", points="+" * (points > 0) + scenes.points_text(points), **values),
            points,
        )
        for key, points in worth(rules).items()
    ]


def _names(say: _Party, page: int) -> Row:
    """Return a row with the players' names."""
    suffix, tip = ("", "tip-name") if page == 1 else (f"-page-{page}", "tip-name-again")
    return Row((say.head(TURN + ROUND, "player"), *say.boxes("", tip, suffix, labels=True)))


def _turns(say: _Party, start: int, count: int) -> FieldGrid:
    """Return a row for each of some turns, below names and column heads."""
    shares = {"code": CODE, "points": POINTS, "total": TOTAL}
    kinds = [(share * say.room, kind, f"tip-{kind}") for kind, share in shares.items()]
    heads = group(say.head(wide, kind, bold=kind == "total") for wide, kind, _ in kinds)
    top = (say.head(TURN, "turn"), say.head(ROUND, "round"), *heads * say.many)
    rows = [_names(say, 1 if start == 1 else 2), Row(top, low=True)]
    for turn, name in number_fields(count, start=start):
        place = say.box(ROUND, f"turn-{name}-round", "tip-round", turn=turn)
        rows.append(Row((FormCell(TURN, str(turn)), place, *say.shares(f"turn-{name}", kinds, turn=turn))))
    return FieldGrid(tuple(rows))


def _rounds(say: _Party, rules: HouseRules) -> FieldGrid:
    """Return a row for the end of each round, with what the hands bring and the total, then what the game ends with."""
    half = say.room / 2
    kinds = [(half, "hands", "tip-hands"), (half, "total", "tip-in-round")]
    seats = (FormCell(say.room, say("seat", player=player), first=True) for player in say.seats)
    heads = group((say.head(half, "hands"), say.head(half, "total", bold=True)))
    top = (say.head(TURN, "round"), say.head(ROUND, "mark"), *heads * say.many)
    rows = [Row((FormCell(TURN + ROUND), *seats), low=True), Row(top, low=True)]
    for number, name in number_fields(ROUNDS):
        last = say.box(ROUND, f"round-{name}-last", "tip-last", round=number, target=rules.target)
        rows.append(Row((FormCell(TURN, str(number)), last, *say.shares(f"round-{name}", kinds, round=number))))
    return FieldGrid((*rows, _last(say, "grand"), _last(say, "rank")))


def _last(say: _Party, key: str) -> Row:
    """Return a row for what each player has when the game is over. key: of its words."""
    return Row((say.head(TURN + ROUND, key, bold=True), *say.boxes(f"{key}-", f"tip-{key}")))


def _plain(say: _Party) -> tuple[Block, ...]:
    """Return the page for squares, of whose points nothing is known."""
    rows = [
        Row((say.head(TURN + ROUND, "turn-number", turn=turn), *say.boxes(f"turn-{name}-", "tip-points", turn=turn)))
        for turn, name in number_fields(PLAIN_TURNS)
    ]
    top = say.top("title-square-players", few=say.few, many=say.many)
    return (*top, FieldGrid((_names(say, 1), *rows, _last(say, "grand"))), say.prose("square"))
