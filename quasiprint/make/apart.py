"""What of a set another machine makes than its pieces: a board of paper below pieces of plastic."""

from __future__ import annotations

from dataclasses import replace

from quasiprint import formats
from quasiprint.make.parts import USED
from quasiprint.make.run import Run
from quasiprint.model.errors import InputError
from quasiprint.model.game import Apart, Game, MadeApart
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet


def made_apart(game: Game, run: Run) -> Apart | None:
    """Return what of a run's set is made by another machine than the rest, None where one makes everything."""
    return game.apart(dict(run.parameters)) if isinstance(game, MadeApart) else None


def made_by(whole: GameSet, apart: Apart | None, run: Run) -> GameSet:
    """Return what a process makes of a complete set: of one of which it makes the board alone, that."""
    process = whole.measures.process
    if apart is None or apart.maker is not process or _makers(run) <= {process}:
        return whole
    own = tuple(thing for thing in whole.accessories if thing.kind in apart.kinds)
    return replace(whole, pieces=(), accessories=own)


def refuse_apart(apart: Apart | None, run: Run) -> None:
    """Raise InputError if what is made apart is made by no format of the run, or does not fit the rest."""
    if apart is None:
        return
    makers = _makers(run)
    if apart.maker not in makers:
        raise InputError(
            f"{apart.option}: found {apart.maker}, and no format that is asked for is for that: allowed with these is "
            f"{', '.join(sorted(makers))}; or ask for a format for {USED[apart.maker]}, too"
        )
    edges = {maker: run.profiles.measures_of(maker).size.edge for maker in sorted(makers)}
    if len(set(edges.values())) > 1:
        said = " and ".join(f"{edge:g} mm for {USED[maker]}" for maker, edge in edges.items())
        raise InputError(
            f"{apart.option}: found an edge of {said}, allowed is one: what lies on a board is as large as its "
            "squares; say it with --edge"
        )


def _makers(run: Run) -> set[Maker]:
    """Return what makes a run's set in solid, of a sheet or on paper, by its formats."""
    return {formats.load(name).offer.maker for name in run.formats if formats.is_there(name)} - {Maker.TEXT}
