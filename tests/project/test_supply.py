"""What the program is built from: every package by its hash, every bound and licence, nothing undeclared; a release,
which docs/releasing.md makes whole."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from called import script
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from quasiprint import __version__

LISTS = ("locked", "lowest", "docs")
ENTRY = re.compile(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)==(?P<version>\S+?)(?: ; (?P<marker>.+?))? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
SYSTEMS = [
    {"python_version": version, "python_full_version": f"{version}.1", "sys_platform": "linux", "os_name": "posix"}
    for version in ("3.11", "3.12", "3.13")
]
# what a distribution is imported as, where that is not its name
IMPORTED = {"markdown-it-py": {"markdown_it"}, "cadquery-ocp": {"OCP"}, "fonttools": {"fontTools"}}


def project(root: Path) -> dict[str, Any]:
    text: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())
    return text


EXTRAS = ("cadquery", "fast", "cluster", "plots", "puzzle")  # which the program can use, and does without


def declared(root: Path, *, tests: bool, extras: tuple[str, ...] = EXTRAS) -> list[Requirement]:
    """What pyproject.toml asks for: at run time, or with tests and the build as well. extras: besides."""
    held = project(root)
    optional = held["project"]["optional-dependencies"]
    assert set(optional) == {*EXTRAS, "test"}
    more = [text for extra in extras for text in optional[extra]]
    more += [*optional["test"], *held["build-system"]["requires"]] if tests else []
    return [Requirement(text) for text in [*held["project"]["dependencies"], *more]]


def listed(root: Path, name: str) -> list[Requirement]:
    """What a list is made for: the site, or everything but that."""
    site = project(root)["dependency-groups"]["docs"]
    return [Requirement(text) for text in site] if name == "docs" else declared(root, tests=True)


def faults(text: str, name: str, asked: list[Requirement]) -> list[str]:
    """Return what is wrong with a list of exact versions, each in one line."""
    found = []
    head = [line for line in text.splitlines() if line.startswith("# ") or line.startswith("#    ")][:2]
    words = shlex.split(head[1].lstrip("# ")) if len(head) == 2 else []
    wanted = {"--universal", "--generate-hashes", "--no-config", f".ci/{name}.txt", "3.11"}
    wanted |= {"--group", "docs"} if name == "docs" else {"pyproject.toml", "test", *EXTRAS}
    if words[:3] != ["uv", "pip", "compile"] or not wanted <= set(words):
        found.append(f"head: {words}")
    if ("lowest-direct" in words) != (name == "lowest"):
        found.append("head: the other list's resolution")
    if re.search(r"://|\b(index|find-links|trusted-host|editable)\b|(^|\s)(-[ief]\b|/|file:|@ )", text, re.MULTILINE):
        found.append("an address or a path of a machine")
    versions: dict[str, list[tuple[Version, Marker | None]]] = {}
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for number, line in enumerate(lines):
        if entry := ENTRY.fullmatch(line):
            marker = Marker(entry["marker"]) if entry["marker"] else None
            versions.setdefault(entry["name"], []).append((Version(entry["version"]), marker))
            if not (number + 1 < len(lines) and HASH.fullmatch(lines[number + 1])):
                found.append(f"{entry['name']}: no hash")
        elif not HASH.fullmatch(line):
            found.append(f"not understood: {line}")
    for requirement in asked:
        for system in SYSTEMS:
            held = [v for v, marker in versions.get(canonicalize_name(requirement.name), ())
                    if marker is None or marker.evaluate(system)]  # fmt: skip
            if len(held) != 1:
                found.append(f"{requirement.name}: {len(held)} versions for Python {system['python_version']}")
            elif not requirement.specifier.contains(held[0], prereleases=True):
                found.append(f"{requirement}: {held[0]} does not fit")
    return found


def direct(text: str) -> set[str]:
    """Return what a list says the project itself asks for."""
    blocks = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    return {block.split("==")[0] for block in blocks if "quasiprint (pyproject.toml" in block}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_holds_every_dependency_by_its_hashes(root: Path, name: str) -> None:
    text = (root / f".ci/{name}.txt").read_text()
    asked = listed(root, name)
    assert not faults(text, name, asked)
    # made from this pyproject.toml, not from an older one
    assert direct(text) == {canonicalize_name(requirement.name) for requirement in asked}


@pytest.mark.parametrize(
    ("found", "put", "said"),
    [
        (r"    --hash=sha256:\w{64}( \\\n    --hash=sha256:\w{64})*\n    # via quasi", "    # via quasi", "no hash"),
        (r"(?m)^click==\S+", "click==8.1.0", "click>=8.4: 8.1.0 does not fit"),
        (r"\A", "--index-url https://example.org/simple\n", "an address"),
        (r"\Z", "click>=8\n", "not understood"),
    ],
)
def test_a_list_that_is_wrong_is_found(root: Path, found: str, put: str, said: str) -> None:
    text, count = re.subn(found, put.replace("\\", r"\\"), (root / ".ci/locked.txt").read_text(), count=1)
    assert count == 1
    assert any(said in fault for fault in faults(text, "locked", declared(root, tests=True)))


def test_every_dependency_has_a_lower_bound_and_the_lowest_list_is_at_it(root: Path) -> None:
    text = (root / ".ci/lowest.txt").read_text()
    for requirement in declared(root, tests=True):
        bounds = [Version(part.version) for part in requirement.specifier if part.operator in (">=", "~=")]
        assert bounds, requirement
        (version,) = re.findall(rf"^{canonicalize_name(requirement.name)}==(\S+) ", text, re.MULTILINE)
        # the first that there is from there on; some are followed by a repaired build of the same version
        assert Version(version).release[: len(max(bounds).release)] == max(bounds).release, requirement


def test_workflows_install_by_hashes_and_keep_no_credentials(root: Path) -> None:
    """An action's tag, or a distribution of a newer version, could be another program tomorrow."""
    for file in sorted((root / ".github/workflows").glob("*.yml")):
        jobs = yaml.safe_load(file.read_text())["jobs"].values()
        steps = [step for job in jobs for step in job["steps"]]
        for step in steps:
            if "uses" in step:
                assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"]), step
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
            if "pip install" in (words := step.get("run", "")):
                assert "--require-hashes" in words or "--no-deps --no-build-isolation ." in words, step


