"""The scorer: a game followed line by line, what it is worth, and what in it cannot be; or a layout.

Where tiles lie is followed by `rounds` if the text says it. If not, whether a tile fits and what it completes is taken
at the players' word, but for what the tiles on the table exclude. Whose turn it is, which tiles are out, and how many
each player and the pool hold is followed by number. After something impossible the count goes on in the way that most
likely was meant, so that one slip normally gives one finding. `laws.toml` has the message of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino.rounds import (
    START,
    GameLine,
    Round,
    RoundTable,
    broken,
    excluded,
    first_few,
    read,
    sums_left,
)
from quasiprint.games.triomino.rules import (
    COMMON,
    DRAWS,
    HAND,
    LAST,
    UNSCORED,
    HouseRules,
    Layout,
    PlacedTile,
    Turn,
    labellings,
    lowest_hand,
    others,
    read_tile,
    refuse_too_many,
    score_layout,
    tile_id,
    turn_parts,
)
from quasiprint.model.finding import Finding, Judgement
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import decode, is_layout

HANDS = {
    "opening": "who had to open",
    "draws": "whether a tile fitted when somebody drew",
    "end": "what was left of them",
}


@dataclass(frozen=True, slots=True)
class Event:
    """A turn as it is reported: the line, its points, the player's total after it, and the sum in words."""

    line: int
    player: str
    points: int
    total: int
    why: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Who has as much shares it."""

    player: str
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class GameScore(Judgement):
    """What a game is worth. events: a turn each, with `why`. rounds: begun. standing: from the best down, equal totals
    share a place. winners: of a finished game. hands, pool: in tiles, of the last round begun."""

    scores: dict[str, int]
    events: tuple[Event, ...]
    findings: tuple[Finding, ...]
    rounds: int
    standing: tuple[Standing, ...]
    finished: bool
    winners: tuple[str, ...]
    hands: dict[str, int]
    pool: int
    not_seen: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object; a game that goes on has no winners in it."""
        return {key: value for key, value in Judgement.as_json(self).items() if key != "winners" or self.finished}


