"""Sheets of several colours, read back by shapely: what the beam leaves of each inlay is what it takes out of its
pocket, and the press; each colour is all there; and what falls apart has a backing."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from called import invoke, refusal
from readers_sets import SETS
from shapely import MultiPolygon, Polygon, STRtree
from sheet_read import Sheet, read

from quasiprint.addons.machines import inlay as write
from quasiprint.addons.machines.inlay import Plan, check, fields, files, plan_of
from quasiprint.make.make import Making
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.production import DrawingProduction
from quasiprint.model.profile import SheetOperation

KERF = 0.2
OFF = 0.004  # mm: chords of arcs, four decimals
# small sets, of numbers with those that fall out: 0 and 4
FOUR: dict[str, dict[str, object]] = {"quasimino": {"colours": 2}, "triomino": {"highest": 4},
                                      "majomino": {"size": 5, "count": 4}, "quomino": {"size": 6}}  # fmt: skip
# of each some pieces, several of a kind
ONLY = {"quasimino": ("thick-0011", "thin-0100", "token-solid:3"), "triomino": ("0-0-4", "1-2-3", "0-1-4"),
        "majomino": ("board-1", "marker:3"), "quomino": ("omino-01", "omino-12", "marker:3", "board")}  # fmt: skip
MAPPED = re.compile(r'<path d="([^"]*)" fill="([^"]*)"')


@cache
def production(name: str, **options: object) -> DrawingProduction:
    own = (name, FOUR[name]) if name in FOUR else ("set", {"set_file": str(SETS / f"{name}.toml")})
    return Build(settle(Request(*own, **options))).drawings  # type: ignore[arg-type]


def written(folder: Path, name: str, **options: object) -> Path:
    """Write the files of a set into a folder, and return where they lie."""
    for file in files(production(name, **options)):
        path = folder / file.path
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(file.content)
    return folder / "laser-inlay"


def sheets(folder: Path, kind: str) -> list[Sheet]:
    """Return the faces of the sheets of a kind, of which there are fewer than ten."""
    return [read(path) for path in sorted(folder.glob(f"{kind}-?.svg"))]


def area(sheet: Sheet, operation: str) -> list[Polygon]:
    """Return what each path of an operation encloses; rings within others are holes."""
    found = []
    for lines in sheet.lines:
        if lines.operation == operation:
            rings = sorted(map(Polygon, lines.rings), key=lambda ring: -ring.area)
            found.append(Polygon(rings[0].exterior, [ring.exterior for ring in rings[1:]]))
    return found


def inlays(sheet: Sheet) -> list[Polygon]:
    """Return the inlays of a sheet as they are cut: the holes are paths of their own."""
    holes = [Polygon(ring) for lines in sheet.lines if lines.operation == "cut-inner" for ring in lines.rings]
    tree = STRtree(holes)
    outer = [sheet.outline(cut) for cut in sheet.cuts()]
    found = [Polygon(one.exterior, [holes[k].exterior for k in tree.query(one, "contains")]) for one in outer]
    assert sum(len(one.interiors) for one in found) == len(holes)
    return found


def mapped(folder: Path, number: int, height: float) -> list[tuple[Polygon, str]]:
    """Return what a map shows, each with its colour, y up."""
    found = []
    for data, fill in MAPPED.findall((folder / f"map-{number}.svg").read_text()):
        parts = [part.rstrip("Z").split("L") for part in data.split("M") if part]
        rings = [np.array([[*map(float, p.split())] for p in part]) * (1, -1) + (0, height) for part in parts]
        found.append((Polygon(rings[0], rings[1:]), fill))
    return found


def too_wide(one: Polygon | MultiPolygon, two: Polygon | MultiPolygon) -> bool:
    """Tell whether two areas differ somewhere by more than they were rounded to."""
    return not one.symmetric_difference(two).buffer(-OFF).is_empty


def measure(folder: Path, name: str, press: float = 0.0, pocket: str = "cut-inner") -> Counter[str]:
    """Hold each inlay, where the map shows it, against the pocket there; return how many there are of each colour."""
    shown = Counter[str]()
    for number, sheet in enumerate(sheets(folder, "ground"), 1):
        tiles = [sheet.outline(cut) for cut in sheet.cuts()]
        made, pockets = [tile.buffer(-KERF / 2, join_style="mitre") for tile in tiles], area(sheet, pocket)
        through = area(sheet, "cut-inner")
        trees = STRtree(made), STRtree(pockets), STRtree(through)
        for inlay, fill in mapped(folder, number, sheet.height):
            if fill == production(name).set.palette.body:
                continue
            shown[fill] += 1
            piece = inlay.buffer(-KERF / 2, quad_segs=16)
            within = piece.representative_point()
            (tile,) = trees[0].query(within, "within")
            own = max(
                (pockets[k] for k in trees[1].query(piece, "intersects")), key=lambda one: one.intersection(piece).area
            )
            hole = own.buffer(KERF / 2, quad_segs=16).buffer(press / 2, quad_segs=16).intersection(made[tile])
            for k in trees[2].query(own, "contains_properly"):  # what is cut through the tile is cut through its inlay
                hole = hole.difference(through[k].buffer(KERF / 2, quad_segs=16))
            assert not too_wide(piece, hole), (name, number, piece.centroid)
    return shown


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [*FOUR, "macmahon-squares", "truchet", "penrose-rhombs"])
def test_inlays_differ_from_their_pockets_by_kerf_alone_and_all_are_there(name: str, tmp_path: Path) -> None:
    some = {"only": ONLY[name]} if name in ONLY else {}
    folder, made = written(tmp_path, name, **some), production(name, **some).set
    shown = measure(folder, name)
    marks = [(one.count, mark) for one in made.items for mark in one.face.marks if mark.operation == "engrave"]
    marks = [(count, mark) for count, mark in marks if mark.colour is not None] or marks
    for colour in {mark.colour for _, mark in marks}:
        fields = [
            (n, Polygon(one.outer, one.holes)) for n, mark in marks if mark.colour == colour for one in mark.field
        ]
        kind, rgb = (
            ("marks", "#000000") if colour is None else (made.palette.inks[colour].name, made.palette.inks[colour].rgb)
        )
        own = [inlay for sheet in sheets(folder, kind) for inlay in inlays(sheet)]
        assert len(own) == shown.pop(rgb) == sum(count for count, _ in fields)
        left = sum(inlay.buffer(-KERF / 2).area for inlay in own)
        # rims and rings that would break are filled on an omino
        assert left == pytest.approx(sum(count * field.area for count, field in fields), rel=0.01) or name == "quomino"
    assert not shown
    rows = {row["sheets of"]: row for row in csv.DictReader(io.StringIO((folder / "bill.csv").read_text()))}
    assert {kind: int(row["files"]) for kind, row in rows.items()} == {kind: len(sheets(folder, kind)) for kind in rows}


@pytest.mark.parametrize("press", [0.15, -0.1])
def test_an_inlay_is_wider_than_its_pocket_by_the_press(press: float, tmp_path: Path) -> None:
    folder = written(tmp_path, "truchet", press=press)
    assert measure(folder, "truchet", press).total() == 8
    with pytest.raises(AssertionError):
        measure(folder, "truchet", press - 0.02)


def test_engraved_pockets_leave_tiles_whole(tmp_path: Path) -> None:
    folder = written(tmp_path, "macmahon-squares", pocket=1.5)
    assert measure(folder, "macmahon-squares", pocket="engrave")
    assert not sheets(folder, "backing") and not area(sheets(folder, "ground")[0], "cut-inner")
    assert {row["thickness mm"] for row in csv.DictReader((folder / "bill.csv").open())} == {"3", "1.5"}


def test_what_comes_apart_or_lies_face_down_has_a_backing_and_nothing_else(tmp_path: Path) -> None:
    """The inside of a 0 falls out; boards of Majomino hold together, and lie face up."""
    plans = {name: plan_of(production(name)) for name in ("triomino", "majomino", "quomino")}
    assert {name: len(plan.backed) for name, plan in plans.items()} == {"triomino": 35, "majomino": 0, "quomino": 45}
    assert plans["triomino"].apart == sum("0" in i or "4" in i for i in plans["triomino"].backed) > 0
    holes = [Counter(len(lines.rings) for lines in sheet.lines if lines.operation == "cut-inner")
             for sheet in sheets(written(tmp_path, "quomino"), "backing")]  # fmt: skip
    assert sum(holes, Counter()) == {1: 36}  # what a finger turns an omino by, through all layers


def test_the_coupon_has_equal_pockets_and_an_inlay_for_each_press(tmp_path: Path) -> None:
    folder = written(tmp_path, "truchet")
    pockets = area(read(folder / "coupon-ground.svg"), "cut-inner")
    tried = inlays(read(folder / "coupon-inlays.svg"))
    assert len(pockets) == len(tried) == 7
    for pocket, inlay, press in zip(pockets, tried, (-0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2), strict=True):
        hole = pocket.buffer((KERF + press) / 2, quad_segs=16)
        assert not too_wide(inlay.buffer(-KERF / 2, quad_segs=16), hole)
        assert any(inlay.contains_properly(number) for number in area(read(folder / "coupon-inlays.svg"), "engrave"))


@pytest.mark.parametrize(("width", "presses"), [(110.0, [-0.1, 0.0, 0.1, 0.2]), (60.0, [-0.1, 0.2])])
def test_a_coupon_with_few_presses_has_the_loosest_and_the_tightest(
    width: float, presses: list[float], tmp_path: Path
) -> None:
    made = production("truchet")
    assert made.stock is not None
    small = replace(made, stock=replace(made.stock, width=width, height=60.0, sizes=()))
    (coupon,) = [file.content for file in files(small) if file.path.endswith("coupon-inlays.svg")]
    (tmp_path / "coupon.svg").write_bytes(coupon)
    boxes = [inlay.bounds for inlay in inlays(read(tmp_path / "coupon.svg"))]
    grown = [(box[2] - box[0]) - (boxes[0][2] - boxes[0][0]) for box in boxes]
    assert grown == pytest.approx([press - presses[0] for press in presses], abs=OFF)


def broken(how: str) -> Plan:
    """Return a plan of Truchet's tiles in which something is wrong."""
    plan = plan_of(production("truchet"))
    (blue,) = plan.colours
    (sheet,) = blue.drawings
    outer = [path for path in sheet.paths if path.operation is SheetOperation.CUT_OUTER]
    if how == "lost":
        return replace(plan, colours=(replace(blue, drawings=(replace(sheet, paths=tuple(outer[1:])),)),))
    if how == "twice":
        return replace(plan, colours=(replace(blue, drawings=(replace(sheet, paths=(*sheet.paths, outer[0])),)),))
    if how == "no pocket":
        (ground, *others) = plan.ground.drawings
        k = next(k for k, path in enumerate(ground.paths) if path.operation is SheetOperation.CUT_INNER)
        paths = (*ground.paths[:k], *ground.paths[k + 1 :])
        return replace(plan, ground=replace(plan.ground, drawings=(replace(ground, paths=paths), *others)))
    wider = {"wide": 0.01, "narrow": -0.01}[how]
    id, (inlay, *rest) = next(iter(plan.inlays.items()))
    grown = Polygon(inlay.shape.outer).buffer(wider).exterior.coords[:-1]
    shape = replace(inlay.shape, outer=tuple((x, y) for x, y in grown)[::-1])
    return replace(plan, inlays={**plan.inlays, id: (replace(inlay, shape=shape), *rest)})