def test_the_gate_installs_what_is_listed_and_nothing_else(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"<!-- gate: test -->\n```\n(.+)\n```", readme)
    steps = [shlex.split(step) for step in command.split(" && ")]
    installs = [step[step.index("install") + 1 :] for step in steps if "install" in step]
    assert installs == [
        ["--require-hashes", "--only-binary", ":all:", "-r", ".ci/locked.txt"],
        ["--no-deps", "--no-build-isolation", "-e", "."],
    ]
    assert {canonicalize_name(Requirement(text).name) for text in project(root)["build-system"]["requires"]} <= {
        match["name"] for match in map(ENTRY.fullmatch, (root / ".ci/locked.txt").read_text().splitlines()) if match
    }


# --- what is imported ---------------------------------------------------------------------------


IMPORTS = re.compile(
    r"^[ \t]*(?:import ([A-Za-z_]\w*)[\w.]*(?: as \w+)?(?: +#.*)?$|from ([A-Za-z_]\w*)[\w.]* import\b)"
    r"|(?:import_module|__import__)\([\"']([A-Za-z_]\w*)",  # what is asked for by a text
    re.MULTILINE,
)


@cache
def imports(folder: Path) -> dict[str, set[str]]:
    """Return the foreign modules that the Python files below a folder import, and the files that do."""
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for names in IMPORTS.findall(path.read_text(encoding="utf-8")):
            found.setdefault("".join(names), set()).add(path.name)
    return {name: files for name, files in found.items() if name not in {*sys.stdlib_module_names, "quasiprint"}}


