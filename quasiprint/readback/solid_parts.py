"""Which bodies a thing has for a printer with many filaments, by name and colour: its own, and an inlay for each field.

Bodies that are the same for all things of a kind are called by the kind, the others by the thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quasiprint.model.face import Face
from quasiprint.model.piece import GameSet, Piece

DuePart = tuple[tuple[str, ...], int | None]  # the names that a body may have, and its colour's index, None: the body's


@dataclass(frozen=True, slots=True)
class DueParts:
    """The bodies of a set's things, by id."""

    things: Mapping[str, tuple[DuePart, ...]]

    def of(self, id: str) -> tuple[DuePart, ...]:
        """Return the bodies of a thing; none of what is no thing of the set."""
        return self.things.get(id, ())


def due_parts(game_set: GameSet) -> DueParts:
    """Return the bodies of each thing of a set, the body first, then the inlays."""
    return DueParts(
        {
            thing.id: tuple(
                ((f"{kind}-{name}", f"{thing.id}-{name}"), colour)
                for kind in [thing.shape if isinstance(thing, Piece) else thing.kind]
                for name, colour in _bodies(thing.face)
            )
            for thing in game_set.things
        }
    )


def _bodies(face: Face) -> list[tuple[str, int | None]]:
    found: list[tuple[str, int | None]] = [("body", None)]
    for mark in face.marks:
        if mark.colour is not None:
            name = f"inlay-{mark.slot}-{mark.label}"
            several = len(mark.field) > 1
            found += [(f"{name}-{k + 1}" if several else name, mark.colour) for k in range(len(mark.field))]
    return found