class Referee:
    """A game as it is followed, line by line."""

    def __init__(self, text: str, highest: int, rules: HouseRules) -> None:
        refuse_too_many("triangle", highest)
        number, self.players, self.lines = read(text)
        self.highest = highest
        self.rules = rules
        self.totals = dict.fromkeys(self.players, 0)
        self.events: list[Event] = []
        self.reached = False  # whether someone has stood at the target, if only for a moment
        self.findings: list[Finding] = []
        self.tables: list[RoundTable] = []  # of each round that has begun
        self.census = Counter(map(sum, labellings("triangle", highest)))  # sum → tiles that have it
        self.tiles = self.census.total()
        self.blind: set[str] = set()  # what of the hands was not seen
        self.round: Round | None = None
        self.last = Round(highest, dict.fromkeys(self.players, 0), self.tiles)  # or the one before
        self.finished = False
        self.stray = False  # an event outside a round was reported
        self.alias: tuple[int, str | None] = (0, None)  # up to this entry of lines, an unknown name stands for …
        self.hand = HAND[len(self.players)]
        needed = len(self.players) * self.hand
        self.room = needed <= self.tiles
        if not self.room:
            found = {"players": len(self.players), "hand": self.hand, "needed": needed}
            self._report("set-too-small", number, **found, highest=highest, tiles=self.tiles)

    def score(self) -> GameScore:
        """Follow the game to its end."""
        for index, line in enumerate(self.lines):
            if line.verb == "round":
                if self.finished:
                    self._report("round-after-game", line.number, target=self.rules.target)
                    break
                if self.round is not None:
                    self._report("round-not-ended", line.number)
                    self._book(self.round.turns)
                self._deal()
            else:
                state = self.round or self._stray(line)
                if state is not None:
                    self._event(state, index)
        if self.round is not None:
            if self.round.out is not None:
                self._report("hands-to-come", self.round.out.line, player=self.round.out.player)
            self._book(self.round.turns)
        totals = self.totals
        scores = sorted(totals.values(), reverse=True)
        ranked = sorted(totals, key=lambda name: -totals[name])
        hands = ", ".join(words for verb, words in HANDS.items() if verb in self.blind)
        lost = [str(number) for number, table in enumerate(self.tables, 1) if not table.followed]
        where = f" in round {first_few(lost)}" if len(lost) < len(self.tables) else ""
        table = f"where the tiles lie{where}: hexagons and bridges are counted as they are written"
        return GameScore(
            scores=dict(totals),
            events=tuple(self.events),
            findings=tuple(self.findings),
            rounds=len(self.tables),
            standing=tuple(Standing(name, totals[name], scores.index(totals[name]) + 1) for name in ranked),
            finished=self.finished,
            winners=tuple(name for name in totals if totals[name] == scores[0]) if self.finished else (),
            hands=dict(self.last.hands),
            pool=self.last.pool,
            not_seen=(table,) * bool(lost) + (f"the hands: {hands}",) * bool(hands),
        )

    def _book(self, turns: Sequence[Turn]) -> None:
        """Add the turns of a round, in their order, once nothing in them can change."""
        for turn in turns:
            total = self.totals[turn.player] = self.totals[turn.player] + turn.points
            why = turn.why
            if total >= self.rules.target and not self.reached:
                self.reached = True
                why += f"; {turn.player}'s total reaches {self.rules.target}: this is the last round"
            self.events.append(Event(turn.line, turn.player, turn.points, total, why))

    def _report(self, code: str, number: int, **found: object) -> None:
        self._refuse(number, [broken(code, **found)])

    def _refuse(self, number: int, wrong: Sequence[Finding]) -> None:
        self.findings += [finding.of(f"line {number}") for finding in wrong]

    def _deal(self) -> Round:
        pool = max(0, self.tiles - len(self.players) * self.hand)
        self.round = self.last = Round(self.highest, dict.fromkeys(self.players, self.hand), pool)
        self.tables.append(self.round.table)
        self.stray = False
        return self.round

    def _stray(self, line: GameLine) -> Round | None:
        """Tell of an event outside a round, once; an opening shows that a round was meant."""
        if not self.stray:
            where = "after a round's end" if self.tables else "before any round"
            self._report("no-round", line.number, told=line.quotation, where=where)
        self.stray = True
        return self._deal() if line.verb == "opens" and not self.finished else None

    def _event(self, state: Round, index: int) -> None:
        line = self.lines[index]
        if line.verb == "end":
            self._end(state, line)
        elif state.out is not None:
            if "over" not in state.reported:
                again = line.player == state.out.player and line.verb in ("places", "opens")
                code = "hand-empty" if again else "round-over"
                self._report(code, line.number, told=line.quotation, player=state.out.player, where=state.out.line)
            state.reported.add("over")
            state.doubt()
        else:
            player = self._player(state, index)
            if player is not None:
                self._turn(state, index, player)

    def _player(self, state: Round, index: int) -> str | None:
        """Return whose turn a line tells. An unknown name is reported once for each run of lines."""
        name = self.lines[index].player
        if name in self.players or index < self.alias[0]:
            return name if name in self.players else self.alias[1]
        stop = index  # of the lines that name it, one after the other
        while stop < len(self.lines) and self.lines[stop].player == name:
            stop += 1
        player = self._meant(state, index, stop)
        self.alias = (stop, player)
        counted = f"counted as {player}" if player else "not counted"
        found = {"name": name[:40], "players": ", ".join(self.players), "counted": counted}
        self._report("unknown-player", self.lines[index].number, **found)
        if player is None:
            state.doubt()
            state.table.lost = True
        return player

    def _meant(self, state: Round, index: int, stop: int) -> str | None:
        """Return for whom an unknown name may stand: who is in turn, unless that player follows."""
        follower = self.lines[stop].player if stop < len(self.lines) else ""
        if state.turn is None:
            opens = self.lines[index].verb == "opens" and follower in self.players
            return self.players[self.players.index(follower) - 1] if opens else None
        draws = all(line.verb == "draws" for line in self.lines[index:stop])
        return state.turn if draws or follower != state.turn else None

    def _turn(self, state: Round, index: int, player: str) -> None:
        """Follow a line of a turn: check that it is this player's, then do what it says."""
        line = self.lines[index]
        if line.verb == "has":
            self._refuse(line.number, state.deal(line, player, self.hand))
            return
        seat = player  # whose tiles and turn it is: another's, if the name is likely a slip
        mine = state.turn in (None, player)
        fine = True
        if line.verb == "opens":
            if state.opened:
                self._report("second-opening", line.number, told=line.quotation)
                state.doubt()
        elif state.turn is None:
            self._report("not-opened", line.number, told=line.quotation)
            fine = False
        elif not mine and not state.drawn and self._again(state, line, player):
            self._tile(state, line, player)
            return
        elif not mine:
            follower = self.lines[index + 1].player if index + 1 < len(self.lines) else ""
            # from its player, unless the next line shows that it stands in the place of the player in turn
            expected = state.turn if line.verb == "draws" else self._next(state.turn)
            seat = state.turn if follower == expected else player
            if state.drawn and seat == player:
                self._report_unfinished(state, line)
            else:
                order = ", ".join(self.players)
                self._report("out-of-turn", line.number, told=line.quotation, turn=state.turn, players=order, seat=seat)
            fine = False
        if not fine:
            state.doubt()
        if seat != state.turn:
            state.drawn = 0
        state.turn = seat
        if line.verb == "draws":
            self._draw(state, line, seat)
            return
        if line.verb == "passes":
            self._pass(state, line, player, seat, fine)
        else:
            self._place(state, line, player, seat)
        state.drawn = 0
        state.turn = self._next(seat)

    def _next(self, player: str) -> str:
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def _report_unfinished(self, state: Round, line: GameLine) -> None:
        found = {"told": line.quotation, "turn": state.turn, "drawn": state.drawn, "where": state.drawn_line}
        self._report("draws-unfinished", line.number, **found)

    def _again(self, state: Round, line: GameLine, player: str) -> bool:
        """Tell whether a line places what this player has placed before: more likely a line
        written twice than a turn out of order."""
        try:
            return state.played.get(read_tile(line.tile, "triangle", self.highest), (0, ""))[1] == player
        except ValueError:
            return False

    def _draw(self, state: Round, line: GameLine, player: str) -> None:
        most = DRAWS - state.drawn
        pool = state.pool
        count = min(line.count, most, pool)
        if line.count > most:
            found, counted = state.drawn + line.count, state.drawn + count
            self._report("fourth-draw", line.number, found=found, allowed=DRAWS, counted=counted)
            state.doubt(0)
        elif line.count > pool and self.room:
            self._report("pool-short", line.number, found=line.count, pool=pool)
            state.doubt(0)
        self._refuse(line.number, state.draw(line, player))
        self.blind.update(["draws"] * (not state.sees(player)))
        state.drawn += count
        state.drawn_line = line.number
        state.pool -= count
        state.hands[player] += count
        state.drew.add(player)

    def _pass(self, state: Round, line: GameLine, player: str, seat: str, fine: bool) -> None:
        empty = state.pool <= state.slack
        self._refuse(line.number, state.must_place(player, "a pass"))
        self.blind.update(["draws"] * (not state.sees(player)))
        if state.drawn < DRAWS and not empty and fine:
            self._report("pass-early", line.number, drawn=state.drawn, pool=state.pool, allowed=DRAWS)
            state.doubt(DRAWS - state.drawn)
        state.turns.append(Turn(line.number, player, turn_parts((), state.drawn, empty=empty, rules=self.rules)))
        state.passed.add(seat)

    def _place(self, state: Round, line: GameLine, player: str, seat: str) -> None:
        tile = self._tile(state, line, player)
        turn = state.turns[-1]
        first = line.verb == "opens" and not state.opened
        state.opened = True
        state.passed.clear()
        state.hands[seat] -= 1
        if state.hands[seat] == 0:
            state.out = turn
        if tile is None:
            state.table.lost = True
            return
        if first:
            state.table.cells[START] = PlacedTile(1, tile, START, tile)
            sure = self.rules.first == "triple" and state.held.keys() >= set(self.players)
            (state.reported if sure else self.blind).add("opening")
            self._refuse(line.number, state.open(line.number, player, tile, self.players if sure else ()))
            state.opening = line.number, player, tile
            turn.parts = turn_parts(tile, opens=True)
        else:
            self._refuse(line.number, state.place(line.number, player, tile))
            made = self._compare_with_table(state, line, tile)
            turn.parts = turn_parts(tile, state.drawn, *made, rules=self.rules)
            self._compare_with_opening(state, line, player, tile)
        if state.out is turn:
            turn.parts += LAST

    def _compare_with_table(self, state: Round, line: GameLine, tile: Labels) -> tuple[int, bool]:
        """Tell what cannot be of a tile that is placed. Return how many hexagons it completes, whether it is a bridge,
        as it lies or as it is written where nobody knows how. A slip before may hide a tile."""
        made, wrong = state.table.place_tile(line, tile, self.highest)
        if made is None and not wrong:
            others = [other for other in state.played if other != tile]
            wrong = excluded(tile, others, line.count, line.bridge, before=state.hexagons, hidden=state.slips)
        self._refuse(line.number, wrong)
        if made is not None:
            state.hexagons += made.completed
            return made.completed, made.bridge
        if wrong:
            state.doubt(0)
        if "completes-early" not in [finding.code for finding in wrong]:
            state.hexagons += line.count
        return line.count, line.bridge

    def _tile(self, state: Round, line: GameLine, player: str) -> Labels | None:
        """Note a tile on the table, or tell why it cannot be there. Adds the turn, yet unscored."""
        state.turns.append(Turn(line.number, player, UNSCORED))
        try:
            tile = read_tile(line.tile, "triangle", self.highest)
        except ValueError as problem:
            self._report("tile-foreign", line.number, problem=problem)
            state.doubt(0)
            return None
        if tile in state.played:
            where, who = state.played[tile]
            self._report("tile-twice", line.number, tile=tile_id(tile), player=who, where=where)
            state.doubt(0)
            return None
        state.played[tile] = line.number, player
        if line.bridge and line.count:
            self._report("bridge-on-hexagon", line.number)
        return tile

    def _compare_with_opening(self, state: Round, line: GameLine, player: str, tile: Labels) -> None:
        """Warn, once a round, of a tile that was in a first hand and goes before the opening."""
        if state.opening is None or player in state.drew or state.slips or "opening" in state.reported:
            return
        number, opener, opened = state.opening
        before = goes_before(tile, opened, player == opener)
        if before and self.rules.first == "triple":
            state.reported.add("opening")
            names = {"player": player, "tile": tile_id(tile), "opener": opener, "opening": tile_id(opened)}
            self._report("opening-doubtful", line.number, **names, where=number)

    def _end(self, state: Round, line: GameLine) -> None:
        hands, wrong = sums_left(line, self.players)
        self._refuse(line.number, wrong)
        whole = len(hands) == len(self.players)
        if state.drawn:
            self._report_unfinished(state, line)
            state.doubt()
        if state.turn is None:
            self._report("not-opened", line.number, told=line.quotation)
        else:
            if whole and self.room:
                self._judge_hands(state, line, hands)
            if state.out is not None:
                if state.out.parts != UNSCORED:
                    state.out.parts += others([hands[name] for name in hands if name != state.out.player])
            elif whole:
                moving = [name for name in self.players if name not in state.passed]
                if len(moving) > state.slips:
                    self._report("not-all-passed", line.number, players=", ".join(moving))
                low = min(hands.values())
                lowest = [name for name in hands if hands[name] == low]
                if len(lowest) > 1:
                    self._report("blocked-tie", line.number, low=low, players=", ".join(lowest))
                else:
                    state.turns.append(Turn(line.number, lowest[0], lowest_hand(lowest[0], hands)))
        self._book(state.turns)
        self.finished = self.reached
        self.round = None

    def _judge_hands(self, state: Round, line: GameLine, hands: dict[str, int]) -> None:
        """Tell of sums that no tiles still out of play can have, whatever the slips so far were."""
        left = self.census - Counter(map(sum, state.played)) if not state.slips else self.census
        spare, wrong = state.slips * (DRAWS + 1), bool(state.slips)  # a slip may hide a turn's tiles
        for player, found in hands.items():
            hand = state.hands[player]
            amiss = state.end(player, found)
            self._refuse(line.number, amiss)
            wrong |= bool(amiss)
            if player in state.held:
                continue
            if hand:
                self.blind.add("end")
            low, high = reach(left, max(0, hand - spare))[0], reach(left, hand + spare)[1]
            if not low <= found <= high:
                wrong = True
                self._report("end-sum", line.number, player=player, found=found, hand=hand, low=low, high=high)
        in_hand, found = sum(state.hands.values()), sum(hands.values())
        low, high = reach(left, in_hand)
        if not wrong and not low <= found <= high:
            self._report("end-sums", line.number, found=found, hand=in_hand, low=low, high=high)


