"""The tile of a game that is to fit, without any clearance: known by the game's interface alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quasiprint import games
from quasiprint.coupons.printer import sizes
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Ring, area, bounds, snap
from quasiprint.model.game import Brief, Coupon, Game, Parameters, Sized
from quasiprint.model.measures import Maker, Size, Stock
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer

USUAL = Size(30.0)  # of a game that says nothing


def size_of(game: str) -> Size:
    """Return the usual size of a game's pieces. Raises InputError for a game that is not printed."""
    room = _room(game)
    return room.size(_parameters(room)) if isinstance(room, Sized) else USUAL


@dataclass(frozen=True, slots=True)
class Stud:
    """What stands on a game's board, and the hollow that takes it, each around the origin. rise: how high it stands;
    depth: of the hollow."""

    ring: Ring
    hollow: Ring
    rise: float
    depth: float


@dataclass(frozen=True, slots=True)
class Lent:
    """What a game lends the coupon. tile: its face. stud: None if the game has none."""

    tile: Face
    stud: Stud | None


def lent(game: str, brief: Brief) -> Lent:
    """Return what a game lends. Its tile is that of the group which the game names first; of a game whose pieces do not
    lie side by side, the smallest thing that it has several of, such as a marker.

    Raises InputError for a game that is not printed, or whose tile cannot be made.
    """
    room = _room(game)
    measures = replace(brief.measures, fit=replace(brief.measures.fit, clearance=0.0))
    if measures.process is not Maker.PRINTER:  # for the book alone: what it shows is printed all the same
        measures = replace(measures, process=Maker.PRINTER, stock=Stock(max(measures.stock.thickness, sizes.STUDDED)))
    made = room.design(Brief(_parameters(room), measures, brief.palette, brief.seed))
    return Lent(_tile(made), _stud(made))


def _tile(made: GameSet) -> Face:
    if made.groups:
        shape = made.groups[0].shape
        return next(piece.face for piece in made.pieces if piece.shape == shape)
    several = [thing.face for thing in made.accessories if thing.count > 1]
    return min(several or [piece.face for piece in made.pieces], key=lambda face: area(face.outline))


def _stud(made: GameSet) -> Stud | None:
    """Return a stud of the game's board, if its pieces have hollows for it."""
    hollows = [region.outer for piece in made.pieces for region in piece.face.hollows]
    marks = [mark for thing in made.accessories for mark in thing.face.marks if mark.rise is not None]
    for mark in marks:
        if hollows and mark.rise is not None and mark.rise > 0:
            depth = made.measures.finish.back_depth
            return Stud(_middled(mark.ink[0].outer), _middled(hollows[0]), mark.rise, depth)
    return None


def _middled(ring: Ring) -> Ring:
    """Return a ring with the middle of its box at the origin."""
    left, low, right, high = bounds((ring,))
    return tuple((snap(x - (left + right) / 2), snap(y - (low + high) / 2)) for x, y in ring)


def _room(game: str) -> Game:
    room = games.load(game)
    if isinstance(room, Coupon) or Offer.SOLIDS not in room.offers:
        printed = ", ".join(name for name, one in games.loaded()[0].items() if Offer.SOLIDS in one.offers)
        raise InputError(f"--game: found {game!r}, allowed is one that is printed: {printed}")
    return room


def _parameters(room: Game) -> Parameters:
    """Return the game's parameters where nobody says otherwise."""
    return {option.name: option.default for option in room.options if option.makes}
