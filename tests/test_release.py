"""A release, which docs/releasing.md makes whole: what it refuses and lists; which machines have wheels; containers."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from called import script
from packaging.utils import parse_wheel_filename

from quasiprint import __version__

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
        (f"## {__version__}", "## 0.0.9", "CHANGELOG.md: begins with '0.0.9"),
        (f"version: {__version__}", "version: 0.0.9", "version is 0.0.9"),
        ('date-released: "2030-02-03"', "", "date-released is missing"),
        ('"2030-02-03"', "2030-02-04", "date-released is 2030-02-04, CHANGELOG.md has 2030-02-03"),
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


def test_the_list_and_the_sums_are_of_every_file(release: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets/a-b.zip").write_bytes(b"12345")
    (tmp_path / "CHANGES.md").write_bytes(b"x" * 1234)
    listing = release.listing(tmp_path)
    assert "| sets/a-b.zip | 5 | a set: open README.md in it first |" in listing
    assert "| CHANGES.md | 1,234 | what is new |" in listing
    # as sha256sum writes them
    assert release.sums(tmp_path).splitlines() == [
        f"{hashlib.sha256(b'x' * 1234).hexdigest()}  CHANGES.md",
        f"{hashlib.sha256(b'12345').hexdigest()}  sets/a-b.zip",
    ]


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


def test_what_is_there_already_or_is_not_committed_is_not_touched(
    release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([str(tmp_path)]) == 1
    assert "is there already" in capsys.readouterr().err
    monkeypatch.setattr(release, "run", lambda *_, **__: " M README.md\n")
    assert release.main([str(tmp_path / "new")]) == 1
    assert "what is not committed is not released" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        release.main([str(tmp_path / "new"), "--machines", "ender"])
    assert "--machines: found 'ender', allowed are bambu-a1" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_fails_is_told_with_what_it_said(release: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(release.Unfit, match=r"(?s)ended with 3:\nout\nerr"):
        release.run(
            sys.executable, "-c", "import sys; print('out'); print('err', file=sys.stderr); exit(3)", cwd=tmp_path
        )


def test_a_machine_that_no_wheel_fits_is_named(root: Path) -> None:
    wheels = script("docs/wheels.py")

    def said(machine: str, *names: str) -> str:
        tags = {tag for name in names for tag in parse_wheel_filename(f"one-1-{name}.whl")[3]}
        found: str = wheels.lacking({"one", "other"}, {"one": tags}, machine)
        return found

    assert {said(machine, "py3-none-any") for machine in wheels.MACHINES} == {"all"}
    assert said("Windows, ARM", "cp39-abi3-win_amd64") == "no one"
    assert said("Windows, x86-64", "cp39-abi3-win_amd64") == "all"
    assert said("Linux, ARM", "cp311-cp311-manylinux_2_28_aarch64") == "no one (3.12, 3.13, 3.14)"
    assert said("Linux, ARM", "cp39-abi3-manylinux_2_36_aarch64") == "no one"
    assert said("macOS, ARM", "cp39-abi3-macosx_11_0_universal2") == "all"
    assert said("macOS, ARM", "cp39-abi3-macosx_15_0_arm64") == "no one"
    page = (root / "docs/building.md").read_text(encoding="utf-8")
    assert "| `quasiprint`, " in page.split(wheels.BEGIN)[1].split(wheels.END)[0]


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
    assert [re.findall(r"^USER (\w+)", one, re.MULTILINE)[-1:] for one in stages] == [
        ["player"],
        ["player"],
        [],
        ["player"],
    ]
