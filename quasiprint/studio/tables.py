"""A game at the table, on a page: scored from its text, or played by pointing. A game that is played is a value, its
own saved text; so a page may forget it, or go on with it tomorrow."""

from __future__ import annotations

from typing import Any

from quasiprint import games
from quasiprint.api import score as judged
from quasiprint.api import settle_options
from quasiprint.cli.play import COMMAND as PLAY
from quasiprint.cli.score import COMMAND as SCORE
from quasiprint.documents.pictures import figures
from quasiprint.model.errors import InputError
from quasiprint.model.game import FromFile, Game, LaidOut, Playable, Scores
from quasiprint.model.measures import Maker
from quasiprint.model.session import Pointed
from quasiprint.studio.sets import Shop, open_shop
from quasiprint.studio.words import (
    Declined,
    Tell,
    Value,
    check_settings,
    command_line,
    option_values,
    refusing,
    text_of,
)

WHERE = "game"
STEPS = 40  # moves that wait for nobody, one after another


def score(value: Value, _tell: Tell) -> Value:
    """Return what the rules say of ``text``, a layout or a game, and a picture of it. rules: the settings of scoring.
    Raises Declined if it cannot be read."""
    shop, _, _ = open_shop(value)
    room, game = shop.game, shop.run.game
    text, settings = text_of(value.get("text")), check_settings(value.get("rules"))
    if not isinstance(room, Scores):
        raise Declined(f"{room.titles.title} has no rules to score by")
    own = {name: said for name, said in settings.items() if name in _names(SCORE, room)}
    content = text.encode("utf-8", "replace")
    if isinstance(room, FromFile):  # its file is at hand already
        with refusing({"text": text}):
            judgement = room.score(content, {})
    else:
        values = option_values(SCORE, game, own, "-")
        with refusing({"text": text}):
            judgement = judged(game, content, **values)
    words = [word for name, said in own.items() for word in (f"--{name}", said)]
    return {
        "legal": judgement.is_legal,
        "result": judgement.as_json(),
        "picture": _picture(shop, room, content),
        "command": command_line("score", game, ("FILE", *words)),
    }


def _picture(shop: Shop, room: Game, content: bytes) -> str:
    """Return a picture of a layout, "" where there is none of it."""
    if not isinstance(room, LaidOut):
        return ""
    try:
        return figures.svg(room.picture(content, shop.books.sets))
    except InputError:
        return ""  # what is wrong with it is told already


def _names(command: Any, room: Game) -> set[str]:
    return {option.name.replace("_", "-") for option in command.options_of(room)}


def play(value: Value, _tell: Tell) -> Value:
    """Go on with a game: ``saved``, "" for a new one, by the ``line`` that is said, "" for none; and let everybody move
    who waits for nobody. rules: the settings of a new game. Return the game as it is then, told, drawn, and where to
    point. Raises Declined for what cannot be read; an illegal move is told, and changes nothing."""
    shop, _, _ = open_shop({"game": value.get("game")})
    saved, line = text_of(value.get("saved", "")), text_of(value.get("line", ""), 400)
    game, settings = shop.run.game, check_settings(value.get("rules"))
    room = games.load(game)
    if not isinstance(room, Playable):
        raise Declined(f"{room.titles.title} has no opponent yet")
    own = {name: said for name, said in settings.items() if name in _names(PLAY, room)}
    with refusing(own):
        if saved:
            table = room.resumed(saved.encode("utf-8", "replace"), WHERE, {})
        else:
            table = room.session(settle_options(game, room.playing, option_values(PLAY, game, own)))
        if not isinstance(table, Pointed):
            raise Declined(f"{room.titles.title} is played in a terminal", "", command_line("play", game, ()))
        told = []
        if line:
            word = line.split(maxsplit=1)[0].lower() if line.strip() else ""
            if word in ("save", "quit"):
                raise Declined(f"{word}: the page keeps the game by itself", "text")
            told.append(table.say(line).text)
        for _ in range(STEPS):
            made = table.step()
            if made is None:
                break
            told.append(made)
        figure, spots = table.picture(shop.set(Maker.PAPER))
        return {
            "saved": table.text(),
            "told": [one for one in told if one],
            "shown": table.show(),
            "prompt": table.prompt,
            "picture": figures.svg(figure),
            "size": [figure.width, figure.height],
            "spots": [
                {
                    "box": [one.x, figure.height - one.y - one.height, one.width, one.height],
                    "says": [list(pair) for pair in one.says],
                }
                for one in spots
            ],
            "command": command_line("play", game, tuple(f"--{name}={said}" for name, said in own.items())),
        }