FAULTS = {"lost": "inlay-count", "twice": "inlay-count", "no pocket": "pocket-count"}


@pytest.mark.parametrize("how", [*FAULTS, "wide", "narrow"])
def test_a_fault_is_found_before_anything_is_written(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = production("truchet")
    assert not list(check(made.set, plan_of(made)))
    wrong = broken(how)
    assert FAULTS.get(how, "inlay-misfit") in {finding.code for finding in check(made.set, wrong)}
    monkeypatch.setattr(write, "plan_of", lambda _: wrong)
    assert "fault of the program" in refusal(lambda: next(files(made)))


def test_a_colour_takes_as_many_sheets_as_it_needs_and_no_larger_inlay_than_one() -> None:
    made = production("truchet")
    assert made.stock is not None
    small = replace(made, stock=replace(made.stock, width=60.0, height=60.0, sizes=()))
    assert len([file for file in files(small) if re.fullmatch("laser-inlay/blue-[0-9].svg", file.path)]) > 1
    tiny = replace(made, stock=replace(made.stock, width=30.0, height=60.0, sizes=()))
    assert "allowed is what fits" in refusal(lambda: next(files(tiny)))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kerf": 0.0}, "--kerf: found 0 mm, allowed with --format laser-inlay is above 0"),
        ({"pocket": 3.0}, "--pocket: found 3 mm, allowed is 0, to cut pockets through, or less than"),
        ({"kerf": 0.7}, "allowed is from 1.4 mm, twice the finest stroke and the kerf: it would do from an edge of"),
        ({"press": 0.6}, "--press: found 0.6 mm, allowed is from -0.5 to 0.5 mm"),
        ({"edge": 20.0}, "allowed is from 0.8 mm, twice the finest stroke and the kerf: it would do from an edge of"),
    ],
)
def test_what_cannot_be_inlaid_is_refused_with_what_would_do(
    options: dict[str, float], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "label", lambda *_: ())  # to look for room where there is none takes long

    def made(**options: object) -> DrawingProduction:
        return Build(settle(Request("triomino", {"highest": 1}, **options))).drawings  # type: ignore[arg-type]

    refused = refusal(lambda: plan_of(made(**options)))
    assert said in refused
    if edge := re.search(r"from an edge of ([\d.]+) mm", refused):
        assert not refusal(lambda: next(files(made(**{**options, "edge": float(edge[1])}))))


