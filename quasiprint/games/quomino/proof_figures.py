"""Why the pieces are enough, in pictures: a board as full of Quominoes as can be, and one as empty as can be."""

from __future__ import annotations

from quasiprint.games.quomino import bounds
from quasiprint.games.quomino.figures import OminoFigures, shown, with_facts
from quasiprint.games.quomino.played import SIZE
from quasiprint.games.quomino.rules import DEAD
from quasiprint.games.quomino.squares import grid
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet


class ProofFigures:
    """Boards of `SIZE` × `SIZE` squares on which what `bounds` proves is seen."""

    def __init__(self, game_set: GameSet) -> None:
        self.draw = OminoFigures(game_set)

    def pegs(self) -> Figure:
        """As many Quominoes as there can be, with a ring on the one marked square that each covers."""
        game, _ = bounds.replay(SIZE, bounds.game_for(SIZE, bounds.densest(SIZE)), "pegs")
        pegs = bounds.pegs(SIZE)
        squares = grid(SIZE).squares
        facts = {
            "quominoes": sum(game.laid),
            "marked": len(pegs),
            "blocks": len(squares),
            "in-each": "-".join(sorted({str(len(pegs.intersection(four))) for four in squares})),
        }
        return with_facts(self.draw.board(shown(game), sorted(pegs)), facts)

    def sentinels(self) -> Figure:
        """As few Quominoes as leave no block, with a line around the blocks of which each touches one."""
        game, _ = bounds.replay(SIZE, bounds.game_for(SIZE, bounds.sparsest(SIZE)), "sentinels")
        sentinels = bounds.sentinels(SIZE)
        met = [len(sentinels.intersection(touched)) for touched in grid(SIZE).touching]
        facts = {
            "quominoes": sum(game.laid),
            "marked": len(sentinels),
            "most-touched": max(met),
            "dead": game.count(DEAD, DEAD),
            "over": "yes" if game.over else "no",
        }
        return with_facts(self.draw.board(shown(game), (), sorted(sentinels)), facts)
