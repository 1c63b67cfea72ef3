"""What a fault is, and what the recogniser says of a set's files: those of one format, after an edit.

An edit is a small change of a file's text or geometry that keeps the form of the file, so that what fails is what it
means. Edits know the formats and none of the program's own readers or writers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import quasiprint
from quasiprint.make.manifest import decode, files_of, offers_of, run_of
from quasiprint.make.workshop import Build
from quasiprint.model.production import Recognition

if TYPE_CHECKING:  # an add-on, which the core's tests do without
    from quasiprint.addons.reading.recogniser.expected import Expected

# the smallest sets that show everything: several colours and shapes, tokens, boards in relief, backs; those first that
# are read most quickly
GAMES: dict[str, dict[str, object]] = {
    "triomino": {"highest": 1},
    "majomino": {"size": 3, "count": 3},
    "quomino": {"size": 6},
    "quasimino": {"colours": 2},
}
Files = dict[str, bytes]
Edit = Callable[[Files], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to spoil files of a format. kind: of fault. edit: changes the files in place; raises NotHere where a game
    has nothing to spoil so. codes: of which at least one is found."""

    format: str
    kind: str
    edit: Edit
    codes: frozenset[str]

    def __str__(self) -> str:
        return f"{self.format}-{self.kind}"


class NotHere(Exception):
    """A set has nothing that this fault could spoil: one colour only, no marks of the kind."""


EXTRAS = {"3mf": ("relief",), "pdf": ("greyscale", "inksaver")}  # what is read back besides


@lru_cache(maxsize=64)
def made(game: str, format: str) -> tuple[tuple[str, bytes], ...]:
    """Return a small set's files of one format, its manifest among them."""
    extras = EXTRAS.get(format, ())
    return tuple(quasiprint.design(game, **GAMES[game], extras=extras).files(formats=(format,)).items())


@lru_cache(maxsize=64)
def _known(game: str, format: str) -> tuple[Build, Expected, dict[str, object]]:
    from quasiprint.addons.reading.recogniser.expected import expect

    files = dict(made(game, format))
    manifest = decode(files["manifest.json"], game)
    shop = Build(run_of(manifest, files))
    (offer,) = offers_of(manifest).values()
    return shop, expect(shop.set(offer.maker)), manifest


def recognised(game: str, format: str, files: Files, extruders: int = 0) -> Recognition:
    """Return what the recogniser says of a small set's files of one format. extruders: of the beds; their own if 0.
    Before 3MF it reads STL, as in a set that has both."""
    from quasiprint.addons.reading.proof import IMPORTERS, recognise
    from quasiprint.addons.reading.recogniser.match import Recogniser
    from quasiprint.addons.reading.recogniser.shapes import Reading

    recogniser = Recogniser(_known(game, format)[1])
    for name, own in (("stl", dict(made(game, "stl"))), (format, files))[format != "3mf" :]:
        shop, known, manifest = _known(game, name)
        stock = shop.run.profiles
        beds = shop.beds if known.game_set.measures.process == "printer" else {}
        reading = Reading(
            set=known.game_set,
            files={path: content for path, content in own.items() if path.startswith(f"{name}/")},
            items=files_of(manifest),
            bed=stock.bed,
            beds={slicer: replace(bed, extruders=extruders or bed.extruders) for slicer, bed in beds.items()},
            looks=stock.sheet.looks,
            margin=stock.sheet.margin,
            gap=stock.sheet.gap,
            papers=stock.pages,
        )
        reads: list[Recognition] = []

        def read(*given: Any, reads: list[Recognition] = reads) -> Iterator[str]:
            reads.append((yield from recognise(*given)))

        list(read(import_module(IMPORTERS[name]), name, reading, recogniser))
    return reads[0]


def fault(format: str, kind: str, codes: str, edit: Edit) -> Fault:
    """Return a fault. codes: with blanks between them."""
    return Fault(format, kind, edit, frozenset(codes.split()))


def in_text(format: str, path: Callable[[Files], str]) -> Callable[[str, str, Callable[[str], str]], Fault]:
    """Return what makes a fault of an edit of a file's text."""

    def of(kind: str, codes: str, change: Callable[[str], str]) -> Fault:
        def edit(files: Files) -> None:
            before = files[path(files)].decode()
            if (after := change(before)) == before:
                raise NotHere(kind)
            files[path(files)] = after.encode()

        return fault(format, kind, codes, edit)

    return of


def once(found: str, put: str, flags: int = re.M) -> Callable[[str], str]:
    """Return a change of the first place of a text that an expression finds."""
    return lambda text: re.sub(found, put, text, count=1, flags=flags)


def first(files: Files, beginning: str, ending: str = "") -> str:
    """Return the first path of a beginning and an ending. Raises NotHere where there is none."""
    found = next((path for path in sorted(files) if path.startswith(beginning) and path.endswith(ending)), None)
    if found is None:
        raise NotHere(beginning)
    return found
