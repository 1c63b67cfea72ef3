"""Containers: trays, lids, boxes and racks for a finished set. In: the set as one process makes
it, complete; its measures tell the stock, the machine's room and what a beam removes; and how many tiles a player holds
at most, 0 in a game without hands. Out: `Containers`, which join the set's accessories, so that checks, files, sheets
and bills have them, too.

Begin with `MADE`: a function for each kind and process. `packing` arranges stacks; `trays`, `boxes`, `racks` draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

from quasiprint.errors import InputError
from quasiprint.model.choices import Process, Storage
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.measures import ProductionOptions
from quasiprint.model.piece import Accessory, GameSet

BY = {Process.PRINTER: "a 3D printer", Process.LASER: "a laser", Process.PAPER: "a printer of paper"}
HAND = 9  # tiles that a player holds at most, where a game does not say


@dataclass(frozen=True, slots=True)
class Containers:
    """Containers, and notes on them, such as what has no place in any."""

    accessories: tuple[Accessory, ...]
    findings: tuple[Finding, ...] = ()


def beside(game_set: GameSet, what: str, ids: Sequence[str], larger: str, remedy: str) -> tuple[Finding, ...]:
    """Return the note on items that are too large to be kept. larger: than what."""
    message = f"{', '.join(ids)}: larger than {larger} can be, and kept beside it"
    note = Finding("place-none", Severity.NOTE, f"{game_set.game}, {what}", message, remedy)
    return (note,) if ids else ()


# the module of this room, and its function, that makes a kind of storage by a process
MADE = {
    (Storage.TRAY, Process.PRINTER): ("trays", "trays"),
    (Storage.RACK, Process.PRINTER): ("racks", "rack_segments"),
    (Storage.RACK, Process.LASER): ("racks", "rack_boards"),
    (Storage.BOX, Process.LASER): ("boxes", "cut_box"),
    (Storage.BOX, Process.PAPER): ("boxes", "tuck_box"),
}


def refuse_unmade(asked: ProductionOptions, makers: Iterable[Process]) -> None:
    """Raise InputError for a kind of storage that none of these processes makes, and for pockets where nothing is
    printed. makers: of the formats of a run."""
    there = set(makers)
    if asked.magnet and Process.PRINTER not in there:
        found = f"--magnet: found {asked.magnet:g} mm, and no format for {BY[Process.PRINTER]}"
        raise InputError(f"{found}, which alone makes pockets for magnets; add one, such as stl or 3mf")
    for kind in asked.storage:
        able = [maker for made, maker in MADE if made is kind]
        if not there & set(able):
            possible = [made for made in Storage if any((made, maker) in MADE for maker in there)]
            by = f"by {' or '.join(BY[maker] for maker in able)} alone" if able else "by nothing yet"
            others = f"allowed with the formats asked for: {', '.join(possible)}"
            others = others if possible else "none of the formats asked for is for that"
            raise InputError(f"--storage: found {kind}, which is made {by}; {others}")


def with_containers(game_set: GameSet, hand: int) -> GameSet:
    """Return a set with the containers that the options ask for and its process makes; unchanged if there are none.
    Raises InputError for what cannot be made."""
    process = game_set.measures.process
    made = [MADE[kind, process] for kind in game_set.measures.manner.storage if (kind, process) in MADE]
    if not made:
        return game_set
    makers = [getattr(import_module(f"{__name__}.{module}"), make) for module, make in made]
    containers: list[Containers] = [make(game_set, hand) for make in makers]
    return replace(
        game_set,
        accessories=(*game_set.accessories, *(accessory for kept in containers for accessory in kept.accessories)),
        findings=(*game_set.findings, *(finding for kept in containers for finding in kept.findings)),
    )
