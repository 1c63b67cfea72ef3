"""What tests share is what the program returns: told again for equal arguments alone, and only where it may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import remembered
from remembered import MEMORY, MOST, Memory, key
from remembered_runs import Runs, run_of

from quasiprint import plugins
from quasiprint.documents import typeset
from quasiprint.layout import nesting, plates
from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer
from quasiprint.pipeline.make import Making
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    found = Memory()
    found.active, found.shared = True, tmp_path
    return found


def test_arguments_that_differ_have_other_keys() -> None:
    dots = np.zeros((2, 3), dtype=np.uint8)
    other = dots.copy()
    other[1, 2] = 1
    values = [
        *(1, 1.0, True, "1", b"1", (1,), [1], ((1,),), {"a": 1}, {"a": 2}, {"b": 1}, None, SQUARE, SQUARE[::-1]),
        *(dots, other, dots.reshape(3, 2), dots.astype(np.int8)),
    ]
    assert len({key(value) for value in values}) == len(values)
    assert key((dots, {"a": [SQUARE]})) == key((dots.copy(), {"a": [tuple(SQUARE)]}))
    with pytest.raises(TypeError):
        key({1, 2})


def test_work_is_done_once_for_equal_arguments_and_not_where_all_is_done_afresh(memory: Memory) -> None:
    asked: list[object] = []
    work = memory.remembering(lambda *arguments, **named: asked.append((arguments, named)) or len(asked))
    assert [work(1), work(1), work(2), work(1, a=1), work({3}), work({3})] == [1, 1, 2, 3, 4, 5]
    memory.active = False
    assert work(1) == 6
    memory.active = True
    assert work(1) == 1
    for number in range(MOST):
        work("more", number)
    assert work(1) == len(asked) == 6 + MOST + 1  # it was let go of


def test_what_fails_fails_again(memory: Memory) -> None:
    for work in (memory.remembering(lambda n: 1 // n), memory.sharing(lambda n: 1 // n, lambda: "")):
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                work(0)


def test_a_remembered_picture_cannot_be_painted_over(memory: Memory) -> None:
    shown = memory.remembering(lambda: np.zeros(3))()
    with pytest.raises(ValueError, match="read-only"):
        shown[0] = 1


def test_books_are_shared_by_all_processes_and_made_anew_where_what_they_read_is_another(memory: Memory) -> None:
    asked: list[str] = []
    layout = ["one"]
    one, other = (
        memory.sharing(lambda text: (asked.append(text) or f"{text} {len(asked)}").encode(), lambda: layout[0])
        for _ in range(2)
    )
    assert [one("a"), other("a"), one("b")] == [b"a 1", b"a 1", b"b 2"]
    layout[0] = "two"
    assert other("a") == b"a 3"
    memory.active = False
    assert one("a") == b"a 4"


def test_the_program_calls_what_remembers() -> None:
    assert MEMORY.active
    for work in (typeset.typeset, nesting.nest, plates.nest):
        assert work.__wrapped__.__name__ == work.__name__
    assert plates.nest is nesting.nest
    items = [("a", SQUARE), ("b", SQUARE)]
    assert nesting.nest("plate", items, 9.0, 9.0, 1.0, 1.0) is nesting.nest("plate", list(items), 9.0, 9.0, 1.0, 1.0)
    assert nesting.nest("plate", items, 9.0, 9.0, 1.0, 1.0) == nesting.nest.__wrapped__(
        "plate", items, 9.0, 9.0, 1.0, 1.0
    )


@pytest.mark.afresh
def test_nothing_is_told_again_where_all_is_done_afresh() -> None:
    assert not MEMORY.active
    one, other = (nesting.nest("plate", [("a", SQUARE)], 9.0, 9.0, 1.0, 1.0) for _ in range(2))
    assert one == other
    assert one is not other


# --- what follows from runs


def shop_of(parameters: dict[str, object], **asked: object) -> Workshop:
    return Workshop(settle(Request("triomino", {"highest": 0, **parameters}, **asked)))  # type: ignore[arg-type]


def files_of(shop: Workshop) -> dict[str, bytes]:
    return {one.path: one.content for one in Making(shop).artefacts()}


def test_equal_runs_are_designed_and_written_once() -> None:
    one, other = (shop_of({}, formats=("stl",)) for _ in range(2))
    assert one.run == other.run and one is not other
    assert one.whole(Maker.PRINTER) is other.whole(Maker.PRINTER)
    first, second = files_of(one), files_of(other)
    assert first == second
    assert all(first[path] is second[path] for path in first if path.startswith("stl/"))
    (_, facts), (_, again) = (shop.prove((Maker.PRINTER,)) for shop in (one, other))
    assert facts == again and facts is not again  # nobody can change what others are told


@pytest.mark.parametrize("asked", [{"kerf": 0.3}, {"edge": 31.0}, {"thickness": 4.0}, {"seed": 1}])
def test_runs_that_differ_are_told_apart(asked: dict[str, object]) -> None:
    assert run_of(shop_of({})) != run_of(shop_of({}, **asked))
    assert run_of(shop_of({}), 1) != run_of(shop_of({}), 2)


def test_what_is_written_otherwise_is_another_run() -> None:
    """Equal numbers may be written as other bytes."""
    shop = shop_of({})
    whole, broken = (
        Workshop(replace(shop.run, parameters=(*shop.run.parameters, ("length", length)))) for length in (1, 1.0)
    )
    assert whole.run == broken.run
    assert run_of(whole) != run_of(broken)


def test_a_set_that_is_remembered_is_made_as_one_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [files_of(shop_of({}, formats=("svg", "pdf"))) for _ in range(2)]
    monkeypatch.setattr(MEMORY, "active", False)
    assert files_of(shop_of({}, formats=("svg", "pdf"))) == told[0] == told[1]


def test_what_a_test_has_put_into_the_program_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    first = files_of(shop_of({}, formats=("stl",)))
    monkeypatch.setenv("QUASIPRINT_NOTHING", "1")
    path = next(path for path in first if path.startswith("stl/"))
    assert files_of(shop_of({}, formats=("stl",)))[path] is first[path]  # no part of the program
    monkeypatch.setattr("quasiprint.pipeline.artefacts._files", lambda shop, name: iter(()))
    assert path not in files_of(shop_of({}, formats=("stl",)))
    monkeypatch.undo()
    assert files_of(shop_of({}, formats=("stl",)))[path] is first[path]


def test_what_is_installed_is_looked_up_again_wherever_python_looks_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = "quasiprint.nosuch"

    def install(name: str) -> None:
        about = tmp_path / f"{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{group}]\n{name} = {name}:IT\n")

    install("one")
    asked = plugins.plugged_in(group)
    assert asked == () and plugins.plugged_in(group) is asked
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [entry.name for entry in plugins.plugged_in(group)] == ["one"]
    install("two")
    assert [entry.name for entry in plugins.plugged_in(group)] == ["one", "two"]


def test_what_raises_and_what_is_missing_is_asked_again() -> None:
    memory = Memory()
    memory.active = True
    shop, asked = shop_of({}), list[str]()

    def lacks(_: object, name: str, tick: object) -> Iterator[tuple[str, object]]:
        asked.append(name)
        yield name, Unavailable("nothing is there")

    def refuses(_: object, offer: Offer) -> None:
        asked.append(offer)
        raise InputError("too large")

    runs = Runs(memory)
    writing, counting = runs.writing(lacks), runs.counting(refuses)
    for _ in range(2):
        assert len(list(writing(shop, "svg", None))) == 1
        with pytest.raises(InputError):
            counting(shop, Offer.SOLIDS)
    assert len(asked) == 4


def test_files_that_show_equal_bytes_do_all_afresh() -> None:
    for name in ("determinism", "equal_sets", "start_methods", "make_costs", "growth", "bytes"):
        assert (
            "\npytestmark = pytest.mark.afresh\n" in (Path(remembered.__file__).parent / f"test_{name}.py").read_text()
        )
