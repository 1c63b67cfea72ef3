"""The registry of formats: those of others, found without being imported; what fails disturbs nobody."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import start_page
from called import invoke, settled

from quasiprint import formats
from quasiprint.disk.stored import open_set
from quasiprint.errors import InputError
from quasiprint.make.verify import verify

SMALL = ("--highest", 0)
BOUNDS = """
from quasiprint.model.production import Artefact
from quasiprint.model.choices import ProductKind

class Bounds:
    name, offer, order, default = "{name}", ProductKind.SOLIDS, 5, {default}

    def files(self, production):
        for piece in production.pieces:
            corners = [c for mesh in production.meshes.values() for c in mesh.to_indices()[0]]
            yield Artefact(f"{folder}/{{piece.id}}.txt", repr(max(corners)).encode(), (piece.id,))
{more}
FORMAT = Bounds()
"""
READER = """
    def read(self, reading):
        from quasiprint.model.finding import error
        for path, content in reading.files.items():
            if b"shut" in content:
                reading.findings.append(error("mesh-open", path, "it is shut"))
            reading.unread[path] = "it has no piece"
        yield from ()

    def fields(self, production):
        return {"corners": str(len(production.pieces))}
"""
PlugIn = Callable[..., Path]


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlugIn:
    """Install a distribution with one module and one entry point, as pip would; return where its module lies."""
    made: list[str] = []

    def install(name: str, code: str, module: str = "", readme: str = "") -> Path:
        module = module or f"quasiprint_{re.sub('[^a-z]', '_', name)}_{len(made)}"
        site = tmp_path / f"site-{module}"
        about = site / f"{module}-1.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[quasiprint.formats]\n{name} = {module}:FORMAT\n")
        (site / module).mkdir()
        (site / module / "__init__.py").write_text(code)
        if readme:
            (site / module / "readme.md").write_text(readme)
        monkeypatch.syspath_prepend(str(site))
        made.append(module)
        return site

    yield install  # type: ignore[misc]
    for module in made:
        sys.modules.pop(module, None)


def bounds(name: str = "bounds", default: bool = False, more: str = "", folder: str = "") -> str:
    return BOUNDS.format(name=name, default=default, more=more, folder=folder or name)


def said(name: str) -> set[str]:
    """Return the modules of plug-ins that are imported."""
    return {module for module in sys.modules if module.startswith(f"quasiprint_{name}_")}


def test_a_format_from_outside_is_made_on_request(plug_in: PlugIn, tmp_path: Path) -> None:
    plug_in("bounds", bounds(), readme="- **Bounds** of $pieces.\n")
    assert formats.names() == (
        "stl", "3mf", "step", "obj", "svg", "dxf", "lbrn2", "laser-inlay", "pdf", "cutter", "png", "tts", "txt",
        "bounds"
    )  # fmt: skip
    assert not said("bounds")  # to know its name, nothing is imported
    invoke("make", "triomino", *SMALL, "--format", "svg,bounds", "-o", tmp_path / "set", code=0)
    assert said("bounds")
    assert (tmp_path / "set/bounds/0-0-0.txt").read_bytes().startswith(b"(")
    assert "- **Bounds** of 1 tile.\n" in start_page.text(tmp_path / "set")
    held = json.loads((tmp_path / "set/manifest.json").read_bytes())["parameters"]
    assert held["formats"] == ["bounds", "svg"]  # in their order
    assert held["offers"] == {"bounds": "solids"}
    listed = invoke("list").output
    assert listed.count("on request: bounds, step, obj") == 4


def test_all_asks_for_each_format_of_the_game_and_the_usual_ones_are_four() -> None:
    usual, every = settled("make", "triomino"), settled("make", "triomino", "--format", "all")
    assert usual.formats == ("stl", "3mf", "svg", "pdf")
    assert every.formats == tuple(name for name in formats.names() if name != "txt")
    assert not every.named  # one that this machine cannot make is left out
    assert "svg" not in settled("make", "triomino", "--format", "all", "--touch").formats


BROKEN = {
    "import": ("bounds", "import nosuch\n", "cannot be loaded: ModuleNotFoundError: No module named 'nosuch'"),
    "less": ("bounds", "class F:\n    name = 'bounds'\nFORMAT = F()\n", "is no Format, it lacks offer"),
    "taken": ("stl", bounds("stl"), "the name is taken by quasiprint itself"),
    "path": ("../up", bounds("../up"), "allowed as a format's name are"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", BROKEN)
def test_what_fails_is_named_in_one_line_and_disturbs_nobody(plug_in: PlugIn, tmp_path: Path, kind: str) -> None:
    name, code, reason = BROKEN[kind]
    plug_in(name, code)
    listed = invoke("list", code=0)
    assert listed.output.count("formats: stl, 3mf, svg, pdf") == 4
    run = settled("make", "triomino", *SMALL)
    assert run.formats == ("stl", "3mf", "svg", "pdf")
    (left_out,) = run.left_out
    (line,) = [line for line in listed.output.splitlines() if line.startswith("warning:")]
    for warning in (line, left_out):
        assert f"format {name!r} of quasiprint-" in warning
        assert reason in warning
    made = invoke(
        "make", "triomino", *SMALL, *(() if kind == "import" else ("--format", "svg")), "-o", tmp_path / "set"
    )
    if kind == "import":  # by default usual formats are made, beside one that fails
        (warning,) = [line for line in made.output.splitlines() if line.startswith("warning:")]
        assert warning.endswith("cannot be loaded: ModuleNotFoundError: No module named 'nosuch'; it is left out")
        assert "(stl, 3mf, svg, pdf)" in made.output
    if name != "stl":
        asked = invoke("make", "triomino", *SMALL, "--format", name, "-o", tmp_path / "other", code=2)
        assert reason in asked.output
        assert not (tmp_path / "other").exists()
    assert invoke("make", "--help").exit_code == 0
    assert invoke("verify", tmp_path / "set").exit_code == 0


def test_a_format_may_write_in_its_own_folder_only(plug_in: PlugIn, tmp_path: Path) -> None:
    plug_in("bounds", bounds(folder="stl"))
    result = invoke("make", "triomino", *SMALL, "--format", "bounds", "-o", tmp_path / "set")
    assert isinstance(result.exception, ValueError)
    assert "found a file 'stl/0-0-0.txt', allowed are files in bounds/" in str(result.exception)
    assert not (tmp_path / "set").exists()


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match="found 'nosuch', allowed is stl, 3mf"):
        formats.load("nosuch")


# --- reading back


@pytest.fixture
def made(plug_in: PlugIn, tmp_path: Path) -> Path:
    """A set with a format that has no reader."""
    plug_in("bounds", bounds())
    invoke("make", "triomino", *SMALL, "--format", "svg,bounds", "-o", tmp_path / "set", code=0)
    return tmp_path / "set"


def test_what_is_not_installed_is_said_and_no_damage(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [place for place in sys.path if "site-quasiprint_" not in place])
    assert "bounds" not in formats.names()
    verdict = verify(open_set(made))
    assert (verdict.outcome, verdict.findings) == ("read", [])
    assert verdict.uncompared["bounds/0-0-0.txt"] == "what makes this format is not installed"
    assert (verdict.compared, verdict.same) == (
        6,
        6,
    )  # the drawings, their jig, and what of them is never burned; the page and manifest tell of all formats
    (made / "bounds/0-0-0.txt").write_text("(another)")
    broken = invoke("verify", made, code=1)
    assert "error: hash-differs: bounds/0-0-0.txt" in broken.output
    (made / "bounds/0-0-0.txt").unlink()
    assert "error: file-missing: bounds/0-0-0.txt" in invoke("verify", made).output


def test_its_reader_reads_it_and_its_fields_fill_its_text(plug_in: PlugIn, tmp_path: Path) -> None:
    plug_in("bounds", bounds(more=READER), readme="- $corners things\n")
    invoke("make", "triomino", *SMALL, "--format", "bounds", "-o", tmp_path / "set")
    assert "- 1 things\n" in start_page.text(tmp_path / "set")
    verdict = verify(open_set(tmp_path / "set"))
    assert (verdict.outcome, verdict.unread["bounds/0-0-0.txt"]) == ("proved", "it has no piece")
    (tmp_path / "set/bounds/0-0-0.txt").write_text("shut")
    assert {finding.code for finding in verify(open_set(tmp_path / "set")).findings} == {
        "hash-differs",
        "mesh-open",
        "bytes-differ",
    }


@pytest.mark.parametrize(
    "told",
    [
        {"formats": ["svg", "nosuch"]},
        {"formats": ["svg", "bounds"], "offers": {}},
        {"formats": ["svg", "../up"], "offers": {"../up": "solids"}},
    ],
)
def test_a_manifest_cannot_make_up_formats(made: Path, tmp_path: Path, told: dict[str, object]) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made, copy)
    held = json.loads((copy / "manifest.json").read_bytes())
    held["parameters"].pop("offers")
    held["parameters"] |= told
    (copy / "manifest.json").write_text(json.dumps(held))
    assert "manifest-wrong" in {finding.code for finding in verify(open_set(copy)).findings}