def goes_before(tile: Labels, opened: Labels, same: bool) -> bool:
    """Tell whether a tile in a first hand goes before the one that opened. same: whether in the opener's own hand."""
    triple = len(set(tile)) == 1
    if not any(opened):  # three zeros, allowed if no other player holds a triple
        return triple and not same
    if len(set(opened)) == 1:
        return triple and tile > opened
    return triple or sum(tile) > sum(opened)


def reach(left: Counter[int], count: int) -> tuple[int, int]:
    """Return the smallest and the largest sum that `count` tiles can have. left: sum of a tile → how many tiles with it
    may be among them, `count` or more in all."""
    sums = sorted(left.elements())
    return sum(sums[:count]), sum(sums[max(0, len(sums) - count) :])


__all__ = ["COMMON", "GameScore", "HouseRules", "score", "score_game", "tables"]

NEVER = 10**9  # points


def score_game(text: str, highest: int = 5, rules: HouseRules = COMMON) -> GameScore:
    """Score a game in its text form, played with a set from 0 to `highest`. Raises InputError, which names the line,
    for what is not in the text form, and for a set that cannot be."""
    return Referee(text, highest, rules).score()


def tables(text: bytes, highest: int) -> dict[int, tuple[PlacedTile, ...]]:
    """Return what lies at the end of each round whose places are written, up to what cannot lie there, by number from
    1. Raises InputError as `score_game` does, and for a game without a place."""
    game = Referee(decode(text), highest, replace(COMMON, target=NEVER))
    game.score()
    if not any(table.written for table in game.tables):
        raise InputError("game: found no places, allowed are lines such as: Ben places 4-5-5 at 5-5-5 5-5")
    shown = {number: table for number, table in enumerate(game.tables, 1) if table.written == bool(table.decided)}
    return {number: tuple(table.cells.values()) for number, table in shown.items() if table.cells}


def score(text: bytes, options: Parameters) -> Layout | GameScore:
    """Judge a layout, or a game: see `quasiprint.model.game.Scores`. Raises InputError for what cannot be read."""
    highest, shape, rules = int(options["highest"]), str(options["shape"]), HouseRules.of(options)
    if is_layout(text):
        if rules != COMMON:
            raise InputError("layout: found house rules, allowed are none: they are for scoring games, not layouts")
        return score_layout(text, shape, highest)
    if shape != "triangle":
        raise InputError(
            f"game: found --shape {shape}, allowed is triangle: the rules of scoring are those of the triangles; "
            "a layout of squares can be judged"
        )
    return score_game(decode(text), highest, rules)
