"""Makes the score sheet of a set as it would be made, by the rules of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from quasiprint import games
from quasiprint.documents.form import pdf
from quasiprint.documents.rulebook import words
from quasiprint.documents.scoresheet import form
from quasiprint.model.errors import InputError
from quasiprint.model.game import Game, Recorded
from quasiprint.model.measures import MAKING, Process
from quasiprint.model.option import Option
from quasiprint.model.piece import GameSet, Value
from quasiprint.pipeline.run import Request, settle, settled
from quasiprint.pipeline.workshop import Workshop


class Sets(Mapping[Process, GameSet]):
    """The sets of a workshop by process, each made when it is asked for: a sheet needs little of them."""

    def __init__(self, shop: Workshop) -> None:
        self._shop = shop

    def __getitem__(self, process: Process) -> GameSet:
        if process not in MAKING:
            raise KeyError(process)
        return self._shop.set(process)

    def __iter__(self) -> Iterator[Process]:
        return iter(MAKING)

    def __len__(self) -> int:
        return len(MAKING)


def scoresheet(request: Request, paper: str) -> bytes:
    """Return a score sheet as a PDF. The request's parameters may hold rules of the table, too, which no set depends
    on. Raises InputError for what cannot be made, for a language that is not there and for words that do not fit.
    """
    game = games.load(request.game)
    chosen = settled(game.name, game.options, request.parameters)
    held = {name: value for name, value in request.parameters.items() if name not in house(game)}
    return _sheet(Workshop(settle(replace(request, parameters=held))), request.language, paper, chosen)


def sheets(shop: Workshop, language: str, paper: str) -> bytes:
    """Return the score sheet of a workshop's set by the common rules, as a PDF. Raises InputError as `scoresheet`."""
    common = {name: option.default for name, option in house(shop.game).items()}
    return _sheet(shop, language, paper, {**dict(shop.run.parameters), **common})


def house(game: Game) -> Mapping[str, Option]:
    """Return the options for the rules of the table, by name: those that only scoring asks for."""
    return {option.name: option for option in game.options if option.scores and not option.makes}


def _sheet(shop: Workshop, language: str, paper: str, chosen: Mapping[str, Value]) -> bytes:
    if not isinstance(shop.game, Recorded):
        raise InputError(f"game: {shop.run.game} has no score sheet")
    said = words(shop.run.templates, language, f"{shop.game.name}-scoresheet")
    sheet = shop.game.scoresheet(Sets(shop), said, chosen)
    return pdf(form(sheet, language, paper))


def default_output(game: str, language: str) -> str:
    """Return where a score sheet goes if nobody says: output/GAME-scoresheet.pdf, or with its language."""
    return f"output/{game}-scoresheet{'' if language == 'en' else f'-{language}'}.pdf"