def modules(requirements: list[Requirement]) -> set[str]:
    """Return what distributions are imported as."""
    return set().union(*(IMPORTED.get(canonicalize_name(r.name), {r.name.replace("-", "_")}) for r in requirements))


def test_the_program_imports_what_it_declares_and_nothing_of_the_tests(root: Path) -> None:
    runtime = modules(declared(root, tests=False))
    found = set(imports(root / "quasiprint"))
    assert found <= runtime
    only_tests = modules(declared(root, tests=True)) - runtime
    assert {"pymupdf", "trimesh", "lib3mf"} <= only_tests
    assert not found & only_tests


# which modules may import what is an extra, and who asks for them where it is missing
OPTIONAL = {
    "cadquery": {"cad.py", "__init__.py", "workplanes.py"},
    "numba": {"compiled.py"},
    "distributed": {"cluster.py"},
    "ortools": {"solving.py"},
    "matplotlib": {"playtest.py"},
}


def test_what_is_an_extra_is_imported_by_what_does_without_it(root: Path) -> None:
    extras = modules(declared(root, tests=False)) - modules(declared(root, tests=False, extras=()))
    extras -= {"OCP"}  # CadQuery's own, named for its version alone
    found = {name: files for name, files in imports(root / "quasiprint").items() if name in extras}
    assert set(found) == extras == set(OPTIONAL)
    for name, files in found.items():
        assert files <= OPTIONAL[name], name


# --- licences -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def licences() -> ModuleType:
    return script("docs/licences.py")


def under(text: str) -> dict[str, str]:
    """Return the licence of each package on the page."""
    lines = re.findall(r"(?m)^- (.+): (.+)$", text)
    return {name: licence for licence, names in lines for name in names.split(", ")}


def test_the_page_is_that_of_the_list_and_of_what_is_installed(root: Path, licences: ModuleType) -> None:
    listed = licences.entries((root / ".ci/locked.txt").read_text())
    text = (root / "docs/licences.md").read_text(encoding="utf-8")
    page = under(text)
    runtime = licences.closure(listed)
    assert page.keys() == runtime
    present = {canonicalize_name(there.metadata["Name"]): there.version for there in metadata.distributions()}
    same = {name for name in runtime if present.get(name) in {entry.version for entry in listed[name]}}
    assert same
    for name in same:
        assert page[name] == licences.licence(name), name
    if same >= runtime:  # in the gate, all of it, to the letter
        assert text == licences.page()


def test_what_runs_with_the_program_is_under_an_allowed_licence(root: Path, licences: ModuleType) -> None:
    listed = licences.entries((root / ".ci/locked.txt").read_text())
    runtime = licences.closure(listed)
    assert {"cadquery", "cadquery-ocp", "vtk", "aiohttp", "typst"} <= runtime
    assert not {"pymupdf", "hypothesis"} & runtime
    plain = licences.closure(listed, ())
    assert {"numpy", "typst", "llvmlite"} & plain == {"numpy", "typst"}
    assert not {"cadquery", "cadquery-ocp", "vtk", "casadi", "numba", "aiohttp", "scipy", "matplotlib"} & plain
    page = under((root / "docs/licences.md").read_text(encoding="utf-8"))
    for name in sorted(runtime):
        assert not licences.refused(page[name]), name
    # what is copyleft by its own licence is explained, and so is what is known to carry some
    explained = {name for name, _, _ in licences.COPYLEFT}
    assert {name for name in runtime if "GPL" in page[name]} <= explained <= runtime


CHANGES = (
    f"# Changelog\n\n## {__version__} (2030-02-03)\n\n- One [page](docs/x.md)\n  ([0001](docs/y.md#a)).\n\n## 0.1.0\n"
)
CITED = f'title: quasiprint\nversion: {__version__}\ndate-released: "2030-02-03"\n'


