"""The house stands as docs/ and pyproject.toml say: style, types, imports, what is found by name."""

from __future__ import annotations

import ast
import inspect
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from called import invoke

from quasiprint import formats, games
from quasiprint.addons.reading.recogniser.shapes import Readable
from quasiprint.model import game as contracts
from quasiprint.model import playtest
from quasiprint.model.format import Format
from quasiprint.model.production import Artefact, Offer

HEAVY = {"cadquery", "OCP", "ezdxf", "reportlab", "numpy", "fontTools", "svgwrite", "manifold3d"}


def run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    script = Path(sys.executable).parent / command[0]
    return subprocess.run([script, *command[1:]], cwd=root, capture_output=True, text=True, timeout=600)


def test_style(root: Path) -> None:
    result = run(root, "ruff", "check", "--no-cache", ".")
    assert result.returncode == 0, result.stdout


def test_format(root: Path) -> None:
    result = run(root, "ruff", "format", "--no-cache", "--check", ".")
    assert result.returncode == 0, result.stdout


def test_types(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the program, and of a game that somebody begins with `quasiprint new game`; in another, wrong one a
    wrong type is found, and in the same run, so that the program is gone through once."""
    for name in ("tri_hue", "tri_wrong"):
        assert invoke("new", "game", name, "-o", tmp_path / name).exit_code == 0
    wrong = tmp_path / "tri_wrong/quasiprint_tri_wrong/layout.py"
    with wrong.open("a") as file:
        file.write("\n\nWRONG: int = 'no number'\n")
    # the program is found from where mypy stands, as `mypy quasiprint` finds it, and has one cache with that
    monkeypatch.setenv("MYPYPATH", f"{tmp_path / 'tri_hue'}:{tmp_path / 'tri_wrong'}")
    result = run(root, "mypy", *(f"-p{name}" for name in ("quasiprint", "quasiprint_tri_hue", "quasiprint_tri_wrong")))
    assert result.returncode == 1, result.stderr
    (said,) = (line for line in result.stdout.splitlines() if ": note: " not in line and not line.startswith("Found "))
    assert re.match(r"\S+/tri_wrong/quasiprint_tri_wrong/layout.py:\d+: error: Incompatible types in assignment", said)
    (counted,) = re.findall(r"^Found 1 error in 1 file \(checked (\d+) source files\)$", result.stdout, re.MULTILINE)
    # folders of words are packages, too
    assert int(counted) >= len([*(root / "quasiprint").rglob("*.py"), *tmp_path.glob("*/quasiprint_*/**/*.py")])


def test_what_a_room_imports_late_takes_what_its_protocol_says() -> None:
    promised = {
        name: inspect.signature(method, eval_str=False)
        for protocol in {**vars(contracts), **vars(playtest)}.values()
        if getattr(protocol, "_is_protocol", False)
        for name, method in vars(protocol).items()
        if inspect.isfunction(method)
    }
    late = [
        (name, member)
        for room in games.names()
        for name, member in vars(type(games.load(room))).items()
        if isinstance(member, contracts.Lazy)
    ]
    assert {"design", "prove", "rules", "session"} <= {name for name, _ in late}
    for name, member in late:
        _, *expected = promised[name].parameters.values()  # but for self
        found = list(inspect.signature(member.target).parameters.values())
        assert [one.kind for one in found] == [one.kind for one in expected], (name, member.package)
        assert [one.default for one in found] == [one.default for one in expected], (name, member.package)


def test_imports_point_one_way(root: Path) -> None:
    result = run(root, "lint-imports", "--no-cache")
    assert result.returncode == 0, result.stdout


WRONG_WAYS = [
    ("exact/point.py", "import quasiprint.model.face", "Imports point one way"),
    ("games/quasimino/rhomb.py", "def f():\n    import quasiprint.formats.stl.write", "Imports point one way"),
    ("layout/nesting.py", "import quasiprint.formats.stl.write", "Imports point one way"),
    ("recogniser/plane.py", "import quasiprint.addons.reading.importers.stl", "Imports point one way"),
    ("model/plugins.py", "import quasiprint.games", "Imports point one way"),
    ("formats/stl/importer.py", "import quasiprint.formats.stl.write", "shares nothing with what writes"),
    ("formats/svg/importer.py", "import quasiprint.drawing.rings", "shares nothing with what writes"),
    ("recogniser/pages.py", "import quasiprint.solids.mesh", "shares nothing with what writes"),
    ("games/majomino/replay.py", "import quasiprint.search", "shares nothing with what found it"),
    ("formats/step/prove.py", "import quasiprint.solids.mesh", "is not handed what is written"),
    ("formats/obj/write.py", "import quasiprint.formats.stl.write", "Formats do not import one another"),
    ("formats/stl/write.py", "import quasiprint.games.quasimino", "knows no game"),
    ("checks/marks.py", "import numpy", "No heavy library in the core"),
    ("cli/kinds.py", "import cadquery", "No heavy library in the core"),
    ("pipeline/run.py", "import click", "alone knows click"),
    ("games/other/__init__.py", "import quasiprint.games.quasimino", "Rooms do not import one another"),
    ("games/majomino/grid.py", "import quasiprint.games.majomino.proof", "No package imports in a circle"),
    ("checks/edges.py", "def f():\n    import quasiprint.checks.marks", "No package imports in a circle"),
    ("storage/reading.py", "def f():\n    import fcntl", "knows what systems do differently"),
    ("exact/lattice.py", "import quasiprint.drawing.areas", "Imports point one way"),
]


@pytest.fixture(scope="module")
def broken_contracts(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What import-linter says of each contract that is broken, by its name, of a house with every wrong import."""
    house = tmp_path_factory.mktemp("house")
    shutil.copytree(root / "quasiprint", house / "quasiprint", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", house)
    for module, line, _ in WRONG_WAYS:
        file = house / "quasiprint" / module
        file.parent.mkdir(exist_ok=True)
        text = file.read_text() if file.exists() else ""
        file.write_text(f"{text}\n\n{line}\n")
    result = run(house, "lint-imports", "--no-cache")
    assert result.returncode == 1, result.stdout
    _, _, said = result.stdout.partition("Broken contracts")
    parts = re.split(r"^(.+)\n-+$", said, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("module", "line", "contract"), WRONG_WAYS)
def test_an_import_the_wrong_way_is_found(
    broken_contracts: dict[str, str], module: str, line: str, contract: str
) -> None:
    """Each is named under the contract that it breaks."""
    importer = "quasiprint." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    (said,) = (said for name, said in broken_contracts.items() if contract in name)
    if "circle" in contract:  # which of its imports is too many is not told
        assert f"No cycles are allowed in {importer.rpartition('.')[0]}.\n" in said
    else:
        assert re.search(rf"\b{re.escape(importer)} -> {re.escape(line.split()[-1])} \(l\.", said), said


@cache
def parsed(path: Path) -> ast.Module:
    """A module of the house, taken apart once for all that look at it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def reached(room: Path, name: str) -> set[str]:
    """The modules of a format's room that one of them imports, itself or through others."""
    found, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        files = [room / f"{one}.py"] if (room / f"{one}.py").is_file() else sorted((room / one).glob("*.py"))
        assert files, one  # a module, or a package of several
        for node in (node for file in files for node in ast.walk(parsed(file))):
            for module in imported(node):
                own = module.removeprefix(f"quasiprint.formats.{room.name}.").partition(".")[0]
                if own != module.partition(".")[0] and (room / f"{own}.py").is_file() and own not in found:
                    found.add(own)
                    waiting.append(own)
    return found


def imported(node: ast.AST) -> list[str]:
    """The names of modules in a statement, and of what may be one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def test_importers_and_writers_of_a_format_share_nothing(root: Path) -> None:
    rooms = [path.parent for path in (root / "quasiprint/formats").glob("*/importer.py")]
    assert len(rooms) == 9
    assert not any(reached(room, "importer") & reached(room, "write") for room in rooms)


def test_heavy_libraries_are_imported_inside_functions(root: Path) -> None:
    """So that a format's name, or a game's, can be asked for without paying for its library."""
    script = (
        "import sys\n"
        "from quasiprint import formats, games\n"
        "formats.every(); [games.load(name) for name in games.names()]\n"
        f"print(sorted(set(sys.modules) & {HEAVY!r}))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout == "[]\n"


def test_help_is_instant(root: Path) -> None:
    result = subprocess.run(
        [sys.executable, root / "benchmarks/startup.py", "--json"], capture_output=True, text=True, timeout=120
    )
    assert result.returncode == 0, result.stdout
    measured = json.loads(result.stdout)["ratio"]
    assert measured["value"] <= measured["most"] == 2


def test_whatever_a_game_offers_some_format_takes() -> None:
    taken = {one.offer for one in formats.own()}
    for name in games.names():
        game = games.load(name)
        assert set() < set(game.offers) <= taken
        assert game.name == name


def test_every_format_is_what_it_says_and_its_pieces_can_be_recognised() -> None:
    folders = {path.parent.name for path in Path(str(formats.__file__)).parent.glob("*/__init__.py")}
    assert len(formats.own()) == len(folders) == 12
    assert [one.name for one in formats.own() if one.default] == ["stl", "3mf", "step", "svg", "dxf", "pdf", "txt"]
    for one in formats.own():
        assert formats.is_name(one.name)
        assert isinstance(one, Format)
        # pictures, and lines of tiles without their marks, are proved by their bytes
        assert isinstance(one, Readable) or one.name in ("png", "tts", "cutter")
        assert isinstance(one.offer, Offer)


def test_files_lie_in_the_folder_of_their_format(made: Path) -> None:
    manifest = json.loads((made / "manifest.json").read_bytes())
    folders = {entry["path"].split("/")[0] for entry in manifest["files"]} - {
        "README.md",
        "bill.csv",
        "gallery.html",
        "preview",
    }
    assert folders == set(manifest["parameters"]["formats"])
    assert Artefact("a", b"") == Artefact("a", b"", ())


def test_modules_are_short(root: Path) -> None:
    long = {
        path.name: lines
        for path in (root / "quasiprint").rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 400
    }
    assert not long


def test_no_module_bears_an_empty_name(root: Path) -> None:
    banned = {"utils", "util", "manager", "helper", "helpers", "process", "burn"}
    for path in (root / "quasiprint").rglob("*.py"):
        assert not banned & set(path.stem.split("_")), path
        for name in re.findall(r"^ *(?:async def|def|class) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert not banned & set(name.lower().split("_")), (path, name)


def test_no_game_stands_in_a_format(root: Path) -> None:
    names = games.names()
    for room in ("formats/**/*.*", "recogniser/**/*.*", "layout/**/*.*", "solids/**/*.*"):
        paths = list((root / "quasiprint").glob(room))
        assert paths, room
        for path in paths:
            if path.suffix in (".py", ".md"):
                text = path.read_text().lower()
                assert not any(name in text for name in names), path


def named(module: ast.Module) -> set[str]:
    """Return the formats that a module's texts name: alone, or as the folder of their files."""
    said = {
        node.value.lower()
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {
        one.name for one in formats.own() if any(word == one.name or word.startswith(f"{one.name}/") for word in said)
    }


def test_no_format_stands_in_a_room_nor_in_the_pipeline(root: Path) -> None:
    # documents hands the name of a kind of file to Typst
    for folder in ("games", "model", "pipeline", "recogniser", "layout", "solids", "checks", "storage"):
        for path in (root / "quasiprint" / folder).rglob("*.py"):
            assert not named(parsed(path)), path
    words = re.compile(rf"\b({'|'.join(one.name for one in formats.own())})\b", re.IGNORECASE)
    for path in (root / "quasiprint/games").glob("*/readme.md"):
        assert not words.search(path.read_text()), path


@pytest.mark.parametrize(
    "line", ['if name == "stl":\n    pass', 'files = {"3mf/plate": b""}', 'KINDS = ("svg", "DXF")']
)
def test_a_format_in_a_room_is_found(line: str) -> None:
    assert named(ast.parse(line))
    assert not named(ast.parse('a = "steps", ".svg", "a pdf", "objects/stl"'))


# what starts a process, however it is imported; a connection of `multiprocessing` starts none
STARTS = re.compile(
    r"create_subprocess_\w+|subprocess_(exec|shell)|(posix_)?spawn\w*|exec[lv]\w*|fork\w*|system|popen\w*|startfile"
    r"|ProcessPoolExecutor|_posixsubprocess|pty|subprocess|multiprocessing"
)


def starting(module: ast.Module) -> set[str]:
    """Return what a module names that starts processes. Names of our own, such as `forks`, are looked at where they
    stand."""
    found = set()
    for node in ast.walk(module):
        names = imported(node)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
            names = [node.attr]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]  # __import__, import_module, getattr
        for name in names:
            if not name.startswith(("quasiprint.", "multiprocessing.connection")):
                found |= {part for part in name.split(".") if STARTS.fullmatch(part)}
    return found - {"forks"}


def test_every_process_is_started_in_one_place(root: Path) -> None:
    package = root / "quasiprint"
    found = {
        path.relative_to(package).as_posix(): starting(parsed(path))
        for path in package.rglob("*.py")
        if STARTS.search(path.read_text(encoding="utf-8"))  # to look through all of a module takes long
    }
    assert {name for name, starts in found.items() if starts} == {"children.py"}
    assert found["children.py"] >= {"subprocess", "multiprocessing", "create_subprocess_exec"}


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess as sp",
        "from subprocess import run",
        "def f():\n    import asyncio.subprocess",
        "asyncio.create_subprocess_exec('x')",
        "from asyncio import create_subprocess_shell as start",
        "loop.subprocess_exec(protocol)",
        "os.posix_spawn('x', [], {})",
        "from os import execvp, fork",
        "os.system('x')",
        "import multiprocessing.context",
        "from multiprocessing import Process",
        "from concurrent.futures import ProcessPoolExecutor",
        "__import__('subprocess')",
    ],
)
def test_a_process_that_is_started_elsewhere_is_found(line: str) -> None:
    assert starting(ast.parse(line))
    assert not starting(
        ast.parse("from multiprocessing.connection import Pipe\nfrom quasiprint.system.children import forks")
    )


def test_the_cad_kernel_is_known_where_step_is_read_and_where_bodies_are_built_again_only(root: Path) -> None:
    kernel = re.compile(r"^\s*(import|from) (cadquery|OCP)\b", re.MULTILINE)
    found = {
        path.relative_to(root / "quasiprint").as_posix()
        for path in (root / "quasiprint").rglob("*.py")
        if kernel.search(path.read_text())
    }
    typed = {"api/views.py", "workplanes.py"}  # which only name what they hand out
    assert found - typed == {"solids/cad.py", "formats/step/kernel.py"}


def test_the_gate_takes_its_commands_from_the_readme(root: Path) -> None:
    readme, gate = (root / "README.md").read_text(encoding="utf-8"), (root / ".ci/run").read_text()
    promises = dict(re.findall(r"^<!-- gate: (\w+) -->\n```\w*\n(.+?)^```$", readme, re.MULTILINE | re.DOTALL))
    assert set(promises) == set(re.findall(r"^keep (\w+)(?: >.*)?$", gate, re.MULTILINE)) == {"make", "test"}
    assert "quasiprint make quasimino" in promises["make"]
    assert "pytest" in promises["test"]
    for word in ("pip install", "pytest", "quasiprint make"):
        assert word not in gate  # said once, in the README
