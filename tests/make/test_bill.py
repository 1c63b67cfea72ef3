"""What a bill says, against the files: measured by readers that share nothing with what counts."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
import start_page
from called import invoke
from edited import manifest
from rulebook_read import pages_of
from samples import quasimino, solids
from shapely.geometry import LineString, Polygon
from solid_cases import as_trimesh
from svgelements import SVG, Move
from svgelements import Path as Curve

import quasiprint
from quasiprint.make.profiles import choose, read, with_prices
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.solids.estimate import Plates, filament_changes, measured

SETS = {
    "majomino": ("majomino", "--size", "3", "--count", "2"),
    "shared": ("triomino", "--highest", "2", "--cut", "shared"),
    "backs": ("triomino", "--highest", "1", "--ids", "back", "--tabs", "2x0.3"),
}
FINE = 0.02  # mm: of chords that stand for arcs


@pytest.fixture(
    scope="module", params=[pytest.param(n, marks=[pytest.mark.thorough] * (n != "majomino")) for n in SETS]
)
def made(request: pytest.FixtureRequest, small_set: Callable[..., Path]) -> Path:
    """A made set on laser sheets and on paper."""
    return small_set(*SETS[request.param], "--format", "svg,pdf")


def lines(curve: Curve) -> Iterator[list[tuple[float, float]]]:
    """Yield the lines of a curve, arcs as chords, in mm from the upper left corner."""
    for part in curve.as_subpaths():
        points: list[tuple[float, float]] = []
        for piece in Curve(part):
            if isinstance(piece, Move):
                points.append((piece.end.x, piece.end.y))
            elif piece.end is not None:
                count = max(1, math.ceil(piece.length() / FINE)) if type(piece).__name__ == "Arc" else 1
                points += map(tuple, piece.npoint(np.arange(1, count + 1) / count))
        yield points


def of_svg(path: Path, styles: list[dict[str, Any]]) -> dict[str, float]:
    """Measure a sheet: mm and mm², as a bill names them."""
    colours: dict[str, str] = {}
    for style in styles:
        colours[(style["stroke"] or style["fill"]).upper()] = style["operation"].partition("-")[0]
    sheet = SVG.parse(str(path), ppi=25.4)
    found = dict.fromkeys(("cut", "score", "engrave", "engraved", "travel"), 0.0)
    at = (0.0, sheet.viewbox.height)
    for curve in sheet.elements(lambda element: isinstance(element, Curve)):
        shown = curve.stroke.hex if curve.stroke.value is not None else curve.fill.hex
        kind = colours[shown.upper()]
        if kind == "reference":
            continue
        every = list(lines(curve))
        found[kind] += sum(LineString(line).length for line in every)
        if kind == "engrave":
            area = Polygon()
            for line in every:
                area = area.symmetric_difference(Polygon(line).buffer(0))
            found["engraved"] += area.area
            continue
        for line in every:
            found["travel"] += math.dist(at, line[0])
            at = line[-1]
    return found


def test_lengths_and_areas_are_those_of_the_svg_files(made: Path) -> None:
    held = manifest(made)
    styles = held["parameters"]["made with"]["sheet"]["styles"]
    for sheet in held["bill"]["sheets"][::2]:
        found = of_svg(made / "svg" / f"{sheet['name']}.svg", styles)
        for key, value in found.items():
            assert sheet[key] == pytest.approx(value, rel=2e-4, abs=0.2), (sheet["name"], key)


@pytest.mark.thorough
def test_what_is_used_of_a_sheet_is_what_its_cuts_leave(made: Path) -> None:
    held = manifest(made)
    style = next(s for s in held["parameters"]["made with"]["sheet"]["styles"] if s["operation"] == "cut-outer")
    manner, kerf = held["parameters"]["made with"]["manner"], held["parameters"]["kerf"]
    weight = held["parameters"]["measures"]["laser"]["thickness"] * read("plywood-3").density / 1000
    for sheet in held["bill"]["sheets"]:
        assert sheet["grams"] == pytest.approx(sheet["used"] * weight, abs=0.01)
        if not sheet["whole"]:
            assert sheet["used"] == 0
            continue
        whole = SVG.parse(str(made / "svg" / f"{sheet['name']}.svg"), ppi=25.4)
        assert sheet["whole"] == whole.viewbox.width * whole.viewbox.height
        curves = whole.elements(lambda element: isinstance(element, Curve))
        own = [curve for curve in curves if curve.stroke.hex and curve.stroke.hex.upper() == style["stroke"]]
        cuts = [line for curve in own for line in lines(curve)]
        if manner["tabs"]:
            continue  # no cut closes: what it leaves hangs together with the waste
        if manner["cut"] == "shared":
            net = shapely.union_all([LineString(cut) for cut in cuts])
            parts = shapely.union_all(list(shapely.polygonize(shapely.get_parts(net)).geoms)).buffer(-kerf / 2)
            seams = (net.length - parts.boundary.length) / 2 * kerf
            assert sheet["used"] == pytest.approx(parts.area - seams, rel=0.02)
            continue
        left = Polygon()
        for cut in cuts:  # what lies in a hole falls out
            left = left.symmetric_difference(Polygon(cut))
        assert sheet["used"] == pytest.approx(left.buffer(-kerf / 2, join_style="mitre").area, rel=5e-4)


def test_leaves_are_the_pages_with_pieces(made: Path) -> None:
    for paper in manifest(made)["bill"]["papers"]:
        boards = made / "pdf" / f"sheets-{paper['paper']}.pdf"
        path = boards if boards.exists() else made / "pdf" / f"tiles-{paper['paper']}-colour.pdf"
        fronts = pages_of(path.read_bytes())
        assert paper["leaves"] == sum("backs of sheet" not in text for text in fronts)


def test_the_table_has_what_the_manifest_has(made: Path) -> None:
    held = manifest(made)["bill"]
    rows = list(csv.DictReader(io.StringIO((made / "bill.csv").read_text())))
    for sheet in held["sheets"]:
        own = {row["figure"]: float(row["value"]) for row in rows if row["item"] == sheet["name"]}
        assert own == {key: value for key, value in sheet.items() if key != "name"}
    said = start_page.text(made)
    assert f"| {held['sheets'][0]['name']} |" in said
    assert "**Costs**" not in said


@pytest.fixture(scope="module")
def shop() -> Build:
    return Build(settle(Request("quasimino", {"colours": 2})))


def test_volumes_are_those_that_trimesh_finds(shop: Build) -> None:
    held = shop.solids
    pieces = {piece.id: piece for piece in held.pieces}
    inks = held.set.palette.inks
    plates = Plates(held.set, held.pieces, held.meshes, read("pla"))
    for project in held.projects[:2]:
        plate = project.plates[0]
        due: dict[str, float] = {}
        for placement in plate.placements:
            piece = pieces[placement.item]
            for part in (piece.relief or piece.parts[0],) if project.relief else piece.parts:
                name = "body" if project.relief or part.colour is None else inks[part.colour].name
                due[name] = due.get(name, 0.0) + as_trimesh(held.meshes[part.key]).volume / 1000
        bill = plates.bill(plate, relief=project.relief)
        if project.relief:  # a change of filament parts it in two
            assert sum(spool.volume for spool in bill.spools) == pytest.approx(sum(due.values()), abs=0.02)
        else:
            assert {spool.name: spool.volume for spool in bill.spools} == pytest.approx(due, abs=0.006)


def test_what_is_printed_solid_weighs_what_its_volume_does(shop: Build) -> None:
    held, pla = shop.solids, read("pla")
    solid = replace(pla, printing=replace(pla.printing, infill=100.0))
    plate = held.projects[0].plates[0]
    bill = Plates(held.set, held.pieces, held.meshes, solid).bill(plate, relief=False)
    for spool in bill.spools:
        assert spool.grams == pytest.approx(spool.volume * 1.24, abs=0.02)
        assert spool.metres == pytest.approx(spool.grams / 1.24 / (math.pi * 0.175**2 / 4) / 100, rel=0.02)
    hollow = Plates(held.set, held.pieces, held.meshes, pla).bill(plate, relief=False)
    assert hollow.grams < 0.9 * bill.grams
    assert hollow.hours < bill.hours


def test_bodies_are_measured_as_trimesh_does() -> None:
    for mesh in solids(quasimino(2), ("thick-0001",)).meshes.values():
        whole, found = as_trimesh(mesh), measured(mesh)
        leaning = abs(whole.face_normals[:, 2]) < 1 - 1e-9
        assert found.volume == pytest.approx(whole.volume, rel=1e-9)
        assert found.sides == pytest.approx(whole.area_faces[leaning].sum(), rel=1e-9)
        shown = whole.face_normals[:, 2] > 1e-9
        assert found.top == pytest.approx((whole.area_faces * whole.face_normals[:, 2])[shown].sum(), rel=1e-9)
        above = whole.slice_plane((0, 0, 1.0), (0, 0, 1), cap=True).volume
        assert measured(mesh, 1.0).volume == pytest.approx(above, rel=1e-6)


def test_filaments_are_changed_as_seldom_as_can_be() -> None:
    assert filament_changes([{None}] * 5) == [0] * 5
    assert filament_changes([{None, 0, 1, 2}] * 3) == [3, 3, 3]
    assert filament_changes([{None}, {None, 0}, {None, 0}, {None}]) == [0, 1, 1, 0]
    assert filament_changes([{0}, {None}]) == [0, 1]


MDF = """[material]
process = "laser"
thickness = 6
tolerance = 0.2
density = 0.75
price = 12
[material.cutting]
cut = 4
score = 90
engrave = 250
travel = 300
interval = 0.1
"""


def test_a_sheet_that_is_named_is_as_thick_as_it_is(here: Path) -> None:
    (here / "mdf-6.toml").write_text(MDF)
    assert choose(("mdf-6.toml",)).measures_of(Process.LASER).stock.thickness == 6
    assert choose(("plywood-4",)).measures_of(Process.LASER).stock.thickness == 4
    assert choose(("plywood-4",)).measures_of(Process.PRINTER).stock.thickness == 4
    assert choose(()).measures_of(Process.LASER).stock.thickness == 3
    measures = here / "own.toml"
    measures.write_text(
        '[measures]\nprocess = "laser"\nthickness = 5\nclearance = 0\ncorner_radius = 1\nmin_feature = 1\n'
    )
    # what is typed is heeded more than what a project says
    assert choose(("own.toml",), ("plywood-4",)).measures_of(Process.LASER).stock.thickness == 5
    assert choose(("own.toml",)).measures_of(Process.LASER).stock.thickness == 5
    own = here / "templates" / "profiles" / "materials"
    own.mkdir(parents=True)
    (own / "plywood-3.toml").write_text(MDF)
    assert choose(()).material_of(Process.LASER).density == 0.75  # one's own wins


def test_a_dry_run_tells_the_bill_and_writes_nothing(here: Path) -> None:
    words = ("triomino", "--highest", "1", "--format", "svg,stl")
    prices = ("--price", "laser=50,minute=0.5,printer=20,currency=CHF")
    done = invoke("make", *words, "--dry-run", *prices, code=0)
    assert list(here.iterdir()) == []
    assert "\nCut: 1 sheet of 3 mm plywood, " in done.stdout
    assert "leaf" not in done.stdout  # no pages were asked for
    made = invoke("make", *words, *prices, "-o", "set")
    bill = manifest(here / "set")["bill"]
    sheet, cost = bill["sheets"][0], next(cost for cost in bill["costs"] if cost["way"] == "laser")
    minutes = sum(one["minutes"] for one in bill["sheets"])
    assert cost["material"] == pytest.approx(sheet["whole"] / 1e6 * 50, abs=0.01)
    assert cost["time"] == pytest.approx(minutes * 0.5, abs=0.01)
    total = round(cost["material"] + cost["time"], 2)
    assert f"Cost: laser: {total:.2f} CHF" in done.stdout
    assert f"laser: {total:.2f} CHF" in made.stdout
    assert f"| {total:.2f} CHF |" in start_page.text(here / "set")
    assert invoke("verify", "set").exit_code == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_dry_run_of_a_part_counts_where_there_is_anything_of_it(here: Path, jobs: str) -> None:
    """Markers of Majomino are not made of paper. However many count, it is the bill of what is made."""
    words = ("majomino", "--count", "1", "--only", "marker:2", "--jobs", jobs)
    foreseen = invoke("make", *words, "--dry-run")
    assert (foreseen.exit_code, list(here.iterdir())) == (0, [])
    assert "format pdf, and nothing that is asked for is made of paper; it is left out" in foreseen.stderr
    assert "\nPaper" not in foreseen.stdout
    made = invoke("make", *words, "--format", "svg", "-o", "part")
    (sheet,) = (one for one in manifest(here / "part")["bill"]["sheets"] if one["name"] == "sheet-1")
    assert f"sheet-1: {sheet['used'] / sheet['whole']:.1%} used".replace("%", " %") in foreseen.stdout.replace(
        "\xa0", " "
    )
    assert made.exit_code == 0


def test_a_dry_run_tells_what_shared_cuts_would_save(here: Path) -> None:
    words = ("make", "triomino", "--highest", "2", "--format", "svg")
    told = invoke(*words, "--dry-run", code=0).stdout
    (saved,) = re.findall(r"With --cut shared: 1 sheet, ([\d.]+) m cut", told)
    (now,) = re.findall(r"^Cut: .* ([\d.]+) m cut", told, re.MULTILINE)
    assert float(saved) < float(now)
    assert "keep the order of the file" in told
    invoke(*words, "--cut", "shared", "-o", "shared", code=0)
    assert sum(one["cut"] for one in manifest(here / "shared")["bill"]["sheets"]) / 1000 == pytest.approx(
        float(saved), abs=0.05
    )
    for more in (("--cut", "shared"), ("--cut", "separate"), ("--clearance", "0.1"), ("--only", "0-0-1")):
        assert "With --cut shared" not in invoke(*words, *more, "--dry-run", code=0).stdout


def test_prices_stand_in_a_profile_and_are_typed_over() -> None:
    chosen = choose(("workshop",)).prices
    assert chosen is not None
    assert chosen.of(read("pla")) == read("pla").price
    again = with_prices(chosen, ("printer=30.5", "hour=1"))
    assert again is not None
    assert (again.of(read("pla")), again.hour, again.minute) == (30.5, 1, chosen.minute)
    assert with_prices(None, ()) is None


@pytest.mark.parametrize(
    ("storage", "form"), [("tray", "stl"), ("box", "svg"), pytest.param("box", "pdf", marks=pytest.mark.thorough)]
)
def test_what_storage_takes_is_told_and_is_what_it_adds(storage: str, form: str, here: Path) -> None:
    words = ("triomino", "--highest", "1", "--format", form, "--dry-run")
    assert "storage" not in invoke("make", *words, code=0).stdout
    kept = invoke("make", *words, "--storage", storage, code=0).stdout
    (line, *_) = (line for line in kept.splitlines() if line.startswith("Of this for storage ("))
    assert re.search(r": \d+ parts, about \d+ g", line)
    design = quasiprint.design("triomino", highest=1, storage=[storage])
    bill = json.loads(design.files(formats=(form,))["manifest.json"])["bill"]
    plain = json.loads(quasiprint.design("triomino", highest=1).files(formats=(form,))["manifest.json"])["bill"]
    assert "storage" not in plain
    told = bill["storage"][0]
    if form == "stl":
        more = [
            sum(sum(spool["grams"] for spool in plate["spools"]) for plate in one["ways"][0]["plates"])
            for one in (bill, plain)
        ]
        assert told["grams"] == pytest.approx(more[0] - more[1], abs=0.05)
        hours = [sum(plate["hours"] for plate in one["ways"][0]["plates"]) for one in (bill, plain)]
        assert told["hours"] == pytest.approx(hours[0] - hours[1], abs=0.05)
    elif form == "svg":
        more = [sum(sheet["grams"] for sheet in one["sheets"]) for one in (bill, plain)]
        assert told["grams"] == pytest.approx(more[0] - more[1], abs=0.05)
    assert told["parts"] == {"tray": 2, "box": 7 if form == "svg" else 3}[storage]
