"""The files of Majomino boards, read back from their geometry alone and held against the boards' text form."""

from __future__ import annotations

import math
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import ezdxf
import numpy as np
import pytest
import shapely
import trimesh
from called import invoke
from shapely.affinity import translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import polygonize, unary_union
from svgelements import SVG, Close, Line, Move
from svgelements import Path as Curve
from test_slicing import sliced as gcode_of
from test_slicing import strokes
from test_step import Tree
from test_threemf import closed_meshes, read_strictly
from test_triomino_files import CORE, burned, sliced, volumes

Run = Callable[..., subprocess.CompletedProcess[str]]
Regions = tuple[int, ...]  # of each cell, row by row, numbered as they come
Pair = tuple[int, int]  # two cells beside each other
Ring = list[tuple[float, float]]
Colour = TypeVar("Colour", int, str)
PITCH, WALL, RISE, THICKNESS, CLEARANCE = 20.0, 1.6, 2.0, 4.0, 0.1
NAMED = "5-374-P"  # the second of these boards
BOARDS = ("AAAAB ACCBB CCDDB ECEDB EEEDD", "AABBC DABEC DABEC DABEC DDEEC", "ABBBB ACCBD AACCD EAECD EEEDD")


# boards, as a reader of their drawings sees them ---------------------------------------------


def text_form(rows: str) -> str:
    """Return a board, given by the letters of its regions, in the form of its inventor."""
    cells = rows.split()
    size, lines = len(cells), []
    for r in range(size + 1):
        level = (r in (0, size) or cells[r - 1][c] != cells[r][c] for c in range(size))
        lines.append("+" + "".join("--+" if wall else "  +" for wall in level))
        if r < size:
            walls = (c in (0, size) or cells[r][c - 1] != cells[r][c] for c in range(size + 1))
            lines.append("  ".join("|" if wall else " " for wall in walls))
    return "\n".join(lines) + "\n"


def places(size: int) -> list[Pair]:
    """Return the cells between which a wall can stand: row by row, from the top."""
    beside = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    return beside + [(cell, cell + size) for cell in range(size * (size - 1))]


def parted(size: int, walls: set[Pair]) -> Regions:
    """Return the regions that walls part, by flood."""
    opened = [pair for pair in places(size) if pair not in walls]
    found = [-1] * (size * size)
    for first in range(size * size):
        if found[first] < 0:
            waiting, number = [first], max(found) + 1
            while waiting:
                cell = waiting.pop()
                found[cell] = number
                near = [a + b - cell for a, b in opened if cell in (a, b)]
                waiting += [other for other in near if found[other] < 0]
    return tuple(found)


def read_text(text: str) -> list[Regions]:
    """Return the boards of a text."""
    found = []
    for block in text.strip("\n").split("\n\n"):
        lines = block.split("\n")
        size = len(lines) // 2
        walls = {
            (a, b)
            for a, b in places(size)
            for row, column in [divmod(b, size)]
            if (lines[2 * row][3 * column + 1] == "-" if b - a == size else lines[2 * row + 1][3 * column] == "|")
        }
        found.append(parted(size, walls))
    return found


