"""Equal sets give equal bytes, whichever of their parts are one and the same value in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from quasiprint.make.make import encode
from quasiprint.make.run import Request, Run, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import PROCESSES
from quasiprint.model.face import Face

SMALL = {
    "quomino": {"size": 4},
    "majomino": {"size": 3, "count": 3},
    "triomino": {"highest": 1, "finish": "inlaid"},
    "quasimino": {"colours": 2},
}


def rebuilt(value: Any) -> Any:
    """Return an equal value that shares no part with this one, nor its parts with each other."""
    if is_dataclass(value) and not isinstance(value, type):
        fresh = object.__new__(type(value))
        for entry in fields(value):
            object.__setattr__(fresh, entry.name, rebuilt(getattr(value, entry.name)))
        return fresh
    return tuple(rebuilt(part) for part in value) if type(value) is tuple else value


def parts(value: Any) -> Iterator[Any]:
    """Yield all values that a value is built of, as often as they stand in it."""
    if is_dataclass(value) and not isinstance(value, type):
        yield value
        for entry in fields(value):
            yield from parts(getattr(value, entry.name))
    elif type(value) is tuple:
        yield from (part for entry in value for part in parts(entry))


def of(run: Run, *, apart: bool) -> dict[str, bytes]:
    """Return the files of all formats of a run's set. apart: of a set that was built again."""
    shop = Build(run)
    if apart:
        for process in PROCESSES:
            held = shop.set(process)
            shop._sets[process] = shop._parts[process] = rebuilt(held)
            assert shop.set(process) == held
            faces = [part for part in parts(shop.set(process)) if isinstance(part, Face)]
            assert len({id(face) for face in faces}) == len(faces) >= len(held.items)
    return {made.path: made.content for one in encode(shop, 1) if (made := one.artefact)}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", SMALL)
def test_a_set_that_was_built_again_gives_the_same_bytes(game: str) -> None:
    formats = ("stl", "3mf", "svg", "dxf", *["step", "pdf"] * (game == "quomino"))
    run = settle(Request(game, SMALL[game], formats=formats))
    one, other = of(run, apart=False), of(run, apart=True)
    assert {path.partition("/")[0] for path in one} == set(formats)
    assert [path for path in one if one[path] != other.get(path)] == []
    assert set(one) == set(other)


def test_a_set_of_the_program_has_parts_that_are_one_value() -> None:
    """Otherwise there would be nothing to show: equal pieces share their face."""
    held = Build(settle(Request("quomino", SMALL["quomino"]))).set(PROCESSES[1])
    faces = [piece.face for piece in held.pieces]
    assert len({id(face) for face in faces}) == len(set(faces)) < len(faces)
