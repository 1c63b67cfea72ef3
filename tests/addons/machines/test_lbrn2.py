"""LightBurn projects, read back by an XML parser and arithmetic of their own, and held against the SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import start_page
from called import invoke
from laser import KERF, STYLES, every_operation, production
from svgelements import SVG, Arc, Close, Group, Line
from svgelements import Path as Curve

from quasiprint.addons.machines.lbrn2 import PALETTE, files, layers_of
from quasiprint.model.production import DrawingProduction
from quasiprint.model.profile import LayerStyle
from quasiprint.model.resources import template_folder

CORNER = re.compile(r"V(\S+?) (-?[\d.]+)c0x(?:(-?[\d.]+)c0y(-?[\d.]+)|1)c1x(?:(-?[\d.]+)c1y(-?[\d.]+)|1)(?=V|$)")
JOIN = re.compile(r"([LB])(\d+) (\d+)")
STEPS = 64  # chords in place of a curve, to measure it


@dataclass
class Shape:
    """A path of a project: its layer, whether it is in a group, and its lines, each a list of chords' ends."""

    layer: int
    grouped: bool
    lines: list[list[complex]]

    @property
    def length(self) -> float:
        """How long its lines are."""
        return sum(abs(b - a) for line in self.lines for a, b in zip(line, line[1:], strict=False))


@dataclass
class Project:
    """A project as its file says. layers: index, with what else is said of it."""

    layers: dict[int, dict[str, str]]
    shapes: list[Shape]
    rim: tuple[float, float, float, float]
    prefs: dict[str, str]


def parse(content: bytes) -> Project:
    root = ET.fromstring(content)
    assert root.tag == "LightBurnProject"
    assert root.get("FormatVersion") == "1"
    layers = {}
    for one in root.findall("CutSetting"):
        said = {child.tag: child.get("Value", "") for child in one}
        index = int(said.pop("index"))
        layers[index] = said | {"type": one.get("type", "")}
    shapes: list[Shape] = []
    rims = []
    in_groups = {id(shape) for shape in root.iterfind("Shape/Children/Shape")}
    for element in root.iter("Shape"):
        form = [float(part) for part in element.findtext("XForm", "").split()]
        assert form[:4] == [1, 0, 0, 1]
        if element.get("Type") == "Rect":
            w, h = float(element.get("W", "")), float(element.get("H", ""))
            assert element.get("CutIndex") == "31"
            rims.append((form[4] - w / 2, form[5] - h / 2, form[4] + w / 2, form[5] + h / 2))
        elif element.get("Type") == "Path":
            assert form[4:] == [0, 0]
            lines = lines_of(element.findtext("VertList", ""), element.findtext("PrimList", ""))
            shapes.append(Shape(int(element.get("CutIndex", "")), id(element) in in_groups, lines))
    (rim,) = rims
    return Project(layers, shapes, rim, {one.tag: one.get("Value", "") for one in root.iter() if "Optimize" in one.tag})


