"""What a set's page says that a caliper reads across each kind of thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from quasiprint.drawing.packer import readings
from quasiprint.model.face import Face, Ring
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.texts import markdown

MADE = {Maker.PRINTER: "printed", Maker.LASER: "cut", Maker.PAPER: "on paper"}


def calipers(sets: Mapping[Maker, GameSet]) -> Iterator[dict[str, object]]:
    """Yield what a caliper reads across each kind of thing, as each process makes it: with a jaw along a side, and from
    corner to corner. What keeps a set has no sizes that matter, and boards of paper are pages. sets: by process."""
    for process, made in sets.items():
        if process is Maker.TEXT or (process is Maker.PAPER and made.boards is not None):
            continue
        parts = made.parts()
        # of a kind whose things have several outlines, each goes by its own name
        kinds = Counter(kind for kind, _ in {(thing.kind, thing.face.outline) for thing in made.accessories})
        named: dict[Ring, tuple[str, Face]] = {}  # by outline: each once
        for piece in made.pieces:
            named.setdefault(piece.face.outline, (piece.shape, piece.face))
        for thing in made.accessories:
            if not thing.storage and thing not in parts:
                named.setdefault(thing.face.outline, (thing.kind if kinds[thing.kind] == 1 else thing.id, thing.face))
        for name, face in named.values():
            read = readings(face.nominal if process is Maker.PAPER else face.outline)
            yield {
                "name": f"{markdown(name)}, {MADE[process]}",
                "along": " and ".join(f"{width:.2f}" for width in read.along),
                "corners": f"{read.corners:.2f}",
                "thick": f"{made.measures.with_thickness(face.thickness).stock.thickness:g}",
            }
