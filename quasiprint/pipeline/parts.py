"""Parts of a set: which of its things are meant, the set that they make, and what the manifest says of it.

A part is designed as its complete set is, and proved with it: each piece is the one that lies in that set, drawn,
built and called as it is there. Only then the rest is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from quasiprint.model.errors import InputError, as_written, nearest
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.measures import Maker
from quasiprint.model.piece import MOST, SAMPLES, Accessory, GameSet, Part, Piece, part

PART = "part"  # the manifest's key
OF = "of"
NEAR = 3  # names that are told of one that means nothing
TOLD = 12  # things of a part that are told


def part_of(game_set: GameSet, asked: Part) -> GameSet:
    """Return what is asked for of a complete set, in its order. A thing that the set has not is left out: another
    process may make it; `refuse_unknown` finds it."""
    counts = _counts(game_set, asked)
    pieces = tuple(replace(piece, count=counts[piece.id]) for piece in game_set.pieces if piece.id in counts)
    boards = game_set.boards
    cover = () if boards is None else tuple(f"{len(pieces)} of {line}" for line in boards.cover[:1]) + boards.cover[1:]
    return replace(
        game_set,
        title=f"{game_set.title}, part",
        composition=game_set.composition if boards is None else replace(boards, cover=cover),
        pieces=pieces,
        accessories=tuple(
            replace(thing, count=counts[thing.id]) for thing in game_set.accessories if thing.id in counts
        ),
        whole=game_set,
    )


def is_empty(game_set: GameSet) -> bool:
    """Tell whether nothing of a part is made by its process: a text form is of a complete set, and of boards that are
    written on paper holds nothing but these."""
    process = game_set.measures.process
    if process is Maker.TEXT:
        return True
    return not (game_set.pieces if process is Maker.PAPER and game_set.boards is not None else game_set.things)


def _counts(game_set: GameSet, asked: Part) -> dict[str, int]:
    """Return how many of each thing are asked for, by id."""
    counts: dict[str, int] = {}
    for name, count in asked.only:
        for id in _meant(game_set, name):
            counts[id] = counts.get(id, 0) + count
    if not asked.only:
        return dict.fromkeys(_several(game_set), asked.spares)
    return {id: count + asked.spares for id, count in counts.items()}


def _meant(game_set: GameSet, name: str) -> tuple[str, ...]:
    """Return the ids of what a name means: an id, what a piece is called, or samples; () if it is none of these."""
    ids = [thing.id for thing in game_set.things]
    if (id := as_written(name, ids)) in ids:
        return (id,)
    called = {piece.name: piece.id for piece in game_set.pieces if piece.name}
    if (own := as_written(name, called)) in called:
        return (called[own],)
    return tuple(_samples(game_set)) if name.casefold() == SAMPLES else ()


def _samples(game_set: GameSet) -> Iterator[str]:
    """Yield one thing of each outline of a shape or kind: of several pieces the first that shows the most different
    marks."""
    best: dict[object, Piece | Accessory] = {}
    for thing in game_set.things:
        known = best.setdefault((_kind(thing), thing.face.outline), thing)
        if isinstance(thing, Piece) and isinstance(known, Piece) and len(set(thing.marks)) > len(set(known.marks)):
            best[_kind(thing), thing.face.outline] = thing
    for thing in best.values():
        yield thing.id


def _several(game_set: GameSet) -> Iterator[str]:
    """Yield one thing of each of which there are several that are alike."""
    alike: dict[object, list[Piece | Accessory]] = {}
    for thing in game_set.things:
        alike.setdefault(thing.face, []).append(thing)
    for things in alike.values():
        if sum(thing.count for thing in things) > 1:
            yield things[0].id


def _kind(thing: Piece | Accessory) -> str:
    return thing.shape if isinstance(thing, Piece) else thing.kind


def unknown(asked: Part, sets: Iterable[GameSet]) -> list[str]:
    """Return the names that mean nothing in any of some complete sets."""
    every = tuple(sets)
    return [name for name, _ in asked.only if not any(_meant(one, name) for one in every)]


def unknown_name(name: str, sets: Iterable[GameSet]) -> InputError:
    """Return what is said of a name that means nothing, with the names that are most like it."""
    every = tuple(sets)
    ids = list(dict.fromkeys(thing.id for one in every for thing in one.things))
    called = [piece.name for one in every[:1] for piece in one.pieces if piece.name]
    begun = [known for known in [*ids, *called] if known.casefold().startswith(name.casefold())]
    near = begun[:NEAR] or nearest(name, [*ids, *called, SAMPLES], NEAR) or ids[:NEAR]
    message = f"found {name[:60]!r}, which is no piece and no accessory of this set"
    return InputError(f"--only: {message}; the nearest are {', '.join(near)}")


def refuse_too_many(game_set: GameSet) -> None:
    """Raise InputError for more copies of a thing than MOST, which several names may mean together."""
    for thing in game_set.things:
        if thing.count > MOST:
            raise InputError(f"--only: found {thing.count} of {thing.id!r} in all, allowed are {MOST}")


def describe_part(part_set: GameSet, of: Mapping[str, int]) -> str:
    """Return what a part is, in words. of: how much there is in the complete set, as `counts_of_set` tells."""
    own = [f"{thing.count} × {thing.id}" for thing in part_set.things]
    said = ", ".join(own if len(own) <= TOLD else [*own[: TOLD - 1], f"… {len(own) - TOLD + 1} more"])
    noun = f"{part_set.noun}{'s' * (of['pieces'] != 1)}"
    beside = f" and {of['accessories']} accessor{'y' if of['accessories'] == 1 else 'ies'}" if of["accessories"] else ""
    return f"{said}; the complete set has {of['pieces']} {noun}{beside}"


def counts_of_set(whole: GameSet, accessories: Sequence[Accessory]) -> dict[str, int]:
    """Return how many pieces and accessories a complete set has. accessories: those of all processes."""
    return {"pieces": len(whole.pieces), "accessories": sum(thing.count for thing in accessories)}


def part_finding(part_set: GameSet, of: Mapping[str, int]) -> Finding:
    """Return the note that says of what the files are a part."""
    message = f"this is a part of a set: {describe_part(part_set, of)}; every law was proved of the complete set"
    return Finding("part-of-set", Severity.NOTE, part_set.game, message)


def record_part(asked: Part, of: Mapping[str, int]) -> dict[str, Any]:
    """Return what a manifest says of a part."""
    return {"only": dict(asked.only), "spares": asked.spares, OF: dict(of)}


def restore_part(said: object) -> Part:
    """Return the part that a manifest tells. Raises InputError for what is none."""
    names = said.get("only") if isinstance(said, dict) else None
    spares = said.get("spares") if isinstance(said, dict) else None
    right = isinstance(names, dict) and all(type(count) is int for count in names.values()) and type(spares) is int
    if not right:
        raise InputError(f"{PART}: found {str(said)[:80]!r}, allowed are names with how many of each, and spares")
    assert isinstance(names, dict)
    assert isinstance(spares, int)
    asked = part([f"{name}:{count}" for name, count in names.items()], spares)
    if asked is None:
        raise InputError(f"{PART}: found nothing that it is to be made of")
    return asked
