"""A manifest is believed no more than a file that a user writes: what no bed, palette, sheet, paper, process or option
can be is found, and told in one line."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from called import invoke

import quasiprint
from quasiprint.make.manifest import MADE_WITH

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return quasiprint.design("triomino", highest=1, finish="inlaid").files(formats=("svg",))


def told(files: dict[str, bytes], change: Change) -> dict[str, Any]:
    held = copy.deepcopy(json.loads(files["manifest.json"]))
    change(held)
    return held


def codes(files: dict[str, bytes], manifest: dict[str, Any]) -> set[str]:
    verdict = quasiprint.verify({**files, "manifest.json": json.dumps(manifest).encode()}, by="pieces")
    for finding in verdict.findings:
        assert finding.message.isprintable()
    return {finding.code for finding in verdict.findings}


def of(*keys: str | int, **values: object) -> Change:
    """Return a change to what the set was made with. keys: where; values: what is put there."""

    def change(manifest: dict[str, Any]) -> None:
        place = manifest["parameters"][MADE_WITH]
        for key in keys:
            place = place[key]
        place.update(values)

    return change


def kerf(value: object) -> Change:
    def change(manifest: dict[str, Any]) -> None:
        manifest["parameters"]["kerf"] = value
        manifest["parameters"][MADE_WITH]["sheet"]["kerf"] = value

    return change


def measure(process: str, **values: object) -> Change:
    """Return a change to a process's measures, also where the manifest tells them besides."""

    def change(manifest: dict[str, Any]) -> None:
        number = ("printer", "laser", "paper").index(process)
        manifest["parameters"][MADE_WITH]["measures"][number].update(values)
        shown = manifest["parameters"]["measures"][process]
        shown.update({key: value for key, value in values.items() if key in shown})

    return change


def styles(change: Callable[[list[Any]], list[Any]]) -> Change:
    def changed(manifest: dict[str, Any]) -> None:
        sheet = manifest["parameters"][MADE_WITH]["sheet"]
        sheet["styles"] = change(sheet["styles"])

    return changed


def parameter(name: str, value: object) -> Change:
    return lambda manifest: manifest["parameters"].update({name: value})


WRONG: dict[str, Change] = {
    "no word of what it was made with": lambda m: m["parameters"].pop(MADE_WITH),
    "measures without a tolerance": lambda m: m["parameters"][MADE_WITH]["measures"][0].pop("tolerance"),
    "a bed of no width": of("beds", 0, width=0),
    "a bed that is all margin": of("beds", 0, width=200.0, depth=100.0, margin=50.0),
    "a third of an extruder": of("beds", 0, extruders=1.5),
    "a bed called by a path": of("beds", 0, name="../bed"),
    "a bed for a slicer that nobody knows": of("beds", 1, slicers=["knife"]),
    "a keep-out beside the bed": of("beds", 0, keep_outs=[[-9.0, 0.0, 9.0, 9.0]]),
    "a body that is no colour": of("palette", body="transparent"),
    "an ink that is no colour": of("palette", "inks", 0, rgb="blue"),
    "an ink whose name steers a terminal": of("palette", "inks", 0, name="\x1b[31m"),
    "two inks of one name": lambda m: of(
        "palette", "inks", 0, name=m["parameters"][MADE_WITH]["palette"]["inks"][1]["name"]
    )(m),
    "a sheet of no height": of("sheet", height=0),
    "an operation that nobody knows": of("sheet", "styles", 0, operation="melt"),
    "operations in another order": styles(lambda rows: rows[::-1]),
    "a layer that no file can have": of("sheet", "styles", 3, layer="CUT OUTER\n"),
    "a kerf that is no number": kerf(float("nan")),
    "a page of negative bleed": of("pages", 0, bleed=-3.0),
    "a tile of infinite edge": measure("laser", edge=float("inf")),
    "a process that nobody knows": of("measures", 1, process="oven"),
    "no process": lambda m: m["parameters"][MADE_WITH].update(measures=[]),
    "an option of another kind": parameter("highest", "1"),
    "an option that is true": parameter("highest", True),
    "an option that is a list": parameter("tack", [1]),
    "a choice that is a number": parameter("shape", 3),
    "a folder that is a table": parameter("symbols", {"a": 1}),
    "an option that is no number": parameter("tack", float("nan")),
    "a choice that there is not": parameter("shape", "hexagon"),
    "a format that nobody knows": parameter("formats", ["svg", "clay"]),
    "a format that is a list": parameter("formats", [["svg"]]),
    "a negative seed": lambda m: m.update(seed=-1),
}


def test_the_manifest_as_it_is_is_right(files: dict[str, bytes]) -> None:
    assert codes(files, told(files, lambda _: None)) == set()


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_is_manifest_wrong(files: dict[str, bytes], wrong: str) -> None:
    changed = told(files, WRONG[wrong])
    assert json.dumps(changed) != json.dumps(json.loads(files["manifest.json"]))
    assert codes(files, changed) == {"manifest-wrong"}


@pytest.mark.parametrize("wrong", ["a bed of no width", "an operation that nobody knows", "a body that is no colour"])
def test_the_command_line_says_so_in_one_line_with_exit_one(
    files: dict[str, bytes], wrong: str, tmp_path: Path
) -> None:
    for path, content in {**files, "manifest.json": json.dumps(told(files, WRONG[wrong])).encode()}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    result = invoke("verify", tmp_path, code=1)
    said = [line for line in result.stderr.splitlines() if "manifest-wrong" in line]
    assert len(said) == 1
    assert "allowed" in said[0]


def test_nothing_is_said_of_pieces_and_files_that_no_manifest_says(files):
    for name in ("pieces", "files"):
        assert "manifest-wrong" in codes(files, told(files, lambda held, name=name: held[name][0].update(x=1)))


def test_what_makes_an_accessory_is_as_designed():
    made = quasiprint.design("majomino", size=3, count=1).files(formats=("svg",))
    assert codes(made, told(made, lambda held: None)) == set()
    for processes in (["paper"], "laser", 1):
        wrong = told(made, lambda held, said=processes: held["accessories"][0].update(processes=said))
        assert "accessory-count" in codes(made, wrong)
