"""What a hair decides is said, and what is said holds when it is done."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke

from quasiprint.api import Request
from quasiprint.make.advice import _nearest, advice
from quasiprint.make.run import settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.finding import Severity
from quasiprint.model.production import Offer


def said(shop: Workshop, *offers: Offer) -> list[str]:
    found = advice(shop, offers or (Offer.SOLIDS, Offer.DRAWINGS))
    assert all(one.code == "hair-saves" and one.severity is Severity.NOTE for one in found)
    return [f"{one.subject}: {one.message}" for one in found]


def majomino(**measures: float) -> Workshop:
    """A set whose plates are made in relief, too."""
    return Workshop(settle(Request("majomino", {}, extras=("relief",), **measures)))


def plates(shop: Workshop, *, relief: bool) -> int:
    return next(len(one.plates) for one in shop.solids.projects if one.relief is relief)


def sheets(shop: Workshop) -> int:
    return sum(re.fullmatch(r"sheet-\d+", drawing.name) is not None for drawing in shop.drawings.drawings)


def test_an_edge_and_a_margin_that_save_plates_are_named_and_do() -> None:
    usual = majomino(edge=20.0)
    (line,) = (line for line in said(usual, Offer.SOLIDS) if "relief" in line)
    now, with_edge, edge, with_margin, margin = re.findall(
        r"takes (\d+) relief plates; it would take (\d+) with --edge ([\d.]+), not 20, "
        r"or (\d+) with a margin of ([\d.]+) mm, not 3, in the profile prusa-mk4",
        line,
    )[0]
    assert plates(usual, relief=True) == int(now) > int(with_edge)
    assert plates(majomino(edge=float(edge)), relief=True) == int(with_edge)
    assert plates(majomino(edge=float(edge) + 0.1), relief=True) == int(now)
    for off, due in ((0.0, with_margin), (0.1, now)):
        run = usual.run
        bed = replace(run.profiles.bed, margin=float(margin) + off)
        own = replace(run, profiles=replace(run.profiles, beds=(bed, *run.profiles.beds[1:])))
        assert plates(Workshop(own), relief=True) == int(due)


def test_advice_is_for_the_bed_that_is_laid_out_though_its_tower_gave_way() -> None:
    usual = majomino(edge=20.0)
    bed, *others = usual.run.profiles.beds
    bed = replace(bed, tower=(0.0, 0.0, bed.width, bed.depth))
    shop = Workshop(replace(usual.run, profiles=replace(usual.run.profiles, beds=(bed, *others))))
    found = said(shop, Offer.SOLIDS)
    assert [line.partition(";")[0] for line in found] == [
        f"majomino, plates: the set takes {plates(shop, relief=False)} plates",
        f"majomino, relief plates: the set takes {plates(shop, relief=True)} relief plates",
    ]


@pytest.mark.thorough
def test_a_larger_sheet_that_saves_one_is_named_and_does() -> None:
    usual = Workshop(settle(Request("triomino", {}, edge=36.0)))
    stock = replace(usual.run.profiles.sheet, width=204.0, height=270.0, sizes=())

    def on(width: float, height: float) -> Workshop:
        sheet = replace(stock, width=width, height=height)
        return Workshop(replace(usual.run, profiles=replace(usual.run.profiles, sheet=sheet)))

    # the widest that is too narrow by a hair: the last at which two more millimetres save one
    fewer, short = sheets(on(228.0, 270.0)), (228.0, 270.0)
    while sheets(on(*short)) == fewer:
        short = (short[0] - 2, 270.0)
    assert short[0] > 150
    (line,) = said(on(*short), Offer.DRAWINGS)
    count, width = re.findall(r"(\d+) with a sheet of (\d+) × 270 mm", line)[0]
    assert float(width) > short[0]
    assert sheets(on(float(width), 270.0)) == int(count)


def test_an_edge_is_tried_with_as_many_boards_as_there_are() -> None:
    """Boards of 7 × 7 are not drawn anew for each edge: one of rows stands for them all."""
    usual = Workshop(settle(Request("majomino", {"size": 7, "count": 6})))
    stock = replace(usual.run.profiles.sheet, width=302.0, height=300.0, sizes=())

    def with_edge(edge: float) -> Workshop:
        run = settle(Request("majomino", {"size": 7, "count": 6}, edge=edge))
        return Workshop(replace(run, profiles=replace(run.profiles, sheet=stock)))

    (line,) = said(with_edge(20.0), Offer.DRAWINGS)
    now, fewer, edge = re.findall(r"takes (\d+) sheets; it would take (\d+) with --edge ([\d.]+), not 20", line)[0]
    assert sheets(with_edge(float(edge))) == int(fewer) < int(now)
    assert sheets(with_edge(float(edge) + 0.1)) == int(now)


@pytest.mark.parametrize(("game", "where"), [("quasimino", "4.1"), ("triomino", "3.5")])
def test_why_there_are_no_plates_in_relief_is_said_with_a_remedy_that_holds(game: str, where: str) -> None:
    shop = Workshop(settle(Request(game, {}, thickness=4.1, extras=("relief",))))
    assert not any(one.relief for one in shop.solids.projects)
    (note,) = (one for one in advice(shop, (Offer.SOLIDS,)) if one.code == "no-colour-change")
    assert note.severity is Severity.NOTE
    assert note.message == (
        f"the filament would be changed {where} mm up, which is not a whole number of layers of 0.2 mm; "
        "there are no plates in relief"
    )
    thickness = float(note.remedy.removeprefix("choose --thickness "))
    mended = Workshop(settle(Request(game, {}, thickness=thickness, extras=("relief",))))
    assert any(one.relief for one in mended.solids.projects)
    assert not any(one.code == "no-colour-change" for one in advice(mended, (Offer.SOLIDS,)))


def test_nothing_is_said_of_plates_in_relief_that_nobody_asked_for() -> None:
    shop = Workshop(settle(Request("quasimino", {}, thickness=4.1)))
    assert not any(one.relief for one in shop.solids.projects)
    assert not any(one.code == "no-colour-change" for one in advice(shop, (Offer.SOLIDS,)))


def test_one_nozzle_is_told_of_what_it_prints_in_one_colour_unasked() -> None:
    shop = Workshop(settle(Request("quasimino", {}, thickness=4.1, profiles=("ender-3",))))
    assert all(one.relief for one in shop.solids.projects)
    (note,) = (one for one in advice(shop, (Offer.SOLIDS,)) if one.code == "no-colour-change")
    assert note.message.endswith("are printed in one colour")


def test_some_things_that_are_printed_in_one_colour_are_told_of() -> None:
    """Markers of a Quomino set are sunk, everything else is raised."""
    run = settle(Request("quomino", {}, extras=("relief",)))
    measures = tuple(replace(one, finish=replace(one.finish, groove_depth=0.3)) for one in run.profiles.measures)
    shop = Workshop(replace(run, profiles=replace(run.profiles, measures=measures)))
    (note,) = (one for one in advice(shop, (Offer.SOLIDS,)) if one.code == "no-colour-change")
    assert "1 of " in note.message
    assert note.message.endswith("things, marker among them, are printed in one colour")
    assert note.remedy.startswith("choose a thickness, depths and a layer")


def test_nothing_is_said_where_nothing_saves() -> None:
    assert said(Workshop(settle(Request("triomino", {}, edge=36.0)))) == []


def test_the_nearest_value_is_found_and_none_where_the_limit_saves_nothing() -> None:
    assert _nearest(20.0, -0.1, 19.0, 6, lambda edge: 3 if edge <= 19.65 else 6) == (19.6, 3)
    assert _nearest(600.0, 1.0, 612.0, 2, lambda side: 1 if side >= 610 else 2) == (610.0, 1)
    assert _nearest(20.0, -0.1, 19.0, 6, lambda edge: 6) is None
    assert _nearest(2.0, -0.1, 2.0, 6, lambda margin: 1) is None


def test_no_set_is_designed_of_a_value_that_cannot_save() -> None:
    asked: list[float] = []

    def count(edge: float) -> int:
        asked.append(edge)
        return 3 if edge <= 19.65 else 6

    assert _nearest(20.0, -0.1, 19.0, 6, count, lambda edge: edge <= 19.65) == (19.6, 3) and asked == [19.6]
    assert _nearest(20.0, -0.1, 19.0, 6, count, lambda edge: edge <= 19.85) == (19.6, 3) and max(asked) == 19.8
    assert _nearest(20.0, -0.1, 19.9, 6, count, lambda edge: True) is None
    assert _nearest(20.0, -0.1, 19.0, 6, lambda edge: 3, lambda edge: False) is None


def test_make_says_it_and_the_manifest_keeps_it(tmp_path: Path) -> None:
    result = invoke("make", "majomino", "--format", "stl", "--edge", "20", "-o", tmp_path / "set", code=0)
    assert "note: hair-saves: majomino, plates: the set takes" in result.stderr
    assert '"hair-saves"' in (tmp_path / "set" / "manifest.json").read_text()


@pytest.mark.parametrize("cut", ["shared"])
def test_sheets_of_shared_cuts_are_not_judged(cut: str) -> None:
    run = settle(Request("triomino", {}, cut=cut, profiles=("k40-whisperer",), edge=45.0))
    assert said(Workshop(run), Offer.DRAWINGS) == []
