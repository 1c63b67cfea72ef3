"""Sets of version 0.1 are read with the faces and inks that it drew; laws that are newer do not bind them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quasiprint.checks import check_set
from quasiprint.games.quasimino.token_laws import token_findings
from quasiprint.games.quomino.accessories import NAMES
from quasiprint.games.triomino.pips import pip_findings
from quasiprint.model.finding import Finding
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.profile_record import INKS_BEFORE, restored
from quasiprint.pipeline.profiles import choose
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop


def older(game: str, process: Maker, **parameters: object) -> tuple[GameSet, list[Finding]]:
    """Return a set as version 0.1 drew it, and what is wrong with it."""
    shop = Workshop(replace(settle(Request(game, parameters)), older=True))
    return shop.set(process), [*shop.prove((process,))[0], *check_set(shop.set(process))[0]]


@pytest.mark.parametrize("process", [Maker.PRINTER, Maker.LASER, Maker.PAPER])
def test_older_tokens_have_ten_sides_and_no_newer_law(process: Maker) -> None:
    held, findings = older("quasimino", process, colours=1)
    assert {len(thing.face.nominal) for thing in held.accessories} == {10}
    assert findings == []
    assert [finding.code for finding in token_findings(held)] == ["token-hides-stripe"]


@pytest.mark.parametrize("highest", [5, 9])
def test_older_pips_lie_on_the_places_of_a_die_and_under_no_newer_law(highest: int) -> None:
    held, findings = older("triomino", Maker.PRINTER, marks="pips", highest=highest)
    assert all(len(mark.ink) == mark.label for piece in held.pieces for mark in piece.face.marks)
    assert findings == []
    assert [finding.code for finding in pip_findings(held)] == ["pips-scattered"]


def test_an_older_paper_quomino_has_a_tinted_back() -> None:
    held, findings = older("quomino", Maker.PAPER, size=4)
    faces = {piece.face for piece in held.pieces if piece.shape == "quomino"}
    assert [(face.back_colour, len(face.back), len(face.back[0].outer)) for face in faces] == [(None, 1, 4)]
    assert findings == []


@pytest.mark.parametrize(
    ("options", "squares"), [({"size": 4}, [4.5]), ({}, [4.75, 5.75])], ids=["one size", "all sizes"]
)
def test_an_older_paper_board_is_glued_along_the_middles_of_squares_and_names_none(
    options: dict[str, object], squares: list[float]
) -> None:
    """The rim is a quarter of a square."""
    held, findings = older("quomino", Maker.PAPER, **options)
    boards = [thing.face for thing in held.accessories if thing.kind.startswith("board")]
    corners = [list(zip(*face.nominal, strict=True)) for face in boards]
    assert [max(xs) - min(xs) for xs, _ in corners] == [count * held.measures.size.edge for count in squares]
    assert all(len(face.nominal) == 4 for face in boards)
    assert NAMES not in {mark.slot for face in boards for mark in face.marks}
    assert findings == []


def test_an_older_printed_quomino_has_sunk_corners() -> None:
    held, findings = older("quomino", Maker.PRINTER, size=4)
    faces = {piece.face for piece in held.pieces if piece.shape == "quomino"}
    assert [(face.back_colour, len(face.back), face.hollows) for face in faces] == [(None, 5, ())]
    assert findings == []


def test_inks_of_a_manifest_that_records_none_stand_in_their_old_order() -> None:
    own = settle(Request("quasimino", {})).profiles
    told = {
        "profiles": {"bed": own.bed.name, "sheet": own.sheet.name, "palette": "okabe-ito"},
        "measures": {},
        "kerf": 0.2,
    }
    told["measures"] = {measures.process: {} for measures in own.measures}
    inks = restored(told).palette.inks
    assert tuple(ink.name for ink in inks) == INKS_BEFORE["okabe-ito"]
    assert [ink.pattern for ink in inks] == [ink.pattern for ink in own.palette.inks]
    for name, order in INKS_BEFORE.items():
        assert sorted(order) == sorted(ink.name for ink in choose((name,)).palette.inks)
