"""Which known name is meant by one that was typed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quasiprint.errors import as_written, hint, nearest

NAMES = st.lists(st.text("abAB-", min_size=1, max_size=6), max_size=6, unique=True)


@given(st.text("abAB-", max_size=6), NAMES)
def test_only_capitals_may_differ_and_only_from_one_name(typed: str, known: list[str]) -> None:
    found = as_written(typed, known)
    alike = [name for name in known if name.lower() == typed.lower()]
    assert found == (typed if typed in known or len(alike) != 1 else alike[0])


@given(st.text("abAB-", max_size=6), NAMES)
def test_what_is_hinted_at_is_known(typed: str, known: list[str]) -> None:
    assert hint(typed, known) in {"", *(f" (did you mean {name}?)" for name in known)}


def test_a_letter_too_many_is_a_slip_and_another_word_is_none() -> None:
    known = ("majomino", "quasimino", "quomino", "triomino")
    assert [hint(typed, known) for typed in ("quommino", "TRIOMINOS")] == [
        " (did you mean quomino?)",
        " (did you mean triomino?)",
    ]
    assert {hint(typed, known) for typed in ("chess", "", "layout.json")} == {""}


def test_another_shape_is_not_meant() -> None:
    known = ("triangle", "square", "pentagon", "hexagon", "octagon", "dodecagon", "thick-rhomb", "kite", "half-square")
    other = ("rectangle", "decagon", "heptagon", "pentagram", "rhomb", "quadrangle", "dart", "hexagonal")
    assert {word: hint(word, known) for word in other} == dict.fromkeys(other, "")
    for typed, meant in (
        ("tringle", "triangle"),
        ("sqaure", "square"),
        ("Thick_Rhom", "thick-rhomb"),
        ("kites", "kite"),
    ):
        assert hint(typed, known) == f" (did you mean {meant}?)"
    assert nearest("triangel", ["tangle", "triangle", "triangles"]) == ["triangle"]
    assert [nearest(typed, ["all", "any"]) for typed in ("aly", "ANY", "al")] == [[], ["any"], []]