@pytest.fixture(scope="module")
def release() -> ModuleType:
    return script(".ci/release.py")


def test_a_release_has_one_day_and_changes_without_links_to_what_is_not_in_it(release: ModuleType) -> None:
    assert release.dated(CHANGES, CITED) == (
        "2030-02-03",
        f"# quasiprint {__version__}, 2030-02-03\n\n- One page.\n",
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(2030-02-03)\n", "(not yet released)\n", "CHANGELOG.md: begins with"),
        ('date-released: "2030-02-03"', "", "date-released is missing"),
    ],
)
def test_a_release_that_says_two_things_is_refused(release: ModuleType, old: str, new: str, said: str) -> None:
    with pytest.raises(release.Unfit, match=re.escape(said)):
        release.dated(CHANGES.replace(old, new), CITED.replace(old, new))


def test_the_project_is_cited_as_it_was_released_last(root: Path, release: ModuleType) -> None:
    changelog, cited = ((root / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "docs/CITATION.cff"))
    if "(not yet released)" not in changelog.split("\n## ")[1]:
        release.dated(changelog, cited)


def test_the_bill_of_materials_names_what_is_installed_and_who_needs_it(release: ModuleType) -> None:
    bill = release.bill_of_materials("2030-02-03")
    other = release.bill_of_materials("2030-02-04")
    assert {key for key in bill if bill[key] != other[key]} == {"metadata", "serialNumber"}
    parts = {one["name"]: one for one in bill["components"]}
    assert parts["reportlab"]["scope"] == "required"
    assert parts["ortools"]["scope"] == "optional"
    assert "pytest" not in parts
    needs = {one["ref"]: one["dependsOn"] for one in bill["dependencies"]}
    own = bill["metadata"]["component"]["bom-ref"]
    assert set(needs) == {own} | {one["bom-ref"] for one in bill["components"]}
    assert parts["pillow"]["purl"] in needs[parts["reportlab"]["purl"]]
    assert parts["reportlab"]["purl"] in needs[own]
    assert parts["pillow"]["purl"] not in needs[own]
    assert {name for wanted in needs.values() for name in wanted} <= set(needs)
    assert all(one["licenses"][0]["expression"] for one in bill["components"])


def test_builds_that_differ_are_not_released(
    release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def built(*words: object, cwd: Path, **_: str) -> str:
        if "build" in words:
            folder = Path(str(words[words.index("--outdir") + 1]))
            folder.mkdir()
            for name in ("a.whl", "a.tar.gz"):
                (folder / name).write_text(str(folder) if name == "a.whl" else "")
        return ""

    monkeypatch.setattr(release, "run", built)
    monkeypatch.setattr(release, "sources", lambda folder: folder)
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(release.Unfit, match="built twice, the bytes differ"):
        release.build(tmp_path, tmp_path / "dist", "2030-02-03")


def test_a_container_runs_the_readme_as_an_ordinary_user(root: Path) -> None:
    """The file's own extraction of README.md's commands, by the shell that runs it there."""
    text = (root / ".ci/Containerfile").read_text(encoding="utf-8")
    readme = (root / "README.md").read_text(encoding="utf-8")
    scripts = re.findall(r"sed -n '[^']*' README\.md", text)
    found = [subprocess.run(["sh", "-c", one], cwd=root, capture_output=True, text=True, check=True) for one in scripts]
    assert [one.stdout.strip() for one in found] == [
        readme.split(f"<!-- gate: {name} -->\n```\n")[1].split("\n```")[0] for name in ("make", "test")
    ]
    stages = text.split("\nFROM ")[1:]
    assert [re.findall(r"^USER (\w+)", stage, re.MULTILINE)[-1:] for stage in stages] == [
        ["player"],
        ["player"],
        [],
        ["player"],
    ]
