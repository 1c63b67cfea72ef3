"""A large set takes no more memory than a small one: what is made for a file is given back when the file is written.

And what cannot be made is said before boards are drawn.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from quasiprint import formats
from quasiprint.games.majomino import design as boards
from quasiprint.layout import sheets
from quasiprint.make.make import Making
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.bounded import Bounded, cache_by_weight
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face
from quasiprint.model.page import Book
from quasiprint.model.production import Artefact, Drawing
from quasiprint.model.solid import Mesh
from quasiprint.solids import mesh as meshing

# --- values that are kept as long as there is room ------------------------------------------------


def test_what_is_kept_weighs_no_more_than_it_may() -> None:
    made: list[str] = []
    kept_ = Bounded(lambda key: made.append(key) or key, len, 5)  # type: ignore[func-returns-value]
    assert [kept_[key] for key in ("aa", "bb", "aa", "cc", "aa", "bb")] == ["aa", "bb", "aa", "cc", "aa", "bb"]
    assert made == ["aa", "bb", "cc", "bb"]  # the one that was asked for longest ago went first
    assert (kept_.weight, len(kept_)) == (4, 2)
    assert kept_["too large"] == "too large"
    assert (kept_.weight, len(kept_)) == (9, 1)  # the last one stays, however large
    assert kept_["a"] == "a"
    assert (kept_.weight, len(kept_)) == (1, 1)


def test_a_function_is_called_again_for_what_was_given_back() -> None:
    calls: list[tuple[int, int]] = []

    @cache_by_weight(lambda value: value, 10)
    def product(a: int, b: int) -> int:
        calls.append((a, b))
        return a * b

    assert [product(2, 3), product(2, 3), product(4, 2), product(2, 3)] == [6, 6, 8, 6]
    assert calls == [(2, 3), (4, 2), (2, 3)]


def test_a_value_that_could_not_be_made_is_not_kept() -> None:
    kept_ = Bounded(lambda key: 1 // key, lambda value: value, 5)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            kept_[0]
    assert (kept_.weight, len(kept_)) == (0, 0)


# --- streams ----------------------------------------------------------------------------------------


class Watched:
    """How many of some things live at once, at most."""

    def __init__(self) -> None:
        self.live: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        self.made = self.most = 0

    def see(self, thing: Any) -> Any:
        self.made += 1
        self.live[self.made] = thing
        self.most = max(self.most, len(self.live))
        return thing


class WatchedDrawing(Drawing):
    __slots__ = ("__weakref__",)


class WatchedBook(Book):
    __slots__ = ("__weakref__",)


class WatchedMesh(Mesh):
    __slots__ = ("__weakref__",)


def files(game: str, parameters: dict[str, Any], format: str, **more: Any) -> Iterator[Artefact]:
    """Yield the files of a set in one format, none of which is kept here."""
    shop = Workshop(settle(Request(game, parameters, formats=(format,), **more)))
    one = formats.load(format)
    yield from one.files(shop.production(one.offer))


def counted(made: Iterator[Artefact]) -> int:
    """Return how many files there are, and let go of each."""
    return sum(1 for _ in made)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("format", ["stl", "3mf", "obj"])
def test_bodies_are_built_written_and_given_back(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    build = meshing.mesh
    monkeypatch.setattr(meshing, "mesh", lambda solid: watched.see(WatchedMesh(build(solid).surfaces)))
    monkeypatch.setattr(meshing, "KEPT", 3000)
    assert counted(files("majomino", {"size": 3, "count": 24}, format, extras=("relief",))) >= 5
    assert watched.made > 72  # three bodies a board
    assert watched.most < 40, "meshes of many boards lie in memory at once"


def test_meshes_that_are_kept_are_seen_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched()
    build = meshing.mesh
    monkeypatch.setattr(meshing, "mesh", lambda solid: watched.see(WatchedMesh(build(solid).surfaces)))
    monkeypatch.setattr(meshing, "KEPT", 10**9)
    counted(files("majomino", {"size": 3, "count": 24}, "stl"))
    assert watched.most == watched.made > 100


@pytest.mark.sampled(2)
@pytest.mark.parametrize("format", ["svg", "dxf"])
@pytest.mark.parametrize(("room", "most"), [(0, 3), (10**9, 10)])
def test_sheets_are_drawn_written_and_given_back(
    format: str, room: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched()

    def see(*given: Any) -> Drawing:
        drawn: Drawing = watched.see(WatchedDrawing(*given))
        return drawn

    monkeypatch.setattr(sheets, "Drawing", see)
    monkeypatch.setattr(sheets, "KEPT", room)
    made = counted(files("majomino", {"size": 3, "count": 40}, format, edge=60.0))
    assert made - 1 == watched.made >= 10  # and the jig for their backs
    assert (watched.most <= most) is (room == 0)  # kept where there is room for all of them, else given back


def test_a_sheet_that_is_drawn_anew_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "KEPT", -1)
    shop = Workshop(settle(Request("majomino", {"size": 3, "count": 3}, formats=("svg",))))
    drawings = shop.drawings.drawings
    assert [drawing.name for drawing in drawings] == [drawing.name for drawing in drawings[:]]
    assert drawings[0] is not drawings[0]
    assert drawings[0] == drawings[0]
    assert drawings[-1] == drawings[len(drawings) - 1]
    with pytest.raises(IndexError):
        drawings[len(drawings)]


def test_books_are_drawn_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from quasiprint.documents import inventory
    from quasiprint.documents import sheets as pages

    watched = Watched()

    def see(**given: Any) -> Book:
        book: Book = watched.see(WatchedBook(**given))
        return book

    monkeypatch.setattr(pages, "Book", see)
    monkeypatch.setattr(inventory, "Book", see)
    production = Workshop(settle(Request("triomino", {"highest": 2}, formats=("pdf",), papers=("a4", "letter")))).pages
    names = [book.name for book in production.books]
    assert watched.made == len(names) >= 4
    assert watched.most <= 2
    assert names == [book.name for book in production.books]  # and again, whenever they are asked for


def test_what_has_no_room_on_a_page_is_told_before_a_book_is_drawn() -> None:
    with pytest.raises(InputError, match=r"found a piece of .* allowed is what fits on"):
        Workshop(settle(Request("triomino", {}, formats=("pdf",), edge=400.0))).pages  # noqa: B018 - it is made


NOTCH = 0.1  # mm wide, in a side of a square
NOTCHED = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0 + NOTCH, 20.0), (10.0 + NOTCH, 15.0), (10.0, 15.0),
           (10.0, 20.0), (0.0, 20.0))  # fmt: skip


@pytest.mark.parametrize("kerf", [NOTCH / 2, 2 * NOTCH])
def test_a_kerf_that_is_too_wide_is_told_before_a_sheet_is_drawn(kerf: float) -> None:
    shop = Workshop(settle(Request("triomino", {"highest": 1}, formats=("svg",), kerf=kerf)))
    held = shop.set(formats.load("svg").offer.maker)
    last = replace(held.pieces[-1], face=Face(NOTCHED, NOTCHED, ()))
    notched = replace(held, pieces=(*held.pieces[:-1], last))
    if kerf < NOTCH:
        assert len(sheets.Drawings(notched, (), shop.run.profiles.sheet)) == 0
    else:
        with pytest.raises(InputError, match=r"kerf: 0\.2 mm"):
            sheets.Drawings(notched, (), shop.run.profiles.sheet)


# --- before boards are drawn ------------------------------------------------------------------------


def drawn(*_: object) -> None:
    raise AssertionError("boards were drawn")


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("stl", {"edge": 10.0}, "edge: found 10 mm"),
    ("3mf", {"edge": 11.0}, "allowed is what fits on 250 × 210 mm"),
    ("obj", {"edge": 11.0}, "allowed is what fits on 250 × 210 mm"),
    ("step", {"edge": 11.0}, "allowed is what fits on 250 × 210 mm"),
    ("stl", {"edge": 11.0, "thickness": 0.5}, "thickness: found 0.5 mm"),
    ("stl", {"edge": 11.0, "clearance": 3.0}, "allowed is from 20.1 mm"),
    ("svg", {"edge": 60.0}, "allowed is what fits on"),
    ("dxf", {"edge": 60.0}, "allowed is what fits on"),
    ("dxf", {"edge": 3.0}, "edge: found 3 mm"),
    ("svg", {"edge": 12.0, "clearance": 3.0}, "edge: found 12 mm"),
    ("pdf", {"edge": 0.4}, "edge: found 0.4 mm"),
]


@pytest.mark.parametrize(("format", "measures", "said"), REFUSED, ids=lambda value: str(value))
def test_what_cannot_be_made_is_refused_before_boards_are_drawn(
    format: str, measures: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "_draw", drawn)
    with pytest.raises(InputError, match=said):
        Making(Workshop(settle(Request("majomino", {"size": 21}, formats=(format,), **measures))))


def test_what_can_be_made_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "_draw", drawn)
    with pytest.raises(AssertionError, match="boards were drawn"):
        Making(Workshop(settle(Request("majomino", {"size": 21}, formats=("svg", "pdf")))))