def lines_of(corners: str, joins: str) -> list[list[complex]]:
    """Follow what joins corners; a curve by its Bernstein polynomials."""
    rows = [[float(v) if v else math.nan for v in found] for found in CORNER.findall(corners)]
    assert "".join(m[0] for m in CORNER.finditer(corners)) == corners
    found: list[list[complex]] = []
    at = -1
    for kind, one, two in JOIN.findall(joins):
        a, b = rows[int(one)], rows[int(two)]
        if int(one) != at:
            found.append([complex(*a[:2])])
        at = int(two)
        if kind == "L":
            found[-1].append(complex(*b[:2]))
            continue
        p, q, r, s = complex(*a[:2]), complex(*a[2:4]), complex(*b[4:6]), complex(*b[:2])
        for k in range(1, STEPS + 1):
            t = k / STEPS
            found[-1].append((1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t**3 * s)
    return found


def one_file(drawing: object, styles: tuple[LayerStyle, ...] = STYLES) -> bytes:
    (output,) = files(DrawingProduction(production().set, (drawing,), styles))  # type: ignore[arg-type]
    return output.content


@pytest.fixture(scope="module")
def projects() -> dict[str, Project]:
    return {output.path: parse(output.content) for output in files(production())}


@pytest.fixture(scope="module")
def pierced() -> bytes:
    """A tile with each operation."""
    return one_file(every_operation())


def test_layers_are_lightburns_colours_in_the_order_in_which_they_run(pierced: bytes) -> None:
    project = parse(pierced)
    black, blue, red, t1, t2 = 0, 1, 2, 30, 31  # C00, C01 and C02 of LightBurn's palette, and its tool layers
    assert {layer: said["type"] for layer, said in project.layers.items()} == {
        **{black: "Scan", blue: "Cut", red: "Cut"},
        **{t1: "Tool", t2: "Tool"},
    }
    order = sorted(project.layers, key=lambda layer: int(project.layers[layer]["priority"]))
    assert order == [black, blue, red, t1, t2]
    names = [project.layers[layer]["name"] for layer in order]
    assert names == ["engrave", "score", "cut", "T1", "T2"]
    drawn = [shape.layer for shape in project.shapes]
    assert drawn == sorted(drawn)  # the file has them in that order, too


def test_speeds_and_powers_are_left_to_whoever_has_the_laser(projects: dict[str, Project]) -> None:
    for project in projects.values():
        assert all(set(said) == {"name", "priority", "type"} for said in project.layers.values())


def test_nothing_sorts_the_cuts_anew(projects: dict[str, Project]) -> None:
    for project in projects.values():
        assert project.prefs["Optimize_ByLayer"] == "0"  # the first thing to order by
        sorting = {"InnerToOuter", "ReduceTravel", "AllowReverse", "RemoveOverlaps", "ReduceDirChanges", "ByDirection"}
        assert {project.prefs[f"Optimize_{name}"] for name in sorting} == {"0"}


def test_inner_cuts_are_a_group_before_the_outer_ones(pierced: bytes) -> None:
    cuts = [shape for shape in parse(pierced).shapes if shape.layer == 2]
    assert [shape.grouped for shape in cuts] == [True, False]
    inner, outer = cuts
    assert [round(shape.length, 3) for shape in cuts] == [
        # the ring of 12 falls out with the 4 in it: a hole shrinks, what is left in it grows
        round(4 * (12 - KERF) + 4 * (4 + KERF), 3),
        round(2 * (40 + KERF) + 2 * (20 + KERF), 3),
    ]
    assert len(inner.lines) == 2
    assert len(outer.lines) == 1


def test_what_is_not_for_the_laser_lies_on_tool_layers(projects: dict[str, Project]) -> None:
    for name, project in projects.items():
        assert project.rim == (0, 0, 600, 300)
        rulers = [line for shape in project.shapes if shape.layer == 30 for line in shape.lines]
        assert max(abs(line[-1] - line[0]) for line in rulers) >= 100 or "jig" in name
        assert all(0 <= z.real <= 600 and 0 <= z.imag <= 300 for shape in project.shapes for z in shape.lines[0])


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    """Ominoes with holes, markers that are discs, and a board that is scored."""
    return small_set("quomino", "--size", 4, "--format", "svg,lbrn2")


def test_the_same_lines_as_in_svg(made: Path) -> None:
    """All files read back, by foreign eyes: as many paths in the same order, as long, and in the same place; last comes
    what is never burned, which SVG has in a file of its own."""
    layers = {"engrave": 0, "score": 1, "cut-inner": 2, "cut-outer": 2, "reference": 30}
    seen = set()
    for file in sorted((made / "lbrn2").iterdir()):
        shapes = iter(parse(file.read_bytes()).shapes)
        sheets = [SVG.parse(str(made / f"svg/{file.stem}{kind}.svg"), ppi=25.4) for kind in ("", "-reference")]
        for group in (group for sheet in sheets for group in sheet):
            if not isinstance(group, Group) or group.id is None:
                continue
            for curve in group.select(lambda one: isinstance(one, Curve)):
                shape = next(shapes)
                seen.add(group.id)
                assert shape.layer == layers[group.id]
                assert shape.grouped == (group.id == "cut-inner")
                arcs = sum(step.rx * abs(step.sweep) for step in curve if isinstance(step, Arc))
                straight = sum(step.length() for step in curve if isinstance(step, (Line, Close)))
                assert shape.length == pytest.approx(arcs + straight, abs=0.01)
                box = [z for line in shape.lines for z in line]
                left, top, right, bottom = curve.bbox()
                found = min(z.real for z in box), 300 - max(z.imag for z in box), max(z.real for z in box)
                assert found == pytest.approx((left, top, right), abs=0.01)
                assert 300 - min(z.imag for z in box) == pytest.approx(bottom, abs=0.01)
        assert next(shapes, None) is None
    assert seen == set(layers)


def test_round_is_round(made: Path) -> None:
    """A disc of 13 mm, as the beam runs: each point of it is as far from its middle, within a micrometre."""
    cuts = [shape.lines[0] for shape in parse((made / "lbrn2/sheet-1.lbrn2").read_bytes()).shapes if shape.layer == 2]
    discs = 0
    for line in cuts:
        middle = sum(line[:-1]) / (len(line) - 1)
        away = [abs(z - middle) for z in line]
        if max(away) - min(away) < 0.1:
            discs += 1
            assert max(away) - min(away) < 0.005
    assert discs > 20


@pytest.mark.parametrize("layers", sorted(path.stem for path in (template_folder() / "profiles/layers").glob("*.toml")))
def test_each_profile_gets_layers_of_its_own(layers: str, tmp_path: Path) -> None:
    """What is not alike is on a layer of its own, and what LightBurn has keeps its number."""
    from quasiprint.make.profiles import read

    (tmp_path / "mine.toml").write_text(f'[sheet]\nbase = "generic"\nlayers = "{layers}"\n', encoding="utf-8")
    stock = read(str(tmp_path / "mine.toml")).stock  # type: ignore[union-attr]
    found = layers_of(stock.looks)
    burned = [(style, layer) for style, layer in zip(stock.looks, found, strict=True) if layer not in (None, 30)]
    colours = [style.fill or style.stroke for style, _ in burned]
    for (style, layer), colour in zip(burned, colours, strict=True):
        if colour in PALETTE and colours.count(colour) == 1:
            assert layer == PALETTE.index(colour)
        own = [other for other, number in burned if number == layer]
        assert own == [style] or {one.operation for one in own} == {"cut-inner", "cut-outer"}
    shown = any(style.operation == "reference" and style.stroke for style in stock.styles)
    assert (30 in found) == shown


def test_a_set_is_proved_by_it_alone(tmp_path: Path) -> None:
    invoke("make", "triomino", "--highest", 1, "--format", "lbrn2", "--cut", "shared", "-o", tmp_path / "set", code=0)
    told = invoke("verify", tmp_path / "set", code=0).output
    assert "not read, its bytes alone prove it: files of its format are not read back: lbrn2/corner-jig" in told
    assert "proved: every file is what this program makes" in told
    page = start_page.text(tmp_path / "set")
    assert "*open* the file in LightBurn, do not import it" in page


def test_what_a_target_leaves_out_is_left_out() -> None:
    styles = tuple(replace(s, stroke=None) if s.operation == "reference" else s for s in STYLES)
    assert {shape.layer for shape in parse(one_file(every_operation(), styles)).shapes} == {0, 1, 2}