def test_tabs_are_refused_where_they_would_hold_waste() -> None:
    assert "hold waste" in refusal(lambda: next(files(production("truchet", tabs=(4, 0.5)))))
    assert not refusal(lambda: next(files(production("truchet", tabs=(4, 0.5), pocket=1.5))))


def test_storage_is_refused_for_tiles_with_a_backing_that_would_not_fit_it() -> None:
    refused = refusal(lambda: next(files(production("macmahon-squares", storage=("box",)))))
    assert "--storage: found box with --format laser-inlay, whose parts have a backing" in refused
    assert not refusal(lambda: next(files(production("macmahon-squares", storage=("box",), pocket=1.5))))


def test_a_set_without_marks_is_refused_where_the_format_was_named(tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    file.write_text(
        '[set]\ntitle = "bare"\n[[shape]]\npolygon = "square"\nlabels = { at = "edges", count = 1 }\nlook = "plain"\n'
    )
    for more in ((), ("--dry-run",)):
        refused = invoke("make", file, "--format", "laser-inlay", "-o", tmp_path / "out", *more, code=2)
        assert "nothing of bare" in refused.output and not (tmp_path / "out").exists()
    run = settle(Request("set", {"set_file": str(file)}, formats=("svg", "laser-inlay")))
    making, told = Making(Build(replace(run, named=False))), list[str]()
    assert not [file for file in making.artefacts(told.append) if file.path.startswith("laser-inlay/")]
    assert making.formats == ("svg",) and "laser-inlay is left out: --format: found laser-inlay" in told[0]


def test_the_page_says_that_inlays_have_no_patterns_where_there_are_several_colours() -> None:
    said = {name: fields(production(name))["patterns"] for name in ("macmahon-squares", "truchet")}
    assert "none of the patterns" in said["macmahon-squares"] and not said["truchet"]


def test_a_made_set_is_proved_again_from_its_bytes(tmp_path: Path) -> None:
    out = tmp_path / "out"
    invoke("make", SETS / "truchet.toml", "--format", "laser-inlay", "--press", "0.05", "-o", out, code=0)
    page = re.sub(r"<[^>]*>", "", (out / "START-HERE.html").read_text())
    assert "if that is not 0.05" in page and "Each tile has a backing, since the ground of 4 comes apart" in page
    invoke("verify", out, code=0)
    blue = out / "laser-inlay/blue-1.svg"
    blue.write_bytes(blue.read_bytes().replace(b"M", b"M1", 1))
    assert "laser-inlay/blue-1.svg" in invoke("verify", out, code=1).output
    manifest = out / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"kerf": 0.2', '"kerf": 0'))
    assert "no set can be made as it says: --kerf: found 0 mm" in invoke("verify", out, code=1).output
