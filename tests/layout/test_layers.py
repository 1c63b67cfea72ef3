"""What a laser's program can tell apart in a set's drawings, under every profile of layers, and what the page beside
them says where it cannot: by the files and the page of a made set, read by svgelements and ezdxf."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import start_page
from called import invoke
from ezdxf.filemanagement import readfile
from svgelements import SVG, Group
from svgelements import Path as Curve

from quasiprint.model.resources import template_folder

LAYERS = sorted(path.stem for path in (template_folder() / "profiles/layers").glob("*.toml"))
STEPS = ("engrave", "score", "cut-inner", "cut-outer")  # as the page of a set orders them
NAMES = {"engrave": "ENGRAVE", "score": "SCORE", "cut-inner": "CUT_INNER", "cut-outer": "CUT_OUTER"}
SET = ("make", "majomino", "--size", 3, "--count", 1, "--format", "svg,dxf")  # it has all of them
ALIKE = "Inner and outer cuts have one colour here."

Made = Callable[[str], Path]


def under(layers: str) -> str:
    """A sheet's profile."""
    return f'[sheet]\nbase = "generic"\nlayers = "{layers}"\n'


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A set under a profile of layers, made once."""

    @cache
    def make(layers: str) -> Path:
        folder = tmp_path_factory.mktemp("layers")
        (folder / "mine.toml").write_text(under(layers), encoding="utf-8")
        invoke(*SET, "--profile", folder / "mine.toml", "-o", folder / "set", code=0)
        return folder / "set"

    return make


document_of = cache(readfile)


@cache
def colours(file: Path) -> dict[str, set[tuple[str, str]]]:
    """What each group of an SVG file looks like: "stroke" or "fill", and the colour."""
    found: dict[str, set[tuple[str, str]]] = {}
    for group in SVG.parse(str(file)):
        if not isinstance(group, Group) or group.id is None:
            continue
        for path in group.select(lambda one: isinstance(one, Curve)):
            for kind in ("stroke", "fill"):
                colour = getattr(path, kind)
                if colour is not None and colour.value is not None:
                    found.setdefault(group.id, set()).add((kind, colour.hex.upper()))
    return found


def sheets(folder: Path, form: str) -> list[Path]:
    return sorted((folder / form).glob(f"*.{form}"))


def table_of(layers: str) -> dict[str, Any]:
    """The table of a profile."""
    text = (template_folder() / f"profiles/layers/{layers}.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["layers"])


@pytest.mark.parametrize("layers", LAYERS)
def test_steps_are_told_apart_by_colour_or_the_page_says_how(layers: str, made: Made) -> None:
    looks: dict[str, set[tuple[str, str]]] = {}
    for file in sheets(made(layers), "svg"):
        for step, found in colours(file).items():
            assert len(found) == 1  # one look for each step, the same in each file
            assert looks.setdefault(step, found) == found
    assert set(STEPS) <= set(looks)
    alike = {(a, b) for a, b in combinations(STEPS, 2) if looks[a] == looks[b]}
    assert alike <= {("cut-inner", "cut-outer")}
    page, order = start_page.text(made(layers)), table_of(layers).get("order", "")
    assert "**Work** the sheets in this order: engrave, score, inner cuts, outer cuts" in " ".join(page.split())
    assert (ALIKE in page) == bool(alike) == bool(order)
    if alike:
        assert f"{ALIKE} {order}" in " ".join(page.split())
    # each colour stands in the page's table, beside its step
    for step in STEPS:
        ((_, colour),) = looks[step]
        assert re.search(rf"^\|.*{step}.*`{colour}`", page, re.MULTILINE | re.IGNORECASE)


@pytest.mark.parametrize("layers", LAYERS)
def test_steps_are_told_apart_by_layer(layers: str, made: Made) -> None:
    seen: set[str] = set()
    table: dict[str, int] = {}
    for file in sheets(made(layers), "dxf"):
        document = document_of(file)
        drawn = [entity.dxf.layer for entity in document.modelspace()]
        seen |= set(drawn)
        own = {entity.dxf.get("color", 256) for entity in document.modelspace()}
        assert own == {256}  # none has a colour but its layer's
        steps = [layer for k, layer in enumerate(drawn) if k == 0 or drawn[k - 1] != layer]
        due = [NAMES[step] for step in STEPS]
        assert [layer for layer in steps if layer in due] == [layer for layer in due if layer in steps]  # in order
        table |= {layer.dxf.name: layer.dxf.color for layer in document.layers}
        assert {layer.dxf.name for layer in document.layers} == {*drawn, "0", "Defpoints"}  # none of them is empty
    assert len({table[name] for name in due}) == len(due) - (table["CUT_INNER"] == table["CUT_OUTER"])
    assert seen >= set(NAMES.values())


@pytest.mark.parametrize("layers", LAYERS)
def test_what_is_not_for_the_laser_is_so_in_each_format(layers: str, made: Made) -> None:
    """Each drawing has a file of it or none has, with nothing else in it, in a colour that no step has."""
    folder, looks, table = made(layers), dict[str, set[tuple[str, str]]](), dict[str, int]()
    page = start_page.text(folder)
    for form in ("svg", "dxf"):
        names = {file.stem for file in sheets(folder, form) if not file.stem.endswith("-reference")}
        idle = {f"{name}-reference" for name in names if "never burned" in page}
        assert {file.stem for file in sheets(folder, form)} == names | idle
    for file in sheets(folder, "svg"):
        looks |= (found := colours(file))
        assert ("reference" in found) is file.stem.endswith("-reference") is (list(found) == ["reference"])
    for file in sheets(folder, "dxf"):
        document = document_of(file)
        drawn = {entity.dxf.layer for entity in document.modelspace()}
        assert ("REFERENCE" in drawn) is file.stem.endswith("-reference") is (drawn == {"REFERENCE"})
        table |= {layer.dxf.name: layer.dxf.color for layer in document.layers if layer.dxf.name in drawn}
    colour = {colour for _, colour in looks.pop("reference", set())}
    assert not colour & (
        {colour for found in looks.values() for _, colour in found} | {*table_of(layers).get("settings", ())}
    )
    assert table.pop("REFERENCE", None) not in table.values()


def test_backs_that_come_first_are_files_of_their_own(made: Made) -> None:
    folder = made(LAYERS[0])
    page = start_page.text(folder)
    assert "engrave the backs first: the files with `back` in their name" in page
    backs = [file for file in sheets(folder, "svg") if "back" in file.stem]
    assert backs
    for file in backs:
        assert set(colours(file)) == {"reference" if file.stem.endswith("-reference") else "engrave"}
    faces = [file for file in sheets(folder, "svg") if re.fullmatch(r"sheet-\d+", file.stem)]
    assert all({"engrave", "cut-outer"} <= set(colours(file)) for file in faces)
