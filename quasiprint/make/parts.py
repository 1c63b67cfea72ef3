"""Parts of a set: which of its things are meant, the set that they make, and what the manifest says of it.

A part is designed as its complete set is, and proved with it: each piece is the one that lies in that set, drawn,
built and called as it is there. Only then the rest is left out.

What another machine makes of a set than its pieces, such as a board of paper below pieces of plastic, is told apart
here, too.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from quasiprint import formats
from quasiprint.disk.ownership import MANIFEST, MAX_MANIFEST
from quasiprint.disk.sinks import open_set
from quasiprint.errors import InputError, as_written, nearest
from quasiprint.make.run import Run
from quasiprint.model.choices import MAKERS, Maker, Offer
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.game import Apart
from quasiprint.model.piece import MOST, SAMPLES, Accessory, GameSet, Part, Piece, part

PART = "part"  # the manifest's key
OF = "of"
NEAR = 3  # names that are told of one that means nothing
TOLD = 12  # things of a part that are told
Design = Callable[[Maker], GameSet]  # the complete set as a process makes it; raises InputError where it cannot
USED = {Maker.PRINTER: "printing", Maker.LASER: "laser cutting", Maker.PAPER: "paper", Maker.TEXT: "text"}


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


NOT_SO = {  # what is said of a format in which there would be nothing
    Offer.SOLIDS: "and nothing that is asked for is printed in solid",
    Offer.DRAWINGS: "and nothing that is asked for is cut with a laser",
    Offer.PAGES: "and nothing that is asked for is made of paper",
    Offer.TEXTS: "which is the text form of a complete set",
}


def narrow(run: Run, whole: Design) -> Run:
    """Return a run without the formats in which nothing is made of the part that it asks for, if it does. whole: the
    complete set as a process makes it. Raises InputError for a name that nothing in the set has, for a format that was
    asked for by name and would hold nothing, and if none is left."""
    if run.part is None:
        return run
    offers = {name: formats.load(name).offer for name in run.formats}
    sets = {offer: whole(offer.maker) for offer in offers.values()}
    for name in unknown(run.part, sets.values()):
        others = (process for process in MAKERS if process not in {offer.maker for offer in sets})
        raise _other_makers(whole, run.part, name, others) or unknown_name(name, sets.values())
    held = {offer: part_of(one, run.part) for offer, one in sets.items()}
    for one in held.values():
        for thing in one.things:
            if thing.count > MOST:  # which several names may mean together
                raise InputError(f"--only: found {thing.count} of {thing.id!r} in all, allowed are {MOST}")
    empty = [name for name, offer in offers.items() if is_empty(held[offer])]
    left = tuple(name for name in run.formats if name not in empty)
    if not run.part.only and not any(one.things for one in held.values()):
        noun = next(iter(held.values())).noun
        raise InputError(
            f"--spares: found {run.part.spares} without --only, but no two things in this set are alike: say with "
            f"--only of which {noun}s there are to be more"
        )
    if empty and (run.named or not left):
        raise InputError(f"--format: found {empty[0]}, {NOT_SO[offers[empty[0]]]}; leave it out")
    said = tuple(f"format {name}, {NOT_SO[offers[name]]}; it is left out" for name in empty)
    return replace(run, formats=left, left_out=(*run.left_out, *said))


def refuse_strange(run: Run, whole: Design, process: Maker) -> None:
    """Raise InputError for a name of a part that nothing in the set has, by whatever process it is made. process: which
    makes it as far as anybody asked."""
    if run.part is None:
        return
    own, others = whole(process), [maker for maker in MAKERS if maker is not process]
    for name in unknown(run.part, [own]):
        if _other_makers(whole, run.part, name, others) is None:
            raise unknown_name(name, [own])


def refuse_complete(path: Path) -> None:
    """Raise InputError if a complete set lies at a path, which a part is not to replace."""
    if not os.path.lexists(path):
        return
    try:
        document = json.loads(open_set(path).read(MANIFEST, MAX_MANIFEST) or b"")
    except (InputError, OSError, ValueError, RecursionError):
        return  # no set of ours: whoever writes there is told what it is
    if isinstance(document, dict) and PART not in document:
        raise InputError(
            f"{os.fspath(path)!r}: holds a complete set, which a part of one would replace; choose another place, or "
            "keep that set under another name with --replace"
        )


def _other_makers(whole: Design, asked: Part, name: str, others: Iterable[Maker]) -> InputError | None:
    """Return what is said of a name of something that only other processes make, None if they have nothing of it."""
    for process in others:
        with contextlib.suppress(InputError):
            if not unknown(replace(asked, only=((name, 1),)), [whole(process)]):
                ways = ", ".join(one.name for one in formats.every()[0] if one.offer.maker is process)
                return InputError(
                    f"--only: found {name!r}, which is made by {USED[process]} alone: allowed with it are the formats "
                    f"{ways}, of which none is asked for"
                )
    return None


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


def all_accessories(sets: Iterable[GameSet]) -> tuple[Accessory, ...]:
    """Return the accessories of sets, each once."""
    every = [thing for one in sets for thing in one.accessories]
    return tuple({thing.id: thing for thing in every[::-1]}.values())[::-1]


def refuse_apart(apart: Apart | None, run: Run) -> None:
    """Raise InputError if what is made apart is made by no format of the run, or does not fit the rest."""
    if apart is None:
        return
    makers = makers_of(run)
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


def makers_of(run: Run) -> set[Maker]:
    """Return what makes a run's set in solid, of a sheet or on paper, by its formats."""
    return {formats.load(name).offer.maker for name in run.formats if formats.is_there(name)} - {Maker.TEXT}
