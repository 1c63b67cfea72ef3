"""A game at the table, on a page: scored from its text, or played by pointing. A game that is played is a value, its
own saved text; so a page may forget it, or go on with it tomorrow."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, astuple
from itertools import islice
from typing import Any

from quasiprint import games
from quasiprint.addons.studio.sets import UNITS, Shop, faces, open_shop
from quasiprint.addons.studio.table.games import PLAYS, Table
from quasiprint.addons.studio.table.play import COMMAND as PLAY
from quasiprint.addons.studio.table.session import Box, PointedSession, Reply, Session
from quasiprint.addons.studio.table.tiles import TableSession
from quasiprint.addons.studio.words import (
    Declined,
    Value,
    check_settings,
    command_line,
    option_values,
    refusing,
    text_of,
)
from quasiprint.cli.score import COMMAND as SCORE
from quasiprint.documents import pictures
from quasiprint.errors import InputError
from quasiprint.make.score import score as judged
from quasiprint.model.choices import Process
from quasiprint.model.game import Game, LaidOut, Scores, traits
from quasiprint.model.option import settle_options

WHERE = "game"
STEPS = 40  # moves that wait for nobody, one after another


def score(value: Value) -> Value:
    """Return what the rules say of ``text``, a layout or a game, and a picture of it. rules: the settings of scoring.
    Raises Declined if it cannot be read."""
    shop, _, _ = open_shop(value)
    room, game = shop.game, shop.run.game
    text, settings = text_of(value.get("text")), check_settings(value.get("rules"))
    if not isinstance(room, Scores):
        raise Declined(f"{room.titles.title} has no rules to score by")
    names = {name: typed for name, typed in settings.items() if name in _names(SCORE, room)}
    content = text.encode("utf-8", "replace")
    if traits(room).from_files:  # its file is at hand already
        with refusing({"text": text}):
            judgement = room.score(content, {})
    else:
        values = option_values(SCORE, game, names, "-")
        with refusing({"text": text}):
            judgement = judged(game, content, values)
    words = [word for name, typed in names.items() for word in (f"--{name}", typed)]
    picture = ""
    if isinstance(room, LaidOut):
        with suppress(InputError):  # its fault was reported already
            picture = pictures.svg(room.picture(content, shop.books.sets))
    return {
        "legal": judgement.is_legal,
        "result": judgement.as_json(),
        "picture": picture,
        "command": command_line("score", game, ("FILE", *words)),
    }


def _names(command: Any, room: Game) -> set[str]:
    return {option.name.replace("_", "-") for option in command.options_of(room)}


def play(value: Value) -> Value:
    """Go on with a game: ``saved``, "" for a new one, by the ``line`` that was typed, "" for none; and let everybody
    move who waits for nobody. settings: of the set that is played with. rules: what was chosen for a new game. faces:
    whether the pieces are asked for that it is laid with. Return the game as it is then, in words and drawn, and where
    to point or lay. Raises Declined for what cannot be read, and for a set that cannot be played with; an illegal move
    is reported, and changes nothing."""
    shop, _, settings = open_shop(value)
    saved, line = text_of(value.get("saved", "")), text_of(value.get("line", ""), 400)
    game = shop.run.game
    room = PLAYS.require(games.load(game))
    options = {} if saved else _options_of_play(shop, room, settings, check_settings(value.get("rules")))
    with refusing(options):
        table = _tables.pop((game, saved), None) if saved else None
        if table is None and saved:
            table = room.session.resumed(saved.encode("utf-8", "replace"), WHERE, {})
        elif table is None:
            table = room.session.new(settle_options(game, room.playing, option_values(PLAY, game, options)))
        word, reply = line.strip().partition(" ")[0].lower(), Reply("", changed=True)
        if word in ("save", "quit"):
            raise Declined(f"{word}: the page keeps the game by itself", "text")
        reply = table.say(line) if word else reply
        answered = [reply.text, *islice(iter(table.step, None), STEPS)]  # everybody moves who waits for nobody
        shown = _shown_table(table, shop, settings, bool(value.get("faces")))
        text = table.text()
        _tables[game, text] = table
        while len(_tables) > TABLES:
            del _tables[next(iter(_tables))]
        return shown | {
            "saved": text,
            "changed": reply.changed,
            "told": [line_of for line_of in answered if line_of],
            "seated": table.seated,
            "shown": table.show(),
            "over": table.mover is None,
            "command": command_line("play", game, tuple(f"--{name}={typed}" for name, typed in options.items())),
        }


def _options_of_play(shop: Shop, room: Table, settings: Mapping[str, str], rules: Mapping[str, str]) -> dict[str, str]:
    """Return a new game's options: those chosen, else the design's. Raises Declined for a set not to be played with."""
    game = shop.run.game
    names = _names(PLAY, games.load(game))
    for name, value in room.needs.items():
        if settings.get(name, value) != value:
            raise Declined(f"--{name}: found {settings[name][:40]!r}, allowed to play is {value}", name)
    chosen = {name: typed for name, typed in rules.items() if name in names}
    options = {name: typed for name, typed in settings.items() if name in names and name != BOARD} | chosen
    with refusing(options):
        values = settle_options(game, room.playing, option_values(PLAY, game, options))
    if BOARD in names and not {BOARD, "size"} & chosen.keys():
        boards = shop.set(Process.PAPER).pieces
        options = {name: typed for name, typed in options.items() if name != "size"}
        options[BOARD] = boards[int(values["seed"]) % len(boards)].name
    return options


BOARD = "board"  # the option that names one of a set's boards
TABLES = 4
_tables: dict[tuple[str, str], Session[Any]] = {}  # by the text of the game: who goes on with it need not play it again


def _shown_table(table: Session[Any], shop: Shop, settings: Mapping[str, str], faces_too: bool) -> Value:
    """Return a table as it is pointed at, or laid on."""
    game = shop.run.game
    if isinstance(table, TableSession):
        return {"laid": _table_data(table, game, settings, faces_too), "record": table.record()}
    if not isinstance(table, PointedSession):
        raise Declined(f"{shop.game.titles.title} is played in a terminal", "", command_line("play", game, ()))
    figure, spots = table.picture(shop.set(Process.PAPER))

    def counted_down(box: Box) -> list[float]:
        return [box.x, figure.height - box.y - box.height, box.width, box.height]

    return {
        "picture": pictures.svg(figure),
        "size": [figure.width, figure.height],
        "spots": [{"box": counted_down(spot.box), "says": spot.says} for spot in spots],
        "fresh": [counted_down(box) for made in table.answered() for box in table.boxes(made.move)],
        "pairs": table.pairs,
        "record": table.text(),
    }


def _table_data(table: TableSession, game: str, settings: Mapping[str, str], faces_too: bool) -> Value:
    """Return what lies on a table, as data; lengths in edges, y up. faces: of each piece of the set, as it is made of
    paper, with the length of an edge in their units."""
    top = table.table()
    many = {name: [astuple(entry) for entry in getattr(top, name)] for name in ("lying", "places", "marks")}
    shown: Value = asdict(top) | many  # of what there are many, the page has no names
    if faces_too:
        shop, _, _ = open_shop({"game": game, "settings": {**settings, **table.design}})
        game_set = shop.set(Process.PAPER)
        drawn, pieces = faces(game_set), {piece.id for piece in game_set.pieces}
        of = {item["id"]: item["face"] for item in drawn["things"] if item["id"] in pieces}
        edge = game_set.measures.size.edge * UNITS
        shown["set"] = {"faces": drawn["faces"], "of": of, "edge": edge, "body": drawn["body"]}
    return shown
