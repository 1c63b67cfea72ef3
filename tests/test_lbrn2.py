"""LightBurn projects, read back by their importer, which refuses whatever else they could say, and held against the
SVG."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from called import invoke
from laser import KERF, STYLES, every_operation, predicted_cut_length, production

from quasiprint.formats.lbrn2.importer import sheet_of
from quasiprint.formats.lbrn2.write import files
from quasiprint.formats.svg import importer as svg
from quasiprint.model.lightburn import PALETTE, layers_of
from quasiprint.model.production import DrawingProduction
from quasiprint.model.profile import LayerStyle
from quasiprint.places import template_folder
from quasiprint.recogniser.shapes import Line, Unreadable


def one_file(drawing: object, styles: tuple[LayerStyle, ...] = STYLES) -> bytes:
    (output,) = files(DrawingProduction(production().set, (drawing,), styles))  # type: ignore[arg-type]
    return output.content


@pytest.fixture(scope="module")
def pierced() -> bytes:
    """A tile with each operation."""
    return one_file(every_operation())


def length(line: Line) -> float:
    """Return how long a line is, its arcs as long as they are round."""
    ends = np.append(line.points, line.points[:1]) if line.closed else line.points
    chords, radii = np.abs(np.diff(ends)), np.zeros(len(ends) - 1) if line.radii is None else np.abs(line.radii)
    ratios = np.divide(chords, 2 * radii, out=np.zeros(len(chords)), where=radii > 0)
    return float(np.where(radii > 0, 2 * radii * np.arcsin(ratios), chords).sum())


def test_layers_are_lightburns_colours_in_the_order_in_which_they_run(pierced: bytes) -> None:
    rows = [(row.get("type"), {one.tag: one.get("Value", "") for one in row}) for row in ET.fromstring(pierced)]
    layers = [(said["index"], kind, said["name"]) for kind, said in rows if "priority" in said]
    assert [said["priority"] for _, said in rows if "priority" in said] == ["0", "1", "2", "3", "4"]
    # C00, C01 and C02 of LightBurn's palette, and its tool layers
    steps = [("0", "Scan", "engrave"), ("1", "Cut", "score"), ("2", "Cut", "cut")]
    assert layers == [*steps, ("30", "Tool", "T1"), ("31", "Tool", "T2")]


def test_nothing_sorts_the_cuts_anew() -> None:
    names = {"ByLayer", "InnerToOuter", "ReduceTravel", "AllowReverse", "RemoveOverlaps", "ReduceDirChanges"}
    for output in files(production()):
        told = dict(re.findall(r'<Optimize_(\w+) Value="(\d+)"', output.content.decode()))
        assert {told[name] for name in {*names, "ByDirection"}} == {"0"}


def test_inner_cuts_come_before_the_outer_ones(pierced: bytes) -> None:
    cuts = [line for line in sheet_of(pierced, STYLES).lines if line.operation.startswith("cut")]
    assert [line.operation for line in cuts] == ["cut-inner", "cut-inner", "cut-outer"]
    # the ring of 12 falls out with the 4 in it: a hole shrinks, what is left in it grows
    wanted = [4 * (12 - KERF), 4 * (4 + KERF), 2 * (40 + KERF) + 2 * (20 + KERF)]
    assert [length(line) for line in cuts] == pytest.approx(wanted, abs=1e-3)


def test_the_cut_length_is_what_the_design_predicts() -> None:
    (output,) = (one for one in files(production()) if one.path == "lbrn2/sheet-1.lbrn2")
    measured = sum(length(line) for line in sheet_of(output.content, STYLES).lines if line.operation == "cut-outer")
    assert measured == pytest.approx(predicted_cut_length(production().drawings[0], production().set, KERF), abs=0.01)


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    """Ominoes with holes, markers that are discs, and a board that is scored."""
    return small_set("quomino", "--size", 6, "--format", "svg,lbrn2")


def test_the_same_lines_as_in_svg(made: Path) -> None:
    seen, discs = set(), 0
    for file in sorted((made / "svg").glob("*.svg")):
        wanted = svg.sheet_of(file.read_bytes(), STYLES)
        found = sheet_of((made / f"lbrn2/{file.stem}.lbrn2").read_bytes(), STYLES)
        assert (found.width, found.height) == (wanted.width, wanted.height)
        for one, other in zip(found.lines, wanted.lines, strict=True):
            assert (one.operation, one.closed) == (other.operation, other.closed)
            assert np.allclose(one.points, other.points, rtol=0, atol=0.001)
            assert length(one) == pytest.approx(length(other), abs=0.01)
            seen.add(one.operation)
            discs += one.radii is not None and bool(np.ptp(one.radii) < 0.01 < abs(one.radii[0]))
    assert seen == {style.operation for style in STYLES}
    assert discs > 20


@pytest.mark.parametrize("layers", sorted(path.stem for path in (template_folder() / "profiles/layers").glob("*.toml")))
def test_each_profile_gets_layers_of_its_own(layers: str, tmp_path: Path) -> None:
    """What is not alike is on a layer of its own, and what LightBurn has keeps its number."""
    from quasiprint.pipeline.profiles import read

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
    assert "lbrn2: pieces recognised in 2 files" in told
    assert "proved: every file is what this program makes" in told
    page = (tmp_path / "set/README.md").read_text(encoding="utf-8")
    assert "*open* the file in LightBurn, do not import it" in page


REFUSED = {
    "a speed": ('<priority Value="2"/>', '<priority Value="2"/><speed Value="9"/>', "content-foreign"),
    "sorted": ('Optimize_ReduceTravel Value="0"', 'Optimize_ReduceTravel Value="1"', "out-of-order"),
    "mirrored": ('MirrorX="False"', 'MirrorX="True"', "content-foreign"),
    "another format": ('FormatVersion="1"', 'FormatVersion="0"', "file-unreadable"),
    "moved": ("<XForm>1 0 0 1 0 0</XForm>\n<V", "<XForm>1 0 0 1 5 0</XForm>\n<V", "content-foreign"),
    "cut for a tool": ('"Tool">\n<index Value="30"', '"Cut">\n<index Value="30"', "operation-wrong"),
    "engraved as a line": ('"Scan"', '"Cut"', "operation-wrong"),
    "another layer": ('CutIndex="1"', 'CutIndex="7"', "operation-wrong"),
    "a layer twice": ('<index Value="1"/>', '<index Value="0"/>', "content-foreign"),
    "by its number": ('Type="Path" CutIndex="2"', 'Type="Path" VertID="0" CutIndex="2"', "content-foreign"),
    "a text": ('Type="Path" CutIndex="2"', 'Type="Text" CutIndex="2"', "content-foreign"),
    "no rim": ('Type="Rect"', 'Type="Ellipse"', "unit-wrong"),
    "a rim aside": ("<XForm>1 0 0 1 300 150", "<XForm>1 0 0 1 301 150", "unit-wrong"),
    "a leap": ("<PrimList>L0 1L1 2", "<PrimList>L0 1L2 1", "content-foreign"),
    "no corners": ("<VertList>V", "<VertList>W", "file-unreadable"),
    "a note": ("</LightBurnProject>", '<Notes ShowOnLoad="1" Notes="x"/></LightBurnProject>', "content-foreign"),
    "a declaration": ("<UIPrefs>", "<!-- --><UIPrefs>", "content-foreign"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_no_sheet_has_is_refused(pierced: bytes, kind: str) -> None:
    before, after, code = REFUSED[kind]
    text = pierced.decode()
    assert before in text
    assert sheet_of(pierced, STYLES).width == 600
    with pytest.raises(Unreadable) as caught:
        sheet_of(text.replace(before, after, 1).encode(), STYLES)
    assert caught.value.code == code


def test_a_curve_that_is_no_arc_is_refused(made: Path) -> None:
    text = (made / "lbrn2/sheet-1.lbrn2").read_text()
    handle = re.search(r"c0x(-?\d+\.\d+)c0y", text)
    assert handle
    for wrong in (float(handle[1]) + 0.01, float(handle[1]) - 3):
        bent = text[: handle.start(1)] + f"{wrong:.6f}" + text[handle.end(1) :]
        with pytest.raises(Unreadable) as caught:
            sheet_of(bent.encode(), STYLES)
        assert caught.value.code == "arc-wrong"


def test_what_a_target_leaves_out_is_left_out() -> None:
    styles = tuple(replace(s, stroke=None) if s.operation == "reference" else s for s in STYLES)
    found = {line.operation for line in sheet_of(one_file(every_operation(), styles), styles).lines}
    assert found == {style.operation for style in STYLES} - {"reference"}
