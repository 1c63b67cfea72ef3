"""The tile of a game that is to fit, without any clearance: known by the game's interface alone."""

from __future__ import annotations

from dataclasses import replace

from quasiprint import games
from quasiprint.model.coupon import Coupon
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, area
from quasiprint.model.game import Brief, Game, Parameters, Sized
from quasiprint.model.measures import Size
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer

USUAL = Size(30.0)  # of a game that says nothing


def size_of(game: str) -> Size:
    """Return the usual size of a game's pieces. Raises InputError for a game that is not printed."""
    room = _room(game)
    return room.size(_parameters(room)) if isinstance(room, Sized) else USUAL


def tile(game: str, brief: Brief) -> Face:
    """Return the face of the tile: that of the group which the game names first; of a game whose pieces do not lie side
    by side, the smallest thing that it has several of, such as a marker.

    Raises InputError for a game that is not printed, or whose tile cannot be made.
    """
    room = _room(game)
    measures = replace(brief.measures, fit=replace(brief.measures.fit, clearance=0.0))
    made = room.design(Brief(_parameters(room), measures, brief.palette, brief.seed))
    return _tile(made)


def _tile(made: GameSet) -> Face:
    if made.groups:
        shape = made.groups[0].shape
        return next(piece.face for piece in made.pieces if piece.shape == shape)
    several = [thing.face for thing in made.accessories if thing.count > 1]
    return min(several or [piece.face for piece in made.pieces], key=lambda face: area(face.outline))


def _room(game: str) -> Game:
    room = games.load(game)
    if isinstance(room, Coupon) or Offer.SOLIDS not in room.offers:
        printed = ", ".join(name for name, one in games.loaded()[0].items() if Offer.SOLIDS in one.offers)
        raise InputError(f"--game: found {game!r}, allowed is one that is printed: {printed}")
    return room


def _parameters(room: Game) -> Parameters:
    """Return the game's parameters where nobody says otherwise."""
    return {option.name: option.default for option in room.options if option.makes}
