"""Which bodies a thing has for a printer, by name and colour: for many filaments its own, and an inlay for each field;
in relief one, which is called by the first thing that has the same.

Bodies that are the same for all things of a kind are called by the kind, the others by the thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quasiprint.model.face import Face
from quasiprint.model.piece import Accessory, GameSet, Piece

DuePart = tuple[tuple[str, ...], int | None]  # the names that a body may have, and its colour's index, None: the body's


@dataclass(frozen=True, slots=True)
class DueParts:
    """The bodies of a set's things, by id. reliefs: of those that are another body in relief, the names that it may
    have."""

    things: Mapping[str, tuple[DuePart, ...]]
    reliefs: Mapping[str, tuple[str, ...]]

    def of(self, id: str) -> tuple[DuePart, ...]:
        """Return the bodies of a thing; none of what is no thing of the set."""
        return self.things.get(id, ())

    def in_relief(self, id: str) -> tuple[DuePart, ...]:
        """Return the one body that a thing is in relief; none of what is no thing of the set."""
        return ((self.reliefs[id], None),) if id in self.reliefs else self.of(id)


def due_parts(game_set: GameSet) -> DueParts:
    """Return the bodies of each thing of a set, the body first, then the inlays."""
    raised: dict[str, list[str]] = {}
    for thing in game_set.things:
        if thing.face.inlaid_back or any(mark.colour is not None and mark.field for mark in thing.face.marks):
            raised.setdefault(_kind(thing), []).append(thing.id)
    return DueParts(
        {
            thing.id: tuple(
                ((f"{kind}-{name}", f"{thing.id}-{name}"), colour)
                for kind in [_kind(thing)]
                for name, colour in _bodies(thing.face)
            )
            for thing in game_set.things
        },
        {id: tuple(ids[: k + 1][::-1]) for ids in raised.values() for k, id in enumerate(ids)},
    )


def _kind(thing: Piece | Accessory) -> str:
    return thing.shape if isinstance(thing, Piece) else thing.kind


def _bodies(face: Face) -> list[tuple[str, int | None]]:
    found: list[tuple[str, int | None]] = [("body", None)]
    for mark in face.marks:
        if mark.colour is not None:
            name = f"inlay-{mark.slot}-{mark.label}"
            several = len(mark.field) > 1
            found += [(f"{name}-{k + 1}" if several else name, mark.colour) for k in range(len(mark.field))]
    if face.inlaid_back:
        several = len(face.back) > 1
        found += [(f"inlay-back-{k + 1}" if several else "inlay-back", face.back_colour) for k in range(len(face.back))]
    return found
