"""The engine: a question of the page in, an answer out. It keeps nothing but what makes the next answer quicker.

It runs in a process that the server starts, and, where there is no server, in the browser: no disk, no network, no
clock. Whatever a user gets wrong is an answer, too: ``refused``, with the sentence of the command line, the setting
that it is about, and a command where the page cannot do what a terminal can.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quasiprint import games as rooms
from quasiprint import plugins
from quasiprint.model.errors import InputError, plain
from quasiprint.model.game import Explained, Playable, Recorded, Scores
from quasiprint.studio.answer import Answer, Declined, Value
from quasiprint.studio.here import has_needs
from quasiprint.version import __version__

Tell = Callable[[str], None]
NAMES = ("games", "form", "preview", "bodies", "takes", "score", "play", "files", "book")
LONG = frozenset({"takes", "files", "book"})  # what may take so long that somebody wants to see how far it is
MOST_IDS = 400

_known: dict[str, tuple[plugins.Entry, ...]] = {}


def answer(name: str, value: object, tell: Tell = lambda _: None) -> Answer:
    """Return the answer to a question: one of NAMES, and what it is about. tell: told what is being done.

    Raises nothing for what a user may get wrong.
    """
    try:
        if name not in NAMES or not isinstance(value, dict):
            raise Declined(f"question: found {str(name)[:40]!r}, allowed is {', '.join(NAMES)}, each with a table")
        with plugins.held(_known):
            found = QUESTIONS[name](value, tell)
    except Declined as problem:
        return Answer({"refused": problem.value()})
    except InputError as problem:
        return Answer({"refused": Declined(str(problem)).value()})
    except ModuleNotFoundError as problem:
        missing = problem.name or str(problem)
        return Answer({"refused": _not_here(value if isinstance(value, dict) else {}, missing)})
    return found if isinstance(found, Answer) else Answer(found)


def _not_here(value: dict[str, Any], missing: str) -> Value:
    """Return what is said where a library is missing, as in a browser: what to type instead."""
    game = value.get("game")
    command = f"quasiprint make {game}" if isinstance(game, str) and game in rooms.offered() else ""
    said = f"This cannot be had here, since {plain(missing)[:40]} is missing; the command line has it"
    said += f": {command}" if command else "."
    return Declined(said, "", command).value()


def games(_value: Value, _tell: Tell) -> Value:
    """Return every game: name, title, and what can be done with it; those that cannot be had here come last."""
    found = []
    for name in rooms.offered():
        try:
            game = rooms.load(name)
        except InputError:
            continue  # a plug-in that cannot be loaded: whoever names it on the command line is told why
        found.append(
            {
                "name": name,
                "title": game.titles.title,
                "here": has_needs(game),
                "inventor": game.titles.inventor,
                "variants": game.titles.variants,
                "plays": isinstance(game, Playable),
                "scores": isinstance(game, Scores),
                "rules": isinstance(game, Explained),
                "scoresheet": isinstance(game, Recorded),
                "offers": [str(offer) for offer in game.offers],
            }
        )
    found.sort(key=lambda told: not told["here"])
    return {"games": found, "version": __version__}


def form(value: Value, _tell: Tell) -> Value:
    """Return the form of a game, and those of playing and scoring it."""
    from quasiprint.cli.make import COMMAND as MAKE
    from quasiprint.cli.play import COMMAND as PLAY
    from quasiprint.cli.score import COMMAND as SCORE
    from quasiprint.studio import form as forms
    from quasiprint.studio import tables
    from quasiprint.studio.sets import shop_of
    from quasiprint.studio.words import asked, known_game

    game = known_game(value.get("game"))
    shop = shop_of(asked(MAKE, game, {}))
    usual = shop.run.profiles
    room = rooms.load(game)
    play = [field.value() for field in forms.fields(PLAY, game)] if isinstance(room, Playable) else []
    score = [field.value() for field in forms.fields(SCORE, game)] if isinstance(room, Scores) else []
    accent = shop.books.content(shop.run.language).accent if isinstance(room, Explained) else None
    example = tables.example(room) if isinstance(room, Scores) else ""
    return {**forms.value(MAKE, game, usual), "play": play, "score": score, "example": example, "accent": accent}


def preview(value: Value, _tell: Tell) -> Value:
    """Return parts of what a set looks like, by ``parts``; and the command that makes it."""
    from quasiprint.cli.make import COMMAND as MAKE
    from quasiprint.studio import preview as shown
    from quasiprint.studio.words import asked, command_line, refusing

    game, settings = _about(value)
    wanted = value.get("parts", ["pieces"])
    if not isinstance(wanted, list) or not all(isinstance(part, str) and part in shown.PARTS for part in wanted):
        raise Declined(f"parts: allowed are {', '.join(shown.PARTS)}")
    ask = asked(MAKE, game, settings)
    from quasiprint.studio.sets import shop_of

    with refusing(settings):
        shop = shop_of(ask)
    return {"command": command_line("make", game, ask.words), "parts": shown.parts(shop, wanted, settings)}


def bodies(value: Value, _tell: Tell) -> Value:
    """Return bodies for the viewer: of the things in ``ids``, of all if there are none."""
    from quasiprint.studio import bodies as solid
    from quasiprint.studio.words import refusing

    ids = value.get("ids", [])
    if not isinstance(ids, list) or len(ids) > MOST_IDS or not all(isinstance(id, str) for id in ids):
        raise Declined("ids: allowed are ids of pieces and accessories")
    shop, settings = _shop(value)
    with refusing(settings):
        return solid.bodies(shop, ids)


def takes(value: Value, tell: Tell) -> Value:
    """Return the bill of materials and all findings."""
    from quasiprint.studio import making

    game, settings = _about(value)
    return making.takes(game, settings, tell)


def files(value: Value, tell: Tell) -> Answer:
    """Return the set as an archive; or with ``one`` and ``format`` the files of one thing in one format."""
    from quasiprint.studio import making
    from quasiprint.studio.tables import text_of

    game, settings = _about(value)
    one, name = text_of(value.get("one", ""), 100), text_of(value.get("format", ""), 40)
    return making.files(game, settings, one, name, tell)


def book(value: Value, tell: Tell) -> Answer:
    """Return a book: ``kind`` rules, booklet, quick or scoresheet, on ``paper``."""
    from quasiprint.studio import making
    from quasiprint.studio.tables import text_of

    game, settings = _about(value)
    return making.book(
        game, text_of(value.get("kind", "rules"), 40), text_of(value.get("paper", ""), 40), settings, tell
    )


def score(value: Value, _tell: Tell) -> Value:
    """Return what the rules say of ``text``. rules: the settings of scoring."""
    from quasiprint.studio import tables
    from quasiprint.studio.words import checked

    shop, _ = _shop(value)
    return tables.score(shop, shop.run.game, tables.text_of(value.get("text")), checked(value.get("rules")))


def play(value: Value, _tell: Tell) -> Value:
    """Go on with a game: ``saved``, and the ``line`` that is said. rules: the settings of a new game."""
    from quasiprint.studio import tables
    from quasiprint.studio.words import checked

    shop, _ = _shop({"game": value.get("game")})
    saved, line = tables.text_of(value.get("saved", "")), tables.text_of(value.get("line", ""), 400)
    return tables.play(shop, shop.run.game, saved, line, checked(value.get("rules")))


QUESTIONS: dict[str, Callable[[Value, Tell], Value | Answer]] = {
    "games": games,
    "form": form,
    "preview": preview,
    "bodies": bodies,
    "takes": takes,
    "score": score,
    "play": play,
    "files": files,
    "book": book,
}


def _about(value: Value) -> tuple[str, dict[str, str]]:
    """Return the game and the settings that a question is about. Raises Declined for what are none."""
    from quasiprint.studio.words import checked, known_game

    return known_game(value.get("game")), checked(value.get("settings"))


def _shop(value: Value) -> tuple[Any, dict[str, str]]:
    """Return the workshop of a question's set, and its settings."""
    from quasiprint.cli.make import COMMAND as MAKE
    from quasiprint.studio.sets import shop_of
    from quasiprint.studio.words import asked, refusing

    game, settings = _about(value)
    ask = asked(MAKE, game, settings)
    with refusing(settings):
        return shop_of(ask), settings