def edge_of(a: int, b: int, size: int, pitch: float, reach: float) -> LineString:
    """Return the line between two cells, as far as `reach` from its middle. The board's middle is 0, 0; y is up."""
    (x0, y0), (x1, y1) = (
        ((cell % size + 0.5 - size / 2) * pitch, (size / 2 - 0.5 - cell // size) * pitch) for cell in (a, b)
    )
    x, y, along, up = (x0 + x1) / 2, (y0 + y1) / 2, (y0 - y1) / pitch * reach, (x1 - x0) / pitch * reach
    return LineString([(x - along, y - up), (x + along, y + up)])


def standing(drawn: shapely.Geometry, size: int, pitch: float = PITCH) -> set[Pair]:
    """Return where walls stand in a drawing: all along the side of a cell, or not at all."""
    shapely.prepare(drawn)
    found = set()
    for pair in places(size):
        place = edge_of(*pair, size, pitch, 0.45 * pitch)
        if drawn.covers(place):
            found.add(pair)
        else:
            assert drawn.disjoint(place), f"half a wall between the cells {pair}"
    return found


def recovered(drawn: shapely.Geometry, size: int, pitch: float = PITCH) -> Regions:
    """Return the regions of a drawn board, which has walls all around."""
    half = size * pitch / 2
    assert drawn.buffer(1e-3).covers(box(-half, -half, half, half).exterior), "the rim has a gap"
    return parted(size, standing(drawn, size, pitch))


def coloured(fields: dict[Colour, shapely.Geometry], size: int) -> tuple[Colour, ...]:
    """Return the colour of each cell: one covers its middle, the others keep out of it."""
    found = []
    for cell in range(size * size):
        x, y = (cell % size + 0.5 - size / 2) * PITCH, (size / 2 - 0.5 - cell // size) * PITCH
        middle = box(x - 8, y - 8, x + 8, y + 8)
        touched = [colour for colour, field in fields.items() if field.intersects(middle)]
        assert len(touched) == 1, f"cell {cell} has the colours {touched}"
        assert fields[touched[0]].buffer(1e-3).covers(middle)
        found.append(touched[0])
    return tuple(found)


def colour_faults(colours: tuple[int, ...], regions: Regions, size: int) -> list[Pair]:
    """Return the cells side by side that share a colour or a region, but not both."""
    return [(a, b) for a, b in places(size) if (colours[a] == colours[b]) != (regions[a] == regions[b])]


WANTED = [read_text(text_form(rows))[0] for rows in BOARDS]


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("boards") / "boards.txt"
    file.write_text("\n".join(map(text_form, BOARDS)))
    return file


@pytest.fixture(scope="module")
def run(quasiprint: Run, boards: Path) -> Path:
    """Three boards in every format but paper, as a user makes them."""
    folder = boards.parent / "run"
    result = quasiprint("make", "majomino", "--board", boards, "--format", "stl,3mf,step,svg,dxf,txt", "-o", folder)
    assert result.returncode == 0, result.stderr
    return folder


def test_the_readers_tell_boards_apart_and_from_their_mirror_images(run: Path) -> None:
    assert [tuple("ABCDE".index(letter) for letter in rows if letter != " ") for rows in BOARDS] == WANTED
    assert read_text((run / "txt" / "boards.txt").read_text()) == WANTED
    mesh = trimesh.load(run / "stl" / "board-1-body.stl")
    images = []
    for turn in range(4):
        for mirror in (1.0, -1.0):
            image = mesh.copy().apply_transform(np.diag([mirror, 1.0, 1.0, 1.0]))
            image.apply_transform(trimesh.transformations.rotation_matrix(turn * math.pi / 2, (0, 0, 1)))
            images.append(recovered(unary_union(sliced(image, 5.0)), 5))
    assert images[0] == WANTED[0]
    assert len(set(images)) == 8  # an asymmetric board: no turn and no mirror image is taken for it
    walls = unary_union(sliced(mesh, 5.0))
    gone = walls.difference(edge_of(3, 4, 5, PITCH, 9.1).buffer(1.0, cap_style="flat"))
    assert standing(walls, 5) - standing(gone, 5) == {(3, 4)}
    assert recovered(gone, 5) != WANTED[0]
    with pytest.raises(AssertionError, match="half a wall"):
        standing(walls.difference(edge_of(3, 4, 5, PITCH, 5.0).buffer(1.0)), 5)
    with pytest.raises(AssertionError, match="rim has a gap"):
        recovered(walls.difference(Point(50, 10).buffer(2)), 5)


# what is printed -----------------------------------------------------------------------------


def fields_of(folder: Path, board: str) -> dict[int, shapely.Geometry]:
    """Return the areas of a board's colours in the middle of the inlays, as STL has them."""
    return {
        int(file.stem[-1]): unary_union(sliced(trimesh.load(file), 3.5))
        for file in sorted((folder / "stl").glob(f"{board}-inlay-c?.stl"))
    }


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_printed_board_is_the_board_of_the_text_in_body_and_relief(run: Path, number: int) -> None:
    reliefs: dict[int, list[shapely.Geometry]] = {}
    colours = coloured(fields_of(run, f"board-{number}"), 5)
    for part in ("body", "relief"):
        mesh = trimesh.load(run / "stl" / f"board-{number}-{part}.stl")
        assert mesh.is_watertight and mesh.body_count == 1
        half = (5 * PITCH + WALL) / 2 - CLEARANCE
        assert np.allclose(mesh.bounds, [[-half, -half, 0], [half, half, THICKNESS + RISE]], atol=1e-4)
        assert recovered(unary_union(sliced(mesh, THICKNESS + RISE / 2)), 5) == WANTED[number - 1]
    # in relief, the colour of a cell is told by the bar at its foot: the same for a colour, unlike the others'
    raised = unary_union(sliced(mesh, THICKNESS + 0.4))
    for cell, colour in enumerate(colours):
        x, y = (cell % 5 - 2) * PITCH, (2 - cell // 5) * PITCH
        foot = box(x - 7, y - 8, x + 7, y)
        assert raised.covers(box(x - 8, y, x + 8, y + 8))
        bar = translate(foot.difference(raised), -x, -y)
        assert bar.area > 4
        reliefs.setdefault(colour, []).append(bar)
    for bars in reliefs.values():
        assert all(bar.symmetric_difference(bars[0]).area < 1e-2 for bar in bars)
    for one, other in combinations(reliefs.values(), 2):
        assert one[0].symmetric_difference(other[0]).area > 2


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_cell_has_one_colour_and_neighbours_of_another_region_another(run: Path, number: int) -> None:
    fields, regions = fields_of(run, f"board-{number}"), WANTED[number - 1]
    colours = coloured(fields, 5)
    assert colour_faults(colours, regions, 5) == []
    assert len(set(colours)) == len(fields)
    assert colour_faults((colours[0] + 9, *colours[1:]), regions, 5)
    with pytest.raises(AssertionError, match="has the colours"):
        coloured({**fields, 9: box(0, 0, 1, 1)}, 5)
    # body and inlays fill the board and share nothing: at every height of the inlays
    whole = box(-50.7, -50.7, 50.7, 50.7).area
    body = unary_union(sliced(trimesh.load(run / "stl" / f"board-{number}-body.stl"), 3.5))
    assert body.area + sum(field.area for field in fields.values()) == pytest.approx(whole - 0.55, abs=0.05)
    for one, other in combinations((body, *fields.values()), 2):
        assert one.intersection(other).area < 1e-2
    for file in (run / "stl").glob(f"board-{number}-inlay-c?.stl"):
        mesh = trimesh.load(file)
        assert mesh.is_watertight
        assert tuple(mesh.bounds[:, 2]) == pytest.approx((THICKNESS - 0.6, THICKNESS))


def test_a_marker_has_a_raised_x_and_below_the_rim_of_an_o(run: Path) -> None:
    mesh = trimesh.load(run / "stl" / "marker-body.stl")
    assert mesh.is_watertight and mesh.body_count == 1
    assert tuple(mesh.bounds[:, 2]) == pytest.approx((0.0, 5.0))
    assert mesh.extents[:2] == pytest.approx(0.5 * PITCH - 2 * CLEARANCE, abs=1e-4)  # room for the bar below it
    (cross,), (low,), (disc,) = (sliced(mesh, z) for z in (4.5, 0.2, 2.0))
    assert not disc.interiors
    for k in range(8):
        reach = LineString([(0, 0), (3 * math.cos(k * math.pi / 4), 3 * math.sin(k * math.pi / 4))])
        assert cross.covers(reach) == (k % 2 == 1)  # an x, not a +
    # the o: a ring around one hole, wide enough to be felt even where the rim is chamfered
    sole = Polygon(max(sliced(mesh, 1e-3), key=lambda area: area.area).exterior)
    for z, hollow in ((1e-3, 1), (0.95, 1), (1.05, 0)):
        assert sum(len(area.interiors) for area in sliced(mesh, z)) == hollow
    (hole,) = map(Polygon, low.interiors)
    assert hole.centroid.distance(Point(0, 0)) < 1e-3
    assert 1.1 <= sole.exterior.distance(hole) < 2.0
    plate = trimesh.load(run / "stl" / "markers-plate-1-body.stl").split()
    assert len(plate) == 25
    assert all(body.volume == pytest.approx(mesh.volume, rel=1e-3) for body in plate)


@pytest.mark.parametrize("name", ["3-7-2", "7-3NQK8N-2"])
@pytest.mark.parametrize("regions", ["coloured", "plain"])
def test_boards_of_other_sizes_and_without_colours(tmp_path: Path, name: str, regions: str) -> None:
    options = ("--board", name, "--regions", regions, "--format", "stl,txt", "-o", tmp_path / "run")
    assert invoke("make", "majomino", *options).exit_code == 0
    size = int(name[0])
    meshes = {file.stem: trimesh.load(file) for file in (tmp_path / "run" / "stl").glob("board-1-*.stl")}
    assert all(mesh.is_watertight for mesh in meshes.values())
    assert bool([file for file in meshes if "inlay" in file]) is (regions == "coloured")
    (wanted,) = read_text((tmp_path / "run" / "txt" / "boards.txt").read_text())
    for file in ("board-1-body", *(["board-1-relief"] if regions == "coloured" else [])):
        assert meshes[file].extents[:2] == pytest.approx(size * PITCH + WALL - 2 * CLEARANCE, abs=1e-4)
        assert recovered(unary_union(sliced(meshes[file], 5.0)), size) == wanted
    if regions == "plain":  # cells are told apart by grooves
        grooves = box(-90, -90, 90, 90).difference(unary_union(sliced(meshes["board-1-body"], 3.9)))
        middles = {pair for pair in places(size) if grooves.covers(edge_of(*pair, size, PITCH, 5.0))}
        assert middles == {(a, b) for a, b in places(size) if wanted[a] == wanted[b]}


def by_colour(parts: Iterable[tuple[Colour, trimesh.Trimesh]]) -> dict[Colour, shapely.Geometry]:
    """Return the areas of inlays in the middle of their height."""
    found: dict[Colour, list[Polygon]] = {}
    for colour, mesh in parts:
        found.setdefault(colour, []).extend(sliced(mesh, 3.5))
    return {colour: unary_union(shapes) for colour, shapes in found.items()}


def bambu(package: Path) -> Iterator[tuple[str, list[trimesh.Trimesh], list[int]]]:
    """Yield each object that is built of Bambu Studio's 3MF: its name, its parts and their filaments."""
    with zipfile.ZipFile(package) as archive:
        model = ET.fromstring(archive.read("3D/3dmodel.model"))
        config = ET.fromstring(archive.read("Metadata/model_settings.config"))
    objects = {found.get("id"): found for found in model.iter(f"{CORE}object")}
    settings = {entry.get("id"): entry for entry in config.findall("object")}
    on_plates = [m.get("value") for m in config.iterfind(".//model_instance/metadata[@key='object_id']")]
    built = [item.get("objectid") for item in model.iter(f"{CORE}item")]
    assert sorted(filter(None, built)) == sorted(filter(None, on_plates))
    for item in built:
        parts, filaments = [], []
        for part in settings[item].findall("part"):
            mesh = objects[part.get("id")].find(f"{CORE}mesh")
            assert mesh is not None
            points = [[float(v.get(axis, "")) for axis in "xyz"] for v in mesh.iter(f"{CORE}vertex")]
            faces = [[int(t.get(k, "")) for k in ("v1", "v2", "v3")] for t in mesh.iter(f"{CORE}triangle")]
            parts.append(trimesh.Trimesh(points, faces, process=True))
            filaments.append(int(part.find("metadata[@key='extruder']").get("value")))  # type: ignore[union-attr, arg-type]
        yield settings[item].find("metadata[@key='name']").get("value", ""), parts, filaments  # type: ignore[union-attr]


@pytest.mark.parametrize("slicer", ["prusa", "bambu"])
def test_a_slicers_file_has_every_board_once_in_the_colours_of_the_stl(run: Path, slicer: str) -> None:
    found: dict[str, Regions] = {}
    markers = 0
    for package in sorted((run / "3mf").glob(f"*-{slicer}.3mf")):
        model = read_strictly(package.read_bytes())
        assert all(closed_meshes(model))
        items = model.GetBuildItems()
        names = [items.GetCurrent().GetObjectResource().GetName() for _ in iter(items.MoveNext, False)]
        if slicer == "prusa":
            markers += names.count("marker")
        for name, (body, *inlays), (first, *others) in (volumes if slicer == "prusa" else bambu)(package):
            assert first == 1
            if name == "marker":
                markers += slicer == "bambu"
                assert inlays == []
                continue
            assert name not in found and names.count(name) <= 1
            found[name] = recovered(unary_union(sliced(body, 5.0)), 5)
            fields = by_colour(zip(others, inlays, strict=True))
            assert coloured(fields, 5) == tuple(colour + 2 for colour in coloured(fields_of(run, name), 5))
    assert markers == 25
    assert found == {f"board-{k}": regions for k, regions in enumerate(WANTED, 1)}


def test_prusaslicer_prints_the_walls(run: Path, tmp_path: Path) -> None:
    printed = strokes(gcode_of((run / "3mf" / "boards-plate-2-prusa.3mf").read_bytes(), tmp_path))
    high = [stroke for stroke in printed if stroke.z == 5.0]
    assert {(stroke.tool, stroke.label.split()[0]) for stroke in high} == {(0, "board-3")}
    lines = unary_union([LineString([stroke.start, stroke.end]) for stroke in high])
    walls = lines.buffer(0.5).buffer(-0.2)  # strokes side by side, 0.45 mm wide
    x0, y0, x1, y1 = walls.bounds
    assert recovered(translate(walls, -(x0 + x1) / 2, -(y0 + y1) / 2), 5) == WANTED[2]


def test_step_holds_the_bodies_of_the_stl(run: Path) -> None:
    tree = Tree(run / "step" / "majomino-set.step")
    placed = Counter(name for name, _ in tree.instances(tree.root))
    assert placed == {"board-1": 1, "board-2": 1, "board-3": 1, "marker": 25}
    seen: set[tuple[str, int]] = set()
    used: Counter[str] = Counter()
    for name, label in tree.assemblies.items():
        if not name.startswith("board-"):
            continue
        parts = tree.instances(label)
        used.update(part for part, _ in parts)
        meshes, volume = [], Counter[str]()
        for part, move in parts:
            assert move.TranslationPart().Modulus() < 1e-9 and not move.IsNegative()
            shape = tree.shape(part)
            assert shape.isValid() and len(shape.Solids()) == 1
            points, faces = shape.tessellate(0.01)
            rgb = tree.rgb(part)
            volume[rgb] += shape.Volume()
            meshes.append((rgb, trimesh.Trimesh([p.toTuple() for p in points], faces)))
        (white, body), *inlays = meshes
        assert recovered(unary_union(sliced(body, 5.0)), 5) == WANTED[int(name[-1]) - 1]
        rgbs, colours = coloured(by_colour(inlays), 5), coloured(fields_of(run, name), 5)
        seen |= set(zip(rgbs, colours, strict=True))
        twins = {white: f"{name}-body", **{rgb: f"{name}-inlay-c{c}" for rgb, c in zip(rgbs, colours, strict=True)}}
        assert set(twins) == set(volume)
        for rgb, file in twins.items():
            assert volume[rgb] == pytest.approx(trimesh.load(run / "stl" / f"{file}.stl").volume, rel=1e-5)
    assert len(seen) == len(dict(seen)) == len({colour for _, colour in seen})  # a colour is one colour in both
    assert set(tree.bodies) == {*used, "marker-body"}
    marker = trimesh.load(run / "stl" / "marker-body.stl")
    assert tree.shape("marker-body").Volume() == pytest.approx(marker.volume, rel=1e-5)


# what is cut ---------------------------------------------------------------------------------

Lines = dict[str, list[tuple[bool, Ring]]]  # what is done: along which lines, and whether they close; y is up


def lines_of(file: Path) -> Lines:
    """Return the lines of a sheet, SVG or DXF."""
    found: Lines = {}
    if file.suffix == ".dxf":
        for line in ezdxf.readfile(file).modelspace().query("LWPOLYLINE"):
            operation = line.dxf.layer.lower().replace("_", "-")
            found.setdefault(operation, []).append((line.closed, [(x, y) for x, y in line.get_points("xy")]))
        return found
    height = float(ET.parse(file).getroot().get("viewBox", "").split()[3])
    for group in SVG.parse(file, ppi=25.4):
        for curve in group.select(lambda element: isinstance(element, Curve)):
            for sub in map(Curve, abs(curve).as_subpaths()):
                ring = [(s.end.x, height - s.end.y) for s in sub if isinstance(s, (Move, Line))]
                found.setdefault(group.id, []).append((isinstance(sub[-1], Close), ring))
    return found


def inside(lines: Lines, operation: str, cut: Polygon) -> list[tuple[bool, Ring]]:
    """Return what lies inside a cut, as seen from its middle."""
    x, y = cut.centroid.coords[0]
    room = cut.buffer(1e-3)
    own = [(closed, ring) for closed, ring in lines.get(operation, []) if room.covers(LineString(ring))]
    return [(closed, [(u - x, v - y) for u, v in ring]) for closed, ring in own]


def cuts_of(lines: Lines, width: float) -> list[Polygon]:
    """Return the outer cuts of a width, ordered as one reads; all of them close."""
    assert all(closed for closed, _ in lines["cut-outer"])
    shapes = [Polygon(ring) for _, ring in lines["cut-outer"]]
    found = [s for s in shapes if max(s.bounds[2] - s.bounds[0], s.bounds[3] - s.bounds[1]) == pytest.approx(width, abs=1e-3)]
    return sorted(found, key=lambda s: (-round(s.centroid.y), s.centroid.x))


@pytest.fixture(scope="module")
def cut(boards: Path) -> Callable[[str], Path]:
    """Return the sheets whose walls are cut, for a kerf."""

    def made(kerf: str) -> Path:
        folder = boards.parent / f"cut-{kerf}"
        options = ("--board", boards, "--walls", "cut", "--kerf", kerf, "--format", "svg,dxf", "-o", folder)
        assert folder.exists() or invoke("make", "majomino", *options).exit_code == 0
        return folder

    return made


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_engraved_boards_are_the_boards_of_the_text(run: Path, kind: str) -> None:
    lines = lines_of(run / kind / f"boards-sheet-1.{kind}")
    cuts = cuts_of(lines, 5 * PITCH + WALL + 0.2)
    found = []
    for whole in cuts:
        ink = unary_union(burned([ring for closed, ring in inside(lines, "engrave", whole) if closed]))
        scored = unary_union([LineString(ring) for _, ring in inside(lines, "score", whole)]).buffer(1e-3)
        found.append(recovered(ink, 5))
        # a line is scored wherever no wall stands, and nowhere else
        assert standing(scored, 5) == set(places(5)) - standing(ink, 5)
        bars: dict[int, list[shapely.Geometry]] = {}
        for cell, region in enumerate(found[-1]):
            x, y = (cell % 5 - 2) * PITCH, (2 - cell // 5) * PITCH
            bars.setdefault(region, []).append(translate(ink.intersection(box(x - 8, y - 8, x + 8, y + 8)), -x, -y))
        assert all(b.area > 4 and b.symmetric_difference(own[0]).area < 1e-3 for own in bars.values() for b in own)
        for a, b in standing(ink, 5):
            one, other = (bars[found[-1][cell]][0] for cell in (a, b))
            assert one.symmetric_difference(other).area > 2  # neighbours have unlike patterns
    assert sorted(found) == sorted(WANTED)
    assert "cut-inner" not in lines
    mirrored = [(-x, y) for x, y in cuts[0].exterior.coords]
    assert len(mirrored) > 4  # rounded corners


def faults_of_cuts(outer: Polygon, slits: list[Ring], regions: Regions, kerf: float) -> list[str]:
    """Say where cuts, as seen from a board's middle, do not part it into its regions."""
    faults = []
    lines = [LineString(slit) for slit in slits]
    rim = LineString(outer.exterior)
    for k, line in enumerate(lines):
        others = unary_union([rim, *lines[:k], *lines[k + 1 :]])
        faults += [f"end: {end}" for end in (line.coords[0], line.coords[-1]) if others.distance(Point(end)) > 1e-4]
        faults += [f"outside: {line}"] if not outer.buffer(1e-4).covers(line) else []
    every = unary_union([rim, *lines])
    if abs(every.length - rim.length - sum(line.length for line in lines)) > 1e-3:
        faults.append("twice: a line is cut twice")
    parts = [part.buffer(-kerf / 2, join_style="mitre") for part in polygonize(every)]
    size = math.isqrt(len(regions))
    cells = [box(x, y, x + PITCH, y + PITCH) for y in (40, 20, 0, -20, -40) for x in (-50, -30, -10, 10, 30)]
    cells = [translate(cell, 0, -10) for cell in cells]
    beam = unary_union([edge_of(a, b, size, PITCH, PITCH / 2 + kerf / 2) for a, b in places(size) if regions[a] != regions[b]])
    for region in sorted(set(regions)):
        want = unary_union([cell for cell, r in zip(cells, regions, strict=True) if r == region])
        want = want.difference(beam.buffer(kerf / 2, cap_style="flat", join_style="mitre") if kerf else Point())
        # corners of the board are rounded by 0.8 mm
        if not any(part.symmetric_difference(want).area < 0.14 * 4 for part in parts):
            faults.append(f"region: {region}")
    return faults + ([f"count: {len(parts)}"] if len(parts) != size else [])


@pytest.mark.parametrize("kind", ["svg", "dxf"])
@pytest.mark.parametrize("kerf", ["0", "0.2"])
def test_cut_boards_come_apart_into_their_regions(cut: Callable[[str], Path], kind: str, kerf: str) -> None:
    lines = lines_of(cut(kerf) / kind / f"boards-sheet-1.{kind}")
    found = []
    for whole in cuts_of(lines, 5 * PITCH + float(kerf)):
        slits = inside(lines, "cut-inner", whole)
        assert not any(closed for closed, _ in slits)
        outer = translate(whole, -whole.centroid.x, -whole.centroid.y)
        walls = standing(unary_union([LineString(ring) for _, ring in slits]).buffer(1e-3), 5)
        found.append(parted(5, walls))
        assert faults_of_cuts(outer, [ring for _, ring in slits], found[-1], float(kerf)) == []
        scored = unary_union([LineString(ring) for _, ring in inside(lines, "score", whole)]).buffer(1e-3)
        assert standing(scored, 5) == set(places(5)) - walls
    assert sorted(found) == sorted(WANTED)
    # and what is wrong would be found
    rings = [ring for _, ring in slits]
    (x, y), far = rings[0][0], rings[0][-1]
    short = [((x + 0.99 * (far[0] - x), y + 0.99 * (far[1] - y))) if p == far else p for p in rings[0]]
    codes = [faults_of_cuts(outer, changed, found[-1], float(kerf)) for changed in
             ([short, *rings[1:]], [*rings, rings[0]], [[(u, -v) for u, v in ring] for ring in rings])]  # fmt: skip
    assert [{fault.split(":")[0] for fault in faults} >= {code} for faults, code in
            zip(codes, ("end", "twice", "region"), strict=True)] == [True] * 3  # fmt: skip


@pytest.mark.parametrize(("walls", "kerf"), [("engraved", 0.2), ("cut", 0.2), ("cut", 0.0)])
@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_a_frame_holds_a_board_and_lies_on_a_tray(
    run: Path, cut: Callable[[str], Path], kind: str, walls: str, kerf: float
) -> None:
    folder = run if walls == "engraved" else cut(f"{kerf:g}")
    side = 5 * PITCH + (WALL if walls == "engraved" else 0)
    lines = lines_of(folder / kind / f"accessories-sheet-1.{kind}")
    one, other = cuts_of(lines, side + 0.3 + 2 * 0.4 * PITCH + kerf)
    windows = [Polygon(ring) for _, ring in lines["cut-inner"]]
    assert len(windows) == 1
    hole = windows[0].buffer(kerf / 2, join_style="mitre")  # what the beam leaves open
    x0, y0, x1, y1 = hole.bounds
    assert (x1 - x0, y1 - y0) == pytest.approx((side + 2 * 0.15, side + 2 * 0.15), abs=1e-3)
    (frame,) = [whole for whole in (one, other) if whole.contains(windows[0])]
    assert frame.centroid.distance(hole.centroid) < 1e-3
    x, y = other.centroid.x - one.centroid.x, other.centroid.y - one.centroid.y
    assert translate(one, x, y).symmetric_difference(other).area < 1e-2
    assert len(cuts_of(lines, PITCH / 2 + kerf)) == 25


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_markers_have_an_x_before_and_an_o_behind(run: Path, kind: str) -> None:
    front, back = (lines_of(run / kind / f"accessories-sheet-1{side}.{kind}") for side in ("", "-back"))
    cuts = cuts_of(front, PITCH / 2 + 0.2)
    assert len(cuts) == 25
    for whole in cuts:
        (cross,) = burned([ring for _, ring in inside(front, "engrave", whole)])
        for k in range(8):
            reach = LineString([(0, 0), (2.5 * math.cos(k * math.pi / 4), 2.5 * math.sin(k * math.pi / 4))])
            assert cross.covers(reach) == (k % 2 == 1)
        behind = Polygon([(600 - x, y) for x, y in whole.exterior.coords])
        (ring,) = burned([ring for _, ring in inside(back, "engrave", behind)])
        assert len(ring.interiors) == 1 and ring.centroid.distance(Point(0, 0)) < 1e-2
        assert Polygon(ring.interiors[0]).contains(Point(0, 0))
        assert 0.6 < (ring.bounds[2] - ring.bounds[0]) / (whole.bounds[2] - whole.bounds[0]) < 0.9


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_the_back_of_a_board_lies_behind_it_and_its_name_is_read_from_behind(run: Path, kind: str) -> None:
    front, back = (lines_of(run / kind / f"boards-sheet-1{side}.{kind}") for side in ("", "-back"))
    eyes = []
    for whole in cuts_of(front, 5 * PITCH + WALL + 0.2):
        behind = Polygon([(600 - x, y) for x, y in whole.exterior.coords])
        letters = burned([ring for _, ring in inside(back, "engrave", behind)])
        assert len(letters) == 7
        assert any(Polygon(ring).symmetric_difference(behind.buffer(-0.1)).area < 1.0 for _, ring in back["reference"])
        last = max(letters, key=lambda letter: letter.bounds[2])
        if NAMED.endswith("P") and len(last.interiors) == 1:
            x0, y0, x1, y1 = last.bounds
            eye = Polygon(last.interiors[0]).centroid
            # of the names' last characters, only a P has one eye above and a stem on its left
            assert eye.y > (y0 + y1) / 2
            stem = LineString([(x0 + 0.1, y0 + 0.1), (x0 + 0.1, y1 - 0.1)])
            eyes.append(last.covers(stem))
    assert eyes == [True]
    assert len(back["engrave"]) == len([ring for ring in back["engrave"] if ring[0]])
